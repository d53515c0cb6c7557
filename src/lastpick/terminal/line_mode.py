"""Line mode: a match at one keyboard, in the voice of the game's rule book."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..catalog import ListStyle
from ..errors import LastpickError
from ..players import ADMISSION
from ..players.player import Failure
from ..record import PASS, RESIGN, SWAP, Play
from . import DONE, INTERRUPTED, UNABLE
from .entries import read_pick
from .progress import Progress
from .screen import Leave, Screen
from .session import Session
from .show_rules import show_rules
from .voice import Voice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..coach.hint import Look
    from ..game import Position
    from ..oracle import Budget

VALID = ListStyle(separator=", ", conjunction="", runs=3, empty="none")
_HELP = """Enter the number that you pick, or one of:
  rules    how this game is played
  pool     every number that is left
  history  the numbers selected so far
  hint     up to three hints, each plainer
  undo     take back the last pick
  resign   give up this game
  save     make sure the game is kept
  save FILE  write its record to a file
  quit     leave, to resume later"""


class LineMode:
    """Two players, a match between them, and the screen that they share."""

    def __init__(self, session: Session, screen: Screen, exact: bool = False) -> None:
        self.session = session
        self.book = session.book
        self.match = session.match
        self.screen = screen
        self.exact = exact  # reasons as the oracle gives them, not in plain words
        self.voice = Voice(session.book, screen, session.labels)
        self._hints = 0  # how many were given in the position that was looked at
        self._looked: tuple[Position, Look] | None = None
        self.commands: dict[str, Callable[[], object]] = {
            "help": lambda: screen.say(_HELP),
            "rules": lambda: show_rules(screen, session.book),
            "pool": self._pool,
            "history": self._history,
            "hint": self._hint,
            "undo": self._undo,
            "resign": lambda: session.commit(RESIGN),
            "save": self._save,
            "quit": self._quit,
        }

    # --- the course of a match --------------------------------------------------------

    def sit(self) -> int:
        """Play until the match is over or somebody leaves; the exit code."""
        try:
            return self._sit()
        finally:
            self.session.close()

    def _sit(self) -> int:
        try:
            self._introduce()
            while not self.match.winner:
                self._game(self.session.begin())
                self._score()
            code = DONE
        except Leave:
            code = DONE
        except EOFError:
            code = UNABLE
            self.screen.say("\nThe input ended before the game did.")
        except KeyboardInterrupt:
            code = INTERRUPTED
            self.screen.say()
        except OSError:  # nobody reads on, but the record was asked for
            if record := self.session.setup.record:
                self.session.write_record(record)
            raise
        record = self.session.setup.record
        if record and not self._write_record(record):
            code = code or UNABLE
        if not self.match.winner:
            self.screen.say(self._saved())
        return code

    def _introduce(self) -> None:
        """Who sits where, if there is more to say than the rule book does."""
        setup = self.session.setup
        self.match.begin()  # a match that is resumed may stand between two games
        bots = any(person.bot for person in setup.people)
        if bots or any(setup.named) or setup.first or setup.best_of > 1:
            for seat, person in enumerate(self.match.seats(), 1):
                bot = f", the {person.bot} bot" if person.bot else ""
                name = "" if person.name == person.bot else f" {person.name}"
                self.screen.say(f"Player {seat}:{name}{bot}".replace(":,", ":"))
            if setup.best_of == 1:
                self.screen.say()
        if any(self.match.score):
            self._score()

    def _game(self, play: Play) -> None:
        best_of, number = self.match.best_of, len(self.match.plays)
        if best_of > 1:
            starter = self.match.seats()[0].name
            self.screen.say(f"\nGame {number}, best of {best_of}: {starter} is Player 1.\n", "bold")
        if play.events:
            self.screen.say(f"Going on with {self.book.title}, {self.match.game.numbers}.", "bold")
            self._history()
        else:
            self.voice.say("start", play)
        while not play.outcome:
            self._turn(play)
        self.session.end()
        self.voice.end(play)

    def _score(self) -> None:
        """The score of a match of several games, by people and not by seats."""
        if self.match.best_of == 1:
            return
        (a, b), (won_a, won_b) = self.match.people, self.match.score
        self.screen.say(f"\nScore: {a.name} {won_a}, {b.name} {won_b}.")
        if winner := self.match.winner:
            self.screen.say(f"{winner.name} wins the match!", "good")

    def _turn(self, play: Play) -> None:
        prompt = self.voice.turn(play)
        player = self.session.player
        if player is None:
            self._ask(play, prompt)
            return
        from ..oracle.budget import A_LOOK

        who = self.session.labels()[play.turn - 1]
        try:
            with self._thinking(A_LOOK, who) as budget:
                n = self.session.choose(player, budget)
                takes_over = self.session.takes_over(n, budget)
            if takes_over:
                self._swap(prompt)
                return
            if self.session.admits(n):
                self.screen.say(f"{who}: {ADMISSION}.")
            self._pick(n, prompt)
        except Failure as failure:  # no legal pick from outside: the game is lost
            self.screen.say(f"No legal pick from {failure}", "bad")
            self.session.commit(RESIGN)

    @contextmanager
    def _thinking(self, seconds: float, who: str) -> Iterator[Budget]:
        from ..oracle import Budget

        with Progress() as progress:
            yield Budget(
                seconds,
                progress=lambda found: progress.show(f"{who} is thinking: {found:,} positions"),
            )

    def _ask(self, play: Play, prompt: str) -> None:
        """Ask until something happens to the game."""
        happened, wrong = len(play.events), 0
        while len(play.events) == happened:
            refusal = self._enter(self.screen.ask(prompt).strip(" \t"))
            if refusal is None:
                continue
            wrong += 1
            if play.strikes is not None:
                refusal += f" Invalid entry {wrong} of {play.strikes}."
            self.screen.say(refusal, "bad")
            if wrong == play.strikes:
                self.session.commit(PASS)
                self.voice.passed(play)

    def _enter(self, entry: str) -> str | None:
        """Do what was entered; what is wrong with it, if anything is."""
        command, _, rest = entry.partition(" ")
        if entry.lower() in self.commands:
            self.commands[entry.lower()]()
            return None
        if entry.lower() == SWAP and self.match.play.may_swap:
            self._swap()
            return None
        if command.lower() == "save" and "save" in self.commands:
            self._write_record(rest.strip())
            return None
        try:
            n = read_pick(entry, self.match.play.position)
        except LastpickError as error:
            return self._wrong(str(error))
        self._pick(n)
        return None

    def _wrong(self, reason: str) -> str:
        valid = VALID.text(self.match.play.position.legal, longest=20)
        return f"{reason[0].upper()}{reason[1:]}. Valid: {valid} (or type help)."

    def _pick(self, n: int, prompt: str | None = None) -> None:
        """Let a pick happen, then show it; a bot's after the prompt, as if it were typed."""
        play = self.match.play
        before = play.position
        self.session.commit(n)
        if prompt is not None:
            self.screen.say(prompt + str(n))
        self.voice.picked(play, before)

    def _swap(self, prompt: str | None = None) -> None:
        """Let the first pick be taken over; by a bot after the prompt, as if it were typed."""
        self.session.commit(SWAP)
        if prompt is not None:
            self.screen.say(prompt + SWAP)
        self.voice.swapped(self.match.play)

    # --- what is said -----------------------------------------------------------------

    def _saved(self) -> str:
        if self.session.log is None:
            return "This game is not saved."
        return "The game is saved. To go on with it: lastpick resume"

    # --- commands at the prompt -------------------------------------------------------

    def _pool(self) -> None:
        position = self.match.play.position
        wording = self.book.wording
        self.screen.say(f"Available: {wording.list('available', position.pool, None)}")
        if position.choices != position.bits:
            self.screen.say(f"Valid: {wording.list('choices', position.legal, None)}")

    def _history(self) -> None:
        play = self.match.play
        words = [PASS if move is None else str(move) for move in play.moves]
        self.screen.say(f"Selected so far: {', '.join(words) or 'none'}")
        for seat, label in enumerate(self.session.labels()):
            self.screen.say(f"{label}: {', '.join(words[seat::2]) or 'none'}")

    def _hint(self) -> None:
        """The next hint for this turn; it asks the oracle, so it may take a moment."""
        from ..coach.hint import STEPS, in_words, look
        from ..oracle.budget import A_LOOK

        position = self.match.play.position
        if self._looked is None or self._looked[0] != position:
            self._hints = 0
            with self._thinking(A_LOOK, "The oracle") as budget:
                self._looked = position, look(position, budget)
        self._hints = min(STEPS, self._hints + 1)
        self.screen.say(in_words(position, self._looked[1], self._hints, self.exact))
        if self._hints < STEPS:
            self.screen.say("(hint again tells more)", "dim")

    def _undo(self) -> None:
        """Take back until it is a person's turn again."""
        if taken := self.session.undo():
            self.screen.say(f"Taken back: {', '.join(taken)}.")
        else:
            self.screen.say("There is nothing of yours to take back yet.")

    def _save(self) -> None:
        if record := self.session.setup.record:
            self._write_record(record)
        self.screen.say(self._saved())

    def _quit(self) -> None:
        raise Leave

    def _write_record(self, path: str) -> bool:
        try:
            self.screen.target.flush()  # the file may be /dev/stdout
            self.session.write_record(path)
        except LastpickError as error:
            self.screen.note(f"lastpick: {error}")
            return False
        self.screen.say(f"The record is in {path}")
        return True
