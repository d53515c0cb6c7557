"""News of a game: the state first, then every change once and in order, whatever happens."""

import asyncio
import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message
from support.loops import in_loop
from support.room import Room
from support.serving import Server
from support.visitor import Frame, Stream, Table, Visitor

from lastpick.web.game.entry import Entry
from lastpick.web.games import presence
from lastpick.web.games.open_game import OpenGame
from lastpick.web.http import sse

PICKS = (6, 3, 9, 18, 2, 12, 4, 8, 16, 1, 5, 10, 20)


def changes(frames: list[Frame]) -> list[int]:
    """The versions of the changes, which are also their ids."""
    told = [frame for frame in frames if frame.event == "change"]
    assert all(frame.id == str(frame.data["version"]) for frame in told)
    return [frame.data["version"] for frame in told]


def up_to(stream: Stream, version: int) -> list[Frame]:
    return stream.through("state", lambda state: state["version"] == version)


def test_the_first_thing_is_the_state(visitor: Visitor) -> None:
    table = visitor.friends()
    table.play(6, 3)
    with visitor.news(table.id) as stream:
        assert stream.status == 200
        assert stream.response.headers["content-type"].startswith("text/event-stream")
        first = stream.next()
    assert (first.event, first.id) == ("state", "2")
    known, now = table.state, dict(first.data)
    for state in (known, now):
        del state["now"], state["people"]
    assert now == known


def test_every_change_comes_once_and_in_order(visitor: Visitor) -> None:
    table = visitor.friends()
    with visitor.news(table.id) as one, visitor.news(table.id, table.tokens["2"]) as two:
        streams = (one, two)
        for stream in streams:
            stream.through("state")
        table.play(*PICKS[:6])
        table.act("takeback", 2)
        table.act("takeback", 1)
        table.act("resign", 1)
        for stream in streams:
            frames = up_to(stream, 9)
            assert changes(frames) == list(range(1, 10))
            states = [frame for frame in frames if frame.event == "state"]
            assert [frame.id for frame in states] == [
                str(frame.data["version"]) for frame in states
            ]
            kinds = [frame.data["kind"] for frame in frames if frame.event == "change"]
            assert kinds == ["pick"] * 6 + ["ask", "undo", "resign"]


@pytest.mark.parametrize("last", range(len(PICKS) + 1))
def test_whoever_returns_gets_what_was_missed(guest: Visitor, last: int, played: Table) -> None:
    with guest.news(played.id, last=str(last)) as stream:
        frames = up_to(stream, len(PICKS))
    assert changes(frames) == list(range(last + 1, len(PICKS) + 1))
    assert [frame.event for frame in frames][-1] == "state"
    told = [frame.data["pick"] for frame in frames if frame.event == "change"]
    assert told == list(PICKS[last:])


@pytest.fixture(scope="module")
def played(sqlite_server: Server) -> Iterator[Table]:
    with Visitor(sqlite_server.url) as someone:
        table = someone.create()
        table.play(*PICKS)
        yield table


@pytest.mark.parametrize("last", ["x", "-1", "1.5", "14", "999999999", "9" * 500, "\u00b2", "0x1"])
def test_nonsense_gets_the_state(guest: Visitor, last: str, played: Table) -> None:
    headers = {b"last-event-id": last.encode("latin-1")}
    with guest.http.stream("GET", f"{played.path}/events", headers=headers) as response:
        assert response.status_code == 200
        lines = response.iter_lines()
        assert [next(lines), next(lines)] == ["id: 13", "event: state"]


def test_interruptions_lose_and_double_nothing(visitor: Visitor) -> None:
    table = visitor.create()
    seen: list[int] = []
    for k, n in enumerate(PICKS, 1):
        with visitor.news(table.id, last=str(len(seen))) as stream:
            if k % 3:  # sometimes it is cut off before anything was read
                seen += changes(up_to(stream, k - 1))
            table.play(n)
            if k % 2:
                seen += changes(up_to(stream, k))
    with visitor.news(table.id, last=str(len(seen))) as stream:
        seen += changes(up_to(stream, len(PICKS)))
    assert seen == list(range(1, len(PICKS) + 1))


