"""What a player's call does to a game, rule by rule."""

from collections.abc import Callable
from typing import Any

import pytest
from support.game_logs import add, game_log, picks

from lastpick.errors import GameOver, IllegalPick, LastpickError, RecordError
from lastpick.web.errors import Forbidden
from lastpick.web.game import actions
from lastpick.web.game.actions import NewEntry
from lastpick.web.game.entry import KINDS
from lastpick.web.game.terms import PERSON, Clock

UNDO_1, UNDO_2 = NewEntry(1, "undo"), NewEntry(2, "undo")


def test_a_pick_is_the_engines_to_judge() -> None:
    log = picks(game_log(), 6)
    assert actions.pick(log, 2, 3) == [NewEntry(2, "pick", 3)]
    with pytest.raises(IllegalPick, match="14 is neither a divisor nor a multiple of 6"):
        actions.pick(log, 2, 14)
    with pytest.raises(IllegalPick):
        actions.pick(log, 2, 10**30)


def test_nobody_picks_for_the_other_one() -> None:
    log = game_log()
    with pytest.raises(Forbidden) as refused:
        actions.pick(log, 2, 6)
    assert str(refused.value) == "it is player 1's turn, and this token is player 2's"
    picks(log, 6)
    with pytest.raises(Forbidden, match="player 2's turn"):
        actions.pick(log, 1, 3)


@pytest.mark.parametrize("ending", ["resign", "timeout", "left"])
@pytest.mark.parametrize("seat", [1, 2])
def test_a_game_that_is_over_takes_no_call_but_a_rematch(ending: str, seat: int) -> None:
    log = picks(game_log(), 6)
    add(log, [NewEntry(2, ending)])
    calls: list[Callable[[], object]] = [
        lambda: actions.pick(log, seat, 3),
        lambda: actions.resign(log, seat),
        lambda: actions.takeback(log, seat, True),
        lambda: actions.takeback(log, seat, False),
        lambda: actions.claim(log, seat, 1e9, 1e9, 60.0),
    ]
    for call in calls:
        with pytest.raises(GameOver, match=r"the game is over: player 1 won"):
            call()
    assert actions.rematch(log, seat) == ([NewEntry(seat, "rematch")], False)


@pytest.mark.parametrize("seat", [1, 2])
def test_anybody_may_resign_at_any_turn(seat: int) -> None:
    for played in ((), (6,), (6, 3)):
        log = picks(game_log(), *played)
        add(log, actions.resign(log, seat))
        assert log.play.outcome == (3 - seat, "resignation")


# --- takeback -----------------------------------------------------------------------------------


def test_a_takeback_is_asked_for_and_agreed_to() -> None:
    log = picks(game_log(), 6, 3)
    add(log, actions.takeback(log, 2, True))
    assert log.takeback == 2
    assert actions.takeback(log, 1, True) == [UNDO_1]
    add(log, [UNDO_1])
    assert log.takeback is None
    assert log.play.position.picks == (6,)


def test_a_log_does_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "_MOST_EVENTS", 5)
    log = game_log(shared=True)
    for _ in range(2):
        add(picks(log, 6), actions.takeback(log, 1, True))
    picks(log, 6)
    with pytest.raises(RecordError, match="too much has been taken back in this game"):
        actions.takeback(log, 1, True)
    add(log, actions.pick(log, 2, 3))
    assert log.play.position.picks == (6, 3)


def test_whoever_is_to_move_takes_the_answer_back_too() -> None:
    log = picks(game_log(), 6, 3)
    add(log, actions.takeback(log, 1, True))
    events = actions.takeback(log, 2, True)
    assert events == [UNDO_2, UNDO_2]
    add(log, events)
    assert log.play.position.picks == ()
    assert log.play.turn == 1


def test_a_takeback_can_be_declined_by_word_and_by_a_pick() -> None:
    log = picks(game_log(), 6)
    add(log, actions.takeback(log, 1, True))
    assert actions.takeback(log, 2, False) == [NewEntry(2, "decline")]
    add(log, [NewEntry(2, "decline")])
    assert log.takeback is None
    add(log, actions.takeback(log, 1, True))
    picks(log, 3)
    assert log.takeback is None


def test_whoever_asked_may_withdraw_but_not_agree() -> None:
    log = picks(game_log(), 6)
    add(log, actions.takeback(log, 1, True))
    with pytest.raises(RecordError, match="already asked"):
        actions.takeback(log, 1, True)
    assert actions.takeback(log, 1, False) == [NewEntry(1, "decline")]


