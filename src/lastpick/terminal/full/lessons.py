"""The list of lessons by their games, with how far each has come."""

from __future__ import annotations

from itertools import groupby

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ...catalog.families import families
from ...coach import lesson_words as words
from ...coach.lesson import Lesson
from ...coach.lesson_file import open_lesson, shipped
from ...coach.lesson_progress import LessonProgress
from .app import of
from .choices import Choices
from .key_bar import KeyBar
from .lesson_screen import LessonScreen

_BACK = ("Esc", "back", "leave")


class Lessons(Screen[None]):
    """Each game's lessons below its name; the first that is not done is the next one."""

    DEFAULT_CSS = """
    Lessons #title { height: 1; padding: 0 1; background: $panel; }
    Lessons OptionList {
        height: 1fr; border: none; margin: 0 1; background: $background;
    }
    Lessons .option-list--option-disabled { color: $quiet; text-style: bold; }
    Lessons #about { height: auto; max-height: 4; padding: 0 2; color: $quiet; }
    Lessons #keys { height: auto; max-height: 2; padding: 0 1; background: $panel; }
    """
    BINDINGS = [Binding("escape,q", "leave", show=False)]  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__()
        self.lessons = [open_lesson(name) for name in shipped()]

    def compose(self) -> ComposeResult:
        yield Static("Lessons", id="title", markup=False)
        yield Choices(id="lessons", markup=False, compact=True)
        yield Static(id="about", markup=False)
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        self.query_one(KeyBar).show([("Enter", "take it", "take"), _BACK])
        self.query_one(OptionList).focus()

    def on_screen_resume(self) -> None:
        self._list()

    def _list(self) -> None:
        """The lessons as they stand on disk."""
        progress = LessonProgress.opened(of(self).complain)
        done = {one.name: progress.done(one) for one in self.lessons}
        left = [one for one in self.lessons if done[one.name] < len(one.steps)]
        finished = len(self.lessons) - len(left)
        self.query_one("#title", Static).update(f"Lessons: {finished} of {len(self.lessons)} done")
        shown = self.query_one(OptionList)
        at = shown.highlighted
        shown.clear_options()
        numbered = enumerate(self.lessons, 1)
        for games, group in groupby(numbered, lambda one: _games(one[1])):
            of_game = list(group)
            many = sum(one not in left for _, one in of_game)
            heading = f"{games}: {many} of {len(of_game)}"
            shown.add_option(Option(heading, disabled=True))
            shown.add_options(
                Option(_line(number, one, done[one.name]), id=one.name) for number, one in of_game
            )
        following = left[0].name if left else self.lessons[0].name
        shown.highlighted = shown.get_option_index(following) if at is None else at

    def _lesson(self, name: str | None) -> Lesson:
        return next(one for one in self.lessons if one.name == name)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self.query_one("#about", Static).update(words.goal(self._lesson(event.option.id)))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.app.push_screen(LessonScreen(self._lesson(event.option.id)))

    def action_take(self) -> None:
        self.query_one(OptionList).action_select()

    def action_leave(self) -> None:
        self.dismiss()


def _games(lesson: Lesson) -> str:
    """The games that a lesson is about: with the one that it shows all that have its rules."""
    game = lesson.steps[0].book.game
    same = next(one.books for one in families() if one.books[0].game.same_rules(game))
    return ", ".join(lesson.games if len(lesson.games) > 1 else (book.title for book in same))


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
