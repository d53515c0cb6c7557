"""A comparison as data: what the text, the page, the CSV and --json all tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from ..decision import Score
from ..report.data import Report
from ..report.data import as_data as report_data
from ..scoring import GROUPS, Rate, grouped, rate
from ..suite import Item
from .paired import Difference, Pair, difference
from .read import Contestant

_OWN = ("player", "suite", "decisions", "positions", "mistakes", "random")  # told once, or not


class Row(NamedTuple):
    """A player's figures in a part of the suite."""

    rate: Rate
    score: Difference | None  # from the first player; None for the first player itself
    legal: Difference | None


class SuitePart(NamedTuple):
    """A part of the suite, or the whole of it: a row for each player."""

    group: str  # one of GROUPS; none for the whole
    value: str
    rows: tuple[Row, ...]


class Comparison(NamedTuple):
    """Everything. Whoever is named first is the one that the others are compared with."""

    players: tuple[Contestant, ...]
    whole: SuitePart
    parts: tuple[SuitePart, ...]
    conversion: tuple[Difference | None, ...]  # for each player, from the first

    @property
    def intervals(self) -> int:
        """How many differences of scores there are: each has its chance to mislead."""
        return (len(self.players) - 1) * (1 + len(self.parts))

    def of(self, group: str) -> list[SuitePart]:
        """The parts that a group consists of."""
        return [part for part in self.parts if part.group == group]

    @property
    def groups(self) -> list[str]:
        """The groups that have something in them."""
        return list(dict.fromkeys(part.group for part in self.parts))


def comparison(players: Sequence[Contestant]) -> Comparison:
    graded = [player.report.graded for player in players]
    items = [entry.item for entry in graded[0]]
    first = players[0].report
    return Comparison(
        players=tuple(players),
        whole=_part("", "", graded, range(len(items))),
        parts=tuple(_part(*where, graded, at) for where, at in _parts(items)),
        conversion=tuple(_conversion(player.report, first) for player in players),
    )


def _parts(items: Sequence[Item]) -> Iterator[tuple[tuple[str, str], Sequence[int]]]:
    """Each group's name, each of its values, and the places of its items."""
    for group in GROUPS:
        found = grouped(range(len(items)), group, items.__getitem__)
        yield from (((group, value), places) for value, places in found.items())


def _part(
    group: str, value: str, graded: Sequence[Sequence[Score]], places: Sequence[int]
) -> SuitePart:
    chosen = [[entries[at] for at in places] for entries in graded]
    first, *others = chosen
    rows = [Row(rate(first), None, None)]
    rows += [
        Row(
            rate(mine),
            _between(mine, first, lambda entry: entry.kept),
            _between(mine, first, lambda entry: entry.legal),
        )
        for mine in others
    ]
    return SuitePart(group, value, tuple(rows))


def _between(
    mine: Sequence[Score], theirs: Sequence[Score], value: Callable[[Score], bool]
) -> Difference:
    return difference(
        [
            Pair(one.item.stratum, one.item.position, value(one), value(other))
            for one, other in zip(mine, theirs, strict=True)
        ]
    )


def _conversion(mine: Report, theirs: Report) -> Difference | None:
    """In the won games that both played on."""
    won = {game.item.number: game.won for game in theirs.games}
    pairs = [
        Pair((), game.item.position, game.won, won[game.item.number])
        for game in mine.games
        if game.item.number in won
    ]
    return difference(pairs) if pairs and mine is not theirs else None


# --- as plain data ----------------------------------------------------------------------


def as_data(found: Comparison) -> dict[str, Any]:
    data = report_data(found.players[0].report, 0)
    return {
        **{key: data[key] for key in ("suite", "decisions", "positions", "random")},
        "against": found.players[0].name,
        "intervals": found.intervals,
        "players": [_player_data(found, at) for at in range(len(found.players))],
    }


def _player_data(found: Comparison, at: int) -> dict[str, Any]:
    one = found.players[at]
    figures = report_data(one.report, 0)
    return {
        "name": one.name,
        "player": one.plan.player,
        "file": one.file,
        "options": options(one),
        **{key: value for key, value in figures.items() if key not in _OWN},
        "mistakes": figures["mistakes"]["count"],
        "difference": _differences(found, at) if at else None,
    }


def options(one: Contestant) -> dict[str, Any]:
    """How it was asked: what may differ from player to player."""
    agreed = one.plan.agreed()
    about_suite = ("player", "suite", "suite_seed", "checksum", "each", "rules")
    return {key: value for key, value in list(agreed.items())[1:] if key not in about_suite}


def _differences(found: Comparison, at: int) -> dict[str, Any]:
    row, chance = found.whole.rows[at], found.whole.rows[at].rate.chance
    score = difference_data(row.score, 100)
    return {
        "score": score,
        "skill": difference_data(row.score, 100 / (1 - chance)),
        "legal": difference_data(row.legal, 1),
        "conversion": difference_data(found.conversion[at], 1),
        "by": {
            group: {
                part.value: difference_data(part.rows[at].score, 100) for part in found.of(group)
            }
            for group in found.groups
        },
    }


def difference_data(found: Difference | None, scale: float) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "value": scale * found.value,
        "interval": [scale * found.low, scale * found.high],
        "positions": found.positions,
        "better": found.better,
        "worse": found.worse,
        "same": found.same,
    }
