"""The picture of scores against how far one has to look: SVG that stands in a page.

Places across are percentages, as in the other plots, so that text is never scaled. Players are
told apart by shape as well as by colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

from ...arena.intervals import Interval

MOST = 6  # players in one picture
_LEFT, _RIGHT = 9.0, 99.0  # percent of the width that the columns take
_TOP, _BOTTOM = 10, 250  # pixels down: scores of 100 and of 0
_SPREAD = 0.64  # of a column's width for the players in it
_SHAPES = (
    '<circle r="5"/>',
    '<rect x="-4.5" y="-4.5" width="9" height="9"/>',
    '<path d="M0 -6.2 6 4.4 -6 4.4Z"/>',
    '<path d="M0 -6.5 6.5 0 0 6.5 -6.5 0Z"/>',
    '<path d="M0 6.2 6 -4.4 -6 -4.4Z"/>',
    '<path d="M-2 -6H2V-2H6V2H2V6H-2V2H-6V-2H-2Z"/>',
)
STYLE = """
:root { --p0: #0b62a4; --p1: #c2410c; --p2: #00795c; --p3: #a3407e; --p4: #7a5c00; --p5: #4b5563; }
@media (prefers-color-scheme: dark) { :root { --p0: #6db3f2; --p1: #ff9d5c; --p2: #3fc9a0;
  --p3: #e79ac6; --p4: #e3c24b; --p5: #b4bcc8; } }
.p0 { --own: var(--p0); } .p1 { --own: var(--p1); } .p2 { --own: var(--p2); }
.p3 { --own: var(--p3); } .p4 { --own: var(--p4); } .p5 { --own: var(--p5); }
.plot .reach { stroke: var(--own); stroke-width: 2; opacity: .7; }
.plot .link { stroke: var(--own); stroke-width: 1.5; opacity: .45; }
.plot .mark, .legend .mark { fill: var(--own); stroke: var(--card); stroke-width: 1; }
.level { stroke: var(--soft); stroke-width: 2; stroke-dasharray: 5 4; }
.level.dots { stroke-dasharray: 1.5 3.5; }
.plot .end { text-anchor: end; } .plot .mid { text-anchor: middle; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; padding: 0;
  margin: .2rem 0 .8rem; }
.legend li { overflow-wrap: anywhere; }
.legend svg { width: 18px; height: 16px; vertical-align: -2px; margin-right: .3rem;
  overflow: visible; }
"""


class Measured(NamedTuple):
    """A score with its interval; all from nought to one."""

    value: float
    interval: Interval


class Curve(NamedTuple):
    """A player's spots, one for each column."""

    label: str
    spots: Sequence[Measured]


def curves(title: str, across: str, columns: Sequence[str], found: Sequence[Curve],
           chance: Sequence[float], halfway: Sequence[float] = ()) -> str:  # fmt: skip
    """The picture with its legend, for at most `MOST` players."""
    body = list(_scale(across, columns))
    wide = (_RIGHT - _LEFT) / len(columns)
    for kind, levels in (("level", chance), ("level dots", halfway)):
        for at, level in enumerate(levels):
            left, right = (_LEFT + wide * (at + 0.5 + side * _SPREAD / 1.6) for side in (-1, 1))
            body.append(_line(kind, left, _down(level), right, _down(level)))
    for at, curve in enumerate(found):
        body += [f'<g class="p{at}">', *_drawn(curve, at, len(found), wide), "</g>"]
    height = _BOTTOM + 44
    return (
        f"{_legend(found, bool(halfway))}\n"
        f'<svg class="plot" role="img" width="100%" height="{height}"'
        f' aria-label="{escape(_told(title, across, columns, found))}">\n'
        f"<title>{escape(title)}</title>\n" + "\n".join(body) + "\n</svg>"
    )


def _scale(across: str, columns: Sequence[str]) -> Iterator[str]:
    wide = (_RIGHT - _LEFT) / len(columns)
    for score in (0, 25, 50, 75, 100):
        y = _down(score / 100)
        yield _line("nought" if score == 0 else "grid", _LEFT, y, _RIGHT, y)
        yield f'<text class="tick end" x="{_LEFT - 1.5}%" y="{y + 4}">{score}</text>'
    for at, column in enumerate(columns):
        x = _LEFT + wide * (at + 0.5)
        yield f'<text class="tick mid" x="{x:.2f}%" y="{_BOTTOM + 18}">{escape(column)}</text>'
    middle = (_LEFT + _RIGHT) / 2
    yield f'<text class="tick mid" x="{middle}%" y="{_BOTTOM + 38}">{escape(across)}</text>'


def _drawn(curve: Curve, at: int, players: int, wide: float) -> Iterator[str]:
    places = [
        (_LEFT + wide * (column + 0.5 + _SPREAD * ((at + 0.5) / players - 0.5)), spot)
        for column, spot in enumerate(curve.spots)
    ]
    for (x, spot), (next_x, next_spot) in pairwise(places):
        yield _line("link", x, _down(spot.value), next_x, _down(next_spot.value))
    for x, spot in places:
        yield _line("reach", x, _down(spot.interval.low), x, _down(spot.interval.high))
    for x, spot in places:
        yield (
            f'<svg class="mark" x="{x:.2f}%" y="{_down(spot.value):.1f}" overflow="visible">'
            f"{_SHAPES[at]}</svg>"
        )


def _legend(found: Sequence[Curve], halfway: bool) -> str:
    entries = [
        f'<li><svg class="p{at}" viewBox="-9 -8 18 16" aria-hidden="true"><g class="mark">'
        f"{_SHAPES[at]}</g></svg>{escape(curve.label)}</li>"
        for at, curve in enumerate(found)
    ]
    entries.append(_level("level", "chance"))
    if halfway:
        entries.append(_level("level dots", "halfway to 100"))
    return f'<ul class="legend">{"".join(entries)}</ul>'


def _level(kind: str, label: str) -> str:
    line = f'<line class="{kind}" x1="0" x2="18" y1="8" y2="8"/>'
    return f'<li><svg aria-hidden="true">{line}</svg>{label}</li>'


def _told(title: str, across: str, columns: Sequence[str], found: Sequence[Curve]) -> str:
    each = [
        f"{curve.label}: "
        + ", ".join(
            f"{column} {100 * spot.value:.0f}"
            for column, spot in zip(columns, curve.spots, strict=True)
        )
        for curve in found
    ]
    return f"{title}, by {across}. {'; '.join(each)}"


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="{kind}" x1="{x1:.2f}%" y1="{y1:.1f}" x2="{x2:.2f}%" y2="{y2:.1f}"/>'


def _down(share: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * share
