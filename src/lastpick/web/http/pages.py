"""The pages: read once, compressed once."""

from __future__ import annotations

import gzip
import hashlib
import os

from starlette.requests import Request
from starlette.responses import Response

from . import error_answers
from .reading import Call
from .route import Routes

_PAGE = os.path.join(os.path.dirname(os.path.dirname(__file__)), "page")
_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_PAGES = {
    "/": "index.html",
    "/game/{game_id}": "game.html",
    "/puzzles": "puzzles.html",
    "/review": "review.html",
    "/favicon.ico": "icon.svg",
}


class File:
    """A file of the page, ready to be sent."""

    def __init__(self, path: str) -> None:
        with open(path, "rb") as file:
            self.plain = file.read()
        self.packed = gzip.compress(self.plain, mtime=0)
        self.kind = _KINDS[os.path.splitext(path)[1]]
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
    files = {
        name: File(os.path.join(_PAGE, name))
        for name in sorted(os.listdir(_PAGE))
        if os.path.splitext(name)[1] in _KINDS
    }

    def page(name: str, path: str) -> None:
        @routes.page(path)
        async def show(call: Call) -> Response:
            return files[name].response(call.request)

    for path, name in _PAGES.items():
        page(name, path)
    for name in files:
        page(name, f"/static/{name}")

    @routes.elsewhere
    async def nothing_here(call: Call) -> Response:
        """People get a page with a way back, programs a line."""
        if "text/html" in call.header(b"accept"):
            return files["nothing.html"].response(call.request, 404)
        return await error_answers.nothing_here()
