"""Calls count once, whatever happens to the store and whoever else calls."""

import asyncio

import pytest
from support.loops import in_loop
from support.room import Room

from lastpick.web.errors import Stale, StoreError


@pytest.mark.parametrize("fails", ["before", "after"])
@in_loop
async def test_a_pick_counts_once_though_the_store_stumbled(room: Room, fails: str) -> None:
    new = await room.create()
    room.store.fails = fails
    with pytest.raises(StoreError):
        await room.pick(new, 1, 6, 0)
    again = await room.pick(new, 1, 6, 0)
    assert (again["version"], again["picks"]) == (1, [6])
    assert len(await room.store.entries(new.game.log.id, 0)) == 1


@in_loop
async def test_whoever_looks_after_a_stumble_sees_what_was_committed(room: Room) -> None:
    new = await room.create()
    room.store.fails = "after"
    with pytest.raises(StoreError):
        await room.pick(new, 1, 6, 0)
    assert (await room.games.find(new.game.log.id)).log.play.position.picks == (6,)


@in_loop
async def test_calls_at_the_same_moment_are_decided_one_by_one(room: Room) -> None:
    new = await room.create()
    calls = [room.pick(new, 1, n, 0, f"key {n}") for n in range(1, 21)]
    found = await asyncio.gather(*calls, return_exceptions=True)
    assert [type(answer) for answer in found].count(Stale) == 19
    (won,) = [answer for answer in found if isinstance(answer, dict)]
    assert won["version"] == 1
    log = await room.store.entries(new.game.log.id, 0)
    assert [entry.pick for entry in log] == won["picks"]


@in_loop
async def test_the_same_call_at_the_same_moment_is_done_once(room: Room) -> None:
    new = await room.create()
    game_id, token = new.game.log.id, new.tokens["1"]
    calls = [room.games.pick(game_id, token, 0, "same", 6) for _ in range(10)]
    assert len(set(await asyncio.gather(*calls))) == 1
    assert new.game.log.version == 1
