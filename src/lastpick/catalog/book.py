"""A game's file, read and checked: its rules, its wording, and what is said about it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from ..errors import CatalogError, LastpickError, meant
from ..files import toml
from ..game import LOSES, WINS, Game
from ..relations import ROLES, Numbers, Relation
from ..relations.numbers import LARGEST_NUMBER, Pool
from .wording import LISTS, PLACEHOLDER, PLACEHOLDERS, TEMPLATES, ListStyle, Wording

LARGEST_FILE = toml.LARGEST
MOST_POOLS = 8
_FOLDER = os.path.dirname(__file__)
_DEFAULTS = "_default"
_WHAT = "game file"

_KEYS: dict[str, tuple[type, str]] = {
    "title": (str, "a text"),
    "summary": (str, "a text"),
    "numbers": (str, 'a pool such as "1-20"'),
    "pools": (list, f'a list of up to {MOST_POOLS} pools such as ["1-20", "1-50"]'),
    "opens": (str, 'a condition such as "n % 2 == 0"'),
    "follows": (str, 'a condition such as "abs(n - last) <= 3", or a name'),
    "removes": (str, 'a condition such as "m % n == 0", or a name'),
    "start": (int, f"a whole number from 0 to {LARGEST_NUMBER:,}, such as 60"),
    "last_pick": (str, f'"{WINS}" or "{LOSES}"'),
    "forfeits": (bool, "true or false"),
    "daily": (bool, "true or false"),
    "first": (bool, "true or false"),
    "rules": (str, "a text"),
    "example": (list, "a list of picks such as [6, 3, 9]"),
    "tips": (list, "a list of texts"),
    "wording": (dict, "a table of templates"),
    "lists": (dict, "a table of list styles"),
}
_STYLE_KEYS: dict[str, tuple[type, str]] = {
    "separator": (str, "a text"),
    "conjunction": (str, "a text"),
    "runs": (int, "a whole number, 0 or above"),
    "empty": (str, "a text"),
}


class Book(NamedTuple):
    """Everything that a game's file says."""

    game: Game
    title: str
    summary: str
    rules: str
    example: tuple[int, ...]
    tips: tuple[str, ...]
    forfeits: bool
    wording: Wording
    source: str | None  # the text of a user's own file; None for a shipped game
    pools: tuple[str, ...] = ()  # to choose from, its own among them or not
    daily: bool = False  # of a shipped game: puzzles of the day may come from it
    first: bool = False  # of one shipped game: somebody new is shown it first


def load(name_or_path: str | os.PathLike[str], numbers: Pool | None = None) -> Game:
    """The rules of a game, by its name or by the path of a game file.

    `numbers` is another pool for it, as in "1-100" or range(1, 101).
    """
    return open_book(name_or_path, numbers).game


def names() -> list[str]:
    """The names of the shipped games."""
    files = (os.path.splitext(file) for file in os.listdir(_FOLDER))
    return sorted(name for name, end in files if end == ".toml" and name != _DEFAULTS)


@cache
def daily_games() -> tuple[str, ...]:
    """The names of the shipped games whose file says `daily = true`, sorted.

    What is drawn from these by a seed stays the same whatever other games are added.
    """
    return tuple(name for name in names() if open_book(name).daily)


def open_book(name_or_path: str | os.PathLike[str], numbers: Pool | None = None) -> Book:
    """All that a game's file says, by the game's name or by the path of a file."""
    asked = os.fspath(name_or_path)
    if asked.endswith(".toml") or os.path.basename(asked) != asked:
        name = os.path.splitext(os.path.basename(asked))[0]
        return read_book(_read(asked), name, numbers, where=asked)
    name = re.sub(r"[\s_]+", "-", asked.strip().lower())
    if name not in names():
        raise CatalogError(_unknown(asked))
    return read_book(file_text(name), name, numbers, where=name)._replace(source=None)


