"""A comparison as text of at most eighty columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...arena.intervals import Interval
from ...arena.report.text import WIDE, fit
from ...coach.plain.words import counted
from ...terminal.screen import Screen, plain, wrap
from ..ask import WonGame
from ..report.data import won_of
from ..report.picture import LEGEND, SCALE, tracks
from ..report.text import extent
from .data import Comparison, SuitePart, options
from .paired import Difference
from .read import Contestant

_ROOM = 26  # columns for a name


def show(screen: Screen, found: Comparison) -> None:
    for line in lines(found):
        bold = bool(line) and not line.startswith(" ") and line.endswith(":")
        screen.say(line, "bold" if bold else None)


def lines(found: Comparison) -> Iterator[str]:
    """The report, no line wider than eighty columns."""
    for line in _paragraphs(found):
        yield from wrap(line, WIDE)


def _paragraphs(found: Comparison) -> Iterator[str]:
    yield from heading(found)
    yield ""
    yield from _players(found)
    if len(found.players) > 1:
        yield ""
        yield from _differences(found)
    if "remoteness" in found.groups:
        yield ""
        yield from _pictures(found)
    for group in found.groups:
        yield ""
        yield from _group(found, group)
    if any(player.report.usage for player in found.players):
        yield ""
        yield "Usage:"
        yield from _usage(found)
    yield ""
    yield "Asked:"
    for player in found.players:
        yield f"  {fit(player.name, 40)}: {asked(player)}"
    yield ""
    yield from notes(found)


def heading(found: Comparison) -> Iterator[str]:
    suite, whole = found.players[0].plan.suite, found.whole.rows[0].rate
    players = f"{len(found.players)} players" if len(found.players) > 1 else found.players[0].name
    yield f"{players} on {suite.title}"
    yield extent(whole)


def _players(found: Comparison) -> Iterator[str]:
    room = 21
    yield (
        f"{'player':{room}}  {'score':>5}  {'95% interval':>14}  {'skill':>6}  {'legal':>5}"
        f"  {'horizon':>7}  {'conversion':>10}"
    )
    for player, row in zip(found.players, found.whole.rows, strict=True):
        one = row.rate
        yield (
            f"{fit(player.name, room):{room}}  {100 * one.kept:5.1f}"
            f"  {share_range(one.interval):>14}  {100 * one.skill:6.1f}  {one.legal:5.2f}"
            f"  {horizon(player):>7}  {conversion(player.report.games):>10}"
        )
    yield f"{'picking at random':{room}}  {100 * found.whole.rows[0].rate.chance:5.1f}"


def horizon(player: Contestant) -> str:
    """How many picks ahead a player sees."""
    found = player.report.horizon
    return "-" if found is None else str(found)


def _pictures(found: Comparison) -> Iterator[str]:
    yield "How far ahead they see: wins kept, of 100, by the picks that they take:"
    yield SCALE
    for player in found.players:
        yield f"{fit(player.name, 40)}: horizon {horizon(player)}"
        yield from tracks(player.report.groups("remoteness"))
    yield LEGEND


def conversion(games: Sequence[WonGame]) -> str:
    """The share of won games that were won."""
    return f"{100 * won_of(games)[0] / len(games):.1f}%" if games else "-"


def ahead(found: Comparison) -> str:
    """What the differences are."""
    return f"Points of score more than {found.players[0].name}, on the same positions"


def _differences(found: Comparison) -> Iterator[str]:
    yield f"{ahead(found)}:"
    yield (
        f"{'player':{_ROOM}}  {'points':>6}  {'95% interval':>16}  {'better':>6}  {'worse':>6}"
        f"  {'same':>6}"
    )
    for player, row in zip(found.players[1:], found.whole.rows[1:], strict=True):
        if one := row.score:
            yield (
                f"{fit(player.name, _ROOM):{_ROOM}}  {points(one.value):>6}  {span(one):>16}"
                f"  {one.better:6,}  {one.worse:6,}  {one.same:6,}"
            )


def _group(found: Comparison, group: str) -> Iterator[str]:
    head = f"{'by ' + group:{_ROOM}}  {'score':>5}  {'95% interval':>14}"
    more = f"  {'points':>6}  {'95% interval':>16}" if len(found.players) > 1 else ""
    yield head + more
    for part in found.of(group):
        one = part.rows[0].rate
        about = f"{counted(one.positions, 'position')}, chance {100 * one.chance:.1f}"
        if len(found.players) == 1:
            yield f"{fit(part.value, _ROOM):{_ROOM}}{_figures(part, 0)}  {about:>24}"
        else:
            yield f"{fit(part.value, 40)}: {about}"
            for at, player in enumerate(found.players):
                yield f"  {fit(player.name, _ROOM - 2):{_ROOM - 2}}{_figures(part, at)}".rstrip()


def _figures(part: SuitePart, at: int) -> str:
    one, more = part.rows[at].rate, part.rows[at].score
    text = f"  {100 * one.kept:5.1f}  {share_range(one.interval):>14}"
    return text if more is None else f"{text}  {points(more.value):>6}  {span(more):>16}"


def _usage(found: Comparison) -> Iterator[str]:
    for player in found.players:
        if used := player.report.usage:
            cost = "" if used.cost is None else f", cost {used.cost:,.4f}"
            yield f"  {fit(player.name, 40)}: {counted(used.calls, 'call')},"
            yield f"    tokens {used.prompt_tokens:,} in, {used.answer_tokens:,} out{cost}"


def asked(player: Contestant) -> str:
    """How a player was asked: what may differ from one to the next."""
    said = options(player)
    told = [f"{key.replace('_', ' ')} {plain(str(value))}" for key, value in said.items() if value]
    return ", ".join(told)


def notes(found: Comparison) -> Iterator[str]:
    yield "A position and its disguises count once. Strata weigh the same."
    if len(found.players) > 1:
        yield (
            f"Differences told: {found.intervals:,}, all from {found.players[0].name}. One in"
            " twenty may miss the truth by chance alone."
        )


def points(share: float) -> str:
    """A difference in points, signed."""
    shown = f"{100 * share:+.1f}"
    return "0.0" if shown[1:] == "0.0" else shown


def whole_points(found: float) -> str:
    shown = f"{found:+.0f}"
    return "0" if shown[1:] == "0" else shown


def span(one: Difference) -> str:
    return f"{points(one.low)} to {points(one.high)}"


def share_range(found: Interval) -> str:
    return f"{100 * found.low:.1f} to {100 * found.high:.1f}"
