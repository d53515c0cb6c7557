"""Several workers: one that dies is replaced, and all of them leave together."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from support.loops import in_loop
from support.running import TIMEOUT
from support.serving import Server, new_database
from support.visitor import Visitor, until

from lastpick.errors import ServeError
from lastpick.web.http import worker
from lastpick.web.http import workers as keeping


def children(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def workers(server: Server) -> list[int]:
    return children(server.process.pid)


def let_in(address: str, name: str, answer: bool) -> None:
    """Whether a database takes new connections; those that it has go on."""

    async def tell() -> None:
        db = await asyncpg.connect(address)
        try:
            await db.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS {answer}")
        finally:
            await db.close()

    asyncio.run(tell())


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="there is no /proc here")
def test_a_worker_that_dies_is_replaced_also_when_the_database_comes_back_later(
    postgres_database: str, tmp_path: Path
) -> None:
    database = new_database(postgres_database, "mortal")
    with (
        Server(tmp_path, "--workers", 2, "--quiet", database=database) as server,
        Visitor(server.url) as visitor,
    ):
        log = server.log.read_text
        assert log().count("the server is ready") == 2  # before anybody was told where it is
        first, second = workers(server)
        let_in(postgres_database, "mortal", False)
        os.kill(first, signal.SIGKILL)
        until(log, lambda said: "a worker could not start" in said)
        assert "is not currently accepting connections" in log()
        assert visitor.get("/").status == 200
        let_in(postgres_database, "mortal", True)
        until(log, lambda said: said.count("the server is ready") == 3)
        assert second in workers(server)
        all_of_them = workers(server)
        assert len(all_of_them) == 2
        server.process.send_signal(signal.SIGHUP)  # as from a terminal that is closed
        assert server._wait() == 0
        assert not [pid for pid in all_of_them if Path(f"/proc/{pid}").exists()]
        assert "Traceback" not in log()


def test_while_the_workers_end_nobody_waits_in_line_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    refused: list[OSError] = []

    async def end(_: object) -> None:
        with pytest.raises(ConnectionRefusedError) as error:
            socket.create_connection(place).close()
        refused.append(error.value)

    monkeypatch.setattr(keeping._Place, "end", end)
    monkeypatch.setattr(sys, "executable", "false")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        place = listening.getsockname()
        with pytest.raises(ServeError, match="a worker ended as it started, with 1"):
            asyncio.run(keeping.keep_workers(1, listening, lambda: None))
    assert refused


class Silent:
    """A worker that says something only in some of the seconds in which it is listened to."""

    pid = 0

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *speaks: int) -> None:
        self.stdout = asyncio.StreamReader()
        self.seconds = 0
        self.killed = False
        self._speaks = speaks
        monkeypatch.setattr(asyncio, "wait", self.wait)

    async def wait(
        self, waiting: list[asyncio.Future[bytes]], timeout: float
    ) -> tuple[set[asyncio.Future[bytes]], set[asyncio.Future[bytes]]]:
        """One that takes no time: each is a second, however long it was."""
        assert timeout == 1.0
        self.seconds += 1
        if self.seconds in self._speaks:
            self.stdout.feed_data(b"\n")
            await waiting[0]
            return set(waiting), set()
        return set(), set(waiting)

    def kill(self) -> None:
        self.killed = True
        self.stdout.feed_eof()


@in_loop
async def test_a_worker_that_was_silent_for_ten_seconds_is_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    silent = Silent(monkeypatch, 10, 19)
    with socket.socket() as listening:
        place: Any = keeping._Place(listening)
    place._process = silent
    assert await place._line(keeping._SILENCE) == b"\n"
    assert await place._line(keeping._SILENCE) == b"\n"
    assert not silent.killed
    assert await place._line(keeping._SILENCE) == b""
    assert (silent.seconds, silent.killed) == (29, True)


@pytest.mark.skipif(sys.platform == "win32", reason="it has no shells")
def test_a_worker_that_hangs_is_replaced(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The first becomes ready and then says nothing more; the second speaks."""
    script, pids = tmp_path / "worker", tmp_path / "pids"
    script.write_text(
        f"#!/bin/sh\necho $$ >> {pids}\necho\necho ready\n"
        f"[ $(wc -l < {pids}) = 1 ] && exec sleep 3600\nwhile echo; do sleep 0.01; done\n"
    )
    script.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(script))
    monkeypatch.setattr(worker, "BEAT", 0.05)

    async def keep() -> None:
        keeper = asyncio.ensure_future(keeping.keep_workers(1, listening, lambda: None))
        async with asyncio.timeout(TIMEOUT):
            while not pids.exists() or len(pids.read_text().split()) < 2:
                await asyncio.sleep(0.01)
        keeper.cancel()
        await asyncio.wait([keeper])

    with socket.create_server(("127.0.0.1", 0)) as listening:
        asyncio.run(keep())
    first = int(pids.read_text().split()[0])
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)


def test_a_worker_whose_loop_hangs_leaves_without_its_supervisor() -> None:
    code = (
        "import signal, time; from lastpick.web.http import worker as own; own.SHUTDOWN = 0;"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN); own._leave_with_supervisor();"
        f"print(flush=True); time.sleep({TIMEOUT})"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == b"\n"
        process.communicate()  # which ends its input
    assert process.returncode == 1


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="there is no /proc here")
def test_a_question_that_outlives_all_workers_does_not_hold_the_port(
    postgres_database: str, tmp_path: Path
) -> None:
    database = new_database(postgres_database, "outlived")
    with Server(tmp_path, "--workers", 2, "--quiet", database=database) as server:
        with Visitor(server.url) as visitor:
            visitor.create("level:1", "me").until(lambda state: state["version"] > 0)
        killed = workers(server)
        thinking = [pid for one in killed for pid in children(one)]
        assert thinking
        try:
            for pid in [*killed, *thinking]:  # as if there were much to think about
                os.kill(pid, signal.SIGSTOP)
            server.process.kill()  # and workers that hang leave with it
            server._wait()
            server.start()
            assert server.stop() == 0
        finally:
            for pid in thinking:
                os.kill(pid, signal.SIGKILL)
