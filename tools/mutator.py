"""Real requests, changed by chance: a seeded source of what no honest client sends."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any, NamedTuple

_ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, 10**30, -(10**30), 0.5, 1e308, "", " ", "6", "\0",
    "me", "friend", "perfect", "level:9", "1-20", "20-1", "1-1000", "1-1001", "0-5", "1-10**9",
    "../../etc/passwd", "%00", "' OR 1=1 --", "\ud800", "\u202e", "é" * 30, "💥", "a" * 65,
    "x" * 5_000, [], {}, [[]], [None, None], ["me"] * 3, [1] * 2_000, {"a": {"b": {}}},
)  # fmt: skip
_METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "get", "X" * 30)
_PIECES = ("..", "%2e%2e", "%00", "//", "é", "%ff", "?", "#", ";", "api", "games", "x" * 300, "*")
_HEADERS = (
    "content-type: text/plain", "content-type: application/json; charset=utf-16", "content-type:",
    "content-length: 0", "content-length: -1", "content-length: 1e3", "content-length: 99999999",
    "content-length: 10000000000000000000", "transfer-encoding: chunked",
    "transfer-encoding: gzip, chunked", "content-encoding: gzip", "expect: 100-continue",
    "authorization: Basic eDp4", "authorization: Bearer", "authorization: Bearer \xff\xfe",
    "authorization: Bearer " + "t" * 4_000, "origin: http://evil.example", "origin: null",
    "host: evil.example", "host:", "sec-fetch-site: cross-site", "last-event-id: -1",
    "last-event-id: 99999999999999999999", "last-event-id: \xb2", "connection: upgrade\r\nupgrade:"
    " websocket", "connection: close", "x-forwarded-for: 1.2.3.4", "cookie: " + "c" * 3_000,
    "accept-encoding: gzip;q=0", "range: bytes=0-1", "if-none-match: *", ": empty", "no colon",
)  # fmt: skip
_RAW = (
    b"\0" * 40, b"\r\n" * 20, b"GET", b"GET / HTTP/9.9\r\n\r\n", b"GET /\r\n", b"\xff" * 200,
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"POST /api/games HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
    b"POST /api/games HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n"
    b"ffffffffffffffff\r\n", b"GET / HTTP/1.1\r\n" + b"a: " + b"b" * 70_000 + b"\r\n\r\n",
    b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nhost: localhost\r\n\r\n",
)  # fmt: skip


_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,12})[ \t]*(?=\r\n)", re.I)


def whole(content: bytes) -> bool:
    """Whether the server can tell that nothing more is to come; else it waits for the rest."""
    head, end, body = content.lstrip(b"\r\n").partition(b"\r\n\r\n")
    if not end or b"transfer-encoding" in head.lower():
        return False
    return all(int(length) <= len(body) for length in _LENGTH.findall(head + b"\r\n"))


class Call(NamedTuple):
    """A request before it becomes bytes."""

    method: str
    path: str
    token: str | None
    body: Any


class Mutator:
    """Makes requests from real ones; the same seed makes the same requests."""

    def __init__(self, seed: str, real: Callable[[random.Random], Call]) -> None:
        self.rng = random.Random(seed)
        self.real = real  # a request that an honest client could send now

    def next(self) -> bytes:
        """Some bytes to send; one in ten is an honest request."""
        rng = self.rng
        if rng.random() < 0.02:
            return rng.choice(_RAW)
        call, headers = self.real(rng), []
        body: bytes | None = None
        for _ in range(rng.choice((0, 1, 1, 1, 1, 1, 2, 2, 3, 4))):
            kind = rng.random()
            if kind < 0.5 and call.body is not None:
                call = call._replace(body=self._value(call.body))
            elif kind < 0.6:
                call = call._replace(path=self._path(call.path))
            elif kind < 0.65:
                call = call._replace(method=rng.choice(_METHODS))
            elif kind < 0.75:
                call = call._replace(token=self._token(call.token))
            elif kind < 0.9:
                headers.append(rng.choice(_HEADERS))
            elif call.body is not None:
                body = self._bytes(json.dumps(call.body).encode())
        content = self._content(call, headers, body)
        return self._bytes(content) if rng.random() < 0.05 else content

    def _content(self, call: Call, headers: list[str], body: bytes | None) -> bytes:
        lines = [f"{call.method} {call.path} HTTP/1.1", "host: localhost", *headers]
        if call.token is not None:
            lines.append(f"authorization: Bearer {call.token}")
        if body is None and call.body is not None:
            body = self._json(call.body)
        if body is not None:
            lines += ["content-type: application/json", f"content-length: {len(body)}"]
        return "\r\n".join([*lines, "", ""]).encode("utf-8", "replace") + (body or b"")

    def _json(self, value: Any) -> bytes:
        text = json.dumps(value, ensure_ascii=self.rng.random() < 0.9)
        chance = self.rng.random()
        if chance < 0.01:
            return b"[" * self.rng.choice((50, 1_500)) + text.encode("utf-8", "replace")
        if chance < 0.02:
            return text.replace("0", "NaN").encode("utf-8", "replace")
        if chance < 0.03:
            return text.encode("utf-16", "replace")
        if chance < 0.04:
            return (text[:-1] + "," + text[1:]).encode("utf-8", "replace")  # every key twice
        if chance < 0.05:
            return text.replace(":", ":" + "9" * self.rng.choice((20, 3_000))).encode(
                "utf-8", "replace"
            )
        return text.encode("utf-8", "replace")

    def _value(self, value: Any) -> Any:
        """The same, with one thing in it changed."""
        rng = self.rng
        if isinstance(value, dict) and value and rng.random() < 0.9:
            key = rng.choice(list(value))
            changed, chance = dict(value), rng.random()
            if chance < 0.15:
                del changed[key]
            elif chance < 0.3:
                changed[rng.choice((key.upper(), key + " ", "extra", "", "__proto__"))] = (
                    rng.choice(_ODD)
                )
            else:
                changed[key] = self._value(value[key])
            return changed
        if isinstance(value, list) and value and rng.random() < 0.7:
            place, items = rng.randrange(len(value)), list(value)
            items[place] = self._value(items[place])
            return items * rng.choice((1, 1, 1, 0, 2))
        if isinstance(value, int) and rng.random() < 0.5:
            return value + rng.choice((-1, 1, 2, 1_000, -value, 0.0))
        if isinstance(value, str) and value and rng.random() < 0.4:
            place = rng.randrange(len(value))
            return value[:place] + chr(rng.choice((0, 10, 34, 92, 233, 8238))) + value[place + 1 :]
        return rng.choice(_ODD)

    def _path(self, path: str) -> str:
        rng = self.rng
        parts = path.split("/")
        place = rng.randrange(1, len(parts))
        parts[place : place + rng.choice((0, 1))] = [rng.choice(_PIECES)]
        return "/".join(parts)

    def _token(self, token: str | None) -> str | None:
        rng = self.rng
        if not token or rng.random() < 0.4:
            return rng.choice((None, "", "x", "t" * 43, "null", "\xe9" * 5))
        place = rng.randrange(len(token))
        return token[:place] + rng.choice("Aa0-_ ") + token[place + 1 :]

    def _bytes(self, content: bytes) -> bytes:
        """The same bytes with some of them changed, cut out, doubled or torn off."""
        rng = self.rng
        changed = bytearray(content)
        for _ in range(rng.choice((1, 1, 2, 8))):
            if not changed:
                break
            place, chance = rng.randrange(len(changed)), rng.random()
            if chance < 0.4:
                changed[place] = rng.randrange(256)
            elif chance < 0.6:
                del changed[place : place + rng.choice((1, 1, 10))]
            elif chance < 0.8:
                changed[place:place] = changed[place : place + rng.choice((1, 10, 100))]
            else:
                del changed[place:]
        return bytes(changed)
