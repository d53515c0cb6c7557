"""A lesson on the board: a step, what is picked, and what the coach says to it."""

from __future__ import annotations

from collections.abc import Sequence

from textual.binding import Binding

from ...coach import lesson_words as words
from ...coach.lesson import (
    PICK,
    PLAY,
    READ,
    Answered,
    Lesson,
    LessonStep,
    Playing,
    answered,
    check,
)
from ...coach.lesson_file import open_lesson, shipped
from ...coach.lesson_progress import SEEN, SHOWN, SOLVED, LessonProgress
from ...coach.lesson_words import SKIPPED, LessonHint
from ...errors import IllegalPick, JournalError
from ...game import Position
from ...record import Tiles
from .app import of
from .board_screen import BoardScreen

_BACK = ("Esc", "back", "leave")
_RULES = ("r", "rules", "rules")
_AFTER = (("b", "play a bot", "play_on(False)"), ("p", "puzzles", "play_on(True)"))


class LessonScreen(BoardScreen):
    """One lesson, taken on the board: a step, what is picked, and what the coach says to it."""

    DEFAULT_CSS = """
    LessonScreen.-narrow #panel { max-height: 9; }
    LessonScreen.-narrow.-tall #panel { max-height: 60%; }
    LessonScreen.-wide #panel { width: 36; }
    LessonScreen.-roomy #panel { width: 56; }
    """
    BINDINGS = [  # noqa: RUF012
        Binding("enter,space", "next", show=False, priority=True),
        Binding("n", "next", show=False),
        Binding("h", "hint", show=False),
        Binding("s", "give_in", show=False),
        Binding("u", "undo", show=False),
        Binding("a", "again", show=False),
        Binding("k", "skip", show=False),
        Binding("b", "play_on(False)", show=False),
        Binding("p", "play_on(True)", show=False),
        Binding("r,f1,question_mark", "rules", show=False),
        Binding("escape,q", "leave", show=False),
    ]

    def __init__(self, lesson: Lesson, progress: LessonProgress | None = None) -> None:
        super().__init__(lesson.steps[0].book)
        self.lesson = lesson
        self.progress = progress
        self.results: list[str] = []  # how each step went
        self.todo: Sequence[LessonStep] = ()
        self.at = 0
        self.done = False  # whether this step is
        self.ended = False
        self.playing: Playing | None = None
        self._tried = 0  # picks
        self._wrong: list[int] = []  # of them
        self._hints = 0
        self._kept = True  # whether progress can be written
        self._begun = False
        self._ahead = False  # whether the board shows a pick that is still looked at
        self._warned = ""  # what was said of a pick that let go of the win

    @property
    def waits_for(self) -> str:
        playing = None if self.done else self.playing
        if playing and playing.coach_is_next and not playing.over:
            return "The coach is about to pick: wait a moment."
        return super().waits_for

    @property
    def labels(self) -> tuple[str, str]:
        return "You", "The coach"

    @property
    def step(self) -> LessonStep:
        return self.todo[self.at]

    def opened(self) -> None:
        if self.progress is None:
            self.progress = LessonProgress.opened(of(self).complain)
        left = [step for step in self.lesson.steps if self.progress.how(step) is None]
        self.todo = left or self.lesson.steps
        if not left:
            first = words.ONCE_MORE
        elif len(left) < len(self.lesson.steps):
            first = words.GOING_ON
        else:
            first = words.goal(self.lesson)
        if self.lesson.where in shipped().values():
            self._begin(first)
        else:  # a teacher's own
            self.name_it(self.lesson.title)
            self.show_keys(_BACK)
            self.think(
                lambda budget: check(self.lesson, budget),
                lambda _: self._begin(first),
                "Looking through the lesson",
            )

    # --- a step -----------------------------------------------------------------------

    def _begin(self, news: str = "") -> None:
        step, self._begun = self.step, True
        self.book, self.done, self._wrong = step.book, False, []
        self._tried = self._hints = 0
        self.playing = Playing(step) if step.task == PLAY else None
        number = self.lesson.steps.index(step) + 1
        self.name_it(f"{self.lesson.title}, step {number} of {len(self.lesson.steps)}")
        self.tell("status", f"{step.book.title} {step.book.game.numbers}")
        self.tell("task", step.text)
        self.tell("coach")
        self.board.mark()
        if self.playing:
            news = words.begins(step) if not news else f"{news} {words.begins(step)}"
        self.tell("news", news)
        self.query_one("#panel").scroll_home(animate=False)
        self._draw()
        if self.playing and self.playing.coach_is_next and not self.playing.over:
            self._answer_soon()

    def _draw(self) -> None:
        position = self.playing.position if self.playing else self.step.position
        over = self.playing is not None and self.playing.over
        waits = self.playing is not None and self.playing.coach_is_next
        active = self.step.task != READ and not self.done and not over and not waits
        self._show_position(position, active, over)
        self._show_keys()

    def _show_position(self, position: Position, active: bool, over: bool = False) -> None:
        """The learner keeps one shape and one colour, whoever began."""
        tiles = Tiles(position, self.step.makers(position), over)
        self.show(tiles, turn=self.step.side(position.turn), active=active)

    def _show_keys(self) -> None:
        if self.ended:
            on = [("n", "next lesson", "next")] if self._following else []
            self.show_keys(*on, *(_AFTER if self._game else ()), _BACK)
        elif self.done or self.step.task == READ:
            self.show_keys(("Enter", "go on", "next"), _RULES, _BACK)
        elif self.step.task == PICK:
            self.show_keys(
                ("h", "hint", "hint"),
                ("s", "show", "give_in"),
                _RULES,
                ("k", "skip", "skip"),
                _BACK,
            )
        else:
            self.show_keys(
                ("h", "hint", "hint"), ("u", "undo", "undo"), ("a", "again", "again"), _RULES,
                ("k", "skip", "skip"), _BACK,
            )  # fmt: skip
        self.refresh_bindings()

    def _finish(self, how: str) -> None:
        """The step is done: that is on disk before anything tells so."""
        self.results.append(how)
        self.done = True
        if how == SKIPPED or self.progress is None:
            return
        try:
            self.progress.add(self.lesson, self.step, how)
        except JournalError as error:
            if self._kept:
                of(self).complain(f"{error}; from here on progress is not kept")
            self._kept = False

    def _say(self, text: str, style: str = "") -> None:
        self.tell("coach", text, style)
        self.reveal("coach")

    # --- picks ------------------------------------------------------------------------

    def picked(self, n: int, /) -> None:
        if self.ended or self.done or self.step.task == READ:
            self.tell("news", "There is nothing to pick here: Enter goes on.")
            return
        if self.playing and self.playing.over:
            self.tell("news", "This game is over: a begins once more, u goes back.")
            return
        position = self.playing.position if self.playing else self.step.position
        try:
            position.pick(n)
        except IllegalPick as error:
            self.refuse(n, error)
            return
        self.tell("news")
        if self.playing:
            self._play(self.playing, n)
        else:
            step = self.step
            self.think(
                lambda budget: answered(step, n, budget),
                lambda found: self._judge(n, found),
                holds=True,
            )

    def _judge(self, n: int, found: Answered) -> None:
        if found.right:
            self._finish(SOLVED)
            self.board.mark(good=[n], bad=self._wrong)
            self._draw()
        else:
            self._tried += 1
            self._wrong += [n] * found.wrong
            self.board.mark(bad=self._wrong)
        self._say(words.judged(found), "good" if found.right else "bad" if found.wrong else "")
        if self._tried == 2 and not found.right:
            self.tell("news", "h helps, s gives the answer.")

    def _play(self, playing: Playing, n: int) -> None:
        """The learner's pick is shown at once; one that lets go of the win is told soon."""
        after, later = playing.position.pick(n), playing.copy()
        self._hints, self._ahead, self._warned = 0, True, ""
        self.board.mark()
        self.tell("coach")
        self._show_position(after, active=False)

        def made(said: str) -> None:
            self.playing, self._ahead = later, False
            if said:
                self._warned = said
                self._say(f"{said} (u takes it back)", "bad")
            self._after_a_pick()

        def failed(error: Exception) -> None:
            self._ahead = False
            self._draw()
            self.could_not(error)

        self.think(lambda budget: later.pick(n, budget), made, failed=failed, holds=True)

    def _after_a_pick(self) -> None:
        playing = self.playing
        if playing is None:
            return
        if playing.over:
            said = words.how_it_ended(playing)
            if playing.won:
                self._finish(SOLVED)
            self._draw()
            more = "" if playing.won else "a begins once more, u goes back to your last pick."
            whole = " ".join(filter(None, (self._warned, said, more)))
            self._say(whole, "good" if playing.won else "bad")
            return
        self._draw()
        if playing.coach_is_next:
            self._answer_soon()

    def _answer_soon(self) -> None:
        """Let the coach pick, after a moment that lets one see one's own pick."""
        playing = self.playing
        if playing is None:
            return
        later = playing.copy()

        def made(n: int) -> None:
            self.playing = later
            self.tell("news", words.replied(n))
            self._after_a_pick()

        self.soon(self.settings.pause, lambda: self.think(later.reply, made, holds=True))

    # --- keys -------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self._begun:
            return action == "leave"
        if action == "next":
            return self.done or self.ended or self.step.task == READ
        picks = not self.done and not self.ended and self.step.task != READ
        if action in ("hint", "skip"):
            return picks
        if action == "give_in":
            return picks and self.step.task == PICK
        if action in ("undo", "again"):
            return picks and self.step.task == PLAY
        return super().check_action(action, parameters)

    def action_next(self) -> None:
        if self.ended:
            if following := self._following:
                self.app.switch_screen(LessonScreen(following))
            return
        if not self.done:
            self._finish(SEEN)
        self._move_on()

    def _move_on(self) -> None:
        self.give_up()
        if self.at + 1 < len(self.todo):
            self.at += 1
            self._begin()
        else:
            self._end()

    def _end(self) -> None:
        self.ended = True
        self.name_it(self.lesson.title)
        for part in ("task", "coach"):
            self.tell(part)
        self.tell("status", words.the_end(self.results), "good")
        following = self._following
        if following:
            self.tell("news", f"The next one: {following.title}.")
        elif SKIPPED in self.results:
            self.tell("news", "Take this lesson again for what you left.")
        elif self._game:
            self.tell("news", "That was the last lesson: now win against a bot, or solve puzzles.")
        self.board.mark()
        self._draw()

    @property
    def _game(self) -> str | None:
        """The shipped game that a lesson ends with, to be played."""
        book = self.lesson.steps[-1].book
        return book.game.name if book.source is None else None

    def action_play_on(self, puzzles: bool) -> None:
        """What is learnt is tried: in a game, or in puzzles."""
        from .new_game import GameSetup
        from .puzzles import Puzzles

        if self.ended and self._game:
            self.app.switch_screen((Puzzles if puzzles else GameSetup)(self._game))

    @property
    def _following(self) -> Lesson | None:
        """The next shipped lesson, once nothing of this one is left."""
        names = list(shipped())
        if SKIPPED in self.results or self.lesson.name not in names[:-1]:
            return None
        return open_lesson(names[names.index(self.lesson.name) + 1])

    def hint(self) -> None:
        step, given = self.step, self._hints
        position = self.playing.position if self.playing else step.position

        def told(found: LessonHint) -> None:
            self._hints = found.given
            more = " (h again tells more)" if found.more else ""
            self._say(f"{found.text}{more}")

        self.think(lambda budget: words.next_hint(step, position, given, budget), told)

    def give_in(self) -> None:
        if not self._tried:
            self._say(words.TRY_FIRST)
            return
        step = self.step

        def told(found: tuple[str, tuple[int, ...]]) -> None:
            text, picks = found
            self._finish(SHOWN)
            self.board.mark(good=picks, bad=self._wrong)
            self._draw()
            self._say(text)

        self.think(lambda budget: words.answer(step, budget), told)

    def action_undo(self) -> None:
        if self.playing is None:
            return
        later = self.playing.copy()
        if not self._ahead and not later.undo():
            self._say(words.NOTHING_OF_YOURS)
            return
        self.give_up()
        self._go_back(later)

    def action_again(self) -> None:
        if self.playing is None:
            return
        self.give_up()
        later = self.playing.copy()
        later.again()
        self._go_back(later)
        if later.coach_is_next:
            self._answer_soon()

    def _go_back(self, playing: Playing) -> None:
        self.playing, self._hints, self._ahead = playing, 0, False
        for part in ("news", "coach"):
            self.tell(part)
        self._draw()

    def action_skip(self) -> None:
        self._finish(SKIPPED)
        self._move_on()
