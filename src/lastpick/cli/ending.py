"""Being told to end, by SIGTERM or by a terminal that is closed (SIGHUP).

Python would die on the spot, and leave running what it has started and the terminal as it is. So
both end the program as Ctrl-C does, from where it stands, and its code tells which it was. A
second one ends it on the spot.
"""

from __future__ import annotations

import signal

TYPE_CHECKING = False  # as in typing, without the time that importing it takes
if TYPE_CHECKING:
    from types import FrameType

_NAMES = ("SIGTERM", "SIGHUP")  # a system may lack one


class HeedSignals:
    """Heeds both within `with`, unless somebody else does, or wants them ignored (nohup)."""

    def __enter__(self) -> None:
        self._heeded = []
        for name in _NAMES:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                try:
                    signal.signal(number, _end)
                except ValueError:  # not the main thread, which alone hears of signals
                    return
                self._heeded.append(number)

    def __exit__(self, *_: object) -> None:
        for number in self._heeded:
            if signal.getsignal(number) is _end:
                signal.signal(number, signal.SIG_DFL)


def _end(number: int, _: FrameType | None) -> None:
    signal.signal(number, signal.SIG_DFL)
    raise SystemExit(128 + number)
