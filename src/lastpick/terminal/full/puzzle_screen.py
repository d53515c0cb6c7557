"""A puzzle on the board: one after the other of a game, or that of a day."""

from __future__ import annotations

from datetime import date
from random import SystemRandom
from typing import Any

from textual.binding import Binding

from ...catalog import Book, open_book
from ...catalog.rules import ending
from ...coach import daily as days
from ...coach.hint import STEPS
from ...coach.puzzle_attempt import DONE_BEFORE, Attempt, tried_before
from ...coach.puzzle_log import PuzzleLog, asked_of, to_paste
from ...coach.puzzles import Puzzle, find_puzzles
from ...errors import IllegalPick
from ...oracle import Budget
from ...oracle.budget import MINUTE
from ...record import Tiles
from .app import of
from .board_screen import BoardScreen

_BACK = ("Esc", "back", "leave")
_RULES = ("r", "rules", "rules")
_STAR = "\u2605"
_KEYS = (("h", "hint", "hint"), ("s", "show answer", "give_in"), _RULES, _BACK)


class PuzzleScreen(BoardScreen):
    """One puzzle after the other, of a game and a level. A try is in the log before its answer."""

    DEFAULT_CSS = """
    PuzzleScreen.-narrow #panel { max-height: 8; }
    PuzzleScreen.-narrow.-tall #panel { max-height: 50%; }
    PuzzleScreen.-wide #panel { width: 32; }
    """
    BINDINGS = [  # noqa: RUF012
        Binding("n", "next", show=False),
        Binding("h", "hint", show=False),
        Binding("s", "give_in", show=False),
        Binding("r,f1,question_mark", "rules", show=False),
        Binding("escape,q", "leave", show=False),
    ]

    def __init__(self, book: Book, level: int | None = None, seed: int | None = None) -> None:
        super().__init__(book)
        self.level = level
        self.seed = SystemRandom().randrange(10**9) if seed is None else seed
        self.number = 0  # of the puzzle that is shown
        self.kept: PuzzleLog | None = None
        self.attempt: Attempt | None = None  # None while a puzzle is looked for
        self._tried: list[int] = []

    @property
    def labels(self) -> tuple[str, str]:
        return ("You", "Your opponent") if self._seat == 1 else ("Your opponent", "You")

    @property
    def _seat(self) -> int:
        return self.attempt.puzzle.position.turn if self.attempt else 1

    def opened(self) -> None:
        self.kept = PuzzleLog(of(self).complain)
        self.name_it(f"{self.book.title} {self.book.game.numbers}, puzzles")
        self.find()

    def on_unmount(self) -> None:
        super().on_unmount()
        if self.kept:
            self.kept.close()

    # --- which puzzle -----------------------------------------------------------------

    def find(self) -> None:
        """Look for the next puzzle."""
        self.attempt = None
        self.number += 1
        game, level, seed = self.book.game, self.level, self.seed + self.number - 1
        self.show(Tiles(game.start()), turn=1, active=False)
        for part in ("task", "news", "coach"):
            self.tell(part)
        self.board.mark()
        self.tell("status", "A puzzle is on its way ...")
        self.show_keys(_BACK)
        self.think(
            lambda budget: find_puzzles(game, 1, level, seed, budget=budget)[0],
            self.found,
            "Looking for a puzzle",
            MINUTE,
            holds=True,
        )

    def found(self, puzzle: Puzzle) -> None:
        self.begin(puzzle, asked_of(self.book, puzzle), f"Puzzle {self.number}")

    def begin(self, puzzle: Puzzle, asked: dict[str, Any], title: str) -> None:
        """Show a puzzle, as far as it has come."""
        if self.kept is None:
            return
        self.attempt = attempt = Attempt(puzzle, asked, self.kept)
        self._tried = list(attempt.result.tries)
        self.name_it(f"{title}, {stars(puzzle.level)}: {self.book.title} {self.book.game.numbers}")
        self.tell("status", "Which pick wins?")
        unusual = f" Here {ending(self.book.game)}." if self.book.game.misere else ""
        self.tell("task", f"{self.book.summary}{unusual} Exactly one pick wins.")
        self.tell("news", DONE_BEFORE if attempt.before.done else attempt.so_far)
        self.tell("coach")
        self._draw()

    def could_not(self, error: Exception) -> None:
        super().could_not(error)
        if self.attempt is None:
            self.tell("status", "There is no puzzle.")
            self.show_keys(*self.more_keys, _BACK)

    # --- what is shown ----------------------------------------------------------------

    @property
    def more_keys(self) -> tuple[tuple[str, str, str], ...]:
        """What there is to do after a puzzle."""
        return (("n", "next puzzle", "next"),)

    @property
    def _keys(self) -> tuple[tuple[str, str, str], ...]:
        """What there is to do before it is done."""
        return _KEYS

    def _draw(self) -> None:
        if self.attempt is None:
            return
        puzzle, done = self.attempt.puzzle, self.attempt.result.done
        position = puzzle.position
        self.board.mark(good=[puzzle.answer] if done else [], bad=self._tried_wrong)
        self.show(Tiles(position), turn=position.turn, active=not done)
        self.show_keys(*((*self.more_keys, _RULES, _BACK) if done else self._keys))
        self.refresh_bindings()

    @property
    def _tried_wrong(self) -> list[int]:
        answer = self.attempt.puzzle.answer if self.attempt else None
        return [n for n in self._tried if n != answer]

    def _say(self, text: str, style: str = "") -> None:
        self.tell("coach", text, style)
        self.reveal("coach")

    def after(self) -> None:
        """The puzzle is solved or given up."""

    # --- what happens -----------------------------------------------------------------

    def picked(self, n: int, /) -> None:
        attempt = self.attempt
        if attempt is None:
            return
        if attempt.result.done:
            self.tell("news", "This one is done.")
            return
        position = attempt.puzzle.position
        try:
            position.pick(n)
        except IllegalPick as error:
            self.refuse(n, error)
            return
        if n in attempt.result.tries:
            self._say(tried_before(n), "bad")
            return
        self.tell("news")
        self._tried.append(n)
        right = attempt.attempt(n)
        self._draw()
        if right:
            self.tell("status", "Solved!", "good")
            self.think(lambda _: attempt.why(), lambda why: self._say(f"Right! {why}", "good"))
            self.after()
        else:
            self._say(f"No: {n} does not win.", "bad")
            self.think(
                lambda budget: attempt.why_not(n, budget), lambda said: self._say(said, "bad")
            )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        open_now = self.attempt is not None and not self.attempt.result.done
        if action in ("hint", "give_in"):
            return open_now
        if action == "next":
            return bool(self.more_keys) and not open_now and not self.asking_for_one
        return super().check_action(action, parameters)

    @property
    def asking_for_one(self) -> bool:
        return self.attempt is None and self.asking.busy

    def hint(self) -> None:
        attempt = self.attempt
        if attempt is None:
            return
        step = attempt.next_hint

        def told(text: str) -> None:
            attempt.hinted(step)
            more = " (h again tells more)" if step < STEPS else ""
            self._say(f"Hint {step} of {STEPS}: {text}{more}")

        self.think(lambda budget: attempt.hint(step, budget), told)

    def give_in(self) -> None:
        attempt = self.attempt
        if attempt is None:
            return
        attempt.give_up()
        self.tell("status", "Given up.")
        self._draw()
        self.think(lambda _: attempt.why(), self._say)
        self.after()

    def action_next(self) -> None:
        self.give_up()
        self.find()


