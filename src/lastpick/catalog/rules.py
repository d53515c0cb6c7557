"""A game's rules in words, in the forms that people and models are told them.

| form | for |
| --- | --- |
| `own_rules` | whoever asks, and class sheets: the game's own text, or its relations in sentences |
| `example_lines` | the same: a short game in sentences |
| `plain_rules` | players from outside: the game's own text, and then every relation exactly |
| `solo_line` | a class sheet for one |
| `rule_title` | a heading over games that share their rules: the relations in a few words |
| `summary_line` | a heading: the game's own summary, or its relations as they are written |
"""

from __future__ import annotations

from typing import Any

from ..errors import IllegalPick
from ..game import Game, Position
from ..relations import ROLES, Relation
from .book import Book
from .wording import ListStyle

_TURNS_SHOWN = 4
_LIST = ListStyle(separator=", ", conjunction="", runs=0, empty="nothing")
_NAMED = {
    "multiple": "multiple of {it}",
    "divisor": "divisor of {it}",
    "divisor or multiple": "divisor or multiple of {it}",
}
_SEVERAL = {
    "multiple": "multiples",
    "divisor": "divisors",
    "divisor or multiple": "divisors and multiples",
    "neighbour": "neighbours",
}
_SIGNS = (
    "In these conditions % is the remainder of a division, // is division rounded down, abs(x)"
    " is x without its sign, gcd(x, y) the greatest common divisor, prime(x) holds for prime"
    " numbers, digits(x) is how many digits x has, digit_sum(x) their sum, first_digit(x) the"
    " first of them."
)
_AT_0 = (
    "As for 0: every number divides it, and it divides only itself (x % 0 is x, and x // 0 is 0)."
)


def relations(game: Game) -> dict[str, str]:
    """The three relations as they are written."""
    return {name: getattr(game, name).text for name in ROLES}


def special(game: Game) -> dict[str, Any]:
    """The number that a game starts from, and that its last pick loses: what few games say."""
    said: dict[str, Any] = {}
    if game.start_from is not None:
        said["start"] = game.start_from
    if game.misere:
        said["last_pick"] = game.last_pick
    return said


def ending(game: Game) -> str:
    """Who wins when somebody cannot pick."""
    return "whoever cannot pick wins" if game.misere else "whoever cannot pick loses"


def _divides_by_0(game: Game) -> bool:
    """Whether 0 is among the numbers, and a relation divides."""
    texts = relations(game).values()
    divides = any(name in _NAMED or "%" in name or "//" in name for name in texts)
    return divides and 0 in (game.numbers.first, game.start_from)


# --- for people -----------------------------------------------------------------------------------


def own_rules(book: Book) -> str:
    """The rules as the game's file tells them, or a text made from its relations."""
    return book.rules or _in_general(book.game)


def _in_general(game: Game) -> str:
    start = game.start_from
    parts = [f"Two players take turns picking from the numbers {game.numbers}."]
    if start is not None:
        gone = f"; {start} itself is gone" if start in game.numbers else ""
        parts.append(f"The game starts from {start}, as if {start} had just been picked{gone}.")
    if not game.opens.trivial:
        parts.append(f"The first pick n must satisfy {game.opens.text}.")
    if not game.follows.trivial:
        which = "A later" if start is None else "Each"
        first = "" if start is None else f" (at first {start})"
        if said := _named(game.follows, "the pick before it"):
            parts.append(f"{which} pick must be a {said}{first}.")
        else:
            said = f"must suit the pick before it, called last{first}: {game.follows.text}."
            parts.append(f"{which} pick n {said}")
    if game.removes.trivial:
        parts.append("A number that is picked is gone.")
    elif said := _named(game.removes, "it"):
        parts.append(f"A number that is picked is gone, and with it every {said}.")
    else:
        parts.append(
            "A number n that is picked is gone, and with it every number m such that:"
            f" {game.removes.text}."
        )
    if _divides_by_0(game):
        parts.append(_AT_0)
    parts.append(_sentence(ending(game)))
    if game.misere:
        parts.append("So try not to make the last pick.")
    return " ".join(parts)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def solo_line(book: Book) -> str:
    """The rules for somebody who picks alone: what opens, what follows, what a pick removes."""
    game, parts = book.game, []
    if game.start_from is not None:
        parts.append(f"The game starts from {game.start_from}.")
    if not game.opens.trivial:
        parts.append(book.summary or f"The first pick n must satisfy {game.opens.text}.")
    elif game.start_from is None:
        parts.append("Begin with any of them.")
    return " ".join([*parts, _follows(game), _removes(game)])


def summary_line(book: Book) -> str:
    """The game's own summary, or the relations that its file has, as they are written."""
    written = relations(book.game).items()
    parts = [f"{name}: {text}" for name, text in written if text != ROLES[name].default]
    parts += [f"{name.replace('_', ' ')}: {said}" for name, said in special(book.game).items()]
    return book.summary or " · ".join(parts)


