"""What a store and a machine do at times, while people play: the history tells what was lost.

Backends that are killed, restarts of PostgreSQL, failover to a standby, a full disk, IPv6.
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path

from cluster import Node, address, node
from playing import Person, followed, patience
from recorder import Recorder, verdict
from rig import Progress, Run, new_database
from wire import Place, close_all

PEOPLE = 4
_MORE_PICKS = 30  # between two faults, beside one by everybody
_FULL = 3.0  # seconds that a disk stays full
_SIZE = "96m"  # of a small disk: a new PostgreSQL takes half of it


class Table:
    """People who play one game after the other, each with its news."""

    def __init__(self, place: Place, seed: int, file: Path, pause: float) -> None:
        self.place, self.pause = place, pause
        self.recorder = Recorder(file)
        self.people = [Person(place, number, seed, self.recorder) for number in range(PEOPLE)]
        self.picks = [0] * PEOPLE
        self.moved = asyncio.Event()
        self.stopping = False

    async def play(self, number: int) -> None:
        person = self.people[number]
        while not self.stopping:
            game = await person.new_game()
            async with followed(self.place, game.id, self.recorder) as news:
                while game.state["legal"] and not self.stopping:
                    await person.pick(game)
                    self.picks[number] += 1
                    self.moved.set()
                    await asyncio.sleep(self.pause)
                async with patience(f"the news of game {game.id}"):
                    while (news.last or 0) < game.version:
                        news.wake.clear()
                        await news.wake.wait()

    async def going(self) -> None:
        """Until everybody has gone on, and some more."""
        before = list(self.picks)
        async with patience("a pick of everybody after a fault"):
            while sum(self.picks) < sum(before) + _MORE_PICKS or any(
                now == then for now, then in zip(self.picks, before, strict=True)
            ):
                self.moved.clear()
                await self.moved.wait()


@asynccontextmanager
async def playing(place: Place, run: Run, pause: float = 0.0) -> AsyncIterator[Table]:
    """People at their games while the block lasts; then everything they saw is checked."""
    table = Table(place, run.seed, run.folder / "history.jsonl", pause)
    players = asyncio.gather(*(table.play(number) for number in range(PEOPLE)))
    inside = asyncio.current_task()

    def failed(done: asyncio.Future[list[None]]) -> None:
        if not done.cancelled() and done.exception() and inside:
            inside.cancel()

    players.add_done_callback(failed)
    try:
        yield table
        table.stopping = True
        await players
    except asyncio.CancelledError:
        if players.done() and not players.cancelled():
            players.result()
        raise
    finally:
        players.cancel()
        await asyncio.wait([players])
        await close_all(table.people)


async def _suffer(
    run: Run, place: Place, count: int, what: str, fault: Callable[[], Awaitable[str]]
) -> str:
    """Faults one after the other; everybody goes on after each."""
    progress, kinds = Progress(f"{what}, {run.name}", count), dict[str, int]()
    async with playing(place, run) as table:
        for done in range(1, count + 1):
            await table.going()
            kind = await fault()
            kinds[kind] = kinds.get(kind, 0) + 1
            progress(done)
        await table.going()
    tried = sum(person.tried_again for person in table.people)
    checked = await verdict(table.recorder, place)
    told = ", ".join(f"{kind} {n}" for kind, n in sorted(kinds.items()))
    return (
        f"{count} faults ({told}): {sum(table.picks)} acknowledged picks, 0 lost, 0 doubled"
        f" ({tried} calls tried again by the same key); {checked}"
    )


# --- PostgreSQL -----------------------------------------------------------------------------------

_LISTENER = "query ILIKE 'LISTEN%' OR query ILIKE 'SELECT 1'"
_VICTIMS = {
    "all backends": "true",
    "one backend": "pid = (SELECT min(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid())",
    "the listener": f"({_LISTENER})",
}


async def backends(run: Run, count: int) -> str:
    """Backends of the pool and of LISTEN are ended, while PostgreSQL itself goes on."""
    import asyncpg

    rng = random.Random(f"backends {run.seed}")
    with run.server("--rate", "0") as server:

        async def fault() -> str:
            kind = rng.choice(list(_VICTIMS))
            db = await asyncpg.connect(server.database)
            try:
                await db.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <>"
                    " pg_backend_pid() AND datname = current_database()"
                    f" AND {_VICTIMS[kind]}"
                )
            finally:
                await db.close()
            return kind

        return await _suffer(run, Place.of(server.url), count, "backends", fault)


async def restarts(run: Run, count: int) -> str:
    """PostgreSQL is restarted, in good order or at once."""
    rng = random.Random(f"restarts {run.seed}")
    with node() as only:
        only.make()
        only.start()
        mine = run._replace(database=await asyncio.to_thread(new_database, address(only), "played"))

        async def fault() -> str:
            mode = rng.choice(("fast", "immediate"))
            await asyncio.to_thread(only.stop, mode)
            await asyncio.sleep(rng.random())
            await asyncio.to_thread(only.start)
            return mode

        with mine.server("--rate", "0") as server:
            return await _suffer(mine, Place.of(server.url), count, "restarts", fault)


async def failover(run: Run, count: int) -> str:
    """The primary dies, and a standby that had all acknowledged commits takes its place."""
    with ExitStack() as stack:
        nodes = [stack.enter_context(node()) for _ in range(count + 1)]
        primary = nodes[0]
        primary.make(wal_keep_size="1GB")
        primary.start()
        await asyncio.to_thread(new_database, address(primary), "played")
        left = nodes[1:]
        mine = run._replace(database=address(*nodes, database="played"))
        standby = await _standby(primary, left.pop(0))

        async def fault() -> str:
            nonlocal primary, standby
            await asyncio.to_thread(primary.stop, "immediate")
            await asyncio.to_thread(standby.promote)
            primary = standby
            if left:
                standby = await _standby(primary, left.pop(0))
            else:  # the last one has nobody to wait for
                await _wait_for_standbys(primary, "")
            return "a standby was promoted"

        with mine.server("--rate", "0") as server:
            return await _suffer(mine, Place.of(server.url), count, "failover", fault)


async def _standby(primary: Node, new: Node) -> Node:
    """A new one that follows, and without which nothing is acknowledged."""
    await asyncio.to_thread(new.follow, primary)
    await asyncio.to_thread(new.start)
    await _wait_for_standbys(primary, "*")
    return new


async def _wait_for_standbys(primary: Node, names: str) -> None:
    """Whose copies a commit waits for; they follow already when this returns."""
    import asyncpg

    db = await asyncpg.connect(address(primary))
    try:
        await db.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'")
        await db.execute("SELECT pg_reload_conf()")
        async with patience("a standby that follows"):
            while names and not await db.fetchval(
                "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
            ):
                await asyncio.sleep(0.05)
    finally:
        await db.close()


# --- a full disk -------------------------------------------------------------------------------


@contextmanager
def small_disk() -> Iterator[Path]:
    """A folder on a file system that is soon full; only root can make one."""
    import tempfile

    with tempfile.TemporaryDirectory(prefix="lp-disk-") as folder:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={_SIZE}", "tmpfs", folder], check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "-l", folder], check=True)


def _fill(disk: Path) -> Path:
    """Leave no byte free."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as out:
        for size in (1 << 20, 1 << 12):
            try:
                while True:
                    out.write(b"x" * size)
            except OSError:
                pass
    return ballast


