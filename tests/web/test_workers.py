"""Several workers: one that dies is replaced, and all of them leave together."""

import asyncio
import os
import signal
import socket
import sys
from pathlib import Path

import asyncpg
import pytest
from support.serving import Server, new_database
from support.visitor import Visitor, until

from lastpick.errors import ServeError
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


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="there is no /proc here")
def test_a_question_that_outlives_all_workers_does_not_hold_the_port(
    postgres_database: str, tmp_path: Path
) -> None:
    database = new_database(postgres_database, "outlived")
    with Server(tmp_path, "--workers", 2, "--quiet", database=database) as server:
        with Visitor(server.url) as visitor:
            visitor.create("level:1", "me").until(lambda state: state["version"] > 0)
        killed = workers(server)
        thinking = [pid for worker in killed for pid in children(worker)]
        assert thinking
        try:
            for pid in [*killed, *thinking]:  # as if there were much to think about
                os.kill(pid, signal.SIGSTOP)
            server.process.kill()
            for pid in killed:
                os.kill(pid, signal.SIGKILL)
            server._wait()
            server.start()
            assert server.stop() == 0
        finally:
            for pid in thinking:
                os.kill(pid, signal.SIGKILL)
