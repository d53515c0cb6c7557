"""The pages and their files: read and compressed once, and where they are served."""

from __future__ import annotations

import gzip
import hashlib
import os

from starlette.requests import Request
from starlette.responses import Response

from . import error_answers
from .page_text import digest, file_names, page_text, read
from .reading import Call
from .route import Routes

_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_PAGES = {
    "/": "start/start.html",
    "/game/{game_id}": "game/game.html",
    "/learn": "learn/lessons.html",
    "/learn/{name}": "learn/lesson.html",
    "/puzzles": "puzzles/puzzles.html",
    "/review": "review/review.html",
    "/solo": "solo/choose.html",
    "/solo/{game}": "solo/solo.html",
}
_NOT_FOUND = "not-found/not-found.html"
_ICON = "shared/icon.svg"

_FOREVER = "public, max-age=31536000, immutable"  # its address changes with it
_ASK_AGAIN = "no-cache"


class File:
    """A file of the page, ready to be sent."""

    def __init__(self, name: str, content: bytes, caching: str = _ASK_AGAIN) -> None:
        self.plain = content
        self.packed = gzip.compress(self.plain, mtime=0)
        self.kind = _KINDS[os.path.splitext(name)[1]]
        self.tag = f'"{hashlib.sha256(self.plain).hexdigest()[:16]}"'
        self.caching = caching

    def response(self, request: Request, status: int = 200, caching: str = "") -> Response:
        headers = {
            "etag": self.tag,
            "cache-control": caching or self.caching,
            "vary": "accept-encoding",
        }
        if status == 200 and request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=headers)
        content = self.plain
        if "gzip" in request.headers.get("accept-encoding", ""):
            content, headers["content-encoding"] = self.packed, "gzip"
        return Response(content, status, headers, self.kind)


def add_pages(routes: Routes) -> None:
    _add_static(routes)
    for address, name in _PAGES.items():
        _add(routes, address, _page(name, address))
    _add(routes, "/favicon.ico", File(_ICON, read(_ICON)))
    not_found = _page(_NOT_FOUND)

    @routes.elsewhere
    async def nothing_here(call: Call) -> Response:
        """People get a page with a way back, programs a line."""
        if "text/html" in call.header(b"accept"):
            return not_found.response(call.request, 404)
        return await error_answers.nothing_here()


def _add_static(routes: Routes) -> None:
    files = {name: File(name, read(name), _FOREVER) for name in file_names(".css", ".js", ".svg")}
    for name, file in files.items():
        _add(routes, f"/static/{digest()}/{name}", file)

    @routes.page("/static/{version}/{folder}/{name}")
    async def show_newer(call: Call) -> Response:
        """A page of another version, still open somewhere, gets what there is."""
        found = files.get(call.scope["path"].split("/", 3)[3])
        if found is None:
            return await error_answers.nothing_here()
        return found.response(call.request, caching=_ASK_AGAIN)


def _add(routes: Routes, address: str, file: File) -> None:
    @routes.page(address)
    async def show(call: Call) -> Response:
        return file.response(call.request)


def _page(name: str, address: str = "") -> File:
    return File(name, page_text(name, address).encode())
