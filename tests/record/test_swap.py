"""Taking over the first pick, where that was agreed."""

import pytest

from lastpick.catalog import load
from lastpick.coach.review import OFFERED, review
from lastpick.errors import RecordError
from lastpick.record import SWAP, UNDO, Event, Match, Person, Play, parse, records, write
from lastpick.relations import Numbers

ANN, BOB = Person("Ann"), Person("Bob")


def match_after(*events: Event, first: int = 0, best_of: int = 1) -> Match:
    match = Match(load("divisor-duel"), (ANN, BOB), first, best_of, swap=True)
    for event in events:
        match.add(event)
    return match


def test_a_swap_exchanges_the_seats_and_the_opener_is_to_move() -> None:
    match = match_after(6)
    assert (match.seats(), match.play.turn, match.play.may_swap) == ((ANN, BOB), 2, True)
    match.add(SWAP)
    assert (match.seats(), match.play.turn, match.play.may_swap) == ((BOB, ANN), 2, False)
    assert match.play.makers == [1]
    match.add(3)
    assert (match.play.turn, match.play.position.picks) == (1, (6, 3))


def test_the_next_game_is_begun_by_turns_whoever_swapped() -> None:
    match = match_after(6, SWAP, "resign", best_of=3)
    assert match.score == (0, 1)  # Ann was to move, and resigned
    match.begin()
    assert (match.seats(1), match.seats(2), match.seats(3)) == ((BOB, ANN), (BOB, ANN), (ANN, BOB))


@pytest.mark.parametrize("events", [(), (6, 3), (6, SWAP), (6, SWAP, 3)], ids=str)
def test_only_the_first_pick_can_be_taken_over_and_only_once(events: tuple[Event, ...]) -> None:
    match = match_after(*events)
    with pytest.raises(RecordError, match="only the first pick can be taken over"):
        match.add(SWAP)


def test_without_an_agreement_there_is_no_swap() -> None:
    play = Play(load("divisor-duel"))
    play.add(6)
    assert not play.may_swap
    with pytest.raises(RecordError, match="was not agreed"):
        play.add(SWAP)


def test_a_game_that_the_first_pick_ended_is_not_taken_over() -> None:
    play = Play(load("prime-rumble", Numbers(2, 3)), swap=True)
    play.add(2)
    assert play.may_swap
    alone = Play(load("non-consecutive", Numbers(1, 3)), swap=True)
    alone.add(2)
    assert (alone.outcome is None, alone.may_swap) == (False, False)


def test_an_undo_takes_back_the_swap_and_then_the_pick() -> None:
    match = match_after(6, SWAP, 3, UNDO)
    assert (match.seats(), match.play.moves) == ((BOB, ANN), [6])
    match.add(UNDO)
    assert (match.seats(), match.play.moves, match.play.may_swap) == ((ANN, BOB), [6], True)
    match.add(UNDO)
    assert match.play.moves == []


def test_a_record_keeps_it() -> None:
    (record,) = records(match_after(6, SWAP, 3, 9), "2026-11-17")
    text = write(record)
    assert "Swap: allowed" in text
    assert "6 swap 3 9" in text
    assert "Player 1: Bob" in text
    assert parse(text) == [record]
    with pytest.raises(RecordError, match="was not agreed"):
        parse(text.replace("Swap: allowed\n", ""))
    with pytest.raises(RecordError, match="Swap: expected allowed"):
        parse(text.replace("Swap: allowed", "Swap: yes"))


def test_a_review_does_not_grade_what_was_offered() -> None:
    (record,) = records(match_after(11, SWAP, 1, 7), "2026-11-17")
    found = review(record)
    assert (found.steps[0].grade, found.steps[0].mattered) == (OFFERED, False)
    assert all(step.grade != OFFERED for step in found.steps[1:])
