"""The tables of docs/evaluation-baselines.md: every bot on the frozen suites.

python tools/baselines.py [SUITE] [PLAYER...]     the tables, or the rows of these players
python tools/baselines.py --check                 whether that page holds the tables
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from lastpick.evaluation.report.data import Report, report, won_of
from lastpick.evaluation.results import Plan, Results
from lastpick.evaluation.run import run
from lastpick.evaluation.scoring import random_score
from lastpick.evaluation.suite import BANDS, frozen
from lastpick.players.player import Options
from lastpick.terminal.progress import Progress

SUITES = ("standard-2", "standard-1")
PLAYERS = (
    "random",
    "greedy",
    *(f"level:{level}" for level in range(1, 6)),
    *(f"mcts:{playouts}" for playouts in (10, 100, 1000)),
    *(f"search:{depth}" for depth in (1, 3, 5, 7, 9)),
    *(f"careful:{depth}" for depth in (1, 3, 5, 7, 9)),
    "perfect",
)
LONG = ("mcts:10", "mcts:1000", "search:9", *(f"careful:{depth}" for depth in (1, 3, 5, 7, 9)))
OF = {"standard-2": PLAYERS, "standard-1": tuple(name for name in PLAYERS if name not in LONG)}
PAGE = Path(__file__).parents[1] / "docs" / "evaluation-baselines.md"
PROCESSES = 2
HEAD = ("player", "score", "95% interval", "skill", "horizon", *BANDS, "conversion")


def measured(player: str, suite: str) -> Report:
    """One bot on a frozen suite, as `lastpick evaluate PLAYER --suite SUITE` does it."""
    plan = Plan(player, frozen(suite), 1, None, 2, Options())
    results = Results()
    with Progress() as progress:
        run(
            plan,
            results,
            PROCESSES,
            lambda done, of: progress.show(f"{player} {progress.bar(done, of)}"),
        )
    return report(plan, results)


def row(player: str, suite: str) -> str:
    found = measured(player, suite)
    whole, bands = found.whole, found.groups("remoteness")
    low, high = whole.interval
    won, ends = won_of(found.games)
    cells = [
        f"`{player}`",
        f"{100 * whole.kept:.1f}",
        f"{100 * low:.1f} to {100 * high:.1f}",
        f"{100 * whole.skill:.1f}",
        f"{found.horizon}{'+' if found.horizon == 11 else ''}",
        *(f"{100 * bands[band].kept:.0f}" for band in BANDS),
        f"{100 * won / len(found.games):.0f}% ({100 * ends.low:.0f} to {100 * ends.high:.0f})",
    ]
    return f"| {' | '.join(cells)} |"


def table(suite: str, players: tuple[str, ...] = ()) -> Iterator[str]:
    """The lines of a suite's table, each as soon as it is known."""
    yield f"| {' | '.join(HEAD)} |"
    yield "| --- " * len(HEAD) + "|"
    for player in players or OF[suite]:
        yield row(player, suite)
    expected, error = random_score(frozen(suite).items)
    yield ""
    yield f"Random picks score {expected:.2f} in expectation, with a standard error of {error:.2f}."


def main(words: list[str]) -> int:
    suites = [word for word in words if word in SUITES] or SUITES
    if "--check" in words:
        page = PAGE.read_text()
        missing = [suite for suite in suites if "\n".join(table(suite)) not in page]
        print(f"{PAGE.name} {f'lacks {missing}' if missing else 'holds what was measured'}")
        return bool(missing)
    players = tuple(word for word in words if word not in SUITES)
    for suite in suites:
        print(f"{suite}:")
        for line in table(suite, players):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
