"""The full screen: the app, its colours and its settings, and what it opens with."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, cast

from textual.app import App
from textual.binding import Binding
from textual.dom import DOMNode
from textual.screen import Screen

from ...errors import LastpickError
from .. import DONE
from .. import settings as settings_file
from ..settings import AUTO, UserSettings
from . import themes

_THEMES = {
    settings_file.LIGHT: themes.LIGHT,
    settings_file.DARK: themes.DARK,
    settings_file.CONTRAST: themes.CONTRAST,
    settings_file.NONE: themes.NONE,
}


def of(node: DOMNode) -> LastpickApp:
    """The app that a screen is shown in."""
    return cast(LastpickApp, node.app)


class LastpickApp(App[int]):
    """The app: home, and over it the screen that it opens with, if another one is wanted."""

    TITLE = "Lastpick"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [Binding("ctrl+c,ctrl+q", "leave", "Quit", show=False, priority=True)]  # noqa: RUF012
    CSS = """
    Toast { max-width: 90%; }
    Input > .input--cursor {
        background: $input-cursor-background; color: $input-cursor-foreground;
        text-style: $input-cursor-text-style;
    }
    """

    def __init__(
        self, first: Callable[[], Screen[Any]] | None = None, troubles: Sequence[str] = ()
    ) -> None:
        super().__init__()
        self._first = first
        self._animations = self.animation_level  # that of the environment
        self.settings, wrong = settings_file.load()
        self._troubles = [*wrong, *troubles]
        for theme in themes.themes():
            self.register_theme(theme)
        self.paint()

    def get_default_screen(self) -> Screen[Any]:
        """Home lies below all others."""
        from .home import Home

        return Home()

    def on_mount(self) -> None:
        self._heed_signals()
        if self._first:
            self.push_screen(self._first())
        for trouble in self._troubles:
            self.complain(trouble)

    def _heed_signals(self) -> None:
        """Leave the terminal as it was, whoever ends the program; its code tells which signal."""
        for name in ("SIGHUP", "SIGINT", "SIGTERM"):
            # A system may lack one, or signals may go to another thread than this one.
            with suppress(AttributeError, NotImplementedError, RuntimeError, ValueError):
                number = int(getattr(signal, name))
                asyncio.get_running_loop().add_signal_handler(number, self.exit, 128 + number)

    def paint(self) -> None:
        """Use the colours and the motion that the settings and the environment ask for."""
        colours = self.settings.colours
        if os.environ.get("NO_COLOR"):
            colours = settings_file.NONE
        elif colours == AUTO:
            colours = settings_file.LIGHT if _on_light() else settings_file.DARK
        self.theme = _THEMES[colours]
        self.animation_level = self._animations if self.settings.motion else "none"

    def settle(self, settings: UserSettings) -> None:
        """Keep changed settings, and show them."""
        if settings == self.settings:
            return
        self.settings = settings
        self.paint()
        try:
            settings_file.save(settings)
        except LastpickError as error:
            self.complain(f"{error}; they hold until you leave")

    def complain(self, text: str) -> None:
        """What went wrong, in one line, over whatever is shown."""
        self.notify(text, severity="warning", timeout=10, markup=False)

    def _print_error_renderables(self) -> None:
        """An error that nobody foresaw, in one line: Textual would print pages of its own."""
        self._exit_renderables.clear()
        if (error := self._exception) is None:
            return
        said = " ".join(f"{type(error).__name__}: {error}".split())
        print(f"lastpick: {said[:300]}; your games are on disk", file=sys.stderr)

    def action_leave(self) -> None:
        """Leave at once: everything is on disk already."""
        self.exit(DONE)


def _on_light() -> bool:
    """Whether the terminal says that it is light; many say nothing."""
    return os.environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")
