"""Requests that no honest client sends: our own mutator, and schemathesis, stateful too."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from rig import Run
from support import serving
from torture_fuzz import fuzz

# A body that is too large is refused before anybody looks into it.
_CONFIG = """
[checks]
negative_data_rejection.expected-statuses = [
    400, 401, 403, 404, 405, 410, 413, 414, 415, 422, 429, 431,
]
"""
_PHASES = "coverage,fuzzing,stateful"
# Not: a request of the right shape may still break a rule of the game, and is refused then.
_WITHOUT = "positive_data_acceptance"
_ENDLESS = "/api/games/{game_id}/events"


@pytest.fixture(scope="module")
def postgresql() -> Iterator[str]:
    with serving.postgres() as address:
        yield address


def test_changed_requests_harm_nobody(tmp_path: Path) -> None:
    found = asyncio.run(fuzz(Run("SQLite", tmp_path / "server", None, 1, seed=1), 1_500))
    assert "no 5xx, no traceback" in found


def test_changed_requests_harm_nobody_on_postgresql(tmp_path: Path, postgresql: str) -> None:
    database = serving.new_database(postgresql, "fuzz")
    found = asyncio.run(fuzz(Run("PostgreSQL", tmp_path / "server", database, 1, seed=2), 500))
    assert "no 5xx, no traceback" in found


def test_schemathesis_finds_nothing(tmp_path: Path) -> None:
    config = tmp_path / "schemathesis.toml"
    config.write_text(_CONFIG)
    program = str(Path(sys.executable).with_name("st"))
    with Run("SQLite", tmp_path / "server", None, 1, seed=1).server("--rate", "0") as server:
        done = subprocess.run(
            [program, "--no-color", "--config-file", str(config), "run",
             f"{server.url}/openapi.json", "--seed", "1", "--max-examples", "3",
             "--phases", _PHASES, "--checks", "all", "--exclude-checks", _WITHOUT,
             "--exclude-path", _ENDLESS, "--warnings", "off", "--generation-database", "none",
             "--request-timeout", "60"],
            cwd=tmp_path, capture_output=True, text=True, check=False, timeout=600,
        )  # fmt: skip
        log = server.log.read_text()
    assert done.returncode == 0, done.stdout[-5_000:] + done.stderr[-2_000:]
    assert "Stateful" in done.stdout
    assert "Traceback" not in log
    assert '"level": "error"' not in log
