"""The baselines of docs/evaluation.md: every bot on standard-1, as a table in Markdown.

python tools/baselines.py             the table
python tools/baselines.py --check     whether docs/evaluation.md holds it
"""

from __future__ import annotations

import sys
from pathlib import Path

from lastpick.arena.intervals import wilson
from lastpick.evaluation.report.data import Report, report
from lastpick.evaluation.results import Plan, Results
from lastpick.evaluation.run import run
from lastpick.evaluation.scoring import random_score
from lastpick.evaluation.suite import standard
from lastpick.players.player import Options
from lastpick.terminal.progress import Progress

PLAYERS = (
    "random",
    "greedy",
    *(f"level:{level}" for level in range(1, 6)),
    "mcts:100",
    "mcts:1000",
    "perfect",
)
PAGE = Path(__file__).parents[1] / "docs" / "evaluation.md"
PROCESSES = 2
HEAD = (
    "| player | score | 95% interval | skill | legal | plain | relabelled | restated | conversion |"
)


def measured(player: str) -> Report:
    """One bot on the frozen suite, as `lastpick evaluate PLAYER` does it."""
    plan = Plan(player, standard(), 1, None, 2, Options())
    results = Results()
    with Progress() as progress:
        run(
            plan,
            results,
            PROCESSES,
            lambda done, of: progress.show(f"{player} {progress.bar(done, of)}"),
        )
    return report(plan, results)


def row(player: str) -> str:
    found = measured(player)
    whole, kinds = found.whole, found.groups("disguise")
    low, high = whole.interval
    won = sum(game.won for game in found.games)
    share = won / len(found.games)
    ends = wilson(share, len({game.item.position for game in found.games}))
    cells = [
        f"`{player}`",
        f"{100 * whole.kept:.1f}",
        f"{100 * low:.1f} to {100 * high:.1f}",
        f"{100 * whole.skill:.1f}",
        f"{whole.legal:.2f}",
        *(f"{100 * kinds[kind].kept:.1f}" for kind in ("plain", "relabelled", "restated")),
        f"{100 * share:.0f}% ({100 * ends.low:.0f} to {100 * ends.high:.0f})",
    ]
    return f"| {' | '.join(cells)} |"


def table() -> str:
    expected, error = random_score(standard().items)
    lines = [HEAD, "| --- " * (HEAD.count("|") - 1) + "|", *map(row, PLAYERS)]
    note = (
        f"Random picks score {expected:.2f} in expectation, with a standard error of {error:.2f}."
    )
    return "\n".join([*lines, "", note])


def main(words: list[str]) -> int:
    found = table()
    if words != ["--check"]:
        print(found)
        return 0
    same = found in PAGE.read_text()
    print(f"{PAGE.name} {'holds' if same else 'does not hold'} what was measured")
    return not same


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
