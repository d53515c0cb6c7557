"""Bots move by themselves, once, and only as the rules allow."""

import asyncio
import itertools
import json
from collections import Counter
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

import pytest
from support.desk import Desk, rest
from support.game_logs import news
from support.loops import in_loop
from support.room import Room, picks_of

from lastpick.catalog import load
from lastpick.record import Guess, Person, Record, write
from lastpick.web.asking.pool import asker
from lastpick.web.errors import Busy
from lastpick.web.game.terms import PERSON
from lastpick.web.games import bots, keeper
from lastpick.web.games.bots import Turns
from lastpick.web.games.games import Games
from lastpick.web.games.seating import Admission
from lastpick.web.networks import Asker, Caller, networks


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


@in_loop
async def test_bots_rest_after_a_state_that_took_long_to_tell(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is charged for it; with others to wait for, they do not play at full speed."""
    times, rests = itertools.count(0.0, 0.25), []

    async def sleep(seconds: float) -> None:
        rests.append(seconds)

    monkeypatch.setattr(bots, "thread_time", lambda: next(times))
    monkeypatch.setattr(bots, "sleep", sleep)
    unseen = await room.create(seats=("random", "random"))
    await room.settled(unseen)
    mine = await room.create(seats=(PERSON, "random"))
    room.games.presence.watch(mine.game, 1)
    await room.pick(mine, 1, 6, 0)
    await room.settled(mine)
    assert rests == []
    seen = await room.create(seats=("random", "random"))
    room.games.presence.watch(seen.game, 0)
    await room.settled(seen)
    assert rests == [2.5] * seen.game.log.version


# --- many games of one visitor ----------------------------------------------------------------

OWN = 'numbers = "1-9"\nfollows = "n > last"\n'


class Desks(Room):
    """A room whose questions are answered by false processes, in lanes like the true ones."""

    def __init__(self, folder: Path, seconds: dict[str, float] | None = None) -> None:
        super().__init__(folder)
        self.desk = Desk(seconds, true=True)
        self.pool = self.desk.pool()
        self.games = Games(self.store, self.pool, time=self._time)
        self.games.bots.clock = lambda: self.desk.now

    async def own(self, who: str, *seats: str, seed: int = 1) -> Admission:
        asker.set(networks(who))
        own = {"toml": OWN, "game": "own-game", "numbers": "1-9"}
        return await self.create(**own, seats=seats, seed=seed)


@pytest.fixture
def desks(tmp_path: Path) -> Desks:
    return Desks(tmp_path, {"crowd": 4.0})


async def crowded(desks: Desks) -> int:
    """As many games between bots as one visitor can have; none is being answered."""
    await desks.own("crowd", PERSON, PERSON)  # its file is read
    desks.desk.gate.clear()
    some = (desks.own("crowd", "perfect", "perfect") for _ in range(215))
    asked = await asyncio.gather(*some, return_exceptions=True)
    refused = {str(found) for found in asked if isinstance(found, Busy)}
    assert len(refused) == 1
    assert "50 games between bots are being played for you" in refused.pop()
    await rest()
    desks.desk.served.clear()
    return sum(isinstance(found, Admission) for found in asked)


@in_loop
async def test_the_games_between_bots_of_one_visitor_are_bounded(desks: Desks) -> None:
    assert await crowded(desks) == 50
    thinking = [game for game in desks.open_games if game.thinking]
    assert len(thinking) == 4
    await desks.own("other", "perfect", "perfect")  # nobody else is refused
    await desks.own("crowd", "perfect", PERSON)  # nor is a game with a person
    desks.desk.seconds = {}
    desks.desk.gate.set()
    while any(game.log.bot for game in desks.open_games):
        await rest()
    over = [game for game in desks.open_games if game.of_bots and game.log.play.outcome]
    assert len(over) == 51


@in_loop
async def test_a_review_does_not_wait_for_games_between_bots(desks: Desks) -> None:
    await crowded(desks)
    asker.set(networks("victim"))
    people = (Person("a", None), Person("b", None))
    record = Record(load("divisor-duel"), people, "2026-01-01", (1, 2))
    review = asyncio.create_task(desks.pool.ask("review", write(record)))
    await rest()
    assert desks.desk.served == ["victim"]  # at once
    desks.desk.gate.set()
    assert (await review)["picks"] == [1, 2]


@in_loop
async def test_a_bot_comes_before_another_visitors_many_games(desks: Desks) -> None:
    await crowded(desks)
    victim = await desks.own("victim", "perfect", PERSON)
    desks.desk.gate.set()
    await desks.settled(victim)
    assert len(picks_of(victim)) == 1
    assert desks.desk.served.index("victim") <= 1  # one was being answered, and it is next


@in_loop
async def test_a_game_with_a_person_comes_before_ones_own_games_between_bots(desks: Desks) -> None:
    await crowded(desks)
    begun = len(desks.desk.words)
    mine = await desks.own("crowd", "perfect", PERSON, seed=7)
    desks.desk.gate.set()
    while not picks_of(mine):
        await asyncio.sleep(0)
    seeds = [words[3] for words in desks.desk.words[begun:] if len(words) > 3]
    assert seeds.index(7) <= 4  # as many had begun to think


@in_loop
async def test_bots_go_on_alone_for_a_minute_only(desks: Desks) -> None:
    """Each pick takes four seconds; somebody who looks again, or watches, lets them go on."""
    asker.set(networks("crowd"))
    long = await desks.create(seats=("random", "random"), numbers="1-300", game="non-consecutive")
    while long.game.thinking:
        await rest()
    stopped = desks.desk.now
    assert not long.game.log.play.outcome
    assert 60 <= stopped < 70
    desks.desk.now += 1000.0
    await desks.games.find(long.game.log.id)
    while long.game.thinking:
        await rest()
    assert 60 <= desks.desk.now - stopped - 1000 < 70
    assert not long.game.log.play.outcome
    desks.games.presence.watch(long.game, 0)
    await desks.games.find(long.game.log.id)
    while long.game.thinking:
        await rest()
    assert long.game.log.play.outcome


@in_loop
async def test_a_game_that_waits_is_thought_about_for_whoever_looks_at_it(desks: Desks) -> None:
    await crowded(desks)
    waiting = next(game for game in desks.open_games if game.log.bot and not game.thinking)
    asker.set(networks("victim"))
    await desks.games.find(waiting.log.id)
    assert waiting.thinking
    desks.desk.gate.set()
    while not waiting.log.version:
        await asyncio.sleep(0)
    assert desks.desk.served.index("victim") <= 1


@in_loop
async def test_only_so_many_games_of_one_visitor_wait(
    desks: Desks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "_MOST_WAITING", 2)
    await desks.own("crowd", PERSON, PERSON)  # its file is read
    desks.desk.gate.clear()
    made = [await desks.own("crowd", "perfect", PERSON) for _ in range(8)]
    desks.desk.gate.set()
    while any(new.game.thinking for new in made):
        await rest()
    assert [len(picks_of(new)) for new in made] == [1, 1, 1, 1, 0, 0, 1, 1]
    await desks.games.find(made[4].game.log.id)
    await desks.settled(made[4])
    assert len(picks_of(made[4])) == 1


# --- one of a class ---------------------------------------------------------------------------


def pupil(port: int, address: str = "192.0.2.7") -> Asker:
    return Caller.connected(address, port).asker


def made_by(room: Room, callers: Iterable[Asker]) -> Counter[str]:
    """How many games between bots each of them can make, all of which go on."""
    made: Counter[str] = Counter()
    with ExitStack() as going:
        for caller in callers:
            asker.set(caller)
            try:
                going.enter_context(room.games.bots.room_for_another())
            except Busy:
                continue
            made[caller[0].name] += 1
    return made


@in_loop
async def test_whoever_has_many_games_between_bots_leaves_room_at_its_address(room: Room) -> None:
    """On one connection 50; on three about twice what is left of 150 on each."""
    alone = made_by(room, [pupil(1)] * 200 + [pupil(2)] * 10)
    assert list(alone.values()) == [50, 10]
    three = made_by(room, [pupil(port) for port in (1, 2, 3)] * 200 + [pupil(4)] * 200)
    assert list(three.values()) == [43, 43, 43, 14]
    many = made_by(room, [pupil(port) for port in range(30)] * 200 + [pupil(99)] * 200)
    assert many["192.0.2.7 99"] >= 1
    assert not made_by(room, [pupil(port) for port in range(1_000)])["192.0.2.7 999"]


@pytest.mark.parametrize(("step", "most"), [(1, 400), (256, 800)], ids=["/56", "/48"])
@in_loop
async def test_games_between_bots_of_a_wide_network_are_bounded(
    room: Room, step: int, most: int
) -> None:
    """A new connection in a new /64 each time; other networks have room."""
    wide = [pupil(1, f"2001:db8:1:{step * k % 65_536:x}::1") for k in range(250)]
    made = made_by(room, [*wide * 5, pupil(1, "2001:db8:2::1")])
    assert made.pop("2001:db8:2::1 1") == 1
    assert most - 2 <= made.total() <= most


def test_those_for_whom_bots_play_take_turns() -> None:
    one, two, turns = pupil(1), pupil(2), Turns(at_once=6)
    for number in range(9):
        turns.add(one, f"of one {number}")
    turns.add(two, "of two")
    began = []
    while place := turns.next():
        began.append(place)
        turns.thinking[place[0]] += 1
    games = [game for _, game in began]
    assert games == ["of one 0", "of two", "of one 1", "of one 2", "of one 3"]  # four of one
    for port in (3, 4):
        turns.add(pupil(port), f"of {port}")
    assert turns.next() == (pupil(3), "of 3")
    turns.thinking[pupil(3)] += 1
    assert turns.next() is None  # six in all
    turns.ended(one)
    assert turns.next() == (one, "of one 4")
    assert turns.of(one[0]) == 3 + 4  # that think, and that wait
    assert turns.of(one[-1]) == 5 + 5


def test_where_too_many_games_wait_one_does_of_whom_most_wait_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bots, "_MOST_WAITING", 4)
    turns = Turns(at_once=4)
    for number in range(4):
        turns.add(pupil(1), f"of one {number}")
    for port in (2, 3):
        turns.add(pupil(port), f"of {port}")
    assert {one[0].name: list(games) for one, games in turns.waiting.items()} == {
        "192.0.2.7 1": ["of one 2", "of one 3"],
        "192.0.2.7 2": ["of 2"],
        "192.0.2.7 3": ["of 3"],
    }
