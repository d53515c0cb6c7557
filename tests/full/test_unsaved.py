"""A game that cannot be kept, on a real terminal: the app says so, where it is seen."""

from __future__ import annotations

from pathlib import Path

from full_screen import full_screen


def test_a_game_that_is_not_saved_is_told_in_the_app(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    env = {"LASTPICK_HOME": str(file)}
    with full_screen("play", "divisor-duel", "--full", env=env) as screen:
        screen.wait("Player 1's turn")
        screen.wait("cannot save games in")  # the first words of a text that is wrapped
        screen.press("s")
        screen.wait("This game is not kept.")
        screen.press("ctrl+c")
        assert screen.end() == 0
