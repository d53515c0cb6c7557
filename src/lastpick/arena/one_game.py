"""A game played by two opened players, to its end or to the first failure."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from threading import RLock

from ..errors import IllegalPick
from ..game import Outcome
from ..players import rng_for
from ..players.player import ILLEGAL, Failure, Player, Usage
from ..terminal.screen import plain
from .entrants import comes_from_outside
from .grading import grade
from .played import Failed, Played
from .tournament import Tournament

_LONGEST_TEXT = 200

# The oracle serves one thread at a time. A worker of a cluster may play in several: they
# take turns thinking, and wait for players from outside at the same time.
_thinking = RLock()


def play(tournament: Tournament, number: int, seats: Sequence[Player]) -> Played:
    """Play a game. Whoever gives no legal pick has lost it."""
    pairing = tournament.pairing(number)
    book = tournament.books[pairing.game]
    before = [seat.usage() for seat in seats]
    position, failed = book.game.start(), _begin(tournament, number, seats)
    ply = 0
    while position.choices and failed is None:
        seat = seats[ply % 2]
        chance = rng_for(tournament.seed, number, ply)
        try:
            with _turn(seat):
                pick = seat.choose(position, chance)
            position = position.pick(pick)
        except Failure as failure:
            failed = _failed(1 + ply % 2, failure)
        except IllegalPick as error:
            failed = Failed(1 + ply % 2, ILLEGAL, plain(str(error), _LONGEST_TEXT))
        ply += 1
    if failed:
        outcome = Outcome(3 - failed.seat, f"forfeit: {failed.kind}")
    else:
        assert position.outcome is not None  # noqa: S101 - for the type checker
        outcome = position.outcome
    for seat in seats:
        try:
            seat.end(outcome)
        except Failure:  # the game is decided; its next game will show whether it is well
            pass
    with _thinking:
        graded = grade(book.game, position.picks, failed.seat if failed else None, tournament.grade)
    one, two = (_spent(then, seat.usage()) for then, seat in zip(before, seats, strict=True))
    return Played(number, position.picks, outcome.winner, failed, graded, (one, two))


def _begin(tournament: Tournament, number: int, seats: Sequence[Player]) -> Failed | None:
    book = tournament.books[tournament.pairing(number).game]
    for place, seat in enumerate(seats, 1):
        try:
            seat.begin(book, place)
        except Failure as failure:
            return _failed(place, failure)
    return None


def _failed(seat: int, failure: Failure) -> Failed:
    return Failed(seat, failure.kind, plain(str(failure), _LONGEST_TEXT))


def _turn(seat: Player) -> AbstractContextManager[object]:
    return nullcontext() if comes_from_outside(seat.name) else _thinking


def _spent(before: Usage | None, after: Usage | None) -> tuple[int, int, int] | None:
    """What a game has cost: calls, and tokens of prompts and of answers."""
    if after is None:
        return None
    then = before or Usage()
    return (
        after.calls - then.calls,
        after.prompt_tokens - then.prompt_tokens,
        after.answer_tokens - then.answer_tokens,
    )
