"""Picks that end the game at once, those after which any pick is answered so, and fixed lengths."""

from __future__ import annotations

from ...catalog.rules import ending as ending_of
from ...game import Position
from .words import LAST_LOSES, Ways, in_turn

NOTHING_FOLLOWS = "nothing can follow it, so <loser cannot> pick"
_FEW = 4  # picks that are all told with what ends the game after them
_EXAMPLES = (3, 2)  # of more picks, so many are told
_LOOKED_AT = 24  # picks and replies among which one that ends the game is looked for
_MOST_STEPS = 300  # that are tried to see whether every game from here is as long


def stuck(position: Position) -> str:
    """Said where nothing can be picked."""
    return f"No pick is left, and {ending_of(position.game)}."


def won(position: Position, after: Position) -> Ways:
    """A pick that ends the game."""
    if position.game.misere or after.choices:
        return
    if after.bits:
        yield NOTHING_FOLLOWS
    else:
        single = position.bits.bit_count() == 1
        what = "is the last number left" if single else "takes out all that is left"
        yield f"it {what}, so <loser cannot> pick"


def lost(position: Position) -> Ways:
    """Where whatever is picked, the reply ends the game; or the pick itself, if that loses."""
    count = position.choices.bit_count()
    if position.game.misere:
        if _all_end(position):
            only = count == 1
            which = f"<loser can> only pick {position.legal[0]}, and that"
            yield f"{which if only else 'whatever <loser picks>'} is {LAST_LOSES}"
    elif count <= _FEW and (found := _ended(position)):
        yield _each_ended(found)


def any_ended(position: Position) -> Ways:
    """The same of many picks, by a few of them."""
    if not position.game.misere and (found := _ended(position)):
        if len(set(found.values())) == 1:
            yield _each_ended(found)
        for most in _EXAMPLES if len(found) > _FEW else ():
            some = in_turn(list(found.items())[:most])
            yield f"whatever <loser picks>, <winner can> end the game. For example, {some}"


def fixed(position: Position) -> Ways:
    """Where every game from here has as many picks, whatever is picked."""
    left = _length(position)
    if left is not None:
        last = "<loser makes> the last, which loses"
        if not position.game.misere:
            last = "<loser makes> the first, and <winner makes> the last"
        yield f"whatever is picked, exactly {left} more picks follow: {last}"


def _length(position: Position) -> int | None:
    """How many picks are left, if all games from here have as many; None if that takes long."""
    if position.choices.bit_count() > _LOOKED_AT:
        return None
    if _all_stay(position):
        return position.choices.bit_count()
    move, decode = position.game.move, position.game.numbers.decode
    known: dict[tuple[int, int], int | None] = {}

    def length(bits: int, choices: int) -> int | None:
        key = (bits, choices)
        if key not in known:
            if len(known) >= _MOST_STEPS:
                return None
            known[key] = None
            lengths: set[int | None] = set()
            for n in decode(choices):
                keep, after = move(n)
                lengths.add(length(bits & keep, bits & keep & after))
                if None in lengths or len(lengths) > 1:
                    return None
            known[key] = 1 + (lengths.pop() or 0) if lengths else 0
        return known[key]

    return length(position.bits, position.choices)


def _all_stay(position: Position) -> bool:
    """Whether a pick changes nothing about the other picks, and allows no new ones."""
    game, choices = position.game, position.choices
    for n in position.legal:
        keep, after = game.move(n)
        own = 1 << n - game.numbers.first
        if position.bits & keep & after != choices & ~own:
            return False
    return True


def _all_end(position: Position) -> bool:
    """Whether every pick ends the game; where there are many, nobody looks."""
    if not 0 < position.choices.bit_count() <= _LOOKED_AT:
        return False
    return not any(position.pick_unchecked(n).choices for n in position.legal)


def _each_ended(found: dict[int, int]) -> str:
    (n, end), *more = found.items()
    if not more:
        return f"<loser can> only pick {n}, and <winner ends> the game with {end}"
    if len(set(found.values())) == 1:
        return f"whatever <loser picks>, <winner ends> the game with {end}"
    others = "".join(f"; if {m}, with {reply}" for m, reply in more)
    return f"if <loser picks> {n}, <winner ends> the game with {end}{others}"


def _ended(position: Position) -> dict[int, int] | None:
    """A number that ends the game after each pick, if the picks are few and each has one."""
    if position.choices.bit_count() > _LOOKED_AT:
        return None
    found: dict[int, int] = {}
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
