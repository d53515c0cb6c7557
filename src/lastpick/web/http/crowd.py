"""How many connections there are in all: files are kept for the store and for those who play.

A connection is an open file. Where none is free, neither a game nor a page can be read.
"""

from __future__ import annotations

import sys
from math import inf

from .unread import Mailbox

_KEPT = 256  # open files for everything else: the store, processes that think, the log, refusals


class Crowd:
    """Connections that are let in, `most` of them, each by its mailbox.

    Whoever comes when there are as many takes the place of the oldest over which nobody plays: a
    page asks again, a stream that is watched begins again where it was. If all play, the next is
    refused.
    """

    def __init__(self, most: float = inf) -> None:
        self._most = most
        self.refused = 0  # that are to be told
        self._members: set[Mailbox] = set()
        self._strangers: dict[Mailbox, None] = {}  # of those, the oldest first; some play by now

    def enter(self, newcomer: Mailbox) -> bool:
        """Whether there is room."""
        if len(self._members) >= self._most and not self._make_room():
            return False
        self._members.add(newcomer)
        self._strangers[newcomer] = None
        return True

    def leave(self, one: Mailbox) -> None:
        self._members.discard(one)
        self._strangers.pop(one, None)

    @property
    def empty(self) -> bool:
        return not self._members

    def _make_room(self) -> bool:
        while self._strangers:
            one = next(iter(self._strangers))
            del self._strangers[one]
            if not one.seated:
                self.leave(one)
                one.abort()
                return True
        return False


def most_connections(asked: int) -> int:
    """As many as are asked for, or as open files allow."""
    if sys.platform == "win32":
        return asked
    import resource

    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return asked if files == resource.RLIM_INFINITY else max(1, min(asked, files - _KEPT))
