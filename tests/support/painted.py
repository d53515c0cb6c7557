"""A Textual screen as text: what stands where, and how it is painted.

The first grid holds the characters, the second a letter for the style of each, and a key tells
what each letter means. Letters are given in the order in which styles are met; a dot is the style
that covers most of the screen.
"""

from __future__ import annotations

from collections import Counter
from string import ascii_letters, digits
from typing import Any

from rich.cells import cell_len
from rich.color import Color, ColorType
from rich.style import Style
from textual.app import App

_LETTERS = ascii_letters + digits + "!#$%&*+-/<=>?@^_~"
_WEIGHTS = ("bold", "dim", "italic", "underline", "strike", "reverse", "blink")
Cell = tuple[str, str]  # a character, and its style in words


def painted(app: App[Any]) -> str:
    """What the app's screen shows now, with its styles."""
    rows = grid(app)
    counted = Counter(style for row in rows for _, style in row)
    usual = min(counted, key=lambda style: (-counted[style], style))
    letters = {usual: "."}
    for row in rows:
        for _, style in row:
            if style not in letters:
                letters[style] = _letter(len(letters) - 1)
    width = max(map(len, rows), default=0)
    edge = "+" + "-" * width + "+"
    return "\n".join(
        [
            edge,
            *("|" + "".join(character for character, _ in row) + "|" for row in rows),
            edge,
            *("|" + "".join(letters[style] for _, style in row) + "|" for row in rows),
            edge,
            *(f"{letter} {style}" for style, letter in letters.items()),
            "",
        ]
    )


def characters(app: App[Any]) -> list[str]:
    """The lines of the screen, without styles."""
    return ["".join(character for character, _ in row) for row in grid(app)]


def grid(app: App[Any]) -> list[list[Cell]]:
    """Every cell of the screen. The second cell of a wide character holds no character."""
    filters = app.get_line_filters()
    background = app.screen.background_colors[1]
    rows: list[list[Cell]] = []
    for strip in app.screen._compositor.render_strips():
        for line_filter in filters:
            strip = strip.apply_filter(line_filter, background)
        row: list[Cell] = []
        for text, style, _ in strip:
            words = in_words(style)
            for character in text:
                row.append((character, words))
                row += [("", words)] * (cell_len(character) - 1)
        rows.append(row)
    return rows


def in_words(style: Style | None) -> str:
    """A style as `ink on ground`, and what else is special about it."""
    if style is None:
        return "default"
    colours = f"{_colour(style.color)} on {_colour(style.bgcolor)}"
    weights = [name for name in _WEIGHTS if getattr(style, name)]
    return (
        " ".join([colours, *weights])
        if colours != "default on default"
        else (" ".join(weights) or "default")
    )


def _colour(colour: Color | None) -> str:
    if colour is None or colour.type is ColorType.DEFAULT:
        return "default"
    return colour.triplet.hex if colour.triplet else colour.name


def _letter(at: int) -> str:
    """A letter for each style; those beyond the last letter share a sign."""
    return _LETTERS[at] if at < len(_LETTERS) else "…"
