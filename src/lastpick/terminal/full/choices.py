"""A list to choose from, one line an entry, whose cursor is seen without colours too."""

from __future__ import annotations

from textual.style import Style
from textual.widgets import OptionList


class Choices(OptionList):
    """Textual's list. What is too long for a line ends in dots."""

    DEFAULT_CSS = """
    Choices { text-wrap: nowrap; text-overflow: ellipsis; scrollbar-size-vertical: 1; }
    Choices:focus { background-tint: transparent; }
    """

    def get_visual_style(self, *component_classes: str, partial: bool = False) -> Style:
        """As it is, but reversed where the theme says so, which Textual leaves out of a part."""
        style = super().get_visual_style(*component_classes, partial=partial)
        parts = map(self.get_component_styles, component_classes)
        return style + Style(reverse=True) if any(p.text_style.reverse for p in parts) else style
