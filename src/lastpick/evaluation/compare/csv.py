"""A comparison as CSV in long form: a row for each player and each part of the suite."""

from __future__ import annotations

import csv
from io import StringIO

from ..report.data import won_of
from .data import Comparison, SuitePart

_HEADS = (
    *("player", "file", "group", "value", "decisions", "positions", "chance"),
    *("score", "score_low", "score_high", "skill", "legal"),
    *("difference", "difference_low", "difference_high", "better", "worse", "same"),
    *("horizon", "conversion", "conversion_low", "conversion_high", "won_games"),
    *("calls", "prompt_tokens", "answer_tokens", "cost"),
)
WHOLE = "all"


def to_csv(found: Comparison) -> str:
    """The whole file. What is told of the whole suite alone is empty in the other rows."""
    target = StringIO()
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow(_HEADS)
    for part in (found.whole, *found.parts):
        for at in range(len(found.players)):
            writer.writerow(_row(found, part, at))
    return target.getvalue()


def _row(found: Comparison, part: SuitePart, at: int) -> list[object]:
    player, row = found.players[at], part.rows[at]
    one, more = row.rate, row.score
    low, high = one.interval
    between: list[object] = [""] * 6
    if more:
        shares = (more.value, more.low, more.high)
        between = [*(100 * share for share in shares), more.better, more.worse, more.same]
    return [
        *(cell(player.name), cell(player.file), part.group or WHOLE, cell(part.value)),
        *(one.decisions, one.positions, 100 * one.chance),
        *(100 * one.kept, 100 * low, 100 * high, 100 * one.skill, one.legal),
        *between,
        *(_of_all(found, at) if part is found.whole else [""] * 9),
    ]


def _of_all(found: Comparison, at: int) -> list[object]:
    report = found.players[at].report
    won: list[object] = [""] * 4
    if report.games:
        count, (low, high) = won_of(report.games)
        won = [count / len(report.games), low, high, len(report.games)]
    usage = report.usage or ("",) * 4
    horizon = "" if report.horizon is None else report.horizon
    return [horizon, *won, *("" if value is None else value for value in usage)]


def cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    shown = "".join(c if c.isprintable() else " " for c in text)
    return f"'{shown}" if shown.startswith(("=", "+", "-", "@", " ")) else shown