def test_somebody_who_joins_is_news(visitor: Visitor) -> None:
    table = visitor.create("me", "friend")
    with visitor.news(table.id) as stream:
        assert not stream.next().data["people"][1]["joined"]
        table.join(name="Bob")
        frames = stream.through("state", lambda state: state["people"][1]["joined"])
        assert frames[-1].data["people"][1]["name"] == "Bob"
        assert frames[-1].id == "0"


def test_presence_is_known_by_token_and_ends_with_the_stream(guest: Visitor) -> None:
    table = guest.friends()
    with guest.news(table.id) as watching:
        watching.through("state")
        with guest.news(table.id, table.tokens["2"]) as stream:
            stream.through("state")
            told = watching.through("presence", lambda told: told["watching"] == 2)[-1].data
            assert told["seen"][1] == 0.0
            assert told["now"]
            assert guest.state(table.id)["people"][1]["seen"] == 0.0
        watching.through("presence", lambda told: told["watching"] == 1)
        assert guest.state(table.id)["people"][1]["seen"] is not None


def test_a_wrong_token_gets_no_news(visitor: Visitor) -> None:
    table = visitor.friends()
    other = visitor.friends()
    for token in (other.tokens["1"], "x", table.invite):
        assert visitor.get(f"{table.path}/events", token).status == 403
    assert visitor.get("/api/games/none/events").status == 404


# --- stopping -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_stopping_ends_the_streams_and_leaves_in_good_order(
    tmp_path: Path, request: pytest.FixtureRequest, kind: str
) -> None:
    options: dict[str, Any] = {}
    more: list[object] = []
    if kind == "postgres":
        options = {"database": request.getfixturevalue("postgres_database")}
        more = ["--workers", 2]
    with Server(tmp_path, *more, **options) as server, Visitor(server.url) as someone:
        table = someone.friends()
        someone.create("me", "level:3").play(6)  # a worker runs
        table.play(6)
        streams = [someone.news(table.id, last="0") for _ in range(6)]
        for stream in streams:
            stream.__enter__()
            stream.through("state")
        with ThreadPoolExecutor() as pool:
            ended = [pool.submit(list, stream) for stream in streams]
            assert server.stop() == 0
            for rest in ended:
                assert all(frame.event == "presence" for frame in rest.result())
        for stream in streams:
            stream.__exit__(None)
        assert "Traceback" not in server.log.read_text()
        assert '"event": "the server has stopped"' in server.log.read_text()


async def count_turns(turns: list[None]) -> None:
    while True:
        turns.append(None)
        await asyncio.sleep(0)


@in_loop
async def test_whoever_missed_much_gets_it_in_pieces(room: Room) -> None:
    new = await room.create()
    game, sent = new.game, []
    for version in range(1, 251):
        kind = "pick" if version % 2 else "undo"
        n = 6 if version % 2 else None
        game.log.apply([Entry(version=version, seat=1, kind=kind, at=1.0, pick=n)])

    async def send(message: Message) -> None:
        sent.append(message.get("body", b""))
        if b"event: state" in sent[-1]:
            (watcher,) = game.watchers
            watcher.stop()

    charged: list[float] = []
    stream = sse.Stream(room.games, game, 0, 0, lambda: None, charged.append)
    turns: list[None] = []
    others = asyncio.create_task(count_turns(turns))
    await stream({"type": "http"}, asyncio.Event().wait, send)  # type: ignore[arg-type]
    others.cancel()
    assert [part.count(b"event: change") for part in sent] == [0, 100, 100, 50, 0]
    assert len(charged) == 3
    assert len(turns) >= 2  # others were let go on between the pieces
    numbers = [int(line[4:]) for line in b"".join(sent).split(b"\n") if line[:4] == b"id: "]
    assert numbers == [*range(1, 251), 250]


