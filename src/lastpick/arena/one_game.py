"""A game played by two opened players, to its end or to the first failure."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from threading import RLock

from ..game import Outcome, Position
from ..players import Guess, comes_from_outside, rng_for
from ..players.game_loop import play_on
from ..players.player import Failure, Player
from ..terminal.screen import plain
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

    def pick(position: Position, ply: int) -> Position | None:
        nonlocal failed
        seat = seats[ply % 2]
        try:
            with _turn(seat):
                n = seat.choose(position, rng_for(tournament.seed, number, ply))
        except Failure as failure:
            failed = _failed(1 + ply % 2, failure)
            return None
        return position.pick_unchecked(n)

    if failed is None:
        position = play_on(position, (pick, pick))
    outcome = Outcome(3 - failed.seat, f"forfeit: {failed.kind}") if failed else position.outcome
    assert outcome is not None  # noqa: S101 - for the type checker
    for seat in seats:
        try:
            seat.end(outcome)
        except Failure:  # the game is decided; its next game will show whether it is well
            pass
    with _thinking:
        graded = grade(book.game, position.picks, failed.seat if failed else None, tournament.grade)
    after = [seat.usage() for seat in seats]
    guessed = [isinstance(n, Guess) for n in position.picks]
    one, two = (now and now.since(then) for then, now in zip(before, after, strict=True))
    return Played(
        number=number,
        picks=position.picks,
        winner=outcome.winner,
        failed=failed,
        decisions=graded,
        usage=(one, two),
        unsolved=(sum(guessed[::2]), sum(guessed[1::2])),
    )


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
