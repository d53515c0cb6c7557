"""A match that is being played at this machine: what was agreed, who plays, where it is kept.

Line mode and the full screen show the same session and let the same things happen in it. Nothing
here prints: `trouble` hears of what went wrong without ending the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..catalog import Book
from ..errors import JournalError
from ..journal import MatchLog, Setup, unnamed
from ..players import Guess, rng_for
from ..players.player import BotPlayer, Options, Player
from ..record import PASS, SWAP, UNDO, YOU, Event, Match, Person, Play, Record, records
from .record_files import save_records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..oracle import Budget

NO_OPTIONS = Options()


class Session:
    """Two people, or one alone, and the match between them."""

    def __init__(
        self,
        setup: Setup,
        book: Book,
        match: Match,
        log: MatchLog | None,
        players: Mapping[Person, Player],
        trouble: Callable[[str], object],
        toss: str | None = None,
        options: Options = NO_OPTIONS,
        record: str | None = None,
    ) -> None:
        self.setup = setup
        self.book = book
        self.match = match
        self.log = log  # None: it is not saved
        self.players = players  # those who need no keyboard
        self.trouble = trouble
        self._admitted: set[tuple[int, int]] = set()  # games, and seats that play unsolved there
        self.toss = toss  # how a coin fell, if one decided who starts
        self.options = options  # for players from outside
        self.record = record  # a file for its record that the user has named

    # --- who plays --------------------------------------------------------------------

    @property
    def play(self) -> Play:
        return self.match.play

    @property
    def person(self) -> Person:
        """Whose turn it is."""
        return self.match.seats()[self.play.turn - 1]

    @property
    def player(self) -> Player | None:
        """Who picks now, if it is nobody at the keyboard."""
        return self.players.get(self.person)

    @property
    def at_keyboard(self) -> bool:
        """Whether it is the turn of somebody at the keyboard, who may pick now."""
        return self.player is None

    @property
    def kept(self) -> bool:
        """Whether the game can be gone on with later."""
        return self.log is not None

    @property
    def yours(self) -> int | None:
        """The seat of the one person at the keyboard; None if there are two, or none."""
        seats = [seat for seat, who in enumerate(self.match.seats(), 1) if who.bot is None]
        return seats[0] if len(seats) == 1 and not self.match.solo else None

    def labels(self) -> tuple[str, str]:
        """What those in the two seats are called."""
        one, two = self.match.seats()
        return self.called(one), self.called(two)

    def called(self, person: Person) -> str:
        """The name that somebody gave, else Player 1 or 2, as in the rule book.

        Player 1 is who starts the first game, and remains so, whoever starts the others and
        whoever takes over a pick. Two people without names are called so in the record too.
        """
        at = self.match.people.index(person)
        if self.setup.named[at] or not (person.bot or person.name == YOU):
            return person.name
        return unnamed(at, self.match.first)

    # --- the course of a match --------------------------------------------------------

    def begin(self) -> Play:
        """The game to play now, its players told."""
        play = self.match.begin()
        self._seat_players()
        return play

    def end(self) -> None:
        """Tell the players that the game is over."""
        for person in self.match.seats():
            if player := self.players.get(person):
                player.end(self.play.outcome)

    def _seat_players(self) -> None:
        for seat, person in enumerate(self.match.seats(), 1):
            if player := self.players.get(person):
                player.begin(self.book, seat)

    def choose(self, player: Player, budget: Budget) -> int:
        """What a player that needs no keyboard picks; a Failure says why nothing."""
        play = self.play
        chance = rng_for(self.setup.seed, len(self.match.plays), len(play.moves))
        if isinstance(player, BotPlayer):
            return player.choose(play.position, chance, budget)
        return player.choose(play.position, chance)

    def takes_over(self, n: int, budget: Budget) -> bool:
        """Whether a player would rather take over the first pick than make this one.

        It does if the pick is known to lose.
        """
        from ..oracle import solve

        return self.play.may_swap and bool(solve(self.play.position.pick(n), budget).wins)

    def commit(self, *events: Event) -> None:
        """Let events happen: checked, then on disk. What is shown comes after."""
        for event in events:
            self.play.add(event)
        if self.log:
            try:
                self.log.append(events)
            except JournalError as error:
                self.log.close()
                self.log = None
                self.trouble(f"{error}; from here on the game is not saved")
        if self.play.swap and (SWAP in events or UNDO in events):
            self._seat_players()

    def undo(self) -> list[str]:
        """Take back until it is a person's turn again: what was taken back, the first pick first.

        Empty if nothing of theirs was there to take back.
        """
        left, swapped = list(self.play.moves), self.play.swapped
        seats = self.match.seats()
        taken: list[str] = []
        while left:
            if swapped and len(left) == 1:
                swapped, seats = False, (seats[1], seats[0])
                taken.insert(0, SWAP)
            else:
                move = left.pop()
                taken.insert(0, PASS if move is None else str(move))
            if seats[len(left) % 2].bot is None:
                self.commit(*[UNDO] * len(taken))
                return taken
        return []

    def admits(self, n: int) -> bool:
        """Whether to say of a pick that its player cannot tell who wins: once in a game."""
        if not isinstance(n, Guess):
            return False
        who = (len(self.match.plays), self.play.turn)
        new = who not in self._admitted and not self.play.unsolved[self.play.turn - 1]
        self._admitted.add(who)
        return new

    def close(self) -> None:
        """End what plays from outside, and let others open the file."""
        for player in self.players.values():
            player.close()
        if self.log:
            self.log.close()

    # --- its record -------------------------------------------------------------------

    def records(self) -> list[Record]:
        """Every game of the match."""
        return records(self.match, self.setup.date, self.book.title)

    def write_record(self, path: str) -> None:
        save_records(path, self.records())
