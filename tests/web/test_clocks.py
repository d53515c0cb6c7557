"""A clock that runs out ends the game, whether or not anybody asks."""

import asyncio
import json

import pytest
from support.game_logs import news
from support.loops import in_loop
from support.room import Room

from lastpick.record import RESIGN, TIMEOUT
from lastpick.web.errors import Stale
from lastpick.web.game.actions import NewEntry
from lastpick.web.game.entry import PICK
from lastpick.web.game.terms import Clock


@in_loop
async def test_a_clock_that_ran_out_ends_the_game_for_whoever_looks(room: Room) -> None:
    new = await room.create(clock=Clock(10, 0))
    await room.pick(new, 1, 6, 0)
    room.time += 9.9
    assert not (await room.games.find(new.game.log.id)).log.play.outcome
    room.time += 0.2
    found = await room.games.find(new.game.log.id)
    assert found.log.play.outcome == (1, "out of time")
    with pytest.raises(Stale):
        await room.pick(new, 2, 3, 1)


@in_loop
async def test_the_end_of_the_time_is_news_without_anybody_asking(room: Room) -> None:
    new = await room.create(clock=Clock(10, 0))
    await room.pick(new, 1, 6, 0)
    watcher = room.games.presence.watch(new.game, 0)
    watcher.wake.clear()
    room.time += 10.0
    await asyncio.wait_for(watcher.wake.wait(), 30)
    assert new.game.log.play.outcome == (1, "out of time")
    assert json.loads(news(new.game.log)[-1]) == {
        "version": 2,
        "kind": "timeout",
        "seat": 2,
    }


@pytest.mark.parametrize("other", ["ends it too", "resigns"])
@in_loop
async def test_whoever_waited_for_the_lock_looks_at_the_clock_again(room: Room, other: str) -> None:
    """Several see that the time is up; what the first of them adds has ended the game."""
    new = await room.create(clock=Clock(10, 0))
    await room.pick(new, 1, 6, 0)
    game = new.game
    async with game.lock:
        room.time += 10.0
        looks = [asyncio.create_task(room.games.find(game.log.id)) for _ in range(2)]
        while len(game.lock._waiters or ()) < 2:  # both have seen it, and wait for the lock
            await asyncio.sleep(0)
        if other == "resigns":
            assert await room.games.keeper.add(game, [NewEntry(2, RESIGN)])
    await asyncio.gather(*looks)
    stored = await room.store.entries(game.log.id, 0)
    assert [entry.kind for entry in stored] == [PICK, RESIGN if other == "resigns" else TIMEOUT]


@in_loop
async def test_a_pick_after_the_time_is_no_pick(room: Room) -> None:
    new = await room.create(clock=Clock(10, 0))
    await room.pick(new, 1, 6, 0)
    room.time += 10.0
    with pytest.raises(Stale) as refused:
        await room.pick(new, 2, 3, 1)
    assert json.loads(refused.value.state)["outcome"] == {"winner": 1, "reason": "out of time"}
