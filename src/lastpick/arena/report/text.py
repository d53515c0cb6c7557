"""The report in text: eighty columns, or as narrow as the terminal is, down to forty."""

from __future__ import annotations

from collections.abc import Iterator

from ...terminal.screen import Screen, wrap
from ..ratings import FIRST_SPREAD, PLAYER_SPREAD, Estimate
from .data import REPEATS, PlayerStanding, Report, Share

WIDE = 80
_ROOM_FOR_NAME = 22  # in the cross table
_ROOM_IN_TABLE = 16

Cross = tuple[tuple[int | None, ...], ...]


def show(screen: Screen, found: Report) -> None:
    width = min(screen.width or WIDE, WIDE)
    for line in lines(found, width):
        bold = line.endswith(":") and not line.startswith(" ")
        screen.say(line, "bold" if bold else None)


def lines(found: Report, width: int = WIDE) -> Iterator[str]:
    """The report, no line wider than `width`, of at least 40."""
    for line in _paragraphs(found, width):
        yield from wrap(line, width)


def _paragraphs(found: Report, width: int) -> Iterator[str]:
    yield heading(found)
    yield ""
    yield "Standings:"
    yield from (_table(found) if width >= WIDE else _blocks(found))
    yield ""
    yield "Wins of the row against the column:"
    yield from _cross(found, found.cross, width)
    if found.repeated:
        yield ""
        yield "Different games between the row and the column:"
        yield from _cross(found, found.different, width)
    if found.warnings:
        yield ""
        yield "Warnings:"
        yield from (f"  {text}." for text in found.warnings)
    yield ""
    yield "Moving first:"
    for seat in found.seats:
        share = f" ({seat.won / seat.games:.0%})" if seat.games else ""
        yield f"  {seat.title}: won {seat.won} of {seat.games}{share},"
        yield f"    worth {_points(seat.worth)} points ({_range(seat.worth)})"
    if any(standing.failures for standing in found.standings):
        yield ""
        yield "Forfeits:"
        yield from _failures(found)
    if any(standing.unsolved for standing in found.standings):
        yield ""
        yield "Picks without a solution:"
        for s in found.standings:
            if s.unsolved:
                yield f"  {fit(s.label, 36)}: {s.unsolved:,}"
    if any(standing.usage for standing in found.standings):
        yield ""
        yield "Used:"
        yield from _usage(found)
    yield ""
    yield from _notes(found)


def heading(found: Report) -> str:
    tournament = found.tournament
    rounds = f"{tournament.rounds} round{'s' * (tournament.rounds > 1)}"
    games = f"{found.played:,} games"
    if found.played < tournament.total:
        games = f"{found.played:,} of {tournament.total:,} games"
    return f"{len(tournament.players)} players, {rounds}, seed {tournament.seed}: {games}"


def _table(found: Report) -> Iterator[str]:
    room = min(_ROOM_IN_TABLE, max(6, *(len(s.label) for s in found.standings)))
    yield (
        f"{'':3} {'player':{room}} {'won':>11} {'forfeit':>7} {'rating':>6}  {'95% from':>8}"
        f" {'to':>5} {'kept wins':>10} {'lost':>5}"
    )
    for s in found.standings:
        rating = s.rating
        yield (
            f"{s.rank:>3} {fit(s.label, room):{room}} {f'{s.wins}/{s.games}':>11} {s.forfeits:>7}"
            f" {_points(rating):>6}  {_points(rating.low):>8} {_points(rating.high):>5}"
            f" {_kept(s.decisions):>10} {_lost(s.decisions):>5}"
        )


def _blocks(found: Report) -> Iterator[str]:
    for s in found.standings:
        yield f"{s.rank:>3} {fit(s.label, 36)}"
        yield f"    won {s.wins} of {s.games}{_forfeited(s)}"
        yield f"    rating {_points(s.rating)} ({_range(s.rating)})"
        yield f"    kept wins {_kept(s.decisions)} of {s.decisions.counts.mattered:,}"
        yield f"    points lost per decision {_lost(s.decisions)}"


def _forfeited(standing: PlayerStanding) -> str:
    return f", forfeited {standing.forfeits}" if standing.forfeits else ""


def _cross(found: Report, rows: Cross, width: int) -> Iterator[str]:
    cell = 1 + max(3, *(len(str(wins)) for row in rows for wins in row))
    room = min(_ROOM_FOR_NAME, max(len(s.label) for s in found.standings))
    room = min(room, width - 4 - 3 * cell)
    across = max(1, (width - 4 - room) // cell)
    for start in range(0, len(rows), across):
        columns = range(start, min(start + across, len(rows)))
        if start:
            yield ""
        yield f"{'':{4 + room}}" + "".join(f"{column + 1:>{cell}}" for column in columns)
        for s, row in zip(found.standings, rows, strict=True):
            wins = "".join(f"{'-' if row[c] is None else row[c]:>{cell}}" for c in columns)
            yield f"{s.rank:>3} {fit(s.label, room):{room}}{wins}"


def _failures(found: Report) -> Iterator[str]:
    for s in found.standings:
        for kind, count in s.failures.items():
            number, text = s.examples[kind]
            yield f"  {fit(s.label, 36)}: {count} {kind}"
            yield f"    game {number}: {text}"


def _usage(found: Report) -> Iterator[str]:
    for s in found.standings:
        if s.usage:
            used = s.usage
            cost = "" if used.cost is None else f", cost {used.cost:.4f}"
            yield f"  {fit(s.label, 36)}: {used.calls:,} calls,"
            yield f"    tokens {used.prompt_tokens:,} in, {used.answer_tokens:,} out{cost}"
    options = found.tournament.options
    warmth = options.temperature
    how = "without a temperature" if warmth is None else f"at temperature {warmth:g}"
    yield f"  Asked {how}, again at most {options.retries} times."
    if options.further:
        yield f"  With {fit(options.further, 33)}"


def _notes(found: Report) -> Iterator[str]:
    yield (
        "Ratings: the mean is 0; a lead of 100 points wins 64 of 100 games, one of 400 wins 10"
        f" of 11. Prior: {PLAYER_SPREAD:.0f} points either way, {FIRST_SPREAD:.0f} for moving"
        " first."
    )
    if found.repeated:
        yield REPEATS
    yield (
        "Kept wins: of the decisions in won positions where not every pick wins, those that"
        " kept the win. Each other one lost a point; lost: points per decision."
    )
    unknown = sum(s.decisions.counts.unknown for s in found.standings)
    if unknown:
        yield f"Not graded, because nobody knows who wins: {unknown:,} decisions."


def fit(label: str, room: int) -> str:
    """A label in so many columns."""
    return label if len(label) <= room else label[: max(1, room - 2)] + ".."


def _points(value: Estimate | float) -> str:
    value = value.value if isinstance(value, Estimate) else value
    shown = f"{value:+.0f}"
    return "0" if shown in ("+0", "-0") else shown


def _range(estimate: Estimate) -> str:
    return f"{_points(estimate.low)} to {_points(estimate.high)}"


def _kept(share: Share) -> str:
    kept = share.kept
    return "-" if kept is None else f"{kept.value:.1%}"


def _lost(share: Share) -> str:
    lost = share.lost_per_decision
    return "-" if lost is None else f"{lost:.3f}"
