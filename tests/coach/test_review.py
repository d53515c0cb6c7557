"""Reviews: every grade against brute force, and what they add up to."""

from random import Random

import pytest
from support.brute import loses, winning

from lastpick.catalog import load
from lastpick.coach import review as room
from lastpick.coach.review import GAINED, SeatChoices, as_data, in_words, review
from lastpick.oracle import Verdict, solve
from lastpick.oracle.judge import KEPT, LOST, THREW, UNKNOWN
from lastpick.record import Event, Person, Record
from lastpick.terminal.show_review import instead

PLAYERS = (Person("Ann"), Person("Bob"))


def played(name: str, numbers: str, *events: Event, strikes: int | None = None) -> Record:
    return Record(load(name, numbers), PLAYERS, "2026-11-16", events, strikes)


def at_random(name: str, numbers: str, seed: int) -> Record:
    end = load(name, numbers).start().playout(Random(seed))
    return played(name, numbers, *end.picks)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    ("name", "numbers"),
    [("divisor-duel", "1-10"), ("non-consecutive", "1-10"), ("prime-rumble", "2-14")],
)
def test_grades_are_those_of_brute_force(name: str, numbers: str, seed: int) -> None:
    found = review(at_random(name, numbers, seed))
    position = found.record.game.start()
    for step, winner, after in zip(found.steps, found.winners, found.winners[1:], strict=False):
        assert step.seat == position.turn
        assert list(step.winning) == winning(position)
        assert winner == (3 - step.seat if loses(position) else step.seat)
        assert step.mattered == (0 < len(winning(position)) < len(position.legal))
        if loses(position):
            assert (step.grade, after) == (LOST, 3 - step.seat)
        else:
            assert (step.grade == KEPT) == (step.event in winning(position)) == (after == winner)
        assert isinstance(step.event, int)
        position = position.pick(step.event)
    assert position.outcome
    assert found.winners[-1] == position.outcome.winner


def test_the_sample_game() -> None:
    found = review(played("divisor-duel", "1-20", 6, 3, 9, 18, 2, 12, 4, 8, 16, 1, 5, 10, 20))
    assert [step.number for step in found.steps if step.grade == THREW] == [11, 12]
    assert found.turning_point is found.steps[11]
    assert (found.score(1), found.score(2)) == ((6, 5), (1, 0))
    assert found.steps[10].winning == (11, 13, 17, 19)
    assert found.steps[10].reason == "Pick 11: nothing answers it."
    assert in_words(found.steps[1]) == "losing already"
    assert found.steps[1].best == (18,)
    assert in_words(found.steps[9]) == "losing already, the only pick"


def test_why_a_win_was_kept_is_said_of_the_pick_that_kept_it() -> None:
    game = ("divisor-duel", "1-20", 4, 2, 16, 1, 18, 9, 3, 15, 5, 20, 10)
    for step in review(played(*game)).steps:
        kept = step.plain.startswith(f"{step.event} wins: ")
        assert kept == (step.grade == KEPT)
        assert (" would have won with " in step.plain) == (step.grade == THREW)
        assert step.plain.startswith("No pick wins: ") == (step.grade == LOST)


@pytest.mark.parametrize(
    ("mattered", "right", "said"),
    [
        (0, 0, "never had to choose between winning and losing"),
        (1, 1, "had to choose between winning and losing once, and chose right"),
        (1, 0, "had to choose between winning and losing once, and chose wrong"),
        (2, 2, "had to choose between winning and losing twice, and chose right each time"),
        (3, 0, "had to choose between winning and losing 3 times, and chose wrong each time"),
        (6, 5, "had to choose between winning and losing 6 times, and chose wrong once"),
        (6, 3, "had to choose between winning and losing 6 times, and chose wrong 3 times"),
    ],
)
def test_a_score_in_words(mattered: int, right: int, said: str) -> None:
    assert SeatChoices(mattered, right).words == said


def test_no_turning_point_and_nothing_that_mattered() -> None:
    found = review(played("divisor-duel", "1-2", 1, 2))
    assert found.turning_point is None
    assert found.winners == (2, 2, 2)
    assert found.score(1).share is found.score(2).share is None


def test_picks_that_were_taken_back_are_skipped() -> None:
    found = review(played("divisor-duel", "1-20", 14, 7, "undo", "undo", 11, 1))
    assert [step.event for step in found.steps] == [11, 1]
    assert [step.seat for step in found.steps] == [1, 2]


def test_better_traps_are_told_with_an_or() -> None:
    found = review(played("non-consecutive", "1-30", 8, 13, 20, 25, 29, 3))
    assert [instead(found.steps[at]) for at in (1, 5)] == [
        "2, 5, 14, 17, 19 or 21 would have been harder to answer.",
        "2 or 5 would have been harder to answer.",
    ]


def test_after_a_pass_the_other_seat_is_to_move() -> None:
    found = review(played("prime-rumble", "2-3", "pass", 2, 3, strikes=1))
    assert [(step.seat, step.event, step.grade) for step in found.steps] == [
        (1, "pass", GAINED), (2, 2, LOST), (1, 3, KEPT),
    ]  # fmt: skip
    assert found.winners == (2, 1, 1, 1)
    assert found.turning_point is found.steps[0]
    thrown = review(played("prime-rumble", "2-4", "pass", strikes=1))
    assert (thrown.steps[0].grade, thrown.winners) == (THREW, (1, 2))
    assert thrown.score(1) == (0, 0)  # a forfeited turn is no decision
    assert in_words(thrown.steps[0]) == "forfeited the turn, and with it the win"


