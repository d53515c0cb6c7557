"""A game follows from its log alone: whatever happened, replaying it gives the same state."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from support.drawn import Pair, choices, games, picks_of
from support.game_logs import BOOKS, PEOPLE, add, game_log, news, picks, played, wander
from support.model import Table as Model

from lastpick.catalog import Book, book_of
from lastpick.catalog.situation import stuck, task
from lastpick.record import Person, gone, parse
from lastpick.web.game.actions import NewEntry
from lastpick.web.game.entry import Entry
from lastpick.web.game.game_log import GameLog
from lastpick.web.game.terms import PERSON, Clock

SEEDS = range(6)


def wandered(book: Book, seed: int, **changes: Any) -> GameLog:
    log = game_log(book, **changes)
    wander(log, Random(seed), 60)
    return log


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: str(book.game.name))
@pytest.mark.parametrize("seed", SEEDS)
def test_the_state_is_what_the_engine_makes_of_the_log(book: Book, seed: int) -> None:
    log = wandered(book, seed, clock=Clock(10_000, 3))
    play = played(log)
    state = json.loads(log.json())
    assert state["picks"] == list(play.position.picks)
    assert state["last"] == play.position.last
    assert (state["start"], state["last_pick"]) == (book.game.start_from, book.game.last_pick)
    assert state["turn"] == play.turn
    assert state["version"] == len(log.entries) == len(news(log))
    assert state["outcome"] == (play.outcome._asdict() if play.outcome else None)
    legal = [] if play.outcome else list(play.position.legal)
    assert state["legal"] == legal
    assert state["removes"] == {str(n): list(play.position.removal(n)) for n in legal}
    assert state["gone"] == {str(n): by for n, by in gone(play.position).items()}
    assert state["task"] == (None if play.outcome else task(play.position))
    assert state["stuck"] == (None if play.position.legal else stuck(play.position))


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: str(book.game.name))
def test_a_game_is_the_same_however_its_log_arrives(book: Book) -> None:
    log = wandered(book, 7, clock=Clock(10_000, 3))
    assert log.version > 5
    whole, parts = game_log(book, clock=Clock(10_000, 3)), game_log(book, clock=Clock(10_000, 3))
    whole.apply(log.entries)
    for entry in log.entries:
        parts.apply([entry])
        parts.json()
    assert log.json() == whole.json() == parts.json()
    assert news(log) == news(whole) == news(parts)
    assert log.keys == whole.keys


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: str(book.game.name))
def test_a_game_knows_its_past(book: Book) -> None:
    log, past = game_log(book), []
    rng = Random(3)
    for _ in range(25):
        wander(log, rng, 1)
        past.append((log.version, log.json()))
    for version, state in past:
        assert log.at(version).json() == state
    assert log.at(0).json() == game_log(book).json()


@given(games(), choices())
def test_what_is_gone_and_by_which_pick(pair: Pair, chosen: list[int]) -> None:
    log = game_log(book_of(pair.game))
    model = Model(pair.rules)
    start = pair.rules.start_from
    left_with = {start: start} if start is not None and start in pair.game.numbers else {}
    for n in picks_of(pair.game, chosen):
        left_with |= dict.fromkeys(model.leaves_with(n), n)
        model.pick(n)
        picks(log, n)
        assert log.gone == left_with
    assert set(log.state()["legal"]) == model.legal()
    assert log.gone == gone(log.play.position)


def test_an_undo_brings_back_what_had_left() -> None:
    prime = next(book for book in BOOKS if book.game.name == "prime-rumble")
    log = picks(game_log(prime), 7, 5)
    assert log.gone[49] == 7
    assert log.gone[35] == 7
    add(log, [NewEntry(1, "undo")])
    assert log.gone == dict.fromkeys(range(7, 51, 7), 7)
    add(log, [NewEntry(1, "undo")])
    assert log.gone == {}


def test_a_change_tells_what_was_removed_at_that_moment() -> None:
    prime = next(book for book in BOOKS if book.game.name == "prime-rumble")
    log = picks(game_log(prime), 7, 5)
    add(log, [NewEntry(1, "ask")])
    told = [json.loads(change) for change in news(log)]
    assert told == [
        {"version": 1, "kind": "pick", "seat": 1, "pick": 7, "removed": list(range(7, 51, 7))},
        {"version": 2, "kind": "pick", "seat": 2, "pick": 5,
         "removed": [n for n in range(5, 51, 5) if n % 7]},
        {"version": 3, "kind": "ask", "seat": 1},
    ]  # fmt: skip


# --- the clock ----------------------------------------------------------------------------------


def clocks(log: GameLog) -> tuple[list[float], bool]:
    told = log.state()["clock"]
    return told["left"], told["running"]


def test_the_clock_runs_from_the_first_pick_on() -> None:
    log = game_log(clock=Clock(60, 5))
    assert clocks(log) == ([60.0, 60.0], False)
    assert log.time_left(1e9) is None
    picks(log, 6, at=1000.0)
    assert clocks(log) == ([60.0, 60.0], True)
    picks(log, 3, at=1010.5)
    assert clocks(log) == ([60.0, 54.5], True)
    assert log.time_left(1010.5) == 60.0
    assert log.time_left(1100.5) == -30.0
    picks(log, 9, at=1012.5)
    assert clocks(log) == ([63.0, 54.5], True)


def test_talk_costs_no_time_and_an_undo_only_what_has_passed() -> None:
    log = picks(game_log(clock=Clock(60, 5)), 6, at=0.0)
    add(log, [NewEntry(1, "ask")], at=10.0)
    assert clocks(log) == ([60.0, 60.0], True)
    add(log, [NewEntry(2, "undo")], at=20.0)
    assert clocks(log) == ([60.0, 40.0], True)
    assert log.time_left(30.0) == 50.0


def test_a_clock_never_goes_back_nor_below_nothing() -> None:
    log = picks(game_log(clock=Clock(60, 0)), 6, at=100.0)
    picks(log, 3, at=90.0)
    assert clocks(log)[0] == [60.0, 60.0]
    add(log, [NewEntry(1, "timeout")], at=1000.0)
    assert clocks(log) == ([0.0, 60.0], False)
    assert log.time_left(2000.0) is None
    assert log.state()["outcome"] == {"winner": 2, "reason": "out of time"}


# --- the rest of the state ----------------------------------------------------------------------


def test_the_score_is_that_of_the_people_who_sit_there_now() -> None:
    log = game_log(best_of=3, number=2, score=(1, 0))
    assert log.state()["match"] == {"best_of": 3, "number": 2, "score": [1, 0]}
    add(log, [NewEntry(1, "resign")])
    assert log.state()["match"] == {"best_of": 3, "number": 2, "score": [1, 1]}


def test_a_rematch_leads_to_the_next_game() -> None:
    log = game_log(previous="before")
    add(log, [NewEntry(2, "resign"), NewEntry(1, "rematch")])
    assert log.state()["rematch"] == [1]
    log.apply([Entry(version=3, seat=2, kind="rematch", at=0.0, next_game="after")])
    state = log.state()
    assert (state["rematch"], state["next"], state["previous"]) == ([1, 2], "after", "before")


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: str(book.game.name))
@pytest.mark.parametrize("seed", SEEDS[:3])
def test_the_record_of_a_game_reads_back(book: Book, seed: int) -> None:
    log = wandered(book, seed, best_of=5, number=2, seats=(PERSON, "level:2"))
    (read,) = parse(log.record(("Ann", None)))
    assert read.players == (Person("Ann"), Person("level:2", "level:2"))
    assert read.match == (2, 5)
    assert read.game == book.game
    play = read.play()
    assert play.position.picks == log.play.position.picks
    assert play.outcome == log.play.outcome
    assert parse(wandered(book, seed).record((None, None)))[0].match is None


@pytest.mark.parametrize("kind", ["timeout", "left", "resign"])
def test_every_ending_of_a_game_reads_back(kind: str) -> None:
    log = picks(game_log(seats=PEOPLE), 6)
    add(log, [NewEntry(2, kind)])
    (read,) = parse(log.record((None, None)))
    assert read.play().outcome == log.play.outcome
    assert [person.name for person in read.players] == ["Player 1", "Player 2"]


def test_two_bots_of_one_kind_still_have_two_names() -> None:
    log = game_log(seats=("greedy", "greedy"))
    (read,) = parse(log.record((None, None)))
    assert read.players == (Person("Player 1", "greedy"), Person("Player 2", "greedy"))
