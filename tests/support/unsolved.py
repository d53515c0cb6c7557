"""Bots that cannot solve anything, for tests of what they then say and what is counted."""

from __future__ import annotations

import pytest

import lastpick.oracle
import lastpick.players.best_effort
from lastpick.game import Position
from lastpick.oracle import Verdict
from lastpick.record import Guess

UNKNOWN = Verdict(None, (), False, None, "search", {"kind": "unknown", "text": "Unknown: so."})


def solve_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `perfect` know nothing: it guesses the smallest legal number."""

    def guess(position: Position, *_: object) -> Guess:
        return Guess(position.legal[0])

    monkeypatch.setattr(lastpick.oracle, "solve", lambda *_, **__: UNKNOWN)
    monkeypatch.setattr(lastpick.players.best_effort, "best_effort", guess)
