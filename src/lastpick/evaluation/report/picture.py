"""The report's picture: how many wins were kept, by how many picks they take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..horizon import halfway, horizon, passes
from ..scoring import Rate
from ..suite import BANDS

_COLUMNS = 51  # of two points each, from 0 to 100
SCALE = " picks  " + "".join(f"{points:<10}" for points in range(0, 100, 20)) + "100"
LEGEND = "        o kept   --- 95% interval   r random picks   | halfway from r to 100"


def picture(bands: Mapping[str, Rate], unknown: int) -> Iterator[str]:
    """Lines of at most eighty columns; none where remoteness is not known."""
    if not bands:
        return
    yield "\nHow far ahead it sees: of 100 wins it kept so many, by the picks that they take"
    yield SCALE
    yield from tracks(bands)
    yield LEGEND
    yield from sentences(bands)
    if missing := [band for band in BANDS if band not in bands]:
        yield f"The suite has no wins that take {_picks(missing)}."
    if unknown:
        wins = "decision whose win takes" if unknown == 1 else "decisions whose wins take"
        yield f"Not in the picture: {unknown:,} {wins} an unknown number of picks."


def tracks(bands: Mapping[str, Rate]) -> Iterator[str]:
    """A line for each band, under the scale."""
    for band, one in bands.items():
        yield f"{band:>6}  {_track(one)}  {100 * one.kept:5.1f}{_mark(one)}"


def _track(one: Rate) -> str:
    cells = [" "] * _COLUMNS
    low, high = map(_column, one.interval)
    cells[low : high + 1] = "-" * (high + 1 - low)
    cells[_column(one.chance)] = "r"
    cells[_column(halfway(one))] = "|"
    cells[_column(one.kept)] = "o"
    return "".join(cells)


def _column(share: float) -> int:
    return round(share * (_COLUMNS - 1))


def _mark(one: Rate) -> str:
    return "  found" if passes(one) else ""


def sentences(bands: Mapping[str, Rate]) -> Iterator[str]:
    """The horizon in words."""
    found = horizon(bands)
    failed = next((band for band, one in bands.items() if not passes(one)), None)
    if failed is None:
        last = list(bands)[-1]
        more = " or more" if last.endswith("+") else ""
        yield f"Horizon {found}{more}: it finds wins however many picks they take here."
        return
    one = bands[failed]
    if found:
        far = f"up to {found} picks, its own and the answers" if found > 1 else "a single pick"
        yield f"Horizon {found}: it finds wins that take {far}."
    else:
        yield f"Horizon 0: it is not shown to find wins that take {_picks([failed])}."
    why = f"At {failed} its interval begins at {100 * one.interval.low:.1f}"
    yield f"{why}, not above the mark | at {100 * halfway(one):.1f}."
    if one.kept > halfway(one):
        few = "1 position is" if one.positions == 1 else f"{one.positions} positions are"
        yield f"The score is above it, but {few} too few to tell."


def _picks(bands: list[str]) -> str:
    return f"{' or '.join(bands)} {'pick' if bands == ['1'] else 'picks'}"
