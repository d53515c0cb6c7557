"""What the server holds for its clients: answers that they have not read, bodies half sent.

An answer is held until its client has taken it: what waits in the connection, and what a request
is about to give to it. Bodies count from their first byte until the call is answered. Nothing here
stands in the way of an answer. What is held is noted, and looked at once a second; or at once,
where it is too much.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, Protocol

from ..networks import Caller, Network

EXTENSION = "lastpick.connection"

SEND_TIMEOUT = 10.0  # seconds in which a client takes all that waits for it, or at least
SLOWEST = 16 << 10  # so many bytes of it
MOST_OF_ONE = 16 << 20  # bytes that are held for one address
MOST = 128 << 20  # and for all of them
_EVERY = 1.0  # seconds between two looks


class Sink(Protocol):
    """What is asked of a transport."""

    def get_write_buffer_size(self) -> int: ...
    def held_by_system(self) -> int: ...
    def abort(self) -> None: ...


class Mailbox:
    """A connection as its requests see it: what is held there, and how it is ended."""

    def __init__(self, pipe: Sink | None = None, unread: Unread | None = None) -> None:
        self.pipe = pipe  # None as soon as it has ended
        self.networks: tuple[Network, ...] = ()
        self.seated = False  # whether a player's calls come here
        self._stop: Callable[[], None] | None = None  # ends the stream that is sent here
        self._ending = False
        self.coming = 0  # bytes that are not in the transport: of a body, or about to be sent
        self.total = 0  # bytes that ever were held
        self.counted = 0  # what is believed to be held
        self.since = 0.0  # when the client last took some
        self._taken = 0  # bytes, until then
        self._unread = unread

    @classmethod
    def of(cls, scope: Mapping[str, Any]) -> Mailbox:
        """That of a request; without a connection of ours, one that holds nothing."""
        found = scope.get("extensions", {}).get(EXTENSION)
        return found if isinstance(found, Mailbox) else cls()

    def serve(self, caller: Caller) -> None:
        """Whose request is next: the connection of a proxy carries those of many."""
        self.seated |= caller.seated
        if self._unread and caller.networks != self.networks:
            self._unread.move(self, caller.networks)

    @contextmanager
    def streaming(self, stop: Callable[[], None]) -> Iterator[None]:
        """What is sent in this block has no end by itself: how to end it with the server."""
        self._stop = stop
        if self._ending:
            stop()
        try:
            yield
        finally:
            self._stop = None

    def end(self) -> None:
        """The server stops: a stream ends, also one that only begins after this."""
        self._ending = True
        if self._stop:
            self._stop()

    def holding(self, size: int = 0) -> Holding:
        """Hold so much, and what is added, until the block ends."""
        return Holding(self, size)

    def hold(self, size: int) -> None:
        self.coming += size
        self.total += size
        if self.pipe and self._unread:
            self._unread.add(self, size)

    def abort(self) -> None:
        if self.pipe:
            self.pipe.abort()

    @property
    def held(self) -> int:
        return self.coming + self._sent

    @property
    def _sent(self) -> int:
        """Bytes that were given to the transport, and that it still has."""
        return self.pipe.get_write_buffer_size() if self.pipe else 0

    def begin(self, now: float) -> None:
        """From now on, the client has so long to take something."""
        self.since, self._taken = now, self._taken_now

    def look(self, now: float) -> None:
        """Whoever has taken everything, or enough, has as long again."""
        if not self._sent or self._taken_now - self._taken >= SLOWEST:
            self.begin(now)

    @property
    def _taken_now(self) -> int:
        """Bytes that the client has by now: what the system holds has not reached it."""
        return self.total - self.held - (self.pipe.held_by_system() if self.pipe else 0)


class Holding:
    """What one request, or one message of a stream, has the server hold until the block ends."""

    def __init__(self, mailbox: Mailbox, size: int) -> None:
        self._mailbox, self.size = mailbox, 0
        self.add(size)

    def add(self, size: int) -> None:
        if size:
            self.size += size
            self._mailbox.hold(size)

    def __enter__(self) -> Holding:
        return self

    def __exit__(self, *_: Any) -> None:
        self._mailbox.coming -= self.size


class Unread:
    """All that is held for the clients of a server, by network."""

    def __init__(
        self,
        most_of_one: int = MOST_OF_ONE,
        most: int = MOST,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.bytes = 0
        self._most_of_one, self._most, self._clock = most_of_one, most, clock
        self._mailboxes: dict[str, dict[Mailbox, None]] = {}  # of each network
        self._bytes_of: dict[str, int] = {}
        self._timer: asyncio.TimerHandle | None = None

    def add(self, mailbox: Mailbox, size: int) -> None:
        """So much more is held there."""
        if not mailbox.counted:
            mailbox.begin(self._clock())
        self._count(mailbox, mailbox.counted + size)
        for name, factor in mailbox.networks:
            if self.held_for(name) > factor * self._most_of_one:
                self._relieve([name], partial(self.held_for, name), factor * self._most_of_one)
        if self.bytes > self._most:
            largest = sorted(self._bytes_of, key=self._bytes_of.__getitem__, reverse=True)
            self._relieve(largest, lambda: self.bytes, self._most)
        self._look_later()

    def move(self, mailbox: Mailbox, networks: tuple[Network, ...]) -> None:
        counted = mailbox.counted
        self._count(mailbox, 0)
        mailbox.networks = networks
        if counted:
            self._count(mailbox, counted)

    def held_for(self, network: str) -> int:
        return self._bytes_of.get(network, 0)

    def remove(self, mailbox: Mailbox) -> None:
        """The connection has ended."""
        self._count(mailbox, 0)
        mailbox.pipe = None

    def look(self) -> None:
        """See what has been taken, and cut off whoever takes nothing."""
        now = self._clock()
        every = {mailbox for found in self._mailboxes.values() for mailbox in found}
        for mailbox in every:
            mailbox.look(now)
            if now - mailbox.since >= SEND_TIMEOUT:
                self._cut(mailbox)
            else:
                self._count(mailbox, mailbox.held)

    def _look_later(self) -> None:
        def look() -> None:
            self._timer = None
            self.look()
            self._look_later()

        if self._timer is None and self._mailboxes:
            self._timer = asyncio.get_running_loop().call_later(_EVERY, look)

    def _relieve(self, networks: list[str], held: Callable[[], int], most: int) -> None:
        """Count again; if it is still too much, cut off those who hold most for longest.

        Down to half, so that not every further answer leads here.
        """
        for mailbox in [one for name in networks for one in self._mailboxes[name]]:
            self._count(mailbox, mailbox.held)
        found = self._of(networks)
        if held() > most:
            for mailbox in found:
                if held() <= most // 2:
                    break
                self._cut(mailbox)

    def _of(self, networks: list[str]) -> list[Mailbox]:
        """The mailboxes of these in turn: bytes times seconds, most first, and players' last.

        So whoever waits for an answer to a short call is not taken for one that does not read.
        """
        now = self._clock()

        def order(one: Mailbox) -> tuple[bool, float]:
            return one.seated, -one.counted * (now - one.since)

        found = (sorted(self._mailboxes.get(name, ()), key=order) for name in networks)
        return [mailbox for mailboxes in found for mailbox in mailboxes]

    def _cut(self, mailbox: Mailbox) -> None:
        mailbox.abort()
        self.remove(mailbox)

    def _count(self, mailbox: Mailbox, size: int) -> None:
        change = size - mailbox.counted
        mailbox.counted = size
        self.bytes += change
        for name, _ in mailbox.networks:
            mine = self._mailboxes.setdefault(name, {})
            held = self._bytes_of.get(name, 0) + change
            if size:
                mine[mailbox] = None
            else:
                mine.pop(mailbox, None)
            if mine:
                self._bytes_of[name] = held
            else:
                del self._mailboxes[name]
                self._bytes_of.pop(name, None)
