"""Statistics, in the words of `lastpick stats`."""

from __future__ import annotations

import io

from ..screen import Screen as Page
from ..show_stats import show_stats
from .dialogs import Reading


def statistics() -> Reading:
    """All of them, to be read."""
    text = io.StringIO()
    show_stats(Page(target=text))
    return Reading("Statistics", text.getvalue().rstrip())
