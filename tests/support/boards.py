"""A board on a screen of its own, played with keys and the mouse."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence

from textual.app import App, ComposeResult
from textual.geometry import Offset
from textual.pilot import Pilot

from lastpick.catalog import open_book
from lastpick.errors import IllegalPick
from lastpick.record import Play, Tiles
from lastpick.terminal.full.board import Board
from lastpick.terminal.full.themes import DARK, themes


class BoardApp(App[None]):
    """Both players pick on one board; refused picks are shown there."""

    CSS = "Screen { layout: vertical; } Board { width: 100%; height: 100%; }"

    def __init__(self, game: str, numbers: str | None, picks: Iterable[int], theme: str) -> None:
        super().__init__()
        for each in themes():
            self.register_theme(each)
        self.theme = theme
        self.board = Board(id="board")
        self.play = Play(open_book(game, numbers).game)
        for n in picks:
            self.play.add(n)
        self.picked: list[int] = []
        self.looked: list[int] = []
        self.texts: list[str] = []
        self.escapes = 0

    def compose(self) -> ComposeResult:
        yield self.board

    def on_mount(self) -> None:
        self.board.focus()
        self.draw()

    def draw(self) -> None:
        over = self.play.outcome is not None
        tiles = Tiles(self.play.position, self.play.makers, over)
        self.board.show(tiles, turn=self.play.turn, active=not over)

    def on_board_picked(self, message: Board.Picked) -> None:
        self.picked.append(message.number)
        try:
            self.play.add(message.number)
        except IllegalPick:
            self.board.refuse(message.number)
        else:
            self.draw()

    def on_board_looked(self, message: Board.Looked) -> None:
        self.looked.append(message.number)

    def on_board_typed(self, message: Board.Typed) -> None:
        self.texts.append(message.text)

    def key_escape(self) -> None:
        self.escapes += 1

    def middle(self, n: int) -> Offset:
        """The middle of a number's tile, seen from the board's corner."""
        layout = self.board.arranged
        assert layout is not None
        box = layout.box(n)
        across, down = box.x + box.width // 2, box.y + box.height // 2
        return Offset(across, down - self.board.scroll_offset.y)


Script = Callable[[BoardApp, Pilot[None]], Awaitable[None]]


def on_board(
    script: Script,
    game: str = "divisor-duel",
    numbers: str | None = None,
    picks: Sequence[int] = (),
    size: tuple[int, int] = (56, 18),
    theme: str = DARK,
) -> None:
    """Run a script on a board, once it is drawn."""

    async def run() -> None:
        app = BoardApp(game, numbers, picks, theme)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(app, pilot)

    asyncio.run(run())