def read_book(text: str, name: str, numbers: Pool | None = None, where: str | None = None) -> Book:
    """The book in the text of a game file; errors name the file as `where`."""
    where = where or f"{name}.toml"
    if not _plain(name):
        raise CatalogError(f"{where}: the file's name must be 1 to 40 printable characters")
    table = _parse(text, where)
    _check_keys(table, _KEYS, where)
    if "numbers" not in table and numbers is None:
        raise CatalogError(f"{where}: key 'numbers' is missing: expected a pool such as \"1-20\"")
    title = table.get("title", name)
    if not _plain(title):
        raise CatalogError(f"{where}: key 'title': expected 1 to 40 printable characters")
    game = _game(table, name, numbers, where)
    book = Book(
        game=game,
        title=title,
        summary=" ".join(table.get("summary", "").split()),
        rules=" ".join(table.get("rules", "").split()),
        example=tuple(_items(table, "example", int, where)),
        tips=tuple(" ".join(tip.split()) for tip in _items(table, "tips", str, where)),
        forfeits=table.get("forfeits", False),
        wording=_wording(table, title, where),
        source=text,
        pools=_pools(table, game, where),
        daily=table.get("daily", False),
        first=table.get("first", False),
    )
    if numbers is None:
        _check_example(book, where)
    return book


def file_text(name: str) -> str:
    """The text of a shipped game's file."""
    if name not in names():
        raise CatalogError(_unknown(name))
    return _read(os.path.join(_FOLDER, f"{name}.toml"))


def is_shipped(game: Game) -> bool:
    """Whether a shipped game has this name and these rules, on whatever pool."""
    return game.name in names() and _shipped(game.name).same_rules(game)


def book_of(game: Game, title: str | None = None) -> Book:
    """A game's shipped book, or one with that title and the default wording if it has none."""
    if is_shipped(game):
        return open_book(game.name, game.numbers)
    title = title or game.name
    wording = _wording({}, title, game.name)
    return Book(
        game=game,
        title=title,
        summary="",
        rules="",
        example=(),
        tips=(),
        forfeits=False,
        wording=wording,
        source=None,
    )


@cache
def _shipped(name: str) -> Game:
    return load(name)


def _read(path: str) -> str:
    try:
        return toml.read_file(path, _WHAT)
    except ValueError as error:
        raise CatalogError(str(error)) from None


def _unknown(asked: str) -> str:
    shown = asked if len(asked) <= 40 else asked[:37] + "..."
    instead = meant(asked, names()) or f"; the games are {', '.join(names())}."
    return (
        f"no game is called {shown!r}{instead}"
        " A game of your own is given by its file, as in ./mygame.toml"
    )


def _plain(name: str) -> bool:
    return 0 < len(name) <= 40 and name.isprintable() and name == name.strip()


def _parse(text: str, where: str) -> dict[str, Any]:
    try:
        return toml.parse(text, _WHAT)
    except ValueError as error:
        raise CatalogError(f"{where}: {error}") from None


def _check_keys(
    table: Mapping[str, Any], keys: Mapping[str, tuple[type, str]], where: str, prefix: str = ""
) -> None:
    for key, value in table.items():
        if key not in keys:
            raise CatalogError(
                f"{where}: unknown key {(prefix + key)[:60]!r}: expected one of {', '.join(keys)}"
                f"{meant(key, keys)}"
            )
        kind, expected = keys[key]
        if type(value) is not kind:
            raise CatalogError(f"{where}: key '{prefix}{key}': expected {expected}")
        _check_text(value, prefix + key, where)


def _check_text(value: object, key: str, where: str) -> None:
    if isinstance(value, str) and not re.sub(r"[\n\t]", "", value).isprintable():
        raise CatalogError(f"{where}: key '{key}': expected no control characters")


