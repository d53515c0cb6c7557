"""Plots as SVG that stands in a page: no library, no script, and text that is never scaled.

Places across are percentages, so a plot is as wide as its column on a phone and on a desk.
Colours come from the page's style sheet, which knows light and dark.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

_ROW = 46  # pixels for a label and what is drawn below it
_LEFT, _RIGHT = 3.0, 97.0  # percent of the width that the scale takes


class Mark(NamedTuple):
    """A row of a plot: a value with its interval, and how it is told."""

    label: str
    value: float
    low: float
    high: float
    told: str


def intervals(
    title: str, marks: Sequence[Mark], unit: str, reach: tuple[float, float] = (0.0, 0.0)
) -> str:
    """A dot with its interval for each, over a scale that shows nought, and at least `reach`."""
    low = min(0.0, reach[0], *(mark.low for mark in marks))
    high = max(0.0, reach[1], *(mark.high for mark in marks))
    ticks = steps(low, high)
    low, high = min(low, ticks[0]), max(high, ticks[-1])

    def across(value: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * (value - low) / (high - low or 1.0)

    body = [_grid(across(t), len(marks), "nought" if t == 0 else "grid") for t in ticks]
    for at, mark in enumerate(marks):
        y = _ROW * at + 32
        body.append(_label(mark, at))
        body.append(_line(across(mark.low), across(mark.high), y, "interval"))
        body.append(f'<circle class="dot" cx="{across(mark.value):.2f}%" cy="{y}" r="5"/>')
    body += [
        _tick(across(t), len(marks), f"{t:+g}".replace("-", "\u2212") if t else "0") for t in ticks
    ]
    return _svg(title, f"{title}, {unit}", marks, body)


def bars(title: str, marks: Sequence[Mark]) -> str:
    """A bar from 0 to 100% for each share, with its interval on top."""

    def across(share: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * share

    ticks = (0.0, 0.25, 0.5, 0.75, 1.0)
    body = [_grid(across(t), len(marks), "grid") for t in ticks]
    for at, mark in enumerate(marks):
        y = _ROW * at + 32
        width = across(mark.value) - _LEFT
        body.append(_label(mark, at))
        body.append(
            f'<rect class="track" x="{_LEFT}%" y="{y - 6}" width="{_RIGHT - _LEFT}%" height="12"'
            ' rx="2"/>'
        )
        body.append(
            f'<rect class="bar" x="{_LEFT}%" y="{y - 6}" width="{width:.2f}%" height="12" rx="2"/>'
        )
        body.append(_line(across(mark.low), across(mark.high), y, "whisker"))
    body += [_tick(across(t), len(marks), f"{t:.0%}") for t in ticks]
    return _svg(title, title, marks, body)


def steps(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers from at or below `low` to at or above `high`, nought among them."""
    high = max(high, low + 1e-9)
    rough = (high - low) / about
    power = 10.0 ** floor(log10(rough))
    size = next(power * k for k in (1, 2, 5, 10) if power * k >= rough)
    return [size * k for k in range(floor(low / size), ceil(high / size) + 1)]


def _svg(title: str, about: str, marks: Sequence[Mark], body: Sequence[str]) -> str:
    told = "; ".join(f"{mark.label}: {mark.told}" for mark in marks)
    height = _ROW * len(marks) + 26
    return (
        f'<svg class="plot" role="img" width="100%" height="{height}" '
        f'aria-label="{escape(about)}. {escape(told)}">\n<title>{escape(title)}</title>\n'
        + "\n".join(body)
        + "\n</svg>"
    )


def _label(mark: Mark, at: int) -> str:
    y = _ROW * at + 18
    return (
        f'<text class="name" x="{_LEFT}%" y="{y}">{escape(_cut(mark.label))}</text>'
        f'<text class="told" x="{_RIGHT}%" y="{y}">{escape(mark.told)}</text>'
    )


def _cut(label: str) -> str:
    """What fits beside the figures on a phone; the table has it whole."""
    return label if len(label) <= 18 else label[:17] + "\u2026"


def _line(start: float, end: float, y: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{start:.2f}%" x2="{end:.2f}%" y1="{y}" y2="{y}"/>'


def _grid(x: float, rows: int, kind: str) -> str:
    return f'<line class="{kind}" x1="{x:.2f}%" x2="{x:.2f}%" y1="4" y2="{_ROW * rows + 4}"/>'


def _tick(x: float, rows: int, text: str) -> str:
    anchor = "start" if x < 2 * _LEFT else "end" if x > 100 - 2 * _LEFT else "middle"
    return (
        f'<text class="tick" style="text-anchor:{anchor}" x="{x:.2f}%" y="{_ROW * rows + 20}">'
        f"{text}</text>"
    )
