"""Whose requests are answered: a page of another site may not use a visitor's browser."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from ..errors import Forbidden, Unreadable
from .hosts import OwnHosts
from .reading import Call


class Origins:
    """Refuses calls under a name that is not the server's, and calls of other sites' pages."""

    def __init__(self, listening: str, others: Iterable[str]) -> None:
        self._others = {_host(origin): origin for origin in others}
        self._hosts = OwnHosts(listening, self._others)

    def check(self, call: Call) -> None:
        if [name for name, _ in call.scope["headers"]].count(b"host") != 1:
            raise Unreadable("a request names its host once, in the header Host")
        host = call.header(b"host").lower()
        if not self._hosts.knows(host, call.scope["server"][0]):
            raise Forbidden(
                "this server is not known by that name; whoever runs it can add it with --origin"
            )
        if origin := call.header(b"origin"):
            theirs = _host(origin)
            if not theirs or (theirs != host and theirs not in self._others):
                raise Forbidden("requests from other sites are refused")
        elif call.header(b"sec-fetch-site") == "cross-site" and (
            call.header(b"sec-fetch-mode") != "navigate"
        ):
            raise Forbidden("requests from other sites are refused")

    def outside(self, call: Call) -> str:
        """What the server is called by others: by a name that its owner gave it, if there is one.

        Else by the one that the request is for.
        """
        host = call.header(b"host").lower()
        if self._others:
            return self._others.get(host) or next(iter(self._others.values()))
        return f"{call.scope['scheme']}://{host}"


def _host(origin: str) -> str:
    """Host and port of an origin, as in the Host header of a request to it."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""
