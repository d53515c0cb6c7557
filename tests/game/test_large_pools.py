"""A million numbers: quick for the relations with a name, refused for what would be slow."""

import pytest

from lastpick.errors import ExpressionError
from lastpick.relations import FOLLOWS, OPENS, REMOVES, Numbers, Relation, Role

MILLION = Numbers(1, 1_000_000)
PRIME = 999_983  # the largest below a million


@pytest.mark.parametrize(
    ("text", "given", "count", "last_ones"),
    [
        ("any", 1, 1_000_000, (999_999, 1_000_000)),
        ("multiple", 1, 1_000_000, (999_999, 1_000_000)),
        ("multiple", 2, 500_000, (999_998, 1_000_000)),
        ("multiple", 3, 333_333, (999_996, 999_999)),
        ("multiple", PRIME, 1, (PRIME,)),
        ("divisor", 1, 1, (1,)),
        ("divisor", 2, 2, (1, 2)),
        ("divisor", 720_720, 240, (360_360, 720_720)),
        ("divisor or multiple", 1, 1_000_000, (999_999, 1_000_000)),
        ("divisor or multiple", 2, 500_001, (999_998, 1_000_000)),
        ("divisor or multiple", PRIME, 2, (1, PRIME)),
        ("neighbour", 1, 2, (1, 2)),
        ("neighbour", 1_000_000, 2, (999_999, 1_000_000)),
        ("abs(n - last) <= 250000", 500_000, 500_001, (749_999, 750_000)),
    ],
)
def test_named_relations(text: str, given: int, count: int, last_ones: tuple[int, ...]) -> None:
    relation = Relation(FOLLOWS, text)
    relation.check(MILLION)
    row = relation.row(MILLION, given)
    assert row.bit_count() == count
    decoded = MILLION.decode(row)
    assert len(decoded) == count
    assert decoded[-2:] == last_ones
    assert MILLION.encode(decoded) == row


def test_a_pool_far_from_one() -> None:
    numbers = Numbers(10**12 - 999_999, 10**12)
    row = Relation(FOLLOWS, "divisor or multiple").row(numbers, 499_999_999_999)
    assert numbers.decode(row) == (999_999_999_998,)
    row = Relation(FOLLOWS, "divisor").row(numbers, 10**12)
    assert numbers.decode(row) == (10**12,)


def test_openings_are_evaluated_once_so_more_of_them_are_allowed() -> None:
    relation = Relation(OPENS, "n % 2 == 0")
    relation.check(MILLION)
    assert relation.row(MILLION, 0).bit_count() == 500_000


NAMES = "multiple, divisor, divisor or multiple, neighbour"


@pytest.mark.parametrize(
    ("role", "text", "numbers", "message"),
    [
        (
            FOLLOWS,
            "n > last",
            "1-1000000",
            "would take too long on 1,000,000 numbers; this expression serves pools of up to"
            f" 33,333; the relations with a name serve any pool: any, {NAMES}",
        ),
        (
            REMOVES,
            "prime(m) or prime(n)",
            "1-3000",
            "would take too long on 3,000 numbers; this expression serves pools of up to"
            f" 2,325; the relations with a name serve any pool: itself, {NAMES}",
        ),
        (
            OPENS,
            "prime(n)",
            "1-1000000",
            "would take too long on 1,000,000 numbers; this expression serves pools of up to"
            " 476,190",
        ),
        (
            FOLLOWS,
            "n * n == last",
            "2000000000-2000000009",
            "can pass 10**18 with numbers up to 2,000,000,009",
        ),
    ],
)
def test_what_would_be_slow_is_refused(role: Role, text: str, numbers: str, message: str) -> None:
    with pytest.raises(ExpressionError) as error:
        Relation(role, text).check(Numbers.parse(numbers))
    assert str(error.value) == message


def test_the_limit_is_where_the_message_says() -> None:
    relation = Relation(FOLLOWS, "n > last")
    relation.check(Numbers(1, 33_333))
    with pytest.raises(ExpressionError):
        relation.check(Numbers(1, 33_334))
