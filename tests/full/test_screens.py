"""Stored screens: the app looks as it did, in characters and styles.

To write them anew after a change that is meant: make screens SCREENS="NAME NAME"
"""

from difflib import unified_diff

import pytest
from support.stored_screens import FOLDER, scenes, screen


@pytest.mark.parametrize("name", scenes())
def test_a_screen_looks_as_it_is_stored(name: str) -> None:
    stored = (FOLDER / f"{name}.txt").read_text().splitlines()
    now = screen(name).splitlines()
    difference = "\n".join(unified_diff(stored, now, "stored", "now", lineterm=""))
    assert not difference, f'{difference}\nIf it is meant: make screens SCREENS="{name}"'


def test_every_stored_screen_is_one_of_the_scenes() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(scenes())
