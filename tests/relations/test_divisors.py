"""Rows of divisors, by whichever way is shortest, against looking at each number."""

from random import Random

from lastpick.relations import FOLLOWS, Numbers, Relation

DIVIDES = Relation(FOLLOWS, "last % n == 0")


def test_divisors_in_pools_near_and_far() -> None:
    rng = Random(14)
    found = 0
    for _ in range(3_000):
        first = rng.choice((1, 2, 7, rng.randrange(1, 2_000), 10**12 - 1_000))
        numbers = Numbers(first, first + rng.randrange(300))
        given = rng.randrange(1, 6_000) if first < 2_000 else first + rng.randrange(300)
        row = DIVIDES.row(numbers, given)
        looked = numbers.encode(n for n in range(numbers.first, numbers.last + 1) if given % n == 0)
        assert row == looked, (numbers, given)
        found += row.bit_count()
    assert found > 3_000
