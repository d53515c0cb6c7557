"""A form as one list: a row a question, left and right change its answer, Enter shows all of them.

It fits the smallest terminal, and keys and mouse serve it alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ...errors import LastpickError
from .choices import Choices
from .dialogs import Choosing, Entering
from .key_bar import KeyBar

GO = "go"
_LABEL = 14  # columns of a row's label


class Field(NamedTuple):
    """A question: its answers and what they are called, or none where a text is entered."""

    key: str
    label: str
    answers: Mapping[str, str] | None = None
    about: str = ""  # what helps to answer it
    empty: str = ""  # what holds if no text is entered


class FormScreen(Screen[None]):
    """Questions with answers, and a last row that goes ahead with them."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-tall")]  # noqa: RUF012
    BINDINGS = [  # noqa: RUF012
        Binding("left", "change(-1)", "Previous", priority=True),
        Binding("right", "change(1)", "Next", priority=True),
        Binding("escape,q", "leave", "Back"),
    ]
    DEFAULT_CSS = """
    FormScreen { align: center middle; }
    FormScreen #form { width: 64; max-width: 100%; height: 100%; max-height: 24; padding: 0 1; }
    FormScreen #name { text-style: bold; height: 1; }
    FormScreen.-tall #name { margin-bottom: 1; }
    FormScreen OptionList {
        height: auto; max-height: 1fr; border: none; padding: 0; background: $background;
    }
    FormScreen #about { color: $quiet; height: auto; max-height: 5; margin-top: 1; }
    FormScreen.-low #about { max-height: 2; margin-top: 0; }
    FormScreen #keys { dock: bottom; height: auto; padding: 0 1; background: $panel; }
    """
    NAME = ""
    GO_LABEL = "Start"
    GO_FIRST = True  # whether Enter alone goes ahead

    def __init__(self, values: Mapping[str, str]) -> None:
        super().__init__()
        self.values = dict(values)

    def compose(self) -> ComposeResult:
        with Vertical(id="form"):
            yield Static(self.NAME, id="name", markup=False)
            yield Choices(id="rows", markup=False, compact=True)
            yield Static(id="about", markup=False)
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        self.query_one(KeyBar).show(
            [("←→", "change", "change(1)"), ("Enter", "choose", "choose"), ("Esc", "back", "leave")]
        )
        self._fill()
        if self.GO_FIRST:
            self._rows.highlighted = self._rows.option_count - 1

    # --- what a form is made of -------------------------------------------------------

    def fields(self) -> Sequence[Field]:
        """The questions, which may depend on the answers so far."""
        raise NotImplementedError

    def go(self) -> None:
        """Go ahead with the answers."""
        raise NotImplementedError

    def changed(self, key: str, /) -> None:
        """An answer was changed."""

    # --- rows -------------------------------------------------------------------------

    @property
    def _rows(self) -> OptionList:
        return self.query_one("#rows", OptionList)

    def _fill(self) -> None:
        at = self._rows.highlighted or 0
        self._fields = list(self.fields())
        self._rows.clear_options()
        self._rows.add_options(
            [Option(self._row(field), id=field.key) for field in self._fields]
            + ([Option(Text(self.GO_LABEL, "bold"), id=GO)] if self.GO_LABEL else [])
        )
        self._rows.highlighted = min(at, self._rows.option_count - 1)
        self._tell()

    def _row(self, field: Field) -> Text:
        value = self.values.get(field.key, "")
        shown = field.answers.get(value, value) if field.answers else value or field.empty
        text = Text(f"{field.label:{_LABEL}}")
        text.append(f"< {shown} >" if field.answers else f"{shown}", "bold")
        return text

    def _at(self) -> Field | None:
        at = self._rows.highlighted
        return self._fields[at] if at is not None and at < len(self._fields) else None

    def _tell(self) -> None:
        field = self._at()
        self.query_one("#about", Static).update(field.about if field else "")

    def on_option_list_option_highlighted(self) -> None:
        self._tell()

    def set(self, key: str, value: str) -> None:
        """Change an answer."""
        self.values[key] = value
        self.changed(key)
        self._fill()

    def action_change(self, way: int) -> None:
        field = self._at()
        if field and field.answers:
            known = list(field.answers)
            now = self.values.get(field.key, "")
            at = known.index(now) + way if now in known else 0
            self.set(field.key, known[at % len(known)])

    def action_choose(self) -> None:
        self._rows.action_select()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option.id == GO:
            try:
                self.go()
            except LastpickError as error:
                self.complain(error)
            return
        field = self._at()
        if field is None:
            return
        key = field.key

        def entered(value: str | None) -> None:
            if value is not None:
                self.set(key, value)

        now = self.values.get(key, "")
        if field.answers is None:
            window: Any = Entering(field.about or field.label, now, optional=True)
        elif len(field.answers) == 2:
            self.action_change(1)
            return
        else:
            window = Choosing(field.label, field.answers, now)
        self.app.push_screen(window, entered)

    def complain(self, error: LastpickError) -> None:
        reason = str(error)
        about = self.query_one("#about", Static)
        about.update(Text(f"{reason[0].upper()}{reason[1:]}.", "bold"))

    def action_leave(self) -> None:
        self.dismiss()
