"""Alone on the full screen: as many picks as can be, and how near to the best that comes."""

from __future__ import annotations

from textual.binding import Binding

from ...coach.longest import Longest, best
from ...coach.solo_words import NOTHING_LEFT, aim, best_of, judged, picks, so_far
from ...errors import BudgetError, IllegalPick, JournalError
from ...game import Game
from ...journal import Journal, personal_bests
from ...oracle import Budget
from ...record import UNDO, Tiles
from ..session import Session
from ..start import set_up_solo
from .app import of
from .board_screen import BoardScreen

_KEYS = (("u", "undo", "undo"), ("r", "rules", "rules"), ("Esc", "back", "leave"))
_END_KEYS = (("a", "again", "again"), *_KEYS)


class SoloScreen(BoardScreen):
    """One person, one game, and a count."""

    BINDINGS = [  # noqa: RUF012
        Binding("u,backspace", "undo", show=False),
        Binding("a", "again", show=False),
        Binding("r,f1,question_mark", "rules", show=False),
        Binding("escape,q", "leave", show=False),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__(session.book)
        self.session = session
        self.best: Longest | None = None  # what is known of the longest game
        self.record = 0  # the personal best before this game

    @property
    def labels(self) -> tuple[str, str]:
        return "you", "you"

    def opened(self) -> None:
        self.session.trouble = of(self).complain
        self.record = self._personal_best()
        self.name_it(f"{self.book.title} {self.book.game.numbers}, alone")
        self._happened()
        game = self.book.game
        doing = "Looking for the best possible"
        self.think(lambda budget: _longest(game, budget), self._known, doing)

    def _personal_best(self) -> int:
        """The most picks so far; damaged games are told when saved games are listed."""
        found = personal_bests(
            saved.match for saved in Journal().saved() if not isinstance(saved, JournalError)
        ).get(self.book.game)
        return found.best if found else 0

    def _known(self, found: Longest) -> None:
        self.best = found
        self._happened()

    # --- what is shown ----------------------------------------------------------------

    def _happened(self) -> None:
        play = self.session.play
        count, over = len(play.moves), play.outcome is not None
        self.show(Tiles(play.position, [1] * count, over), turn=1, active=not over)
        self.tell("task", self._aim())
        made = ", ".join(map(str, play.position.picks))
        self.tell("picks", f"Picked: {made}" if count else "")
        if over:
            self._over(count)
            self.show_keys(*_END_KEYS)
        else:
            self.tell("status", so_far(count))
            self.tell("coach")
            self.show_keys(*_KEYS)
        self.refresh_bindings()

    def _aim(self) -> str:
        said = ["Pick as many numbers as you can."]
        if self.record:
            said.append(f"Your personal best: {self.record}.")
        if self.best and (known := aim(self.best)):
            said.append(known)
        return " ".join(said)

    def _over(self, count: int) -> None:
        position = self.session.play.position
        if self.best is None:
            self.tell("status", f"{NOTHING_LEFT} {picks(count)}.", "good")
        else:
            self.best = best_of(self.best, position.picks)
            self.tell("status", f"{NOTHING_LEFT} {judged(count, self.best)}", "good")
        new = self.record and count > self.record
        self.tell("coach", f"A new personal best; it was {self.record}." if new else "", "good")

    # --- what happens -----------------------------------------------------------------

    def picked(self, n: int, /) -> None:
        play = self.session.play
        if play.outcome:
            self.tell("news", "Nothing is left to pick: u goes back, a begins again.")
            return
        before = play.position
        try:
            self.session.commit(n)
        except IllegalPick as error:
            self.refuse(n, error)
            return
        others = [m for m in before.removal(n) if m != n]
        gone = self.book.wording.list("others", others)
        self.tell("news", f"Also gone: {gone}" if others else "")
        self._happened()

    def action_undo(self) -> None:
        moves = self.session.play.moves
        if not moves:
            self.tell("news", "There is nothing to take back yet.")
            return
        taken = moves[-1]
        self.session.commit(UNDO)
        self.tell("news", f"Taken back: {taken}.")
        self._happened()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "again":
            return self.session.play.outcome is not None
        return super().check_action(action, parameters)

    def action_again(self) -> None:
        """Another try, from the start."""
        self.record = max(self.record, self.session.play.most)
        self.session.close()
        self.session = set_up_solo(self.book, of(self).complain)
        self.tell("news")
        self._happened()

    def action_leave(self) -> None:
        self.session.close()
        super().action_leave()


def _longest(game: Game, budget: Budget) -> Longest:
    try:
        return best(game, budget)
    except BudgetError:  # a pool of many thousands
        return Longest((), game.numbers.size)
