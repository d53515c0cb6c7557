"""A played game as text that a person can read and edit.

    Lastpick record 1
    Game: divisor-duel
    Numbers: 1-20
    Player 1: Ann
    Player 2: greedy
    Bot 2: greedy
    Date: 2026-11-16
    Result: Player 1 wins (no legal pick)

    6 3 9 18 2 12 4 8 16 1 5 10 20

Events stand in order: picks, `pass` for a forfeited turn, `undo`, `resign`; and `swap`, where the
record says `Swap: allowed`: then the players stand in the seats that they have had since. A game
that is not among the shipped ones brings its relations along, as `Opens`, `Follows` and `Removes`,
and its `Title`, if its file gives one; one that starts from a number says so as `Start: 60`, and
one that is lost by the last pick as `Last pick: loses`. A game that began from a position says how
many of its picks were there before, as `Given: 4 picks`. A file may hold several games, one after
the other. Reading is strict: what is written must be known, complete and legal, and the result must
be what the events give.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date as calendar_date
from typing import NamedTuple

from ..catalog import Book, book_of, is_shipped, load, names
from ..catalog.rules import special
from ..errors import IllegalPick, LastpickError, RecordError
from ..game import LOSES, WINS, Game
from ..relations import ROLES, Numbers, Relation
from ..relations.numbers import LARGEST_NUMBER
from .match import LONGEST_NAME, Match, Person, check_name
from .play import Event, Play

TITLE = "Lastpick record 1"
_WIDTH = 72
_REQUIRED = ("Game", "Numbers", "Player 1", "Player 2", "Date", "Result")
_RELATIONS = tuple(name.capitalize() for name in ROLES)
_SPECIAL = ("Start", "Last pick")
_COUNTS = ("Unsolved 1", "Unsolved 2", "Given")
_OPTIONS = ("Title", "Bot 1", "Bot 2", "Strikes", "Swap", "Match")
_OPTIONAL = (*_OPTIONS, *_RELATIONS, *_SPECIAL, *_COUNTS)
_HEADERS = (*_REQUIRED, *_OPTIONAL)
_ALLOWED = "allowed"
_NUMBER = r"0|[1-9][0-9]{0,14}"
_Headers = dict[str, tuple[str, int]]  # a header's value and its line


class Record(NamedTuple):
    """A played game, with all that its text says."""

    game: Game
    players: tuple[Person, Person]  # in the order of their seats
    date: str
    events: tuple[Event, ...]
    strikes: int | None = None
    match: tuple[int, int] | None = None  # which game of the match, best of how many
    unsolved: tuple[int, int] = (0, 0)  # picks of each player who could not tell who wins
    swap: bool = False  # whether the first pick could be taken over
    given: int = 0  # how many of the picks were there before: it began from a position
    title: str | None = None  # of a game of one's own, where it is not its name

    @property
    def book(self) -> Book:
        """What the game is called, and its wording."""
        return book_of(self.game, self.title)

    def play(self) -> Play:
        """The game, played again."""
        play = Play(self.game, self.strikes, swap=self.swap, given=self.given)
        for event in self.events:
            play.add(event)
        return play


def records(match: Match, date: str, title: str | None = None) -> list[Record]:
    """A record of each game of a match; `title` is what the game is called in its file."""
    if title == match.game.name or is_shipped(match.game):
        title = None
    return [
        Record(
            match.game,
            match.seats(number),
            date,
            tuple(play.events),
            match.strikes,
            (number, match.best_of) if match.best_of > 1 else None,
            play.unsolved,
            match.swap,
            title=title,
        )
        for number, play in enumerate(match.plays, 1)
    ]


# --- writing --------------------------------------------------------------------------


def write(*games: Record) -> str:
    """The text of one or several records."""
    return "\n".join(write_played(record, record.play()) for record in games)


def write_played(record: Record, play: Play) -> str:
    """The text of a record whose game is at hand, and need not be played again."""
    game = record.game
    headers = {"Game": game.name, "Numbers": str(game.numbers)}
    if record.title is not None:
        headers["Title"] = record.title
    if not is_shipped(game):
        for name in ROLES:
            headers[name.capitalize()] = getattr(game, name).text
        for name, said in special(game).items():
            headers[name.capitalize().replace("_", " ")] = str(said)
    for seat, person in enumerate(record.players, 1):
        headers[f"Player {seat}"] = person.name
    for seat, person in enumerate(record.players, 1):
        if person.bot:
            headers[f"Bot {seat}"] = person.bot[:LONGEST_NAME].strip()
    if record.strikes is not None:
        headers["Strikes"] = str(record.strikes)
    if record.swap:
        headers["Swap"] = _ALLOWED
    if record.match:
        headers["Match"] = "game {}, best of {}".format(*record.match)
    for name, count in zip(_COUNTS, (*record.unsolved, record.given), strict=True):
        if count:
            headers[name] = f"{count} pick{'s' * (count != 1)}"
    headers["Date"] = record.date
    headers["Result"] = result(play)
    lines = [TITLE, *(f"{name}: {value}" for name, value in headers.items())]
    if record.events:
        lines += ["", *_filled([str(event) for event in record.events])]
    return "\n".join(lines) + "\n"


def result(play: Play) -> str:
    """The result in the words of a record."""
    if outcome := play.outcome:
        return f"Player {outcome.winner} wins ({outcome.reason})"
    return "unfinished"


def _filled(words: list[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + len(word) >= _WIDTH:
            yield line
            line = ""
        line = f"{line} {word}" if line else word
    yield line


# --- reading --------------------------------------------------------------------------


def parse(text: str, look: Callable[[int], object] = lambda read: None) -> list[Record]:
    """The records in a text, each replayed and checked; `look` is told how many were read."""
    lines = [line.rstrip() for line in text.removeprefix("\ufeff").splitlines()]
    first = next((line for line in lines if line), "")
    if first != TITLE:
        if re.fullmatch(r"Lastpick record \d+", first):
            raise RecordError(f"{first!r} was written by a newer Lastpick than this one", 1)
        raise RecordError(f"not a record: expected {TITLE!r} in the first line", 1)
    starts = [number for number, line in enumerate(lines) if line == TITLE]
    found: list[Record] = []
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        look(len(found))
        found.append(_parse(lines, start, end))
    return found


def _parse(lines: list[str], start: int, end: int) -> Record:
    headers: _Headers = {}
    at = start + 1
    while at < end and lines[at]:
        name, value = _header(lines[at], at + 1)
        if name in headers:
            raise RecordError(f"the header {name} stands twice", at + 1)
        headers[name] = (value, at + 1)
        at += 1
    for name in _REQUIRED:
        if name not in headers:
            raise RecordError(f"the header {name} is missing", start + 1)
    record = Record(
        _game(headers),
        (_person(headers, 1), _person(headers, 2)),
        _date(*headers["Date"]),
        (),
        _strikes(headers),
        _match(headers),
        (_count(headers, "Unsolved 1"), _count(headers, "Unsolved 2")),
        _swap(headers),
        _count(headers, "Given"),
        _title(headers),
    )
    if record.players[0].name == record.players[1].name:
        raise RecordError("both players have the same name", headers["Player 2"][1])
    play = _replay(record, lines, at, end)
    begun = play.events[: record.given]
    if len(begun) < record.given or any(isinstance(event, str) for event in begun):
        raise RecordError("not so many picks stand at the beginning", headers["Given"][1])
    for seat, count in enumerate(record.unsolved, 1):
        made = play.moves[record.given :][(seat + 1 + record.given) % 2 :: 2]
        if count > len(made) - made.count(None):
            line = headers[f"Unsolved {seat}"][1]
            raise RecordError(f"player {seat} has not made so many picks", line)
    said, line = headers["Result"]
    if said != result(play):
        raise RecordError(f"the result is {result(play)!r}, not {said!r}", line)
    return record._replace(events=tuple(play.events))


def _header(line: str, number: int) -> tuple[str, str]:
    name, colon, value = line.partition(": ")
    if not colon or name not in _HEADERS:
        raise RecordError(
            f"{line[:40]!r} is no header; expected one of {', '.join(_HEADERS)},"
            " or an empty line before the picks",
            number,
        )
    return name, value


def _game(headers: _Headers) -> Game:
    name, line = headers["Game"]
    own = {key: headers[key] for key in _RELATIONS if key in headers}
    for key in _SPECIAL:
        if key in headers and not own:
            raise RecordError(f"{key}: {_only_with_relations()}", headers[key][1])
    start_from, last_pick = _start(headers), _last_pick(headers)
    try:
        numbers = Numbers.parse(headers["Numbers"][0])
    except LastpickError as error:
        raise RecordError(str(error), headers["Numbers"][1]) from None
    try:
        check_name(name)
        if not own:
            return load(name, numbers) if name in names() else _unknown(name)
    except LastpickError as error:
        raise RecordError(str(error), line) from None
    relations = []
    for key, role in zip(_RELATIONS, ROLES.values(), strict=True):
        text, line = own.get(key, (role.default, line))
        try:
            relation = Relation(role, text)
            relation.check(numbers, start_from)
        except LastpickError as error:
            raise RecordError(f"{key}: {error}", line) from None
        relations.append(relation)
    return Game(name, numbers, *relations, start_from=start_from, last_pick=last_pick)


def _title(headers: _Headers) -> str | None:
    title, line = headers.get("Title", (None, 0))
    if title is not None:
        if not any(key in headers for key in _RELATIONS):
            raise RecordError(f"Title: {_only_with_relations()}", line)
        try:
            check_name(title)
        except RecordError as error:
            raise RecordError(f"Title: {error.reason}", line) from None
    return title


def _only_with_relations() -> str:
    return f"no shipped game has it, so the record must bring {', '.join(_RELATIONS)} too"


def _start(headers: _Headers) -> int | None:
    if "Start" not in headers:
        return None
    text, line = headers["Start"]
    if not re.fullmatch(_NUMBER, text, re.ASCII) or int(text) > LARGEST_NUMBER:
        raise RecordError(f"Start: expected a number such as 60, found {text[:20]!r}", line)
    return int(text)


def _last_pick(headers: _Headers) -> str:
    text, line = headers.get("Last pick", (WINS, 0))
    if text not in (WINS, LOSES):
        raise RecordError(f"Last pick: expected {WINS} or {LOSES}, found {text[:20]!r}", line)
    return text


def _unknown(name: str) -> Game:
    raise RecordError(
        f"no game is called {name[:40]!r}, and the record does not bring its relations"
        f" ({', '.join(_RELATIONS)})"
    )


def _person(headers: _Headers, seat: int) -> Person:
    name, line = headers[f"Player {seat}"]
    bot, bot_line = headers.get(f"Bot {seat}", (None, 0))
    try:
        check_name(name)
        if bot is not None:
            line = bot_line
            check_name(bot)
    except RecordError as error:
        raise RecordError(error.reason, line) from None
    return Person(name, bot)


def _date(text: str, line: int) -> str:
    try:
        if calendar_date.fromisoformat(text).isoformat() == text:
            return text
    except ValueError:
        pass
    raise RecordError(f"{text[:20]!r} is no date; expected one such as 2026-11-16", line)


def _strikes(headers: _Headers) -> int | None:
    if "Strikes" not in headers:
        return None
    text, line = headers["Strikes"]
    if not re.fullmatch(r"[1-9][0-9]{0,14}", text, re.ASCII):
        raise RecordError(f"Strikes: expected a number such as 3, found {text[:20]!r}", line)
    return int(text)


def _swap(headers: _Headers) -> bool:
    text, line = headers.get("Swap", (_ALLOWED, 0))
    if text != _ALLOWED:
        raise RecordError(f"Swap: expected {_ALLOWED}, found {text[:20]!r}", line)
    return "Swap" in headers


def _match(headers: _Headers) -> tuple[int, int] | None:
    if "Match" not in headers:
        return None
    text, line = headers["Match"]
    found = re.fullmatch(r"game ([0-9]{1,15}), best of ([0-9]{1,15})", text, re.ASCII)
    game, best_of = (int(found[1]), int(found[2])) if found else (0, 0)
    if not 1 <= game <= best_of or best_of % 2 == 0:
        raise RecordError(
            f"Match: expected a game of a match such as 'game 2, best of 5', found {text[:40]!r}",
            line,
        )
    return game, best_of


def _count(headers: _Headers, name: str) -> int:
    if name not in headers:
        return 0
    text, line = headers[name]
    found = re.fullmatch(r"(1) pick|([1-9][0-9]{0,14}) picks", text, re.ASCII)
    if not found or found[2] == "1":
        raise RecordError(f"{name}: expected a count such as '3 picks', found {text[:20]!r}", line)
    return int(found[1] or found[2])


def _replay(record: Record, lines: list[str], start: int, end: int) -> Play:
    play = record.play()
    for at in range(start, end):
        for word in lines[at].split():
            try:
                play.add(_event(word))
            except (IllegalPick, RecordError) as error:
                place = f"event {len(play.events) + 1}: " if isinstance(error, IllegalPick) else ""
                raise RecordError(f"{place}{error}", at + 1) from None
    return play


def _event(word: str) -> Event:
    if re.fullmatch(_NUMBER, word, re.ASCII):
        return int(word)
    if word[0].isdigit():
        raise RecordError(f"{word[:20]!r} is no pick; expected a whole number")
    return word
