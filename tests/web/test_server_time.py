"""The server's own time: what it believes, what it keeps, and what it costs nobody."""

import asyncio
import logging
import re
import time
from glob import glob
from pathlib import Path

import asyncpg
import pytest
from support.game_logs import terms
from support.loops import in_loop
from support.room import Room
from support.server_times import Ticks
from support.serving import Server, left_out, new_database
from support.visitor import Visitor

from lastpick.web.errors import StoreError
from lastpick.web.game.entry import Entry
from lastpick.web.game.terms import Clock
from lastpick.web.games import clocks, housekeeping
from lastpick.web.games.server_time import ServerTime
from lastpick.web.store import connect, postgres, sqlite
from lastpick.web.store.rows import GameRow, SeatRow, TimeSeen
from lastpick.web.store.sqlite import Sqlite


class Reluctant(Sqlite):
    """A store that can be told to fail, and counts how often it was asked to keep the time."""

    works = True
    kept = 0

    async def keep_time(self, seen: float) -> TimeSeen:
        if not self.works:
            raise StoreError("the disk is full")
        self.kept += 1
        return await super().keep_time(seen)


class Started:
    """A server's time and its store, as a process has them: open within `async with`."""

    def __init__(self, folder: Path, ticks: float = 500.0) -> None:
        self.store = Reluctant(str(folder / "games.sqlite"))
        self.ticks = Ticks(ticks)
        self.time = ServerTime(self.store, self.ticks)

    async def __aenter__(self) -> "Started":
        await self.store.open()
        await self.time.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.store.close()  # and nothing else, as if the process had been killed

    async def live(self, seconds: int) -> float:
        """Let time pass as it does, with a beat each second; the time after that."""
        for _ in range(seconds):
            self.ticks.at += 1.0
            await self.time.beat()
        return self.time.now()


@in_loop
async def test_it_goes_on_as_the_monotonic_clock_does_between_beats(tmp_path: Path) -> None:
    async with Started(tmp_path) as server:
        begin = server.time.now()
        server.ticks.at += 0.75
        assert server.time.now() == begin + 0.75
        await server.time.beat()
        assert server.time.now() == begin + 0.75
        assert await server.live(100) == begin + 100.75


@in_loop
async def test_seconds_in_which_the_server_stood_still_do_not_count(tmp_path: Path) -> None:
    async with Started(tmp_path) as server:
        begin = server.time.now()
        server.ticks.at += 3600.0
        assert server.time.now() == begin + 2.0
        await server.time.beat()
        assert server.time.now() == begin + 2.0
        assert await server.live(1) == begin + 3.0


@in_loop
async def test_it_continues_where_it_stopped(tmp_path: Path) -> None:
    async with Started(tmp_path) as first:
        begin = first.time.now()
        stopped = await first.live(60)
        await first.time.close()
    for ticks in (0.0, 1e9):  # another process, another day, another machine
        async with Started(tmp_path, ticks) as later:
            assert (later.time.began, later.time.now()) == (begin, stopped)


@in_loop
async def test_after_a_crash_it_is_no_further_than_it_was_and_seconds_behind(
    tmp_path: Path,
) -> None:
    async with Started(tmp_path) as first:
        before = await first.live(60)
        crashed = await first.live(1)
    async with Started(tmp_path) as later:
        assert before <= later.time.now() <= crashed


@in_loop
async def test_a_time_that_nobody_asks_for_is_not_written(tmp_path: Path) -> None:
    async with Started(tmp_path) as server:
        await server.live(3)
        await server.time.beat()
        kept, begin = server.store.kept, server.time.now()
        await server.time.beat()
        assert server.store.kept == kept + 1
        for _ in range(1000):
            server.ticks.at += 1.0
            await server.time.beat()
        assert server.store.kept == kept + 1
        assert server.time.now() == begin + 1000.0


@in_loop
async def test_while_nothing_can_be_kept_it_stands_still(tmp_path: Path) -> None:
    async with Started(tmp_path) as server:
        begin = server.time.now()
        server.store.works = False
        for _ in range(100):
            server.ticks.at += 1.0
            with pytest.raises(StoreError):
                await server.time.beat()
        assert server.time.now() == begin + 2.0
        server.store.works = True
        assert await server.live(2) == begin + 3.0  # the first beat believes no more than before


# --- several servers, one time ------------------------------------------------------------------


@pytest.fixture
def shared(postgres_database: str, request: pytest.FixtureRequest) -> str:
    return new_database(postgres_database, request.node.name[:60])


async def put_back(address: str, seconds: float) -> None:
    """As if the last beat had been so many seconds earlier by the database's clock."""
    db = await asyncpg.connect(address)
    await db.execute("UPDATE clock SET at = at - make_interval(secs => $1)", seconds)
    await db.close()


@in_loop
async def test_servers_that_share_a_store_share_its_time(shared: str) -> None:
    one, two = connect(shared), connect(shared)
    await asyncio.gather(one.open(), two.open())
    began, seen = await one.keep_time(0.0)
    for away in (3600.0, -3600.0):  # nobody was there, or the database's clock was put back
        await put_back(shared, away)
        assert await two.keep_time(0.0) == (began, seen)
    assert (await one.keep_time(seen + 500.0)).seen == seen + 500.0  # which it has seen itself
    heard = (await two.keep_time(0.0)).seen
    assert seen + 500.0 <= heard <= seen + 502.0
    while (later := (await two.keep_time(0.0)).seen) < heard + 1.0:  # until no pause was too long
        await put_back(shared, 1.0)
    assert later <= heard + 3.0
    await asyncio.gather(one.close(), two.close())


