"""Being told to end, by SIGTERM or by a terminal that is closed (SIGHUP).

Python would die on the spot, and leave running what it has started and the terminal as it is. So
both end the program as Ctrl-C does, from where it stands, and its code tells which it was. A
second SIGTERM ends it on the spot; a closed terminal often sends several SIGHUP.

The system tells the leader of a terminal's session alone that it is closed. A leader that waits for
us, as make does, passes nothing on; then reading fails at once, each time, and a program that waits
for keys would do so for ever. So the terminal is watched, and its end is a SIGHUP in every case.
"""

from __future__ import annotations

import os
import signal

TYPE_CHECKING = False  # as in typing, without the time that importing it takes
if TYPE_CHECKING:
    from types import FrameType

_NAMES = ("SIGTERM", "SIGHUP")  # a system may lack one
_AGAIN = 0.05  # seconds
_STREAMS = (0, 1, 2)
_A_MOMENT = 500  # milliseconds, in which a program that reads or writes ends by itself

_heeding: HeedSignals | None = None


class HeedSignals:
    """Heeds both within `with`, unless somebody else does, or wants them ignored (nohup)."""

    def __enter__(self) -> None:
        global _heeding
        self._heeded = []
        self._watching: int | None = None
        for name in _NAMES:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                try:
                    signal.signal(number, _end)
                except ValueError:  # not the main thread, which alone hears of signals
                    return
                self._heeded.append(number)
        _heeding = self
        self._watching = _watch_terminals()

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        global _heeding
        _heeding = None
        if self._watching is not None:
            os.close(self._watching)
        for number in self._heeded:
            if signal.getsignal(number) is _end:
                signal.signal(number, signal.SIG_DFL)
        while error is not None and not isinstance(error, ToldToEnd):
            error = error.__cause__ or error.__context__
        if error:  # which Python makes another error of while a class is made
            raise error


class ToldToEnd(SystemExit):
    """Comes again where something swallows it, as compiled modules do while they are imported."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)
        self.number = number
        self._told = _heeding

    def __del__(self) -> None:
        if _heeding is None or self._told is not _heeding:  # the program has ended by it
            return
        from threading import Timer  # nothing can be raised from here

        signal.signal(self.number, _end)
        again = Timer(_AGAIN, os.kill, [os.getpid(), self.number])
        again.daemon = True
        again.start()


def _end(number: int, _: FrameType | None) -> None:
    signal.signal(number, signal.SIG_DFL if number == signal.SIGTERM else signal.SIG_IGN)
    raise ToldToEnd(number)


def _watch_terminals() -> int | None:
    """Watch the terminals that we read and write; closing the file that is returned ends that."""
    import select

    terminals = [stream for stream in _STREAMS if os.isatty(stream)]
    if not terminals or not hasattr(select, "poll") or not hasattr(signal, "SIGHUP"):
        return None
    import _thread

    ended, watching = os.pipe()
    poll = select.poll()
    for file in (ended, *terminals):
        poll.register(file, 0)  # nothing but their end

    def watch() -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())  # the main thread's
        gone = any(event & select.POLLHUP for _, event in poll.poll())
        for file in terminals:
            poll.unregister(file)
        if gone and not poll.poll(_A_MOMENT):
            os.kill(os.getpid(), signal.SIGHUP)
        os.close(ended)

    _thread.start_new_thread(watch, ())
    return watching
