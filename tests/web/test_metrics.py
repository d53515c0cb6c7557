"""What Prometheus reads: counted rightly, on an address of its own, and nobody's business in it."""

import logging
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import httpx
import pytest
from prometheus_client import CollectorRegistry, Gauge, Metric, generate_latest, make_wsgi_app
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.process_collector import ProcessCollector
from support.loops import in_loop
from support.room import Room
from support.serving import Server
from support.visitor import PATIENCE, Visitor, until

from lastpick.cli import COMMANDS
from lastpick.errors import ServeError
from lastpick.web.asking.pool import Pool
from lastpick.web.http.limits import Limits
from lastpick.web.http.logging_setup import QueuedStream
from lastpick.web.http.metrics import _BEATS_A_WINDOW, LongestLag, Metrics
from lastpick.web.http.metrics_endpoint import AllWorkers, exposed
from lastpick.web.http.metrics_server import MetricsServer
from lastpick.web.http.settings import Settings

LOOKS = 20_000  # more than fit into some seconds, by a call each
PICKS = "POST /api/games/{game_id}/picks"
SIZE = 16 << 20  # bytes of an answer that no buffers of the system take
NEWS = "GET /api/games/{game_id}/events"


class Reading(NamedTuple):
    """What was read at one time: every sample by name and labels."""

    samples: dict[tuple[str, frozenset[tuple[str, str]]], float]

    def __call__(self, name: str, **labels: str) -> float:
        return self.samples.get((f"lastpick_{name}", frozenset(labels.items())), 0.0)

    @property
    def labels(self) -> set[tuple[str, str]]:
        return {label for _, labels in self.samples for label in labels}


def parsed(text: str) -> Reading:
    return Reading(
        {
            (sample.name, frozenset(sample.labels.items())): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }
    )


def read(server: Server) -> Reading:
    answer = httpx.get(server.metrics, timeout=PATIENCE, trust_env=False)
    assert answer.status_code == 200
    return parsed(answer.text)


def test_what_was_done_is_what_is_read(server: Server, visitor: Visitor) -> None:
    """Of one process, or of two that are read at one place."""
    before = read(server)
    table = visitor.create("me", "me", names=["Ann", "Zoe"])
    with visitor.news(table.id) as stream:
        stream.through("state")
        table.play(6, 3)
        assert visitor.get("/zoe/was/here").status == 404
        assert visitor.get("/metrics").status == 404, "it is not for the public"
        for _ in range(20):
            assert visitor.get("/api/games/zoe").status == 404
        after: Reading = until(
            lambda: read(server),
            lambda now: (
                now("streams") > 0
                and now("open_games") > 0
                and now("commit_seconds_count") == now("commit_size_count")  # none is amid that
            ),
        )

    def grown(name: str, **labels: str) -> float:
        return after(name, **labels) - before(name, **labels)

    assert grown("picks_total") >= 2, "bots of other games may be at it"
    assert grown("calls_total", route=PICKS, status="2xx") == 2
    assert grown("call_seconds_count", route=PICKS) == 2
    assert grown("call_seconds_bucket", route=PICKS, le="+Inf") == 2
    assert grown("calls_total", route=NEWS, status="2xx") == 1
    assert grown("calls_total", route="other elsewhere", status="4xx") == 2
    assert grown("calls_total", route="GET /api/games/{game_id}", status="4xx") == 20
    assert grown("refusals_total", kind="NoGame") == 20
    assert grown("commit_size_count") > 0
    assert grown("commit_size_sum") >= 2
    assert grown("errors_total", event="the database failed") == 0
    until(lambda: read(server), lambda now: now("streams") < after("streams"))


def test_labels_name_nobody(server: Server, visitor: Visitor) -> None:
    """Whatever is called for, by whomever: there are only so many labels, and none is theirs."""
    game = visitor.create("me", "me", names=["Ann", "Zoe"]).id
    visitor.get("/zoe/was/here")
    seen = read(server)
    text = " ".join(value for _, value in seen.labels)
    names = {"route", "status", "le", "kind", "lane", "event", "pid"}
    assert {name for name, _ in seen.labels} <= names
    assert "zoe" not in text.lower()
    assert game not in text
    assert "127.0.0.1" not in text
    assert all(re.fullmatch(r"\w+ \S+", value) for name, value in seen.labels if name == "route")
    assert len(seen.samples) < 1_000


