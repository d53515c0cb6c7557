"""A server that means harm to whoever joins a game on it: what it sends, and without end."""

from __future__ import annotations

import gzip
import json
import socketserver
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count, cycle
from typing import Any

from lastpick.catalog import open_book
from lastpick.relations import ROLES

_PAUSE = 0.02  # seconds between two bytes of what comes slowly
_GAME = open_book("divisor-duel", "1-9").game
STATE: dict[str, Any] = {
    "id": "g0", "game": _GAME.name, "title": "Divisor Duel", "rule": "", "numbers": "1-9",
    "relations": {name: getattr(_GAME, name).text for name in ROLES}, "start": None,
    "last_pick": "wins", "version": 0, "picks": [], "given": 0, "turn": 1, "outcome": None,
    "takeback": None, "match": {"best_of": 1, "number": 1, "score": [0, 0]}, "rematch": [],
    "next": None, "clock": None, "now": 0.0, "claim_after": 60.0,
    "people": [{"name": name, "joined": True, "seen": 0.0} for name in ("Eve", None)],
}  # fmt: skip
_CHUNKED = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
_NEWS = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n"


def over(state: Mapping[str, Any], best_of: int = 1) -> dict[str, Any]:
    """A game that was resigned, and the next one that both are said to want."""
    number = int(state["id"][1:]) + 1 if best_of > 1 else 1
    return {
        **state, "version": 1, "outcome": {"winner": 2, "reason": "player 1 resigned"},
        "rematch": [1, 2], "next": f"g{int(state['id'][1:]) + 1}",
        "match": {"best_of": best_of, "number": number, "score": [0, 0]},
    }  # fmt: skip


def answer(data: object, status: str = "200 OK") -> bytes:
    return sent(json.dumps(data).encode(), status)


def sent(body: bytes, status: str = "200 OK", headers: str = "") -> bytes:
    return f"HTTP/1.1 {status}\r\ncontent-length: {len(body)}\r\n{headers}\r\n".encode() + body


def event(kind: str, data: object) -> bytes:
    return f"event: {kind}\ndata: {json.dumps(data)}\n\n".encode()


def change(version: int, kind: str, seat: int = 1, **more: int) -> bytes:
    return event("change", {"version": version, "kind": kind, "seat": seat, **more})


class Attack:
    """What is sent for each kind of call; None: what an honest server would answer."""

    def __init__(
        self,
        news: Callable[[str], Iterator[bytes]] | None = None,
        join: Callable[[], Iterator[bytes]] | None = None,
        state: Callable[[str], dict[str, Any]] = lambda game: {**STATE, "id": game},
        silent: bool = False,
    ) -> None:
        self.news = news
        self.join = join
        self.state = state
        self.silent = silent  # whether a call that joins is never answered

    def pieces(self, path: str, ended: threading.Event) -> Iterator[bytes]:
        """The bytes of an answer. After the last of its news the server is silent."""
        *_, game, call = ["", *path.removeprefix("/api/games").split("/")]
        if call == "events":
            yield from self.news(game) if self.news else (_NEWS, event("state", self.state(game)))
            ended.wait()
        elif call == "join" and self.silent:
            ended.wait()
        elif call == "join" and self.join:
            yield from self.join()
        elif call in ("join", "rematch"):
            following = f"g{int(game[1:]) + 1}" if call == "rematch" else game
            state = self.state(following)
            yield answer({"id": following, "state": state, "tokens": {"2": "token"}})
        elif call.startswith("g"):
            yield answer(self.state(call))
        else:
            yield answer({"id": "g0"})


def _forever(piece: bytes, *before: bytes) -> Callable[..., Iterator[bytes]]:
    def pieces(*_: object) -> Iterator[bytes]:
        yield from before
        while True:
            yield piece

    return pieces


def _once(*pieces: bytes) -> Callable[..., Iterator[bytes]]:
    return lambda *_: iter(pieces)


def _fields(_: str) -> Iterator[bytes]:
    yield _NEWS
    for number in count():
        yield b"".join(b"f%d: a\n" % n for n in range(1000 * number, 1000 * number + 1000))


def _events(*kinds: tuple[str, dict[str, int]]) -> Callable[[str], Iterator[bytes]]:
    """A state, then these changes again and again."""

    def pieces(game: str) -> Iterator[bytes]:
        yield _NEWS + event("state", {**STATE, "id": game})
        for version, (kind, more) in enumerate(cycle(kinds), 1):
            yield change(version, kind, **more)

    return pieces


def _resigned(best_of: int) -> Callable[[str], Iterator[bytes]]:
    """Each game is over at once, and the next one is there."""

    def pieces(game: str) -> Iterator[bytes]:
        state = over({**STATE, "id": game}, best_of)
        yield _NEWS + change(1, "resign") + event("state", state)

    return pieces


def _in_match(game: str) -> dict[str, Any]:
    """A game of a match that never comes to its end."""
    number = int(game[1:]) + 1
    return {**STATE, "id": game, "match": {"best_of": 99, "number": number, "score": [0, 0]}}


