"""Random expressions, and what Python itself makes of their text.

The language shares Python's precedence, so Python's own parser is the reference. Only
division differs, which `Whole` provides: `x // 0` is 0 and `x % 0` is x.
"""

import re
from math import gcd
from typing import Any

from hypothesis import strategies as st

from support.model import naive_prime


class Whole(int):
    """A whole number that can be divided by anything."""

    def __add__(self, other: int) -> "Whole":
        return Whole(int(self) + int(other))

    def __sub__(self, other: int) -> "Whole":
        return Whole(int(self) - int(other))

    def __mul__(self, other: int) -> "Whole":
        return Whole(int(self) * int(other))

    def __floordiv__(self, other: int) -> "Whole":
        return Whole(int(self) // int(other) if other else 0)

    def __mod__(self, other: int) -> "Whole":
        return Whole(int(self) % int(other) if other else int(self))

    def __neg__(self) -> "Whole":
        return Whole(-int(self))

    def __abs__(self) -> "Whole":
        return Whole(abs(int(self)))


def _digits(n: int) -> list[int]:
    return [int(digit) for digit in str(n).lstrip("-")]


_FUNCTIONS = {
    "abs": abs,
    "gcd": lambda a, b: Whole(gcd(a, b)),
    "prime": naive_prime,
    "digits": lambda n: Whole(len(_digits(n))),
    "digit_sum": lambda n: Whole(sum(_digits(n))),
    "first_digit": lambda n: Whole(_digits(n)[0]),
}


def by_python(text: str, n: int, last: int) -> Any:
    """The value of an expression over `n` and `last`."""
    wrapped = re.sub(r"\b(\d+)\b", r"Whole(\1)", text)
    names = {"Whole": Whole, "n": Whole(n), "last": Whole(last), **_FUNCTIONS}
    return eval(wrapped, {"__builtins__": {}}, names)


def _larger_numbers(part: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    operators = st.sampled_from(["+", "-", "*", "//", "%"])
    functions = st.sampled_from(["abs", "digits", "digit_sum", "first_digit"])
    return st.one_of(
        st.builds("{} {} {}".format, part, operators, part),
        st.builds("({} {} {})".format, part, operators, part),
        st.builds("-{}".format, part),
        st.builds("{}({})".format, functions, part),
        st.builds("gcd({},{})".format, part, part),
    )


def numbers(leaves: int = 6) -> st.SearchStrategy[str]:
    """Texts that stand for a number. Zero is reached through names, never as a literal."""
    simple = st.sampled_from(["n", "last", "1", "2", "3", "7", "10", "600"])
    return st.recursive(simple, _larger_numbers, max_leaves=leaves)


def _larger_conditions(part: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("{} {} {}".format, part, st.sampled_from(["and", "or"]), part),
        st.builds("({} {} {})".format, part, st.sampled_from(["and", "or"]), part),
        st.builds("not {}".format, part),
    )


def _steps(text: str) -> int:
    words = re.findall(r"\w+|//|[=!<>]=|[-+*%<>]", text)
    return sum(
        {"prime": 20, "digit_sum": 10, "digits": 3, "first_digit": 3}.get(w, 1) for w in words
    )


def conditions(leaves: int = 4) -> st.SearchStrategy[str]:
    """Texts that stand for a condition, short enough to be evaluated in a hundred steps."""
    number = numbers(3)
    comparisons = st.sampled_from(["==", "!=", "<=", ">=", "<", ">"])
    simple = st.one_of(
        st.builds("{} {} {}".format, number, comparisons, number),
        st.builds("{} {} {} {} {}".format, number, comparisons, number, comparisons, number),
        st.builds("prime({})".format, st.sampled_from(["n", "last", "n + last", "n * 2 + 1"])),
    )
    found = st.recursive(simple, _larger_conditions, max_leaves=leaves)
    return found.filter(lambda text: 2 * _steps(text) <= 100)  # a chain has its middle twice
