"""An invitation: the link that takes a friend to a seat, and the same for a camera."""

from __future__ import annotations

import asyncio
from io import BytesIO
from typing import NamedTuple

from .reading import Call


class Invitation(NamedTuple):
    """What whoever invites is told."""

    invite: str | None
    link: str | None
    qr: str | None


_MASK = 0  # any can be read; to look for the prettiest takes four fifths of the time

NOBODY = Invitation(None, None, None)


async def invitation(call: Call, game_id: str, secret: str | None, drawn: bool) -> Invitation:
    """The secret stands behind the #, which browsers send to no server.

    The code is drawn where it is asked for: it costs as much as several picks.
    """
    if secret is None:
        return NOBODY
    origin = call.header(b"origin") or f"{call.scope['scheme']}://{call.header(b'host')}"
    link = f"{origin}/game/{game_id}#invite={secret}"
    return Invitation(secret, link, await asyncio.to_thread(qr_code, link) if drawn else None)


def qr_code(text: str) -> str:
    """A text as SVG: black on white, with the empty border that readers need."""
    import segno

    picture = BytesIO()
    segno.make(text, micro=False, error="m", mask=_MASK).save(
        picture, kind="svg", xmldecl=False, nl=False, border=4, dark="#000", light="#fff",
        omitsize=True, svgclass=None, lineclass=None,
    )  # fmt: skip
    return picture.getvalue().decode()