def rule_title(book: Book) -> str:
    """The relations in a few words; the book's title, if one of them has no name."""
    game, parts = book.game, []
    if not all(
        relation.trivial or relation.name in _SEVERAL for relation in (game.follows, game.removes)
    ):
        return book.title
    if not game.follows.trivial:
        parts.append(_SEVERAL[game.follows.name])
    if not game.removes.trivial:
        parts.append(f"{_SEVERAL[game.removes.name]} out")
    if not game.opens.trivial:
        even = all(n % 2 == 0 for n in game.start().legal)
        parts.append("from an even number" if even else "from some numbers only")
    if game.start_from is not None:
        parts.append(f"from {game.start_from}")
    if game.misere:
        parts.append("the last pick loses")
    text = ", ".join(parts) or "any number"
    return text[0].upper() + text[1:]


def example_lines(book: Book) -> list[str]:
    """A short game in sentences, if the game's file has one that fits its pool."""
    try:
        end = book.game.play(book.example)
    except IllegalPick:
        return []
    position, lines = book.game.start(), []
    for n in book.example[:_TURNS_SHOWN]:
        lines.append(_turn(position, n))
        position = position.pick_unchecked(n)
    if outcome := end.outcome:
        if rest := ", ".join(map(str, book.example[_TURNS_SHOWN:])):
            lines.append(f"It goes on {rest}.")
        lines.append(f"Player {end.turn} has no valid pick left: player {outcome.winner} wins.")
    return lines


def _turn(position: Position, n: int) -> str:
    text = f"Player {position.turn}"
    if position.limited:
        text += f" may pick {_LIST.text(position.legal, 12)}, and"
    text += f" picks {n}."
    if others := [m for m in position.removal(n) if m != n]:
        text += f" With it {'goes' if len(others) == 1 else 'go'} {_LIST.text(others, 12)}."
    return text


# --- for players from outside ---------------------------------------------------------------------


def plain_rules(book: Book) -> str:
    """The rules in the game's own words if it has any, and then exactly."""
    exact = exact_rules(book.game)
    return f"{book.rules}\nIn exact terms: {exact}" if book.rules else exact


def exact_rules(game: Game) -> str:
    """What the relations say, in sentences that leave nothing open."""
    spoken = [_opens(game), _follows(game), _removes(game)]
    stuck = "wins: the last pick loses" if game.misere else "loses"
    spoken.append(f"The players take turns; whoever has no number to pick {stuck}.")
    if any(_free(relation) for relation in (game.opens, game.follows, game.removes)):
        spoken.append(_SIGNS)
    if _divides_by_0(game):
        spoken.append(_AT_0)
    return " ".join(spoken)


def _free(relation: Relation) -> bool:
    """Whether only its expression says what it means."""
    return not (relation.trivial or relation.name in _NAMED or relation.band is not None)


def kind(relation: Relation, it: str) -> str | None:
    """What a number is that this relation holds for, as in 'multiple of it'."""
    if relation.name in _NAMED:
        return _NAMED[relation.name].format(it=it)
    if relation.band is not None:
        return f"number that differs from {it} by at most {relation.band}"
    return None


def kinds(relation: Relation, it: str) -> str | None:
    """Several of them, as in 'multiples of it'."""
    if relation.band is not None:
        return f"numbers that differ from {it} by at most {relation.band}"
    return f"{_SEVERAL[relation.name]} of {it}" if relation.name in _SEVERAL else None


def _named(relation: Relation, it: str) -> str | None:
    """The same for a relation that has a name, which alone would not make a sentence."""
    return kind(relation, it) if relation.name else None


def _opens(game: Game) -> str:
    pool = f"The pool at the start is every whole number from {game.numbers.first} to"
    start = game.start_from
    pool += f" {game.numbers.last}{f' but {start}' if start in game.numbers else ''}."
    if start is not None:
        pool += f" The game starts from {start}: it counts as the pick before the first one."
    if game.opens.trivial and (start is None or game.follows.trivial):
        return f"{pool} The first pick may be any of them."
    if game.opens.trivial:
        return pool
    return f"{pool} The first pick n must meet the condition: {game.opens.text}."


def _follows(game: Game) -> str:
    which = "Every later pick" if game.start_from is None else "Every pick, the first one too,"
    if game.follows.trivial:
        return "Every later pick may be any number that is left in the pool."
    left = "must be left in the pool and"
    if said := kind(game.follows, "the last pick"):
        return f"{which} {left} be a {said}."
    condition = f"{left} meet the condition: {game.follows.text}."
    n = "Every later pick n" if game.start_from is None else "Every pick n, the first one too"
    return f"{n}, where last is the pick just before it, {condition}"


def _removes(game: Game) -> str:
    if game.removes.trivial:
        return "A picked number leaves the pool; nothing else does."
    if said := kind(game.removes, "it"):
        return f"A picked number leaves the pool together with every {said}."
    text = game.removes.text
    return f"A picked number n leaves the pool together with every m that meets: {text}."
