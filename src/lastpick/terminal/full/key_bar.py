"""The keys at the foot of a screen: what each does, and a click does the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.content import Content
from textual.widgets import Static

_BETWEEN = "  "


class KeyBar(Static):
    """Keys and words in a row, or two rows if need be."""

    DEFAULT_CSS = """
    KeyBar {
        link-color: $foreground; link-style: none;
        link-color-hover: $foreground; link-background-hover: $edge; link-style-hover: bold;
    }
    """

    _said: Sequence[Content] = ()

    def show(self, keys: Iterable[tuple[str, str, str]]) -> None:
        """A key, what it does, and the action of the screen that does it.

        A key without words goes with the next one.
        """
        self._said = [
            Content.from_markup(
                f"[@click=screen.{action}][b]$key[/b]$words[/]", key=key, words=f" {words}".rstrip()
            )
            for key, words, action in keys
        ]
        self._arrange()

    def on_resize(self) -> None:
        self._arrange()

    def _arrange(self) -> None:
        """Rows that fit; none ends between a key and its words."""
        rows: list[list[Content]] = [[]]
        room = self.size.width
        left = room
        for piece in self._said:
            if rows[-1] and room and piece.cell_length > left:
                rows.append([])
                left = room
            rows[-1].append(piece)
            left -= piece.cell_length + len(_BETWEEN)
        self.update(Content("\n").join(Content(_BETWEEN).join(row) for row in rows))
