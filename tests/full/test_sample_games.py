"""Each game's own example, played on the full screen by keys and by mouse against a friend."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from support.painted import characters
from support.running import GAMES, latest
from support.stored_screens import friends, idle
from textual.geometry import Offset
from textual.pilot import Pilot

from lastpick.catalog import names, open_book
from lastpick.terminal.full.app import LastpickApp
from lastpick.terminal.full.board import Board
from lastpick.terminal.full.game import GameScreen

PEOPLE = ("Ada", "Emmy")
Way = Callable[[Pilot[int], Board, int], Awaitable[None]]


async def type_it(pilot: Pilot[int], _: Board, n: int) -> None:
    await pilot.press(*str(n), "enter")


async def click_it(pilot: Pilot[int], board: Board, n: int) -> None:
    """On the middle of its tile, which is scrolled to if it must be."""
    layout = board.arranged
    assert layout is not None
    box = layout.box(n)
    middle = Offset(box.x + box.width // 2, box.y + box.height // 2 - board.scroll_offset.y)
    assert await pilot.click("#board", middle)


async def walk_to_it(pilot: Pilot[int], board: Board, n: int) -> None:
    """By the arrows alone: up or down to its row, then along it."""
    layout = board.arranged
    assert layout is not None
    there, here = layout.box(n), layout.box(board.cursor)
    down = (there.y - here.y) // layout.step_y
    beyond = board.cursor + down * layout.columns
    if not layout.first <= beyond <= layout.last:  # a blank of the first or the last row
        down -= 1 if down > 0 else -1
    await pilot.press(*["down" if down > 0 else "up"] * abs(down))
    along = n - board.cursor
    await pilot.press(*["right" if along > 0 else "left"] * abs(along))
    assert board.cursor == n
    await pilot.press("enter")


def play(name: str, way: Way, size: tuple[int, int] = (80, 24)) -> list[str]:
    """Play the example of a game's file: what the screen shows at the end."""
    book = open_book(name)

    async def run() -> list[str]:
        app = LastpickApp(friends(name))
        async with app.run_test(size=size) as pilot:
            await idle(pilot)
            screen = app.screen
            assert isinstance(screen, GameScreen)
            for n in book.example:
                await way(pilot, screen.board, n)
                assert screen.session.play.position.last == n
            await idle(pilot)
            return characters(app)

    return asyncio.run(run())


def check(name: str, shown: list[str]) -> None:
    """The journal holds the example, and the screen names who won it."""
    book = open_book(name)
    saved = latest()
    assert saved.match.play.events == list(book.example)
    outcome = book.game.play(book.example).outcome
    text = " ".join(" ".join(shown).split())
    if outcome is None:
        assert saved.match.winner is None
        assert "wins!" not in text
        return
    winner = PEOPLE[outcome.winner - 1]
    assert saved.match.winner is not None
    assert saved.match.winner.name == winner
    assert f"{winner} wins!" in text


def test_every_game_is_here() -> None:
    assert set(GAMES) == set(names())


@pytest.mark.parametrize("name", GAMES)
def test_typed(name: str) -> None:
    check(name, play(name, type_it))


@pytest.mark.parametrize("name", GAMES)
def test_clicked(name: str) -> None:
    """On the smallest screen, where a tile is hardest to hit."""
    check(name, play(name, click_it, (40, 16)))


def test_walked() -> None:
    check("divisor-duel", play("divisor-duel", walk_to_it))
