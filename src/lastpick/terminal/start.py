"""Setting the table: who plays, who starts, and where the game is kept."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import date
from random import Random, SystemRandom
from typing import Any, NamedTuple

from ..catalog import Book, open_book
from ..errors import JournalError, LastpickError
from ..journal import LEFT_OUT, Journal, MatchLog, Saved, Setup, unnamed
from ..players import check_known, display_name, open_player
from ..players.player import Options, Player, clean
from ..record import YOU, Person, doing
from ..record.match import LONGEST_NAME
from . import UNABLE
from .line_mode import LineMode
from .progress import Progress
from .record_files import check_target
from .screen import Screen
from .session import Session

HUMAN = "human"
Trouble = Callable[[str], object]  # hears what went wrong without ending the game


class PlayRequest(NamedTuple):
    """What a player asked for."""

    game: str
    numbers: str | None = None
    kinds: tuple[str, str] = (HUMAN, HUMAN)
    names: tuple[str | None, str | None] = (None, None)
    first: str = "1"
    best_of: int = 1
    seed: int | None = None
    strikes: int | None = None
    record: str | None = None
    swap: bool = False  # Player 2 may take over the first pick
    exact: bool = False  # reasons in hints as the oracle gives them
    options: Options = Options()  # for players from outside


def play(request: PlayRequest, screen: Screen) -> int:
    """Set the table and play."""
    return sit_down(set_up(request, screen.complain), screen, request.exact)


def sit_down(session: Session, screen: Screen, exact: bool = False) -> int:
    """Play a match that has been set up."""
    if session.toss:
        screen.say(session.toss)
    return LineMode(session, screen, exact).sit()


def set_up(request: PlayRequest, trouble: Trouble, book: Book | None = None) -> Session:
    """A new match as it was asked for; what cannot be played is refused before anything is kept.

    A `book` that is open already is played in place of the one that is asked for by name.
    """
    book = book or open_book(request.game, request.numbers)
    if request.strikes is not None and not book.forfeits:
        raise LastpickError(
            f"the rules of {book.title} know no forfeited turns;"
            " --strikes is for games whose file says forfeits = true"
        )
    check_playable(book)
    if request.record:
        check_target(request.record)
    seed = SystemRandom().randrange(2**32) if request.seed is None else request.seed
    heads = Random(f"{seed}/toss").random() < 0.5
    names = _names(request)
    strangers = request.kinds == (HUMAN, HUMAN) and names == (None, None)
    first = {"1": 0, "2": 1, "toss": 0 if heads else 1}[request.first]
    if strangers:
        first = 0  # whoever of them starts is Player 1
    setup = Setup(
        game=book.game.name,
        toml=book.source,
        numbers=str(book.game.numbers),
        people=_people(request.kinds, names, first),
        named=(names[0] is not None, names[1] is not None),
        first=first,
        best_of=request.best_of,
        strikes=request.strikes,
        seed=seed,
        date=date.today().isoformat(),
        record=os.path.abspath(request.record) if request.record else None,
        swap=request.swap,
    )
    match = setup.match(book)
    players = _players(setup.people, request.options)
    toss = None
    if request.first == "toss":
        side = "heads" if heads else "tails"
        called = display_name(setup.people[first])
        starter = "Whoever called it is Player 1, and" if strangers else called
        toss = f"Coin toss: {side}. {doing(starter, 'starts')}."
    log = _begin_log(setup, trouble)
    return Session(setup, book, match, log, players, trouble, toss, request.options)


def rematch(before: Session) -> Session:
    """The same once more, begun by the other one."""
    match = before.match
    setup = before.setup._replace(
        first=(match.first + len(match.plays)) % 2,
        seed=SystemRandom().randrange(2**32),
        date=date.today().isoformat(),
    )
    players = _players(setup.people, before.options)
    log = _begin_log(setup, before.trouble)
    again = setup.match(before.book)
    return Session(setup, before.book, again, log, players, before.trouble, options=before.options)


def set_up_solo(book: Book, trouble: Trouble) -> Session:
    """A new game for somebody alone."""
    setup = Setup(
        game=book.game.name,
        toml=book.source,
        numbers=str(book.game.numbers),
        people=(Person(YOU), Person(YOU)),
        named=(False, False),
        first=0,
        best_of=1,
        strikes=None,
        seed=0,
        date=date.today().isoformat(),
        record=None,
        solo=True,
    )
    return Session(setup, book, setup.match(book), _begin_log(setup, trouble), {}, trouble)


def take_up(saved: Saved, trouble: Trouble) -> Session:
    """A saved match, to go on with."""
    players = _players(saved.match.people, Options())
    journal, log = Journal(), None
    try:
        log = journal.resume(saved)
        saved = journal.find(saved.name) or saved  # with what was added until it was ours
    except LastpickError:
        if log:
            log.close()
        _close(players)
        raise
    return Session(saved.setup, saved.setup.book(), saved.match, log, players, trouble)


def check_playable(book: Book) -> None:
    """Refuse a game that nobody can open."""
    if not book.game.start().choices:
        raise LastpickError(
            f"no number of {book.game.numbers} may open {book.title}, so there is no game;"
            " lastpick check GAME says which key is to blame"
        )


def _begin_log(setup: Setup, trouble: Trouble) -> MatchLog | None:
    """The file of a new match; without one, which is told, it is played and not saved."""
    try:
        return Journal().begin(setup)
    except JournalError as error:
        trouble(f"{error}; this game is not saved (LASTPICK_HOME names a folder)")
        return None


def resume(name: str | None, screen: Screen, exact: bool = False) -> int:
    """Go on with a saved match: the latest, or the one with that name."""
    saved = find_saved(name, screen)
    if saved is None:
        screen.note("lastpick: there is no unfinished game; lastpick play GAME starts one")
        return UNABLE
    if saved.match.solo:
        from .solo import go_on

        return go_on(saved, screen)
    return LineMode(take_up(saved, screen.complain), screen, exact).sit()


def find_saved(name: str | None, screen: Screen) -> Saved | None:
    """The latest unfinished match that nobody is playing, or the one with that name.

    The journal is read once, and no further than needed; damaged files on the way are told.
    """
    elsewhere = None
    with Progress() as progress:
        for saved in Journal().saved(progress.games):
            if isinstance(saved, JournalError):
                progress.wipe()
                screen.note(f"lastpick: {saved}; {LEFT_OUT}")
            elif not saved.match.winner and (saved.free if name is None else saved.name == name):
                return saved
            elif not saved.match.winner and name is None:
                elsewhere = elsewhere or saved.name
    if elsewhere:
        raise JournalError(
            f"{elsewhere} is being played in another window, and no other game is unfinished;"
            " lastpick play GAME starts one"
        )
    if name is None:
        return None
    raise LastpickError(f"no unfinished game is called {name[:40]!r}; see lastpick resume --list")


def as_data(saved: Saved) -> dict[str, Any]:
    """A saved match as plain data."""
    match = saved.match
    return {
        "name": saved.name,
        "game": match.game.name,
        "numbers": str(match.game.numbers),
        "players": [person.name for person in dict.fromkeys(match.people)],
        "score": list(match.score),
        "best_of": match.best_of,
        "picks": list(match.begin().position.picks),
    }


def describe(saved: Saved) -> str:
    """A saved match in one line."""
    match = saved.match
    a, b = match.people
    moves = len(match.begin().moves)
    who = "alone" if match.solo else f"{display_name(a)} - {display_name(b)}"
    text = f"{saved.setup.book().title} {match.game.numbers}, {who}"
    if match.best_of > 1:
        text += f" {match.score[0]}:{match.score[1]} in a best of {match.best_of}"
    return f"{text}, {moves} pick{'s' * (moves != 1)}"


def _players(people: tuple[Person, Person], options: Options) -> dict[Person, Player]:
    """Those of the two who need no keyboard, opened."""
    opened: dict[Person, Player] = {}
    try:
        for person in people:
            if person.bot:
                opened[person] = open_player(person.bot, options)
    except LastpickError:
        _close(opened)
        raise
    return opened


def _close(players: dict[Person, Player]) -> None:
    for player in players.values():
        player.close()


def _bot(kind: str) -> str:
    check_known(kind, HUMAN)
    return kind


def _names(request: PlayRequest) -> tuple[str | None, str | None]:
    """The names that were given; You is none, as nobody could say "You's turn"."""
    one, two = (None if name is None else name.strip() for name in request.names)
    return (None if one == YOU else one), (None if two == YOU else two)


def _people(
    kinds: tuple[str, str], names: tuple[str | None, str | None], first: int
) -> tuple[Person, Person]:
    """The two players; those without a name get one, for records and scores."""
    called = [clean(kind, LONGEST_NAME - len(" 1")) for kind in kinds]
    people = []
    for at, (kind, name) in enumerate(zip(kinds, names, strict=True)):
        if kind == HUMAN:
            default = YOU if kinds.count(HUMAN) == 1 else unnamed(at, first)
            people.append(Person(default if name is None else name))
        else:
            default = f"{called[at]} {at + 1}" if called[0] == called[1] else called[at]
            people.append(Person(default if name is None else name, _bot(kind)))
    return people[0], people[1]
