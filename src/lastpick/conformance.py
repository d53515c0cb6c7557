"""The conformance kit: what every game file must do, the shipped ones and anybody's own.

Games are played at random from a seed, and each position is compared with the relations
asked one number at a time, without bitsets. On a large pool only their first picks are, and of a
huge one only its first numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from .catalog import Book, Scene
from .errors import IllegalPick, LastpickError
from .game import LOSES, NO_LEGAL_PICK, Game, Outcome, Position
from .record import Person, Record, parse, write
from .relations import FOLLOWS, OPENS, Numbers, Relation
from .relations.language import compiled
from .relations.language import parse as read_condition
from .relations.relation import KNOWN

_MOST_CHECKS = 300_000  # pairs of numbers that are compared, a second or so
MOST_NUMBERS = 100_000  # of a pool that are tried out
_FIRST, _LAST = 300, 50  # numbers of a large pool that are tried for a division by 0
_MOST_OPENINGS = 10_000  # that are tried for one that does not end the game


Look = Callable[[], object]


def problems(
    book: Book, games: int = 20, seed: int = 0, look: Look = lambda: None
) -> Iterator[str]:
    """What is wrong with a game, in words; nothing if all is well. `look` is called on the way."""
    game = book.game
    if not game.start().choices:
        keys = (
            "key 'opens' refuses" if game.start_from is None else "'start' and its relations refuse"
        )
        yield f"no number of {game.numbers} may open the game: {keys} them all"
        return
    game = game.on(tried(game))
    pool = range(game.numbers.first, game.numbers.last + 1)
    if game.start().pool != tuple(n for n in pool if n != game.start_from):
        yield f"at the start the pool is not {game.numbers}"
    if game.numbers.size * game.numbers.size > _MOST_CHECKS:
        games = 1
    rng = Random(seed)
    for _ in range(games):
        position = game.start()
        budget = _MOST_CHECKS // games
        yield from _position(position, book)
        while position.choices and budget > 0:
            look()
            n = rng.choice(position.legal)
            reached = position.pick(n)
            budget -= game.numbers.size
            yield from _pick(position, n, reached)
            look()
            yield from _position(reached, book)
            position = reached
        yield from _record(position)


def tried(game: Game) -> Numbers:
    """The numbers on which a game is tried out: all of its pool, or its first."""
    first, last = game.numbers.first, game.numbers.last
    return Numbers(first, min(last, first + MOST_NUMBERS - 1))


def warnings(book: Book, look: Look = lambda: None) -> Iterator[str]:
    """What is allowed, and yet hardly meant. `look` is called on the way."""
    game = book.game
    if _over_at_once(game, look):
        yield "the game is over after one pick, whatever it is: nothing can be picked after it"
    for relation in (game.opens, game.follows, game.removes):
        look()
        if found := _division_by_zero(relation, game):
            yield (
                f"key '{relation.role.name}' divides by 0 where {found};"
                " here x // 0 is 0, and x % 0 is x"
            )


def _over_at_once(game: Game, look: Look) -> bool:
    """Whether every first pick ends the game; a pool too large to try them all counts as no."""
    start = game.start()
    openings = start.choices.bit_count()
    if not 0 < openings <= _MOST_OPENINGS:
        return False
    for n in start.legal:
        look()
        if start.pick_unchecked(n).choices:
            return False
    return True


def _division_by_zero(relation: Relation, game: Game) -> str:
    """Numbers, in words, for which a condition divides by 0; nothing if it does for none.

    A number is never asked about itself. Of a large pool only the ends are tried.
    """
    if relation.text in KNOWN:  # has a meaning of its own at 0
        return ""
    holds = compiled(read_condition(relation.text, relation.role.names), total=False)
    pool = range(game.numbers.first, game.numbers.last + 1)
    tried = [*pool[:_FIRST], *pool[_FIRST:][-_LAST:]]
    given = [0] if relation.role is OPENS else tried
    if relation.role is FOLLOWS and game.start_from is not None:
        given = [game.start_from, *given]
    for g in given:
        for c in tried:
            try:
                if c != g or relation.role is OPENS:
                    holds(c, g)
            except ZeroDivisionError:
                names = zip(relation.role.names, (c, g), strict=False)  # the candidate comes first
                return " and ".join(f"{name} is {n}" for name, n in names)
    return ""


def _position(position: Position, book: Book) -> Iterator[str]:
    game, last = position.game, position.last
    where = f"after {position.picks[-3:]}"
    legal = list(position.pool)
    if not position.picks:
        legal = [n for n in legal if game.opens.holds(n, 0)]
    if last is not None:
        legal = [n for n in legal if game.follows.holds(n, last)]
    if list(position.legal) != legal:
        yield f"{where}: the legal picks are {position.legal[:10]}, the relation says {legal[:10]}"
    turn = 1 + len(position.picks) % 2
    winner = turn if game.last_pick == LOSES else 3 - turn
    outcome = None if legal else Outcome(winner, NO_LEGAL_PICK)
    if (position.turn, position.outcome) != (turn, outcome):
        yield f"{where}: the turn or the outcome is wrong"
    for refused in sorted({*position.pool} - {*legal})[:3]:
        try:
            position.pick(refused)
            yield f"{where}: {refused} is not legal but can be picked"
        except IllegalPick:
            pass
    wording = book.wording
    for template in (wording.turn(position), wording.prompt(position), "start"):
        wording.say(template, Scene(position, "Player 1", "Player 2"))


def _pick(before: Position, n: int, after: Position) -> Iterator[str]:
    removes = before.game.removes
    taken = tuple(m for m in before.pool if m == n or removes.holds(m, n))
    left = tuple(m for m in before.pool if m != n and not removes.holds(m, n))
    if after.pool != left:
        yield f"picking {n} leaves {after.pool[:10]}, the relation says {left[:10]}"
    if before.removal(n) != taken or {*after.gone} != {*before.gone, *taken}:
        yield f"picking {n} removes {before.removal(n)[:10]}, the relation says {taken[:10]}"
    if after.last != n:
        yield f"after picking {n} the last pick is {after.last}"


def _record(position: Position) -> Iterator[str]:
    people = (Person("A"), Person("B"))
    record = Record(position.game, people, "2000-01-01", position.picks)
    try:
        if parse(write(record)) != [record]:
            yield f"the record of {position.picks} does not read back as it was written"
    except LastpickError as error:
        yield f"the record of {position.picks} does not read back: {error}"
