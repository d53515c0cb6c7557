"""Pools: how they are read, and their subsets as bitsets."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastpick.errors import NumbersError
from lastpick.relations import Numbers

# Small pools decode ten bits at a time, those past 200 numbers another way.
SIZES = [1, 2, 9, 10, 11, 20, 99, 199, 200, 201, 210, 1000, 5000]


@pytest.mark.parametrize("size", SIZES)
@given(first=st.sampled_from([1, 2, 7, 1000, 10**12 - 5000]), data=st.data())
def test_subsets_survive_being_bitsets(size: int, first: int, data: st.DataObject) -> None:
    numbers = Numbers(first, first + size - 1)
    some = data.draw(st.sets(st.integers(first, first + size - 1), max_size=50))
    bits = sum(2 ** (n - first) for n in some)
    assert numbers.encode(some) == bits
    assert numbers.decode(bits) == tuple(sorted(some))
    assert tuple(numbers.iterate(bits)) == tuple(sorted(some))
    assert list(numbers.flags(bits)) == [n in some for n in range(first, first + size)]
    rest = numbers.decode(numbers.everything ^ bits)
    assert rest == tuple(n for n in range(first, first + size) if n not in some)


@pytest.mark.parametrize("size", SIZES)
def test_everything_and_nothing(size: int) -> None:
    numbers = Numbers(3, size + 2)
    assert numbers.size == size
    assert numbers.decode(numbers.everything) == tuple(range(3, size + 3))
    assert numbers.decode(0) == ()
    assert numbers.encode(range(-5, size + 50)) == numbers.everything


def test_a_million_numbers() -> None:
    numbers = Numbers(1, 1_000_000)
    assert numbers.everything.bit_count() == 1_000_000
    assert numbers.decode(numbers.everything)[-1] == 1_000_000
    assert numbers.decode(1 << 999_999 | 1) == (1, 1_000_000)
    assert numbers.encode([1_000_000, 1]) == 1 << 999_999 | 1


def test_what_lies_in_a_pool() -> None:
    numbers = Numbers(2, 5)
    assert [n for n in range(-1, 8) if n in numbers] == [2, 3, 4, 5]
    assert "3" not in numbers
    assert 3.0 not in numbers


def test_pools_are_values() -> None:
    numbers = Numbers(2, 50)
    assert (str(numbers), repr(numbers)) == ("2-50", "Numbers(2, 50)")
    assert numbers == Numbers(2, 50)
    assert numbers != Numbers(2, 51)
    assert numbers != Numbers(1, 50)
    assert numbers != "2-50"
    assert len({numbers, Numbers(2, 50), Numbers(1, 50)}) == 2
    assert len({hash(numbers), hash(Numbers(1, 50)), hash(Numbers(2, 51))}) == 3
    assert pickle.loads(pickle.dumps(numbers)) == numbers


@given(st.integers(0, 10**11), st.integers(0, 300))
def test_a_pool_reads_back_as_it_was_written(first: int, more: int) -> None:
    assert Numbers.parse(str(Numbers(first, first + more))) == Numbers(first, first + more)


@pytest.mark.parametrize("text", ["1-20", " 1 - 20 ", "01-020", "1\t-\n20"])
def test_a_pool_may_be_written_loosely(text: str) -> None:
    assert Numbers.parse(text) == Numbers(1, 20)


def test_the_largest_pools() -> None:
    assert Numbers.parse("1-1000000").size == 1_000_000
    assert Numbers.parse("999999000001-1000000000000").last == 10**12


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a pool of numbers; write it as in 1-20"),
        ("20", "'20' is not a pool of numbers; write it as in 1-20"),
        ("1..20", "'1..20' is not a pool of numbers; write it as in 1-20"),
        ("1-20-30", "'1-20-30' is not a pool of numbers; write it as in 1-20"),
        ("-5-20", "'-5-20' is not a pool of numbers; write it as in 1-20"),
        ("1.5-20", "'1.5-20' is not a pool of numbers; write it as in 1-20"),
        ("\u0661-\u0669", "'\u0661-\u0669' is not a pool of numbers; write it as in 1-20"),
        ("1\u2003-20", "'1\\u2003-20' is not a pool of numbers; write it as in 1-20"),
        ("x" * 40, f"'{'x' * 40}' is not a pool of numbers; write it as in 1-20"),
        ("x" * 41, f"'{'x' * 37}...' is not a pool of numbers; write it as in 1-20"),
        ("1-" + "9" * 41, f"'1-{'9' * 35}...' is not a pool of numbers; write it as in 1-20"),
        (
            "1-" + "9" * 40,
            f"the pool 1-{'9' * 40} holds {int('9' * 40):,} numbers; at most 10,000,000 can be"
            " played",
        ),
        ("9" * 40 + "-1", f"the pool {'9' * 40}-1 is empty: write the smaller number first"),
        ("20-1", "the pool 20-1 is empty: write the smaller number first"),
        (
            "1-10000001",
            "the pool 1-10000001 holds 10,000,001 numbers; at most 10,000,000 can be played",
        ),
        (
            "999999999999-1000000000001",
            "the pool 999999999999-1000000000001 goes past 1,000,000,000,000",
        ),
    ],
)
def test_an_impossible_pool_says_why(text: str, message: str) -> None:
    with pytest.raises(NumbersError) as error:
        Numbers.parse(text)
    assert str(error.value) == message
