"""Small windows over a screen: a question, a text to read, a line to enter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from .choices import Choices

SCROLLS = "\u2191\u2193 scroll"
T = TypeVar("T")
_CSS = """
Window { align: center middle; background: transparent; }
Window > #window {
    width: 70; max-width: 96%; height: auto; max-height: 90%;
    border: round $edge; background: $panel; padding: 1 2;
    scrollbar-size: 0 1; scrollbar-background: $panel; scrollbar-color: $quiet;
    border-title-color: $foreground; border-subtitle-color: $quiet;
}
Window #text { height: auto; }
Window Horizontal, Window Input { dock: bottom; height: auto; margin-top: 1; }
Window OptionList { border: none; height: auto; max-height: 100%; background: $panel; }
Window Button { margin-right: 2; min-width: 10; }
Window.-low > #window { padding: 0 1; }
"""


class Window(ModalScreen[T]):
    """What all of them have in common."""

    DEFAULT_CSS = _CSS
    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-tall")]  # noqa: RUF012 - as Textual has it
    BINDINGS = [Binding("escape", "leave", "Back", show=False)]  # noqa: RUF012

    def action_leave(self) -> None:
        self.dismiss(None)


class Question(Window[str]):
    """A text and a few answers, the first one for Enter; None if none was given."""

    BINDINGS = [  # noqa: RUF012
        Binding("up", "scroll(-1)", show=False, priority=True),
        Binding("down", "scroll(1)", show=False, priority=True),
    ]

    def __init__(self, text: str, answers: Sequence[str]) -> None:
        super().__init__()
        self._text = text
        self._answers = answers

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="window", can_focus=False):
            yield Static(self._text, id="text", markup=False)
            with Horizontal():
                for at, answer in enumerate(self._answers):
                    yield Button(answer, id=f"answer-{at}", compact=True)

    def on_resize(self) -> None:
        self.call_after_refresh(self._tell_keys)

    def _tell_keys(self) -> None:
        window = self.query_one("#window")
        window.border_subtitle = SCROLLS if window.max_scroll_y else ""

    def action_scroll(self, way: int) -> None:
        self.query_one("#window").scroll_relative(y=way, animate=False)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(self._answers[int((event.button.id or "-0").rpartition("-")[2])])

    def key_left(self) -> None:
        self.focus_previous()

    def key_right(self) -> None:
        self.focus_next()


class Reading(Window[None]):
    """A text to read, and back."""

    BINDINGS = [  # noqa: RUF012
        Binding("escape,enter,q,space", "leave", "Back", show=False),
    ]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title = title
        self._text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="window") as window:
            window.border_title = self._title
            yield Static(self._text, id="text", markup=False)

    def on_resize(self) -> None:
        self.call_after_refresh(self._tell_keys)

    def _tell_keys(self) -> None:
        window = self.query_one("#window")
        scrolls = f"{SCROLLS}, " if window.max_scroll_y else ""
        window.border_subtitle = f"{scrolls}Esc goes back"


class Entering(Window[str]):
    """A line to enter; None if it was left, or if it is empty and must not be."""

    def __init__(self, text: str, value: str = "", optional: bool = False) -> None:
        super().__init__()
        self._text = text
        self._value = value
        self._optional = optional

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="window", can_focus=False) as window:
            window.border_subtitle = "Enter keeps it, Esc goes back"
            yield Static(self._text, id="text", markup=False)
            yield Input(self._value, compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        entered = event.value.strip()
        self.dismiss(entered if entered or self._optional else None)


class Choosing(Window[str]):
    """One of several answers; None if it was left."""

    def __init__(self, title: str, answers: Mapping[str, str], now: str = "") -> None:
        super().__init__()
        self._title = title
        self._answers = answers
        self._now = now

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="window", can_focus=False) as window:
            window.border_title = self._title
            yield Choices(
                *(Option(text, id=key) for key, text in self._answers.items()),
                markup=False,
                compact=True,
            )

    def on_mount(self) -> None:
        known = list(self._answers)
        self.query_one(OptionList).highlighted = known.index(self._now) if self._now in known else 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(list(self._answers)[event.option_index])
