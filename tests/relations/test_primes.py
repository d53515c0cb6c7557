"""The primality test: exact up to the largest value that the language knows."""

import pytest

from lastpick.relations.language import LARGEST_VALUE, is_prime


def sieve(limit: int) -> set[int]:
    left = set(range(2, limit + 1))
    for n in range(2, limit + 1):
        if n in left:
            left -= set(range(2 * n, limit + 1, n))
    return left


def test_small_numbers_agree_with_a_sieve() -> None:
    assert {n for n in range(-10, 10_001) if is_prime(n)} == sieve(10_000)


def test_carmichael_numbers_are_composite() -> None:
    """Korselt: squarefree, composite, and p - 1 divides n - 1 for every prime factor p."""
    primes = sorted(sieve(100))
    found = [
        p * q * r
        for i, p in enumerate(primes)
        for j, q in enumerate(primes[i + 1 :], i + 1)
        for r in primes[j + 1 :]
        if all((p * q * r - 1) % (factor - 1) == 0 for factor in (p, q, r))
    ]
    assert {561, 1105, 1729} < set(found)
    assert not any(map(is_prime, found))


@pytest.mark.parametrize(
    ("factors", "fools"),
    [
        ((23, 89), (2,)),
        ((829, 1657), (2, 3)),
        ((2251, 11251), (2, 3, 5)),
        ((151, 751, 28351), (2, 3, 5, 7)),
        ((6763, 10627, 29947), (2, 3, 5, 7, 11)),
        ((1303, 16927, 157543), (2, 3, 5, 7, 11, 13)),
        ((10670053, 32010157), (2, 3, 5, 7, 11, 13, 17)),
        ((149491, 747451, 34233211), (2, 3, 5, 7, 11, 13, 17, 19, 23)),
    ],
)
def test_strong_pseudoprimes_are_composite(
    factors: tuple[int, ...], fools: tuple[int, ...]
) -> None:
    """The smallest numbers that pass for prime with the first few bases (OEIS A014233)."""
    n = 1
    for factor in factors:
        n *= factor
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in fools:  # each does fool the test on its own
        powers = [pow(base, odd << i, n) for i in range(twos)]
        assert powers[0] == 1 or n - 1 in powers
    assert not is_prime(n)


@pytest.mark.parametrize(
    "prime",
    [
        10**9 + 7,
        10**12 - 11,
        10**12 + 39,
        2**31 - 1,
        2**61 - 1,
        10**18 - 11,
        10**18 + 9,
    ],
)
def test_large_primes(prime: int) -> None:
    assert is_prime(prime)
    assert not is_prime(prime + 1)
    assert not is_prime(prime * prime)
    assert not is_prime(prime * (10**9 + 9))


def test_squares_of_primes_are_composite() -> None:
    assert not any(is_prime(p * p) for p in sieve(1000))
    assert LARGEST_VALUE > (10**9 - 63) ** 2
    assert not is_prime((10**9 - 63) ** 2)
