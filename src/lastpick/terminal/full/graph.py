"""Who was winning, in a line for each player, a column for each step, whose numbers stand below."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

from .look import SIGNS, look

_LONGEST = 10  # characters of a name beside the picture
_WIDEST = 8  # columns of a step


class WinningGraph(Static):
    """Filled where a player was winning; a cross where that player let go of the win."""

    DEFAULT_CSS = """
    WinningGraph { height: 3; padding: 0 1; background: $background; }
    """

    class StepChosen(Message):
        """A step was clicked on."""

        def __init__(self, at: int) -> None:
            super().__init__()
            self.at = at

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, markup=False)
        self.names = ("", "")
        self.winners: Sequence[int | None] = ()
        self.mistakes: dict[int, int] = {}  # at which step who let go of the win
        self.at = 0

    def show(
        self,
        names: tuple[str, str],
        winners: Sequence[int | None],
        mistakes: dict[int, int],
        at: int,
    ) -> None:
        """Draw a game; None is who wins where that is not known."""
        self.names, self.winners, self.mistakes, self.at = names, winners, mistakes, at
        self.update(self._drawn())

    def on_resize(self) -> None:
        self.update(self._drawn())

    # --- drawing ----------------------------------------------------------------------

    @property
    def _labels(self) -> tuple[str, str]:
        """The names with their signs; where there is little room, only the signs."""
        one, two = (
            f"{SIGNS[f'p{seat}']} {name[:_LONGEST]} " for seat, name in enumerate(self.names, 1)
        )
        wide = max(len(one), len(two))
        if self.size.width < 60 or not any(self.names):
            one, two, wide = one[:2], two[:2], 2
        return one.ljust(wide), two.ljust(wide)

    def _place(self) -> tuple[int, int, range]:
        """Where the picture begins, how wide a step is, and which of them are shown."""
        begins = len(self._labels[0])
        room, steps = max(1, self.size.width - begins), max(1, len(self.winners))
        wide = max(1, min(_WIDEST, room // steps))
        many = min(steps, room // wide)
        first = max(0, min(self.at - many // 2, steps - many))
        return begins, wide, range(first, first + many)

    def _drawn(self) -> Text:
        if not self.winners or not self.size.width:
            return Text()
        now, labels = look(self.app), self._labels
        _, wide, shown = self._place()
        text = Text(no_wrap=True, overflow="crop")
        for seat in (1, 2):
            ink = now.style(f"p{seat}", bold=True)
            text.append(labels[seat - 1], ink)
            for at in shown:
                winner, cell = self.winners[at], "·" * wide
                style = now.style("faint", dim=True)
                if winner is None:
                    cell = "?" * wide
                elif winner == seat:
                    cell, style = "█" * wide, now.style(f"p{seat}")
                cursor = "┃" if at == self.at else ""
                cross = SIGNS["bad"] if self.mistakes.get(at) == seat else ""
                text.append(cursor, now.style("focus", bold=True))
                text.append(cell[len(cursor) : wide - len(cross)], style)
                if len(cursor) + len(cross) <= wide:
                    text.append(cross, now.style("bad", bold=True))
            text.append("\n")
        text.append(" " * len(labels[0]) + _axis(shown, wide, len(self.winners) - 1), "dim")
        return text

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        begins, wide, shown = self._place()
        if offset is None or offset.x < begins:
            return
        at = shown.start + (offset.x - begins) // wide
        if at in shown:
            self.post_message(self.StepChosen(at))


def _axis(shown: range, wide: int, end: int) -> str:
    """The number of each step below its column; of as many as leave a blank between two."""
    line = ""
    for at in range(shown.start, min(shown.stop, end)):
        place, number = (at - shown.start) * wide, str(at + 1)
        told = at == shown.start or (at + 1) % 5 == 0 or wide > len(str(end))
        if told and place >= len(line) + bool(line) and place + len(number) <= len(shown) * wide:
            line = f"{line:{place}}{number}"
    return line
