"""Pictures of links: drawn by the processes of `asking`, and kept for whoever asks next."""

from __future__ import annotations

import hashlib
from base64 import b64decode
from collections import OrderedDict
from typing import Annotated, NamedTuple

from pydantic import Field
from starlette.responses import Response

from ...coach.puzzle_id import LONGEST
from ..asking.pool import Pool
from ..games.games import Games
from . import links
from .links import LinkCard, Linked
from .reading import Call
from .route import Routes

COST = 20  # against the rate of an address; a question to the oracle counts no more
_MOST_KEPT = 100  # of some 30 kB each
_CHANGES = "public, max-age=60"
_STAYS = "public, max-age=86400"

Name = Annotated[str, Field(max_length=LONGEST)]


class Picture(NamedTuple):
    """A PNG, and how a browser knows it again."""

    png: bytes
    tag: str


class Pictures:
    """The pictures that were asked for last, by what is drawn."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._kept: OrderedDict[str, Picture] = OrderedDict()

    async def of(self, link: LinkCard) -> Picture:
        key = repr(link.question)
        found = self._kept.get(key)
        if found is None:
            png = b64decode(await self._pool.ask(*link.question))
            found = Picture(png, f'"{hashlib.sha256(png).hexdigest()[:16]}"')
            self._kept[key] = found
            if len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return found


def address(kind: str = "", name: str = "") -> str:
    """Where the picture of a link is."""
    return f"/picture/{kind}/{name}.png" if kind else "/picture/lastpick.png"


def add_pictures(routes: Routes) -> None:
    for kind, linked in links.KINDS.items():
        _add(routes, kind, linked)

    @routes.page(address(), cost=COST)
    async def show_any(call: Call, pictures: Pictures) -> Response:
        return await _answer(call, pictures, links.of_anything())


def _add(routes: Routes, kind: str, linked: Linked) -> None:
    @routes.page(address(kind, "{name}"), cost=COST)
    async def show(call: Call, name: Name, games: Games, pictures: Pictures) -> Response:
        return await _answer(call, pictures, await linked(games, name))


async def _answer(call: Call, pictures: Pictures, link: LinkCard) -> Response:
    png, tag = await pictures.of(link)
    headers = {"etag": tag, "cache-control": _STAYS if link.lasting else _CHANGES}
    if call.header(b"if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(png, 200, headers, "image/png")
