"""Being told to stop, at whichever moment."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from functools import cache
from math import inf
from pathlib import Path
from socket import socket

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from support.connections import Pipe
from support.running import TIMEOUT
from wire import Client, Place, listen

from lastpick.web.games.games import Games
from lastpick.web.http import connection, one_process
from lastpick.web.http.connection import Connection
from lastpick.web.http.serve import _listen
from lastpick.web.http.settings import Settings
from lastpick.web.http.sse import Stream
from lastpick.web.http.stopping import Stopping

GAME = "prime-rumble"
ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@pytest.fixture(autouse=True)
def most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_most", cache(lambda: inf))


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Whoever runs the tests hears signals as before, also one that ignores a closed terminal."""
    before = {number: signal.getsignal(number) for number in ENDS}
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


class Work:
    """What is done until somebody wants it to stop."""

    def __init__(self, *signals: int, ending: tuple[int, ...] = ()) -> None:
        self.signals = signals
        self.ending = ending
        self.done: list[str] = []

    async def __call__(self) -> None:
        self.done.append("begun")
        try:
            for number in self.signals:
                signal.raise_signal(number)
            async with asyncio.timeout(TIMEOUT):
                await asyncio.Event().wait()
        finally:
            self.done.append("ending")
            for number in self.ending:
                signal.raise_signal(number)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            self.done.append("ended")


@pytest.mark.parametrize("number", ENDS)
def test_what_is_under_way_is_cancelled(number: int) -> None:
    stopping, work = Stopping(), Work(number)
    stopping.run(work)
    assert (stopping.told, work.done) == (number, ["begun", "ending", "ended"])


@pytest.mark.parametrize("number", ENDS)
def test_who_is_told_before_it_begins_does_not_begin(number: int) -> None:
    stopping, work = Stopping(), Work()
    signal.raise_signal(number)
    stopping.run(work)
    assert (stopping.told, work.done) == (number, [])


@pytest.mark.parametrize("number", ENDS)
def test_what_can_end_by_itself_is_asked_to(number: int) -> None:
    stopping, ended = Stopping(), []

    async def work() -> None:
        end = asyncio.Event()
        stopping.gently = end.set
        asyncio.get_running_loop().call_soon(signal.raise_signal, number)
        async with asyncio.timeout(TIMEOUT):
            ended.append(await end.wait())

    stopping.run(work)
    assert (stopping.told, ended) == (number, [True])


def test_a_second_ctrl_c_interrupts_the_ending_and_no_other_signal_does() -> None:
    """Shells tell a program twice that its terminal is closed."""
    stopping, work = Stopping(), Work(signal.SIGHUP, ending=(signal.SIGHUP, signal.SIGTERM))
    stopping.run(work)
    assert (stopping.told, work.done) == (signal.SIGHUP, ["begun", "ending", "ended"])
    stopping, work = Stopping(), Work(signal.SIGHUP, ending=(signal.SIGINT,))
    stopping.run(work)
    assert (stopping.told, work.done) == (signal.SIGHUP, ["begun", "ending"])


def test_a_signal_after_the_end_harms_nothing() -> None:
    stopping = Stopping()

    async def nothing() -> None:
        pass

    stopping.run(nothing)
    signal.raise_signal(signal.SIGTERM)
    assert stopping.told == signal.SIGTERM


def test_nohup_is_heeded() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    stopping = Stopping()
    signal.raise_signal(signal.SIGHUP)
    assert stopping.told == 0


def serve(folder: Path, ready: Callable[[Place], None]) -> Stopping:
    """A server in this process, until it is told to stop."""
    settings, stopping = Settings(database=str(folder / "games.sqlite"), port=0), Stopping()
    with _listen(settings) as listening:
        there = Place(*listening.getsockname())
        one_process.OneProcess(settings, listening, stopping, lambda: ready(there)).work()
    return stopping


def test_games_that_cannot_be_closed_keep_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with a database that has fallen silent."""
    late = []
    close = Games.close

    async def close_slowly(games: Games) -> None:
        await close(games)
        await asyncio.sleep(TIMEOUT)
        late.append(games)

    monkeypatch.setattr(Games, "close", close_slowly)
    monkeypatch.setattr(one_process, "SHUTDOWN", 0.01)
    stopping = serve(tmp_path, lambda _: signal.raise_signal(signal.SIGTERM))
    assert (stopping.told, late) == (signal.SIGTERM, [])


class Streams:
    """Somebody opens a stream of news; while the server looks for the game, it is told to stop."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.heard = b""
        self.told = asyncio.Event()
        begin, shutdown = Stream.__call__, Connection.shutdown

        async def begin_late(stream: Stream, scope: Scope, receive: Receive, send: Send) -> None:
            signal.raise_signal(signal.SIGTERM)
            await self.told.wait()
            await begin(stream, scope, receive, send)

        def tell(told: Connection) -> None:
            shutdown(told)
            self.told.set()

        monkeypatch.setattr(Stream, "__call__", begin_late)
        monkeypatch.setattr(Connection, "shutdown", tell)

    def __call__(self, place: Place) -> None:
        self.task = asyncio.ensure_future(self._visit(place))

    async def _visit(self, place: Place) -> None:
        async with asyncio.timeout(TIMEOUT):
            visitor = Client(place)
            made = await visitor.call("POST", "/api/games", {"game": GAME, "seats": ["me", "me"]})
            visitor.close()
            listener = await listen(place, made.json()["id"], self._hear)
            await listener.closed

    def _hear(self, data: bytes) -> None:
        self.heard += data


def test_a_stream_that_begins_while_the_server_ends_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    streams = Streams(monkeypatch)
    serve(tmp_path, streams)
    assert streams.heard.startswith(b"HTTP/1.1 200")
    assert streams.heard.endswith(b"0\r\n\r\n")
    assert not [said for said in caplog.messages if "exceeded" in said]


def test_what_does_not_end_in_time_is_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(one_process, "SHUTDOWN", 0.01)
    streams = Streams(monkeypatch)
    monkeypatch.setattr(streams.told, "set", lambda: None)
    serve(tmp_path, streams)
    assert [said for said in caplog.messages if "exceeded" in said]
    assert not [record for record in caplog.records if record.exc_info]


def test_a_newcomer_while_the_server_ends_is_not_let_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whose connection had come, and was not noticed before the others were told."""
    shutdown, ended = uvicorn.Server.shutdown, []

    async def with_newcomer(server: uvicorn.Server, sockets: list[socket] | None = None) -> None:
        pipe = Pipe()
        newcomer = Connection(server.config, server.server_state, server.lifespan.state)
        newcomer.connection_made(pipe)
        ended.append(pipe.aborted)
        newcomer.connection_lost(None)
        await shutdown(server, sockets)

    monkeypatch.setattr(uvicorn.Server, "shutdown", with_newcomer)
    serve(tmp_path, lambda _: signal.raise_signal(signal.SIGTERM))
    assert ended == [True]
