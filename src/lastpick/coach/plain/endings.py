"""Picks that end the game at once, and those to which an ending answer is the only thing left."""

from __future__ import annotations

from ...catalog.rules import ending as ending_of
from ...game import Position
from .words import LAST_LOSES, Ways, series

_FEW = 2  # answers that are followed up one by one
_LOOKED_AT = 24  # replies among which an ending one is looked for


def stuck(position: Position) -> str:
    """Said where nothing can be picked."""
    return f"No pick is left, and {ending_of(position.game)}."


def won(position: Position, after: Position) -> Ways:
    """A pick that ends the game."""
    if position.game.misere:
        return
    if not after.bits:
        single = position.bits.bit_count() == 1
        yield "it is the last number left" if single else "it takes out all that is left"
    elif not after.choices:
        yield "nothing can follow it"


def forced(after: Position) -> Ways:
    """After a pick that leads to the end, whatever answers it."""
    if after.game.misere:
        yield from _forced_to_be_last(after)
    elif not after.game.follows.trivial and (found := _ended(after)):
        yield _then(found)


def lost(position: Position) -> Ways:
    """Where whatever is picked, the answer ends the game; or the pick itself, if that loses."""
    if position.game.misere:
        if all_end(position):
            only = position.choices.bit_count() == 1
            which = f"{position.legal[0]} is the only one, and" if only else "every one is"
            yield f"{which} {'it is ' if only else ''}{LAST_LOSES}"
    elif not position.game.follows.trivial and (found := _ended(position)):
        if len(found) == 1:
            ((n, end),) = found.items()
            yield f"{n} is the only one, and then {end} ends the game"
        else:
            said = series([f"{end} answers {n}" for n, end in found.items()])
            yield f"{said}, which ends the game"


def all_end(position: Position) -> bool:
    """Whether every pick ends the game; where there are many, nobody looks."""
    if position.game.follows.trivial or not 0 < position.choices.bit_count() <= _LOOKED_AT:
        return False
    return not any(position.pick_unchecked(n).choices for n in position.legal)


def _forced_to_be_last(after: Position) -> Ways:
    if all_end(after):
        answers = after.legal
        if len(answers) == 1:
            yield f"only {answers[0]} can follow it, and that is {LAST_LOSES}"
        else:
            yield f"whatever follows it is {LAST_LOSES}"


def _then(found: dict[int, int]) -> str:
    only = f"only {series(list(found))} can follow it"
    if len(ends := set(found.values())) == 1:
        when = "then" if len(found) == 1 else "after either"
        return f"{only}, and {when} {ends.pop()} ends the game"
    said = series([f"to {n} with {end}" for n, end in found.items()])
    return f"{only}: reply {said}, which ends the game"


def _ended(position: Position) -> dict[int, int] | None:
    """A number that ends the game after each pick, if the picks are few and each has one."""
    if position.choices.bit_count() > _FEW:
        return None
    found = {}
    for n in position.legal:
        end = ending(position.pick_unchecked(n))
        if end is None:
            return None
        found[n] = end
    return found


def ending(position: Position) -> int | None:
    """A pick that ends the game, if one of the largest ones does."""
    first, left = position.game.numbers.first, position.choices
    for _ in range(_LOOKED_AT):
        if not left:
            break
        place = left.bit_length() - 1
        if not position.pick_unchecked(first + place).choices:
            return first + place
        left ^= 1 << place
    return None
