"""Other picks than those of the game: each is told whether it wins. Escape returns to the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.binding import Binding

from ...catalog import Book
from ...coach.hint import STEPS, hint
from ...coach.lesson import truth, wins
from ...errors import IllegalPick
from ...game import Position
from ...oracle import Budget
from ...record import Tiles, doing
from .board_screen import BoardScreen

_KEYS = (
    ("u", "undo", "undo"),
    ("h", "hint", "hint"),
    ("r", "rules", "rules"),
    ("Esc", "to the game", "leave"),
)


class Told(NamedTuple):
    """Whether a pick wins, and why."""

    wins: bool | None
    text: str


def judge(position: Position, pick: int, budget: Budget) -> Told:
    """What the coach says of a pick."""
    return Told(wins(position, pick, budget), truth(position, pick, budget))


class TryScreen(BoardScreen):
    """A position of a game and what could have come next, both sides picked by one person."""

    BINDINGS = [  # noqa: RUF012
        Binding("u,backspace", "undo", show=False),
        Binding("h", "hint", show=False),
        Binding("r,f1,question_mark", "rules", show=False),
        Binding("escape,q", "leave", show=False),
    ]

    def __init__(
        self,
        book: Book,
        position: Position,
        makers: Sequence[int],
        turn: int,
        labels: tuple[str, str],
        pick: int,
    ) -> None:
        super().__init__(book)
        self._labels = labels
        self._makers = list(makers)
        self._first_turn = turn
        self._first_pick = pick
        self.positions = [position]  # from where it was left
        self._hints = 0

    @property
    def labels(self) -> tuple[str, str]:
        return self._labels

    @property
    def _turn(self) -> int:
        made = len(self.positions) - 1
        return self._first_turn if made % 2 == 0 else 3 - self._first_turn

    def opened(self) -> None:
        self.name_it("Trying other picks")
        self.show_keys(*_KEYS)
        self.board.hide_legal = False
        self._try(self._first_pick)

    def picked(self, n: int, /) -> None:
        try:
            self.positions[-1].pick(n)
        except IllegalPick as error:
            self.refuse(n, error)
            return
        self._try(n)

    def _try(self, n: int) -> None:
        before = self.positions[-1]
        self.positions.append(before.pick(n))
        self._draw()
        self.tell("news", f"{doing(self.labels[2 - self._turn], 'picks')} {n}.")

        def judged(found: Told) -> None:
            style = {True: "good", False: "bad", None: ""}[found.wins]
            self.tell("coach", found.text, style)
            self.reveal("coach")

        self.think(lambda budget: judge(before, n, budget), judged)

    def _draw(self) -> None:
        position, turn = self.positions[-1], self._turn
        made = len(self.positions) - 1
        makers = [*self._makers, *((self._first_turn, 3 - self._first_turn) * made)[:made]]
        over, who = not position.choices, self.labels[turn - 1]
        self.board.mark()
        self.show(Tiles(position, makers, over), turn=turn, active=not over)
        if over:
            winner = self.labels[self.book.game.winner(turn) - 1]
            self.tell("status", f"{who} cannot pick. {doing(winner, 'wins')}!")
        else:
            yours = "Your turn" if who == "You" else f"{who}'s turn"
            self.tell("status", f"{yours}. You pick for both.")
        tried = ", ".join(map(str, position.picks[len(self._makers) :]))
        self.tell("picks", f"Tried: {tried}")
        self.tell("coach")
        self._hints = 0

    def action_undo(self) -> None:
        """Take back the last pick; with the first one, return to the game."""
        self.give_up()
        self.positions.pop()
        if len(self.positions) == 1:
            self.action_leave()
            return
        self.tell("news")
        self._draw()

    def hint(self) -> None:
        position = self.positions[-1]
        self._hints = step = min(STEPS, self._hints + 1)
        more = " (h again tells more)" if step < STEPS else ""

        def told(text: str) -> None:
            self.tell("coach", f"Hint {step} of {STEPS}: {text}{more}")
            self.reveal("coach")

        self.think(lambda budget: hint(position, step, budget), told)
