"""The rules of a game in plain words: its own wording where it has one, and its relations."""

from __future__ import annotations

from ..game import Game
from ..relations import ROLES, Relation
from . import Book

_NAMED = {
    "multiple": "multiple of {it}",
    "divisor": "divisor of {it}",
    "divisor or multiple": "divisor or multiple of {it}",
}
_SIGNS = (
    "In these conditions % is the remainder of a division, // is division rounded down, abs(x)"
    " is x without its sign, gcd(x, y) the greatest common divisor, prime(x) holds for prime"
    " numbers, digits(x) is how many digits x has, digit_sum(x) their sum, first_digit(x) the"
    " first of them."
)


def relations(game: Game) -> dict[str, str]:
    """The three relations as they are written."""
    return {name: getattr(game, name).text for name in ROLES}


def exact_rules(game: Game) -> str:
    """What the relations say, in sentences that leave nothing open."""
    spoken = [_opens(game), _follows(game), _removes(game)]
    spoken.append("The players take turns; whoever has no number to pick loses.")
    if any(_free(relation) for relation in (game.opens, game.follows, game.removes)):
        spoken.append(_SIGNS)
    return " ".join(spoken)


def plain_rules(book: Book) -> str:
    """The rules in the game's own words if it has any, and then exactly."""
    exact = exact_rules(book.game)
    return f"{book.rules}\nIn exact terms: {exact}" if book.rules else exact


def _free(relation: Relation) -> bool:
    """Whether only its expression says what it means."""
    return not (relation.trivial or relation.name in _NAMED or relation.band is not None)


def _kind(relation: Relation, it: str) -> str | None:
    """What a number is that this relation holds for, as in 'multiple of it'."""
    if relation.name in _NAMED:
        return _NAMED[relation.name].format(it=it)
    if relation.band is not None:
        return f"number that differs from {it} by at most {relation.band}"
    return None


def _opens(game: Game) -> str:
    pool = f"The pool at the start is every whole number from {game.numbers.first} to"
    pool += f" {game.numbers.last}."
    if game.opens.trivial:
        return f"{pool} The first pick may be any of them."
    return f"{pool} The first pick n must meet the condition: {game.opens.text}."


def _follows(game: Game) -> str:
    if game.follows.trivial:
        return "Every later pick may be any number that is left in the pool."
    left = "must be left in the pool and"
    if kind := _kind(game.follows, "the last pick"):
        return f"Every later pick {left} be a {kind}."
    condition = f"{left} meet the condition: {game.follows.text}."
    return f"Every later pick n, where last is the pick just before it, {condition}"


def _removes(game: Game) -> str:
    if game.removes.trivial:
        return "A picked number leaves the pool; nothing else does."
    if kind := _kind(game.removes, "it"):
        return f"A picked number leaves the pool together with every {kind}."
    text = game.removes.text
    return f"A picked number n leaves the pool together with every m that meets: {text}."
