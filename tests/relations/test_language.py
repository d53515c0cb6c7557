"""Expressions have the values that Python gives their text."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.expressions import by_python, conditions, numbers

from lastpick.errors import ExpressionError
from lastpick.relations.language import (
    CANDIDATE,
    FUNCTIONS,
    GIVEN,
    LARGEST_VALUE,
    bound,
    check_bound,
    compiled,
    cost,
    parse,
)

NAMES = {"n": CANDIDATE, "last": GIVEN}
small = st.integers(0, 60)


def value(text: str, n: int = 0, last: int = 0) -> int:
    """What a number's text is worth; the language itself knows conditions only."""
    return compiled(parse(f"{text} == 0", NAMES).args[0])(n, last)


def truth(text: str, n: int = 0, last: int = 0) -> int:
    return compiled(parse(text, NAMES))(n, last)


@settings(max_examples=400)
@given(numbers(), small, small)
def test_numbers_have_pythons_value(text: str, n: int, last: int) -> None:
    assert value(text, n, last) == by_python(text, n, last)


@settings(max_examples=400)
@given(conditions(), small, small)
def test_conditions_have_pythons_value(text: str, n: int, last: int) -> None:
    assert truth(text, n, last) is by_python(text, n, last)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 + 3 * 4", 14),
        ("(2 + 3) * 4", 20),
        ("20 - 5 - 3", 12),
        ("100 // 7 // 2", 7),
        ("100 % 7 % 2", 0),
        ("100 // 7 * 7", 98),
        ("7 * 100 // 7", 100),
        ("-7 // 2", -4),
        ("-(7 // 2)", -3),
        ("-7 % 3", 2),
        ("7 % -3", -2),
        ("--5", 5),
        ("2 - -3", 5),
        ("2 * -3", -6),
        ("abs(2 - 9)", 7),
        ("gcd(12, 18)", 6),
        ("gcd(0, 5)", 5),
        ("gcd(0, -4)", 4),
        ("digits(0)", 1),
        ("digits(-905)", 3),
        ("digit_sum(905)", 14),
        ("digit_sum(-12)", 3),
        ("first_digit(905)", 9),
        ("first_digit(0)", 0),
        ("007", 7),
    ],
)
def test_arithmetic(text: str, expected: int) -> None:
    assert value(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 == 1 or 1 == 2 and 1 == 2", True),
        ("(1 == 1 or 1 == 2) and 1 == 2", False),
        ("not 1 == 2 and 1 == 2", False),
        ("not (1 == 2 and 1 == 2)", True),
        ("not not 1 == 1", True),
        ("1 == 2 or 1 == 3 or 1 == 1", True),
        ("1 == 1 and 2 == 2 and 1 == 2", False),
        ("1 < 2 < 3", True),
        ("1 < 3 < 2", False),
        ("3 > 2 > 1 >= 1 != 5", True),
        ("1 == 1 == 1", True),
        ("2 == 2 == 1", False),
        ("5 > 3 == 3", True),
        ("1 + 1 == 2 * 1", True),
        ("prime(2) and not prime(1)", True),
        ("((((1 == 1))))", True),
        ("1==1 and(2==2)", True),
        ("\t1\n==\r 1 ", True),
    ],
)
def test_logic(text: str, expected: bool) -> None:
    assert truth(text) is expected


@pytest.mark.parametrize(
    ("text", "n", "last", "expected"),
    [
        ("n // last", 17, 5, 3),
        ("last // n", 5, 17, 3),
        ("n // last", 17, 0, 0),
        ("n % last", 17, 5, 2),
        ("last % n", 5, 17, 2),
        ("n % last", 17, 0, 17),
        ("last % n", 0, 17, 17),
        ("gcd(n, last)", 12, 18, 6),
    ],
)
def test_names_stand_for_their_numbers(text: str, n: int, last: int, expected: int) -> None:
    assert value(text, n, last) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("n // last", 0),
        ("n % last", 0),
        ("7 // n", 0),
        ("7 % n", 7),
        ("n // 7", 0),
        ("n % 7", 0),
        ("abs(n)", 0),
        ("gcd(n, last)", 0),
        ("gcd(n, 7)", 7),
        ("digits(n)", 1),
        ("digit_sum(n)", 0),
        ("first_digit(n)", 0),
    ],
)
def test_everything_has_a_value_at_0(text: str, expected: int) -> None:
    assert value(text, 0, 0) == expected
    assert truth("prime(n)", 0) is False


