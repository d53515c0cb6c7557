"""The soak's judgement and its picture, and that the torture of calls forgets no route."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast

import pytest
from plot import scale
from soak import Sample, judged, picture, rise
from torture_calls import Worst, all_routes


def samples(count: int = 60, **changed: Any) -> list[Sample]:
    """Ten minutes of samples; `changed` gives a field as a function of the sample's number."""
    steady = Sample(0.0, 100.0, 1_000, 500.0, 2.0, 20.0, 90.0)
    return [
        steady._replace(minute=number / 6, **{name: of(number) for name, of in changed.items()})
        for number in range(count)
    ]


def test_what_stays_is_flat() -> None:
    held, lines = judged(samples())
    assert held
    assert len(lines) == 3


@pytest.mark.parametrize(
    "changed",
    [
        {"memory": lambda n: 100 + n / 4},
        {"files": lambda n: 1_000 + n},
        {"most": lambda n: 20 if n < 45 else 60},
    ],
)
def test_what_rises_is_not_flat(changed: dict[str, Any]) -> None:
    held, _ = judged(samples(**changed))
    assert not held


def test_what_rose_in_the_first_half_alone_is_flat() -> None:
    """Caches fill."""
    held, _ = judged(samples(memory=lambda n: min(100 + 10 * n, 300)))
    assert held


def test_one_outlier_is_no_rise() -> None:
    held, _ = judged(samples(most=lambda n: 5_000 if n == 50 else 20))
    assert held


def test_the_rise_is_that_of_the_line() -> None:
    assert rise([1.0, 3.0, 5.0, 7.0]) == pytest.approx(6.0)
    assert rise([4.0]) == 0.0


def test_the_picture_is_well_formed_and_has_every_curve() -> None:
    drawing = ET.fromstring(picture(samples(), "a <soak> & more"))
    lines = drawing.findall(".//{*}polyline")
    assert len(lines) == 5
    assert all(len(line.attrib["points"].split()) == 60 for line in lines)


@pytest.mark.parametrize("most", [0.5, 1, 9, 10, 11, 99, 183, 1_000, 4_130])
def test_a_scale_has_few_even_steps_up_to_the_most(most: float) -> None:
    ticks, labels = scale(most, " MB")
    assert ticks[0] == 0
    assert ticks[-1] >= most
    assert 2 <= len(ticks) == len(labels) <= 7
    assert len({round(b - a, 6) for a, b in pairwise(ticks)}) == 1


def test_every_route_has_a_worst_input() -> None:
    game = SimpleNamespace(id="g", tokens={"1": "t"}, state={"turn": 1})
    long = cast(Any, SimpleNamespace(game=game, version=3))
    worst = Worst(long, {"id": "large"}, {"id": "over"})
    for method, path in all_routes():
        for content in worst.of(method, path):
            line = content.split(b"\r\n")[0].decode()
            assert line.startswith(f"{method} /")
            assert "{" not in line, line
