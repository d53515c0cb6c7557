"""What an evaluation found: figures as data, and as text of at most eighty columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..catalog.wording import runs
from ..coach.refutation import refutation
from ..players.player import Usage
from ..terminal.screen import Screen
from .ask import DECISION, Answer, WonGame, total
from .results import Plan, Results
from .run import replay
from .scoring import Graded, Interval, Rate, corrected, random_score, rate, wilson
from .suite import PUBLIC, Item

GROUPS = ("game", "size", "depth", "disguise")


class Mistake(NamedTuple):
    """A decision that was worth nothing, and what refutes it."""

    item: Item
    answer: Answer

    def why(self) -> str:
        """Which answer refutes a wrong pick and why, or what went wrong instead of a pick."""
        item, pick = self.item, self.answer.pick
        if pick is None:
            return self.answer.text or self.answer.failure or ""
        return refutation(item.start(), pick)


class Report(NamedTuple):
    """All that there is to say."""

    plan: Plan
    graded: tuple[Graded, ...]
    games: tuple[WonGame, ...]
    failures: dict[str, int]
    mistakes: tuple[Mistake, ...]  # all of them, in the order of the suite
    usage: Usage | None

    @property
    def whole(self) -> Rate:
        return rate(self.graded)

    def groups(self, name: str) -> dict[str, Rate]:
        """The figures of each game, or size, or depth, or disguise."""
        found: dict[str, list[Graded]] = {}
        for entry in self.graded:
            found.setdefault(getattr(entry.item, name), []).append(entry)
        return {key: rate(entries) for key, entries in found.items()}


def report(plan: Plan, results: Results) -> Report:
    """The report on results that are complete."""
    graded, mistakes, failures = [], [], Counter[str]()
    for item in plan.suite.items:
        answer = results.answers[DECISION, item.number, len(item.picks)]
        kept = answer.pick in item.winning
        graded.append(Graded(item, answer.pick is not None, kept))
        if answer.failure:
            failures[answer.failure] += 1
        if not kept:
            mistakes.append(Mistake(item, answer))
    games = tuple(replay(plan, results))
    usage = total(results.answers, plan.options.prices)
    return Report(plan, tuple(graded), games, dict(failures), tuple(mistakes), usage)


# --- as data ----------------------------------------------------------------------------


def as_data(found: Report, mistakes: int) -> dict[str, Any]:
    plan, whole, suite = found.plan, found.whole, found.plan.suite
    expected, error = random_score([entry.item for entry in found.graded])
    skill = [100 * corrected(end, whole.chance) for end in whole.interval]
    strata: dict[tuple[str, ...], list[Graded]] = {}
    for entry in found.graded:
        strata.setdefault(entry.item.stratum, []).append(entry)
    return {
        "player": plan.player,
        "score": 100 * whole.kept,
        "skill": 100 * whole.skill,
        "legal": whole.legal,
        "intervals": {
            "score": [100 * end for end in whole.interval],
            "skill": skill,
            "legal": list(wilson(whole.legal, whole.positions)),
        },
        "random": {"score": expected, "standard_error": error},
        "suite": {
            "name": suite.name,
            "seed": suite.seed,
            "generator": suite.generator,
            "checksum": suite.checksum,
            "each": plan.each,
        },
        "seed": plan.seed,
        "decisions": whole.decisions,
        "positions": whole.positions,
        "failures": found.failures,
        "by": {
            name: {key: _rate_data(one) for key, one in found.groups(name).items()}
            for name in GROUPS
        },
        "strata": [
            {**dict(zip(GROUPS, key, strict=True)), **_rate_data(rate(entries))}
            for key, entries in strata.items()
        ],
        "conversion": _conversion_data(found.games),
        "mistakes": {
            "count": len(found.mistakes),
            "first": [_mistake_data(mistake) for mistake in found.mistakes[:mistakes]],
        },
        "usage": found.usage._asdict() if found.usage else None,
    }


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
    by = {name: _won_by(games, name) for name in GROUPS if name != "depth"}
    return {
        **_won_data(games),
        "failures": sum(game.failure is not None for game in games),
        "by": {
            name: {key: _won_data(part) for key, part in groups.items()}
            for name, groups in by.items()
        },
    }


def _won_by(games: Sequence[WonGame], name: str) -> dict[str, list[WonGame]]:
    found: dict[str, list[WonGame]] = {}
    for game in games:
        found.setdefault(getattr(game.item, name), []).append(game)
    return found


def _won_data(games: Sequence[WonGame]) -> dict[str, Any]:
    won, interval = _won(games)
    share = won / len(games)
    return {"games": len(games), "won": won, "share": share, "interval": list(interval)}


def _won(games: Sequence[WonGame]) -> tuple[int, Interval]:
    won = sum(game.won for game in games)
    different = len({game.item.position for game in games})
    return won, wilson(won / len(games), different)


def _mistake_data(mistake: Mistake) -> dict[str, Any]:
    item, answer, position = mistake.item, mistake.answer, mistake.item.start()
    return {
        "item": item.number,
        **dict(zip(GROUPS, item.stratum, strict=True)),
        "name": item.name,
        "rules": item.book().rules,
        "numbers": item.numbers,
        "picks": list(item.picks),
        "pool": list(position.pool),
        "legal": list(position.legal),
        "pick": answer.pick,
        "failure": answer.failure,
        "winning": list(item.winning),
        "refutation": mistake.why(),
    }


# --- as text ----------------------------------------------------------------------------


def show(screen: Screen, found: Report, mistakes: int) -> None:
    for line in _figures(found):
        screen.say(line)
    for line in _tables(found):
        screen.say(line)
    for line in _conversion(found.games):
        screen.say(line)
    _show_mistakes(screen, found, mistakes)
    for line in _costs(found.usage):
        screen.say(line)


def _figures(found: Report) -> Iterator[str]:
    plan, whole = found.plan, found.whole
    suite = plan.suite
    private = "" if suite.seed == PUBLIC else f", private suite of seed {suite.seed}"
    yield f"{plan.player} on {suite.name}{private}"
    yield f"{whole.decisions} decisions in {whole.positions} positions and their disguises"
    low, high = whole.interval
    yield f"\nscore {_points(whole.kept)}  {_span(low, high)}  kept the win, of 100 decisions"
    low, high = (corrected(end, whole.chance) for end in whole.interval)
    yield f"skill {_points(whole.skill)}  {_span(low, high)}  0: random picks, 100: no mistake"
    low, high = wilson(whole.legal, whole.positions)
    yield f"legal {whole.legal:6.3f}  {f'({low:.3f} to {high:.3f})':18}  share of legal answers"
    expected, error = random_score([entry.item for entry in found.graded])
    yield f"Random picks score {expected:.1f}, with a standard error of {error:.1f}."
    if found.failures:
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(found.failures.items()))
        yield f"No legal pick: {kinds}. Each counts 0."


def _tables(found: Report) -> Iterator[str]:
    head = f"{'decisions':>9}  {'legal':>5}  {'kept':>5}  {'95% interval':>14}"
    for name in GROUPS:
        yield f"\n{'by ' + name:20}{head}  {'chance':>6}  {'skill':>6}"
        for key, one in found.groups(name).items():
            low, high = (100 * end for end in one.interval)
            yield (
                f"{key[:20]:20}{one.decisions:9}  {one.legal:5.2f}  {100 * one.kept:5.1f}"
                f"  {f'{low:.1f} to {high:.1f}':>14}  {100 * one.chance:6.1f}"
                f"  {100 * one.skill:6.1f}"
            )


def _conversion(games: Sequence[WonGame]) -> Iterator[str]:
    if not games:
        return
    won, (low, high) = _won(games)
    yield (
        f"\nConversion: {won} of {len(games)} won games were won against best resistance,"
        f"\n{100 * won / len(games):.1f}% ({100 * low:.1f} to {100 * high:.1f})."
    )
    for name in GROUPS:
        if name != "depth":
            yield f"\n{'by ' + name:20}{'games':>9}  {'won':>5}  {'share':>5}  {'95% interval':>14}"
            for key, part in _won_by(games, name).items():
                won, (low, high) = _won(part)
                yield (
                    f"{key[:20]:20}{len(part):9}  {won:5}  {100 * won / len(part):5.1f}"
                    f"  {f'{100 * low:.1f} to {100 * high:.1f}':>14}"
                )
    if failed := sum(game.failure is not None for game in games):
        yield f"Lost for want of a legal pick: {failed}."


def _show_mistakes(screen: Screen, found: Report, most: int) -> None:
    if not found.mistakes or not most:
        return
    count = len(found.mistakes)
    screen.say(f"\nThe first {min(most, count)} of {count} mistakes:")
    for mistake in found.mistakes[:most]:
        item, position = mistake.item, mistake.item.start()
        game = item.book().game
        screen.say(f"\nItem {item.number}: {', '.join(item.stratum)}")
        for role in (game.opens, game.follows, game.removes):
            if not role.trivial and item.toml is not None:
                screen.say(f"  {role.role.name}: {role.text}")
        screen.say(f"  numbers {item.numbers}, picked {_listed(item.picks, 0)}")
        screen.say(f"  left: {_listed(position.pool)}")
        if position.choices != position.bits:
            screen.say(f"  legal: {_listed(position.legal)}")
        screen.say(f"  wins: {_listed(item.winning)}")
        if mistake.answer.pick is not None:
            screen.say(f"  picked now: {mistake.answer.pick}")
        screen.say(f"  {mistake.why()}")


def _costs(usage: Usage | None) -> Iterator[str]:
    if usage is None:
        return
    cost = "" if usage.cost is None else f", cost {usage.cost:,.4f}"
    yield (
        f"\nUsage: {usage.calls:,} calls, {usage.prompt_tokens:,} tokens of prompts,"
        f" {usage.answer_tokens:,} of answers{cost}."
    )


def _points(share: float) -> str:
    return f"{100 * share:6.1f}"


def _span(low: float, high: float) -> str:
    return f"{f'({100 * low:.1f} to {100 * high:.1f})':18}"


def _listed(numbers: Sequence[int], shortest: int = 3) -> str:
    return ", ".join(runs(numbers, shortest)) or "none"
