"""Whether an app has drawn all there is: its pilot waits for the topmost screen alone."""

from __future__ import annotations

from typing import Any

from textual.app import App
from textual.message_pump import MessagePump


def at_rest(app: App[Any]) -> bool:
    """Nothing is left to be heard or drawn anew on any screen, be it below a dialog."""
    screens = app.screen_stack
    parts = [part for screen in screens for part in screen.walk_children(with_self=True)]
    return (
        app._resize_event is None
        and not getattr(app, "keys_to_come", None)
        and all(map(_heard, [app, *parts]))
        and not any(screen._update_timer._active.is_set() for screen in screens)
    )


def _heard(part: MessagePump) -> bool:
    return part._message_queue.empty() and not part._next_callbacks
