"""What is said to somebody who plays alone: how many picks, and how near to the best that comes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .longest import Longest


def picks(count: int) -> str:
    return f"{count} pick{'s' * (count != 1)}"


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
