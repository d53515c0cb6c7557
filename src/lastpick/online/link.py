"""What a link says: which server, which game, and an invitation.

The invitation stands behind the `#`, and goes to the server in the body of one call only. No
error repeats it.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from ..errors import LastpickError
from ..players.player import clean

_EXAMPLE = "http://127.0.0.1:8000"
_LONGEST = 2_000
_SHOWN = 60


class GameLink(NamedTuple):
    """A game on a server."""

    server: str  # as in https://play.example.org
    game: str  # its id
    invite: str | None = None

    @property
    def page(self) -> str:
        """Where anybody can see the game."""
        return f"{self.server}/game/{self.game}"

    @property
    def whole(self) -> str:
        """With the invitation, for the friend alone."""
        return f"{self.page}#invite={self.invite}" if self.invite else self.page


def read_link(text: str) -> GameLink:
    """A link as the page or `lastpick invite` gives it."""
    parts, server = _read(text, "link of a game", f"{_EXAMPLE}/game/ID#invite=...")
    found = re.fullmatch(r"/game/([A-Za-z0-9_-]{1,40})/?", parts.path)
    if found is None:
        raise LastpickError(
            f"{_shown(text)} is no link of a game; expected one such as"
            f" {_EXAMPLE}/game/ID#invite=..., as the page of a game gives it"
        )
    if not parts.fragment:
        return GameLink(server, found[1])
    invite = re.fullmatch(r"invite=([A-Za-z0-9_-]{1,200})", parts.fragment)
    if invite is None:
        raise LastpickError(
            f"what stands behind the # of {_shown(text)} is no invitation; copy the whole link"
        )
    return GameLink(server, found[1], invite[1])


def read_server(text: str) -> str:
    """The address of a server."""
    parts, server = _read(text, "address of a server", _EXAMPLE)
    if parts.path not in ("", "/") or parts.fragment:
        raise LastpickError(
            f"{_shown(text)} is no address of a server; did you mean {clean(server, _SHOWN)}?"
        )
    return server


def _read(text: str, what: str, example: str) -> tuple[SplitResult, str]:
    text = text.strip()
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        near = f"; did you mean http://{_shown(text)[1:-1]}?" if _no_scheme(text) else ""
        raise LastpickError(
            f"{_shown(text)} is no {what}{near or f'; expected one such as {example}'}"
        )
    if not re.fullmatch("[!-~]+", text) or len(text) > _LONGEST or parts.query:
        raise LastpickError(f"{_shown(text)} is no {what}; expected one such as {example}")
    if parts.username or parts.password:
        raise LastpickError(f"a {what} holds no name and no password; leave out what is before @")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = {"http": 80, "https": 443}[parts.scheme]
    return parts, f"{parts.scheme}://{host}" + (f":{port}" if port not in (None, usual) else "")


def _no_scheme(text: str) -> bool:
    return bool(re.match(r"[\w.-]+(:[0-9]+)?(/|$)", text)) and ("." in text or ":" in text)


def _shown(text: str) -> str:
    """What was given, without what stands behind a #."""
    return repr(clean(text.partition("#")[0], _SHOWN))
