"""Bots move by themselves, once, and only as the rules allow."""

import json

import pytest
from support.game_logs import news
from support.loops import in_loop
from support.room import Room, picks_of

from lastpick.record import Guess
from lastpick.web.game.terms import PERSON
from lastpick.web.games import keeper


@in_loop
async def test_a_bot_tries_again_when_somebody_looks(room: Room) -> None:
    new = await room.create(seats=(PERSON, "greedy"))
    room.bots.picks = [3, 3]
    room.bots.gate.clear()
    await room.pick(new, 1, 6, 0)
    room.store.fails = "before"
    room.bots.gate.set()
    await room.settled(new)
    assert new.game.log.version == 1
    await room.games.find(new.game.log.id)
    await room.settled(new)
    assert picks_of(new) == (6, 3)


@in_loop
async def test_a_bot_moves_once_the_store_works_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "_AGAIN", 0.0)
    room.bots.gate.clear()
    room.bots.picks = [6, 6]
    new = await room.create(seats=("level:1", PERSON))
    room.games.presence.watch(new.game, 2)
    room.store.fails = "before"
    room.bots.gate.set()
    await room.settled(new)
    assert picks_of(new) == (6,)


@in_loop
async def test_a_bot_for_which_it_is_too_hard_picks_anything_legal(room: Room) -> None:
    new = await room.create(seats=("perfect", "perfect"))
    await room.settled(new)
    assert new.game.log.play.outcome
    assert len(room.bots.asked) == new.game.log.version


@in_loop
async def test_a_bot_that_does_not_know_says_so(room: Room) -> None:
    """A guess stays one in the state, in the record, and in what is read from the store."""
    new = await room.create(seats=(PERSON, "perfect"))
    room.bots.picks = [Guess(3)]
    await room.pick(new, 1, 6, 0)
    await room.settled(new)
    log = new.game.log
    assert log.state()["unsolved"] == [0, 1]
    assert json.loads(news(log)[-1])["kind"] == "pick"
    assert "\nUnsolved 2: 1 pick\n" in log.record((None, None))
    stored = await room.store.entries(log.id, 0)
    assert [entry.kind for entry in stored] == ["pick", "guess"]
    assert log.at(2).state()["unsolved"] == [0, 1]
    room.bots.picks = [1]
    await room.pick(new, 1, 9, 2)
    await room.settled(new)
    assert log.state()["unsolved"] == [0, 1]


@in_loop
async def test_a_bot_for_which_it_is_too_hard_guesses_greedily(room: Room) -> None:
    new = await room.create(seats=(PERSON, "perfect"))
    await room.pick(new, 1, 6, 0)
    await room.settled(new)
    position = new.game.log.play.game.play([6])
    answers = {n: len(position.pick(n).legal) for n in position.legal}
    chosen = picks_of(new)[1]
    assert answers[chosen] == min(answers.values())
    assert new.game.log.state()["unsolved"] == [0, 1]


@in_loop
async def test_a_takeback_while_the_bot_thinks_wins(room: Room) -> None:
    new = await room.create(seats=(PERSON, "greedy"))
    game_id, token = new.game.log.id, new.tokens["1"]
    room.bots.picks = [3]
    room.bots.gate.clear()
    await room.pick(new, 1, 6, 0)
    state = json.loads(await room.games.takeback(game_id, token, 1, "back", True))
    assert state["picks"] == []
    room.bots.gate.set()
    await room.settled(new)
    assert new.game.log.version == 2


@in_loop
async def test_an_illegal_pick_of_a_bot_is_never_kept(room: Room) -> None:
    new = await room.create(seats=(PERSON, "greedy"))
    room.bots.picks = [14]
    await room.pick(new, 1, 6, 0)
    await room.settled(new)
    assert picks_of(new) == (6,)
    assert len(await room.store.entries(new.game.log.id, 0)) == 1
