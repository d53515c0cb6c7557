"""Line mode: a match at one keyboard, in the voice of the game's rule book."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import LastpickError
from ..players import ADMISSION, display_name
from ..players.player import Failure
from ..record import PASS, RESIGN, SWAP, Match, Play, doing
from . import DONE, INTERRUPTED, UNABLE
from .commands import EntryLine, PromptWord
from .entries import read_pick, refusal
from .progress import Progress
from .screen import Leave, Screen
from .session import Session
from .show_rules import show_rules
from .voice import Voice, introduced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..coach.hint import Look
    from ..game import Position
    from ..oracle import Budget

_SURE = "Give up? Enter yes to do so: "


class LineMode:
    """Two players, a match between them, and the screen that they share."""

    def __init__(self, session: Session, screen: Screen, exact: bool = False) -> None:
        self.session = session
        self.book = session.book
        self.screen = screen
        self.exact = exact  # reasons as the oracle gives them, not in plain words
        self.voice = Voice(session.book, screen, session.labels)
        self._hints = 0  # how many were given in the position that was looked at
        self._looked: tuple[Position, Look] | None = None
        self.prompt = EntryLine(screen, "Enter the number that you pick", self._commands())

    @property
    def match(self) -> Match:
        return self.session.match

    def _commands(self) -> dict[str, PromptWord]:
        swap = {SWAP: PromptWord("take over the first pick", self._take_over)}
        return {
            "rules": PromptWord("how this game is played", self._rules),
            "pool": PromptWord("every number that is left", self._pool),
            "history": PromptWord("the numbers selected so far", self._history),
            "hint": PromptWord("up to three, each plainer", self._hint),
            **(swap if self.match.swap else {}),
            "undo": PromptWord("take back the last pick", self._undo),
            "resign": PromptWord("give up this game", self._resign),
            "save": PromptWord("make sure the game is kept", self._save),
            "save FILE": PromptWord("write its record to a file", self._write_record),
            "quit": PromptWord("leave, to resume later", self._quit),
        }

    # --- the course of a match --------------------------------------------------------

    def sit(self) -> int:
        """Play until the match is over or somebody leaves; the exit code."""
        try:
            return self._sit()
        except (OSError, SystemExit):  # nobody reads on, but the record was asked for
            if record := self.session.record:
                self.session.write_record(record)
            raise
        finally:
            self.session.close()

    def _sit(self) -> int:
        try:
            self._play()
            code = DONE
        except Leave:
            code = DONE
        except EOFError:
            code = UNABLE
            self.screen.say("\nThe input ended before the game did.")
        except KeyboardInterrupt:
            code = INTERRUPTED
            self.screen.say()
        record = self.session.record
        if record and not self._write_record(record):
            code = code or UNABLE
        if not self.match.winner:
            self.screen.say(self._saved())
        return code

    def _play(self) -> None:
        """Game after game, until somebody has won the match."""
        self._introduce()
        while not self.match.winner:
            self._game(self.session.begin())
            self._score()

    def _introduce(self) -> None:
        """Who sits where, if there is more to say than the rule book does."""
        setup = self.session.setup
        self.match.begin()  # a match that is resumed may stand between two games
        if any(person.bot for person in setup.people) or any(setup.named):
            for seat, at in ((1, setup.first), (2, 1 - setup.first)):
                self.screen.say(introduced(seat, setup.people[at]))
            if setup.best_of == 1:
                self.screen.say()
        if setup.swap:
            self.screen.say("Whoever goes second may swap: take over the first pick.")
        if any(self.match.score):
            self._score()

    def _game(self, play: Play) -> None:
        best_of, number = self.match.best_of, self.match.number
        if best_of > 1:
            starts = doing(display_name(self.match.starter), "starts")
            self.screen.say(f"\nGame {number}, best of {best_of}: {starts}.\n", "bold")
        if play.events:
            self.screen.say(f"Going on with {self.book.title}, {self.match.game.numbers}.", "bold")
            self._history()
            self.voice.pool(play)
        else:
            self.voice.say("start", play)
        while not play.outcome:
            self._turn(play)
        self.session.end()
        self.voice.end(play)
        if (yours := self.session.yours) and play.outcome:
            won = play.outcome.winner == yours
            self.screen.say("You win." if won else "You lose.", "good" if won else "bad")

    def _score(self) -> None:
        """The score of a match of several games, by people and not by seats."""
        if self.match.best_of == 1:
            return
        (a, b), (won_a, won_b) = map(display_name, self.match.people), self.match.score
        self.screen.say(f"\nScore: {a} {won_a}, {b} {won_b}.")
        if winner := self.match.winner:
            self.screen.say(f"{doing(display_name(winner), 'wins')} the match!", "good")

    def _turn(self, play: Play) -> None:
        prompt = self.voice.turn(play)
        person, player = self.session.person, self.session.player
        who = self.session.called(person)
        if self.session.yours and who != person.name:
            self.screen.say(f"({doing(display_name(person), 'is')} {who}.)", "dim")
        if player is None:
            if play.may_swap:
                self.screen.say(f"(Or enter swap to take over {play.position.last}.)", "dim")
            self._ask(play, prompt)
            return
        from ..oracle.budget import A_LOOK

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
            entry = self.prompt.ask(prompt)
            if entry is None:
                continue
            try:
                self._pick(read_pick(entry, play.position))
            except LastpickError as error:
                wrong += 1
                self._refuse(refusal(error, play.position), wrong)

    def _refuse(self, why: str, wrong: int) -> None:
        """Say why an entry is no pick; with strikes, so many in a row forfeit the turn."""
        play = self.match.play
        if play.strikes is not None:
            why += f" Invalid entry {wrong} of {play.strikes}."
        self.screen.say(why, "bad")
        if wrong == play.strikes:
            self.session.commit(PASS)
            self.voice.passed(play)

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
        if not self.session.kept:
            return "This game is not saved."
        return "The game is saved. To go on with it: lastpick resume"

    # --- commands at the prompt -------------------------------------------------------

    def _rules(self) -> None:
        show_rules(self.screen, self.book)

    def _pool(self) -> None:
        position = self.match.play.position
        wording = self.book.wording
        self.screen.say(f"Available: {wording.list('available', position.pool, None)}")
        if position.choices != position.bits:
            self.screen.say(f"Valid: {wording.list('choices', position.legal, None)}")
        if not position.game.removes.trivial:
            picks = sorted(position.picks)
            self.screen.say(f"Selected: {wording.list('gone', picks, None) if picks else 'none'}")
        self._unavailable()

    def _unavailable(self) -> None:
        """What was removed without being picked, if anything was."""
        position = self.match.play.position
        picks = set(position.picks)
        others = [n for n in position.gone if n not in picks]
        if others and not position.game.removes.trivial:
            self.screen.say(f"Unavailable: {self.book.wording.list('gone', others, None)}")

    def _history(self) -> None:
        play, labels = self.match.play, self.session.labels()
        words = [PASS if move is None else str(move) for move in play.moves]
        taken = f" ({words[0]} was taken over by {labels[0]})" if play.swapped else ""
        self.screen.say(f"Selected so far: {', '.join(words) or 'none'}{taken}")
        for seat, label in enumerate(labels):
            self.screen.say(f"{label}: {', '.join(words[seat::2]) or 'none'}")
        self._unavailable()

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
            self.voice.pool(self.match.play)
        else:
            self.screen.say("There is nothing of yours to take back yet.")

    def _resign(self) -> None:
        """Give up; a person is asked once more, a script is not."""
        if self.screen.is_person and not self.screen.agrees(_SURE):
            self.screen.say("The game goes on.")
            return
        self.session.commit(RESIGN)

    def _take_over(self) -> None:
        if self.match.play.may_swap:
            self._swap()
        else:
            self.screen.say("Only the first pick can be taken over, and only at once.", "bad")

    def _save(self) -> None:
        if record := self.session.record:
            self._write_record(record)
        self.screen.say(self._saved())

    def _quit(self) -> None:
        raise Leave

    def _write_record(self, path: str) -> bool:
        path = os.path.expanduser(path)
        try:
            self.screen.target.flush()  # the file may be /dev/stdout
            self.session.write_record(path)
        except LastpickError as error:
            self.screen.note(f"lastpick: {error}")
            return False
        self.screen.say(f"The record is in {path}")
        return True
