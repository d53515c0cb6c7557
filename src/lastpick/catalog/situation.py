"""A position in the rules' terms: what is to be picked now, and why nothing can be any more."""

from __future__ import annotations

from ..game import Position
from .rules import ending, kind, kinds
from .wording import ListStyle

_LISTED = 8  # numbers that would have fitted and are named
_LIST = ListStyle(separator=", ", conjunction=" and ", runs=0, empty="")


def task(position: Position) -> str:
    """What the player to move is to pick, in a line; empty where nothing can be picked."""
    game, last = position.game, position.last
    if not position.choices:
        return ""
    opening = position.opening and not game.opens.trivial
    if last is None or game.follows.trivial:
        if not opening:
            whole = position.bits == game.numbers.everything
            return "Pick any number." if whole else "Pick any number that is left."
        quality = game.opens.quality
        if quality:
            return f"Pick {'an' if quality[0] in 'aeiou' else 'a'} {quality} number."
        return f"Pick a number n with {game.opens.text}."
    said = f"Pick a number n that fits the last one, {last}: {game.follows.text}."
    if fitting := kind(game.follows, str(last)):
        said = f"Pick a {fitting}."
    return f"{said} The first pick must {_opens(position)}." if opening else said


def stuck(position: Position) -> str:
    """Why nothing can be picked any more, and what that does where it is not a loss."""
    why = _why_stuck(position)
    if not position.game.misere:
        return f"{why}."
    end = ending(position.game)
    return f"{why}. {end[0].upper()}{end[1:]}."


def blocked(position: Position) -> tuple[int, ...]:
    """The numbers that fit the last pick and are gone, if they are few: they would be named."""
    last = position.last
    if position.choices or last is None or position.game.follows.trivial or not position.bits:
        return ()
    fitting = _fits(position, last)
    return position.game.numbers.decode(fitting) if fitting.bit_count() <= _LISTED else ()


def _why_stuck(position: Position) -> str:
    game, last = position.game, position.last
    if not position.bits:
        return "No number is left"
    if last is None or (position.opening and not game.opens.trivial):
        needed = [_opens(position)]
        if last is not None and not game.follows.trivial:
            needed.insert(0, f"be a {_fitting(position)}")
        return f"No number that is left can be the first pick: it must {' and '.join(needed)}"
    return _used_up(position, last)


def _opens(position: Position) -> str:
    quality = position.game.opens.quality
    return f"be {quality}" if quality else f"meet the condition {position.game.opens.text}"


def _fitting(position: Position) -> str:
    """One number that may come now, if it is left."""
    last = str(position.last)
    return kind(position.game.follows, last) or f"number that fits {last}"


def _fits(position: Position, last: int) -> int:
    """The numbers that fit the last one, itself left out."""
    numbers = position.game.numbers
    itself = 1 << last - numbers.first if last in numbers else 0
    return position.game.follows.row(numbers, last) & ~itself


def _used_up(position: Position, last: int) -> str:
    """Which numbers fit the last one, and where they went: a few by name, many by their count."""
    game, numbers = position.game, position.game.numbers
    fitting = _fits(position, last)
    other = "other " if fitting != game.follows.row(numbers, last) else ""
    count = fitting.bit_count()
    if not count:
        return f"There is no {other}{_fitting(position)} in {numbers}"
    if count == 1:
        n = numbers.first + fitting.bit_length() - 1
        only = f"The only {other}{_fitting(position)} in {numbers} is {n}"
        return f"{only}, and it {position.why_gone(n)}"
    several = kinds(game.follows, str(last)) or f"numbers that fit {last}"
    if count > _LISTED:
        return f"All {count:,} {other}{several} in {numbers} are gone"
    found = numbers.decode(fitting)
    how = "were picked" if set(found) <= set(position.picks) else "are gone"
    all_of = "both" if count == 2 else "all of them"
    return f"The {other}{several} in {numbers} are {_LIST.text(found)}, and {all_of} {how}"
