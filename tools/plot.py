"""Curves over time as a small SVG that reads well on light and on dark pages."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10
from typing import NamedTuple
from xml.sax.saxutils import escape

WIDTH, LEFT, RIGHT, HEIGHT, GAP, TOP, BOTTOM = 760, 78, 128, 120, 44, 34, 40

_STYLE = """
text { font: 12px system-ui, sans-serif; fill: #333 }
.title { font-weight: 600 }
.grid { stroke: #ddd }
.axis { stroke: #888 }
.line { fill: none; stroke-width: 1.6; stroke-linejoin: round }
.a { stroke: #1a5fb4; fill: none } .b { stroke: #c64600; fill: none } .c { stroke: #6b6b6b }
text.a, text.b, text.c { stroke: none } text.a { fill: #1a5fb4 } text.b { fill: #c64600 }
@media (prefers-color-scheme: dark) {
  text { fill: #ddd } .grid { stroke: #3a3a3a } .axis { stroke: #888 }
  .a { stroke: #78aeed } .b { stroke: #ff9d5c } .c { stroke: #a8a8a8 }
  text.a { fill: #78aeed } text.b { fill: #ff9d5c }
}
"""


class Curve(NamedTuple):
    name: str
    values: Sequence[float]


class Panel(NamedTuple):
    """One set of axes; `ticks` are the values that are marked, from the lowest to the highest."""

    title: str
    curves: Sequence[Curve]
    ticks: Sequence[float]
    labels: Sequence[str]
    logarithmic: bool = False


def drawn(title: str, minutes: Sequence[float], panels: Sequence[Panel]) -> str:
    """The whole picture."""
    height = TOP + len(panels) * (HEIGHT + GAP) + BOTTOM - GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
        f' aria-label="{escape(title)}">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
    ]
    last = max(minutes, default=1.0) or 1.0
    for number, panel in enumerate(panels):
        parts += _panel(panel, minutes, last, TOP + number * (HEIGHT + GAP))
    bottom = height - BOTTOM + 16
    for minute in _minutes(last):
        x = _x(minute, last)
        parts.append(f'<text x="{x:.0f}" y="{bottom}" text-anchor="middle">{minute:g}</text>')
    parts.append(f'<text x="{_x(last, last) + 10:.0f}" y="{bottom}">minutes</text></svg>')
    return "\n".join(parts) + "\n"


def _panel(panel: Panel, minutes: Sequence[float], last: float, top: float) -> list[str]:
    low, high = panel.ticks[0], panel.ticks[-1]

    def y(value: float) -> float:
        if panel.logarithmic:
            value, ends = log10(max(value, low)), (log10(low), log10(high))
        else:
            ends = (low, high)
        share = (min(value, ends[1]) - ends[0]) / (ends[1] - ends[0])
        return top + HEIGHT * (1 - share)

    parts = [f'<text class="title" x="{LEFT}" y="{top - 8:.0f}">{escape(panel.title)}</text>']
    for tick, label in zip(panel.ticks, panel.labels, strict=True):
        across = f'x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(tick):.1f}" y2="{y(tick):.1f}"'
        parts.append(f'<line class="grid" {across}/>')
        parts.append(
            f'<text x="{LEFT - 8}" y="{y(tick) + 4:.1f}" text-anchor="end">{escape(label)}</text>'
        )
    parts.append(
        f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{top + HEIGHT}"'
        f' y2="{top + HEIGHT}"/>'
    )
    ends: list[float] = []
    for style, curve in zip("abc", panel.curves, strict=False):
        points = " ".join(
            f"{_x(x, last):.1f},{y(v):.1f}" for x, v in zip(minutes, curve.values, strict=True)
        )
        parts.append(f'<polyline class="line {style}" points="{points}"/>')
        at = y(curve.values[-1]) if curve.values else top
        while any(abs(at - other) < 14 for other in ends):  # names do not lie on each other
            at -= 14
        ends.append(at)
        parts.append(
            f'<text class="{style}" x="{WIDTH - RIGHT + 8}" y="{at + 4:.1f}">'
            f"{escape(curve.name)}</text>"
        )
    return parts


def _x(minute: float, last: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * minute / last


def _minutes(last: float) -> list[float]:
    step = next(step for step in (0.25, 0.5, 1, 2, 5, 10, 30, 60, 1e9) if last / step <= 8)
    return [step * number for number in range(int(last / step) + 1)]


def scale(most: float, unit: str) -> tuple[list[float], list[str]]:
    """Ticks from 0 to a round number above the most, and their labels."""
    power = 10.0 ** int(log10(max(most, 1)))
    step = next(step for step in (power / 5, power / 2, power, 2 * power) if most / step <= 5)
    ticks = [0.0]
    while ticks[-1] < most:
        ticks.append(ticks[-1] + step)
    return ticks, [f"{tick:,g}{unit}" for tick in ticks]
