"""Short runs of `make torture`: kills, races, disconnects, and clients that do not read."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from rig import Run
from support import serving
from torture_cuts import disconnects
from torture_kills import kills
from torture_races import races
from torture_slow import torment

SQLITE, POSTGRESQL = "SQLite", "PostgreSQL"


@pytest.fixture(scope="module")
def postgresql() -> Iterator[str]:
    with serving.postgres() as address:
        yield address


def run(store: str, folder: Path, request: pytest.FixtureRequest, workers: int = 1) -> Run:
    database = None
    if store == POSTGRESQL:
        name = f"torture {request.node.name}"
        database = serving.new_database(request.getfixturevalue("postgresql"), name[:60])
    return Run(store, folder / "server", database, workers, seed=1)


@pytest.mark.parametrize(("store", "workers"), [(SQLITE, 1), (POSTGRESQL, 2)])
def test_kills_lose_and_double_nothing(
    store: str, workers: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    found = asyncio.run(kills(run(store, tmp_path, request, workers), 4))
    assert found.startswith("4 kills: ")


@pytest.mark.parametrize(("store", "workers"), [(SQLITE, 1), (POSTGRESQL, 2)])
def test_of_two_tabs_that_race_exactly_one_wins(
    store: str, workers: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    found = asyncio.run(races(run(store, tmp_path, request, workers), 150))
    assert found.startswith("150 races ")


@pytest.mark.parametrize(("store", "workers"), [(SQLITE, 1), (POSTGRESQL, 2)])
def test_after_disconnects_everybody_has_the_log(
    store: str, workers: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    found = asyncio.run(disconnects(run(store, tmp_path, request, workers), 30))
    assert "each ended with the server's log" in found


def test_who_does_not_read_is_cut_off_and_the_others_play_on(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    found = asyncio.run(torment(run(SQLITE, tmp_path, request), 5, 10, 4.0, 0.02))
    assert found.picks > 10  # how long they took is for `make torture` to say
