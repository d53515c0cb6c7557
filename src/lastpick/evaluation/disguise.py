"""The same game in other clothes, so that having seen it before does not help.

Two kinds. *Relabelled*: every number n becomes n + k (a shift) or k - n (a reflection), and the
relations are rewritten so that they mean the same for the new numbers. *Restated*: the numbers
stay, and the relations are written as other expressions with the same meaning. Either way the
game gets a name that says nothing, and its rules are told in other words.

All of it works on the expressions of the relations; no game is known by its name.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from ..catalog import read_book, rules
from ..errors import LastpickError
from ..game import Game
from ..relations.language import CANDIDATE, GIVEN, Node
from ..relations.writing import text_of, tree_of

PLAIN, RELABELLED, RESTATED = "plain", "relabelled", "restated"
DISGUISES = (PLAIN, RELABELLED, RESTATED)

_FURTHEST = 60  # how far the numbers are moved, at most
_CLOTHES = 8  # disguises of a kind that the positions of a game share
_MOST_DRAWS = 20

Rewrite = Callable[[Node], Node]


class Relabelling(NamedTuple):
    """New names for the numbers: n becomes sign * n + offset."""

    sign: int = 1
    offset: int = 0

    def new(self, n: int) -> int:
        return self.sign * n + self.offset

    def old(self, variable: Node) -> Node:
        """The old number, in terms of the new one."""
        offset = Node("int", value=self.offset)
        return Node("-", (variable, offset) if self.sign == 1 else (offset, variable))


SAME = Relabelling()


class Disguised(NamedTuple):
    """A game in disguise, as the text of a game file, and what became of its numbers."""

    name: str
    toml: str
    relabelling: Relabelling


class Wardrobe:
    """The disguises of a game: a few that its positions share, or one for each position.

    A place is what the shared ones are drawn by.
    """

    def __init__(self, game: Game, place: str | None) -> None:
        self.game = game
        self.place = place
        self._made: dict[tuple[str, int], Disguised] = {}

    def dress(self, kind: str, number: int, rng: Random) -> Disguised:
        """A disguise for a position; every other relabelling is a reflection."""
        if self.place is None:
            return self._drawn(kind, number, rng)
        key = kind, number % _CLOTHES
        if key not in self._made:
            self._made[key] = self._drawn(*key, Random(f"{self.place}/{kind}/{key[1]}"))
        return self._made[key]

    def _drawn(self, kind: str, number: int, rng: Random) -> Disguised:
        why = ""
        for _ in range(_MOST_DRAWS):
            if kind == RELABELLED:
                change = relabel(self.game, bool(number % 2), rng)
            else:
                change = restate(self.game, rng)
            try:  # an expression can grow past what the language takes
                read_book(change.toml, change.name)
            except LastpickError as error:
                why = str(error)
            else:
                return change
        raise LastpickError(f"{self.game.name} cannot be {kind} for a suite: {why}")


def relabel(game: Game, reflected: bool, rng: Random) -> Disguised:
    """The game with its numbers shifted or reflected, told in other words."""
    used = [game.numbers.first, game.numbers.last]
    if game.start_from is not None:
        used.append(game.start_from)
    if reflected:
        change = Relabelling(-1, min(used) + max(used) + _draw(rng, _FURTHEST))
    else:
        change = Relabelling(1, 1 + _draw(rng, _FURTHEST))

    def rewrite(node: Node) -> Node:
        if node.op in (CANDIDATE, GIVEN):
            return change.old(node)
        return Node(node.op, tuple(map(rewrite, node.args)), node.value)

    return _file(game, change, rewrite, rng)


def restate(game: Game, rng: Random) -> Disguised:
    """The same game on the same numbers, with other expressions and in other words."""
    style = Style(_draw(rng, 3), _draw(rng, 3), _draw(rng, 2))
    return _file(game, SAME, style.rewrite, rng)


def _draw(rng: Random, count: int) -> int:
    """A number from 0 to count - 1, by the part of Random that never changes."""
    return int(rng.random() * count)


# --- other expressions with the same meaning --------------------------------------------


_NEVER_BELOW_0 = (CANDIDATE, GIVEN, "int")


class Style(NamedTuple):
    """Which of the ways to say something is used, the same one throughout an expression.

    The rewriting holds for whole numbers from 0 up, which is all that pools hold.
    """

    dividing: int  # 0 to 2: how to say that one number divides another
    near: int  # 0 to 2: how to say that two numbers are close
    either: int  # 0 or 1: how to say "or"

    def rewrite(self, node: Node) -> Node:
        if node.op == "==" and node.args[0].op == "%" and node.args[1] == Node("int"):
            number, by = node.args[0].args
            if by.op in _NEVER_BELOW_0:  # only so are all ways the same
                return self._divides(number, by)
        if node.op == "<=" and node.args[0].op == "abs" and node.args[1].op == "int":
            inside = node.args[0].args[0]
            if inside.op == "-":
                return self._close(inside, node.args[1].value)
        if node.op == "or":
            parts = tuple(map(self.rewrite, reversed(node.args)))
            if self.either:
                return Node("or", parts)
            return _not(Node("and", tuple(map(_not, parts))))
        if node.op in ("and", "not"):
            return Node(node.op, tuple(map(self.rewrite, node.args)))
        if node.op in _OPPOSITE:
            return _not(Node(_OPPOSITE[node.op], node.args))
        return node

    def _divides(self, number: Node, by: Node) -> Node:
        whole = Node("*", (by, Node("//", (number, by))))
        way = self.dividing if number.op in _NEVER_BELOW_0 else self.dividing % 2
        return (
            Node("==", (Node("gcd", (number, by)), by)),
            Node("==", (whole, number)),
            Node("<", (Node("-", (number, whole)), Node("int", value=1))),  # by 0: number < 1
        )[way]

    def _close(self, apart: Node, width: int) -> Node:
        back = Node("-", apart.args[::-1])
        limit = Node("int", value=width)
        return (
            Node("and", (Node("<=", (apart, limit)), Node("<=", (back, limit)))),
            Node("<", (Node("*", (apart, apart)), Node("int", value=width * width + 1))),
            _not(Node(">", (Node("abs", (back,)), limit))),
        )[self.near]


_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def _not(node: Node) -> Node:
    return node.args[0] if node.op == "not" else Node("not", (node,))


# --- a game file, in words that are nobody's rule book ----------------------------------


class Words(NamedTuple):
    """One way to tell the rules of any game; {} takes the pool or a condition."""

    begins: str
    opens: str
    free: str
    follows: str
    anything: str
    removes: str
    itself: str
    ends: str
    starts: str  # from a number
    stuck_wins: str  # in place of `ends`, where the last pick loses


WORDS = (
    Words(
        "Cards with the numbers {} lie on a table, and two people take one card each in turn.",
        "The very first card n has to satisfy {}.",
        "The very first card can be any.",
        "After that, card n may be taken only if {}, where last is the card taken just before.",
        "Any card on the table may be taken.",
        "Whoever takes card n also throws away each card m on the table for which {}.",
        "No other card leaves the table.",
        "A person whose turn it is and who may take no card has lost.",
        "Before they begin, card {} has been taken.",
        "A person whose turn it is and who may take no card has won.",
    ),
    Words(
        "The numbers {} are written on a board. Two sides cross out one number each, by turns.",
        "The number n that is crossed out first must fulfil {}.",
        "The first one is free.",
        "From then on a side may cross out n only if {}; last is what the other side crossed"
        " out just now.",
        "A side may cross out whatever still stands on the board.",
        "Crossing out n wipes away every number m with {} as well.",
        "Everything else stays on the board.",
        "The side that makes the last possible move wins; the other one is stuck and loses.",
        "The number {} is crossed out already.",
        "The side that makes the last possible move loses; the other one is stuck and wins.",
    ),
    Words(
        "There are houses numbered {}, all of them with their lights on. Two children put the"
        " lights out, one house at a turn.",
        "To begin with, a house n is chosen for which {}.",
        "To begin with, any house will do.",
        "Afterwards house n can be chosen only if {}. Here last is the house that was chosen on"
        " the turn before.",
        "Any house that still has light can be chosen.",
        "With house n it also gets dark in every house m for which {}.",
        "In all other houses the lights stay on.",
        "The first child that cannot choose a house loses.",
        "Just before they begin, house {} was chosen.",
        "The first child that cannot choose a house wins.",
    ),
)


def _file(game: Game, change: Relabelling, rewrite: Rewrite, rng: Random) -> Disguised:
    ends = sorted((change.new(game.numbers.first), change.new(game.numbers.last)))
    numbers = f"{ends[0]}-{ends[1]}"
    conditions = {
        relation.role.name: text_of(rewrite(tree_of(relation)), relation.role)
        for relation in (game.opens, game.follows, game.removes)
        if not relation.trivial
    }
    special = dict(rules.special(game))
    if game.start_from is not None:
        special["start"] = change.new(game.start_from)
    number = 100 + _draw(rng, 900)
    entries = {
        "title": f"Game {number}",
        "numbers": numbers,
        **conditions,
        **special,
        "rules": _rules(WORDS[_draw(rng, len(WORDS))], numbers, conditions, special),
    }
    toml = "".join(f"{key} = {json.dumps(value)}\n" for key, value in entries.items())
    return Disguised(f"game-{number}", toml, change)


def _rules(words: Words, numbers: str, conditions: dict[str, str], special: dict[str, Any]) -> str:
    said = [words.begins.format(numbers.replace("-", " to "))]
    opens = [words.opens.format(conditions["opens"])] if "opens" in conditions else []
    if "start" in special:
        said.append(words.starts.format(special["start"]))
    elif "follows" in conditions:
        opens = opens or [words.free]
    follows = words.follows.format(conditions["follows"]) if "follows" in conditions else None
    both = [*opens, follows or words.anything]
    said += both[::-1] if "start" in special else both  # what follows a start comes first
    if "removes" in conditions:
        said.append(words.removes.format(conditions["removes"]))
    else:
        said.append(words.itself)
    said.append(words.stuck_wins if "last_pick" in special else words.ends)
    return " ".join(said)
