"""A player's mistakes, to be replayed: the position before each, and another try."""

from __future__ import annotations

from collections.abc import Sequence

from textual.binding import Binding

from ...catalog import Book
from ...coach.hint import STEPS, hint
from ...coach.review import GradedStep
from ...errors import IllegalPick
from ...game import Position
from ...record import Tiles
from ..show_review import instead
from .board_screen import BoardScreen
from .try_out import Told, judge

_RULES, _BACK = ("r", "rules", "rules"), ("Esc", "to the review", "leave")
_KEYS = (("h", "hint", "hint"), ("s", "show answer", "give_in"), _RULES, _BACK)
_DONE_KEYS = (("n", "next", "next"), _RULES, _BACK)


class MistakesScreen(BoardScreen):
    """A quiz through the mistakes of a game."""

    BINDINGS = [  # noqa: RUF012
        Binding("n", "next", show=False),
        Binding("h", "hint", show=False),
        Binding("s", "give_in", show=False),
        Binding("a", "again", show=False),
        Binding("r,f1,question_mark", "rules", show=False),
        Binding("escape,q", "leave", show=False),
    ]

    def __init__(
        self,
        book: Book,
        asked: Sequence[tuple[Position, GradedStep]],
        makers: Sequence[int],
        labels: tuple[str, str],
    ) -> None:
        super().__init__(book)
        self.asked = asked
        self._makers = makers
        self._labels = labels
        self.at = 0
        self.at_once = 0  # found at the first try
        self.ended = False
        self._begin_anew()

    def _begin_anew(self) -> None:
        self.tried: list[int] = []
        self.done = False
        self._hints = 0

    @property
    def labels(self) -> tuple[str, str]:
        return self._labels

    @property
    def position(self) -> Position:
        return self.asked[self.at][0]

    @property
    def step(self) -> GradedStep:
        return self.asked[self.at][1]

    def opened(self) -> None:
        self.board.hide_legal = False
        self._ask()

    def _ask(self) -> None:
        self._begin_anew()
        step, who = self.step, self.labels[self.step.seat - 1]
        self.name_it(f"Replaying mistakes: {self.at + 1} of {len(self.asked)}")
        self.tell("status", f"{who} to pick. Which pick wins?")
        self.tell("task", f"In the game {who} picked {step.event}, and that was a mistake.")
        self.tell("news")
        self.tell("coach")
        self._draw()

    def _draw(self, good: Sequence[int] = ()) -> None:
        position, step = self.position, self.step
        wrong = [n for n in (step.event, *self.tried) if isinstance(n, int) and n not in good]
        self.board.mark(good=good, bad=wrong)
        makers = self._makers[: len(position.picks)]
        self.show(Tiles(position, makers), turn=step.seat, active=not self.done)
        self.show_keys(*(_DONE_KEYS if self.done else _KEYS))
        self.refresh_bindings()

    def _say(self, text: str, style: str = "") -> None:
        self.tell("coach", text, style)
        self.reveal("coach")

    def picked(self, n: int, /) -> None:
        position = self.position
        if self.done or self.ended:
            return
        try:
            position.pick(n)
        except IllegalPick as error:
            self.refuse(n, error)
            return
        self.tell("news")
        self.think(
            lambda budget: judge(position, n, budget),
            lambda found: self._judge(n, found),
            holds=True,
        )

    def _judge(self, n: int, found: Told) -> None:
        first = not self.tried and not self._hints
        if n not in self.tried:
            self.tried.append(n)
        if found.wins:
            self.done = True
            self.at_once += first
            self._draw(good=[n])
            self._say(f"Right. {found.text}", "good")
        else:
            self._draw()
            wrong = "Not this one. " if found.wins is False else ""
            self._say(f"{wrong}{found.text}", "bad")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "next":
            return self.done and not self.ended
        if action in ("hint", "give_in"):
            return not self.done and not self.ended
        if action == "again":
            return self.ended
        return super().check_action(action, parameters)

    def hint(self) -> None:
        position = self.position
        self._hints = step = min(STEPS, self._hints + 1)
        more = " (h again tells more)" if step < STEPS else ""
        self.think(
            lambda budget: hint(position, step, budget),
            lambda text: self._say(f"Hint {step} of {STEPS}: {text}{more}"),
        )

    def give_in(self) -> None:
        self.give_up()
        self.done = True
        self._draw(good=self.step.winning)
        self._say(instead(self.step))

    def action_next(self) -> None:
        self.give_up()
        if self.at + 1 < len(self.asked):
            self.at += 1
            self._ask()
        else:
            self._end()

    def _end(self) -> None:
        self.ended = True
        self.name_it("Replaying mistakes")
        of = len(self.asked)
        self.tell(
            "status", f"That was all. Right at the first try: {self.at_once} of {of}.", "good"
        )
        for part in ("task", "news", "coach"):
            self.tell(part)
        self.show_keys(("a", "again", "again"), _BACK)
        self.refresh_bindings()

    def action_again(self) -> None:
        self.at, self.at_once, self.ended = 0, 0, False
        self._ask()
