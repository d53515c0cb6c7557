"""Taking a seat: made, joined, come back to, or gone on with in the next game."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..catalog import Book, is_shipped
from ..errors import LastpickError, OnlineError
from .calls import Calls, Refused
from .kept_seats import GUEST, HOST, KeptSeat, SeatInUse, clean_up, find_kept, keep_new
from .link import GameLink
from .outbox import Outgoing
from .told import StateTold, read_game, read_seat, read_state, read_words

_MOST_FOLLOWED = 100  # games after the one of a link: each is a file here


class Seated(NamedTuple):
    """A seat of ours in a game, and the game as it stands."""

    calls: Calls
    kept: KeptSeat
    state: StateTold
    book: Book


def invite(server: str, wanted: dict[str, Any]) -> Seated:
    """Make a game for a friend and oneself; `wanted` as the interface has it."""
    clean_up()
    calls = Calls(server)
    made = calls.post("/api/games", wanted)
    game, secret, seat, token = calls.shaped(read_seat, made)
    if secret is None or seat is None or token is None:
        raise calls.foreign("it made a game without an invitation")
    kept = keep_new(GameLink(server, game, secret), HOST)
    kept.take(seat, token)
    return _seated(calls, kept, made.get("state"))


def join(link: GameLink, name: str | None) -> Seated:
    """Take a friend's seat, or come back to one's own."""
    clean_up()
    calls = Calls(link.server)
    kept = _kept(link)
    if kept is None:
        if link.invite is None:
            raise LastpickError(
                "this link has no invitation, which stands behind its # (#invite=...): ask for the"
                f" whole link; whoever opens {link.page} in a browser can watch"
            )
        kept = keep_new(link, GUEST)
    try:
        if kept.token is None:
            _take_seat(calls, kept, name)
        return _latest(_seated(calls, kept, calls.get(f"/api/games/{link.game}", kept.token)))
    except Refused as refused:  # nobody can play it: taken by somebody else, or forgotten
        kept.forget()
        raise OnlineError(f"{link.page}: {refused}") from None
    except LastpickError:
        kept.close()
        raise


def _kept(link: GameLink) -> KeptSeat | None:
    """A seat of this user's in the game that nobody plays now."""
    in_use = None
    for role in (GUEST, HOST):
        try:
            if kept := find_kept(link, role):
                return kept
        except SeatInUse as error:
            in_use = error
            if role == GUEST:  # nobody else can be invited to it
                raise
    if in_use and link.invite is None:
        raise in_use
    return None


def _take_seat(calls: Calls, kept: KeptSeat, name: str | None) -> None:
    """Join with the key that is kept: the same one gives the same seat again."""
    body = {"invite": kept.link.invite, "key": kept.key} | ({"name": name} if name else {})
    answer = calls.post(f"/api/games/{kept.link.game}/join", body)
    _, _, seat, token = calls.shaped(read_seat, answer)
    if seat is None or token is None:
        raise calls.foreign("it gives no seat to whoever joins")
    kept.take(seat, token)


def _seated(calls: Calls, kept: KeptSeat, data: object) -> Seated:
    state = calls.shaped(read_state, data)
    game = calls.shaped(read_game, data)
    file = None if is_shipped(game) else _file(calls, state.id)
    return Seated(calls, kept, state, calls.shaped(lambda told: read_words(game, told, file), data))


def _file(calls: Calls, game: str) -> str | None:
    """The text of the game's file; an older server does not give it."""
    try:
        return calls.text(f"/api/games/{game}/file")
    except Refused:
        return None


def _latest(seated: Seated) -> Seated:
    """Go on to the games that were agreed to after this one."""
    followed = 0
    while following := seated.state.next:
        if followed == _MOST_FOLLOWED:
            raise OnlineError(
                f"more than {followed} games follow that of the link; give the link of the latest"
            )
        followed += 1
        call = Outgoing.new("rematch", seated.state.version)
        body = {"version": call.version, "key": call.key}
        answer = seated.calls.post(f"/api/games/{seated.state.id}/rematch", body, seated.kept.token)
        moved = go_on(seated, answer)
        if moved is None or moved.state.id != following:
            raise seated.calls.foreign("it has no next game, though it said so")
        seated = moved
    return seated


def go_on(seated: Seated, answer: Any) -> Seated | None:
    """The seat in the next game, by the answer to a call for it; None: not both want it yet."""
    calls, old = seated.calls, seated.kept
    if not isinstance(answer, dict) or answer.get("id") is None:
        return None
    game, _, seat, token = calls.shaped(read_seat, answer)
    state = calls.shaped(read_state, answer.get("state"))
    if seat is None or token is None:
        raise calls.foreign("it gives no seat in the next game")
    if (state.best_of, state.number) != (seated.state.best_of, seated.state.following):
        raise calls.foreign("the next game is of another match")
    link = GameLink(old.link.server, game)
    kept = find_kept(link, old.role) or keep_new(link, old.role)
    if kept.token is None:
        kept.take(seat, token)
    old.close()
    return Seated(calls, kept, state, seated.book)
