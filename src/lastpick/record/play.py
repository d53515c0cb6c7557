"""A played game: events, and what they add up to.

The rules know picks only. What else happens at a table is an event of the played game: a
forfeited turn passes the move, an undo takes back the last pick or pass, also a pick that ended the
game. Where that was agreed, the second player may answer the first pick with a swap: the two
exchange seats, so that the pick is theirs and the other one is to move. A game can end before the
rules end it, in one of the ways in `endings`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..catalog.situation import stuck
from ..errors import GameOver, RecordError
from ..game import NO_LEGAL_PICK, Game, Outcome, Position
from .endings import CONCEDE, ENDINGS

PASS, UNDO, SWAP = "pass", "undo", "swap"
_WORDS = (PASS, UNDO, SWAP, *ENDINGS)
_KEPT = 4  # steps that a position is kept for; even. Those of a large pool are large

Event = int | str


class Guess(int):
    """A pick of a player who could not tell who wins, and says so; else a number as any other."""


class Play:
    """One game being played. `moves` is what stands of it: picks, and None for a pass."""

    def __init__(
        self,
        game: Game,
        strikes: int | None = None,
        swap: bool = False,
        given: int = 0,
    ) -> None:
        self.game = game
        self.strikes = strikes
        self.given = given  # the first picks that nobody made here: it began from their position
        self.swap = swap  # whether the first pick may be taken over
        self.swapped = False  # whether it was
        self.most = 0  # picks of the longest complete game so far, whatever was taken back
        self.events: list[Event] = []
        self.moves: list[int | None] = []
        self.position: Position = game.start()
        self.ending: str | None = None  # the event that ended it before the rules did
        self._before: dict[int, Position] = {}  # by the number of moves, the sparser the earlier

    @classmethod
    def standing(
        cls, game: Game, picks: Sequence[int], ending: str | None = None, given: int = 0
    ) -> Play:
        """A game of these picks and this ending, as if nothing had been taken back."""
        play = cls(game, given=given)
        play.position = game.play(picks)
        play.events, play.moves = list(picks), list(picks)
        if ending:
            play.add(ending)
        elif not play.position.choices:
            play.most = len(picks)
        return play

    @property
    def turn(self) -> int:
        """The seat to move, 1 or 2: picks and passes alternate."""
        return 1 + len(self.moves) % 2

    @property
    def makers(self) -> list[int]:
        """The seat that made each pick."""
        return [1 + at % 2 for at, move in enumerate(self.moves) if move is not None]

    @property
    def may_swap(self) -> bool:
        """Whether the player to move may take over the first pick."""
        first_pick = len(self.moves) == 1 and self.moves[0] is not None
        return self.swap and first_pick and not self.swapped and not self.outcome

    @property
    def unsolved(self) -> tuple[int, int]:
        """How many of each player's picks are guesses; a pick that was taken over is not."""
        guessed = [isinstance(move, Guess) for move in self.moves]
        if self.swapped:
            guessed[0] = False
        return sum(guessed[::2]), sum(guessed[1::2])

    @property
    def outcome(self) -> Outcome | None:
        if self.ending:
            winner = self.turn if self.ending == CONCEDE else 3 - self.turn
            return Outcome(winner, ENDINGS[self.ending].reason)
        if self.position.choices:
            return None
        return Outcome(self.game.winner(self.turn), NO_LEGAL_PICK)

    @property
    def stuck(self) -> str | None:
        """Why nobody can pick any more, where the rules ended the game."""
        return None if self.ending or self.position.choices else stuck(self.position)

    def add(self, event: Event) -> None:
        """Let an event happen, or say why it cannot."""
        if (outcome := self.outcome) and (event != UNDO or self.ending):
            raise GameOver(f"the game is over: player {outcome.winner} won ({outcome.reason})")
        if isinstance(event, int):
            reached = self.position.pick(event)
            self._keep(len(self.moves), self.position)
            self.position = reached
            self.moves.append(event)
            if not self.position.choices:
                self.most = max(self.most, len(self.moves))
        elif event == PASS:
            if self.strikes is None:
                raise RecordError("a turn can only be forfeited in a game with strikes")
            self.moves.append(None)
        elif event == UNDO:
            self._undo()
        elif event == SWAP:
            if not self.may_swap:
                raise RecordError(self._no_swap())
            self.swapped = True
        elif event in ENDINGS:
            self.ending = event
        else:
            words = ", ".join(_WORDS[:-1])
            raise RecordError(f"{event[:20]!r} is no event; expected {words} or {_WORDS[-1]}")
        self.events.append(event)

    def _no_swap(self) -> str:
        if not self.swap:
            return "a swap was not agreed for this game"
        return "only the first pick can be taken over, and only at once"

    def _undo(self) -> None:
        if len(self.moves) <= self.given:
            raise RecordError("there is nothing to take back")
        if self.swapped and len(self.moves) == 1:
            self.swapped = False
            return
        if self.moves.pop() is not None:
            self.position = self._position_before(len(self.moves))

    def _keep(self, moves: int, position: Position) -> None:
        """Keep what stood after so many moves, and drop one that is not needed any more.

        What stood after a multiple of 2**k moves is kept for `_KEPT` * 2**k more. So two are kept
        for each power of 2, and to go back n moves takes about n picks at most.
        """
        self._before[moves] = position
        self._before.pop(moves - _KEPT * (moves & -moves), None)

    def _position_before(self, moves: int) -> Position:
        """What stood after so many moves, which are all that stand now."""
        found = self._before.pop(moves, None)
        if found is None:
            known = max(self._before, default=0)
            found = self._before.get(known, self.game.start())
            for at in range(known, moves):
                move = self.moves[at]
                if move is not None:
                    self._keep(at, found)
                    found = found.pick_unchecked(move)
        return found
