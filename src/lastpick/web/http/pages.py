"""The pages and their files: read and compressed once, and where they are served."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
from functools import lru_cache
from typing import Annotated

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from ...coach.daily import today
from ...errors import LastpickError
from ..games.games import Games
from . import error_answers, links, pictures
from .links import LinkCard, Linked, meta_tags
from .origins import Origins
from .page_text import as_sent, digest, file_names, filled, page_text, read, words_for_later
from .reading import Call
from .route import Routes

_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css",  # in the encoding of the page
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
_PAGES = {
    "/": "start/start.html",
    "/game/{game_id}": "game/game.html",
    "/learn": "learn/lessons.html",
    "/learn/{name}": "learn/lesson.html",
    "/puzzles": "puzzles/puzzles.html",
    "/puzzle/{puzzle_id}": "puzzles/puzzle.html",
    "/daily": "puzzles/puzzle.html",
    "/daily/{day}": "puzzles/puzzle.html",
    "/review": "review/review.html",
    "/solo": "solo/choose.html",
    "/solo/{game}": "solo/solo.html",
}
_NOT_FOUND = "not-found/not-found.html"
_AWAY = "away/away.html"
_ICON = "shared/icon.svg"
_MANIFEST = "shared/manifest.webmanifest"
_SERVICE_WORKER = "away/service-worker.js"

FileName = Annotated[str, Field(max_length=60)]

_FOREVER = "max-age=31536000, immutable"  # its address changes with it
_ASK_AGAIN = "no-cache"
_FOR_AN_HOUR = "max-age=3600"
_MOST_KEPT = 64  # of each page, with heads of their own
_LONGEST_KEPT = 4 << 10  # characters of such a head: an address can have 16 kB, and be anything


class File:
    """A file of the page, ready to be sent."""

    def __init__(self, name: str, content: bytes, caching: str = _ASK_AGAIN) -> None:
        self.plain = content
        self.packed = gzip.compress(self.plain, mtime=0)
        self.kind = _KINDS[os.path.splitext(name)[1]]
        self.tag = f'"{hashlib.sha256(self.plain).hexdigest()[:16]}"'
        self.caching = caching

    def response(
        self, request: Request, status: int = 200, caching: str = "", vary: str = ""
    ) -> Response:
        caching = caching or self.caching
        headers = {"cache-control": caching, "vary": f"accept-encoding{vary}"}
        if caching != _FOREVER:  # nobody asks again for what never changes
            headers["etag"] = self.tag
        if status == 200 and request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=headers)
        content = self.plain
        if "gzip" in request.headers.get("accept-encoding", ""):
            content, headers["content-encoding"] = self.packed, "gzip"
        return Response(content, status, {**headers, "content-type": self.kind})


class Page:
    """A page, whose head says how a link to it looks, and which is slim in another site's frame."""

    def __init__(self, name: str, address: str = "") -> None:
        self._text = page_text(name, address)
        self._file = lru_cache(_MOST_KEPT)(self._made)

    def response(
        self, call: Call, origin: str, link: LinkCard, picture: str, status: int = 200
    ) -> Response:
        tags = meta_tags(link, origin, call.scope["path"], picture)
        made = self._file if len(tags) <= _LONGEST_KEPT else self._made
        file = made(tags, call.route.framed and _in_frame(call))
        return file.response(call.request, status, vary=", sec-fetch-dest")

    def _made(self, tags: str, framed: bool) -> File:
        text = self._text.replace("</head>", f"{tags}</head>", 1)
        if framed:
            text = text.replace("<html ", '<html class="is-framed" ', 1)
        return File(_NOT_FOUND, text.encode())


def _in_frame(call: Call) -> bool:
    """Browsers tell where they show a page; where one does not, its address can."""
    return call.header(b"sec-fetch-dest") == "iframe" or call.scope["query_string"] == b"embed"


def add_pages(routes: Routes, origins: Origins) -> None:
    _add_static(routes)
    for address, name in _PAGES.items():
        _add_page(routes, address, Page(name, address), origins)
    away = File(_AWAY, page_text(_AWAY).encode())
    _add(routes, "/away", away)
    _add(routes, "/favicon.ico", File(_ICON, read(_ICON)))
    _add(routes, "/manifest.webmanifest", File(_MANIFEST, filled(_MANIFEST), _FOR_AN_HOUR))
    _add(routes, "/service-worker.js", File(_SERVICE_WORKER, _service_worker(away), _FOR_AN_HOUR))
    not_found = Page(_NOT_FOUND)

    @routes.elsewhere
    async def nothing_here(call: Call) -> Response:
        """People get a page with a way back, programs a line."""
        if "text/html" in call.header(b"accept"):
            link, origin = links.of_anything(), origins.outside(call)
            return not_found.response(call, origin, link, pictures.address(), 404)
        return await error_answers.nothing_here()


def _add_static(routes: Routes) -> None:
    names = file_names(".css", ".js", ".svg", ".png")
    contents = {name: as_sent(name) for name in names} | dict(words_for_later())
    files = {name: File(name, content, _FOREVER) for name, content in contents.items()}
    for name, file in files.items():
        _add(routes, f"/static/{digest()}/{name}", file)

    @routes.page("/static/{version}/{folder}/{name}")
    async def show_newer(call: Call, folder: FileName, name: FileName) -> Response:
        """A page of another version, still open somewhere, gets what there is."""
        found = files.get(f"{folder}/{name}")
        if found is None:
            return await error_answers.nothing_here()
        return found.response(call.request, caching=_ASK_AGAIN)


def _add(routes: Routes, address: str, file: File) -> None:
    @routes.page(address)
    async def show(call: Call) -> Response:
        return file.response(call.request)


def _add_page(routes: Routes, address: str, page: Page, origins: Origins) -> None:
    kind = address.split("/")[1]
    linked = links.KINDS.get(kind) if "{" in address or kind == "daily" else None

    @routes.page(address, framed=linked is not None)
    async def show(call: Call, games: Games) -> Response:
        link, picture = links.of_anything(), pictures.address()
        if linked:
            name = next(iter(call.values.values()), today().isoformat())
            link, picture = await _found(games, linked, kind, name) or (link, picture)
        return page.response(call, origins.outside(call), link, picture)


async def _found(games: Games, linked: Linked, kind: str, name: str) -> tuple[LinkCard, str] | None:
    """What a link to something shows, and where its picture is; None, if there is no such thing."""
    try:
        return await linked(games, name), pictures.address(kind, name)
    except LastpickError:  # the page says so itself
        return None


def _service_worker(away: File) -> bytes:
    """With the digest, and with the page that it shows alone and all that this one loads."""
    text = filled(_SERVICE_WORKER).decode()
    shell = ["/away", *re.findall(r'(?:src|href)="(/static/[^"]+)"', away.plain.decode())]
    text = text.replace("'/static/'", f"'/static/{digest()}/'")
    return text.replace("['/away']", json.dumps(shell)).encode()
