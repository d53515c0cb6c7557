"""Endpoints for the tests of this room, and no waiting between two attempts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.chatting import Act, By, Endpoint, Say
from support.model_seat import Serve

from lastpick.players.llm import endpoint as room


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    started: list[Endpoint] = []

    def start(*answers: Say | Act | By) -> Endpoint:
        started.append(Endpoint(*answers))
        return started[-1]

    for name in ("OPENAI_API_KEY", "LASTPICK_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    yield start
    for endpoint in started:
        endpoint.close()


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long was waited between two attempts, without waiting."""
    found: list[float] = []
    monkeypatch.setattr(room, "pause", found.append)
    return found