async def disk(run: Run, count: int) -> str:
    """The disk of the store is full for some seconds, again and again."""
    if os.getuid() != 0:
        return "left out: only root can make a small disk"
    with small_disk() as place, ExitStack() as stack:
        nodes: list[Node] = []
        if run.database is None:
            mine = run._replace(database=str(place / "web.sqlite"))
        else:
            (place / "pg").mkdir()
            nodes.append(stack.enter_context(node(place / "pg")))
            nodes[0].make(max_wal_size="48MB", min_wal_size="32MB")
            nodes[0].start()
            made = await asyncio.to_thread(new_database, address(nodes[0]), "played")
            mine = run._replace(database=made)

        async def fault() -> str:
            ballast = await asyncio.to_thread(_fill, place)
            await asyncio.sleep(_FULL)
            ballast.unlink()
            for one in nodes:
                await asyncio.to_thread(one.go_on)
            return "full disk"

        with mine.server("--rate", "0") as server:
            return await _suffer(mine, Place.of(server.url), count, "disk", fault)


# --- IPv6 --------------------------------------------------------------------------------------


async def ipv6(run: Run, count: int) -> str:
    """The same over IPv6, with kills."""
    from torture_kills import kill

    rng = random.Random(f"ipv6 {run.seed}")
    with run.server("--rate", "0", "--host", "::1") as server:

        async def fault() -> str:
            await kill(server, rng, run.workers)
            return "kill -9"

        return await _suffer(run, Place.of(server.url), count, "ipv6", fault)
