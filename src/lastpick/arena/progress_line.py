"""How a tournament stands while it runs: a line on the terminal."""

from __future__ import annotations

import os
import sys
from time import monotonic

from ..terminal.progress import Progress
from .results import Results


class ProgressLine:
    """A bar, the pace, and the players with the share of games that each has won."""

    def __init__(self, progress: Progress, played: int) -> None:
        self._progress = progress
        self._before = played
        self._began = monotonic()

    def __call__(self, results: Results) -> None:
        if not sys.stderr.isatty():
            return
        tally, total = results.tally, results.tournament.total
        pace = (tally.played - self._before) / max(1e-9, monotonic() - self._began)
        leaders = sorted(
            (-(wins / games) if games else 1, i)
            for i, (wins, games) in enumerate(zip(tally.wins, tally.games, strict=True))
        )
        labels = results.tournament.labels
        shown = "  ".join(f"{labels[i]} {-share:.0%}" for share, i in leaders if share <= 0)
        text = f"{Progress.bar(tally.played, total, 12)} {tally.played:,}/{total:,} {pace:,.0f}/s"
        self._progress.show(f"{text}  {shown}"[: _columns() - 1])


def _columns() -> int:
    try:
        return max(40, os.get_terminal_size(sys.stderr.fileno()).columns)
    except OSError:
        return 80
