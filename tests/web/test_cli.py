"""`lastpick serve` that cannot start: one line on standard error, and the right exit code."""

import re
import signal
import socket
import sqlite3
import sys
import threading
import webbrowser
from pathlib import Path

import pytest
from support.running import TIMEOUT, environment, run
from support.serving import Server
from support.visitor import Visitor

from lastpick.errors import ServeError
from lastpick.web.http import serve
from lastpick.web.http.metrics_endpoint import exposed
from lastpick.web.http.serve import what_that_means
from lastpick.web.http.settings import Settings
from lastpick.web.store.one_server import Hold

UNABLE, USAGE = 1, 2


def told(*args: object, code: int = UNABLE, env: dict[str, str] | None = None) -> str:
    """The one line that `lastpick serve` says when it refuses."""
    done = run("serve", "--no-browser", *args, env=env)
    assert done.code == code, done
    assert "Traceback" not in done.err
    assert done.out == ""
    lines = done.err.splitlines()
    assert lines[-1].startswith("lastpick")
    assert code == USAGE or len(lines) == 1, lines
    return lines[-1]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def test_a_port_that_is_taken(database: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        line = told("--port", port, "--database", database)
    assert f"cannot listen at 127.0.0.1 port {port}" in line
    assert "try --port 0" in line


@pytest.mark.parametrize("host", ["no such host", "192.0.2.1", "x" * 300])
def test_an_address_that_is_not_here(database: Path, host: str) -> None:
    assert "cannot listen at" in told("--port", 0, "--host", host, "--database", database)


@pytest.mark.parametrize("host", ["ä..b", "ä" * 300])
def test_what_can_be_no_address(host: str) -> None:
    with pytest.raises(ServeError, match=r"cannot listen at ä.* port 0"):
        serve._listen(Settings(host=host, port=0))


def test_what_can_be_no_address_for_metrics() -> None:
    with (
        pytest.raises(ServeError, match="cannot show metrics"),
        exposed(Settings(metrics=f"{'x' * 300}:80")),
    ):
        pass


def test_no_address_is_not_every_address(database: Path) -> None:
    assert "--host is empty" in told("--port", 0, "--host", "", "--database", database)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "2001:db8::7", "fe80::1%eth0"])
def test_whoever_listens_to_others_is_told_what_that_means(host: str) -> None:
    said = what_that_means(host)
    for word in ("Everybody on the network", "plain HTTP", "TLS", "--origin"):
        assert word in said
    assert all(len(line) < 100 for line in said.splitlines())


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "::1"])
def test_nothing_is_said_of_a_server_for_this_machine(host: str) -> None:
    assert what_that_means(host) == ""


def test_whoever_opens_the_address_that_is_printed_plays_without_any_option(tmp_path: Path) -> None:
    """As a tablet's browser does; nobody does under a name that a stranger has lead here."""
    with Server(tmp_path, "--host", "0.0.0.0") as server, Visitor(server.url) as tablet:
        assert server.process.stdout
        assert server.process.stdout.readline().startswith(b"Everybody on the network")
        assert "127.0.0.1" not in server.url
        tablet.http.headers.update({"origin": server.url, "sec-fetch-site": "same-origin"})
        table = tablet.friends()
        table.play(6)
        with tablet.news(table.id) as stream:
            assert stream.through("state")[-1].data["picks"] == [6]
        for path in (
            "/",
            "/api/catalog",
            table.path,
            f"{table.path}/events",
            "/picture/lastpick.png",
        ):
            rebound = {"host": "evil.example", "origin": "http://evil.example"}
            answer = tablet.call("GET", path, headers=rebound)
            assert (answer.status, "--origin" in answer.error) == (403, True)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a file, not a folder")
    line = told("--port", 0, "--database", tmp_path / "file" / "games.sqlite")
    assert "cannot open the database" in line


def test_a_folder_in_place_of_a_database(tmp_path: Path) -> None:
    assert "cannot open the database" in told("--port", 0, "--database", tmp_path)


def test_a_home_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file, not a folder")
    line = told("--port", 0, env=environment({"LASTPICK_HOME": str(tmp_path / "home")}))
    assert "cannot open the database" in line


def test_a_file_that_is_no_database(database: Path) -> None:
    database.write_bytes(b"somebody's letter\n" * 100)
    assert "file is not a database" in told("--port", 0, "--database", database)
    assert database.read_bytes() == b"somebody's letter\n" * 100


