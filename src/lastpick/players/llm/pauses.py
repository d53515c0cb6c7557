"""The pauses before an endpoint is asked again, so that whoever shows progress can tell of them."""

from __future__ import annotations

from threading import Event
from time import monotonic

_until: dict[Event, float] = {}


def pause(seconds: float) -> bool:
    """Wait so long; True if `end_pauses` came first."""
    ended = Event()
    _until[ended] = monotonic() + seconds
    try:
        return ended.wait(seconds)
    finally:
        del _until[ended]


def end_pauses() -> None:
    """Cancel all pauses at the end of a run."""
    for ended in list(_until):
        ended.set()


def longest_pause() -> float:
    """The seconds that are left of the longest one; 0 if there is none."""
    return max((until - monotonic() for until in list(_until.values())), default=0.0)
