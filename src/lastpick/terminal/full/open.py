"""Whether the full screen can open here, and opening it."""

from __future__ import annotations

import os
import sys

from ...errors import LastpickError
from .. import UNABLE
from ..screen import Screen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ..online import Request
    from ..start import PlayRequest

SMALLEST = (40, 16)  # columns and lines


def why_not(screen: Screen) -> str | None:
    """Why the full screen cannot open here; None if it can."""
    if not (screen.is_terminal and screen.is_person and sys.stderr.isatty()):  # drawn on stderr
        return "it needs a terminal"
    if os.environ.get("TERM") in (None, "", "dumb"):
        return "this terminal (TERM) cannot draw it"
    columns, lines = os.get_terminal_size(screen.target.fileno())
    if 0 < columns < SMALLEST[0] or 0 < lines < SMALLEST[1]:
        return f"it needs {SMALLEST[0]} columns and {SMALLEST[1]} lines, not {columns} x {lines}"
    from importlib.util import find_spec

    if find_spec("textual") is None:
        return "Textual is not installed; install it with: pip install 'lastpick[screen]'"
    return None


def open_home() -> int:
    """The app, at home."""
    return _run(None)


def open_game(request: PlayRequest, screen: Screen) -> int:
    """The app, with a game as it was asked for."""
    from ..start import set_up

    if reason := why_not(screen):
        raise LastpickError(f"the full screen cannot open: {reason}")
    troubles: list[str] = []  # told in the app, which hides what stands on the terminal
    session = set_up(request, troubles.append)
    from .game import GameScreen

    return _run(lambda: GameScreen(session, request.exact), troubles)


def open_online(request: Request, screen: Screen) -> int:
    """The app, with a game on a server; a friend who is not there yet is waited for before."""
    from ..online import await_friend, sit_online

    if reason := why_not(screen):
        raise LastpickError(f"the full screen cannot open: {reason}")
    troubles: list[str] = []
    session = sit_online(request, troubles.append)
    try:
        if not session.joined:
            await_friend(session, screen)
        from .online_game import OnlineGame

        return _run(lambda: OnlineGame(session), troubles)
    finally:
        session.close()
        if not session.match.winner:
            screen.note(f"To come back to this game: {session.come_back}")


def _run(first: Callable[[], Any] | None, troubles: Sequence[str] = ()) -> int:
    from .app import LastpickApp

    app = LastpickApp(first, troubles)
    left = app.run()
    return app.return_code or UNABLE if left is None else left