def test_resigning_a_won_game_turns_it() -> None:
    found = review(played("divisor-duel", "1-20", 1, "resign"))
    assert (found.steps[-1].grade, found.steps[-1].seat) == (THREW, 2)
    assert found.winners[-1] == 1
    assert found.turning_point is found.steps[-1]
    assert in_words(found.steps[-1]) == "resigned in a won position"
    lost = review(played("divisor-duel", "1-20", 6, "resign"))
    assert in_words(lost.steps[-1]) == "resigned in a lost position"


def test_other_early_endings_are_graded_too() -> None:
    late = review(played("divisor-duel", "1-20", 1, "timeout"))
    assert (late.steps[-1].seat, late.winners[-1]) == (2, 1)
    assert in_words(late.steps[-1]) == "ran out of time in a won position"
    gone = review(played("divisor-duel", "1-20", 6, "left"))
    assert in_words(gone.steps[-1]) == "left the game in a lost position"
    waiting = review(played("divisor-duel", "1-20", 1, "concede"))
    assert (waiting.steps[-1].seat, waiting.steps[-1].grade, waiting.winners[-1]) == (1, LOST, 2)
    assert in_words(waiting.steps[-1]) == (
        "resigned at the other player's turn, in a lost position"
    )
    wasted = review(played("divisor-duel", "1-20", 6, "concede"))
    assert (wasted.steps[-1].seat, wasted.steps[-1].grade, wasted.winners[-1]) == (1, THREW, 2)
    assert not wasted.steps[-1].mattered


def test_mistakes_and_decisions_are_counted_by_one_rule() -> None:
    """A mistake is a pick that mattered and was wrong; giving up is told, and not counted."""
    found = review(played("divisor-duel", "1-20", 1, "resign"))
    assert found.steps[-1].grade == THREW
    assert not found.steps[-1].mattered
    assert not found.steps[-1].mistake
    assert found.score(2) == (0, 0)
    for seed in range(8):
        found = review(at_random("divisor-duel", "1-12", seed))
        for seat in (1, 2):
            mistakes = [step for step in found.steps if step.mistake and step.seat == seat]
            assert found.score(seat).mistakes == len(mistakes)
            assert [step.grade for step in mistakes] == [THREW] * len(mistakes)


def test_people_are_called_what_the_record_calls_them() -> None:
    found = review(played("divisor-duel", "1-2", 1, 2))
    assert [found.called(seat) for seat in (1, 2)] == ["Ann", "Bob"]
    twins = found._replace(record=found.record._replace(players=(Person("Ann"), Person("Ann"))))
    assert [twins.called(seat) for seat in (1, 2)] == ["Ann (Player 1)", "Ann (Player 2)"]


def test_there_is_no_trap_where_every_answer_wins() -> None:
    found = review(played("divisor-duel", "1-20", 1, 9, 3))
    assert (found.steps[2].trap, found.steps[2].best) == (None, ())
    assert in_words(found.steps[2]) == "losing already"


def test_what_is_unknown_is_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = Verdict(None, (), False, None, "search", {"kind": "unknown", "text": "Unknown: ."})
    monkeypatch.setattr(room, "solve", lambda *_: unknown)
    found = review(played("divisor-duel", "1-20", 6, 3))
    assert {step.grade for step in found.steps} == {UNKNOWN}
    assert found.winners == (None, None, None)
    assert found.turning_point is None
    assert not any(step.mattered for step in found.steps)


def test_as_data() -> None:
    data = as_data(review(played("divisor-duel", "1-20", 1, 13)))
    assert data["winners"] == [1, 2, 2]
    assert data["turning_point"] == 1
    assert data["result"] == "Player 2 wins (no legal pick)"
    assert data["players"][0] == {
        "name": "Ann", "bot": None, "mattered": 1, "right": 0, "share": 0.0,
        "mistakes": 1, "said": SeatChoices(1, 0).words,
    }  # fmt: skip
    assert data["stuck"].startswith("The only other divisor or multiple of 13 in 1-20 is 1")
    given_up = as_data(review(played("divisor-duel", "1-20", 1, "resign")))
    assert given_up["stuck"] is None
    assert 13 in data["steps"][1]["winning"]


def test_an_unplayed_game_and_the_progress() -> None:
    assert review(played("divisor-duel", "1-20")).winners == (1,)
    told: list[tuple[int, int]] = []
    review(played("divisor-duel", "1-20", 6, 3), lambda done, of: told.append((done, of)))
    assert told == [(0, 2), (1, 2)]


def test_what_follows_the_unknown_is_no_turning_point(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = Verdict(None, (), False, None, "search", {"kind": "unknown", "text": "Unknown: ."})
    monkeypatch.setattr(
        room,
        "solve",
        lambda position, budget: solve(position, budget) if position.last else unknown,
    )
    found = review(played("divisor-duel", "1-20", 6, 3))
    assert found.winners == (None, 1, 1)
    assert found.turning_point is None
