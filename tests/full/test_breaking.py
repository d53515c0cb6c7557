"""The app in unkind hands: what a person does whom nobody thought of."""

from __future__ import annotations

import ast
import inspect
import pkgutil
import sys
from importlib import import_module
from pathlib import Path
from textwrap import dedent

import pytest
from support.full_screen import Driver, driven
from textual.message_pump import MessagePump

from lastpick.terminal import full
from lastpick.terminal.full.game import GameScreen
from lastpick.terminal.full.home import Home
from lastpick.terminal.full.new_game import GameSetup
from lastpick.terminal.full.saved_games import GameList, PastGames, SavedGames
from lastpick.terminal.settings import PACES
from lastpick.terminal.start import HUMAN, PlayRequest, set_up

# Textual's own, and meant to be set:
_OVERRIDDEN = {"animation_level", "can_focus", "display", "theme", "virtual_size"}


def test_home_goes_on_after_a_game_was_left() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("enter")
        assert isinstance(driver.screen, GameScreen)
        await driver.press("escape")
        assert isinstance(driver.screen, Home)
        await driver.until(lambda: not driver.app.query("GameScreen"))
        await driver.press("down", "enter")
        assert isinstance(driver.screen, GameSetup)
        await driver.press("enter", "escape", "enter")
        assert isinstance(driver.screen, GameSetup)

    driven(script, GameSetup)


def board(*kinds: str, numbers: str | None = None, best_of: int = 1) -> GameScreen:
    """Divisor Duel between these."""
    one, two = kinds
    request = PlayRequest("divisor-duel", numbers, (one, two), best_of=best_of)
    return GameScreen(set_up(request, pytest.fail))


def test_who_won_is_you_in_a_review_too() -> None:
    async def script(driver: Driver) -> None:
        await driver.pick(1)
        assert driver.part("status").startswith("You win!")
        await driver.press("v", "end")
        assert driver.part("status") == "The end. You win! Beginner bot has no legal pick left."

    driven(script, lambda: board(HUMAN, "level:1", numbers="1-1"))


def test_keys_that_do_nothing_while_a_bot_thinks_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACES, "slow", 600.0)  # it never comes to an answer here

    async def script(driver: Driver) -> None:
        driver.app.settings = driver.app.settings._replace(pace="slow")
        await driver.pilot.press("6", "enter")
        for key in ("h", "g"):
            driver.screen.tell("news")
            await driver.pilot.press(key)
            await driver.pilot.pause()
            assert driver.part("news") == "It is Beginner bot's turn: wait a moment."

    driven(script, lambda: board(HUMAN, "level:1"))


def test_who_watches_two_bots_is_offered_what_works_then() -> None:
    async def script(driver: Driver) -> None:
        assert driver.key_bar() == "r rules  s save  n new game  Esc home"
        await driver.until(lambda: driver.screen.session.play.outcome is not None)
        await driver.until(lambda: "rematch" in driver.key_bar())
        assert "undo" not in driver.key_bar()

    driven(script, lambda: board("level:1", "level:1", numbers="1-20"), settled=False)


def test_a_game_that_was_given_up_offers_no_undo() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("g", "right", "enter")
        assert driver.part("status") == "Player 2 wins! Player 1 resigned."
        assert "undo" not in driver.key_bar()
        await driver.press("u")
        assert driver.part("news") == "A game that was given up stays so."

    driven(script, lambda: board(HUMAN, HUMAN))


def test_an_engine_that_fails_is_told_beside_the_end_not_over_it(tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text("raise SystemExit(3)\n")

    async def script(driver: Driver) -> None:
        await driver.pick(6)
        assert driver.part("status").startswith("You win!")
        assert driver.part("news") == "You 1, " + driver.screen.labels[1] + " 0."
        assert driver.part("coach").startswith("No legal pick from exec:")
        assert not list(driver.app._notifications)

    driven(script, lambda: board(HUMAN, f"exec:{sys.executable} {engine}", best_of=3), (40, 16))


def test_on_the_smallest_terminal_what_a_pick_does_is_read_to_its_end() -> None:
    """And the board keeps its size, however much there is to say of a number."""

    async def script(driver: Driver) -> None:
        look, panel = driver.screen.query_one("#look"), driver.screen.query_one("#panel")
        assert driver.part("look") == "1: anything that is left could follow it."
        assert look.size.height == 2
        assert look.region.bottom == panel.region.bottom
        before = driver.screen.board.size
        await driver.press("right")
        assert len(driver.part("look")) <= look.size.width
        assert driver.screen.board.size == before

    driven(script, lambda: board(HUMAN, HUMAN, numbers="1-6"), (40, 16))


@pytest.mark.parametrize("games", [SavedGames, PastGames])
def test_a_damaged_game_is_told_once_where_games_are_listed(
    games: type[GameList], home: Path
) -> None:
    (home / "games").mkdir(parents=True)
    (home / "games" / "20261117-110603-aaaaaa.game").write_text("no game\n")

    async def script(driver: Driver) -> None:
        (told,) = driver.app._notifications
        assert "20261117-110603-aaaaaa.game is damaged" in told.message
        assert driver.key_bar() == "Esc back"

    driven(script, games)


def widgets() -> list[type[MessagePump]]:
    """The app's own screens and widgets."""
    modules = [
        import_module(f"{full.__name__}.{m.name}") for m in pkgutil.iter_modules(full.__path__)
    ]
    return [
        found
        for module in modules
        for found in vars(module).values()
        if inspect.isclass(found)
        and issubclass(found, MessagePump)
        and found.__module__ == module.__name__
    ]


def kept(cls: type) -> set[str]:
    """The attributes that a class's methods assign on themselves."""
    return {
        node.attr
        for node in ast.walk(ast.parse(dedent(inspect.getsource(cls))))
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    }


@pytest.mark.parametrize("widget", widgets(), ids=lambda widget: widget.__name__)
def test_no_screen_keeps_anything_under_a_name_of_textuals(widget: type[MessagePump]) -> None:
    theirs = [base for base in widget.__mro__ if base.__module__.startswith("textual")]
    used = set().union(*map(kept, theirs), *(vars(base) for base in theirs))
    assert kept(widget) & used <= _OVERRIDDEN
