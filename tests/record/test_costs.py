"""What a record or a saved game costs grows as its length does: counted, not timed."""

from __future__ import annotations

from typing import Any

import pytest

from lastpick.catalog import load
from lastpick.record import UNDO, Match, Person, Play
from lastpick.record.endings import RESIGN


class Counted:
    """A position of a game in which any number may be picked, and that counts its picks."""

    made = 0
    choices = True

    def __init__(self, length: int = 0) -> None:
        self.length = length

    def start(self) -> Counted:
        return self

    def pick(self, _: int) -> Counted:
        Counted.made += 1
        return Counted(self.length + 1)

    pick_unchecked = pick


def made(events: list[Any]) -> int:
    """How many picks are made in all to let these events happen."""
    Counted.made = 0
    play = Play(Counted())  # type: ignore[arg-type]
    for event in events:
        play.add(event)
        assert play.position.length == len(play.moves)  # type: ignore[attr-defined]
    return Counted.made


def swinging(depth: int, back: int, times: int) -> list[Any]:
    """Picks to a depth, then so many taken back and made again."""
    return [*range(depth), *([UNDO] * back + [1] * back) * times]


@pytest.mark.parametrize("back", [1, 5, 9, 30, 100])
def test_going_back_takes_no_more_than_it_goes(back: int) -> None:
    events = swinging(2_000, back, 2_000 // back)
    assert made(events) <= 2 * len(events)


def test_all_taken_back_takes_no_more_than_was_made() -> None:
    assert made([*range(2_000), *[UNDO] * 2_000]) <= 2 * 4_000


def test_few_positions_are_kept() -> None:
    play = Play(Counted())  # type: ignore[arg-type]
    for n in range(5_000):
        play.add(n)
        assert len(play._before) <= 2 * n.bit_length() + 2


def test_what_was_taken_back_is_as_if_it_had_never_been() -> None:
    """With passes among the picks, and beyond all positions that are kept."""
    game = load("non-consecutive", "1-200")
    play = Play(game, strikes=200)
    for n in range(1, 100, 2):
        play.add(n)
        play.add("pass")
    while play.moves:
        play.add(UNDO)
        picks = [move for move in play.moves if move is not None]
        assert play.position == game.play(picks)


def test_the_score_is_counted_once_for_each_game() -> None:
    """Each game that is over is looked at no more often than a few times."""
    looked = 0

    class Play(type(Match(load("divisor-duel"), (Person("A"), Person("B"))).play)):  # type: ignore[misc]
        @property
        def outcome(self) -> Any:
            nonlocal looked
            looked += 1
            return super().outcome

    match = Match(load("divisor-duel"), (Person("A"), Person("B")), best_of=2_001)
    for _ in range(500):
        match.plays[-1].__class__ = Play
        match.add(RESIGN)
    assert match.score == (250, 250)
    assert looked <= 10 * 500
