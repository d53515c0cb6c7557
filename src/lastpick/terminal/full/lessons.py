"""The list of lessons, with how far each has come."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ...coach import lesson_words as words
from ...coach.lesson import (
    Lesson,
)
from ...coach.lesson_file import open_lesson, shipped
from ...coach.lesson_progress import LessonProgress
from .app import of
from .key_bar import KeyBar
from .lesson_screen import LessonScreen

_BACK = ("Esc", "back", "leave")
_RULES = ("r", "rules", "rules")


class Lessons(Screen[None]):
    """The list of lessons, with how far each has come."""

    DEFAULT_CSS = """
    Lessons #title { height: 1; padding: 0 1; background: $panel; }
    Lessons OptionList {
        height: 1fr; border: none; padding: 0 1; background: $background;
        scrollbar-size-vertical: 1;
    }
    Lessons #about { height: auto; max-height: 4; padding: 0 2; color: $quiet; }
    Lessons #keys { height: auto; max-height: 2; padding: 0 1; background: $panel; }
    """
    BINDINGS = [Binding("escape,q", "leave", show=False)]  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__()
        self.lessons = [open_lesson(name) for name in shipped()]

    def compose(self) -> ComposeResult:
        yield Static("Lessons", id="title", markup=False)
        yield OptionList(id="lessons")
        yield Static(id="about", markup=False)
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        self.query_one(KeyBar).show([("Enter", "take it", "take"), _BACK])
        self.query_one(OptionList).focus()

    def on_screen_resume(self) -> None:
        self._list()

    def _list(self) -> None:
        """The lessons as they stand on disk; the first that is not done is the next one."""
        progress = LessonProgress.opened(of(self).complain)
        shown = self.query_one(OptionList)
        done = [progress.done(lesson) for lesson in self.lessons]
        next_one = next((at for at, one in enumerate(self.lessons) if done[at] < len(one.steps)), 0)
        shown.clear_options()
        shown.add_options(
            Option(_line(number, lesson, count))
            for number, (lesson, count) in enumerate(zip(self.lessons, done, strict=True), 1)
        )
        shown.highlighted = next_one

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        lesson = self.lessons[event.option_index]
        self.query_one("#about", Static).update(words.goal(lesson))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.app.push_screen(LessonScreen(self.lessons[event.option_index]))

    def action_take(self) -> None:
        self.query_one(OptionList).action_select()

    def action_leave(self) -> None:
        self.dismiss()


def _line(number: int, lesson: Lesson, done: int) -> Text:
    of = len(lesson.steps)
    text = Text(no_wrap=True, overflow="ellipsis")
    text.append("✓ " if done == of else "  ", "bold")
    text.append(f"{number:2}  ")
    text.append(f"{_far(done, of):9}", "bold" if 0 < done < of else "")
    text.append(lesson.title)
    return text


def _far(done: int, of: int) -> str:
    return "done" if done == of else f"{done} of {of}" if done else ""
