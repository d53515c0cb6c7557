"""Attacks on the wire: requests without an end, streams without number, answers never read."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable, Iterator
from itertools import repeat

from attack import ATTACKER, Scene, attacked
from playing import Wrong
from processes import in_sockets, memory
from rig import Progress, Run
from torture_games import LARGE
from wire import Client, Listener, Lost, Place, listen, request, source, take_answer

_PIECE = 1 << 16
MOST_SENT = 32 << 20  # bytes that an endless request sends before it gives up
_TAKEN = 8 << 20  # bytes of one that the buffers of the system may take before it is cut
_MOST_UNREAD = 200.0  # megabytes in the end, of the server and in the system's sockets
_POST = "POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
_CHUNKED = (_POST + "transfer-encoding: chunked\r\n\r\n").encode()


def _many() -> Iterator[bytes]:
    number = 0
    while True:
        yield b"".join(b"x-%d: %s\r\n" % (number + i, b"y" * 100) for i in range(500))
        number += 500


def _one_thing() -> Iterator[bytes]:
    return repeat(b"y" * _PIECE)


def _chunks() -> Iterator[bytes]:
    return repeat(b"1;" + b"y" * 4000 + b"\r\n \r\n")


def _empty_lines() -> Iterator[bytes]:
    return repeat(b"\r\n" * 30_000)


# The beginning of a request, and what follows without an end.
_GET = b"GET / HTTP/1.1\r\nhost: localhost\r\n"
ENDLESS: dict[str, tuple[bytes, Callable[[], Iterator[bytes]]]] = {
    "headers": (_GET, _many),
    "a header": (_GET + b"x: ", _one_thing),
    "a header's name": (_GET + b"x", _one_thing),
    "a URL": (b"GET /", _one_thing),
    "a method": (b"", _one_thing),
    "trailers": (_CHUNKED + b"2\r\n{}\r\n0\r\n", _many),
    "a chunk extension": (_CHUNKED + b"2;", _one_thing),
    "many chunk extensions": (_CHUNKED, _chunks),
    "empty lines": (b"", _empty_lines),
}


async def headers(run: Run, count: int) -> str:
    """Requests of which a part never ends."""
    async with attacked(run) as scene:
        progress = Progress("headers", count)
        done = 0
        taken: dict[str, int] = dict.fromkeys(ENDLESS, 0)

        async def one(kind: str) -> None:
            nonlocal done
            sent = await asyncio.to_thread(_endless, scene, kind)
            taken[kind] = max(taken[kind], sent)
            done += 1
            progress(done)

        kinds = [kind for kind, _ in zip(_around(list(ENDLESS)), range(count), strict=False)]
        for start in range(0, count, 8):
            batch = kinds[start : start + 8]
            await asyncio.gather(*map(one, batch))
        scene.notes.append(
            "taken of one at most: " + ", ".join(f"{k} {n / 1e3:,.0f} kB" for k, n in taken.items())
        )
    worst = max(taken, key=lambda kind: taken[kind])
    if taken[worst] > _TAKEN:
        raise Wrong(f"{taken[worst]:,} bytes of {worst} were taken; {scene}")
    return f"{count} endless requests were cut off; {scene}"


def _around(kinds: list[str]) -> Iterator[str]:
    while True:
        yield from kinds


def _endless(scene: Scene, kind: str) -> int:
    """Send until somebody has enough; how many bytes."""
    begin, pieces = ENDLESS[kind]
    sent, heard = 0, b""
    with socket.socket() as wire:
        wire.bind((source(ATTACKER), 0))
        wire.settimeout(30)
        wire.connect(scene.place)
        try:
            wire.sendall(begin)
            for piece in pieces():
                wire.sendall(piece)
                sent += len(piece)
                if sent > MOST_SENT:
                    scene.answered["took it all"] += 1
                    return sent
        except TimeoutError:
            scene.answered["stopped reading"] += 1
        except OSError:
            pass
        try:
            while data := wire.recv(_PIECE):
                heard += data
        except OSError:
            pass
    status = heard[9:12].decode("ascii", "replace") if heard.startswith(b"HTTP/1.1 ") else "hung up"
    scene.answered[status] += 1
    return sent


# --- streams ----------------------------------------------------------------------------------


async def streams(run: Run, count: int) -> str:
    """Many streams on one game from one address, opened and closed again and again."""
    async with attacked(run, forgiven=()) as scene:
        client = scene.client()
        body = {"game": "prime-rumble", "seats": ["me", "me"]}
        made = (await client.call("POST", "/api/games", body)).json()["id"]
        client.close()
        progress = Progress("streams", 3)
        heard: list[bytearray] = []
        for round_of in range(1, 4):
            opened = await asyncio.gather(*(_open(scene, made, heard) for _ in range(count)))
            await asyncio.sleep(3)
            for listener in opened:
                if listener and listener.transport:
                    listener.transport.abort()
            progress(round_of)
        for one in heard:
            status = bytes(one[9:12]).decode() if one.startswith(b"HTTP/1.1 ") else "hung up"
            scene.answered[status] += 1
        told = sum(map(len, heard)) / 1e6
        scene.notes.append(f"{told:.1f} MB of news")
    return f"3 times {count} streams on one game, opened and closed; {scene}"


async def _open(scene: Scene, game: str, heard: list[bytearray]) -> Listener | None:
    mine = bytearray()
    heard.append(mine)

    def hear(data: bytes) -> None:
        mine.extend(data)

    try:
        return await listen(scene.place, game, hear, address=source(ATTACKER))
    except Lost:
        return None


# --- answers that nobody reads ----------------------------------------------------------------


async def unread(run: Run, count: int) -> str:
    """Large answers that are asked for and never read."""
    # All come at once, and whoever comes then waits until they have been let in.
    newcomers = dict.fromkeys(("page", "news", "bot", "own game", "review"), 5.0)
    async with attacked(run, most=newcomers) as scene:
        large = await _large(scene.place)
        progress = Progress("unread", count)
        sockets: list[socket.socket] = []
        held: list[float] = []
        pid, before = [scene.server.process.pid], in_sockets()
        try:
            for number in range(count):
                if wire := await asyncio.to_thread(_ask, scene.place, large):
                    sockets.append(wire)
                progress(number + 1)
            until = time.monotonic() + 45
            while time.monotonic() < until:
                held.append(memory(pid))
                await asyncio.sleep(0.5)
            kept = in_sockets() - before
            cut = await asyncio.to_thread(_cut, sockets)
        finally:
            for wire in sockets:
                wire.close()
        scene.answered["not read"] = len(sockets)
        scene.answered["of them cut off in the end"] = cut
        scene.notes.append(
            f"the server held {max(held):.0f} MB, in the end {held[-1]:.0f} MB, and the system for"
            f" it {kept:.0f} MB"
        )
        size = (await scene.client(1).send(large)).body
    if max(held[-1] - scene.before, kept) > _MOST_UNREAD:
        raise Wrong(f"the server does not let go of them; {scene}")
    return f"{count} answers of {len(size) / 1e3:.0f} kB that nobody read; {scene}"


async def _large(place: Place) -> bytes:
    """A request with a large answer."""
    client = Client(place, source(ATTACKER))
    made = await client.call("POST", "/api/games", {"toml": LARGE, "seats": ["me", "me"]})
    client.close()
    return request("GET", f"/api/games/{made.json()['id']}")


def _ask(place: Place, content: bytes) -> socket.socket | None:
    wire = socket.socket()
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.settimeout(20)
    try:
        wire.bind((source(ATTACKER), 0))
        wire.connect(place)
        wire.sendall(content * 4)  # some ask for more before they have read
    except OSError:
        wire.close()
        return None
    return wire


def _cut(sockets: list[socket.socket]) -> int:
    """How many of them end when they are read at last, with less than was asked for."""
    cut = 0
    for wire in sockets[:200]:
        data = b""
        wire.settimeout(0.2)
        try:
            while piece := wire.recv(1 << 20):
                data += piece
            cut += 1
        except TimeoutError:
            pass
        except OSError:
            cut += 1
        taken = take_answer(data) if data.startswith(b"HTTP/1.1 2") else None
        assert taken is None or taken[0].status == 200
    return cut