# --- many who come and go -------------------------------------------------------------------------


class Crowd:
    """Streams on one game, and what was written to them."""

    def __init__(self, room: Room, game: OpenGame) -> None:
        self.room, self.game = room, game
        self.sent: list[bytes] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def _send(self, message: Message) -> None:
        if message.get("body"):
            self.sent.append(message["body"])

    async def come(self, count: int, seat: int = 0) -> None:
        for _ in range(count):
            stream = sse.Stream(
                self.room.games, self.game, seat, None, lambda: None, lambda _: None
            )
            never = asyncio.Event()
            work = stream({"type": "http"}, never.wait, self._send)  # type: ignore[arg-type]
            self.tasks.append(asyncio.ensure_future(work))
            await self._settle()

    async def go(self) -> None:
        for watcher in list(self.game.watchers):
            watcher.stop()
            await self._settle()
        await asyncio.gather(*self.tasks)

    async def _settle(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)

    @property
    def notes(self) -> list[int]:
        """How many were watching, as it was told."""
        told = [part for part in self.sent if part.startswith(b"event: presence")]
        return [json.loads(part.partition(b"data: ")[2])["watching"] for part in told]


@in_loop
async def test_many_who_come_and_go_are_told_of_once_in_a_while(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "NOTE_EVERY", 3600.0)
    game = (await room.create()).game
    crowd = Crowd(room, game)
    await crowd.come(200)
    await crowd.go()
    assert len(crowd.sent) == 200  # the state, once for each, and nobody was told of the others
    assert not game.watchers


@in_loop
async def test_the_last_who_came_is_told_of(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "NOTE_EVERY", 0.02)
    monkeypatch.setattr(sse, "PULSE", 3600.0)
    game = (await room.create()).game
    crowd = Crowd(room, game)
    await crowd.come(29)
    game.told_at = asyncio.get_running_loop().time() + 0.1  # whoever comes now comes too early
    await crowd.come(1)
    async with asyncio.timeout(60):
        while crowd.notes.count(30) < 30:  # everybody
            await asyncio.sleep(0.001)
    await crowd.go()
    assert len(crowd.notes) < 30 * 30


@in_loop
async def test_calls_that_change_nothing_are_not_news(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "NOTE_EVERY", 3600.0)  # nor is anybody told of who came
    game = (await room.create()).game
    crowd = Crowd(room, game)
    await crowd.come(3)
    before = len(crowd.sent)
    for _ in range(50):
        game.tell()
        await crowd._settle()
    assert len(crowd.sent) == before
    for watcher in game.watchers:
        watcher.give_pulse()
    await crowd._settle()
    assert len(crowd.sent) == before + 3
    await crowd.go()


@in_loop
async def test_a_player_is_here_while_one_of_several_screens_is(room: Room) -> None:
    game = (await room.create()).game
    watchers = [room.games.presence.watch(game, 1) for _ in range(2)]
    for watcher in watchers:
        assert game.here(1)
        assert not game.here(2)
        room.games.presence.unwatch(game, watcher)
        room.games.presence.unwatch(game, watcher)
    assert not game.here(1)


def test_streams_on_one_game_are_refused_in_a_line(guest: Visitor, sqlite_server: Server) -> None:
    table = guest.create()
    request = f"GET {table.path}/events HTTP/1.1\r\nhost: localhost\r\n\r\n".encode()
    with ExitStack() as stack:
        for _ in range(64):
            place = ("127.0.0.1", sqlite_server.port)
            one = stack.enter_context(socket.create_connection(place, timeout=60))
            one.sendall(request)
            assert one.recv(15) == b"HTTP/1.1 200 OK"
        refused = guest.get(f"{table.path}/events")
        assert refused.status == 429
        assert refused.error.startswith("64 streams of news are open on this game from your side")
        assert guest.get(table.path).status == 200
        with guest.news(guest.create().id) as other:
            assert other.status == 200
