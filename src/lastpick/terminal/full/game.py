"""A match on the full screen: the board, whose turn it is, the coach, and the end."""

from __future__ import annotations

import os
from time import monotonic

from textual.app import ComposeResult
from textual.binding import Binding

from ...catalog.situation import blocked
from ...coach.hint import STEPS, WINS, Look, in_words, look, shown
from ...errors import IllegalPick, LastpickError
from ...game import Position
from ...players import ADMISSION, display_name
from ...players.player import Failure
from ...record import PASS, RESIGN, SWAP, YOU, Tiles, doing
from ..session import Session
from .app import of
from .board_screen import BoardScreen, numbered
from .dialogs import Entering, Question
from .letters import Letters
from .look import SIGNS
from .words import why_over

_KEYS = (
    ("h", "hint", "hint"),
    ("u", "undo", "undo"),
    ("r", "rules", "rules"),
    ("g", "give up", "give_up"),
    ("s", "save", "save"),
    ("n", "new game", "new_game"),
    ("Esc", "home", "leave"),
)
_WATCHING_KEYS = tuple(key for key in _KEYS if key[2] not in ("hint", "undo", "give_up"))
_SWAP_KEY = ("w", "swap", "why")
_END_KEYS = (
    ("w", "why", "why"),
    ("m", "rematch", "rematch"),
    ("v", "review", "review"),
    ("u", "undo", "undo"),
    ("s", "save", "save"),
    ("n", "new game", "new_game"),
    ("Esc", "home", "leave"),
)
_CROSS = SIGNS["bad"]
_NEXT_KEY = ("m", "next game", "rematch")


