"""The names that the server answers to, and the sites whose pages may call it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from ..errors import Forbidden
from .reading import Call

_LOOPBACK = ("127.0.0.1", "localhost", "::1", "[::1]")

_HOST = re.compile(r"(?a:[\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?")


class Origins:
    """Whose requests are answered: a page of another site may not use a visitor's browser."""

    def __init__(self, host: str, others: Iterable[str]) -> None:
        self._names = {_host(origin): origin for origin in others}
        self._local = host in _LOOPBACK

    def check(self, headers: Mapping[bytes, bytes]) -> None:
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if self._local and host not in self._names and _name(host) not in _LOOPBACK:
            raise Forbidden("this server has another name; start it with --origin to give it one")
        if origin := headers.get(b"origin"):
            theirs = _host(origin.decode("latin-1"))
            if not theirs or (theirs != host and theirs not in self._names):
                raise Forbidden("requests from other sites are refused")
        elif headers.get(b"sec-fetch-site") == b"cross-site" and (
            headers.get(b"sec-fetch-mode") != b"navigate"
        ):
            raise Forbidden("requests from other sites are refused")

    def outside(self, call: Call) -> str:
        """What the server is called by others: by a name that its owner gave it, if there is one.

        Else by the one that the request is for; without any, addresses have to do without it.
        """
        host = call.header(b"host").lower()
        if self._names:
            return self._names.get(host) or next(iter(self._names.values()))
        return f"{call.scope['scheme']}://{host}" if _HOST.fullmatch(host) else ""


def _host(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _name(host: str) -> str:
    """A host without its port."""
    return host.rpartition(":")[0].strip("[]") if host[-1:].isdigit() and ":" in host else host
