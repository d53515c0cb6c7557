"""An evaluation's report as text of at most eighty columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...catalog.wording import runs
from ...coach.plain.words import counted
from ...players.usage import Usage
from ...terminal.screen import Screen
from ..ask import WonGame
from ..plan import REPEATED
from ..scoring import Rate, corrected, random_score
from ..suite import PUBLIC, Item
from .data import GROUPS, WON_GROUPS, Report, won_by, won_of
from .picture import picture
from .tries import tries_text


def show(screen: Screen, found: Report, mistakes: int) -> None:
    for line in _figures(found):
        screen.say(line)
    for line in picture(found.groups("remoteness"), found.unknown):
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
    yield f"{plan.shown} on {suite.title}"
    if suite.seed != PUBLIC:
        yield f"generator {suite.generator}, checksum {suite.checksum[:16]} (all of it: --json)"
    yield extent(whole)
    if plan.options.lenient:
        yield "Answers were read leniently: markup around a pick passed."
    low, high = whole.interval
    yield f"\nscore {_points(whole.kept)}  {_span(low, high)}  kept the win, of 100 decisions"
    low, high = (corrected(end, whole.chance) for end in whole.interval)
    yield f"skill {_points(whole.skill)}  {_span(low, high)}  0: random picks, 100: no mistake"
    low, high = whole.legal_interval
    yield f"legal {whole.legal:6.3f}  {f'({low:.3f} to {high:.3f})':18}  share of legal answers"
    expected, error = random_score([entry.item for entry in found.graded])
    yield f"Random picks score {expected:.1f}, with a standard error of {error:.1f}."
    if found.failures:
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(found.failures.items()))
        yield f"No legal pick: {kinds}. Each counts 0."
    if steady := found.steadiness:
        yield (
            f"Asked about {steady.times} times, it kept the win of {steady.always} items each time,"
            f" of {steady.sometimes} sometimes,\nand of {steady.never} never."
        )
    yield from tries_text(found.tries)


def extent(one: Rate) -> str:
    """How much was asked: "72 decisions in 24 positions and their disguises"."""
    whose = "its" if one.positions == 1 else "their"
    decisions, positions = counted(one.decisions, "decision"), counted(one.positions, "position")
    return f"{decisions} in {positions} and {whose} disguises"


def _tables(found: Report) -> Iterator[str]:
    head = f"{'decisions':>9}  {'legal':>5}  {'kept':>5}  {'95% interval':>14}"
    for name in GROUPS:
        groups = found.groups(name)
        if groups:
            yield f"\n{'by ' + name:20}{head}  {'chance':>6}  {'skill':>6}"
        for key, one in groups.items():
            low, high = (100 * end for end in one.interval)
            yield (
                f"{key[:20]:20}{one.decisions:9}  {one.legal:5.2f}  {100 * one.kept:5.1f}"
                f"  {f'{low:.1f} to {high:.1f}':>14}  {100 * one.chance:6.1f}"
                f"  {100 * one.skill:6.1f}"
            )


def _conversion(games: Sequence[WonGame]) -> Iterator[str]:
    if not games:
        return
    won, (low, high) = won_of(games)
    yield (
        f"\nConversion: {won} of {counted(len(games), 'won game')}"
        f" {'was' if len(games) == 1 else 'were'} won against best resistance,"
        f"\n{100 * won / len(games):.1f}% ({100 * low:.1f} to {100 * high:.1f})."
    )
    for name in WON_GROUPS:
        yield f"\n{'by ' + name:20}{'games':>9}  {'won':>5}  {'share':>5}  {'95% interval':>14}"
        for key, part in won_by(games, name).items():
            won, (low, high) = won_of(part)
            yield (
                f"{key[:20]:20}{len(part):9}  {won:5}  {100 * won / len(part):5.1f}"
                f"  {f'{100 * low:.1f} to {100 * high:.1f}':>14}"
            )
    if failed := sum(game.failure is not None for game in games):
        yield f"Lost for want of a legal pick: {failed}."


def _show_mistakes(screen: Screen, found: Report, most: int) -> None:
    if not found.mistakes or not most:
        return
    count, first = len(found.mistakes), min(most, len(found.mistakes))
    which = "The first" if first == 1 else f"The first {first}"
    screen.say("\nThe one mistake:" if count == 1 else f"\n{which} of {count:,} mistakes:")
    for mistake in found.mistakes[:most]:
        item, position = mistake.item, mistake.item.start()
        time, number = divmod(item.number, REPEATED)
        again = f", time {time + 1}" if time else ""
        screen.say(f"\nItem {number}{again}: {', '.join(item.stratum)}")
        for line in rules_told(item):
            screen.say(line)
        screen.say(f"  numbers {item.numbers}, picked {_listed(item.picks, 0)}")
        screen.say(f"  left: {_listed(position.pool)}")
        if position.choices != position.bits:
            screen.say(f"  legal: {_listed(position.legal)}")
        screen.say(f"  wins: {_listed(item.winning)}")
        if mistake.pick is not None:
            screen.say(f"  picked now: {mistake.pick}")
        screen.say(f"  {mistake.refutation}")


def rules_told(item: Item) -> Iterator[str]:
    """The rules of an item that is not of a shipped game in plain words."""
    game = item.book().game
    for role in (game.opens, game.follows, game.removes):
        if not role.trivial and item.toml is not None:
            yield f"  {role.role.name}: {role.text}"
    if game.misere:
        yield "  the last pick loses"


def _costs(usage: Usage | None) -> Iterator[str]:
    if usage is None:
        return
    cost = "" if usage.cost is None else f", cost {usage.cost:,.4f}"
    yield (
        f"\nUsage: {counted(usage.calls, 'call')}, {usage.prompt_tokens:,} tokens of prompts,"
        f" {usage.answer_tokens:,} of answers{cost}."
    )


def _points(share: float) -> str:
    return f"{100 * share:6.1f}"


def _span(low: float, high: float) -> str:
    return f"{f'({100 * low:.1f} to {100 * high:.1f})':18}"


def _listed(numbers: Sequence[int], shortest: int = 3) -> str:
    return ", ".join(runs(numbers, shortest)) or "none"