def _items(table: Mapping[str, Any], key: str, kind: type, where: str) -> list[Any]:
    items: list[Any] = table.get(key, [])
    if any(type(item) is not kind for item in items):
        raise CatalogError(f"{where}: key '{key}': expected {_KEYS[key][1]}")
    for item in items:
        _check_text(item, key, where)
    return items


def _game(table: Mapping[str, Any], name: str, numbers: Pool | None, where: str) -> Game:
    start_from, last_pick = _start(table, where), _last_pick(table, where)
    key = "numbers"
    try:
        if numbers is None:
            pool = Numbers.parse(table["numbers"])
        else:
            key = ""  # asked for by the caller, so no key of the file is to blame
            pool = Numbers.of(numbers)
        relations = []
        for key, role in ROLES.items():
            relation = Relation(role, table.get(key))
            relation.check(pool, start_from)
            relations.append(relation)
    except LastpickError as error:
        raise (type(error)(f"{where}: key '{key}': {error}") if key else error) from None
    return Game(
        name, pool, *relations, start_from=start_from, last_pick=last_pick, title=table.get("title")
    )


def _start(table: Mapping[str, Any], where: str) -> int | None:
    start: int | None = table.get("start")
    if start is not None and not 0 <= start <= LARGEST_NUMBER:
        raise CatalogError(f"{where}: key 'start': expected {_KEYS['start'][1]}")
    return start


def _last_pick(table: Mapping[str, Any], where: str) -> str:
    said: str = table.get("last_pick", WINS)
    if said not in (WINS, LOSES):
        instead = meant(said.lower(), [WINS, LOSES])
        raise CatalogError(f"{where}: key 'last_pick': expected {_KEYS['last_pick'][1]}{instead}")
    return said


def _pools(table: Mapping[str, Any], game: Game, where: str) -> tuple[str, ...]:
    """The pools to suggest, each one that the relations can be played on."""
    pools = _items(table, "pools", str, where)
    if len(pools) > MOST_POOLS:
        raise CatalogError(f"{where}: key 'pools': expected {_KEYS['pools'][1]}")
    found = []
    for text in pools:
        try:
            pool = Numbers.parse(text)
            for role in ROLES:
                getattr(game, role).check(pool, game.start_from)
        except LastpickError as error:
            raise CatalogError(f"{where}: key 'pools': {error}") from None
        found.append(str(pool))
    return tuple(found)


def _check_example(book: Book, where: str) -> None:
    try:
        book.game.play(book.example)
    except LastpickError as error:
        raise CatalogError(f"{where}: key 'example': {error}") from None


def _wording(table: Mapping[str, Any], title: str, where: str) -> Wording:
    defaults = _default_tables()
    own = table.get("wording", {})
    _check_keys(own, dict.fromkeys(TEMPLATES, (str, "a text")), where, "wording.")
    for key, template in own.items():
        for found in PLACEHOLDER.findall(template):
            if found not in PLACEHOLDERS:
                shown = " ".join(found.split())[:20]
                raise CatalogError(
                    f"{where}: key 'wording.{key}': unknown {{{shown}}}:"
                    f" expected one of {', '.join(PLACEHOLDERS)}{meant(found, PLACEHOLDERS)}"
                )
    lists = table.get("lists", {})
    _check_keys(lists, dict.fromkeys(LISTS, (dict, "a table")), where, "lists.")
    for key, style in lists.items():
        _check_keys(style, _STYLE_KEYS, where, f"lists.{key}.")
        if style.get("runs", 0) < 0:
            raise CatalogError(f"{where}: key 'lists.{key}.runs': expected 0 or above")
    styles = {
        name: ListStyle(
            **defaults["lists"]["all"]
            | defaults["lists"].get(name, {})
            | lists.get("all", {})
            | lists.get(name, {})
        )
        for name in LISTS
    }
    return Wording(title, defaults["wording"] | own, styles)


@cache
def _default_tables() -> dict[str, Any]:
    return _parse(_read(os.path.join(_FOLDER, f"{_DEFAULTS}.toml")), _DEFAULTS)