class GameScreen(BoardScreen):
    """Two players, a match between them, and the board that they share."""

    BINDINGS = [  # noqa: RUF012 - as Textual has it
        Binding("h", "hint", "Hint"),
        Binding("u", "undo", "Undo"),
        Binding("r,f1,question_mark", "rules", "Rules"),
        Binding("g", "give_up", "Give up"),
        Binding("s", "save", "Save"),
        Binding("w", "why", "Why"),
        Binding("m", "rematch", "Rematch"),
        Binding("v", "review", "Review"),
        Binding("n", "new_game", "New game"),
        Binding("escape,q", "leave", "Home"),
    ]

    CROSSED = "needed, but gone"
    DEFAULT_CSS = """
    GameScreen #winner { width: auto; max-width: 75%; height: 1; }
    GameScreen.-narrow #keys { min-height: 2; }
    GameScreen.-narrow.-low.-over #panel { min-height: 2; }
    """

    def __init__(self, session: Session, exact: bool = False) -> None:
        super().__init__(session.book)
        self.session = session
        self.exact = exact
        self._looked: tuple[Position, Look] | None = None
        self._hints = 0
        self._wrong = 0  # refused picks in a row, where these forfeit the turn
        self._left = False  # whether the match is no longer held

    @property
    def labels(self) -> tuple[str, str]:
        """What the seats are called: by name, a bot by its title; who plays against one is You."""
        one, two = map(display_name, self.session.match.seats())
        return one, two

    def beside_title(self) -> ComposeResult:
        yield Letters(id="winner")

    def on_resize(self) -> None:
        self._hold_still(False)

    def opened(self) -> None:
        self.session.trouble = of(self).complain
        if self.session.toss:
            self.tell("news", self.session.toss)
        self._begin()

    def _begin(self) -> None:
        if not self.session.match.winner:
            self.session.begin()
        self._happened()

    # --- what is shown ----------------------------------------------------------------

    def _happened(self) -> None:
        """Show the game as it stands, and let whoever is next go on."""
        session, play = self.session, self.session.play
        self._wrong = 0
        over = play.outcome is not None
        self._hold_still(over)
        if not over:
            self.query_one(Letters).show("", ())
        mine = not over and session.at_keyboard
        self._title()
        self.board.mark()
        self.show(Tiles(play.position, play.makers, over), play.turn, mine)
        self.tell("coach")
        moves = [PASS if move is None else str(move) for move in play.moves]
        self.tell("picks", numbered(moves, self.labels) if moves else "")
        if over:
            self._over()
        elif mine:
            self.tell("status", self._whose_turn())
            keys = (_SWAP_KEY, *_KEYS) if play.may_swap else _KEYS
            self.show_keys(*keys)
        else:
            self.tell("status", f"{self.labels[play.turn - 1]} ({_sign(play.turn)}) is to pick.")
            self.show_keys(*(_KEYS if self._plays else _WATCHING_KEYS))
            self._think()

    def _hold_still(self, still: bool) -> None:
        """Keep the rooms of the panel and the keys at the end, so that the board does not move."""
        for part in ("#panel", "#keys"):
            widget = self.query_one(part)
            if not still:
                widget.styles.height = None
            elif not self.has_class("-over"):
                widget.styles.height = widget.outer_size.height
        self.set_class(self.session.play.outcome is not None, "-over")

    @property
    def _plays(self) -> bool:
        """Whether anybody at the keyboard does; where bots play each other, nobody can help."""
        return any(person.bot is None for person in self.session.match.people)

    def _title(self) -> None:
        self.name_it(self._heading())

    def _heading(self) -> str:
        match = self.session.match
        text = f"{self.book.title} {match.game.numbers}"
        if match.best_of > 1:
            text += f"  game {match.number}, best of {match.best_of}:"
            text += f" {self._score()}"
        return text

    def _score(self) -> str:
        match = self.session.match
        (a, b), (won_a, won_b) = map(display_name, match.people), match.score
        return f"{a} {won_a}, {b} {won_b}"

    def _whose_turn(self) -> str:
        play, seat = self.session.play, self.session.play.turn
        label = self.labels[seat - 1]
        who = "Your turn" if label == "You" else f"{label}'s turn"
        as_player = f"Player {seat}, " if label != f"Player {seat}" else ""
        said = f"{who} ({as_player}{_sign(seat)})."
        if play.may_swap:
            said += f" Pick, or swap: w takes over {play.position.last}."
        return said

    def _over(self) -> None:
        session, labels = self.session, self.labels
        match, outcome = session.match, session.play.outcome
        session.end()
        won = outcome is not None and session.yours in (None, outcome.winner)
        told = why_over(session.play, labels, session.yours)
        self.tell("status", told, "good" if won else "bad")
        if outcome:
            self._celebrate(outcome.winner)
        keys = _END_KEYS
        if match.best_of > 1:
            said = f"{self._score()}."
            if winner := match.winner:
                said += f" {doing(display_name(winner), 'wins')} the match!"
            else:
                keys = (_END_KEYS[0], _NEXT_KEY, *_END_KEYS[2:])
            self.tell("news", said)
        else:
            self.tell("news")
        self.tell("look")
        stays = session.play.ending is not None or not self._plays
        self.show_keys(*(key for key in keys if not (stays and key[2] == "undo")))

    def _celebrate(self, seat: int) -> None:
        """Who won, in large letters, and on the board what the loser would have needed."""
        play = self.session.play
        who = YOU if seat == self.session.yours else self.labels[seat - 1]
        winner, said = self.query_one(Letters), doing(who, "wins").upper()
        if winner.text != said:
            winner.show(said, (seat,))
            winner.spell()
        needed = () if play.ending else blocked(play.position)
        self.board.mark(bad=needed)
        self.tell("coach", f"{play.stuck or ''}{f' ({_CROSS} on the board)' * bool(needed)}")

    # --- picks ------------------------------------------------------------------------

    def picked(self, n: int, /) -> None:
        if self.session.play.outcome:
            self.tell("news", "The game is over: w shows why, m plays another.")
            return
        try:
            self.session.commit(n)
        except IllegalPick as error:
            self._refused(n, error)
            return
        self.tell("news")
        self._happened()

    @property
    def waits_for(self) -> str:
        """A pick waits while it is not the turn of anybody at the keyboard."""
        play = self.session.play
        if play.outcome or self.session.at_keyboard:
            return ""
        return f"It is {self.labels[play.turn - 1]}'s turn: wait a moment."

    def _refused(self, n: int, error: IllegalPick) -> None:
        play = self.session.play
        if play.strikes is None:
            self.refuse(n, error)
            return
        self._wrong += 1
        self.refuse(n, error, f"Invalid entry {self._wrong} of {play.strikes}.")
        if self._wrong < play.strikes:
            return
        loser = self.labels[play.turn - 1]
        self.session.commit(PASS)
        self.tell("news", f"{doing(loser, 'forfeits')} the turn.", "bad")
        self._happened()

    def action_why(self) -> None:
        """Where the game was decided; as long as it goes on, the same key takes a pick over."""
        if self.session.play.outcome:
            self.action_review(explains=True)
        elif self.session.play.may_swap and self.session.at_keyboard:
            self._swap()

    def _swap(self) -> None:
        who = self.labels[self.session.play.turn - 1]
        self.session.commit(SWAP)
        n = self.session.play.position.last
        self.tell("news", f"{doing(who, 'takes')} over {n}.")
        self._happened()

    # --- a player that needs no keyboard ----------------------------------------------

    def _think(self) -> None:
        session, player = self.session, self.session.player
        if player is None:
            return
        began = monotonic()

        def work(budget: object) -> tuple[int, bool]:
            n = session.choose(player, budget)  # type: ignore[arg-type]
            return n, session.takes_over(n, budget)  # type: ignore[arg-type]

        def chosen(found: tuple[int, bool]) -> None:
            wait = self.settings.pause - (monotonic() - began)
            if wait > 0:
                self.soon(wait, lambda: self._answered(*found))
            else:
                self._answered(*found)

        who = self.labels[session.play.turn - 1]
        self.think(work, chosen, f"{who} is thinking", failed=self._failed)

    def _answered(self, n: int, takes_over: bool) -> None:
        if takes_over:
            self._swap()
            return
        session = self.session
        who = self.labels[session.play.turn - 1]
        admits = session.admits(n)
        session.commit(n)
        self.tell("news", f"{who}: {ADMISSION}. {n}." if admits else f"{who} picked {n}.")
        self._happened()

    def _failed(self, error: Exception) -> None:
        """No legal pick from outside: the game is lost."""
        if not isinstance(error, Failure):
            raise error
        self.session.commit(RESIGN)
        self._happened()
        self.tell("coach", f"No legal pick from {error}.", "bad")

    # --- what the keys do -------------------------------------------------------------

    def hint(self) -> None:
        play = self.session.play
        if play.outcome:
            return
        position = play.position
        if self._looked and self._looked[0] == position:
            self._hint()
            return

        def looked(found: Look) -> None:
            if self.session.play.position == position:
                self._looked, self._hints = (position, found), 0
                self._hint()

        self.think(lambda budget: look(position, budget), looked)

    def _hint(self) -> None:
        if self._looked is None:
            return
        position, found = self._looked
        self._hints = min(STEPS, self._hints + 1)
        more = " (h tells more)" if self._hints < STEPS else ""
        said = in_words(position, found, self._hints, self.exact)
        self.tell("coach", f"Hint {self._hints} of {STEPS}: {said}{more}")
        points = shown(position, found, self._hints)
        if points.pick is not None:
            if points.kind == WINS:
                self.board.mark(good=found.verdict.winning)
            else:
                self.board.mark(hint=[points.pick])
        elif points.area and len(position.legal) > 1:
            low, high = points.area
            self.board.mark(hint=[n for n in position.legal if low <= n <= high])

    def action_undo(self) -> None:
        if self.session.play.ending:
            self.tell("news", "A game that was given up stays so.")
            return
        self.give_up()
        taken = self.session.undo()
        said = f"Taken back: {', '.join(taken)}." if taken else "There is nothing to take back yet."
        self._happened()
        self.tell("news", said)

    def action_give_up(self) -> None:
        if self.session.play.outcome or self.must_wait():
            return

        def answered(answer: str | None) -> None:
            if answer == "Give up" and not self.session.play.outcome:
                self.give_up()
                self.session.commit(RESIGN)
                self._happened()

        self.app.push_screen(
            Question("Give up this game? It counts as lost.", ["Play on", "Give up"]), answered
        )

    def action_save(self) -> None:
        kept = self.session.kept
        text = "Every pick is kept already. " if kept else "This game is not kept. "
        asked = f"{text}Write a record of it to which file?"
        name = os.path.basename(f"{self.session.match.game.name}.txt")

        def named(path: str | None) -> None:
            if path and self._write(path):
                self.tell("news", f"The record is in {path}")

        self.app.push_screen(Entering(asked, name), named)

    def _write(self, path: str) -> bool:
        try:
            self.session.write_record(os.path.expanduser(path))
        except LastpickError as error:
            of(self).complain(str(error))
            return False
        return True

    def action_rematch(self) -> None:
        """The next game of the match; after the last, another match with swapped start."""
        from ..start import rematch

        if self.session.play.outcome is None:
            return
        if self.session.match.winner:
            self._let_go()
            self._left = False
            self.session = rematch(self.session)
            self.session.trouble = of(self).complain
        self.tell("news")
        self._begin()

    def action_review(self, explains: bool = False) -> None:
        from .review import ReviewScreen

        if self.session.play.outcome:
            games, book = self.session.records(), self.session.book
            self.app.push_screen(ReviewScreen(games, explains=explains, book=book))

    def action_new_game(self) -> None:
        """Set up another game; this one is kept, and can be gone on with."""
        from .new_game import GameSetup

        self.give_up()
        self._let_go()
        setup = self.session.setup
        self.app.switch_screen(GameSetup(None if setup.toml else setup.game))

    def action_leave(self) -> None:
        self._let_go()
        super().action_leave()

    def on_unmount(self) -> None:
        super().on_unmount()
        self._let_go()

    def _let_go(self) -> None:
        """Let go of the match: its file, its players; the record is written if it was asked for."""
        if not self._left and (record := self.session.record):
            self._write(record)
        self._left = True
        self.session.close()


def _sign(seat: int) -> str:
    return "●■"[seat - 1]
