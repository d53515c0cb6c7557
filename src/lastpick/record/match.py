"""A match: two people, one or several games, and a score that counts people, not seats.

Somebody who plays alone has both seats.
"""

from __future__ import annotations

from typing import NamedTuple

from ..errors import RecordError
from ..game import Game
from .play import UNDO, Event, Play

LONGEST_NAME = 40
YOU = "You"  # who gave no name and plays alone, or against a bot


class Person(NamedTuple):
    """Somebody at the table; a bot is told by the kind of player that it is."""

    name: str
    bot: str | None = None


def doing(name: str, verb: str) -> str:
    """A name and what its bearer does: Ann wins, but You win."""
    if name == YOU:
        verb = "are" if verb == "is" else verb.removesuffix("s")
    return f"{name} {verb}"


def check_name(name: str) -> str:
    """The name itself, if it can be shown and stored on one line."""
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or name != name.strip():
        raise RecordError(
            f"{name[:LONGEST_NAME]!r} is no name; expected 1 to {LONGEST_NAME} printable characters"
        )
    return name


class Match:
    """Best of `best_of` games between two `people`; `first` (0 or 1) starts the first game."""

    def __init__(
        self,
        game: Game,
        people: tuple[Person, Person],
        first: int = 0,
        best_of: int = 1,
        strikes: int | None = None,
        solo: bool = False,
        swap: bool = False,
    ) -> None:
        if best_of < 1 or best_of % 2 == 0:
            raise RecordError(f"a match is best of an odd number of games, not {best_of}")
        for person in people:
            check_name(person.name)
        if people[0].name == people[1].name and not solo:
            raise RecordError(f"both players are called {people[0].name}; give two names")
        self.game = game
        self.people = people
        self.first = first
        self.best_of = best_of
        self.strikes = strikes
        self.solo = solo
        self.swap = swap
        self.plays: list[Play] = [Play(game, strikes, swap)]
        self._counted = 0, (0, 0)  # how many games are over for good, and the score after them

    @property
    def play(self) -> Play:
        """The game that is being played, or was played last."""
        return self.plays[-1]

    @property
    def number(self) -> int:
        """Which game of the match that is, counted from 1."""
        return len(self.plays)

    def seats(self, number: int | None = None) -> tuple[Person, Person]:
        """Who is Player 1 and Player 2 in a game of the match, counted from 1.

        A swap has exchanged them.
        """
        number = len(self.plays) if number is None else number
        swapped = any(play.swapped for play in self.plays[number - 1 : number])
        starter = (self.first + number - 1 + swapped) % 2
        return self.people[starter], self.people[1 - starter]

    @property
    def starter(self) -> Person:
        """Who makes the first pick of the game being played; another may take it over."""
        return self.people[(self.first + len(self.plays) - 1) % 2]

    @property
    def score(self) -> tuple[int, int]:
        """Games won by each of the two people."""
        counted, (one, two) = self._counted
        for number, play in enumerate(self.plays[counted:], counted + 1):
            if play.outcome:
                winner = self.seats(number)[play.outcome.winner - 1]
                one, two = one + (winner == self.people[0]), two + (winner == self.people[1])
        return one, two

    @property
    def winner(self) -> Person | None:
        """Whoever has won more than half of the games."""
        for person, won in zip(self.people, self.score, strict=True):
            if 2 * won > self.best_of:
                return person
        return None

    def begin(self) -> Play:
        """The game to play now: the next one, if the last is over and the match is not."""
        if self.play.outcome and not self.winner:
            self._counted = len(self.plays), self.score
            self.plays.append(Play(self.game, self.strikes, swap=self.swap))
        return self.play

    def add(self, event: Event) -> None:
        """Let an event happen in the game to play now; what is taken back was in the last one."""
        (self.play if event == UNDO else self.begin()).add(event)
