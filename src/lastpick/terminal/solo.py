"""Alone: as many picks as can be, by a game's rules, and how near to the best that comes."""

from __future__ import annotations

from ..catalog import Book, open_book
from ..coach.solo_words import NOTHING_LEFT, best_of, judged, so_far
from ..errors import BudgetError
from ..record import UNDO, Play
from .commands import EntryLine, PromptWord
from .entries import VALID
from .line_mode import LineMode
from .screen import Leave, Screen, plain
from .session import Session
from .show_stats import read_bests
from .start import set_up_solo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..coach.longest import Longest

_AT_THE_END = "Enter undo to go back, again for another try, or quit: "


def solo(name: str, numbers: str | None, screen: Screen) -> int:
    """Begin a game alone, and another as long as one is wanted; the exit code."""
    return tries(open_book(name, numbers), screen)


def go_on(session: Session, screen: Screen) -> int:
    """Go on with a game that somebody played alone."""
    mode = SoloMode(session, screen)
    code = mode.sit()
    return tries(session.book, screen, mode.best) if mode.again else code


def tries(book: Book, screen: Screen, best: Longest | None = None) -> int:
    while True:
        mode = SoloMode(set_up_solo(book, screen.complain), screen, best)
        code = mode.sit()
        if not mode.again:
            return code
        best = mode.best


class SoloMode(LineMode):
    """One person, one game, and the screen."""

    def __init__(self, session: Session, screen: Screen, best: Longest | None = None) -> None:
        super().__init__(session, screen)
        self.best = best  # what is known of the longest game
        self.again = False  # whether another try is wanted
        self._record_before = max(
            (own.best for own in read_bests(screen, self.match.game)), default=0
        )
        again = {"again": PromptWord("another try, from the start", self._again)}
        self.at_the_end = EntryLine(
            screen, "Nothing is left to pick", {**self._commands(), **again}
        )

    def _commands(self) -> dict[str, PromptWord]:
        return {
            "rules": PromptWord("how this game is played", self._rules),
            "pool": PromptWord("every number that is left", self._pool),
            "history": PromptWord("the numbers picked so far", self._history),
            "undo": PromptWord("take back the last pick, as often as you like", self._undo),
            "quit": PromptWord("leave, to resume later", self._quit),
        }

    def _introduce(self) -> None:
        game = self.match.game
        self.screen.say(
            f"\n{self.book.title} {game.numbers}, alone: pick as many numbers as you can.", "bold"
        )
        if self._record_before:
            self.screen.say(f"Your personal best: {self._record_before}.")
        if self.match.play.moves:
            self._history()
        if self.match.play.outcome:  # not even one number may be picked
            self._end(self.match.play)

    def _game(self, play: Play) -> None:
        while not play.outcome:
            self._turn(play)
        self._end(play)
        self._after(play)

    def _turn(self, play: Play) -> None:
        """The count, what there is to pick, and the question."""
        position, count = play.position, len(play.moves)
        last = "" if position.last is None else f" Last: {position.last}."
        self.screen.say(f"\n{so_far(count)}{last}", "bold")
        self.screen.say(f"Valid: {VALID.text(position.legal)}")
        self._ask(play, f"Pick {count + 1}: ")

    def _pick(self, n: int, _: str | None = None) -> None:
        before = self.match.play.position
        self.session.commit(n)
        others = [m for m in before.removal(n) if m != n]
        if others:
            self.screen.say(f"Also gone: {self.book.wording.list('others', others)}")

    def _end(self, play: Play) -> None:
        count = len(play.moves)
        self.screen.say(f"\n{NOTHING_LEFT} {self._judged(play, count)}", "good")
        if self._record_before and count > self._record_before:
            self.screen.say(f"A new personal best; it was {self._record_before}.", "good")
        self._record_before = max(self._record_before, count)

    def _judged(self, play: Play, count: int) -> str:
        """How many picks, and how many there could have been."""
        self.best = best_of(self.best or self._looked_up(), play.position.picks)
        return judged(count, self.best)

    def _looked_up(self) -> Longest:
        """What is known of the longest game; looked for a while if that is nothing."""
        from ..coach.longest import Longest
        from ..oracle.budget import A_LOOK
        from .patience import Patience
        from .show_longest import read_longest

        with Patience(A_LOOK) as patience:
            try:
                found = read_longest(self.match.game, patience)
            except BudgetError:  # a pool of many thousands
                found = Longest((), self.match.game.numbers.size)
        if patience.interrupted:
            raise KeyboardInterrupt
        return found

    def _after(self, play: Play) -> None:
        """At the end: back, once more, or away."""
        while play.outcome:
            try:
                entry = self.at_the_end.ask(_AT_THE_END)
            except EOFError:
                raise Leave from None
            if entry is not None:
                self.screen.say(f"'{plain(entry, 30)}' is none of these.", "bad")

    def _again(self) -> None:
        self.again = True
        raise Leave

    def _undo(self) -> None:
        moves = self.match.play.moves
        if not moves:
            self.screen.say("There is nothing to take back yet.")
            return
        taken = moves[-1]
        self.session.commit(UNDO)
        self.screen.say(f"Taken back: {taken}.")

    def _history(self) -> None:
        made = self.match.play.position.picks
        self.screen.say(f"Picked so far: {', '.join(map(str, made)) or 'none'}")