class DailyScreen(PuzzleScreen):
    """The puzzle of a day, with a result to share; an easier one beside it for a newcomer."""

    BINDINGS = [  # noqa: RUF012
        Binding("c", "copy", show=False),
        Binding("e", "easier", show=False),
    ]

    def __init__(self, day: date | None = None) -> None:
        self.day = day or days.today()
        self._result = ""  # to be pasted, once there is one
        self._easier: int | None = None  # the level of a puzzle to begin with
        wanted = days.schedule_of(self.day).of(self.day)
        super().__init__(open_book(wanted.game, wanted.numbers))
        self.daily: days.Daily | None = None

    @property
    def more_keys(self) -> tuple[tuple[str, str, str], ...]:
        return (("c", "copy result", "copy"),) if self._result else ()

    @property
    def _keys(self) -> tuple[tuple[str, str, str], ...]:
        return (*((("e", "easier one", "easier"),) if self._easier else ()), *_KEYS)

    def find(self) -> None:
        day = self.day
        self.name_it(f"The puzzle of {day}")
        self.tell("status", "The puzzle is on its way ...")
        self.show(Tiles(self.book.game.start()), turn=1, active=False)
        self.show_keys(_BACK)

        def work(budget: Budget) -> days.Daily:
            return days.daily(day, budget)

        doing = f"Looking for the puzzle of {day}"
        self.think(work, self._found, doing, MINUTE, holds=True)

    def _found(self, found: days.Daily) -> None:
        self.daily, self.book = found, found.book
        asked = asked_of(found.book, found.puzzle, found)
        self.begin(found.puzzle, asked, f"Puzzle of {found.day}")
        self._tell_result()

    def after(self) -> None:
        self._tell_result()

    def _tell_result(self) -> None:
        """The result to share, once there is one; and the days in a row."""
        if self.daily is None or self.attempt is None or self.kept is None:
            return
        attempt, summary = self.attempt, self.kept.summary()
        result = attempt.before if attempt.before.done else attempt.result
        self._easier = None if result.done else self.kept.easier(attempt.puzzle.level)
        self._result = to_paste(self.daily, result, summary.streak) if result.done else ""
        said = [self._result]
        if summary.best and "in a row" not in self._result:
            said.append(f"Days in a row: {summary.streak}, at best {summary.best}.")
        if self._easier and not attempt.so_far:
            said.append("New to this? e gives an easier one to begin with.")
        self.tell("picks")
        self.tell("news" if result.done else "picks", "\n".join(filter(None, said)))
        self._draw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "next" and super().check_action(action, parameters)

    def action_copy(self) -> None:
        if self._result:
            self.app.copy_to_clipboard(self._result)
            self.app.notify("Copied. If your terminal does not paste it, select it with the mouse.")

    def action_easier(self) -> None:
        if self._easier:
            self.app.push_screen(PuzzleScreen(open_book(self.book.game.name), self._easier))


def stars(level: int) -> str:
    """How hard a puzzle is."""
    return f"level {level} {_STAR * level}"
