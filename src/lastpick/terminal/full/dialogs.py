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
from .key_bar import KeyBar

T = TypeVar("T")
Key = tuple[str, str, str]
_SCROLL: Key = ("\u2191\u2193", "scroll", "scroll(1)")
_BACK: Key = ("Esc", "back", "leave")
_CSS = """
Window { align: center middle; background: transparent; }
Window > #window {
    width: 70; max-width: 96%; height: auto; max-height: 90%;
    border: round $edge; background: $panel; padding: 1 2;
    scrollbar-size: 0 1; scrollbar-background: $panel; scrollbar-color: $quiet;
    border-title-color: $foreground;
}
Window #text { height: auto; }
Window Horizontal, Window Input { dock: bottom; height: auto; margin-top: 1; }
Window OptionList { border: none; height: auto; max-height: 100%; background: $panel; }
Window Button { margin-right: 2; min-width: 10; }
Window.-low > #window { padding: 0 1; }
Window > #keys { dock: bottom; height: auto; padding: 0 1; background: $panel; }
"""


class Window(ModalScreen[T]):
    """A box over a screen, and its keys in place of those of that screen."""

    DEFAULT_CSS = _CSS
    KEYS: Sequence[Key] = ()  # besides scrolling and going back
    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-tall")]  # noqa: RUF012 - as Textual has it
    BINDINGS = [Binding("escape", "leave", "Back", show=False)]  # noqa: RUF012

    def on_resize(self) -> None:
        self.call_after_refresh(self._tell_keys)

    def _tell_keys(self) -> None:
        keys, below = self.query_one(KeyBar), self.app.screen_stack[-2]
        for bar in below.query(KeyBar):
            room = self.size.width - bar.gutter.width
            keys.styles.min_height = bar.get_content_height(self.size, self.size, room)
        keys.show([*[_SCROLL] * self._scrolls, *self.KEYS, _BACK])

    @property
    def _scrolls(self) -> bool:
        return self.query_one("#window").max_scroll_y > 0

    def action_scroll(self, way: int) -> None:
        self.query_one("#window").scroll_relative(y=way, animate=False)

    def action_leave(self) -> None:
        self.dismiss(None)


class Question(Window[str]):
    """A text and a few answers, the first one for Enter; None if none was given."""

    BINDINGS = [  # noqa: RUF012
        Binding("up", "scroll(-1)", show=False, priority=True),
        Binding("down", "scroll(1)", show=False, priority=True),
    ]
    KEYS = (("\u2190\u2192", "change", "change"), ("Enter", "answer", "answer"))

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
        yield KeyBar(id="keys")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(self._answers[int((event.button.id or "-0").rpartition("-")[2])])

    def action_change(self) -> None:
        self.focus_next()

    def action_answer(self) -> None:
        if isinstance(self.focused, Button):
            self.focused.press()

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
        yield KeyBar(id="keys")


class Entering(Window[str]):
    """A line to enter; None if it was left, or if it is empty and must not be."""

    KEYS = (("Enter", "keep it", "keep"),)

    def __init__(self, text: str, value: str = "", optional: bool = False) -> None:
        super().__init__()
        self._text = text
        self._value = value
        self._optional = optional

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="window", can_focus=False):
            yield Static(self._text, id="text", markup=False)
            yield Input(self._value, compact=True)
        yield KeyBar(id="keys")

    def on_input_submitted(self) -> None:
        self.action_keep()

    def action_keep(self) -> None:
        entered = self.query_one(Input).value.strip()
        self.dismiss(entered if entered or self._optional else None)


class Choosing(Window[str]):
    """One of several answers; None if it was left."""

    KEYS = (("\u2191\u2193", "change", "change"), ("Enter", "choose", "choose"))
    _scrolls = False  # the list does

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
        yield KeyBar(id="keys")

    def action_change(self) -> None:
        self.query_one(OptionList).action_cursor_down()

    def action_choose(self) -> None:
        self.query_one(OptionList).action_select()

    def on_mount(self) -> None:
        known = list(self._answers)
        self.query_one(OptionList).highlighted = known.index(self._now) if self._now in known else 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(list(self._answers)[event.option_index])
