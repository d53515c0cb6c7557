"""The report as CSV: a row for each player, its wins against each other one included."""

from __future__ import annotations

import csv
from io import StringIO

from ...players.player import CRASH, ENDPOINT, FLOOD, GARBAGE, HANG, ILLEGAL, REFUSED
from .data import Report, as_data

KINDS = (CRASH, HANG, GARBAGE, FLOOD, ILLEGAL, REFUSED, ENDPOINT)


def to_csv(found: Report) -> str:
    """The whole file."""
    target = StringIO()
    data = as_data(found)
    labels = data["cross"]["players"]
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow(
        [
            *("rank", "player", "name", "games", "wins", "losses", "first_wins", "second_wins"),
            *("forfeits", *KINDS, "rating", "low", "high", "mattered", "kept", "lost", "unknown"),
            *("lost_per_decision", "unsolved", *(f"wins_against_{label}" for label in labels)),
            *(f"different_against_{label}" for label in labels),
        ]
    )
    cross = data["cross"]
    rows = zip(data["standings"], cross["wins"], cross["different"], strict=True)
    for row, wins, different in rows:
        decisions, forfeits = row["decisions"], row["forfeits"]
        writer.writerow(
            [
                *(row[key] for key in ("rank", "player", "name", "games", "wins", "losses")),
                *(row["first"]["wins"], row["second"]["wins"], sum(forfeits.values())),
                *(forfeits.get(kind, 0) for kind in KINDS),
                *(row[key] for key in ("rating", "low", "high")),
                *(decisions[key] for key in ("mattered", "kept", "lost", "unknown")),
                *(decisions["lost_per_decision"], row["unsolved"], *wins),
                *different,
            ]
        )
    return target.getvalue()
