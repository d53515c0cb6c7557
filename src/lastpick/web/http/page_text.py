"""The text of a page: put together from its parts, in the words of a language.

A page is written with four kinds of gaps, which are filled once, when the server starts:

    <!-- include shared/head.html -->   a part that several pages share
    <!-- include words -->              the words that the page's scripts use, as data
    {{game.yourTurn}}                   words that stand in the page itself
    /static/...                         an address, which gets the digest of all files

One digest stands for all files, so that modules import each other by relative addresses, every file
may be cached for ever, and files of two versions are never mixed.
"""

from __future__ import annotations

import hashlib
import html
import json
import os
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from ...catalog import names, open_book
from ...players import BOTS
from ...record import Person, Record, write
from ...record.endings import WHY_LOST
from . import start_parts

_FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "page")
_WORDS = "words/en"

_INCLUDE = re.compile(r" *<!-- include (\S+) -->\n")
_WORD = re.compile(r"{{([\w-]+)\.(\w+)}}")
_CURRENT = re.compile(r' aria-current="([^"]*)"')
_STATIC = re.compile(r'(?<=")/static/(?=[\w-]+/)')
_SCRIPT = re.compile(r'<script type="module" src="/static/([^"]+)"')
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_OWN_LINE = re.compile(r"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/|//.*)[ \t]*$", re.MULTILINE)
_INLINE_TYPE = re.compile(r"/\*\* @[^*\n]*\*/ ?")
_END_OF_LINE = re.compile(r" +// [^'\"`\n]*$", re.MULTILINE)  # no text ends after it
_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
_IMPORT = re.compile(r"\bfrom '(\.[^']+)'")
_LATER = re.compile(r"\bimport\('(\.[^']+)'\)")
_ASKED = re.compile(r"\bloadWords\('(\w+)'\)")
_KEY = re.compile(r"\w+")
_USED = re.compile(r"(?<!/)\bwords\.(\w+)[.\[;]")


def file_names(*endings: str) -> Iterator[str]:
    """The files below the folder with these endings, as in shared/api.js."""
    for folder, _, files in os.walk(_FOLDER):
        for file in sorted(files):
            if file.endswith(endings):
                yield os.path.relpath(os.path.join(folder, file), _FOLDER).replace(os.sep, "/")


def read(name: str) -> bytes:
    with open(os.path.join(_FOLDER, *name.split("/")), "rb") as file:
        return file.read()


@cache
def digest() -> str:
    """Of everything below the folder: it changes with every change."""
    whole = hashlib.sha256()
    for name in sorted(file_names("")):
        whole.update(name.encode() + b"\0" + read(name))
    return whole.hexdigest()[:12]


def page_text(name: str, address: str = "") -> str:
    """A page with its gaps filled, and its own link in the navigation marked."""

    def part(found: re.Match[str]) -> str:
        return read(found[1]).decode() if found[1].endswith(".html") else found[0]

    def data(found: re.Match[str]) -> str:
        if found[1] == "words":
            return _as_data("words", _used_words(scripts))
        return _DATA[found[1]]()

    def mark(found: re.Match[str]) -> str:
        return ' aria-current="page"' if found[1] == address else ""

    text = _INCLUDE.sub(part, read(name).decode())
    scripts = _SCRIPT.findall(text)
    whole = _CURRENT.sub(mark, _INCLUDE.sub(data, text))
    whole = whole.replace("</head>", f"{_preloads(scripts)}</head>", 1)
    return _filled(whole)


def filled(name: str) -> bytes:
    """A file other than a page, with words and addresses filled in."""
    return _filled(read(name).decode()).encode()


def _filled(text: str) -> str:
    return _STATIC.sub(f"/static/{digest()}/", with_words(text))


def with_words(text: str) -> str:
    return _WORD.sub(lambda found: html.escape(section(found[1])[found[2]]), text)


@cache
def section(name: str) -> Mapping[str, Any]:
    """Words by their key; those that depend on a count have a text for each form."""
    words: dict[str, Any] = json.loads(read(f"{_WORDS}/{name}.json"))
    return words


