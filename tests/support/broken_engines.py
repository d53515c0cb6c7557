"""Engines that are broken on purpose: the conformance kit must find each of them out.

Run interpreted by test_conformance.py, because compiled classes cannot be patched.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lastpick import conformance
from lastpick.catalog import open_book
from lastpick.conformance import problems
from lastpick.errors import RecordError
from lastpick.game import Game, Outcome, Position
from lastpick.record import Record, write
from lastpick.relations import Numbers, Relation

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
Patch = Callable[[pytest.MonkeyPatch], None]


def row_without(role: str) -> Patch:
    """Rows of one role lose their highest number."""
    right = Relation.row

    def row(self: Relation, numbers: Numbers, given: int) -> int:
        found = right(self, numbers, given)
        wrong = found & ~(1 << found.bit_length() - 1) if found else found
        return wrong if self.role.name == role else found

    return lambda patch: patch.setattr(Relation, "row", row)


def row_with_all(role: str) -> Patch:
    """Rows of one role hold every number."""
    right = Relation.row

    def row(self: Relation, numbers: Numbers, given: int) -> int:
        return numbers.everything if self.role.name == role else right(self, numbers, given)

    return lambda patch: patch.setattr(Relation, "row", row)


def lying(name: str, lie: Callable[[Any], object]) -> Patch:
    """A property of positions that passes its true value through `lie`."""
    right = getattr(Position, name).fget
    return lambda patch: patch.setattr(Position, name, property(lambda self: lie(right(self))))


def hiding_19(pool: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(n for n in pool if n != 19 or len(pool) == 20)


def losing(outcome: Outcome | None) -> Outcome | None:
    return outcome and Outcome(3 - outcome.winner, outcome.reason)


def keeping_the_pick(patch: pytest.MonkeyPatch) -> None:
    right = Position.pick_unchecked

    def pick(self: Position, n: int) -> Position:
        after = right(self, n)
        bits = after.bits | 1 << n - self.game.numbers.first
        return Position(self.game, bits, n, after._trail, after.choices)

    patch.setattr(Position, "pick_unchecked", pick)


def forgetting_the_pick(patch: pytest.MonkeyPatch) -> None:
    right = Position.pick_unchecked

    def pick(self: Position, n: int) -> Position:
        after = right(self, n)
        return Position(self.game, after.bits, self.last, after._trail, after.choices)

    patch.setattr(Position, "pick_unchecked", pick)


def unchecked(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Position, "pick", Position.pick_unchecked)


def starting_short(patch: pytest.MonkeyPatch) -> None:
    def start(self: Game) -> Position:
        bits = self.numbers.everything >> 1
        return Position(self, bits, None, None, bits)

    patch.setattr(Game, "start", start)


def starting_whole(patch: pytest.MonkeyPatch) -> None:
    """The number that the game starts from is still there."""
    patch.setattr(Game, "_start_bits", property(lambda game: game.numbers.everything))


def starting_free(patch: pytest.MonkeyPatch) -> None:
    """What the game starts from limits nothing."""
    right = Game._before

    def before(self: Game, last: int | None, bits: int, opening: bool) -> Position:
        found = right(self, None, bits, opening)
        return Position(self, bits, last, None, found.choices)

    patch.setattr(Game, "_before", before)


def losing_an_event(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        conformance, "write", lambda record: write(record._replace(events=record.events[:-1]))
    )


def refusing_records(patch: pytest.MonkeyPatch) -> None:
    def parse(_: str) -> list[Record]:
        raise RecordError("cannot read")

    patch.setattr(conformance, "parse", parse)


def removing_too_little(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Position, "removal", lambda self, n: (n,))


LEGAL, TURN = "the relation says", "the turn or the outcome is wrong"

BROKEN: dict[str, tuple[str, Patch, str]] = {
    "opens refuses a number": ("juniper-green", row_without("opens"), "after (): the legal picks"),
    "opens allows all": ("juniper-green", row_with_all("opens"), "after (): the legal picks"),
    "follows refuses a number": ("divisor-duel", row_without("follows"), "): the legal picks are"),
    "follows allows all": ("divisor-duel", row_with_all("follows"), "): the legal picks are"),
    "removes spares a number": ("prime-rumble", row_without("removes"), " leaves "),
    "removes takes all": ("non-consecutive", row_with_all("removes"), " leaves (), "),
    "removal does not tell": ("prime-rumble", removing_too_little, " removes "),
    "legal is not ascending": ("divisor-duel", lying("legal", lambda true: true[::-1]), LEGAL),
    "pool is short": ("divisor-duel", lying("pool", lambda true: true[1:]), "at the start"),
    "a number hides": ("divisor-duel", lying("pool", hiding_19), " leaves "),
    "gone is short": ("divisor-duel", lying("gone", lambda true: true[1:]), " removes "),
    "turn is turned": ("divisor-duel", lying("turn", lambda true: 3 - true), TURN),
    "turn stands still": ("divisor-duel", lying("turn", lambda _: 1), TURN),
    "the loser wins": ("divisor-duel", lying("outcome", losing), TURN),
    "whoever is stuck loses": (
        "lonely-row.toml",
        lambda patch: patch.setattr(Game, "winner", lambda _, stuck: 3 - stuck),
        TURN,
    ),
    "the start is still there": ("divisors-off-60.toml", starting_whole, "at the start"),
    "the start limits nothing": ("countdown.toml", starting_free, "after (): the legal picks"),
    "the game never ends": ("divisor-duel", lying("outcome", lambda _: None), TURN),
    "the pick stays": ("non-consecutive", keeping_the_pick, " leaves "),
    "the last pick is forgotten": ("non-consecutive", forgetting_the_pick, "the last pick is None"),
    "anything can be picked": ("divisor-duel", unchecked, "is not legal but can be picked"),
    "a number is missing at the start": ("non-consecutive", starting_short, "at the start"),
    "records lose an event": ("non-consecutive", losing_an_event, "as it was written"),
    "records do not read back": ("non-consecutive", refusing_records, "read back: cannot read"),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_engine_fails(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, patch, problem = BROKEN[broken]
    book = open_book(EXAMPLES / name if name.endswith(".toml") else name)
    game = book.game
    assert list(problems(book, games=2)) == []
    fresh = game.on(game.numbers)  # keeps no rows yet
    patch(monkeypatch)
    assert problem in next(problems(book._replace(game=fresh), games=2))
