"""Stored screens: the app looks as it did, in characters and styles.

To write them anew after a change that is meant: make stored-screens SCREENS="NAME NAME"
"""

from difflib import unified_diff

import pytest
from support.contrast import contrast, narrowed, of_words
from support.full_screen import Driver, driven
from support.painted import WEIGHTS, grid, stored
from support.stored_screens import FOLDER, SIZES, THEMES, friends, scenes, screen

from lastpick.terminal.settings import NONE


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


def test_all_that_is_written_on_a_stored_screen_is_readable() -> None:
    """By WCAG's contrast, in a terminal's own 256 colours too; without colours there is none.

    Edges and fills of tiles and windows are drawn, not written: what they tell, a sign tells.
    """
    for path in FOLDER.glob("*.txt"):
        themes = list(stored(path.read_text()))
        assert [theme for theme, _ in themes] == [*THEMES] * len(SIZES)
        for theme, cells in themes:
            for character, style in sorted(set(cells)):
                if theme == NONE:
                    assert set(style.split()) <= {"default", *WEIGHTS}, (path.stem, style)
                elif not "\u2500" <= character <= "\u259f":
                    both = of_words(style)
                    found = min(contrast(*both), contrast(*narrowed(*both)))
                    assert found >= 4.5, (path.stem, theme, character, style)


@pytest.mark.parametrize(
    "environment", [{"NO_COLOR": "1"}, {"TERM": "xterm", "COLORTERM": ""}], ids=str
)
def test_where_the_terminal_has_no_colours_none_is_painted(environment: dict[str, str]) -> None:
    """On a board, in a window and in a message over both."""

    async def script(app: Driver) -> None:
        await app.press("g")
        app.app.complain("Something is wrong.")
        await app.settle()
        cells = [cell for row in grid(app.app) for cell in row]
        assert {"default", "bold", "bold reverse"} <= {style for _, style in cells}
        assert {weight for _, style in cells for weight in style.split()} <= {"default", *WEIGHTS}

    driven(script, friends("divisor-duel"), environment=environment)


def test_every_stored_screen_is_one_of_the_scenes() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(scenes())
