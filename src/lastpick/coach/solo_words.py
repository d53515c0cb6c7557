"""What is said to somebody who plays alone: how many picks, and how near to the best that comes."""

from __future__ import annotations

from collections.abc import Sequence

from ..catalog import ListStyle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .longest import Longest

_LIST = ListStyle(separator=", ", conjunction="", runs=3, empty="none")


def picks(count: int) -> str:
    return f"{count} pick{'s' * (count != 1)}"


NOTHING_LEFT = "Nothing is left to pick."


def so_far(count: int) -> str:
    """The live count."""
    return f"{picks(count)} so far."


def aim(best: Longest) -> str:
    """How many picks there can be, for somebody who has not come to the end yet."""
    if best.proved:
        return f"The best possible: {best.length}."
    return f"The best known: {best.length}." if best.length else ""


def still(best: Longest) -> str:
    """How many picks there can be in all, from where somebody is."""
    if best.proved:
        return f"From here you can still get to {best.length}, and no further."
    return f"From here you can get to {best.length} at least, and to {best.at_most} at most."


def out_of_reach(numbers: Sequence[int]) -> str:
    """Which of the numbers that are left can never be picked any more."""
    return f"Out of reach from here: {_LIST.text(numbers)}." if numbers else ""


def best_of(known: Longest, game: tuple[int, ...]) -> Longest:
    """The longest game that is known, now that this complete one is too."""
    return known._replace(picks=game) if len(game) > known.length else known


def judged(count: int, best: Longest) -> str:
    """How many picks, and how many there could have been."""
    if best.proved and count == best.length:
        return f"{picks(count)}: the best possible! Nobody can do better."
    if best.proved:
        return f"{picks(count)}; the best possible is {best.length}."
    if count == best.length:
        return f"{picks(count)}: nothing better is known! At most {best.at_most} could be."
    return (
        f"{picks(count)}; the best known is {best.length}, and more than {best.at_most} cannot be."
    )
