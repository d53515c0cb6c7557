"""Who is here, and what can be claimed from those who are not."""

import pytest
from support.loops import in_loop
from support.room import Room

from lastpick.errors import RecordError
from lastpick.web.errors import Forbidden
from lastpick.web.games.seating import Admission


async def refused(room: Room, new: Admission, seat: int, silent: int) -> None:
    """The other player was here so many seconds ago, which is too few."""
    with pytest.raises(RecordError, match=f"player {3 - seat} was here {silent} seconds ago"):
        await room.claim(new, seat)


async def claimed_after_a_minute(room: Room, new: Admission, seat: int) -> None:
    room.time += 59.0
    await refused(room, new, seat, 59)
    room.time += 1.0
    outcome = (await room.claim(new, seat))["outcome"]
    assert outcome == {"winner": seat, "reason": "left the game"}


@in_loop
async def test_a_claim_needs_silence_at_ones_turn(room: Room) -> None:
    new = await room.create()
    await room.pick(new, 1, 6, 0)
    room.time += 59.0
    await refused(room, new, 1, 59)
    with pytest.raises(Forbidden):
        await room.claim(new, 2)  # to move, and by this it is heard
    room.time += 30.0
    await refused(room, new, 1, 30)
    watcher = room.games.presence.watch(new.game, 2)
    room.time += 1000.0
    await refused(room, new, 1, 0)
    room.games.presence.unwatch(new.game, watcher)
    await claimed_after_a_minute(room, new, 1)


@in_loop
async def test_whoever_was_away_before_ones_pick_gets_time_to_answer_it(room: Room) -> None:
    new = await room.create()
    room.time += 1000.0
    await room.pick(new, 1, 6, 0)
    await claimed_after_a_minute(room, new, 1)


@in_loop
async def test_whoever_leaves_before_the_first_pick_can_be_claimed_from(room: Room) -> None:
    await claimed_after_a_minute(room, await room.create(), 2)


@in_loop
async def test_a_rematch_that_the_other_one_never_enters_can_be_claimed(room: Room) -> None:
    new = await room.create()
    game_id = new.game.log.id
    await room.games.resign(game_id, new.tokens["1"], 0, "resign")
    await room.games.rematch(game_id, new.tokens["2"], 1, "again")  # to start, and never comes
    agreed = await room.games.rematch(game_id, new.tokens["1"], 2, "yes")
    assert isinstance(agreed, Admission)
    assert [one["joined"] for one in agreed.game.people(room.time)["people"]] == [True, True]
    await claimed_after_a_minute(room, agreed, 2)


@in_loop
async def test_what_the_store_has_not_heard_yet_is_not_forgotten(room: Room) -> None:
    game = (await room.create()).game
    before = game.row
    room.time += 9.0
    room.games.presence.hear(game, 2)
    assert not game.take_people(before)  # nobody came or went, and nothing is news
    assert (game.idle_seconds(1, room.time), game.idle_seconds(2, room.time)) == (9.0, 0.0)
    one, two = before.seats
    assert game.take_people(before._replace(seats=(one, two._replace(name="Bob"))))
    assert game.revision == 1
