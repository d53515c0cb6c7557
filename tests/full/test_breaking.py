"""The app in unkind hands: what a person does whom nobody thought of."""

from __future__ import annotations

import ast
import inspect
import pkgutil
from importlib import import_module
from textwrap import dedent

import pytest
from support.full_screen import Driver, driven
from textual.message_pump import MessagePump

from lastpick.terminal import full
from lastpick.terminal.full.game import GameScreen
from lastpick.terminal.full.home import Home
from lastpick.terminal.full.new_game import GameSetup

_OVERRIDDEN = {"can_focus", "theme", "virtual_size"}  # Textual's own, and meant to be set


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
