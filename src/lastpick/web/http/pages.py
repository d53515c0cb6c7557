"""The pages: put together, read and compressed once."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
from collections.abc import Iterator

from starlette.requests import Request
from starlette.responses import Response

from ...catalog import names, open_book
from ...players import BOTS
from ...record import Person, Record, write
from ...record.endings import WHY_LOST
from . import error_answers
from .reading import Call
from .route import Routes

_FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "page")
_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_PAGES = {
    "/": "start/start.html",
    "/game/{game_id}": "game/game.html",
    "/puzzles": "puzzles/puzzles.html",
    "/review": "review/review.html",
}
_NOT_FOUND = "not-found/not-found.html"
_ICON = "shared/icon.svg"

_INCLUDE = re.compile(r" *<!-- include (\S+) -->\n")
_CURRENT = re.compile(r' aria-current="([^"]*)"')


class File:
    """A file of the page, ready to be sent."""

    def __init__(self, name: str, content: bytes) -> None:
        self.plain = content
        self.packed = gzip.compress(self.plain, mtime=0)
        self.kind = _KINDS[os.path.splitext(name)[1]]
        self.tag = f'"{hashlib.sha256(self.plain).hexdigest()[:16]}"'

    def response(self, request: Request, status: int = 200) -> Response:
        headers = {"etag": self.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
        if status == 200 and request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=headers)
        content = self.plain
        if "gzip" in request.headers.get("accept-encoding", ""):
            content, headers["content-encoding"] = self.packed, "gzip"
        return Response(content, status, headers, self.kind)


def add_pages(routes: Routes) -> None:
    for name in _names():
        if not name.endswith(".html"):  # a page has one address
            _add(routes, f"/static/{name}", File(name, _read(name)))
    for address, name in _PAGES.items():
        _add(routes, address, _page(name, address))
    _add(routes, "/favicon.ico", File(_ICON, _read(_ICON)))
    not_found = _page(_NOT_FOUND)

    @routes.elsewhere
    async def nothing_here(call: Call) -> Response:
        """People get a page with a way back, programs a line."""
        if "text/html" in call.header(b"accept"):
            return not_found.response(call.request, 404)
        return await error_answers.nothing_here()


def _add(routes: Routes, address: str, file: File) -> None:
    @routes.page(address)
    async def show(call: Call) -> Response:
        return file.response(call.request)


def _names() -> Iterator[str]:
    """The files below the folder, as in shared/api.js."""
    for folder, _, files in os.walk(_FOLDER):
        for file in files:
            if os.path.splitext(file)[1] in _KINDS:
                yield os.path.relpath(os.path.join(folder, file), _FOLDER).replace(os.sep, "/")


def _read(name: str) -> bytes:
    with open(os.path.join(_FOLDER, *name.split("/")), "rb") as file:
        return file.read()


def _page(name: str, address: str = "") -> File:
    """A page with what all pages share put in, and its own link in the navigation marked."""

    def include(found: re.Match[str]) -> str:
        data = _DATA.get(found[1])
        return data() if data else _read(found[1]).decode()

    def mark(found: re.Match[str]) -> str:
        return ' aria-current="page"' if found[1] == address else ""

    whole = _INCLUDE.sub(include, _read(name).decode())
    return File(name, _CURRENT.sub(mark, whole).encode())


def _words() -> str:
    """What bots are called and why games are lost: to ask for it would take a request."""
    words = {"bots": {bot.name: bot.title for bot in BOTS.values()}, "whyLost": WHY_LOST}
    return f'  <script type="application/json" id="words">{json.dumps(words)}</script>\n'


def _sample() -> str:
    """A record to try a review with: the example of the game for a first visit."""
    books = [open_book(name) for name in names()]
    book = next((book for book in books if book.first), books[0])
    players = (Person("Ann"), Person("Ben"))
    record = Record(game=book.game, players=players, date="2026-11-16", events=book.example)
    return f'  <script type="text/plain" id="sample">{write(record)}</script>\n'


_DATA = {"words": _words, "sample": _sample}
