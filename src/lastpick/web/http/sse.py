"""News of a game as server-sent events: the state, every change, and who is there.

A stream holds no queue. It remembers the last version that it sent, and reads on from there in
the log that all streams of the game share. So a client that does not read costs nothing but its
socket; when that stays full it is cut off, and on its return gets what it missed.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ..games.games import Games
from ..games.open_game import OpenGame, Watcher
from .unread import Mailbox

PULSE = 15.0  # seconds between two notes of presence, which keep the connection open too
_AT_ONCE = 100  # changes in one message, so that whoever missed many cannot fill the memory


class Stream(Response):
    """A game's news, until the client goes, stops reading, or the server stops.

    The one timer is set and cancelled by hand: a task or a cancel scope for each message, as
    sse-starlette and `asyncio.wait_for` make them, took a fifth of the server's time. How long a
    message may stay unread is seen to by the connection's mailbox.
    """

    media_type = "text/event-stream"

    def __init__(
        self,
        games: Games,
        game: OpenGame,
        seat: int,
        after: int | None,
        release: Callable[[], None],
        charge: Callable[[float], None],
    ) -> None:
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._games, self._game, self._seat = games, game, seat
        self._after = after
        self._release = release
        self._charge = charge  # for the seconds that it takes to make old news again

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        watcher = self._games.presence.watch(self._game, self._seat)
        mailbox = Mailbox.of(scope)
        mailbox.seated |= self._seat > 0
        ended = asyncio.ensure_future(_ended(receive, watcher))
        try:
            headers = self.raw_headers
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            with mailbox.streaming(watcher.stop):
                await self._send_all(watcher, send, mailbox)
            await send({"type": "http.response.body", "body": b""})
        finally:
            ended.cancel()
            self._games.presence.unwatch(self._game, watcher)
            self._release()

    async def _send_all(self, watcher: Watcher, send: Send, mailbox: Mailbox) -> None:
        loop, game, games = asyncio.get_running_loop(), self._game, self._games
        log, after, told, noted = game.log, self._after, (-1, -1), game.notes
        sent = after if after is not None and 0 <= after <= log.version else log.version
        while not watcher.stopped and not games.closing:
            watcher.wake.clear()
            parts = self._changes(sent)
            sent += len(parts)
            if sent < log.version:
                watcher.wake.set()
                await asyncio.sleep(0)  # neither this wait nor sending lets others go on
            elif told != (sent, game.revision):
                told = (sent, game.revision)
                parts.append(_message("state", game.full_state(games.now()), sent))
            elif noted != game.notes or watcher.pulse:
                noted, watcher.pulse = game.notes, False
                parts.append(_message("presence", games.presence.note(game)))
            if body := b"".join(parts):
                with mailbox.holding(len(body)):
                    await send({"type": "http.response.body", "body": body, "more_body": True})
            pulse = loop.call_later(PULSE, watcher.give_pulse)
            await watcher.wake.wait()
            pulse.cancel()

    def _changes(self, sent: int) -> list[bytes]:
        """Some of the changes that have not been sent."""
        log, began = self._game.log, time.thread_time()
        found = [
            _message("change", change, version)
            for version, change in enumerate(log.news(sent, _AT_ONCE), sent + 1)
        ]
        if len(found) > 1:
            self._charge(time.thread_time() - began)
        return found


async def _ended(receive: Receive, watcher: Watcher) -> None:
    """Wait until the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
    watcher.stop()


def _message(event: str, data: bytes, version: int | None = None) -> bytes:
    line = b"" if version is None else b"id: %d\n" % version
    return b"%sevent: %s\ndata: %s\n\n" % (line, event.encode(), data)