# --- databases from before ------------------------------------------------------------------------


OLD = GameRow("old", terms(clock=Clock(60, 1)), b"secret", (SeatRow(b"one", None, 70.0), SeatRow()))


async def as_before(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database whose schema is the one before there was a clock."""
    for module in (sqlite, postgres):
        steps = module.MIGRATIONS
        first = next(k for k, step in enumerate(steps) if "TABLE clock" in step)
        monkeypatch.setattr(module, "MIGRATIONS", steps[:first])
    monkeypatch.setattr(sqlite, "_AHEAD", "SELECT ?1")  # nobody wrote a time down,
    monkeypatch.setattr(sqlite, "_TIMES", "SELECT 0, 0")  # or looked for one
    store = connect(address)
    await store.open()
    await store.create(OLD, 50.0)
    await store.append("old", [Entry(version=1, seat=1, kind="pick", at=90.0, pick=6)])
    await store.close()
    monkeypatch.undo()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_an_older_database_goes_on_at_the_latest_time_in_it(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "games.sqlite"
    address = str(there) if kind == "sqlite" else request.getfixturevalue("shared")

    async def main() -> None:
        await as_before(address, monkeypatch)
        store = connect(address)
        await store.open()
        began, seen = await store.keep_time(0.0)
        await store.close()
        assert began == 90.0 <= seen < 92.0

    asyncio.run(main())


@in_loop
async def test_a_new_database_begins_at_the_date(tmp_path: Path) -> None:
    before = time.time()
    async with Started(tmp_path) as server:
        assert before - 1.0 <= server.time.began <= time.time() + 1.0


@in_loop
async def test_what_an_older_server_dated_wrongly_sweeps_nothing(room: Room) -> None:
    await room.create()
    room.games.time.began = room.time - 1.0
    for days in (0, 29):
        room.time += days * 86400
        await room.games.housekeeping.sweep()
        assert [*room.open_games]
    room.time += 86400 + 1.0
    await room.games.housekeeping.sweep()
    assert not [*room.open_games]


# --- no round of what goes on ends it -----------------------------------------------------------


@in_loop
async def test_a_clock_that_cannot_be_watched_once_is_watched_again(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(clocks, "_TICK", 0.0)
    new = await room.create(clock=Clock(10, 0))
    await room.pick(new, 1, 6, 0)
    watcher = room.games.presence.watch(new.game, 0)
    watcher.wake.clear()
    add, fails = room.games.keeper.add, [RuntimeError("a surprise")]

    async def unsure(*words: object) -> bool:
        if fails:
            raise fails.pop()
        return await add(*words)  # type: ignore[arg-type]

    monkeypatch.setattr(room.games.keeper, "add", unsure)
    room.time += 10.0
    await asyncio.wait_for(watcher.wake.wait(), 60)
    assert new.game.log.play.outcome == (1, "out of time")
    assert [
        logged.getMessage() for logged in caplog.records if logged.levelno >= logging.ERROR
    ] == ["watching a clock failed, and begins again"]


@in_loop
async def test_a_sweep_that_fails_is_followed_by_another(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "_EVERY", 0.0)
    again, tries = asyncio.Event(), 0

    async def unsure(_: float) -> list[str]:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise RuntimeError("a surprise")
        again.set()
        return []

    monkeypatch.setattr(room.store, "sweep", unsure)
    room.time += 31 * 86400
    sweeping = asyncio.create_task(room.games.housekeeping.keep_sweeping())
    await asyncio.wait_for(again.wait(), 60)
    sweeping.cancel()


# --- real processes on wrong days -----------------------------------------------------------------


def on_another_day(days: int) -> dict[str, str]:
    """What makes a process believe in another date; its monotonic clock is left alone."""
    found = glob("/usr/lib/*/faketime/libfaketime.so.1")
    if not found:
        left_out("libfaketime", "install it with: apt-get install faketime")
    return {"LD_PRELOAD": found[0], "FAKETIME": f"{days:+}d", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}


@pytest.mark.parametrize(("kind", "wrong"), [("sqlite", (400, -4000)), ("postgres", (400,))])
def test_neither_a_crash_nor_a_wrong_date_costs_a_clock_a_claim_or_a_game(
    kind: str, wrong: tuple[int, ...], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database = None if kind == "sqlite" else request.getfixturevalue("shared")
    with Server(tmp_path, "--claim-after", 600, database=database) as server:
        with Visitor(server.url) as visitor:
            timed = visitor.friends(clock={"seconds": 600, "increment": 0})
            timed.pick(1, 6)
            quiet = visitor.friends()
            quiet.pick(1, 6)
        for days in wrong:
            server.kill()
            server.start(on_another_day(days))
            with Visitor(server.url) as visitor:
                timed.visitor = quiet.visitor = visitor
                state = timed.state
                clock = state["clock"]
                assert (state["outcome"], clock["running"]) == (None, True)
                assert state["now"] - clock["since"] < 300  # of which the processes lived seconds
                refused = quiet.act("claim", 1)
                assert refused.status == 422, refused.body
                (silent,) = re.findall(r"player 2 was here (\d+) seconds ago", refused.error)
                assert int(silent) < 300