def test_a_database_of_a_newer_version(database: Path) -> None:
    with sqlite3.connect(database) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    assert "written by a newer Lastpick" in told("--port", 0, "--database", database)


def test_a_database_that_another_server_uses(sqlite_server: Server) -> None:
    line = told("--port", 0, "--database", sqlite_server.database)
    assert "in use by another server" in line


def test_a_server_that_says_where_it_is_has_its_games(tmp_path: Path) -> None:
    with Server(tmp_path) as server, pytest.raises(BlockingIOError):
        Hold(server.database).let_go()


def test_several_workers_need_postgresql(database: Path) -> None:
    line = told("--port", 0, "--workers", 2, "--database", database)
    assert "several workers share games through PostgreSQL" in line
    assert "several workers" in told("--port", 0, "--workers", 2)


@pytest.mark.parametrize(
    ("address", "workers"),
    [
        ("postgresql://ann:secret@127.0.0.1:1/games", 2),
        ("postgresql:///games?host=/nowhere", 1),
        ("postgresql://ann:secret@127.0.0.1:port/games", 1),
        ("postgresql://127.0.0.1:99999/games", 1),
        ("postgresql://127.0.0.1:1/games?sslmode=nonsense", 1),
        ("postgresql://[", 1),
    ],
)
def test_a_postgresql_that_does_not_answer(address: str, workers: int) -> None:
    line = told("--port", 0, "--workers", workers, "--database", address)
    assert "cannot use the database" in line
    assert "secret" not in line


@pytest.mark.parametrize("package", ["uvicorn", "starlette", "pydantic", "httptools"])
def test_a_package_that_is_not_installed(tmp_path: Path, package: str) -> None:
    """A folder before the others, in which the package cannot be imported."""
    (tmp_path / f"{package}.py").write_text(
        f"raise ModuleNotFoundError('No module named {package}', name='{package}')"
    )
    env = environment({"PYTHONPATH": str(tmp_path)})
    line = told("--port", 0, "--database", tmp_path / "games.sqlite", env=env)
    assert f"the server needs {package}, which is not installed" in line
    assert "pip install 'lastpick[web]'" in line


def test_a_postgresql_without_its_package(tmp_path: Path) -> None:
    (tmp_path / "asyncpg.py").write_text("raise ModuleNotFoundError('no', name='asyncpg')")
    env = environment({"PYTHONPATH": str(tmp_path)})
    line = told("--port", 0, "--database", "postgresql://127.0.0.1:1/games", env=env)
    assert "asyncpg" in line
    assert "pip install 'lastpick[postgres]'" in line


@pytest.mark.parametrize(
    "args",
    [
        ("--port", "x"),
        ("--port", "65536"),
        ("--port", "-1"),
        ("--workers", "0"),
        ("--rate", "-1"),
        ("--streams", "0"),
        ("--claim-after", "0"),
        ("--keep-days", "0"),
        ("--origin", "play.example.org"),
        ("--origin", "https://play.example.org/path"),
        ("--origin", "https://"),
        ("--embed", "school.example"),
        ("--embed", "https://school.example/path"),
        ("--embed", "https://a.example;script-src *"),
        ("--embed", "https://a.example 'unsafe-inline'"),
        ("--embed", "*"),
        ("--database", "mysql://127.0.0.1/games"),
        ("--database", ""),
        ("--nonsense",),
        ("extra",),
    ],
)
def test_wrong_usage(args: tuple[str, ...]) -> None:
    told(*args, code=USAGE)


# --- that can -------------------------------------------------------------------------------------


def test_it_says_where_it_is_and_stops_when_told(tmp_path: Path) -> None:
    with Server(tmp_path, "--quiet") as server, Visitor(server.url) as visitor:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", server.url)
        assert visitor.get("/healthz").json == {"status": "ok"}
        visitor.create("me", "level:1").play(6)
        assert server.stop() == 0
        assert '"event": "request"' not in server.log.read_text()
        server.start()
        server.process.send_signal(signal.SIGINT)
        assert server._wait() == 130
        assert "Traceback" not in server.log.read_text()


def test_a_browser_that_lasts_as_long_as_its_user_stays_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One that runs in the terminal: what it shows is this server."""
    goes_on, shown = threading.Event(), threading.Event()
    came: list[bool] = []

    def browse(_: str) -> None:
        came.append(goes_on.wait(TIMEOUT))
        shown.set()

    monkeypatch.setattr(webbrowser, "open", browse)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        serve._announce(listening, None, True)
    goes_on.set()
    assert shown.wait(TIMEOUT)
    assert came == [True]
