"""Stored screens: the app looks as it did, in characters and styles.

To write them anew after a change that is meant: make stored-screens SCREENS="NAME NAME"
"""

import re
from difflib import unified_diff
from pathlib import Path

import pytest
from support.stored_screens import FOLDER, SIZES, scenes, screen


@pytest.mark.parametrize("name", scenes())
def test_a_screen_looks_as_it_is_stored(name: str) -> None:
    stored = (FOLDER / f"{name}.txt").read_text().splitlines()
    now = screen(name).splitlines()
    difference = "\n".join(unified_diff(stored, now, "stored", "now", lineterm=""))
    assert not difference, f'{difference}\nIf it is meant: make stored-screens SCREENS="{name}"'


def test_a_board_below_a_dialog_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine that is so busy that it draws four times a second."""
    monkeypatch.setattr("textual.screen.UPDATE_PERIOD", 0.25)
    test_a_screen_looks_as_it_is_stored("give-up")


@pytest.mark.parametrize("path", FOLDER.glob("*.txt"), ids=lambda path: path.stem)
def test_without_colours_there_is_none(path: Path) -> None:
    """The last column of every key: signs and weights alone."""
    keys = re.findall(r"^  light +dark +none\n((?:. .+\n)+)", path.read_text(), re.MULTILINE)
    assert len(keys) == len(SIZES)
    for line in "".join(keys).splitlines():
        weights = line.split("  ")[-1].split()
        assert set(weights) <= {"default", "bold", "dim", "underline", "strike", "reverse"}


def test_every_stored_screen_is_one_of_the_scenes() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(scenes())
