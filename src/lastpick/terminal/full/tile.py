"""One tile, drawn: a few lines of so many columns.

In a line or two it is a sign, the number and another sign; where there is room, it has an edge.
"""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style

from . import big_digits
from .board_layout import Layout
from .look import SIGNS, Coat, Looks

_PILL = "▐▌"
Line = list[Segment]


def draw(n: int, coat: Coat, layout: Layout, look: Looks) -> list[Line]:
    """The lines of a number's tile, each as wide as tiles are."""
    if layout.boxed:
        return _boxed(n, coat, layout)
    if layout.tile_height == 1 or len(coat.text) > layout.tile_width:
        blank = [Segment(" " * layout.tile_width, look.paper)]
        return [_flat(str(n), coat, layout, look)] + [blank] * (layout.tile_height - 1)
    ground = _plain(coat.edge if coat.filled else coat.note)
    told = coat._replace(left=" ") if coat.text else coat  # its note has the sign
    note = Segment(_centred(coat.text, layout.tile_width), ground)
    return [_flat(str(n), told, layout, look), [note]]


def _flat(number: str, coat: Coat, layout: Layout, look: Looks) -> Line:
    """A sign, the number, and a sign behind it, if there is room for that."""
    room = layout.tile_width - 2
    left, right, ends = _signs(coat)
    if room < layout.digits:  # a sign is left out before the longest numbers
        text, rest = number, layout.tile_width - 1 - len(number)
        if not rest and right not in _KEPT_BEHIND:
            left = right
        before = after = 0
    else:
        before = (room - layout.digits + 1) // 2 + layout.digits - len(number)
        text, rest, after = number, 1, room - before - len(number)
    style = coat.pointed or coat.number
    ground, sign = _plain(style), _plain(coat.sign or coat.note)
    return _line(
        (left, ends if left in _PILL + "[(" else _plain(coat.note)),
        (" " * before, ground),
        (text, style),
        (" " * after, ground),
        (right if rest else "", ends if right in _PILL + "])" else sign),
        (" " * (rest - 1), look.paper),
    )


_KEPT_BEHIND = f" ▌]){SIGNS['last']}"  # signs that do not take the place of the one in front


def _signs(coat: Coat) -> tuple[str, str, Style]:
    """The signs around the number, and the style of those that are no signs but its ends."""
    left, right = coat.left, coat.right
    if coat.brackets:
        left = coat.brackets[0] if left == " " else left
        right = coat.brackets[1] if right == " " else right
    elif coat.filled:
        left = _PILL[0] if left == " " else left
        right = _PILL[1] if right == " " else right
    return left, right, coat.edge


def _centred(text: str, width: int) -> str:
    """In the middle, and to the right of it if there is none: as the numbers stand."""
    return (" " * ((width - len(text) + 1) // 2) + text).ljust(width)


def _line(*pieces: tuple[str, Style]) -> Line:
    return [Segment(text, style) for text, style in pieces if text]


# --- with an edge ---------------------------------------------------------------------------------


def _boxed(n: int, coat: Coat, layout: Layout) -> list[Line]:
    width, height = layout.tile_width - 2, layout.tile_height - 2
    top, sides, bottom = coat.shape
    inside = _inside(n, coat, layout, width, height)
    return [
        [Segment(top[0] + top[1] * width + top[2], coat.edge)],
        *[[Segment(sides[0], coat.edge), *line, Segment(sides[1], coat.edge)] for line in inside],
        [Segment(bottom[0] + bottom[1] * width + bottom[2], coat.lip)],
    ]


def _inside(n: int, coat: Coat, layout: Layout, width: int, height: int) -> list[Line]:
    """The number in the middle, with its note below it or its sign beside it."""
    blank = [Segment(" " * width, _plain(coat.number))]
    large = height >= big_digits.HEIGHT + 2 and width >= big_digits.width(layout.digits) + 4
    note = coat.text if height > 1 and len(coat.text) <= width else ""
    left = coat.left if not note else " "
    lines = big_digits.lines(n) if large else [str(n)]
    middle = len(lines) // 2
    style = _plain(coat.number) if large else coat.number
    drawn = [
        _beside(line, (left, coat.right) if at == middle else (" ", " "), coat, style, width)
        for at, line in enumerate(lines)
    ]
    if height > len(lines):
        drawn.append([Segment(_centred(note, width), _plain(coat.note))])
    above = (height - len(drawn) + 1) // 2
    return [blank] * above + drawn + [blank] * (height - len(drawn) - above)


def _beside(text: str, signs: tuple[str, str], coat: Coat, style: Style, width: int) -> Line:
    """A line of the number with the signs to its left and right, a blank between if it fits."""
    left, right = signs
    before = (width - len(text) + 1) // 2
    after = width - len(text) - before
    left = (left + " ").rjust(before) if before > 1 else left[:before]
    right = (" " + right).ljust(after) if after > 1 else right[:after]
    note = _plain(coat.note)
    return _line((left, note), (text, style), (right, _plain(coat.sign or coat.note)))


def _plain(style: Style) -> Style:
    """The ground alone: nothing is struck through or underlined where there is no number."""
    return style + Style(strike=False, underline=False)
