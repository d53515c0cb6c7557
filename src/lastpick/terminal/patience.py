"""How long a command may work: until its seconds are over, or until Ctrl-C.

Both end its budget, so that whatever works under it stops when it asks the next time, and what
is known by then is shown. Work that has not asked soon after Ctrl-C is stopped where it stands, in
the same way. A second Ctrl-C ends all.
"""

from __future__ import annotations

import signal
from math import inf
from time import monotonic
from types import TracebackType

from ..errors import BudgetError
from ..oracle import Budget
from . import DONE, INTERRUPTED, UNABLE
from .progress import STOPPED, Progress

_FOR_EVER = 1e9  # seconds; less than for ever, so that Ctrl-C can come before
_GRACE = 0.5  # seconds that work has to ask after Ctrl-C


class Patience:
    """A budget for the work inside of `with`, and the line that tells how far it has come."""

    def __init__(self, seconds: float | None = None) -> None:
        self.interrupted = False
        self.budget = Budget(
            _FOR_EVER if seconds is None else seconds, progress=self._looked, clock=self._clock
        )
        self.progress = Progress()
        self._doing = ""

    def tell(self, doing: str) -> None:
        """What is being done; shown if it takes long."""
        self._doing = doing
        self.progress.show(doing)

    def bar(self, what: str, done: int, of: int) -> None:
        """How far it has come with something, as a bar."""
        self.tell(f"{what} {Progress.bar(done, of)}".lstrip())

    def code(self, complete: bool) -> int:
        """The exit code: was all of it done?"""
        return INTERRUPTED if self.interrupted else DONE if complete else UNABLE

    def _looked(self, positions: int) -> None:
        counted = f" {positions:,} positions" if positions else ""
        self.progress.show(f"{self._doing}{counted}".lstrip() or "working it out")

    def _clock(self) -> float:
        if not self.interrupted:
            return monotonic()
        self._disarm()
        return inf

    def _interrupt(self, *_: object) -> None:
        if self.interrupted:
            raise KeyboardInterrupt(STOPPED)
        self.interrupted = True
        if hasattr(signal, "setitimer"):  # not on Windows, where it takes a second Ctrl-C
            signal.signal(signal.SIGALRM, self._overdue)
            signal.setitimer(signal.ITIMER_REAL, _GRACE)

    def _overdue(self, *_: object) -> None:
        raise BudgetError("there was no time for more")

    def _disarm(self) -> None:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)

    def __enter__(self) -> Patience:
        self._heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if self._heard:  # not where Ctrl-C is for somebody else, as in the background of a shell
            signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.interrupted and hasattr(signal, "setitimer"):
            self._disarm()
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
        if self._heard:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        self.progress.wipe()
        if self.interrupted and isinstance(error, BudgetError):  # nobody had anything to show
            raise KeyboardInterrupt(STOPPED) from None
