"""Attacks on the server's own parts: a log that nobody reads, a worker that hangs, a crowd."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

from attack import ATTACKER, Scene, attacked, beside
from playing import Wrong
from processes import alive, workers
from rig import Progress, Run, Server, end
from wire import Listener, Lost, listen, request, source

_ALONE = 5.0  # seconds in which the victim plays without an attack
_MOST_TO_END = 6.0  # seconds for a server that is told to stop
_MOST_HUNG = 30.0  # seconds until a worker that hangs is replaced, on a busy machine
_ROOM = 300  # connections that the server lets in while a crowd comes


async def _alone(run: Run, server: Server) -> str:
    """What the victim waits without an attack."""
    async with beside(run, server) as scene:
        await asyncio.sleep(_ALONE)
    return f"without the attack: {scene.seen}"


@contextmanager
def _unread(run: Run) -> Iterator[Server]:
    """A server whose standard error is a pipe that nobody reads."""
    run.folder.mkdir(parents=True, exist_ok=True)
    os.mkfifo(run.folder / "server.log")
    reader = os.open(run.folder / "server.log", os.O_RDONLY | os.O_NONBLOCK)
    more = ("--workers", run.workers) if run.workers > 1 else ()
    try:
        with Server(run.folder, *more, database=run.database) as server:
            try:
                yield server
            finally:
                end(server)
    finally:
        os.close(reader)
        (run.folder / "server.log").unlink()


async def unread_log(run: Run, count: int) -> str:
    """Calls that are logged and refusals with long paths; SIGTERM ends the server all the same."""
    with _unread(run) as server:
        before = await _alone(run, server)
        async with beside(run, server) as scene:
            client, progress = scene.client(), Progress("unread-log", count)
            for number in range(count):
                await scene.send(
                    client, request("GET", f"/{'x' * 8000}" if number % 2 else "/healthz")
                )
                progress(number + 1)
            client.close()
            await asyncio.sleep(_ALONE)
        began = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        code = await asyncio.to_thread(server.process.wait, 60)
        took = time.monotonic() - began
    if code or took > _MOST_TO_END:
        raise Wrong(f"told to stop, the server ended after {took:.1f} s with {code}; {scene}")
    return f"{count} calls beside a log that nobody reads; ended in {took:.1f} s; {scene}; {before}"


async def hung_worker(run: Run, count: int) -> str:
    """Workers that are stopped, and one that still is when its supervisor is killed."""
    kinds = ("pick", "news", "page", "bot", "own game", "hint", "review")
    lost = tuple(f"{kind} lost" for kind in (*kinds, "stream"))
    most, replaced = dict.fromkeys(kinds, _MOST_HUNG), 0.0
    with run.server() as server:
        before = await _alone(run, server)
        async with beside(run, server, forgiven=lost, most=most) as scene:
            progress = Progress("hung-worker", count)
            for number in range(count):
                replaced = max(replaced, await _hang(server))
                progress(number + 1)
        pids = workers(server.process.pid)
        os.kill(pids[0], signal.SIGSTOP)
        server.kill()
        until = time.monotonic() + _MOST_HUNG
        while any(map(alive, pids)) and time.monotonic() < until:
            await asyncio.sleep(0.01)
        if any(map(alive, pids)):
            raise Wrong(f"workers outlived their supervisor; {scene}")
        server.start()
    return (
        f"{count} workers that hung were replaced, the slowest after {replaced:.1f} s; the port was"
        f" free when the supervisor was killed; {scene}; {before}"
    )


async def _hang(server: Server) -> float:
    """Stop a worker; the seconds until another is in its place."""
    before, began = workers(server.process.pid), time.monotonic()
    os.kill(before[0], signal.SIGSTOP)
    while before[0] in (now := workers(server.process.pid)) or len(now) < len(before):
        if time.monotonic() > began + _MOST_HUNG:
            raise Wrong(f"a worker that hung was not replaced within {_MOST_HUNG:.0f} s")
        await asyncio.sleep(0.05)
    return time.monotonic() - began


async def crowd(run: Run, count: int) -> str:
    """Streams from many addresses, more than the server has room for, opened again as they end."""
    kinds = ("stream", "page", "own game", "hint", "review", "pick")
    forgiven = tuple(f"{kind} lost" for kind in kinds)
    async with attacked(run, "--connections", _ROOM, forgiven=forgiven) as scene:
        before = await _alone(run, scene.server)
        client = scene.client()
        body = {"game": "prime-rumble", "seats": ["me", "me"]}
        made = (await client.call("POST", "/api/games", body)).json()["id"]
        client.close()
        progress = Progress("crowd", count)
        opened: list[Listener] = []
        for number in range(count):
            if one := await _watch(scene, made, ATTACKER + number):
                opened.append(one)
            progress(number + 1)
        await asyncio.sleep(3)
        scene.answered["streams"] = len(opened)
        scene.answered["of them left in the end"] = sum(not one.closed.done() for one in opened)
        for one in opened:
            if one.transport:
                one.transport.abort()
    return f"{count} streams where {_ROOM} connections have room; {scene}; {before}"


async def _watch(scene: Scene, game: str, number: int) -> Listener | None:
    try:
        return await listen(scene.place, game, lambda _: None, address=source(number))
    except Lost:
        return None
