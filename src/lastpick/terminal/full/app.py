"""The full screen: the app, its colours and its settings, and what it opens with."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, cast

from textual import events
from textual.app import App
from textual.binding import Binding
from textual.dom import DOMNode
from textual.filter import LineFilter, Monochrome, NoColor
from textual.message_pump import MessagePump
from textual.screen import Screen

from ...errors import LastpickError
from .. import DONE
from .. import settings as settings_file
from ..screen import plain
from ..settings import AUTO, UserSettings
from . import themes

_LONGEST = 2000  # characters of what went wrong
_LONGEST_EFFECT = 1.0  # seconds that a key waits for the one before it
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
    BINDINGS = [  # noqa: RUF012 - as Textual has it
        Binding("ctrl+c,ctrl+q", "leave", "Quit", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", "Suspend", show=False, priority=True),
    ]
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
        self.keys_to_come: deque[events.Event] = deque()  # the first one is having its effect
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

    async def on_event(self, event: events.Event) -> None:
        """Handle one key after the other, so that each goes to what the one before it opened."""
        if not isinstance(event, events.Key | events.Paste) or event.is_forwarded:
            await super().on_event(event)
            return
        self.keys_to_come.append(event)
        if len(self.keys_to_come) == 1:
            await self._handle(event)

    async def _handle(self, key: events.Event) -> None:
        hears = self.focused or self.screen
        await super().on_event(key)
        self._pursuit = asyncio.create_task(self._pursue(hears))

    async def _pursue(self, hears: DOMNode) -> None:
        """Wait until a key has had its effect, and handle the next one.

        Whoever hears the key passes it on towards the app, which may call an action of a widget
        that tells those around it; then a screen that was opened has to find its focus.
        """
        way = [node for node in hears.ancestors_with_self if isinstance(node, MessagePump)]
        with suppress(TimeoutError):
            async with asyncio.timeout(_LONGEST_EFFECT):
                for node in (*way, *way):
                    await _caught_up(node)
                await _caught_up(self.screen)
        self.keys_to_come.popleft()
        if self.keys_to_come:
            self.call_later(self._handle, self.keys_to_come[0])

    def _heed_signals(self) -> None:
        """Leave the terminal as it was, whoever ends the program; its code tells which signal."""
        for name in ("SIGHUP", "SIGINT", "SIGTERM"):
            # A system may lack one, or signals may go to another thread than this one.
            with suppress(AttributeError, NotImplementedError, RuntimeError, ValueError):
                number = int(getattr(signal, name))
                asyncio.get_running_loop().add_signal_handler(number, self.exit, 128 + number)

    def paint(self) -> None:
        """Use the colours and the motion that the settings and the environment ask for.

        The 16 colours of a plain terminal are its user's: no others can be told from them.
        """
        colours = self.settings.colours
        if os.environ.get("NO_COLOR") or self.console.color_system not in ("256", "truecolor"):
            colours = settings_file.NONE
        elif colours == AUTO:
            colours = settings_file.LIGHT if _on_light() else settings_file.DARK
        self.theme = _THEMES[colours]
        self.animation_level = self._animations if self.settings.motion else "none"

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Remove every colour where there are to be none.

        Textual's own filter for NO_COLOR makes the terminal's colours black on black.
        """
        if self.theme == themes.NONE:
            return [NoColor()]
        return [each for each in super().get_line_filters() if not isinstance(each, Monochrome)]

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
        self.notify(plain(text, _LONGEST), severity="warning", timeout=10, markup=False)

    def _print_error_renderables(self) -> None:
        """An error that nobody foresaw, in one line: Textual would print pages of its own."""
        self._exit_renderables.clear()
        if (error := self._exception) is None:
            return
        said = " ".join(f"{type(error).__name__}: {error}".split())
        print(f"lastpick: {said[:300]}; your games are on disk", file=sys.stderr)

    def action_suspend_process(self) -> None:
        """Stop the program and all that was started with it, as a terminal's Ctrl-Z does."""
        if sys.platform == "win32" or os.getpgrp() == os.getsid(0):
            self.complain("There is no shell here that could go on with a stopped program.")
            return
        with self.suspend():
            os.killpg(0, signal.SIGTSTP)

    def action_leave(self) -> None:
        """Leave at once: everything is on disk already."""
        self.exit(DONE)


async def _caught_up(node: MessagePump) -> None:
    """Wait until a widget or the app has handled all messages that it has now."""
    done = asyncio.Event()
    if node.is_running and node.call_later(done.set):
        await done.wait()


def _on_light() -> bool:
    """Whether the terminal says that it is light; many say nothing."""
    return os.environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")
