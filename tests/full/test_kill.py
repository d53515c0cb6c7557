"""kill -9 of the app at random moments; `make torture` does a hundred."""

from pathlib import Path

from torture_screen import kill_app


def test_kills_lose_nothing_that_was_shown(tmp_path: Path) -> None:
    assert kill_app(tmp_path / "killed", 5, seed=2).startswith("5 kills: ")