def test_nothing_is_declined_that_nobody_asked() -> None:
    with pytest.raises(RecordError, match="nobody has asked"):
        actions.takeback(picks(game_log(), 6), 2, False)


@pytest.mark.parametrize(("played", "seat"), [((), 1), ((), 2), ((6,), 2)])
def test_only_a_pick_of_ones_own_is_taken_back(played: tuple[int, ...], seat: int) -> None:
    for shared in (False, True):
        log = picks(game_log(shared=shared), *played)
        if shared and played:
            continue  # at one screen the last pick is everybody's
        with pytest.raises(RecordError, match="you have not picked anything yet"):
            actions.takeback(log, seat, True)


@pytest.mark.parametrize(("seats", "me"), [((PERSON, "greedy"), 1), (("greedy", PERSON), 2)])
def test_a_bot_agrees_at_once(seats: tuple[str, str], me: int) -> None:
    log = picks(game_log(seats=seats), 6, 3, 9)
    undo = NewEntry(me, "undo")
    mine_is_last = log.play.turn != me
    assert actions.takeback(log, me, True) == [undo] * (1 if mine_is_last else 2)


def test_a_bot_that_opened_keeps_its_opening() -> None:
    with pytest.raises(RecordError, match="you have not picked"):
        actions.takeback(picks(game_log(seats=("greedy", PERSON)), 6), 2, True)


@pytest.mark.parametrize("seat", [1, 2])
def test_at_one_screen_the_last_pick_goes_whoever_asks(seat: int) -> None:
    for played in ((6,), (6, 3)):
        log = picks(game_log(shared=True), *played)
        assert actions.takeback(log, seat, True) == [NewEntry(seat, "undo")]


# --- claim --------------------------------------------------------------------------------------


def test_a_game_is_claimed_from_someone_who_is_long_away() -> None:
    log = picks(game_log(), 6)
    assert actions.claim(log, 1, 0.0, 60.0, 60.0) == [NewEntry(2, "left")]
    with pytest.raises(RecordError) as refused:
        actions.claim(log, 1, 0.0, 59.9, 60.0)
    assert str(refused.value) == (
        "player 2 was here 60 seconds ago; the game can be claimed after 60"
    )


def test_whoever_is_to_move_has_nothing_to_claim() -> None:
    with pytest.raises(Forbidden, match="it is your turn"):
        actions.claim(picks(game_log(), 6), 2, 0.0, 1e9, 60.0)


@pytest.mark.parametrize(
    ("changes", "away", "why"),
    [
        ({"shared": True}, 1e9, "cannot have left"),
        ({"seats": (PERSON, "greedy")}, None, "cannot have left"),
        ({"seats": (PERSON, "greedy")}, 1e9, "cannot have left"),
        ({}, None, "nobody has taken the other seat yet"),
    ],
)
def test_a_claim_needs_someone_who_left(
    changes: dict[str, Any], away: float | None, why: str
) -> None:
    with pytest.raises(RecordError, match=why):
        actions.claim(picks(game_log(**changes), 6), 1, 0.0, away, 60.0)


@pytest.mark.parametrize("seat", [1, 2])
def test_either_may_say_that_the_time_is_over(seat: int) -> None:
    log = picks(game_log(clock=Clock(10, 0)), 6, at=100.0)
    assert actions.claim(log, seat, 110.0, 0.0, 60.0) == [NewEntry(2, "timeout")]
    with pytest.raises(LastpickError):
        actions.claim(log, seat, 109.9, 0.0, 60.0)


# --- rematch ------------------------------------------------------------------------------------


def test_a_rematch_waits_for_the_end_and_for_both() -> None:
    log = game_log()
    with pytest.raises(RecordError, match="the game is not over yet"):
        actions.rematch(log, 1)
    add(log, [NewEntry(1, "resign")])
    assert actions.rematch(log, 2) == ([NewEntry(2, "rematch")], False)
    add(log, [NewEntry(2, "rematch")])
    assert actions.rematch(log, 2) == ([], False)
    assert actions.rematch(log, 1) == ([NewEntry(1, "rematch")], True)


@pytest.mark.parametrize("changes", [{"shared": True}, {"seats": (PERSON, "level:1")}])
def test_a_bot_and_the_same_screen_want_another_game(changes: dict[str, Any]) -> None:
    log = game_log(**changes)
    add(log, [NewEntry(1, "resign")])
    assert actions.rematch(log, 1) == ([NewEntry(1, "rematch")], True)


def test_every_kind_of_event_is_named_once() -> None:
    assert len(set(KINDS)) == len(KINDS) == 9
