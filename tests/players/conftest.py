"""Endpoints for the tests of this room, and no waiting between two attempts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.chatting import Serve, serving

from lastpick.players.llm import endpoint as room


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    with serving(monkeypatch) as start:
        yield start


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long was waited between two attempts, without waiting."""
    found: list[float] = []
    monkeypatch.setattr(room, "pause", found.append)
    return found
