"""What every test shares: repeatable chance, and a home of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from serving import Server, postgres
from visitor import Visitor

OPTIONS = ("--rate", 0, "--claim-after", 1)

settings.register_profile(
    "lastpick",
    derandomize=True,  # the same examples on every run, so that a failure is never a matter of luck
    deadline=None,  # no verdict depends on the clock
    max_examples=100,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("lastpick")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep games under a folder of the test's own, never in a real home."""
    folder = tmp_path / "home"
    monkeypatch.setenv("LASTPICK_HOME", str(folder))
    return folder


# --- servers: each worker of the test run starts its own, once ------------------------------------


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
