"""The link for a friend, as text and where it can be as a picture to point a phone at."""

from __future__ import annotations

import io

from ..online.link import GameLink
from .screen import Screen


def show_link(screen: Screen, link: GameLink) -> None:
    screen.say("Send this link to your friend; whoever has it can take the seat:")
    screen.target.write(f"{link.whole}\n")  # in one piece, however wide
    if picture := _picture(screen, link.whole):
        screen.target.write(picture)


def _picture(screen: Screen, text: str) -> str | None:
    """A QR code in half blocks; None where it cannot be drawn, or nothing can draw it."""
    if screen.width is None or "utf" not in (screen.target.encoding or "").lower():
        return None
    try:
        import segno
    except ImportError:
        return None
    drawn = io.StringIO()
    code = segno.make(text, error="l", micro=False)
    if code.symbol_size(border=2)[0] > screen.width:
        return None
    code.terminal(drawn, border=2, compact=True)
    return drawn.getvalue()
