"""No parser's work or memory grows faster than its input, counted: no clock decides.

Calls are counted, Python's own functions among them, and bytes that are held at once. What a single
call of C costs is seen by `make torture ARGS=inputs` alone, which takes the time of larger inputs.
"""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from itertools import count
from types import FrameType

import pytest
from input_costs import Case, cases, tried

SMALL, LARGE = 2_048, 8_192
GROWN = 2.0  # times as much for a byte of the larger one; four times by the square
FEW = 500, 50_000  # calls and bytes that no input is blamed for
CASES = list(cases())


def cost(case: Case, size: int) -> tuple[int, int]:
    """The calls that an input takes, and the bytes that are held at most."""
    data, calls = case.make(size), count()

    def profile(_: FrameType, what: str, __: object) -> None:
        if what in ("call", "c_call"):
            next(calls)

    tracemalloc.start()
    sys.setprofile(profile)
    try:
        tried(case, data)
    finally:
        sys.setprofile(None)
        held = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return next(calls), held


def grown(case: Case) -> list[str]:
    """What of a case's costs has grown faster than its input."""
    tried(case, case.make(64))  # what is imported or cached once
    costs = zip(("calls", "bytes"), cost(case, SMALL), cost(case, LARGE), FEW, strict=True)
    return [
        f"{case.name}: {small:,} {what} for {SMALL:,} bytes, {large:,} for {LARGE:,}"
        for what, small, large, few in costs
        if large > few + GROWN * small * LARGE / SMALL
    ]


def test_nothing_grows_faster_than_its_input() -> None:
    assert [line for case in CASES for line in grown(case)] == []


def calls_by_the_square(text: str) -> None:
    for at in range(0, len(text), 16):
        for _ in range(at // 16):
            text.find("b")


@pytest.mark.parametrize(
    ("parse", "what"),
    [
        (calls_by_the_square, "calls"),
        (lambda text: [text[at:] for at in range(0, len(text), 16)], "bytes"),
    ],
)
def test_what_grows_by_the_square_is_seen(parse: Callable[[str], object], what: str) -> None:
    (line,) = grown(Case("a parser", "a text", lambda size: "a" * size, parse))
    assert f" {what} for " in line
