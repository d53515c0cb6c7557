"""A class behind one address of a real server, one of whom is hostile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from pathlib import Path

from playing import Game
from rig import Run
from torture_games import HARD
from wire import Client, Place, request

CLASS = "127.0.0.2"
RATE = 50  # as few calls a second as let thirty begin at once
PUZZLE = "/api/puzzles?game=prime-rumble&numbers=2-70&level=5"
FILE = 'numbers = "1-9"\nfollows = "n > last"\ntips = ["{} {}"]\n'


def puzzle(number: int) -> bytes:
    return request("GET", f"{PUZZLE}&seed={number}")


def bots(number: int) -> bytes:
    body = {"toml": f"{HARD}# {number}\n", "seats": ["perfect", "perfect"]}
    return request("POST", "/api/games", body)


def file(number: int) -> bytes:
    body = {"toml": FILE.format(number, 50_000 * "x"), "seats": ["me", "me"]}
    return request("POST", "/api/games", body)


async def again_and_again(place: Place, content: Callable[[int], bytes]) -> None:
    client = Client(place, CLASS)
    try:
        for number in count():
            await client.send(content(number))
    finally:
        client.close()


async def pipelined(place: Place, refused: asyncio.Semaphore) -> None:
    """Sixteen calls at once, and again; `refused` tells how often that was too much."""
    reader, writer = await asyncio.open_connection(*place, local_addr=(CLASS, 0))
    try:
        while True:
            writer.write(16 * request("GET", "/healthz"))
            for _ in range(16):
                head = await reader.readuntil(b"\r\n\r\n")
                length = head.lower().partition(b"content-length: ")[2].split()[0]
                await reader.readexactly(int(length))
                if head.startswith(b"HTTP/1.1 429"):
                    refused.release()
    finally:
        writer.close()


class Pupil:
    """Plays both sides of a game, over a connection of its own."""

    def __init__(self, place: Place) -> None:
        self.client = Client(place, CLASS)

    async def begin(self) -> None:
        body = {"game": "non-consecutive", "seats": ["me", "me"]}
        made = (await self.client.send(request("POST", "/api/games", body))).json()
        self.game = Game(made, made["tokens"])

    async def pick(self, n: int) -> int:
        answer = await self.client.send(self.game.call(n, f"pick-{n}"))
        if answer.status == 201:
            self.game.take(answer, n, f"pick-{n}")
        return answer.status


async def lesson(place: Place) -> list[int]:
    """What three picks of each of 29 are answered with, while one is refused most of its calls."""
    pupils, refused = [Pupil(place) for _ in range(29)], asyncio.Semaphore(0)
    await asyncio.gather(*(pupil.begin() for pupil in pupils))
    hostile = [again_and_again(place, kind) for kind in (puzzle, bots, file)]
    hostile += [pipelined(place, refused) for _ in range(3)]
    attack = asyncio.gather(*hostile)
    statuses = []
    async with asyncio.timeout(60):
        for n in (3, 6, 9):
            for _ in range(100):
                await refused.acquire()
            statuses += await asyncio.gather(*(pupil.pick(n) for pupil in pupils))
    assert not attack.done()
    attack.cancel()
    for pupil in pupils:
        pupil.client.close()
    return statuses


def test_a_hostile_classmate_gets_nobody_refused_a_pick(tmp_path: Path) -> None:
    with Run("SQLite", tmp_path, None, 1, 1).server("--rate", RATE) as server:
        assert asyncio.run(lesson(Place.of(server.url))) == [201] * 29 * 3
