"""Setting the table: who plays, who starts, and where the game is kept."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from datetime import date
from random import Random, SystemRandom
from typing import Any, NamedTuple

from ..catalog import Book, open_book
from ..errors import JournalError, LastpickError
from ..journal import LEFT_OUT, Journal, MatchLog, Saved, Setup, unnamed
from ..players import check_known, comes_from_outside, display_name, open_player
from ..players.keys import without_keys
from ..players.player import Options, Player, clean
from ..record import YOU, Person, doing
from ..record.match import LONGEST_NAME
from . import UNABLE, trusted
from .line_mode import LineMode
from .progress import Progress
from .record_files import check_target
from .screen import Screen, plain
from .session import Session
from .trusted import Deed

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


class ResumeRequest(NamedTuple):
    """What a player asked for who goes on with a saved game."""

    name: str | None = None  # None: the latest
    kinds: tuple[str | None, str | None] = (None, None)  # programs and models that are named anew
    record: str | None = None
    exact: bool = False  # reasons in hints as the oracle gives them
    options: Options = Options()  # for players from outside


AS_IT_IS = ResumeRequest()


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
    players = _players(setup.people, request.options, request.kinds)
    toss = None
    if request.first == "toss":
        side = "heads" if heads else "tails"
        called = display_name(setup.people[first])
        starter = "Whoever called it is Player 1, and" if strangers else called
        toss = f"Coin toss: {side}. {doing(starter, 'starts')}."
    log = _begin_log(setup, trouble)
    if log:
        bots = [person.bot for person in setup.people]
        trusted.trust(trusted.deeds(bots, setup.record, request.options))
    options = request.options
    return Session(setup, book, match, log, players, trouble, toss, options, setup.record)


def rematch(before: Session) -> Session:
    """The same once more, begun by the other one."""
    match = before.match
    setup = before.setup._replace(
        first=(match.first + len(match.plays)) % 2,
        seed=SystemRandom().randrange(2**32),
        date=date.today().isoformat(),
        record=before.record,
    )
    options, record = before.options, before.record
    players = {who: open_player(one.name, options) for who, one in before.players.items()}
    log = _begin_log(setup, before.trouble)
    again = setup.match(before.book)
    return Session(
        setup, before.book, again, log, players, before.trouble, options=options, record=record
    )


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


def take_up(
    saved: Saved,
    trouble: Trouble,
    request: ResumeRequest = AS_IT_IS,
    agreed: Collection[Deed] = (),
) -> Session:
    """A saved match, to go on with.

    Nothing is started or written that the user has not named, now or before, or `agreed` to.
    """
    journal = Journal()
    log = journal.resume(saved)
    try:
        saved = journal.find(saved.name) or saved  # with what was added until it was ours
        left = [deed for deed in unasked(saved, request) if deed not in agreed]
        for deed in left:
            if deed.plays:
                raise trusted.refusal(saved.name, _seat_of(saved, deed), deed)
        typed = trusted.deeds(request.kinds, request.record, request.options)
        trusted.trust([*agreed, *typed])
        record = request.record or (None if left else saved.setup.record)
        players = _players(saved.match.people, request.options, request.kinds)
    except LastpickError:
        log.close()
        raise
    setup, options = saved.setup, request.options
    record = os.path.abspath(record) if record else None
    return Session(
        setup, setup.book(), saved.match, log, players, trouble, options=options, record=record
    )


def _seat_of(saved: Saved, deed: Deed) -> int:
    """Which of --p1 and --p2 names that player."""
    return 1 + [person.bot for person in saved.setup.people].index(deed.what)


def unasked(saved: Saved, request: ResumeRequest) -> list[Deed]:
    """What a saved match would have done that the user has not named, now or before."""
    setup = saved.setup
    kept = []
    for person, kind in zip(setup.people, request.kinds, strict=True):
        if kind is None:
            kept.append(person.bot)
        elif not (comes_from_outside(person.bot or "") and comes_from_outside(kind)):
            no = plain(kind) if person.bot and comes_from_outside(person.bot) else person.name
            raise LastpickError(f"a program or a model can be named anew, and {no} is none")
    record = None if request.record else setup.record
    return trusted.unknown(trusted.deeds(kept, record, request.options))


def ask(saved: Saved, request: ResumeRequest, screen: Screen) -> list[Deed]:
    """Ask a person about all that is unasked: what is agreed to. From a pipe nothing is."""
    agreed = []
    for deed in unasked(saved, request):
        if screen.is_person and screen.is_terminal and not trusted.unaskable(deed):
            screen.say(f"{deed.question}\n")
            if _agrees(screen, deed):
                agreed.append(deed)
                continue
            if deed.plays:
                raise JournalError(f"{saved.name} is kept as it is, and nothing was started")
        if not deed.plays:
            screen.complain(trusted.not_written(deed))
    return agreed


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


def _agrees(screen: Screen, deed: Deed) -> bool:
    try:
        return screen.agrees(f"{deed.answer}? Enter yes to do so: ")
    except EOFError:
        return False


def resume(request: ResumeRequest, screen: Screen) -> int:
    """Go on with a saved match: the latest, or the one with that name."""
    saved = find_saved(request.name, screen)
    if saved is None:
        screen.note("lastpick: there is no unfinished game; lastpick play GAME starts one")
        return UNABLE
    if request.record:
        check_target(request.record)
    session = take_up(saved, screen.complain, request, ask(saved, request, screen))
    if session.match.solo:
        from .solo import go_on

        return go_on(session, screen)
    return LineMode(session, screen, request.exact).sit()


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
        "outside": outside(saved),
        "picks": list(match.begin().position.picks),
    }


def outside(saved: Saved) -> list[str]:
    """The programs and models that a saved match would seat."""
    bots = [person.bot for person in saved.match.people if person.bot]
    return list(dict.fromkeys(filter(comes_from_outside, bots)))


def describe(saved: Saved, longest: int = 60) -> str:
    """A saved match in one line, with what it would start or ask."""
    match = saved.match
    a, b = match.people
    moves = len(match.begin().moves)
    who = "alone" if match.solo else f"{display_name(a)} - {display_name(b)}"
    text = f"{saved.setup.book().title} {match.game.numbers}, {who}"
    if match.best_of > 1:
        text += f" {match.score[0]}:{match.score[1]} in a best of {match.best_of}"
    text += f", {moves} pick{'s' * (moves != 1)}"
    said = [shown for bot in outside(saved) if (shown := trusted.visible(bot, longest)) not in who]
    return f"{text} ({', '.join(said)})" if said else text


def _players(
    people: tuple[Person, Person], options: Options, kinds: tuple[str | None, str | None]
) -> dict[Person, Player]:
    """Those of the two who need no keyboard, opened; by their `kinds`, which have their keys."""
    opened: dict[Person, Player] = {}
    try:
        for person, kind in zip(people, kinds, strict=True):
            if person.bot:
                opened[person] = open_player(kind or person.bot, options)
    except LastpickError:
        _close(opened)
        raise
    return opened


def _close(players: dict[Person, Player]) -> None:
    for player in players.values():
        player.close()


def _bot(kind: str) -> str:
    check_known(kind, HUMAN)
    return without_keys(kind)


def _names(request: PlayRequest) -> tuple[str | None, str | None]:
    """The names that were given; You is none, as nobody could say "You's turn"."""
    one, two = (None if name is None else name.strip() for name in request.names)
    return (None if one == YOU else one), (None if two == YOU else two)


def _people(
    kinds: tuple[str, str], names: tuple[str | None, str | None], first: int
) -> tuple[Person, Person]:
    """The two players; those without a name get one, for records and scores."""
    called = [clean(without_keys(kind), LONGEST_NAME - len(" 1")) for kind in kinds]
    people = []
    for at, (kind, name) in enumerate(zip(kinds, names, strict=True)):
        if kind == HUMAN:
            default = YOU if kinds.count(HUMAN) == 1 else unnamed(at, first)
            people.append(Person(default if name is None else name))
        else:
            default = f"{called[at]} {at + 1}" if called[0] == called[1] else called[at]
            people.append(Person(default if name is None else name, _bot(kind)))
    return people[0], people[1]
