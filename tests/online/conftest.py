"""A server for the tests of one worker, and people at it."""

from collections.abc import Iterator

import pytest
from support.serving import Server
from support.visitor import Visitor


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("online"), "--rate", 0, "--claim-after", 1) as started:
        yield started


@pytest.fixture
def visitor(server: Server) -> Iterator[Visitor]:
    """Somebody at the public interface, as a browser is."""
    with Visitor(server.url) as someone:
        yield someone
