"""What Prometheus reads: counted rightly, on an address of its own, and nobody's business in it."""

import logging
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.parser import text_string_to_metric_families
from support.loops import in_loop
from support.room import Room
from support.serving import Server, new_database
from support.visitor import PATIENCE, Visitor, until

from lastpick.cli import COMMANDS
from lastpick.errors import ServeError
from lastpick.web.asking.pool import Pool
from lastpick.web.http.limits import Limits
from lastpick.web.http.metrics import _BEATS_A_WINDOW, LongestLag, Metrics
from lastpick.web.http.metrics_endpoint import exposed
from lastpick.web.http.settings import Settings

PICKS = "POST /api/games/{game_id}/picks"
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


class Measured(Server):
    """A server with metrics."""

    def start(self, environment: Mapping[str, str] | None = None) -> None:
        super().start(environment)
        assert self.process.stdout
        line = self.process.stdout.readline().decode()
        assert line.startswith("Its metrics are at http://127.0.0.1:"), line
        self.metrics = line.split()[-1]

    def read(self) -> Reading:
        answer = httpx.get(self.metrics, timeout=PATIENCE, trust_env=False)
        assert answer.status_code == 200
        return parsed(answer.text)


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Measured]:
    folder = tmp_path_factory.mktemp("measured")
    with Measured(folder, "--metrics", "127.0.0.1:0", "--rate", 0, "--streams", 1) as server:
        yield server


def test_what_was_done_is_what_is_read(measured: Measured) -> None:
    with Visitor(measured.url) as visitor:
        table = visitor.create("me", "me")
        with visitor.news(table.id) as stream:
            stream.through("state")
            table.play(6, 3)
            assert visitor.get("/nothing/here").status == 404
            assert visitor.get("/metrics").status == 404, "it is not for the public"
            for _ in range(3):
                with visitor.news(table.id) as another:
                    assert another.status == 429, "one stream is the most"
            seen = until(measured.read, lambda seen: seen("streams") and seen("open_games"))
    assert seen("picks_total") == 2
    assert seen("calls_total", route=PICKS, status="2xx") == 2
    assert seen("call_seconds_count", route=PICKS) == 2
    assert seen("call_seconds_bucket", route=PICKS, le="+Inf") == 2
    assert seen("calls_total", route="other elsewhere", status="4xx") == 2
    assert seen("calls_total", route=NEWS, status="2xx") == 1
    assert seen("calls_total", route=NEWS, status="4xx") == 3
    assert seen("refusals_total", kind="TooFast") == 3
    assert seen("streams") == 1
    assert seen("commit_seconds_count") == seen("commit_size_count") > 0
    assert seen("commit_size_sum") >= 3, "a game and two picks"
    assert seen("errors_total", event="the database failed") == 0
    assert ("process_resident_memory_bytes", frozenset()) in seen.samples
    assert ("process_open_fds", frozenset()) in seen.samples
    until(measured.read, lambda seen: seen("streams") == 0)


def test_thinking_is_told_by_lane(measured: Measured) -> None:
    with Visitor(measured.url) as visitor:
        before = measured.read()
        table = visitor.create("level:1", "me", names=["Bot", "Zoe"])
        table.until(lambda state: state["version"] > 0)
    seen = until(measured.read, lambda seen: seen("thinking_seconds_total", lane="bots") > 0)
    assert seen("picks_total") > before("picks_total"), "bots pick too"
    assert seen("waiting", lane="bots") == 0
    assert {lane for name, lane in seen.labels if name == "lane"} == set(Pool().lanes)


def test_labels_name_nobody(measured: Measured) -> None:
    """Whatever is called for, by whomever: there are only so many labels, and none is theirs."""
    with Visitor(measured.url) as visitor:
        assert visitor.get("/api/games/a-game-of-zoe").status == 404
        seen = measured.read()
    text = " ".join(value for _, value in seen.labels)
    assert {name for name, _ in seen.labels} == {"route", "status", "le", "kind", "lane", "event"}
    assert "zoe" not in text.lower()
    assert "127.0.0.1" not in text
    assert all(re.fullmatch(r"\w+ \S+", value) for name, value in seen.labels if name == "route")
    assert len(seen.samples) < 1_000


def test_several_workers_are_read_at_one_place(tmp_path: Path, postgres_database: str) -> None:
    database = new_database(postgres_database, "measured")
    args = ("--metrics", "127.0.0.1:0", "--workers", 2, "--rate", 0)
    with Measured(tmp_path, *args, database=database) as server, Visitor(server.url) as visitor:

        def workers(seen: Reading) -> list[int]:
            name = "process_resident_memory_bytes"
            return [int(dict(labels)["pid"]) for known, labels in seen.samples if known == name]

        first = until(server.read, lambda seen: len(workers(seen)) == 2)
        assert server.process.pid not in workers(first)
        table = visitor.create()
        table.play(6, 3)
        for _ in range(20):
            visitor.get("/healthz")
        seen = until(server.read, lambda seen: seen("open_games") > 0)
        assert seen("calls_total", route="GET /healthz", status="2xx") == 20
        assert seen("picks_total") == 2
        os.kill(workers(seen)[0], signal.SIGKILL)
        after = until(
            server.read,
            lambda now: len(workers(now)) == 2 and workers(now) != workers(seen),
        )
        assert after("picks_total") == 2, "what a worker counted still counts"
        assert after("calls_total", route="GET /healthz", status="2xx") == 20
        assert server.stop() == 0
        log = server.log.read_text()
        assert "Traceback" not in log


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


def test_the_longest_delay_is_remembered_for_a_while() -> None:
    longest = LongestLag()
    assert longest.of(0.25) == 0.25
    told = [longest.of(0.01) for _ in range(3 * _BEATS_A_WINDOW)]
    assert told[_BEATS_A_WINDOW - 1] == 0.25
    assert told[-1] == 0.01
    assert longest.of(0.5) == 0.5


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
