"""A comparison as one HTML page that needs nothing else: tables, and plots drawn in SVG.

Every plot's figures also stand in a table, and nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ...arena.report.drawing import Mark, intervals
from ...arena.report.html import document, section, table
from ...coach.plain.words import counted
from ...terminal.screen import plain
from ..horizon import halfway
from .data import Comparison, SuitePart
from .paired import Difference
from .plot import MOST, STYLE, Curve, Measured, curves
from .text import (
    ahead,
    asked,
    conversion,
    heading,
    horizon,
    notes,
    points,
    share_range,
    span,
    whole_points,
)

_AXES = {  # what the main picture shows scores against, the first that there is
    "remoteness": ("Score against remoteness", "picks to the end of the game"),
    "depth": ("Score against depth", "depth"),
}
_MORE_STYLE = """
h3 { font-size: 1rem; margin: .8rem 0 .2rem; overflow-wrap: anywhere; }
.plots { display: grid; gap: 0 2rem; margin-bottom: .8rem; }
.plots > div { min-width: 0; }
@media (min-width: 52rem) { .plots.many { grid-template-columns: 1fr 1fr; } }
thead th:first-child, .grouped thead th:nth-child(2) { text-align: left; }
.grouped [rowspan] { vertical-align: top; }
.grouped td[rowspan] { min-width: 9rem; }
.grouped td.name:not([rowspan]) { min-width: 0; white-space: nowrap; }
.grouped .last { border-bottom: 0; }
.grouped td .soft { font-size: .85rem; white-space: nowrap; }
.plot + .scroll { margin-top: 1rem; }
"""


def page(found: Comparison) -> str:
    """The whole page."""
    sections = [_players(found), _main(found), _differences(found)]
    sections += [_group(found, group) for group in found.groups]
    sections += [_used(found), _asked(found)]
    return document("Comparison", list(heading(found)), sections, STYLE + _MORE_STYLE)


def _players(found: Comparison) -> str:
    heads = ("player", "score", "95% interval", "skill", "legal", "horizon", "conversion",
             "mistakes")  # fmt: skip
    rows = [
        (
            escape(player.name),
            f"{100 * row.rate.kept:.1f}",
            share_range(row.rate.interval),
            _signed(f"{100 * row.rate.skill:.1f}"),
            f"{row.rate.legal:.3f}",
            horizon(player).replace("-", "\u2013"),
            conversion(player.report.games),
            f"{len(player.report.mistakes):,}",
        )
        for player, row in zip(found.players, found.whole.rows, strict=True)
    ]
    chance = 100 * found.whole.rows[0].rate.chance
    return section(
        "Players",
        table("Players", heads, rows, names=1),
        f'<p class="note">Score: of 100 decisions, those that kept the win; picking at random'
        f" scores {chance:.1f}. Skill: 0 for random picks, 100 for no mistake. Horizon: wins"
        " that take so many picks are found. Conversion: won games that were won against best"
        " resistance.</p>",
    )


def _main(found: Comparison) -> str:
    group = next((group for group in _AXES if group in found.groups), None)
    if group is None:
        return ""
    title, across = _AXES[group]
    parts = found.of(group)
    pictures = []
    for start in range(0, len(found.players), MOST):
        chosen = range(start, min(start + MOST, len(found.players)))
        pictures.append(
            curves(
                f"{title}, with intervals of 95%",
                across,
                [part.value for part in parts],
                [_curve(found, parts, at) for at in chosen],
                [part.rows[0].rate.chance for part in parts],
                [halfway(part.rows[0].rate) for part in parts] if group == "remoteness" else [],
            )
        )
    mark = (
        " The horizon ends where an interval no longer lies above the dots, halfway from chance to"
        " 100."
        if group == "remoteness"
        else ""
    )
    note = (
        '<p class="note">The bars are intervals of 95%, the dashes what picking at random keeps.'
        f"{mark}"
        f" The figures are in the table by {group}.</p>"
    )
    return section(title, *pictures, note)


def _curve(found: Comparison, parts: Sequence[SuitePart], at: int) -> Curve:
    rates = [part.rows[at].rate for part in parts]
    return Curve(found.players[at].name, [Measured(rate.kept, rate.interval) for rate in rates])


def _differences(found: Comparison) -> str:
    if len(found.players) == 1:
        return ""
    marks, rows = [], []
    for at, (player, row) in enumerate(zip(found.players, found.whole.rows, strict=True)):
        if row.score and row.legal:
            marks.append(_mark(player.name, row.score))
            measures = {"score": row.score, "legal": row.legal}
            if one := found.conversion[at]:
                measures["conversion"] = one
            last = player is found.players[-1]
            head = _spanning("th", escape(player.name), len(measures), last)
            for name, one in measures.items():
                rows.append([*([head] if name == "score" else []), _text(name), *_cells(one)])
    heads = ("player", "", "points more", "95% interval", "better", "worse", "same")
    return section(
        ahead(found),
        intervals("Points of score more, with intervals of 95%", marks, "in points of score"),
        table("Differences", heads, rows, "grouped", names=0),
        '<p class="note">Better, worse, same: in how many positions.</p>',
        *(f'<p class="note">{escape(line)}</p>' for line in notes(found)),
    )


def _group(found: Comparison, group: str) -> str:
    parts = found.of(group)
    seen = [one for part in parts for row in part.rows if (one := row.score)]
    plots = []
    for at, player in enumerate(found.players[1:], 1):
        marks = [_mark(part.value, one) for part in parts if (one := part.rows[at].score)]
        reach = (100 * min(one.low for one in seen), 100 * max(one.high for one in seen))
        title = f"{player.name}: points of score more than {found.players[0].name}, by {group}"
        drawn = intervals(title, marks, "in points of score", reach)
        plots.append(f"<div><h3>{escape(player.name)}</h3>{drawn}</div>")
    shown = []
    if plots:
        many = " many" if len(plots) > 1 else ""
        shown.append(f'<p class="soft">{escape(ahead(found))}</p>')
        shown.append(f'<div class="plots{many}">{"".join(plots)}</div>')
    return section(f"By {group}", *shown, _group_table(found, group, parts))


def _group_table(found: Comparison, group: str, parts: Sequence[SuitePart]) -> str:
    heads = [group, "player", "score", "95% interval", "legal"]
    if len(found.players) > 1:
        heads += ["points more", "95% interval", "better", "worse"]
    rows = []
    for part in parts:
        one = part.rows[0].rate
        about = f"{counted(one.positions, 'position')},<br>chance {100 * one.chance:.1f}"
        told = f'{escape(part.value)}<br><span class="soft">{about}</span>'
        head = _spanning("td", told, len(part.rows), part is parts[-1])
        for at, (player, row) in enumerate(zip(found.players, part.rows, strict=True)):
            cells = [
                *([] if at else [head]),
                f'<th scope="row" class="name">{escape(player.name)}</th>',
                f"{100 * row.rate.kept:.1f}",
                share_range(row.rate.interval),
                f"{row.rate.legal:.2f}",
            ]
            if len(found.players) > 1:
                cells += _cells(row.score)[:-1]
            rows.append(cells)
    return table(f"Figures by {group}", heads, rows, "grouped", names=0)


def _used(found: Comparison) -> str:
    rows = [
        (
            escape(player.name),
            *(f"{count:,}" for count in used[:3]),
            "\u2013" if used.cost is None else f"{used.cost:,.4f}",
        )
        for player in found.players
        if (used := player.report.usage)
    ]
    if not rows:
        return ""
    heads = ("player", "calls", "tokens in", "tokens out", "cost")
    return section("Used", table("Used", heads, rows, names=1))


def _asked(found: Comparison) -> str:
    suite = found.players[0].plan.suite
    entries = [("suite", suite.name), ("seed", suite.seed), ("checksum", suite.checksum)]
    entries += [
        (player.name, f"{plain(player.file, 4096)}: {asked(player)}") for player in found.players
    ]
    lines = "".join(f"<dt>{escape(key)}</dt><dd>{escape(text)}</dd>" for key, text in entries)
    return section("What was asked, and how", f"<dl>{lines}</dl>")


def _spanning(kind: str, html: str, rows: int, last: bool) -> str:
    """A cell that stands beside several rows."""
    scope = ' scope="rowgroup"' if kind == "th" else ""
    return f'<{kind}{scope} class="name{" last" * last}" rowspan="{rows}">{html}</{kind}>'


def _text(text: str) -> str:
    return f'<td class="name">{text}</td>'


def _mark(label: str, one: Difference) -> Mark:
    ends = (100 * one.value, 100 * one.low, 100 * one.high)
    value, low, high = (_signed(whole_points(end)) for end in ends)
    return Mark(label, *ends, f"{value} ({low} to {high})")


def _cells(one: Difference | None) -> list[str]:
    """A difference as five cells of a table."""
    if one is None:
        return ["\u2013"] * 5
    counts = (f"{count:,}" for count in (one.better, one.worse, one.same))
    return [_signed(points(one.value)), _signed(span(one)), *counts]


def _signed(text: str) -> str:
    return text.replace("-", "\u2212")
