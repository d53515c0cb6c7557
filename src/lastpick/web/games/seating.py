"""Seats: games made and entered, the tokens that are given out for that, and whose one is."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import NamedTuple

from ...errors import RecordError
from ...record import check_name
from ..errors import Forbidden
from ..game import tokens
from ..game.terms import Terms
from ..store.rows import GameRow, SeatRow
from .keeper import Keeper
from .open_game import OpenGame

Names = tuple[str | None, str | None]


class Admission(NamedTuple):
    """What somebody gets who makes or enters a game: the tokens of seats, and an invitation."""

    game: OpenGame
    tokens: dict[str, str]
    invite: str | None = None


class Seating:
    """Gives seats to those who may have them."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    async def create(self, terms: Terms, mine: Sequence[int], names: Names) -> Admission:
        """A new game; `mine` are the seats of whoever makes it."""
        _check_names(names)
        secret, now = tokens.new_secret(), self._keeper.now()
        given = {seat: tokens.seat_token(secret, seat, tokens.new_credential()) for seat in mine}
        one, two = (
            SeatRow(tokens.digest(given[seat]), name, now) if seat in given else SeatRow(name=name)
            for seat, name in enumerate(names, 1)
        )
        row = GameRow(id=tokens.new_id(), terms=terms, secret=secret, seats=(one, two))
        game = await self._keeper.create(row)
        invite = tokens.invite(secret) if terms.invited_seat else None
        return Admission(game, {str(seat): token for seat, token in given.items()}, invite)

    async def join(self, game: OpenGame, invite: str, key: str, name: str | None) -> Admission:
        seat, secret = game.log.terms.invited_seat, game.row.secret
        if not seat or not tokens.same(invite, tokens.invite(secret)):
            raise Forbidden("this invitation is not for this game; ask for the link once more")
        _check_names((name, game.row.seats[2 - seat].name))
        token = tokens.seat_token(secret, seat, key)
        await self._sit(game, seat, token, name)
        return Admission(game, {str(seat): token})

    async def rename(self, game: OpenGame, seat: int, name: str) -> None:
        """Call somebody by another name, from now on."""
        held, other = game.row.seats[seat - 1], game.row.seats[2 - seat]
        _check_names((name, other.name))
        if name == held.name:
            return
        async with game.lock:  # what is read again meanwhile would know the old name
            await self._keeper.store.rename(game.log.id, seat, name)
            game.set_seat(seat, game.row.seats[seat - 1]._replace(name=name))
        game.revision += 1
        game.tell()

    async def move_on(self, old: OpenGame, new: OpenGame, seat: int, token: str) -> Admission:
        """The seats in the next game of whoever sat here; the players have changed places."""
        shared = old.log.terms.shared  # one person holds both tokens, and gets both again
        given = {}
        for before in (1, 2) if shared else (seat,):
            credential = tokens.seat_token(old.row.secret, before, "rematch") if shared else token
            made = tokens.seat_token(new.row.secret, 3 - before, credential)
            await self._sit(new, 3 - before, made, None)
            given[str(3 - before)] = made
        return Admission(new, given)

    async def _sit(self, game: OpenGame, seat: int, token: str, name: str | None) -> None:
        digest, now = tokens.digest(token), self._keeper.now()
        held = game.row.seats[seat - 1]
        if held.digest is not None and tokens.same(held.digest, digest):
            return
        async with game.lock:  # what is read again meanwhile would know nobody here
            if not await self._keeper.store.sit(game.log.id, seat, digest, name, now):
                await self._keeper.refresh(game, people=True)
                raise Forbidden("somebody else has taken this seat; you can watch the game")
            game.set_seat(seat, SeatRow(digest, name or held.name, now))
        game.revision += 1
        game.tell()

    async def seat(self, game: OpenGame, token: str) -> int:
        """Whose token it is."""
        seat = seat_of(game, token)
        if not seat and self._keeper.store.multi_server:  # another server may have given it out
            async with game.lock:
                await self._keeper.refresh(game, people=True)
            seat = seat_of(game, token)
        if not seat:
            raise Forbidden("this token is not for this game")
        return seat


def next_game(game: OpenGame, now: float) -> GameRow:
    """The next game: the other one starts, and the match goes on unless it is decided."""
    terms, score = game.log.terms, game.log.score()
    goes_on = terms.best_of > 1 and 2 * max(score) <= terms.best_of
    terms = terms._replace(
        seats=(terms.seats[1], terms.seats[0]),
        invited_seat=0,
        seed=secrets.randbelow(1 << 48),
        number=terms.number + 1 if goes_on else 1,
        score=(score[1], score[0]) if goes_on else (0, 0),
        previous=game.log.id,
        date=time.strftime("%Y-%m-%d", time.gmtime()),
    )
    one, two = (SeatRow(name=seat.name, last_seen=now) for seat in game.row.seats)  # heard now
    return GameRow(id=tokens.new_id(), terms=terms, secret=tokens.new_secret(), seats=(two, one))


def seat_of(game: OpenGame, token: str) -> int:
    digest = tokens.digest(token)
    for seat, taken in enumerate(game.row.seats, 1):
        if taken.digest is not None and tokens.same(taken.digest, digest):
            return seat
    return 0


def _check_names(names: Names) -> None:
    for name in names:
        if name is not None:
            check_name(name)
    if names[0] is not None and names[0] == names[1]:
        raise RecordError(f"both players are called {names[0]}; choose another name")