# --- modules --------------------------------------------------------------------------------------


def _preloads(scripts: list[str]) -> str:
    """Everything that the scripts import at once, so that no import waits for another."""
    modules = sorted(reached(scripts) - set(scripts))
    return "".join(f'  <link rel="modulepreload" href="/static/{name}">\n' for name in modules)


def reached(scripts: list[str], later: bool = False) -> set[str]:
    """The modules that these import, and those import, and so on; `later`: by `import()` too."""
    found: set[str] = set()
    waiting = list(scripts)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            code = _code(name)
            paths = _IMPORT.findall(code) + (_LATER.findall(code) if later else [])
            waiting += [posixpath.join(posixpath.dirname(name), path) for path in paths]
            waiting = [posixpath.normpath(path) for path in waiting]
    return found


def as_sent(name: str) -> bytes:
    """A file as it is sent: scripts and styles without indentation and almost all comments, which
    are a quarter of their weight. Every line stays where it was, for whoever reads an error; no
    text in them spans lines.
    """
    content = read(name)
    if not name.endswith((".css", ".js")):
        return content
    text = _OWN_LINE.sub(lambda found: "\n" * found[0].count("\n"), content.decode())
    if name.endswith(".js"):
        text = _END_OF_LINE.sub("", _INLINE_TYPE.sub("", text))
    return _INDENTATION.sub("", text).encode()


@cache
def _code(name: str) -> str:
    """A module without its comments: types are imported in those."""
    return _COMMENT.sub("", read(name).decode())


# --- data -----------------------------------------------------------------------------------------


def _used_words(scripts: list[str]) -> dict[str, Mapping[str, Any]]:
    """What the page's modules say: to ask for it would take a request.

    Sections that only modules use which are imported later are empty until those ask for them.
    """
    modules = reached(scripts, later=True)
    at_once = _sections(reached(scripts))
    words = {name: _FROM_PYTHON.get(name) or _said(name, modules) for name in sorted(at_once)}
    return words | {name: {} for name in sorted(_sections(modules) - at_once)}


def words_for_later() -> Iterator[tuple[str, bytes]]:
    """The file of every section that modules ask for, as in words/review.json."""
    modules = list(file_names(".js"))
    for name in sorted({name for module in modules for name in _ASKED.findall(_code(module))}):
        yield f"words/{name}.json", _compact(_said(name, modules)).encode()


def _sections(modules: Iterable[str]) -> set[str]:
    return {name for module in modules for name in _USED.findall(_code(module))}


def _said(name: str, modules: Iterable[str]) -> Mapping[str, Any]:
    """The words of a section whose keys stand in these modules; pages themselves say others."""
    keys = {key for module in modules for key in _KEY.findall(_code(module))}
    return {key: text for key, text in section(name).items() if key in keys}


def _as_data(name: str, data: object) -> str:
    text = _compact(data).replace("<", "\\u003c")
    return f'  <script type="application/json" id="{name}">{text}</script>\n'


def _compact(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _sample() -> str:
    """A record to try a review with: the example of the game for a first visit."""
    books = [open_book(name) for name in names()]
    book = next((book for book in books if book.first), books[0])
    players = (Person("Ann"), Person("Ben"))
    record = Record(game=book.game, players=players, date="2026-11-16", events=book.example)
    return f'  <script type="text/plain" id="sample">{write(record)}</script>\n'


_DATA: Mapping[str, Callable[[], str]] = {
    "sample": _sample,
    "catalog": lambda: _as_data("catalog", start_parts.catalog()),
    "families": start_parts.family_cards,
    "levels": start_parts.levels,
    "first-board": start_parts.first_board,
    "play-now": start_parts.play_now,
}

# What bots are called and why games are lost is said by other rooms too.
_FROM_PYTHON: Mapping[str, Mapping[str, str]] = {
    "bots": {bot.name: bot.title for bot in BOTS.values()},
    "whyLost": WHY_LOST,
}
