"""No work in the background ends unnoticed, and what must go on does."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from support.loops import in_loop
from support.room import Room

from lastpick.web import routine
from lastpick.web.errors import StoreError
from lastpick.web.game.terms import PERSON
from lastpick.web.games import clocks, housekeeping, keeper, presence, server_time
from lastpick.web.games.background import Background


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routine, "AGAIN", 0.0)


def stumbling(failures: list[Exception]) -> tuple[Callable[..., Awaitable[Any]], asyncio.Event]:
    """A function that fails as told, and then says that it was called once more."""
    called = asyncio.Event()

    async def stumble(*_: object) -> None:
        if failures:
            raise failures.pop()
        called.set()
        await asyncio.Event().wait()

    return stumble, called


@in_loop
async def test_a_routine_begins_again_after_anything(caplog: pytest.LogCaptureFixture) -> None:
    work, called = stumbling([KeyError("odd"), StoreError("away"), RuntimeError("worse")])
    background = Background()
    background.keep("the work", work)
    await asyncio.wait_for(called.wait(), 60)
    await background.close()
    logged = [record.getMessage() for record in caplog.records]
    assert logged == ["the work failed, and begins again"] * 2  # the store logs its own failures


@in_loop
async def test_a_routine_that_ends_begins_again() -> None:
    background, ends = Background(), 0
    third = asyncio.Event()

    async def end() -> None:
        nonlocal ends
        ends += 1
        if ends == 3:
            third.set()

    background.keep("the work", end)
    await asyncio.wait_for(third.wait(), 60)
    await background.close()


@in_loop
async def test_a_task_that_fails_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    background = Background()

    async def fail() -> None:
        raise KeyError("odd")

    await asyncio.wait([background.start(fail())])
    (record,) = caplog.records
    assert record.exc_info
    assert record.exc_info[0] is KeyError
    await background.close()


@pytest.mark.parametrize("part", ["clocks", "presence", "housekeeping", "time"])
def test_every_routine_of_a_server_goes_on_after_anything(
    part: str, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    @in_loop
    async def in_its_loop() -> None:
        work, called = stumbling([RuntimeError("odd"), AttributeError("worse")])
        monkeypatch.setattr(clocks, "_TICK", 0.0)
        for module in (presence, housekeeping, server_time):
            monkeypatch.setattr(module, "_EVERY", 0.0)
        games = room.games
        where, name = {
            "clocks": (type(games._clocks), "keep_watching"),
            "presence": (type(games.presence), "ask_others"),
            "housekeeping": (type(games.housekeeping), "sweep"),
            "time": (type(games.time), "beat"),
        }[part]
        monkeypatch.setattr(where, name, work)
        async with room:
            await asyncio.wait_for(called.wait(), 60)

    in_its_loop()


@in_loop
async def test_a_bot_thinks_again_after_anything(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(keeper, "_AGAIN", 0.0)
    failures = [RuntimeError("odd"), KeyError("worse")]
    ask = room.bots.ask

    async def stumble(*words: Any, **more: Any) -> Any:
        if failures:
            raise failures.pop()
        return await ask(*words, **more)

    monkeypatch.setattr(room.bots, "ask", stumble)
    room.bots.picks = [6]
    new = await room.create(seats=("level:1", PERSON))
    watcher = room.games.presence.watch(new.game, 2)
    async with asyncio.timeout(60):
        while not new.game.log.version:
            watcher.wake.clear()
            await watcher.wake.wait()
    assert new.game.log.play.position.picks == (6,)
    assert [vars(record)["game"] for record in caplog.records] == [new.game.log.id] * 2
