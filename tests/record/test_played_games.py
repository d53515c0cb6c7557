"""A played game: what picks, passes, undos and resigning add up to."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.drawn import Pair, games
from support.model import Table

from lastpick.catalog import load
from lastpick.errors import GameOver, LastpickError, NotRelated, RecordError
from lastpick.game import Outcome
from lastpick.record import PASS, RESIGN, UNDO, Event, Match, Person, Play

actions = st.lists(
    st.one_of(st.integers(0, 100), st.sampled_from([PASS, UNDO, RESIGN])), max_size=30
)


@given(games(), actions, st.sampled_from([None, 1, 3]))
def test_a_played_game_is_the_moves_that_stand(
    pair: Pair, chosen: list[int | str], strikes: int | None
) -> None:
    play = Play(pair.game, strikes)
    moves: list[int | None] = []
    done: list[Event] = []
    resigned = False
    for action in chosen:
        table = Table(pair.rules, tuple(n for n in moves if n is not None))
        legal = sorted(table.legal())
        event = legal[action % len(legal)] if isinstance(action, int) and legal else action
        possible = not resigned and bool(legal)
        if event == PASS:
            possible = possible and strikes is not None
        if event == UNDO:
            possible = not resigned and bool(moves)
        if not possible:
            with pytest.raises(LastpickError):
                play.add(event)
            continue
        play.add(event)
        done.append(event)
        if event == UNDO:
            moves.pop()
        elif event == RESIGN:
            resigned = True
        else:
            moves.append(event if isinstance(event, int) else None)
    table = Table(pair.rules, tuple(n for n in moves if n is not None))
    turn = 1 if len(moves) in range(0, 100, 2) else 2
    assert play.moves == moves
    assert play.events == done
    assert play.turn == turn
    assert play.position.picks == tuple(table.picks)
    assert play.position.legal == tuple(sorted(table.legal()))
    if resigned:
        assert play.outcome == Outcome(3 - turn, "resignation")
    elif table.legal():
        assert play.outcome is None
    else:
        stuck_wins = pair.rules.last_pick == "loses"
        assert play.outcome == Outcome(turn if stuck_wins else 3 - turn, "no legal pick")


def played(*events: Event, strikes: int | None = 3) -> Play:
    play = Play(load("divisor-duel"), strikes)
    for event in events:
        play.add(event)
    return play


def test_a_pass_gives_the_turn_and_leaves_the_position() -> None:
    play = played(6, PASS)
    assert play.turn == 1
    assert play.position.picks == (6,)
    assert play.position.legal == (1, 2, 3, 12, 18)
    play.add(12)  # the player who picked 6 answers it
    assert play.turn == 2


def test_the_opening_can_be_passed() -> None:
    play = played(PASS, 7)
    assert (play.turn, play.moves) == (1, [None, 7])


def test_after_a_pass_the_winner_is_told_by_seats() -> None:
    assert played(1, 11).outcome == Outcome(2, "no legal pick")
    assert played(1, PASS, 11).outcome == Outcome(1, "no legal pick")


def test_undo_takes_back_a_pick_or_a_pass() -> None:
    play = played(6, 3, PASS, UNDO)
    assert (play.turn, play.moves, play.position.last) == (1, [6, 3], 3)
    play.add(UNDO)
    assert (play.turn, play.moves, play.position.last) == (2, [6], 6)
    assert 3 in play.position.pool
    play.add(UNDO)
    assert play.position == load("divisor-duel").start()
    assert play.events == [6, 3, PASS, UNDO, UNDO, UNDO]


def test_a_resignation_is_a_loss_for_whoever_is_to_move() -> None:
    assert played(RESIGN).outcome == Outcome(2, "resignation")
    assert played(6, RESIGN).outcome == Outcome(1, "resignation")
    assert played(6, PASS, RESIGN).outcome == Outcome(2, "resignation")


def test_a_game_can_end_early_in_other_ways() -> None:
    assert played(6, "timeout").outcome == Outcome(1, "out of time")
    assert (played(6).ending, played(6, "timeout").ending) == (None, "timeout")
    assert played("left").outcome == Outcome(2, "left the game")
    assert played("concede").outcome == Outcome(1, "resignation")  # by player 2, who waits
    assert played(6, "concede").outcome == Outcome(2, "resignation")


@pytest.mark.parametrize(
    ("events", "event", "kind", "text"),
    [
        ((), UNDO, RecordError, "there is nothing to take back"),
        ((6, UNDO), UNDO, RecordError, "there is nothing to take back"),
        (
            (6,),
            "skip",
            RecordError,
            "'skip' is no event; expected pass, undo, swap, resign, concede, timeout or left",
        ),
        (
            (6,),
            "x" * 30,
            RecordError,
            f"'{'x' * 20}' is no event;"
            " expected pass, undo, swap, resign, concede, timeout or left",
        ),
        ((6,), 7, NotRelated, "7 is neither a divisor nor a multiple of 6"),
        ((1, 11), 2, GameOver, "the game is over: player 2 won (no legal pick)"),
        ((1, RESIGN), UNDO, GameOver, "the game is over: player 1 won (resignation)"),
        ((1, 11), PASS, GameOver, "the game is over: player 2 won (no legal pick)"),
        ((1, RESIGN), RESIGN, GameOver, "the game is over: player 1 won (resignation)"),
    ],
)
def test_what_cannot_happen_says_why_and_changes_nothing(
    events: tuple[Event, ...], event: Any, kind: type[LastpickError], text: str
) -> None:
    play = played(*events)
    before = (list(play.moves), play.position, play.outcome)
    with pytest.raises(LastpickError) as error:
        play.add(event)
    assert (type(error.value), str(error.value)) == (kind, text)
    assert (play.moves, play.position, play.outcome) == before
    assert play.events == list(events)


def test_a_turn_is_forfeited_only_where_strikes_were_agreed() -> None:
    with pytest.raises(RecordError) as error:
        played(6, PASS, strikes=None)
    assert str(error.value) == "a turn can only be forfeited in a game with strikes"


def test_the_pick_that_ended_a_game_can_be_taken_back_until_the_next_begins() -> None:
    match = Match(load("number-bind", "1-3"), (Person("Ann"), Person("Bob")), best_of=3)
    for event in (1, 3):
        match.add(event)
    assert match.score == (0, 1)
    match.add(UNDO)
    assert (match.score, len(match.plays), match.play.moves) == ((0, 0), 1, [1])
    match.add(2)
    assert match.score == (0, 1)
    match.begin()
    with pytest.raises(RecordError, match="nothing to take back"):
        match.add(UNDO)
