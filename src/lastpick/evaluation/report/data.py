"""An evaluation's report as data: what the text and --json both tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from ...arena.intervals import Interval, cautious
from ...players import is_model
from ...players.usage import Usage
from ..ask import DECISION, Try, WonGame, total
from ..decision import Score, score_failure, score_pick
from ..horizon import halfway, horizon
from ..plan import REPEATED
from ..results import Plan, Results, replay
from ..scoring import GROUPS, Rate, figures_data, grouped, random_score, rate
from ..suite import Item
from .tries import Tries, tries_data

__all__ = ["GROUPS", "Report", "as_data", "report", "won_by", "won_of"]

WON_GROUPS = ("game", "size", "disguise")  # won games are all begun far from the end


class Steadiness(NamedTuple):
    """Of items that were asked about several times: of how many the win was kept how often."""

    times: int
    always: int
    sometimes: int
    never: int


class Report(NamedTuple):
    """All that there is to say."""

    plan: Plan
    graded: tuple[Score, ...]
    games: tuple[WonGame, ...]
    failures: dict[str, int]
    mistakes: tuple[Score, ...]  # all of them, in the order of the suite
    usage: Usage | None
    tries: Tries | None = None  # where there could be several for a decision

    @property
    def whole(self) -> Rate:
        return rate(self.graded)

    def groups(self, name: str) -> dict[str, Rate]:
        """The figures of each game, or size, or depth, or remoteness, or disguise."""
        found = grouped(self.graded, name, lambda entry: entry.item)
        return {key: rate(entries) for key, entries in found.items()}

    @property
    def steadiness(self) -> Steadiness | None:
        """How the answers to the same items agree; None if each was asked about once."""
        if self.plan.repeat == 1:
            return None
        kept: dict[int, list[bool]] = {}
        for one in self.graded:
            kept.setdefault(one.item.number % REPEATED, []).append(one.kept)
        always = sum(all(each) for each in kept.values())
        never = sum(not any(each) for each in kept.values())
        return Steadiness(self.plan.repeat, always, len(kept) - always - never, never)

    @property
    def horizon(self) -> int | None:
        """How many picks ahead it sees; None if that is known of no item."""
        return horizon(self.groups("remoteness"))

    @property
    def unknown(self) -> int:
        """Decisions of which it is not known how many picks the win takes."""
        return sum(entry.item.band is None for entry in self.graded)


def report(plan: Plan, results: Results) -> Report:
    """The report on results that are complete."""
    items = plan.items
    answers = [results.answers[DECISION, item.number, len(item.picks)] for item in items]
    tries = [answer.tries for answer in answers]
    graded, last = (
        tuple(_scored(item, these[place]) for item, these in zip(items, tries, strict=True))
        for place in (0, -1)
    )
    games = tuple(replay(plan, results))
    usage = total(results.answers, plan.options.prices)
    return Report(
        plan=plan,
        graded=graded,
        games=games,
        failures=dict(Counter(one.result for one in graded if not one.legal)),
        mistakes=tuple(one for one in graded if not one.kept),
        usage=usage,
        tries=Tries(plan.attempts, last, tuple(map(len, tries))) if plan.attempts > 1 else None,
    )


def _scored(item: Item, one: Try) -> Score:
    if one.pick is not None:
        return score_pick(item, one.pick)
    failure = one.failure or ""
    return score_failure(item, failure, one.text or failure)


# --- as data ----------------------------------------------------------------------------


def as_data(found: Report, mistakes: int) -> dict[str, Any]:
    plan, whole, suite = found.plan, found.whole, found.plan.suite
    expected, error = random_score([entry.item for entry in found.graded])
    strata: dict[tuple[str, ...], list[Score]] = {}
    for entry in found.graded:
        strata.setdefault(entry.item.stratum, []).append(entry)
    return {
        "player": plan.shown,
        **figures_data(whole),
        "horizon": found.horizon,
        "unknown_remoteness": found.unknown,
        "attempts": tries_data(found.tries),
        "random": {"score": expected, "standard_error": error},
        "suite": {
            "name": suite.name,
            "seed": suite.seed,
            "generator": suite.generator,
            "checksum": suite.checksum,
            "each": plan.each,
        },
        "prompts": plan.prompts if is_model(plan.player) else None,
        "lenient": plan.options.lenient,
        "repeat": found.steadiness and found.steadiness._asdict(),
        "seed": plan.seed,
        "decisions": whole.decisions,
        "positions": whole.positions,
        "failures": found.failures,
        "by": {name: data for name in GROUPS if (data := _group_data(found, name))},
        "strata": [
            {**_stratum_data(entries[0].item), **_rate_data(rate(entries))}
            for entries in strata.values()
        ],
        "conversion": _conversion_data(found.games),
        "mistakes": {
            "count": len(found.mistakes),
            "first": [_mistake_data(mistake) for mistake in found.mistakes[:mistakes]],
        },
        "usage": found.usage._asdict() if found.usage else None,
    }


def _group_data(found: Report, name: str) -> dict[str, dict[str, Any]]:
    data = {key: _rate_data(one) for key, one in found.groups(name).items()}
    if name == "remoteness":
        for band, one in found.groups(name).items():
            data[band]["halfway"] = halfway(one)
    return data


def _stratum_data(item: Item) -> dict[str, str]:
    game, size, level, disguise = item.stratum
    kind = "remoteness" if item.depth is None else "depth"
    return {"game": game, "size": size, kind: level, "disguise": disguise}


def _rate_data(one: Rate) -> dict[str, Any]:
    return {
        "decisions": one.decisions,
        "positions": one.positions,
        "legal": one.legal,
        "kept": one.kept,
        "interval": list(one.interval),
        "chance": one.chance,
        "skill": 100 * one.skill,
    }


def _conversion_data(games: Sequence[WonGame]) -> dict[str, Any] | None:
    if not games:
        return None
    by = {name: won_by(games, name) for name in WON_GROUPS}
    return {
        **_won_data(games),
        "failures": sum(game.failure is not None for game in games),
        "by": {
            name: {key: _won_data(part) for key, part in groups.items()}
            for name, groups in by.items()
        },
    }


def won_by(games: Sequence[WonGame], name: str) -> dict[str, list[WonGame]]:
    """The games of each game, or size, or disguise."""
    return grouped(games, name, lambda game: game.item)


def _won_data(games: Sequence[WonGame]) -> dict[str, Any]:
    won, interval = won_of(games)
    share = won / len(games)
    return {"games": len(games), "won": won, "share": share, "interval": list(interval)}


def won_of(games: Sequence[WonGame]) -> tuple[int, Interval]:
    """How many of the games were won, and where the share of them lies."""
    won = sum(game.won for game in games)
    different = len({game.item.position for game in games})
    return won, cautious(won / len(games), different)


def _mistake_data(mistake: Score) -> dict[str, Any]:
    item, position = mistake.item, mistake.item.start()
    time, number = divmod(item.number, REPEATED)
    return {
        "item": number,
        **({"time": time + 1} if time else {}),
        **_stratum_data(item),
        "remoteness": item.remoteness,
        "name": item.name,
        "rules": item.book().rules,
        "numbers": item.numbers,
        "picks": list(item.picks),
        "pool": list(position.pool),
        "legal": list(position.legal),
        "pick": mistake.pick,
        "failure": None if mistake.legal else mistake.result,
        "winning": list(item.winning),
        "refutation": mistake.refutation,
    }