def test_thinking_is_told_by_lane(sqlite_server: Server, guest: Visitor) -> None:
    before = read(sqlite_server)
    guest.create("level:1", "me").until(lambda state: state["version"] > 0)
    lane = {"lane": "bots"}
    after = until(
        lambda: read(sqlite_server),
        lambda now: (
            now("thinking_seconds_total", **lane) > before("thinking_seconds_total", **lane)
        ),
    )
    assert after("picks_total") > before("picks_total"), "bots pick too"
    assert {value for name, value in after.labels if name == "lane"} == set(Pool().lanes)


@pytest.mark.parametrize(
    ("name", "pids"), [("sqlite_server", 0), ("postgres_server", 2)], ids=["one", "several"]
)
def test_memory_and_open_files(name: str, pids: int, request: pytest.FixtureRequest) -> None:
    server = request.getfixturevalue(name)
    for _ in range(LOOKS):  # each worker tells of itself every second
        samples = read(server).samples
        found = [dict(labels) for known, labels in samples if known == "process_open_fds"]
        if len({one["pid"] for one in found if one}) == pids:
            break
    else:
        raise AssertionError(f"not of each worker: {found}")
    assert str(server.process.pid) not in {one.get("pid") for one in found}
    assert len(found) == max(pids, 1)


COUNTS = """
import sys
from prometheus_client import Counter, Gauge
Counter("picks", "", registry=None).inc(float(sys.argv[1]))
Gauge("streams", "", registry=None, multiprocess_mode="livesum").set(float(sys.argv[1]))
print(flush=True)
sys.stdin.read()
"""


def test_what_a_worker_counted_counts_when_it_has_died(tmp_path: Path) -> None:
    env = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", COUNTS, number], env=env,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )
        for number in ("5", "7")
    ]  # fmt: skip
    for worker in workers:
        assert worker.stdout
        assert worker.stdout.readline()

    def seen() -> dict[str, float]:
        names = ("picks_total", "streams")
        samples = [one for metric in AllWorkers(str(tmp_path)).collect() for one in metric.samples]
        return {one.name: one.value for one in samples if one.name in names}

    assert seen() == {"picks_total": 12, "streams": 12}
    workers[0].communicate()
    assert seen() == {"picks_total": 12, "streams": 7}
    workers[1].communicate()


def test_a_worker_that_is_killed_as_it_begins_to_count(tmp_path: Path) -> None:
    """Its file is there, and nothing in it."""
    (tmp_path / "counter_1.db").touch()
    assert list(AllWorkers(str(tmp_path)).collect()) == []


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc here")
def test_several_may_read_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    pids = {str(os.getpid()), str(other.pid)}
    for pid in pids:
        (tmp_path / f"gauge_livesum_{pid}.db").touch()
    workers, collect = AllWorkers(str(tmp_path)), ProcessCollector.collect

    def collect_between(process: ProcessCollector) -> Iterable[Metric]:
        """Another reader comes while a worker is looked at."""
        monkeypatch.setattr(ProcessCollector, "collect", collect)
        assert list(workers.collect())
        return collect(process)

    monkeypatch.setattr(ProcessCollector, "collect", collect_between)
    for metric in workers.collect():
        assert sorted(one.labels["pid"] for one in metric.samples) == sorted(pids)
    other.communicate(b"\n")


def test_several_may_find_a_worker_dead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gauge_livesum_1.db").touch()
    dead, remove = AllWorkers(str(tmp_path)), os.remove

    def nobody(*_: int) -> None:
        raise ProcessLookupError

    def remove_twice(file: str) -> None:
        remove(file)
        remove(file)

    monkeypatch.setattr(os, "kill", nobody)
    monkeypatch.setattr(os, "remove", remove_twice)
    assert list(dead.collect()) == []


@in_loop
async def test_errors_are_counted_by_what_happened(room: Room) -> None:
    registry = CollectorRegistry()
    before = list(logging.getLogger().handlers)
    try:
        Metrics(room.games, Limits(0.0, 1, 1.0), registry)
        logging.getLogger("lastpick.web").error("a request failed", extra={"path": "/zoe"})
        logging.getLogger("asyncio").error("a task of Zoe's was lost")
        logging.getLogger("lastpick.web").warning("nothing to worry about")
    finally:
        logging.getLogger().handlers[:] = before
    seen = parsed(generate_latest(registry).decode())
    assert seen("errors_total", event="a request failed") == 1
    assert seen("errors_total", event="asyncio") == 1
    assert {value for name, value in seen.labels if name == "event"} == {
        "a request failed",
        "asyncio",
        "the database failed",
    }


