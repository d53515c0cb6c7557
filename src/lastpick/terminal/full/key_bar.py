"""The keys at the foot of a screen: what each does, and a click does the same."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

_GAP = "  "


class KeyBar(Widget):
    """Keys and words in a row, or in more if need be; a key stays with its words."""

    DEFAULT_CSS = """
    KeyBar {
        height: auto;
        link-color: $foreground; link-style: none; link-background: transparent;
        link-color-hover: $foreground; link-background-hover: $edge; link-style-hover: bold;
    }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - as Textual has it
        super().__init__(id=id)
        self._keys: list[Content] = []

    def show(self, keys: Iterable[tuple[str, str, str]]) -> None:
        """A key, what it does, and the action of the screen that does it.

        A key without words goes with the next one.
        """
        self._keys = []
        before = Content()
        for key, words, action in keys:
            said = f"[@click=screen.{action}][b]$key[/b]$words[/]"
            before += Content.from_markup(said, key=key, words=f" {words}".rstrip())
            if words:
                self._keys.append(before)
                before = Content()
        self.refresh(layout=True)

    def _rows(self, width: int) -> list[Content]:
        rows: list[list[Content]] = [[]]
        room = width
        for key in self._keys:
            if rows[-1] and key.cell_length > room:
                rows.append([])
                room = width
            rows[-1].append(key)
            room -= key.cell_length + len(_GAP)
        return [Content(_GAP).join(row) for row in rows]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        return len(self._rows(width))

    def render(self) -> Content:
        return Content("\n").join(self._rows(self.content_size.width))
