"""Pictures, drawn with matplotlib where it is installed: the extra `plot`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from ..errors import LastpickError, PlotError
from ..files import check_writable, write_whole
from ..oracle.judge import THREW
from .balance import Balance, Size
from .review import Review

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

KINDS = ("png", "svg")
MOST_GAMES = 20  # in one picture
_ONE, _TWO, _NOBODY, _ACCENT = "#3b6ea5", "#c8803a", "#b8b8b8", "#a02c2c"


def check(path: str) -> None:
    """Refuse, before any work is done, a picture that could not be drawn or written."""
    _kind(path)
    check_writable(path)
    try:
        import matplotlib.figure  # noqa: F401 - whether it is there is the question
    except ImportError:
        raise PlotError(
            "pictures need matplotlib; it comes with: pip install 'lastpick[plot]'"
        ) from None


def _kind(path: str) -> str:
    kind = os.path.splitext(path)[1].lower().removeprefix(".")
    if kind not in KINDS:
        raise LastpickError(f"cannot draw {path}: expected a name that ends in .png or .svg")
    return kind


def _figure(width: float, height: float) -> Figure:
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def _whole(axis: Axis) -> None:
    """Mark an axis at whole numbers only."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(integer=True))


def _save(figure: Figure, path: str) -> None:
    """Drawn in memory first, so that no half of a picture is left behind."""
    from matplotlib import rc_context

    kind, drawn = _kind(path), BytesIO()
    with rc_context({"svg.hashsalt": "lastpick"}):  # the same picture, the same bytes
        meta = {"Date": None} if kind == "svg" else {}
        figure.savefig(drawn, format=kind, dpi=150, metadata=meta)
    write_whole(path, drawn.getvalue())


def _title(axes: Axes, text: str) -> None:
    axes.set_title(text.replace("$", r"\$"), loc="left", fontsize=11)


# --- who was winning --------------------------------------------------------------------


def plot_reviews(path: str, reviews: Sequence[Review]) -> None:
    """For each game a band that says after every move who was winning."""
    check(path)
    if len(reviews) > MOST_GAMES:
        raise LastpickError(
            f"a picture holds at most {MOST_GAMES} games, and this record has {len(reviews)}"
        )
    figure = _figure(8, 0.6 + 1.7 * len(reviews))
    rows = figure.subplots(len(reviews), 1, squeeze=False)
    for (axes,), review in zip(rows, reviews, strict=True):
        _draw_review(axes, review)
    _save(figure, path)


def _draw_review(axes: Axes, review: Review) -> None:
    colours = {1: _ONE, 2: _TWO, None: _NOBODY}
    height = {1: 1, 2: -1, None: 0.15}
    for at, winner in enumerate(review.winners):
        axes.bar(at, height[winner], width=1, color=colours[winner], edgecolor="white")
    for step in review.steps:
        if step.grade == THREW:
            up = 1 if step.seat == 2 else -1
            axes.annotate(
                str(step.event), (step.number, 1.05 * up), color=_ACCENT, fontsize=8,
                ha="center", va="bottom" if up > 0 else "top",
            )  # fmt: skip
    record = review.record
    names = [person.name.replace("$", r"\$") for person in record.players]
    axes.set_yticks([1, -1], [f"{name} wins" for name in names])
    axes.set_ylim(-1.6, 1.6)
    axes.set_xlim(-0.6, len(review.winners) - 0.4)
    _whole(axes.xaxis)
    axes.axhline(0, color="black", linewidth=0.8)
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_xlabel("moves made (red: a pick that threw the win away)", fontsize=9)
    _title(axes, f"Who was winning: {record.book.title} {record.game.numbers}, {record.date}")


# --- balance ----------------------------------------------------------------------------


def plot_balance(path: str, title: str, balance: Balance) -> None:
    """The share of winning openings for each pool."""
    check(path)
    figure = _figure(8, 4)
    axes = figure.subplots()
    _draw_sizes(axes, [size for size in balance.sizes if size.share is not None])
    unknown = [size.numbers.last for size in balance.sizes if size.wins is None]
    if unknown:
        axes.plot(unknown, [0.0] * len(unknown), "x", color=_NOBODY, label="unknown")
    axes.axhline(0.5, color="black", linewidth=0.8, linestyle="--", label="a half")
    axes.set_ylim(-0.04, 1.04)
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set_xlabel(f"last number of the pool, from {balance.sizes[-1].numbers.first}")
    axes.spines[["top", "right"]].set_visible(False)
    _whole(axes.xaxis)
    figure.legend(fontsize=9, loc="outside lower center", ncols=4, frameon=False)
    _title(axes, f"{title}: share of openings that win for Player 1")
    _save(figure, path)


def _draw_sizes(axes: Axes, known: list[Size]) -> None:
    points = [(size.numbers.last, float(size.share or 0)) for size in known]
    axes.vlines([x for x, _ in points], 0.5, [y for _, y in points], color=_NOBODY, linewidth=1)
    for colour, wins, label in ((_ONE, True, "Player 1 wins"), (_TWO, False, "Player 2 wins")):
        chosen = [point for size, point in zip(known, points, strict=True) if size.wins == wins]
        if chosen:
            xs, ys = zip(*chosen, strict=True)
            axes.plot(xs, ys, "o", markersize=4, color=colour, label=label)


# --- sequences --------------------------------------------------------------------------


def plot_sequence(path: str, title: str, terms: Sequence[tuple[int, int | None]]) -> None:
    """Values for growing pools; the unknown ones are left out."""
    check(path)
    figure = _figure(8, 4)
    axes = figure.subplots()
    known = [(last, value) for last, value in terms if value is not None]
    axes.plot([last for last, _ in known], [value for _, value in known], ".-", color=_ONE)
    axes.set_xlabel("last number of the pool")
    for axis in (axes.xaxis, axes.yaxis):
        _whole(axis)
    axes.spines[["top", "right"]].set_visible(False)
    _title(axes, title)
    _save(figure, path)
