"""Games in the journal, as the tools begin and go on with them.

Nothing is kept here between two calls. A call that changes a game holds its file for as long as
it works, reads what stands there, and has each event on disk before it answers. So a server that
is killed loses nothing, and between two calls the game can be gone on with anywhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from ..catalog import Book
from ..errors import GameOver, IllegalPick, JournalError, LastpickError, PlayerError, meant
from ..journal import Journal, Saved
from ..players import ADMISSION, BOTS, KINDS, comes_from_outside
from ..record import RESIGN, SWAP, Match, doing
from ..terminal.entries import VALID
from ..terminal.session import Session
from ..terminal.start import HUMAN, PlayRequest, set_up, take_up
from .thinking import bot_thinking

NOBODY = "nobody"
PLAYER, OPPONENT, TOSS = "player", "opponent", "toss"
_FIRST = {PLAYER: "1", OPPONENT: "2", TOSS: "toss"}


class Seen(NamedTuple):
    """A game as it stands, and what a call has let happen in it."""

    name: str
    book: Book
    match: Match
    free: bool = True  # whether no other program is playing it
    happened: tuple[str, ...] = ()


class GameWish(NamedTuple):
    """What a new game should be like."""

    book: Book
    opponent: str = NOBODY
    first: str = PLAYER
    name: str | None = None
    opponent_name: str | None = None
    seed: int | None = None


# --- finding --------------------------------------------------------------------------------------


def find(name: str) -> Saved:
    """The game of that name between two players, over or not."""
    saved = Journal().find(name)
    if saved is None:
        known = [other.name for other in _each()]
        near = meant(name, known) or "; list_games names those that are not over"
        raise JournalError(f"no game has the id {name[:40]!r}{near}")
    if saved.match.solo:
        raise JournalError(
            f"{name} is played alone; at a terminal, lastpick resume goes on with it"
        )
    return saved


def latest(over: bool | None = None) -> Saved:
    """The game that was touched last; of those that are over, or are not, if that is said."""
    for saved in _each():
        if over is None or over == (saved.match.winner is not None):
            return saved
    which = " that is over" if over else ""
    raise JournalError(f"there is no game{which} yet; new_game begins one")


def unfinished(most: int) -> tuple[list[Saved], list[str]]:
    """The latest games that are not over, and what is damaged among all that was read."""
    damaged: list[str] = []
    found = []
    for saved in _each(lambda error: damaged.append(str(error))):
        if saved.match.winner is None:
            found.append(saved)
            if len(found) == most:
                break
    return found, damaged


def _each(damaged: Callable[[JournalError], object] = lambda error: None) -> Iterator[Saved]:
    """Every game between two, the latest first."""
    for saved in Journal().saved():
        if isinstance(saved, JournalError):
            damaged(saved)
        elif not saved.match.solo:
            yield saved


# --- what is done ---------------------------------------------------------------------------------


def begin(wish: GameWish) -> Seen:
    """A new game; a bot that begins has made its first pick."""
    bot = _checked(wish.opponent)
    request = PlayRequest(
        game=wish.book.game.name,
        kinds=(HUMAN, bot or HUMAN),
        names=(wish.name, wish.opponent_name),
        first=_FIRST[wish.first],
        seed=wish.seed,
    )
    with _closing(set_up(request, _refuse, wish.book)) as session:
        told = [session.toss] if session.toss else []
        return _seen(session, [*told, *_go_on(session)])


def look(saved: Saved) -> Seen:
    """A game as it stands. A bot whose turn it is answers, if nobody else has the game."""
    seen = Seen(saved.name, saved.setup.book(), saved.match, saved.free)
    if saved.match.winner or _why_not_here(saved) or not seen.free or not _bot_to_move(saved.match):
        return seen
    try:
        with _held(saved.name) as session:
            return _seen(session, _go_on(session))
    except JournalError as error:  # somebody else was quicker, or the disk is full
        return seen._replace(happened=(f"{error}.",))


def pick(name: str, number: int) -> Seen:
    """Pick for the player to move who is no bot; bots answer at once."""
    with _held(name) as session:
        if earlier := _go_on(session):
            raise LastpickError(
                f"it was not your turn yet: {' '.join(earlier)} Look at the position."
            )
        position = session.play.position
        try:
            position.pick(number)
        except IllegalPick as error:
            valid = VALID.text(position.legal, longest=20)
            raise type(error)(f"{error}; valid: {valid}") from None
        return _seen(session, [_picked(session, number), *_go_on(session)])


def take_back(name: str) -> Seen:
    """Take back until it is the turn of somebody who is no bot."""
    with _held(name) as session:
        taken = session.undo()
        if not taken:
            raise LastpickError("there is nothing of yours to take back yet")
        return _seen(session, [f"Taken back: {', '.join(taken)}."])


def resign(name: str) -> Seen:
    """The player to move gives up."""
    with _held(name) as session:
        if earlier := _go_on(session):
            raise LastpickError(
                f"it was not your turn yet: {' '.join(earlier)} Look at the position."
            )
        told = f"{doing(session.person.name, 'resigns')}."
        session.commit(RESIGN)
        return _seen(session, [told, *_go_on(session)])


def _checked(opponent: str) -> str | None:
    """The name of a bot that can play here; None for nobody."""
    forms = [kind.form for kind in KINDS.values() if not kind.outside]
    if comes_from_outside(opponent):
        raise PlayerError(
            "programs and models are seated at a terminal only (lastpick play); opponents here are"
            f" {', '.join((*BOTS, *forms))} or {NOBODY}"
        )
    if opponent == NOBODY:
        return None
    if opponent not in BOTS and opponent.partition(":")[0] not in KINDS:
        expected = ", ".join((*BOTS, *forms))
        near = meant(opponent, (*BOTS, *KINDS, NOBODY))
        raise PlayerError(
            f"no opponent is called {opponent[:40]!r}; expected {expected} or {NOBODY}{near}"
        )
    return opponent


# --- holding a game -------------------------------------------------------------------------------


@contextmanager
def _held(name: str) -> Iterator[Session]:
    """A game that nobody else can add to until this is done."""
    saved = find(name)
    if saved.match.winner:
        raise GameOver(
            f"the game is over: {doing(saved.match.winner.name, 'wins')}; review grades it"
        )
    if why := _why_not_here(saved):
        raise JournalError(f"{name} {why}; at a terminal, lastpick resume {name} goes on with it")
    with _closing(take_up(saved, _refuse)) as session:
        if session.match.winner:
            raise GameOver("the game is over: somebody else has just ended it; review grades it")
        yield session


@contextmanager
def _closing(session: Session) -> Iterator[Session]:
    try:
        session.begin()
        yield session
    finally:
        session.close()


def _refuse(trouble: str) -> None:
    """What cannot be kept is not played: there is nobody here to remember it."""
    raise JournalError(trouble)


def _why_not_here(saved: Saved) -> str:
    bots = [person.bot for person in saved.match.people if person.bot]
    if any(map(comes_from_outside, bots)):
        return "has a program or a model at its table"
    return "is played by bots alone" if len(bots) == 2 else ""


def _bot_to_move(match: Match) -> bool:
    play = match.begin()
    return match.seats()[play.turn - 1].bot is not None


def _seen(session: Session, happened: list[str]) -> Seen:
    name = session.log.name if session.log else ""  # it has one: else `_refuse` has raised
    return Seen(name, session.book, session.match, True, tuple(happened))


# --- what happens, and how it is told -------------------------------------------------------------


def _go_on(session: Session) -> list[str]:
    """Let bots pick, and the next game of a match begin, until somebody else is to pick."""
    told: list[str] = []
    while not session.match.winner:
        if outcome := session.play.outcome:
            told.append(_ended(session.match, outcome.winner))
            session.begin()
        player = session.player
        if player is None:
            break
        with bot_thinking() as budget:
            n = session.choose(player, budget)
            takes_over = session.takes_over(n, budget)
        if takes_over:
            told.append(f"{doing(session.person.name, 'takes')} over {session.play.position.last}.")
            session.commit(SWAP)
            continue
        if session.admits(n):
            told.append(f"{session.person.name}: {ADMISSION}.")
        told.append(_picked(session, n))
    return told


def _picked(session: Session, n: int) -> str:
    """Let a pick happen, on disk before it is told, and what it has taken along."""
    who, before = session.person.name, session.play.position
    session.commit(n)
    others = [m for m in before.removal(n) if m != n]
    along = f", which also removes {VALID.text(others, longest=20)}" if others else ""
    return f"{doing(who, 'picks')} {n}{along}."


def _ended(match: Match, winner: int) -> str:
    """The end of one game of several."""
    (one, two), (won, lost) = match.people, match.score
    wins = doing(match.seats()[winner - 1].name, "wins")
    return f"{wins} this game. Score: {one.name} {won}, {two.name} {lost}."
