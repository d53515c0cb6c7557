"""How tiles look: readable in every theme, and each state told apart without colours."""

from __future__ import annotations

from itertools import combinations

import pytest
from rich.color import Color
from support.contrast import contrast, narrowed

from lastpick.record.board import LEGAL, OPEN, PICKED, REMOVED, START
from lastpick.terminal.full.board_layout import arrange
from lastpick.terminal.full.look import Coat, Face, look_of
from lastpick.terminal.full.themes import COLOURS, GROUPS, NONE, themes
from lastpick.terminal.full.tile import draw

LAYOUTS = {
    "3x1": arrange(11, 20, 39, 1),
    "4x1": arrange(1, 100, 40, 10),
    "5x1": arrange(1, 100, 56, 18),
    "5x2": arrange(1, 100, 52, 20),
    "boxed": arrange(1, 20, 56, 18),
    "large": arrange(1, 20, 160, 50),
}
STATES = {
    "legal": Face(LEGAL, turn=1),
    "open": Face(OPEN, turn=1),
    "picked 1": Face(PICKED, 1, 3, turn=1),
    "picked 2": Face(PICKED, 2, 4, turn=1),
    "last 1": Face(PICKED, 1, 3, last=True, turn=1),
    "last 2": Face(PICKED, 2, 4, last=True, turn=1),
    "removed": Face(REMOVED, 1, by=3, turn=1),
    "start": Face(START, turn=1),
    "start, and last": Face(START, last=True, turn=1),
    "would go": Face(LEGAL, turn=1, preview="go"),
    "could answer": Face(LEGAL, turn=1, preview="answer"),
    "open, could answer": Face(OPEN, turn=1, preview="answer"),
    "good": Face(LEGAL, turn=1, mark="good"),
    "bad": Face(LEGAL, turn=1, mark="bad"),
    "hint": Face(LEGAL, turn=1, mark="hint"),
    "pair": Face(LEGAL, turn=1, letter="a"),
    "group": Face(LEGAL, turn=1, letter="A", group=0),
    "refused": Face(OPEN, turn=1, refused=True),
}
STATES |= {
    f"cursor on {name}": face._replace(cursor=True)
    for name, face in STATES.items()
    if not face.preview and not face.refused
}

NAMES = ("Ann", "Bob")


@pytest.mark.parametrize("size", LAYOUTS)
@pytest.mark.parametrize("n", [17, 20])
def test_states_are_told_apart_without_colours(size: str, n: int) -> None:
    layout, look = LAYOUTS[size], look_of(NONE)
    drawn = {name: str(draw(n, look.coat(face), layout, look)) for name, face in STATES.items()}
    same = [pair for pair in combinations(drawn, 2) if drawn[pair[0]] == drawn[pair[1]]]
    assert not same


def test_the_longest_number_of_the_narrowest_tiles_shows_its_state_too() -> None:
    layout, look = LAYOUTS["4x1"], look_of(NONE)
    assert layout.tile_width == 4
    drawn = {name: str(draw(100, look.coat(face), layout, look)) for name, face in STATES.items()}
    same = {pair for pair in combinations(drawn, 2) if drawn[pair[0]] == drawn[pair[1]]}
    assert not same


@pytest.mark.parametrize("size", LAYOUTS)
@pytest.mark.parametrize("theme", [*COLOURS, NONE])
def test_a_tile_is_as_large_as_it_should_be(size: str, theme: str) -> None:
    layout, look = LAYOUTS[size], look_of(theme)
    for face in STATES.values():
        for n in (layout.first, 12, layout.last):
            lines = draw(n, look.coat(face), layout, look)
            assert len(lines) == layout.tile_height
            assert {sum(len(piece.text) for piece in line) for line in lines} == {layout.tile_width}
            if size != "large":
                assert str(n) in "".join(piece.text for line in lines for piece in line)


def test_without_colours_there_are_none() -> None:
    look = look_of(NONE)
    for face in STATES.values():
        for line in draw(17, look.coat(face), LAYOUTS["boxed"], look):
            assert all(piece.style and not piece.style.color for piece in line)
            assert all(piece.style and not piece.style.bgcolor for piece in line)


# --- contrast -------------------------------------------------------------------------------------


def test_contrast_is_what_is_published_for_it() -> None:
    assert contrast(Color.parse("#000000"), Color.parse("#ffffff")) == pytest.approx(21)
    assert contrast(Color.parse("#767676"), Color.parse("#ffffff")) == pytest.approx(4.54, abs=0.01)


def texts(coat: Coat) -> list[tuple[Color, Color]]:
    styles = [coat.number, coat.note, coat.sign or coat.note, coat.pointed or coat.number]
    return [(style.color, style.bgcolor) for style in styles if style.color and style.bgcolor]


@pytest.mark.parametrize("theme", COLOURS)
def test_text_is_readable(theme: str) -> None:
    look, least = look_of(theme), 7 if theme == "lastpick-contrast" else 4.5
    faces = list(STATES.values())
    faces += [Face(LEGAL, turn=2), Face(LEGAL), Face(LEGAL, turn=2, cursor=True), Face(REMOVED, 2)]
    faces += [Face(LEGAL, turn=2, preview="go"), Face(OPEN, turn=2, preview="answer")]
    faces += [Face(OPEN, partner=True), *(Face(OPEN, group=group) for group in range(GROUPS))]
    for face in faces:
        for ink, ground in texts(look.coat(face)):
            assert contrast(ink, ground) >= least, face
            assert contrast(*narrowed(ink, ground)) >= 4.5, face


@pytest.mark.parametrize("theme", COLOURS)
def test_the_words_of_the_app_are_readable(theme: str) -> None:
    colours = COLOURS[theme]
    for ink in ("ink", "quiet", "faint", "ink1", "ink2", "good", "bad", "hint"):
        for ground in ("paper", "panel"):
            both = Color.parse(colours[ink]), Color.parse(colours[ground])
            assert contrast(*both) >= 4.5, (ink, ground)
            assert contrast(*narrowed(*both)) >= 4.5, (ink, ground)


def test_every_theme_has_the_same_colours() -> None:
    kinds = {frozenset(colours) for colours in COLOURS.values()}
    assert len(kinds) == 1
    assert [theme.name for theme in themes()] == [*COLOURS, NONE]
