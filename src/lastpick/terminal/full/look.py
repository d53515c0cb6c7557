"""Colours, signs and shapes: how a tile of each kind looks in each theme.

Two players, two colours, two signs: Player 1 is a warm circle, Player 2 a cool square, as on the
page. What a tile is, its sign tells too, so that all of it reads without colour.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from rich.style import Style
from textual.app import App

from ...record.board import LEGAL, OPEN, PICKED, REMOVED, START
from .themes import COLOURS, DARK, GROUPS, LIGHT, NONE

SIGNS = {
    "p1": "●",
    "p2": "■",
    "removed": "\u00d7",  # a cross
    "start": "◆",
    "last": "◂",
    "good": "✓",
    "bad": "✗",
    "hint": "?",
    "go": "\u00d7",
    "answer": "\u203a",  # an arrow head
    "partner": "=",
    "refused": "!",
}


class Shape(NamedTuple):
    """The edge of a tile that has one: its three upper, two side and three lower characters."""

    top: str
    sides: str
    bottom: str


BLOCK = Shape("▗▄▖", "▐▌", "▝▀▘")  # filled, with soft corners
SQUARE_BLOCK = Shape("▄▄▄", "██", "▀▀▀")
ROUND = Shape("╭─╮", "││", "╰─╯")
SQUARE = Shape("┌─┐", "││", "└─┘")
DASHED = Shape("╭╌╮", "╎╎", "╰╌╯")
HEAVY = Shape("┏━┓", "┃┃", "┗━┛")
DOUBLE = Shape("╔═╗", "║║", "╚═╝")
BARE = Shape("   ", "  ", "   ")


class Face(NamedTuple):
    """All that a tile shows."""

    kind: str  # as in a Tile
    seat: int = 0
    place: int = 0
    by: int | None = None
    last: bool = False
    turn: int = 0  # who may pick now; 0: nobody may
    unsure: bool = False  # an open tile that may be legal: that is not to be told
    mark: str = ""  # "good", "bad" or "hint"
    letter: str = ""  # of its pair or group
    group: int | None = None
    preview: str = ""  # "go" or "answer", if the cursor's number were picked
    partner: bool = False  # of the cursor's number
    cursor: bool = False
    refused: bool = False


class Coat(NamedTuple):
    """What a tile is painted with."""

    shape: Shape
    number: Style
    note: Style  # what stands below or beside the number
    edge: Style
    lip: Style  # the lower edge
    filled: bool  # whether the inside differs from the paper
    left: str = " "  # the signs beside the number
    right: str = " "
    text: str = ""  # the note
    brackets: str = ""  # of the cursor, where tiles have no edge
    sign: Style | None = None  # the right one's, if not the note's
    pointed: Style | None = None  # the number within those brackets, if it is not legal


@dataclass(frozen=True)
class Looks:
    """How tiles look in a theme; without colours only weight and reversal are used."""

    colours: Mapping[str, str] | None

    def style(
        self,
        ink: str,
        fill: str = "paper",
        *,
        bold: bool = False,
        strike: bool = False,
        underline: bool = False,
        dim: bool = False,
        solid: bool = False,
    ) -> Style:
        """Ink on a colour; where there are no colours, dimmed, or reversed if `solid`."""
        of = self.colours
        return Style(
            color=of[ink] if of else None,
            bgcolor=of[fill] if of else None,
            bold=bold,
            strike=strike,
            underline=underline,
            dim=dim and of is None,
            reverse=solid and of is None,
        )

    @property
    def paper(self) -> Style:
        return self.style("ink")

    def coat(self, face: Face) -> Coat:
        """What a tile that shows all this is painted with."""
        coat = self._plain(face)
        if face.kind in (LEGAL, OPEN) and face.group is not None:
            coat = self._grouped(coat, f"g{face.group % GROUPS}")
        if face.last:
            coat = self._emphasized(coat, f"p{face.seat}" if face.seat else "ink")
        if face.preview:
            coat = self._previewed(coat, face)
        if face.partner:
            coat = self._tinted(coat, "hint-soft", "hint", HEAVY)._replace(left=SIGNS["partner"])
        if face.letter:
            coat = coat._replace(right=face.letter)
        if face.mark:
            if face.kind in (LEGAL, OPEN):
                coat = self._tinted(coat, f"{face.mark}-soft", face.mark)
            coat = coat._replace(right=SIGNS[face.mark])
        if face.cursor:
            coat = self._pointed(coat, face)
        if face.refused:
            coat = self._tinted(coat, "bad-soft", "bad", HEAVY)._replace(right=SIGNS["refused"])
        return coat

    def _plain(self, face: Face) -> Coat:
        """As the kind of the tile has it."""
        match face.kind:
            case "legal":
                return self._legal(face)
            case "picked":
                return self._picked(face)
            case "removed":
                return self._removed(face)
            case "start":
                return self._start()
        return self._open()

    def _legal(self, face: Face) -> Coat:
        fill = f"soft{face.turn}" if face.turn else "surface"
        number = self.style("ink", fill, solid=True, bold=True)
        lip = self.style(f"p{face.turn}" if face.turn else "edge")
        return Coat(BLOCK, number, number, self.style(fill), lip, True)

    def _open(self) -> Coat:
        number, edge = self.style("quiet"), self.style("edge", dim=True)
        return Coat(DASHED, number, number, edge, edge, False)

    def _picked(self, face: Face) -> Coat:
        seat, sign = face.seat, SIGNS[f"p{face.seat}"]
        number, edge = self.style(f"on{seat}", f"p{seat}", bold=True), self.style(f"p{seat}")
        if self.colours is None:
            shape = ROUND if seat == 1 else SQUARE
        else:
            shape = BLOCK if seat == 1 else SQUARE_BLOCK
        filled = self.colours is not None
        return Coat(shape, number, number, edge, edge, filled, sign, text=f"{sign}{face.place}")

    def _removed(self, face: Face) -> Coat:
        number = self.style("faint", dim=True, strike=True)
        note = self.style(f"ink{face.seat}" if face.seat else "faint", dim=True)
        text = SIGNS["removed"] if face.by is None else f"{SIGNS['removed']}{face.by}"
        return Coat(BARE, number, note, self.paper, self.paper, False, SIGNS["removed"], text=text)

    def _start(self) -> Coat:
        number, edge = self.style("quiet", underline=True), self.style("edge")
        note = self.style("quiet")
        return Coat(SQUARE, number, note, edge, edge, False, SIGNS["start"], text="start")

    def _tinted(self, coat: Coat, fill: str, edge: str, shape: Shape | None = None) -> Coat:
        """The same on another ground, which without colours only an edge can tell."""
        if self.colours is None:
            return coat._replace(shape=shape or coat.shape)
        number = self.style("ink", fill, bold=True)
        line = self.style(edge)
        shape = shape or BLOCK
        side = self.style(fill) if shape is BLOCK else line
        return coat._replace(
            shape=shape, number=number, note=number, edge=side, lip=line, filled=True, sign=None
        )

    def _grouped(self, coat: Coat, fill: str) -> Coat:
        """The same on a tint; its edge still tells whether it is legal."""
        if self.colours is None:
            return coat
        number = coat.number + self.style("ink", fill, bold=bool(coat.number.bold))
        edge = self.style(fill) if coat.shape is BLOCK else coat.edge
        return coat._replace(number=number, note=number, edge=edge, filled=True)

    def _emphasized(self, coat: Coat, edge: str) -> Coat:
        line = self.style(edge, bold=True)
        number = coat.number + Style(bold=True, underline=True)
        return coat._replace(shape=DOUBLE, number=number, edge=line, lip=line, right=SIGNS["last"])

    def _previewed(self, coat: Coat, face: Face) -> Coat:
        if face.preview == "go":
            ink = f"ink{face.turn}" if face.turn else "ink"
            number, edge = self.style(ink, strike=True), self.style(ink)
            return Coat(DASHED, number, number, edge, edge, False, right=SIGNS["go"])
        other = 3 - face.turn
        coat = coat._replace(right=SIGNS["answer"])
        if face.kind == LEGAL:
            return coat._replace(lip=self.style(f"p{other}"))
        edge, sign = self.style(f"ring{other}"), self.style(f"ink{other}")
        return coat._replace(shape=ROUND, edge=edge, lip=edge, sign=sign)

    def _pointed(self, coat: Coat, face: Face) -> Coat:
        edge = self.style("focus", bold=True)
        coat = coat._replace(shape=HEAVY, edge=edge, lip=edge)
        if face.kind == LEGAL:
            if face.turn and not (face.mark and self.colours):
                ink, fill = f"on{face.turn}", f"p{face.turn}"
                bare = self.colours is None  # where a sign may have taken the bracket's place
                number = self.style(ink, fill, solid=True, bold=True, underline=bare)
                coat = coat._replace(number=number, note=number, filled=True, sign=None)
            return coat._replace(brackets="[]")
        pointed = self.style("paper", "focus", solid=True, bold=True, underline=face.last)
        return coat._replace(brackets="[]" if face.unsure else "()", pointed=pointed)


@cache
def look_of(theme: str, dark: bool = True) -> Looks:
    """The look of a theme; of one that is not ours, a look that is as dark."""
    if theme == NONE:
        return Looks(None)
    return Looks(COLOURS.get(theme) or COLOURS[DARK if dark else LIGHT])


def look(app: App[Any]) -> Looks:
    """How tiles look in an app as it is now."""
    return look_of(app.theme, app.current_theme.dark)


# --- the legend -----------------------------------------------------------------------------------


class LegendLine(NamedTuple):
    """A line of the legend: a sign as it stands on the board, and what it means."""

    sign: str
    style: Style
    words: str


def legend(
    look: Looks,
    names: tuple[str, str],
    marked: Collection[str],
    turn: int,
    last: int,
    crossed: str,
) -> list[LegendLine]:
    """What the tiles mean that are on a board: both players', and those that are `marked`.

    `turn` is who may pick now (0: nobody may), `last` who made the last pick (0: the game began
    from it), `crossed` the meaning of a cross.
    """
    latest = Face(PICKED if last else START, last, 1, last=True)
    legal, answer = Face(LEGAL, turn=turn), Face(OPEN, turn=turn or 1, preview="answer")
    lines = [
        (LEGAL, legal, " n ", "may be picked"),
        ("left", Face(OPEN), " n ", "left"),
        (OPEN, Face(OPEN), " n ", "not to be picked now"),
        ("p1", Face(PICKED, 1, 1), f"{SIGNS['p1']}n ", names[0]),
        ("p2", Face(PICKED, 2, 2), f"{SIGNS['p2']}n ", names[1]),
        ("last", latest, f" n{SIGNS['last']}", "the last pick"),
        (REMOVED, Face(REMOVED), f"{SIGNS['removed']}n ", "gone"),
        (START, Face(START), f"{SIGNS['start']}n ", "the start"),
        ("answer", answer, f" n{SIGNS['answer']}", "could come next"),
        ("go", legal._replace(preview="go"), f" n{SIGNS['go']}", "would go with it"),
        ("good", legal._replace(mark="good"), f" n{SIGNS['good']}", "right"),
        ("bad", legal._replace(mark="bad"), f" n{SIGNS['bad']}", crossed),
        ("hint", legal._replace(mark="hint"), f" n{SIGNS['hint']}", "a hint"),
        ("pair", legal, " na", "a and a are a pair"),
        ("group", legal, " nA", "A and A are one part"),
        ("partner", Face(OPEN, partner=True), f"{SIGNS['partner']}n ", "its partner"),
        ("refused", Face(OPEN, refused=True), f" n{SIGNS['refused']}", "not possible"),
    ]
    players = {"p1", "p2"} if names[0] != names[1] else {"p1"}  # else one person plays alone
    return [
        LegendLine(sign, look.coat(face).number, words)
        for mark, face, sign, words in lines
        if mark in players or mark in marked
    ]