_ESCAPES = "\x1b]0;owned\x07\x1b[2J\x1b[31m\x9b2J\r\n\u202e" + "e" * 500
_NAMED: dict[str, Any] = {
    **STATE, "title": _ESCAPES, "rule": _ESCAPES, "game": _ESCAPES[:40],
    "people": [{"name": _ESCAPES, "joined": True, "seen": 0.0}, STATE["people"][1]],
}  # fmt: skip
ATTACKS: dict[str, Attack] = {
    "fields": Attack(_fields),
    "one line": Attack(_forever(b"a" * 65_536, _NEWS + b"data: ")),
    "comments": Attack(_forever(b": a\n" * 1_000, _NEWS)),
    "empty news": Attack(_forever(b"data: {}\n\n" * 1_000, _NEWS)),
    "the same state": Attack(_forever(event("state", STATE) * 10, _NEWS)),
    "presence": Attack(
        _forever(event("presence", {"seen": [9e9, 0]}) * 100, _NEWS, event("state", STATE))
    ),
    "large states": Attack(_forever(event("state", {**STATE, "more": [[]] * 200_000}), _NEWS)),
    "asking and declining": Attack(_events(("ask", {}), ("decline", {}))),
    "picking and taking back": Attack(_events(("pick", {"pick": 1}), ("undo", {}))),
    "wanting another game": Attack(_events(("rematch", {}))),
    "next games": Attack(state=lambda game: over({**STATE, "id": game})),
    "next games in play": Attack(_resigned(1)),
    "next games of a match": Attack(_resigned(99), state=_in_match),
    "headers": Attack(join=_forever(b"a: b\r\n" * 1_000, b"HTTP/1.1 200 OK\r\n")),
    "headers of news": Attack(_forever(b"a: b\r\n" * 1_000, b"HTTP/1.1 200 OK\r\n")),
    "one header": Attack(join=_forever(b"a" * 65_536, b"HTTP/1.1 200 OK\r\na: ")),
    "a body": Attack(join=_forever(b" " * 65_536, b"HTTP/1.1 200 OK\r\n\r\n{")),
    "a body in pieces": Attack(
        join=_forever(b"1\r\n \r\n" * 1_000, _CHUNKED)
    ),
    "trailers": Attack(
        _forever(b"a: b\r\n" * 1_000, _CHUNKED, b"0\r\n")
    ),
    "going on": Attack(join=_forever(b"HTTP/1.1 100 Continue\r\n\r\n" * 100)),
    "a redirect": Attack(join=_once(sent(b"", "302 Found", "location: /api/games/g0/join\r\n"))),
    "nesting": Attack(join=_once(sent(b"[" * 500_000))),
    "digits": Attack(join=_once(sent(b'{"version": ' + b"9" * 500_000 + b"}"))),
    "many lists": Attack(join=_once(sent(b"{\"a\": [" + b"[]," * 300_000 + b"0]}"))),
    "too long a length": Attack(
        join=_once(b"HTTP/1.1 200 OK\r\ncontent-length: 9999999\r\n\r\n{}")
    ),
    "a length below 0": Attack(join=_once(b"HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n{}")),
    "a packed body": Attack(
        join=_once(sent(gzip.compress(bytes(10**8), 9), headers="content-encoding: gzip\r\n"))
    ),
    "escapes": Attack(state=lambda game: {**_NAMED, "id": game}),
    "a reason with escapes": Attack(join=_once(answer({"error": _ESCAPES}, "403 Forbidden"))),
    "slowly": Attack(join=_forever(b"", b"HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n{")),
    "silence": Attack(silent=True),
    "silence in place of news": Attack(_once()),
}  # fmt: skip


class HostileServer:
    """Sends what an attack says, to as many as come; `asked` are the paths."""

    def __init__(self, attack: Attack) -> None:
        self.asked: list[str] = []
        self.ended = threading.Event()
        server = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                path, length = self.rfile.readline().split()[1].decode(), 0
                while line := self.rfile.readline().strip().lower():
                    if line.startswith(b"content-length:"):
                        length = int(line.partition(b":")[2])
                self.rfile.read(length)
                server.asked.append(path)
                try:
                    for piece in attack.pieces(path, server.ended):
                        if server.ended.is_set():
                            return
                        if not piece:  # a byte now and then
                            server.ended.wait(_PAUSE)
                        self.wfile.write(piece or b" ")
                except OSError:  # whoever joined has gone
                    pass

        class Threads(socketserver.ThreadingTCPServer):
            daemon_threads = True

        self.tcp = Threads(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.tcp.server_address[1]}"
        self.link = f"{self.url}/game/g0#invite=secret"


@contextmanager
def hostile_server(attack: Attack) -> Iterator[HostileServer]:
    server = HostileServer(attack)
    thread = threading.Thread(target=server.tcp.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.ended.set()
        server.tcp.shutdown()
        server.tcp.server_close()
        thread.join()
