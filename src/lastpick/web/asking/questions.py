"""What is asked of the oracle, the coach and the bots: plain data in, plain data out.

These run in processes of their own (`worker`), never in the server: some take long, and a
stranger's game may take as long as it is let.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from ...catalog import Book, book_of, open_book, read_book
from ...catalog.rules import relations, special
from ...coach import hint as coach_hint
from ...coach import review as coach_review
from ...coach.lesson import PICK
from ...coach.plain import with_plain
from ...coach.plain.words import Called, by_seat
from ...coach.refutation import of_last
from ...errors import ExpressionError, NumbersError, RecordError
from ...game import Game, Position
from ...oracle import Budget, solve
from ...players import find_bot, rng_for
from ...record import board, card, gone, parse
from ...record.board import Tiles
from ...relations import Numbers
from ..game.terms import OWN_GAME, Terms
from .lessons import lesson
from .picture import draw

MOST_NUMBERS = 1_000
_MOST_KEPT = 64
_MOST_REMOVED = 30_000  # numbers in the lists of what each opening removes: a state tells them all


class Source(NamedTuple):
    """A game on a pool, as a request names it."""

    game: str
    toml: str | None
    numbers: str | None

    @classmethod
    def of(cls, terms: Terms) -> Source:
        """The game that was agreed on."""
        return cls(terms.game, terms.toml, terms.numbers)


@lru_cache(maxsize=64)
def open_source(source: Source) -> Book:
    """The book, checked for size before anything else looks at it."""
    if source.numbers is not None:
        check_size(Numbers.parse(source.numbers))
    if source.toml is None:
        book = open_book(source.game, source.numbers)
    else:
        book = read_book(source.toml, OWN_GAME, source.numbers, where="your game")
    check_size(book.game.numbers)
    return book


def check_size(numbers: Numbers) -> None:
    if numbers.size > MOST_NUMBERS:
        raise NumbersError(
            f"the pool {numbers} holds {numbers.size:,} numbers; in the browser at most"
            f" {MOST_NUMBERS:,} can be played"
        )


def opened(source: Source) -> dict[str, Any]:
    """Everything of somebody's own game that the server needs to let it be played."""
    book = open_source(source)
    check_removals(book.game)
    openings, moves = book.game.table()
    return {
        **about(book),
        "table": [hex(openings), [[hex(keep), hex(after)] for keep, after in moves.values()]],
    }


def check_removals(game: Game) -> None:
    everything = game.numbers.everything
    moves = game.table()[1]
    if sum((everything & ~keep).bit_count() for keep, _ in moves.values()) > _MOST_REMOVED:
        raise ExpressionError(
            "the picks of this game remove too many numbers to show them all in the browser;"
            " choose a smaller pool"
        )


def about(book: Book) -> dict[str, Any]:
    """A game in words."""
    return {
        "name": book.game.name,
        "title": book.title,
        "summary": book.summary,
        "numbers": str(book.game.numbers),
        "rules": book.rules,
        "tips": book.tips,
        "relations": relations(book.game),
        "start": book.game.start_from,
        "last_pick": book.game.last_pick,
    }


@cache
def in_catalog(name: str) -> dict[str, Any]:
    """A shipped game in words, and what a page needs to offer it."""
    book = open_source(Source(name, None, None))
    return {
        **about(book),
        "example": list(book.example),
        "pools": list(book.pools) or [str(book.game.numbers)],
        "first": book.first,
        "card": card(book),
    }


def choose(source: Source, picks: Sequence[int], bot: str, seed: int, *, budget: Budget) -> int:
    """A bot's pick; chance depends on the game's seed and the ply alone."""
    position = open_source(source).game.play(picks)
    return find_bot(bot).choose(position, rng_for(seed, 1, len(picks)), budget)


def verdict(
    source: Source, picks: Sequence[int], names: Sequence[str] | None = None, *, budget: Budget
) -> dict[str, Any]:
    """A position, who wins from it, and why; `names` are of the player to move and the other."""
    game = open_source(source).game
    if source.toml is not None:
        check_removals(game)
    position = game.play(picks)
    found = solve(position, budget.part())
    called = Called(*names) if names else by_seat(position.turn)
    told = with_plain(position, found, called)
    told["reason"]["of_last"] = of_last(position, found, budget, called)
    return {
        "game": told.pop("game"),
        "numbers": told.pop("numbers"),
        "turn": told.pop("to_move"),
        **board(position, gone(position)),
        "outcome": position.outcome._asdict() if position.outcome else None,
        "verdict": {key: value for key, value in told.items() if key != "picks"},
    }


def hint(source: Source, picks: Sequence[int], step: int, *, budget: Budget) -> dict[str, Any]:
    position = open_source(source).game.play(picks)
    found = _look(position, budget)
    return {
        "step": step,
        "text": coach_hint.in_words(position, found, step),
        **coach_hint.shown(position, found, step)._asdict(),
    }


_looks: dict[Position, coach_hint.Look] = {}  # the latest, for the hints that follow


def _look(position: Position, budget: Budget) -> coach_hint.Look:
    if position not in _looks:
        keep(_looks, position, coach_hint.look(position, budget))
    return _looks[position]


def keep(kept: dict[Any, Any], key: object, found: object) -> None:
    """Keep what was found, in the place of what was found long ago."""
    while len(kept) >= _MOST_KEPT:
        del kept[next(iter(kept))]
    kept[key] = found


def review(record: str, *, budget: Budget) -> dict[str, Any]:
    """The first game of a record's text, graded."""
    games = parse(record)
    if len(games) > 1:
        raise RecordError(f"the text holds {len(games)} games; give one of them")
    played = games[0]
    check_size(played.game.numbers)
    told = coach_review.as_data(coach_review.review(played, budget=budget))
    position = played.game.start()
    for step in told["steps"]:
        step["choices"] = list(position.legal)
        step["removed"] = []
        if isinstance(step["event"], int):
            step["removed"] = list(position.removal(step["event"]))
            position = position.pick(step["event"])
    book = played.book
    return {
        **told,
        "title": book.title,
        "rule": book.summary,
        "relations": relations(book.game),
        "start": played.game.start_from,
        "last_pick": played.game.last_pick,
        "toml": as_toml(played.game),
        "picks": list(position.picks),
        "record": record,
    }


def as_toml(game: Game) -> str | None:
    """A file for a game that is not among the shipped ones, so that it can be asked about."""
    if book_of(game).rules:
        return None
    lines = [f'numbers = "{game.numbers}"']
    for name in ("opens", "follows", "removes"):
        relation = getattr(game, name)
        if not relation.trivial:
            lines.append(f'{name} = "{relation.text}"')
    lines += [f"{key} = {json.dumps(said)}" for key, said in special(game).items()]
    return "\n".join(lines) + "\n"


# --- pictures ---------------------------------------------------------------------------------


def picture(
    source: Source, picks: Sequence[int], makers: Sequence[int] | None, over: bool, texts: list[str]
) -> str:
    """A game as it stands, with texts beside it."""
    return draw(texts, Tiles(open_source(source).game.play(picks), makers, over))


def lesson_picture(name: str, texts: list[str]) -> str:
    """The first task of a lesson."""
    steps = lesson(name).steps
    step = next((step for step in steps if step.task == PICK), steps[0])
    return draw(texts, Tiles(step.position))


# Questions that the oracle answers, each within a budget; and those that need no oracle.
OF_THE_ORACLE = {function.__name__: function for function in (choose, verdict, hint, review)}
OTHERS = {function.__name__: function for function in (opened, picture, lesson_picture)}
