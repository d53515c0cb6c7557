"""A Textual screen as text: what stands where, and how it is painted.

The first grid holds the characters, the second a letter for the style of each, and a key tells
what each letter means. Letters are given in the order in which styles are met; a dot is the style
that covers most of the screen. A screen that is painted in several themes has both grids once, and
a letter means a style in each of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, takewhile
from string import ascii_letters, digits
from typing import Any

from rich.cells import cell_len
from rich.color import Color, ColorType
from rich.style import Style
from textual.app import App

_LETTERS = ascii_letters + digits + "!#$%&*+-/<=>?@^_~"
WEIGHTS = ("bold", "dim", "italic", "underline", "strike", "reverse", "blink")
COLOURFUL = {"NO_COLOR": "", "COLORTERM": "truecolor", "TERM": "xterm-256color"}  # a terminal
Cell = tuple[str, str]  # a character, and its style in words
Grid = list[list[Cell]]


def painted(app: App[Any]) -> str:
    """What the app's screen shows now, with its styles."""
    return told({"": grid(app)})


def told(grids: Mapping[str, Grid]) -> str:
    """A screen as text. `grids`: the same screen by theme; what stands there is theirs alike."""
    themes, screens = list(grids), list(grids.values())
    texts = [_characters(rows) for rows in screens]
    lines = [*_framed(texts[0])]
    for theme, text in zip(themes, texts, strict=True):
        lines += [
            f"in {theme}, line {at:2}: |{row.rstrip()}"
            for at, (row, first) in enumerate(zip(text, texts[0], strict=True), 1)
            if row != first
        ]
    styles = [
        [tuple(cell[1] for cell in cells) for cells in zip(*rows, strict=True)]
        for rows in zip(*screens, strict=True)
    ]
    letters = _lettered(styles)
    lines += _framed(["".join(letters[style] for style in row) for row in styles], ".")
    return "\n".join([*lines, *_key(letters, themes), ""])


def _framed(rows: Sequence[str], blank: str = " ") -> list[str]:
    """Rows between two edges; what is blank at their end is left out, and so are equal ones."""
    edge = "+" + "-" * (max(map(cell_len, rows), default=0))
    lines = [edge]
    for row, found in groupby(row.rstrip(blank) for row in rows):
        count = len(list(found))
        lines.append(f"|{row}" if count == 1 else f"|{row}  ({count} times)".rstrip())
    return [*lines, edge]


def _lettered(styles: Sequence[Sequence[tuple[str, ...]]]) -> dict[tuple[str, ...], str]:
    counted = Counter(style for row in styles for style in row)
    letters = {min(counted, key=lambda style: (-counted[style], style)): "."}
    for row in styles:
        for style in row:
            if style not in letters:
                at = len(letters) - 1
                letters[style] = _LETTERS[at] if at < len(_LETTERS) else "…"
    return letters


def _key(letters: Mapping[tuple[str, ...], str], themes: Sequence[str]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(themes, *letters, strict=True)]
    rows = [(letter, *style) for style, letter in letters.items()]
    if len(themes) > 1:
        rows.insert(0, (" ", *themes))
    return [
        " ".join([letter, "  ".join(map(str.ljust, words, widths))]).rstrip()
        for letter, *words in rows
    ]


def stored(text: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Each theme of each screen that `told` told, with the characters there and their styles.

    Blanks are left out, and so are lines that differ between the themes.
    """
    lines = text.splitlines()
    edges = [at for at, line in enumerate(lines) if re.fullmatch(r"\+-*", line)]
    for top, middle, under, bottom in zip(*[iter(edges)] * 4, strict=True):
        shown, styles = _unframed(lines[top + 1 : middle]), _unframed(lines[under + 1 : bottom])
        themes, *key = [re.split("  +", line[2:].strip()) for line in _until_blank(lines[bottom:])]
        letters = [line[0] for line in _until_blank(lines[bottom:])][1:]
        meant = dict(zip(letters, key, strict=True))
        cells = [
            (character, meant[letter])
            for row, painted in zip(shown, styles, strict=True)
            for character, letter in _beside(row, painted)
            if character != " "
        ]
        for at, theme in enumerate(themes):
            yield theme, [(character, style[at]) for character, style in cells]


def _until_blank(lines: Sequence[str]) -> list[str]:
    """The lines after the first one, up to an empty one."""
    return list(takewhile(str.strip, lines[1:]))


def _unframed(lines: Sequence[str]) -> list[str]:
    """Rows as they were before equal ones were counted."""
    found = [re.fullmatch(r"\|(.*?)(?:  \((\d+) times\))?", line) for line in lines]
    return [each[1] for each in found if each for _ in range(int(each[2] or 1))]


def _beside(row: str, painted: str) -> Iterator[tuple[str, str]]:
    at = 0
    for character in row:
        yield character, painted[at : at + 1] or "."
        at += cell_len(character)


def characters(app: App[Any]) -> list[str]:
    """The lines of the screen, without styles."""
    return _characters(grid(app))


def _characters(rows: Grid) -> list[str]:
    return ["".join(character for character, _ in row) for row in rows]


def grid(app: App[Any]) -> Grid:
    """Every cell of the screen. The second cell of a wide character holds no character."""
    filters = app.get_line_filters()
    background = app.screen.background_colors[1]
    rows: Grid = []
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
    weights = [name for name in WEIGHTS if getattr(style, name)]
    return (
        " ".join([colours, *weights])
        if colours != "default on default"
        else (" ".join(weights) or "default")
    )


def _colour(colour: Color | None) -> str:
    if colour is None or colour.type is ColorType.DEFAULT:
        return "default"
    return colour.triplet.hex if colour.triplet else colour.name
