"""A log that nobody reads stops nobody: neither the server nor its end."""

import asyncio
import json
import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.running import TIMEOUT, environment
from support.visitor import Visitor

from lastpick.web.http import logging_setup, serve
from lastpick.web.http.guard import Guard
from lastpick.web.http.limits import Buckets, Limits
from lastpick.web.http.logging_setup import Lines, QueuedStream
from lastpick.web.http.route import Routes
from lastpick.web.http.settings import Settings

FILLED = "x" * 4000 + "\n"


class Full:
    """A pipe that takes nothing more."""

    def __init__(self) -> None:
        self.reader, self.writer = os.pipe()
        os.set_blocking(self.writer, False)
        self.filled = 0
        for piece in (FILLED.encode(), b"\n"):
            try:
                while True:
                    self.filled += os.write(self.writer, piece)
            except BlockingIOError:
                pass
        os.set_blocking(self.writer, True)

    def read(self) -> str:
        """What stands in it after what filled it, when all who write have closed it."""
        with os.fdopen(self.reader, "rb") as reader:
            return reader.read()[self.filled :].decode()

    def read_next(self) -> str:
        """The next line after what filled it, as soon as it is written."""
        with os.fdopen(self.reader, "rb", buffering=0, closefd=False) as reader:
            while self.filled:
                self.filled -= len(reader.read(self.filled))
            return reader.readline().decode()

    def read_all(self) -> str:
        os.close(self.writer)
        return self.read()


@pytest.fixture
def full() -> Full:
    return Full()


def lines(number: int) -> Iterator[str]:
    for i in range(number):
        yield json.dumps({"event": "said", "number": i, "more": "y" * 50}) + "\n"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging_setup, "_LAST", 0.01)


@pytest.mark.usefixtures("impatient")
def test_who_does_not_read_misses_lines_and_is_told_how_many(
    full: Full, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging_setup, "_MOST_WAITING", 20_000)
    stream = QueuedStream(full.writer)
    for line in lines(1000):
        stream.write(line)
    stream.drain()
    dropped = stream.dropped
    assert 500 < dropped < 1000
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(full.read()))
    reader.start()
    monkeypatch.setattr(logging_setup, "_LAST", TIMEOUT)
    stream.drain()
    os.close(full.writer)
    reader.join()
    *came, report = map(json.loads, read[0].splitlines())
    assert [line["number"] for line in came] == list(range(1000 - dropped))
    assert (report["event"], report["level"]) == ("lines of the log were dropped", "warning")
    assert report["dropped"] == dropped


def test_lines_that_can_never_be_written_are_counted(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w") as file:
        read_only = os.open(file.name, os.O_RDONLY)
    stream = QueuedStream(read_only)
    for line in lines(3):
        stream.write(line)
    stream.drain()
    assert stream.dropped == 3
    os.close(read_only)


@pytest.mark.usefixtures("impatient")
def test_where_nobody_reads_where_the_server_is_it_serves_all_the_same(
    full: Full, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open(full.writer, "w", closefd=False) as stdout:
        monkeypatch.setattr(sys, "stdout", stdout)
        announced = threading.Thread(target=serve._print, args=("here\n",), daemon=True)
        announced.start()
        announced.join(TIMEOUT)
        assert not announced.is_alive()
    assert full.read_next() == "here\n"
    assert full.read_all() == ""


@pytest.mark.skipif(sys.platform == "win32", reason="it knows no SIGTERM")
def test_a_server_whose_log_is_not_read_serves_and_ends(full: Full, tmp_path: Path) -> None:
    """The pipe is full from the start, so that the first line would do."""
    words = ("--port", "0", "--no-browser", "--database", str(tmp_path / "web.sqlite"))
    process = subprocess.Popen(
        [sys.executable, "-m", "lastpick", "serve", *words],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=full.writer, env=environment(),
    )  # fmt: skip
    hung = threading.Timer(TIMEOUT, process.kill)  # whoever waits for it then goes on
    hung.start()
    assert process.stdout
    try:
        url = process.stdout.readline().decode().split()[3].rstrip("/")
        with Visitor(url) as visitor:
            assert visitor.get("/healthz").status == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 0
    finally:
        hung.cancel()
        process.kill()
        process.wait()
        process.stdout.close()
    full.read_all()


@pytest.mark.parametrize("status", [429, 500])
def test_refusals_are_sampled(status: int, caplog: pytest.LogCaptureFixture) -> None:
    """Refusing costs an attacker nothing and the server nearly nothing; logging it would."""

    async def call(guard: Guard, times: int) -> None:
        transport = httpx.ASGITransport(guard)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            for _ in range(times):
                assert (await client.get("/" + "x" * 5000)).status_code == status

    async def fail(_: Any) -> Any:
        raise ValueError("as a mistake does")

    pace = Limits(1e-9 if status == 429 else 0.0, 1, 1e-9)
    guard = Guard(Routes(), fail, pace, Settings(), nullcontext)
    with caplog.at_level(logging.INFO, "lastpick.web"):
        guard._refusals = Buckets(1e-9, 3.0)
        asyncio.run(call(guard, 8))
        guard._refusals = Buckets(1e-9, 3.0)
        asyncio.run(call(guard, 1))
    logged = [record for record in caplog.records if record.message == "request"]
    assert len(logged) == (4 if status == 429 else 9)
    said = [json.loads(Lines().format(record)) for record in caplog.records]
    assert [line.get("not_logged") for line in said][-1] == (5 if status == 429 else None)
    assert {len(line["path"]) for line in said} == {200}
