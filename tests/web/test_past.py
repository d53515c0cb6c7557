"""The past of a game: what any version was, without playing it again."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from support.game_logs import BOOKS, add, game_log, news, played, wander

from lastpick.catalog import Book, book_of
from lastpick.errors import LastpickError
from lastpick.game import Game
from lastpick.record import Guess, gone
from lastpick.relations import REMOVES, Numbers, Relation
from lastpick.web.game import actions
from lastpick.web.game.actions import NewEntry
from lastpick.web.game.entry import Entry
from lastpick.web.game.game_log import GameLog
from lastpick.web.game.terms import Clock

# --- it costs the same however long the log is --------------------------------------------------


class Counting(dict[int, tuple[int, int]]):
    """A game's moves. Every position that is made, and every look at what a pick removes, asks."""

    asked = 0

    def __getitem__(self, n: int) -> tuple[int, int]:
        self.asked += 1
        return super().__getitem__(n)


STANDING = 30


def counted() -> tuple[GameLog, Counting]:
    """A log without entries, and a count of what is worked out for it from now on."""
    game = Game("own-game", Numbers(1, 300), removes=Relation(REMOVES, "neighbour"))
    moves = Counting(game.table()[1])
    game._moves = moves  # type: ignore[assignment]
    return game_log(book_of(game), shared=True, numbers="1-300"), moves


def entries(events: int) -> list[Entry]:
    """So many events, after which the same picks stand; the rest are picks that were undone."""
    found = []
    for version in range(1, events + 1):
        undone = version > STANDING and (version - STANDING) % 2 == 0
        n = None if undone else 2 * version if version <= STANDING else 200
        made = Entry(version, 1, "undo" if undone else "pick", 1.0, n, f"1 {version}", version)
        found.append(made)
    return found


def load(log: GameLog, events: int) -> None:
    log.apply(entries(events))


def answer_an_old_key(log: GameLog, events: int) -> None:
    log.at(events // 2).json()


def answer_the_first_key(log: GameLog, _: int) -> None:
    log.at(1).json()


def pick_and_undo(log: GameLog, _: int) -> None:
    add(log, [NewEntry(1, "pick", 250), NewEntry(1, "undo")])
    log.json()


def tell_the_newest(log: GameLog, _: int) -> None:
    log.news(log.version - 10, 100)


def tell_from_the_start(log: GameLog, _: int) -> None:
    log.news(0, 100)


def write_the_record(log: GameLog, _: int) -> None:
    log.record((None, None))


def say_why_not(log: GameLog, _: int) -> None:
    assert log.why_not(2)


@pytest.mark.parametrize(
    "call",
    [
        load,
        answer_an_old_key,
        answer_the_first_key,
        pick_and_undo,
        tell_the_newest,
        tell_from_the_start,
        write_the_record,
        say_why_not,
    ],
)
def test_what_is_worked_out_does_not_grow_with_the_log(
    call: Callable[[GameLog, int], None],
) -> None:
    found = []
    for events in (200, 2000):
        log, moves = counted()
        if call is not load:
            load(log, events)
        moves.asked = 0
        call(log, events)
        found.append(moves.asked)
    assert found[0] == found[1]
    assert found[0] < 600  # what stands, what can be picked now, and no more


def test_an_undo_makes_no_position_again() -> None:
    log, moves = counted()
    load(log, 200)
    add(log, [NewEntry(1, "pick", 250), NewEntry(2, "pick", 252)])
    moves.asked = 0
    add(log, [NewEntry(1, "undo"), NewEntry(1, "undo")])
    assert moves.asked == 0
    assert log.gone == gone(log.play.position)


# --- whatever happened --------------------------------------------------------------------------

GIVEN = {"divisor-duel": (6, 3), "prime-rumble": (7,), "non-consecutive": (5, 9, 14)}


def lived(book: Book, seed: int) -> tuple[GameLog, list[bytes], list[bytes]]:
    """A game by chance, with the state and the news of each version as they were told."""
    rng = Random(seed)
    given = GIVEN.get(book.game.name, ()) if seed % 2 else ()
    log = game_log(book, clock=Clock(500, 2) if seed % 3 else None, picks=given)
    states, told = [log.json()], []
    for step in range(70):
        before = log.version
        seat = rng.choice((1, 2))
        if log.play.outcome:
            wanted = actions.rematch(log, seat)[0]
            entry = Entry(
                before + 1, seat, "rematch", 99.0, next_game="after" if step % 2 else None
            )
            log.apply([entry] if wanted and log.next is None else [])
        elif rng.random() < 0.1 and log.play.turn == seat:
            guess = Guess(rng.choice(log.play.position.legal))
            add(log, actions.pick(log, seat, guess), at=step + rng.random())
        else:
            wander(log, rng, 1)
        for version in range(before + 1, log.version + 1):
            told += log.news(version - 1, 1)
            states.append(log.json() if version == log.version else b"")
    return log, states, told


SEEDS = range(8)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: str(book.game.name))
@pytest.mark.parametrize("seed", SEEDS)
def test_loaded_played_and_asked_for_by_version_are_the_same(book: Book, seed: int) -> None:
    log, states, told = lived(book, seed)
    loaded = GameLog(log.id, log.terms, log.book)
    loaded.apply(log.entries)
    assert loaded.json() == log.json()
    assert loaded.keys == log.keys
    for seat in (1, 2):
        times = [entry.at for entry in log.entries if entry.seat == seat]
        assert log.acted[seat - 1] == loaded.acted[seat - 1] == (times[-1] if times else None)
    for of in (log, loaded):
        for version, state in enumerate(states):
            past = of.at(version)
            assert state in (b"", past.json())
            play = played(log, version)
            assert past.play.position == play.position
            assert (past.play.turn, past.play.outcome) == (play.turn, play.outcome)
            assert past.gone == gone(play.position)
    assert news(loaded) == news(loaded, 100) == news(log, 3) == told
    assert loaded.record(("Ann", "Bob")) == log.record(("Ann", "Bob"))


