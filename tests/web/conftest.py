"""Servers: each worker of the test run starts its own, once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.room import Room
from support.serving import Server, postgres
from support.visitor import Visitor

OPTIONS = ("--rate", 0, "--claim-after", 1, "--metrics", "127.0.0.1:0")


@pytest.fixture(scope="session")
def postgres_database() -> Iterator[str]:
    """The address of a PostgreSQL of our own."""
    with postgres() as address:
        yield address


@pytest.fixture(scope="session")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("sqlite"), *OPTIONS) as server:
        yield server


@pytest.fixture(scope="session")
def postgres_server(
    tmp_path_factory: pytest.TempPathFactory, postgres_database: str
) -> Iterator[Server]:
    """Two workers that share a database."""
    folder = tmp_path_factory.mktemp("postgres")
    with Server(folder, *OPTIONS, "--workers", 2, database=postgres_database) as server:
        yield server
        server.stop()  # before the database goes


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def server(request: pytest.FixtureRequest) -> Server:
    """Each kind of server in turn, with no limit on calls."""
    found = request.getfixturevalue(f"{request.param}_server")
    assert isinstance(found, Server)
    return found


@pytest.fixture
def visitor(server: Server) -> Iterator[Visitor]:
    with Visitor(server.url) as someone:
        yield someone


@pytest.fixture
def guest(sqlite_server: Server) -> Iterator[Visitor]:
    """A visitor, where the kind of server does not matter."""
    with Visitor(sqlite_server.url) as someone:
        yield someone


@pytest.fixture
def room(tmp_path: Path) -> Room:
    """Games without a network."""
    return Room(tmp_path)