@in_loop
async def test_lines_of_the_log_that_nobody_read_are_counted(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry, nowhere = CollectorRegistry(), os.open(os.devnull, os.O_RDONLY)
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    monkeypatch.setattr(sys, "stderr", stream := QueuedStream(nowhere))
    monkeypatch.setattr(room.games.pool, "lanes", {}, raising=False)
    metrics = Metrics(room.games, Limits(0.0, 1, 1.0), registry)
    stream.write("a line\nand another\n")
    stream.drain()
    os.close(nowhere)
    for _ in range(2):
        metrics.read()
        assert parsed(generate_latest(registry).decode())("log_lines_dropped_total") == 2


def test_the_longest_delay_is_remembered_for_a_while() -> None:
    longest = LongestLag()
    assert longest.of(0.25) == 0.25
    told = [longest.of(0.01) for _ in range(3 * _BEATS_A_WINDOW)]
    assert told[_BEATS_A_WINDOW - 1] == 0.25
    assert told[-1] == 0.01
    assert longest.of(0.5) == 0.5


# --- strangers ------------------------------------------------------------------------------------


@contextmanager
def shown(**bounds: Any) -> Iterator[tuple[str, int]]:
    """Metrics that are large enough not to fit into the buffers of the system."""
    registry = CollectorRegistry()
    Gauge("big", "x" * SIZE, registry=registry)
    server = MetricsServer("127.0.0.1", 0, make_wsgi_app(registry, True), **bounds)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield "127.0.0.1", server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def begun(place: tuple[str, int], host: str, end: bytes = b"\r\n\r\n") -> socket.socket:
    """A connection with a request on its way."""
    wire = socket.create_connection(place, timeout=PATIENCE)
    wire.sendall(b"GET /metrics HTTP/1.1\r\nHost: " + host.encode() + end)
    return wire


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost:9464", "[::1]"])
def test_metrics_are_shown_under_a_name_of_this_machine(host: str) -> None:
    with shown() as place, begun(place, host) as wire:
        assert wire.recv(12) == b"HTTP/1.0 200"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:9464", "", "localhost\r\nHost: x"])
def test_metrics_are_shown_under_no_other(host: str) -> None:
    with shown() as place, begun(place, host) as wire:
        said = b"".join(iter(lambda: wire.recv(4096), b""))
    assert said.startswith(b"HTTP/1.0 403")
    assert said.endswith(b"under the name that --metrics gives\n")


def answered(place: tuple[str, int]) -> bytes:
    with begun(place, "localhost") as wire, suppress(ConnectionError):
        return wire.recv(12)
    return b""


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET /metrics HTTP/1.1\r\nHost: local",
        b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ],
    ids=["silent", "half", "unread"],
)
def test_a_client_of_metrics_that_does_nothing_is_cut_off(sent: bytes) -> None:
    """While there is room for one, nobody else is answered before."""
    with shown(most=1, patience=0.2) as place, socket.create_connection(place) as wire:
        wire.sendall(sent)
        until(lambda: answered(place), lambda said: said == b"HTTP/1.0 200")
        wire.settimeout(PATIENCE)
        received = 0
        with suppress(ConnectionError):
            while data := wire.recv(1 << 20):
                received += len(data)
        assert received < SIZE


def test_so_many_clients_of_metrics_at_once() -> None:
    with shown(most=1) as place:
        with socket.create_connection(place):
            assert answered(place) == b""
        until(lambda: answered(place), lambda said: said == b"HTTP/1.0 200")


# --- not asked for, or not to be had --------------------------------------------------------------


def refusal(address: str) -> str:
    with pytest.raises(ServeError) as refused, exposed(Settings(metrics=address)):
        pass
    return str(refused.value)


def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"127.0.0.1:{other.getsockname()[1]}"
        assert refusal(address) == (
            f"cannot show metrics at {address}: Address already in use; try another port"
        )


@pytest.mark.parametrize("where", ["9464", "127.0.0.1", "127.0.0.1:65536", ":9464", "::1:9464"])
def test_an_address_that_is_none(where: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        COMMANDS["serve"].parser("serve").parse_words(["--metrics", where])
    assert left.value.code == 2
    line = capsys.readouterr().err
    assert line.count("\n") == 1
    assert "expected an address and a port, as in 127.0.0.1:9464" in line


def test_a_package_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    assert refusal("127.0.0.1:0") == (
        "--metrics needs prometheus_client, which is not installed;"
        " install it with: pip install 'lastpick[metrics]'"
    )


def test_without_metrics_nothing_of_them_is_loaded(tmp_path: Path) -> None:
    code = (
        "import sys; from lastpick.web.http import serve; from lastpick.web.http.app import build;"
        "from lastpick.web.http.settings import Settings;"
        f"guard = build(Settings(database={str(tmp_path / 'games.sqlite')!r}));"
        "assert guard.answered is None;"
        "print(*(name for name in sys.modules if 'prometheus' in name or name.endswith('metrics')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
