"""The keys at the foot of a screen: what each does, and a click does the same."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content
from textual.widgets import Static


class KeyBar(Static):
    """Keys and words in a row, or two rows if need be."""

    DEFAULT_CSS = """
    KeyBar {
        link-color: $foreground; link-style: none;
        link-color-hover: $foreground; link-background-hover: $edge; link-style-hover: bold;
    }
    """

    def show(self, keys: Iterable[tuple[str, str, str]]) -> None:
        """A key, what it does, and the action of the screen that does it.

        A key without words goes with the next one.
        """
        said = [
            Content.from_markup(
                f"[@click=screen.{action}][b]$key[/b]$words[/]",
                key=key,
                words=f" {words}".rstrip().replace(" ", "\u00a0"),
            )
            for key, words, action in keys
        ]
        self.update(Content("  ").join(said))