def test_the_games_by_chance_hold_everything() -> None:
    """Else the test above would prove little."""
    kinds: set[str] = set()
    endings: set[str | None] = set()
    for book in BOOKS:
        for seed in SEEDS:
            log, _, told = lived(book, seed)
            kinds |= {entry.kind for entry in log.entries}
            endings.add(log.play.ending)
            assert len(told) == log.version
    assert kinds >= {"pick", "guess", "undo", "ask", "decline", "resign", "rematch"}
    assert endings >= {None, "resign", "concede"}


@pytest.mark.parametrize("many", [1, 5, 8, 9, 30])
def test_a_log_may_come_in_parts_of_any_size(many: int) -> None:
    log, _, told = lived(BOOKS[0], 4)
    parts = GameLog(log.id, log.terms, log.book)
    for first in range(0, log.version, many):
        parts.apply(log.entries[first : first + many])
        assert parts.json() == log.at(parts.version).json()
    assert news(parts) == told
    assert parts.json() == log.json()


def test_news_of_much_that_left_come_in_smaller_lots() -> None:
    game = Game("own-game", Numbers(1, 900), removes=Relation(REMOVES, "multiple"))
    log = game_log(book_of(game), numbers="1-900")
    for version in range(1, 41):
        n = 1 if version % 2 else None
        log.apply([Entry(version, 1, "pick" if n else "undo", 1.0, n)])
    assert 0 < len(log.news(0, 100)) < 20
    removed = [json.loads(change).get("removed") for change in news(log, 100)]
    assert removed == [list(range(1, 901)), None] * 20


# --- what can stand in no log -------------------------------------------------------------------


def damaged(place: int, /, **changes: Any) -> list[Entry]:
    found = [Entry(v, 1, "pick", 1.0, n) for v, n in enumerate((6, 3, 9, 18, 2, 4, 8, 16, 1, 5), 1)]
    found[place - 1] = found[place - 1]._replace(**changes)
    return found


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        (damaged(5, version=6), "entry 6 comes after entry 4"),
        (damaged(1, version=2), "entry 2 comes after entry 0"),
        (damaged(5, kind="dance", pick=None), "entry 5 is 'dance' of seat 1"),
        (damaged(5, seat=3), "entry 5 is 'pick' of seat 3"),
        (damaged(5, pick=None), "with the pick None"),
        (damaged(5, pick=21), "with the pick 21"),
        (damaged(5, pick="x"), "with the pick 'x'"),
        (damaged(5, kind="ask"), "with the pick 2"),
        (damaged(5, at=None), "entry 5 was made at None"),
        (damaged(5, at=float("nan")), "entry 5 was made at nan"),
        (damaged(5, key=b"x"), "entry 5 has a key"),
        (damaged(5, answered_version="x"), "entry 5 was answered with 'x'"),
        (damaged(5, pick=7), "7 is neither a divisor nor a multiple of 18"),
        (damaged(5, pick=6), "6 was already picked"),
        (damaged(1, kind="undo", pick=None), "entry 1 takes back what nobody picked"),
        (damaged(5, kind="resign", pick=None), "entry 6 comes after the game is over"),
    ],
)
@pytest.mark.parametrize("at_once", [True, False])
def test_what_can_stand_in_no_log_is_refused(entries: list[Entry], why: str, at_once: bool) -> None:
    log = game_log()
    with pytest.raises(LastpickError) as caught:  # noqa: PT012 - whichever entry shows it
        if at_once:
            log.apply(entries)
        for entry in entries:
            log.apply([entry])
    assert why in str(caught.value)


def test_a_version_that_never_was_is_refused() -> None:
    log = game_log()
    for version in (-1, 1):
        with pytest.raises(LastpickError, match="there is no version"):
            log.at(version)
