"""Attack by newcomers: strangers without end, each of whom asks once, beside somebody who plays."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address
from itertools import count as counter
from random import Random
from typing import NamedTuple

from attack import Scene, attacked
from playing import Wrong
from rig import Progress, Run
from torture_games import HARD
from wire import Client, request

_ALONE = 10.0  # seconds for which nobody else comes
_LATE = 12.0  # seconds that a stranger waits for an answer
# Seconds that the victim may wait: what docs/web.md derives for bots and for questions.
_BOUND = {"bot": 38.0, "hint": 46.0, "review": 46.0, "own game": 46.0}

Address = Callable[[], str]


class Crowd(NamedTuple):
    """Who comes: how many at a time for each kind of question, from where, and what they ask."""

    title: str
    at_a_time: int
    address: Address
    hard: bool


def _crowds(seed: int) -> tuple[Crowd, ...]:
    numbers, rng = counter(int(IPv4Address("10.0.0.0"))), Random(seed)
    prefix = int(IPv6Address("2001:db8:1::"))

    def fresh() -> str:
        return str(IPv4Address(next(numbers)))

    def of_one_48() -> str:
        return str(IPv6Address(prefix | rng.randrange(1 << 16) << 64 | 1))

    return (
        Crowd("three fresh addresses at a time", 3, fresh, True),
        Crowd("a wave of honest newcomers", 40, fresh, False),
        Crowd("65,536 addresses of one /48", 60, of_one_48, True),
    )


async def newcomers(run: Run, count: int) -> str:
    """Each crowd for `count` seconds, and the same victim alone."""
    told, held = [], True
    async with attacked(run._replace(folder=run.folder / "alone"), proxied=True) as scene:
        await asyncio.sleep(_ALONE)
    told.append(f"alone: {scene.seen}")
    for number, crowd in enumerate(_crowds(run.seed)):
        folder = run.folder / str(number)
        try:
            async with attacked(run._replace(folder=folder), proxied=True, most=_BOUND) as scene:
                await _come(scene, crowd, count)
            told.append(f"{crowd.title}: {scene}")
        except Wrong as error:
            held = False
            told.append(f"{crowd.title}: NOT HELD: {error}")
    found = "; ".join(told)
    if not held:
        raise Wrong(found)
    return found


async def _come(scene: Scene, crowd: Crowd, seconds: float) -> None:
    until, seeds = time.monotonic() + seconds, counter(1)
    ask = (_puzzle, _verdict, _bot) if crowd.hard else (_easy_puzzle, _easy_verdict, _easy_bot)
    progress = Progress(crowd.title, 100)

    async def strangers(question: Callable[[int], bytes]) -> None:
        """One after the other, as soon as the one before has its answer."""
        client = Client(scene.place)
        try:
            while (left := until - time.monotonic()) > 0:
                head, rest = question(next(seeds)).split(b"\r\n", 1)
                told = f"\r\nx-forwarded-for: {crowd.address()}\r\n".encode()
                try:
                    async with asyncio.timeout(_LATE):
                        answer = await scene.send(client, head + told + rest)
                except TimeoutError:
                    scene.answered["no answer"] += 1
                    client.close()
                else:
                    if answer is None or answer.status == 429:
                        await asyncio.sleep(0.1)
                    elif question in (_bot, _easy_bot):  # its bot thinks now
                        await asyncio.sleep(0.5)
                progress(round(100 * (1 - left / seconds)))
        finally:
            client.close()

    tasks = [asyncio.ensure_future(strangers(one)) for one in ask for _ in range(crowd.at_a_time)]
    await asyncio.wait(tasks, timeout=seconds)
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


# --- what they ask --------------------------------------------------------------------------------


def _puzzle(seed: int) -> bytes:
    return request("GET", f"/api/puzzles?game=prime-rumble&numbers=2-70&level=5&seed={seed}")


def _verdict(_: int) -> bytes:
    return request("POST", "/api/verdict", {"toml": HARD, "picks": []})


def _bot(_: int) -> bytes:
    body = {"game": "prime-rumble", "numbers": "2-70", "seats": ["perfect", "me"]}
    return request("POST", "/api/games", body)


def _easy_puzzle(seed: int) -> bytes:
    return request("GET", f"/api/puzzles?game=divisor-duel&level=1&seed={seed}")


def _easy_verdict(_: int) -> bytes:
    return request("POST", "/api/verdict", {"toml": 'numbers = "1-12"\n', "picks": []})


def _easy_bot(_: int) -> bytes:
    body = {"game": "divisor-duel", "seats": ["perfect", "me"]}
    return request("POST", "/api/games", body)
