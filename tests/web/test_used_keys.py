"""A key is good for one call: whoever repeats that gets its answer, anything else is refused.

The games are put away before each look, so that what is remembered comes from the store.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable

import pytest
from support.loops import in_loop
from support.room import Room

from lastpick.errors import RecordError
from lastpick.web.errors import Forbidden, status
from lastpick.web.games.seating import Admission

Call = Callable[[], Awaitable[object]]


def calls(room: Room, new: Admission, seat: int, key: str, version: int) -> dict[str, Call]:
    """All that a seat can call with a key."""
    at = (new.game.log.id, new.tokens[str(seat)], version, key)
    games = room.games
    return {
        "pick 6": lambda: games.pick(*at, 6),
        "pick 3": lambda: games.pick(*at, 3),
        "agree": lambda: games.takeback(*at, agree=True),
        "decline": lambda: games.takeback(*at, agree=False),
        "resign": lambda: games.resign(*at),
        "claim": lambda: games.claim(*at),
        "rematch": lambda: games.rematch(*at),
    }


async def play(room: Room, new: Admission) -> list[tuple[int, str, int, str]]:
    """A game with an effect of every call: whose, the key, the version, and which."""
    made = [
        (1, "a", 0, "pick 6"),
        (1, "b", 1, "agree"),  # that is, asks
        (2, "c", 2, "decline"),
        (1, "d", 3, "agree"),
        (2, "e", 4, "agree"),
        (1, "f", 5, "pick 6"),
        (2, "g", 6, "pick 3"),
        (2, "h", 7, "resign"),
        (1, "i", 8, "rematch"),
    ]
    for seat, key, version, call in made:
        await calls(room, new, seat, key, version)[call]()
    return made


async def refused(call: Call) -> None:
    with pytest.raises(RecordError, match="this key was used for another call") as caught:
        await call()
    assert status(caught.value) == 422


@in_loop
async def test_a_used_key_is_refused_for_every_other_call(room: Room) -> None:
    new = await room.create()
    for seat, key, version, made in await play(room, new):
        for name, call in calls(room, new, seat, key, version).items():
            room.open_games.drop(new.game.log.id)
            if name == made:
                assert await call()
            else:
                await refused(call)
    assert (await room.games.find(new.game.log.id)).log.version == 9


@in_loop
async def test_a_used_key_is_refused_for_the_same_call_at_another_version(room: Room) -> None:
    new = await room.create()
    for seat, key, version, made in await play(room, new):
        room.open_games.drop(new.game.log.id)
        for at in (version - 1, version + 1, 9):
            await refused(calls(room, new, seat, key, at)[made])


@in_loop
async def test_one_call_that_takes_two_picks_back_is_answered_as_often_as_it_is_made(
    room: Room,
) -> None:
    """Its key stands at the first of its entries, and both calls come before either is answered."""
    new = await room.create()
    await room.pick(new, 1, 6, 0)
    await room.pick(new, 2, 3, 1)
    await calls(room, new, 1, "ask", 2)["agree"]()
    agree = calls(room, new, 2, "mine", 3)["agree"]
    async with new.game.lock:
        made = [asyncio.ensure_future(agree()) for _ in range(2)]
        while len(new.game.lock._waiters or ()) < 2:
            await asyncio.sleep(0)
    one, two = await asyncio.gather(*made)
    assert isinstance(one, bytes)
    assert one == two
    assert (json.loads(one)["version"], json.loads(one)["picks"]) == (5, [])
    stored = await room.store.entries(new.game.log.id, 0)
    assert [entry.key for entry in stored[-2:]] == ["2 mine", None]
    room.open_games.drop(new.game.log.id)
    assert await agree() == one


@in_loop
async def test_a_claim_has_a_key_too(room: Room) -> None:
    new = await room.create()
    await room.pick(new, 1, 6, 0)
    room.time += 100
    claim = calls(room, new, 1, "mine", 1)["claim"]
    answer = await claim()
    room.open_games.drop(new.game.log.id)
    assert await claim() == answer
    for name in ("resign", "agree", "decline", "pick 6", "rematch"):
        await refused(calls(room, new, 1, "mine", 1)[name])
    await refused(calls(room, new, 1, "mine", 2)["claim"])


@in_loop
async def test_the_answer_is_that_of_the_time_however_much_came_after_it(room: Room) -> None:
    new, answers = await room.create(shared=True), []
    for version in range(0, 40, 2):
        answers.append(await room.pick(new, 1, 6, version, f"pick {version}"))
        back = calls(room, new, 1, f"back {version}", version + 1)["agree"]
        answers.append(json.loads(await back()))  # type: ignore[arg-type]
    room.open_games.drop(new.game.log.id)
    for version, before in enumerate(answers):
        if version % 2:
            call = calls(room, new, 1, f"back {version - 1}", version)["agree"]
        else:
            call = calls(room, new, 1, f"pick {version}", version)["pick 6"]
        assert json.loads(await call()) == before  # type: ignore[arg-type]


@in_loop
async def test_a_refused_call_leaves_its_key_unused(room: Room) -> None:
    new = await room.create()
    with pytest.raises(Forbidden):
        await room.pick(new, 2, 6, 0, "mine")
    await room.pick(new, 1, 6, 0)
    assert (await room.pick(new, 2, 3, 1, "mine"))["picks"] == [6, 3]


@in_loop
async def test_of_two_calls_with_one_key_at_once_the_other_one_is_refused(room: Room) -> None:
    new = await room.create()
    both = [calls(room, new, 1, "mine", 0)[name]() for name in ("pick 6", "pick 3")]
    one, two = await asyncio.gather(*both, return_exceptions=True)
    assert isinstance(one, bytes)
    assert isinstance(two, RecordError)


@in_loop
async def test_who_joins_again_by_a_key_gets_the_seat_whatever_the_name(room: Room) -> None:
    """The key says who it is, and no more: a name is changed by the call for that."""
    from support.game_logs import terms

    made = await room.games.create(terms(invited_seat=2), [1], ("Ann", None))
    game_id, invite = made.game.log.id, str(made.invite)
    first = await room.games.join(game_id, invite, "mine", "Bob")
    again = await room.games.join(game_id, invite, "mine", "Cy")
    assert again.tokens == first.tokens
    assert again.game.row.seats[1].name == "Bob"
    with pytest.raises(Forbidden, match="somebody else has taken this seat"):
        await room.games.join(game_id, invite, "another", "Bob")