def test_no_function_is_left_out_of_the_values_at_0() -> None:
    told = Path(__file__).parents[2].joinpath("docs", "relations.md").read_text(encoding="utf-8")
    at_0 = told.split("## At 0")[1].split("##")[0]
    assert all(f"`{name}(0" in at_0 for name in FUNCTIONS)


@given(st.integers(-(10**18), 10**18))
def test_division_is_total(n: int) -> None:
    assert value("n // last", n, 0) == 0
    assert value("n % last", n, 0) == n
    assert value("n // (last - last)", n, 7) == 0
    assert value("n % (last - last)", n, 7) == n


@settings(max_examples=300)
@given(numbers(8), st.integers(0, 1000), st.integers(0, 1000))
def test_no_value_passes_its_bound(text: str, n: int, last: int) -> None:
    tree = parse(f"{text} == 0", NAMES).args[0]
    assert abs(compiled(tree)(n, last)) <= bound(tree, max(n, last))


@pytest.mark.parametrize("text", ["digits(0)", "digits(n - n)", "0 * digits(0) + digits(0)"])
def test_the_bound_knows_that_zero_has_a_digit(text: str) -> None:
    tree = parse(f"{text} == 0", NAMES).args[0]
    assert bound(tree, 0) >= 1


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("7", 7),
        ("n + last", 20),
        ("n - 3", 13),
        ("n * last", 100),
        ("1 * n", 10),
        ("n * 1", 10),
        ("0 * n", 10),  # a factor of nothing hides no other
        ("n * 0", 10),
        ("n % 7", 10),
        ("7 // n", 10),
        ("gcd(n, 20)", 20),
        ("digits(0)", 1),
        ("abs(n - last)", 20),
    ],
)
def test_a_bound_is_no_larger_than_it_needs_to_be(text: str, most: int) -> None:
    assert bound(parse(f"{text} == 0", NAMES).args[0], 10) == most


@pytest.mark.parametrize(
    ("text", "largest", "fits"),
    [
        ("n * n == last", 10**9, True),
        ("n * n == last", 10**9 + 1, False),
        ("n * n * n == last", 10**6, True),
        ("n * n * n % 7 == last", 10**6 + 1, False),
        ("n + 999999999999999000 == last", 1000, True),
        ("n + 999999999999999001 == last", 1000, False),
        ("n - last == 1000000000000000000", 5 * 10**17, True),
        ("abs(last - n) == 1", 5 * 10**17 + 1, False),
        ("prime(n * n)", 10**10, False),
        ("n == 1 or not n * n == 4", 10**10, False),
        ("n * 0 + 1000000000000000000 == last", 10**12, False),
    ],
)
def test_values_stay_within_the_largest(text: str, largest: int, fits: bool) -> None:
    tree = parse(text, NAMES)
    if fits:
        check_bound(tree, largest)
    else:
        with pytest.raises(ExpressionError) as error:
            check_bound(tree, largest)
        assert str(error.value) == f"can pass 10**18 with numbers up to {largest:,}"


def test_the_largest_literal_is_the_largest_value() -> None:
    assert value(str(LARGEST_VALUE)) == LARGEST_VALUE == 10**18


def test_a_chain_evaluates_what_stands_between_for_both_sides() -> None:
    chained = parse("1 < digit_sum(n) < 5", NAMES)
    assert chained == parse("1 < digit_sum(n) and digit_sum(n) < 5", NAMES)
    assert cost(chained) == 27  # two comparisons, a join, two literals, digit_sum(n) twice
