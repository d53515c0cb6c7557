"""What the operator's page tells to do, done: backup while people play, restore, the service."""

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from support.nginx import FILES, NAME
from support.serving import Server, new_database, postgres_programs
from support.visitor import PATIENCE, Visitor, new_key, until

from lastpick.cli import COMMANDS
from lastpick.web.http.one_process import SHUTDOWN

PAGE = Path(__file__).parents[2] / "docs" / "operating.md"
BACKUP = "/var/backups/lastpick"


def told(words: str) -> list[str]:
    """The commands of the page's block that holds these words, without what only root may do."""
    blocks = re.findall(r"^```sh\n(.*?)^```", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    (block,) = [block for block in blocks if words in block]
    lines = [re.sub(r"^sudo (-u \w+ )?", "", line) for line in block.splitlines()]
    return [re.sub(r" -o lastpick -g lastpick", "", line) for line in lines]


def do(lines: list[str], places: Mapping[str, str], env: Mapping[str, str] | None = None) -> None:
    for line in lines:
        if line.startswith("systemctl"):
            continue
        for place, here in places.items():
            line = line.replace(place, here)
        assert not re.search(r"/(var|run|opt)/", line), line
        subprocess.run(
            line, shell=True, check=True, timeout=PATIENCE, env={**os.environ, **(env or {})}
        )


class Players:
    """Somebody who makes games and picks in them, and remembers what was acknowledged."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.acknowledged: dict[str, list[int]] = {}
        self.tokens: dict[str, dict[str, str]] = {}
        self.stopped = threading.Event()

    def play(self) -> None:
        with Visitor(self.url) as visitor:
            while not self.stopped.is_set():
                table = visitor.create()
                self.tokens[table.id] = table.tokens
                picks = self.acknowledged[table.id] = []
                state = table.created["state"]
                while state["legal"] and not self.stopped.is_set():
                    answer = table.pick(state["turn"], state["legal"][0], state["version"])
                    assert answer.status == 201, answer.body
                    state = answer.json
                    picks.append(state["picks"][-1])

    @property
    def so_far(self) -> dict[str, list[int]]:
        return {game: list(picks) for game, picks in list(self.acknowledged.items())}


@contextmanager
def playing(server: Server) -> Iterator[Players]:
    players = Players(server.url)
    thread = threading.Thread(target=players.play)
    thread.start()
    try:
        until(lambda: players.so_far, lambda games: len(games) > 3)
        yield players
    finally:
        players.stopped.set()
        thread.join(PATIENCE)


def check(restored: Server, before: Mapping[str, list[int]], players: Players) -> None:
    """All that was acknowledged before is there, and nothing that was not played; all can go on."""
    with Visitor(restored.url) as visitor:
        for game, picks in before.items():
            state = visitor.state(game)
            assert state["picks"][: len(picks)] == picks
            assert state["picks"] == players.acknowledged[game][: len(state["picks"])]
            if state["legal"]:
                token = players.tokens[game][str(state["turn"])]
                pick = {"pick": state["legal"][0], "version": state["version"], "key": new_key()}
                assert visitor.post(f"/api/games/{game}/picks", pick, token).status == 201
    assert "Traceback" not in restored.log.read_text()


def test_an_sqlite_file_is_copied_while_people_play(sqlite_server: Server, tmp_path: Path) -> None:
    copies, there = tmp_path / "copies", tmp_path / "there"
    there.mkdir()
    with playing(sqlite_server) as players:
        before = players.so_far
        places = {BACKUP: str(copies), "python3": sys.executable}
        do(
            told("sqlite3.connect"),
            {**places, "/var/lib/lastpick/web.sqlite": sqlite_server.database},
        )
        acknowledged = len(players.so_far)
        until(lambda: len(players.so_far), lambda now: now > acknowledged)  # it goes on meanwhile
    for ending in ("", "-wal", "-shm"):
        (there / f"web.sqlite{ending}").write_bytes(b"what an older server has left behind")
    do(told("web.sqlite-wal"), {BACKUP: str(copies), "/var/lib/lastpick": str(there)})
    with Server(there, "--quiet", "--rate", 0) as restored:
        check(restored, before, players)


def test_a_postgresql_is_copied_while_people_play(postgres_server: Server, tmp_path: Path) -> None:
    address = postgres_server.database
    name = "postgresql:///lastpick?host=/run/postgresql"
    programs = postgres_programs()
    assert programs
    env = {
        "PATH": f"{programs}:{os.environ['PATH']}",
        "PGHOST": parse_qs(urlsplit(address).query)["host"][0],
        "PGUSER": "lastpick",
    }
    copies = {BACKUP: str(tmp_path)}
    with playing(postgres_server) as players:
        before = players.so_far
        do(told("pg_dump"), {**copies, name: address}, env)
    there = new_database(address, "lastpick")
    do(told("pg_restore"), {**copies, name: there}, env)
    with Server(tmp_path / "server", "--quiet", "--rate", 0, database=there) as restored:
        check(restored, before, players)
        restored.stop()


def service() -> tuple[str, re.Match[str]]:
    unit = (FILES / "lastpick.service").read_text()
    command = re.search(r"^ExecStart=(\S+) serve (.*)", unit, re.MULTILINE)
    assert command
    return unit, command


def test_the_service_starts_what_the_page_tells() -> None:
    unit, command = service()
    given = COMMANDS["serve"].parser("serve").parse_words(command[2].split())
    assert (given.host, given.port, given.proxy) == ("127.0.0.1", 8000, "127.0.0.1/32")
    assert (given.origin, given.metrics) == ([f"https://{NAME}"], "127.0.0.1:9464")
    stop = re.search(r"^TimeoutStopSec=(\d+)$", unit, re.MULTILINE)
    assert stop
    assert int(stop[1]) > 2 * SHUTDOWN


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
def test_systemd_takes_the_service(tmp_path: Path) -> None:
    """As it is, but for a program that is here."""
    unit, command = service()
    here = tmp_path / "lastpick.service"
    here.write_text(unit.replace(command[1], sys.executable))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(here)], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
