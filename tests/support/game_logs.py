"""Logs of games without a server: made by hand, and filled by the rules that the server follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from lastpick.catalog import Book, book_of, names, open_book
from lastpick.errors import LastpickError
from lastpick.game import Game
from lastpick.record import Play
from lastpick.relations import FOLLOWS, OPENS, REMOVES, Numbers, Relation
from lastpick.web.game import actions
from lastpick.web.game.actions import NewEntry
from lastpick.web.game.entry import Entry
from lastpick.web.game.game_log import GameLog
from lastpick.web.game.terms import PERSON, Terms

PEOPLE = (PERSON, PERSON)


def terms(**changes: Any) -> Terms:
    """What was agreed, with some of it changed."""
    usual = Terms(
        game="divisor-duel",
        toml=None,
        numbers="1-20",
        seats=PEOPLE,
        invited_seat=0,
        shared=False,
        seed=1,
        date="2026-11-16",
    )
    return usual._replace(**changes)


def game_log(book: Book | None = None, **changes: Any) -> GameLog:
    return GameLog("game", terms(**changes), book or open_book("divisor-duel", None))


def add(
    to: GameLog,
    events: Iterable[NewEntry],
    at: float = 0.0,
    key: str | None = None,
    answered_version: int | None = None,
) -> None:
    """Events as the entries of a log."""
    for event in events:
        entry = Entry(
            version=to.version + 1,
            seat=event.seat,
            kind=event.kind,
            at=at,
            pick=event.pick,
            key=key,
            answered_version=answered_version,
        )
        to.apply([entry])


def news(of: GameLog, most: int = 7) -> list[bytes]:
    """All the news of a game, as streams ask for it: a few at a time."""
    found: list[bytes] = []
    while len(found) < of.version:
        found += of.news(len(found), most)
    return found


def picks(to: GameLog, *chosen: int, at: float = 0.0) -> GameLog:
    """Picks of both players in turn."""
    for n in chosen:
        add(to, actions.pick(to, to.play.turn, n), at)
    return to


OWN = (
    Game(
        "own-game",
        Numbers(3, 40),
        Relation(OPENS, "n % 2 == 0"),
        Relation(FOLLOWS, "gcd(n, last) == 1"),
        Relation(REMOVES, "n % 10 == m % 10"),
    ),
    Game(
        "own-game",
        Numbers(1, 30),
        Relation(OPENS, "any"),
        Relation(FOLLOWS, "any"),
        Relation(REMOVES, "multiple"),
    ),
    Game(
        "own-game",
        Numbers(0, 30),
        follows=Relation(FOLLOWS, "abs(n - last) <= 4"),
        start_from=30,
        last_pick="loses",
    ),
)
BOOKS = [open_book(name, None) for name in names()] + [book_of(game) for game in OWN]

Rule = Callable[[GameLog, int], Sequence[NewEntry]]


def wander(to: GameLog, rng: Random, steps: int) -> None:
    """So many calls by chance; what the rules refuse does not happen."""
    for step in range(to.version, to.version + steps):
        if to.play.outcome:
            return
        seat = rng.choice((1, 2))
        rules: list[Rule] = [
            lambda t, s: actions.pick(t, s, rng.choice(t.play.position.legal)),
            lambda t, s: actions.takeback(t, s, rng.random() < 0.8),
        ]
        if rng.random() < 0.02:
            rules = [actions.resign]
        try:
            events = rng.choices(rules, [4, 1][: len(rules)])[0](to, seat)
        except LastpickError:
            continue
        answered = to.version + len(events)
        add(to, events, at=float(step), key=f"{seat} {step}", answered_version=answered)


def played(log: GameLog, version: int | None = None) -> Play:
    """The log once more, through the engine's own record of a played game; or its first entries."""
    play = Play(log.book.game, given=len(log.terms.picks))
    for n in log.terms.picks:
        play.add(n)
    for entry in log.entries[:version]:
        if entry.pick is not None:
            play.add(entry.pick)
        elif entry.kind == "resign":
            play.add("resign" if entry.seat == play.turn else "concede")
        elif entry.kind == "undo":
            play.add("undo")
    return play
