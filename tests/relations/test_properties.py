"""What a relation tells of itself: its name, its width, and whether it holds both ways."""

from __future__ import annotations

import pytest

from lastpick.relations import FOLLOWS, Numbers, Relation, relation
from lastpick.relations.relation import LARGEST_COMPARED

SMALL = Numbers(1, 12)


@pytest.mark.parametrize(
    ("text", "name", "band"),
    [
        ("any", "any", None),
        ("n % last == 0", "multiple", None),
        ("divisor or multiple", "divisor or multiple", None),
        ("neighbour", "neighbour", 1),
        ("abs(last - n) <= 3", "", 3),
        ("n > last", "", None),
    ],
)
def test_common_relations_have_a_name_or_a_width(text: str, name: str, band: int | None) -> None:
    found = Relation(FOLLOWS, text)
    assert (found.name, found.band) == (name, band)


@pytest.mark.parametrize(
    ("text", "both_ways"),
    [
        ("divisor or multiple", True),
        ("neighbour", True),
        ("n + last == 7", True),
        ("(n - last) * (n - last) == 4", True),  # only comparing numbers tells
        ("n > 0", True),  # of every number that is ever in a pool
        ("n < 13", True),  # and of every number in this one
        ("multiple", False),
        ("n > last", False),
        ("n == 12 or last + n < 5", False),  # but for the last number it would be
    ],
)
def test_holding_both_ways(text: str, both_ways: bool) -> None:
    assert Relation(FOLLOWS, text).symmetric(SMALL) is both_ways


def test_large_pools_are_not_compared_number_by_number() -> None:
    spelled = Relation(FOLLOWS, "(n - last) * (n - last) == 4")
    assert not spelled.symmetric(Numbers(1, LARGEST_COMPARED + 1))
    assert Relation(FOLLOWS, "divisor or multiple").symmetric(Numbers(1, 1_000_000))


def test_the_largest_pool_that_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relation, "LARGEST_COMPARED", SMALL.size)
    spelled = Relation(FOLLOWS, "(n - last) * (n - last) == 4")
    assert spelled.symmetric(SMALL)
    assert not spelled.symmetric(Numbers(1, SMALL.size + 1))


def test_a_denial_quotes_a_relation_without_a_name() -> None:
    spelled = Relation(FOLLOWS, "n  >  last")
    assert spelled.denial(3, 9) == "3 may not follow 9: n > last does not hold"
