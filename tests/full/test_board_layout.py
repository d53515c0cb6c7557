"""Where numbers stand: each in one place, none over another, all inside or scrolled to."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from lastpick.terminal.full.board_layout import arrange

POOLS = [(1, 1), (1, 5), (0, 9), (1, 20), (2, 50), (1, 100), (7, 133), (1, 1000), (3, 10_000),
         (999_990, 1_000_010), (10**12 - 60, 10**12)]  # fmt: skip


def drawn_areas() -> list[tuple[int, int]]:
    rng = Random(12)
    return [(40, 10), (40, 16), (56, 18), (80, 24), (200, 60)] + [
        (rng.randint(20, 200), rng.randint(6, 60)) for _ in range(15)
    ]


@pytest.mark.parametrize("pool", POOLS, ids=lambda pool: f"{pool[0]}-{pool[1]}")
@pytest.mark.parametrize("area", drawn_areas(), ids=lambda area: f"{area[0]}x{area[1]}")
def test_every_number_has_a_place_of_its_own(pool: tuple[int, int], area: tuple[int, int]) -> None:
    layout = arrange(*pool, *area)
    sample = range(pool[0], pool[1] + 1)
    covered: Counter[tuple[int, int]] = Counter()
    for n in sample:
        x, y, width, height = layout.box(n)
        assert x >= 0
        assert x + width <= area[0] - layout.scrolls
        assert y >= 0
        assert y + height <= layout.lines
        assert width >= len(str(n)) + 1
        corners = (x, y), (x + width - 1, y), (x, y + height - 1), (x + width - 1, y + height - 1)
        assert {layout.at(*corner) for corner in corners} == {n}
        covered.update(set(corners))
        assert n in layout.in_row(layout.row(n))
        assert layout.row_at(y) == (layout.row(n), 0)
    assert max(covered.values()) == 1
    assert [n for row in range(layout.rows) for n in layout.in_row(row)] == list(sample)
    assert layout.scrolls or layout.lines <= area[1]


@pytest.mark.parametrize("pool", [(1, 20), (2, 50), (999_990, 1_000_010)])
def test_what_is_between_tiles_is_no_number(pool: tuple[int, int]) -> None:
    layout = arrange(*pool, 70, 30)
    hits = Counter(layout.at(x, y) for x in range(-2, 75) for y in range(-2, 35))
    size = layout.tile_width * layout.tile_height
    assert {n: hits[n] for n in range(pool[0], pool[1] + 1)} == dict.fromkeys(
        range(pool[0], pool[1] + 1), size
    )


def test_a_few_numbers_fill_a_large_screen() -> None:
    layout = arrange(1, 20, 120, 44)
    assert layout.tile_width >= 14
    assert layout.tile_height >= 5


def test_a_hundred_numbers_fit_beside_a_panel() -> None:
    for area in ((40, 10), (50, 18), (56, 18), (80, 24), (200, 60)):
        layout = arrange(1, 100, *area)
        assert not layout.scrolls
        assert layout.columns % 5 == 0


def test_a_thousand_numbers_scroll() -> None:
    assert arrange(1, 1000, 56, 18).scrolls
    assert arrange(1, 1000, 40, 10).columns >= 5
    assert arrange(1, 10_000, 200, 60).scrolls


@pytest.mark.parametrize("pool", [(1, 100), (2, 50), (7, 133), (999_990, 1_000_010)])
def test_multiples_line_up(pool: tuple[int, int]) -> None:
    """Numbers that end in the same digit stand in the same column, or in one of two."""
    for area in ((56, 18), (80, 24), (160, 50)):
        layout = arrange(*pool, *area)
        assert layout.columns in (5, 10, 20, 25)
        for n in range(pool[0], pool[1] - layout.columns + 1):
            assert layout.box(n).x == layout.box(n + layout.columns).x
        multiples = [n for n in range(pool[0], pool[1] + 1) if n % layout.columns == 0]
        rightmost = layout.left + (layout.columns - 1) * layout.step_x
        assert {layout.box(n).x for n in multiples} == {rightmost}


def test_tiles_have_an_edge_where_there_is_room() -> None:
    assert arrange(1, 20, 56, 18).boxed
    assert not arrange(1, 100, 56, 18).boxed
