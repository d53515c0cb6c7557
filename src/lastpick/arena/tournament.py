"""What a tournament has agreed on, and so who plays whom: everything follows from one line.

That line is the order that every worker gets, wherever it runs, and without keys the header of
the results file. Games are numbered from 1, round by round, so that a game's number says all about
it: the round, the game, who moves first, and with the seed all chance of our own bots.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from ..catalog import Book, open_book, read_book
from ..errors import LastpickError
from ..players import comes_from_outside
from ..players.keys import address_without_keys
from ..players.player import Options
from .entrants import Entrant

VERSION = 1
MOST_GAMES = 10_000_000  # of a tournament
_KIND = "lastpick-arena"
_LATER = ("lenient", "further", "no_system")  # options that older files know nothing of


class Pairing(NamedTuple):
    """One game of the tournament: players and games by their place in the lists."""

    number: int
    round: int
    game: int
    first: int
    second: int

    def player(self, seat: int) -> int:
        """Who sits in seat 1, who moves first, or in seat 2."""
        return self.first if seat == 1 else self.second


class Tournament:
    """A round robin: every pair, in every game, with both seats, in every round."""

    def __init__(
        self,
        books: Sequence[Book],
        players: Sequence[Entrant],
        rounds: int,
        seed: int,
        grade: int,
        options: Options,
    ) -> None:
        self.books = tuple(books)
        self.players = tuple(players)
        self.rounds = rounds
        self.seed = seed
        self.grade = grade  # positions that the grading of a decision may look at
        self.options = options
        self._pairs = list(combinations(range(len(self.players)), 2))
        self._each_game = 2 * len(self._pairs)
        self._each_round = self._each_game * len(self.books)
        self.total = self._each_round * rounds
        self._check()

    def _check(self) -> None:
        if len(self.players) < 2:
            raise LastpickError("a tournament needs at least two players, as in --players A,B")
        for what, labels in (
            ("player", [player.label for player in self.players]),
            ("game", self.titles),
        ):
            for label in labels:
                if labels.count(label) > 1:
                    fix = f"; name one anew, as in b={label}" if what == "player" else ""
                    raise LastpickError(f"the {what} {label} takes part twice{fix}")
        if self.total > MOST_GAMES:
            raise LastpickError(
                f"that makes {self.total:,} games; a tournament has at most {MOST_GAMES:,}"
            )

    @cached_property
    def titles(self) -> list[str]:
        """What each game is called in reports: its name and its pool."""
        return [f"{book.game.name} {book.game.numbers}" for book in self.books]

    @property
    def labels(self) -> list[str]:
        return [player.label for player in self.players]

    def pairing(self, number: int) -> Pairing:
        """Who plays the game with this number, from 1 to `total`."""
        round_before, rest = divmod(number - 1, self._each_round)
        game, rest = divmod(rest, self._each_game)
        pair, swapped = divmod(rest, 2)
        first, second = self._pairs[pair]
        if swapped:
            first, second = second, first
        return Pairing(number=number, round=1 + round_before, game=game, first=first, second=second)

    def agreed(self) -> dict[str, Any]:
        """All that the results depend on, as plain data; keys of players are no part of it."""
        found = self._ordered()
        found["players"] = [player.kept._asdict() for player in self.players]
        if options := found["options"]:
            options["base_url"] = address_without_keys(options["base_url"])
        return found

    def _ordered(self) -> dict[str, Any]:
        """All that a worker has to know, as plain data."""
        outside = any(comes_from_outside(player.name) for player in self.players)
        options = self.options._asdict()
        del options["log"]  # a file to look at; no pick depends on it
        for name in _LATER:  # not said unless given, so that older files go on
            if not options[name]:
                del options[name]
        return {
            _KIND: VERSION,
            "games": [
                {"game": book.game.name, "numbers": str(book.game.numbers), "toml": book.source}
                for book in self.books
            ],
            "players": [player._asdict() for player in self.players],
            "rounds": self.rounds,
            "seed": self.seed,
            "grade": self.grade,
            "options": json.loads(json.dumps(options)) if outside else None,
        }

    @cached_property
    def line(self) -> str:
        """The order for workers."""
        return json.dumps(self._ordered())


@lru_cache(maxsize=2)
def read_tournament(line: str) -> Tournament:
    """A tournament from its line; a worker reads it once and plays many batches of it."""
    found = json.loads(line)
    books = [
        open_book(entry["game"], entry["numbers"])
        if entry["toml"] is None
        else read_book(entry["toml"], entry["game"], entry["numbers"])
        for entry in found["games"]
    ]
    options = dict(found["options"] or {})
    if options.get("prices"):
        options["prices"] = tuple(options["prices"])
    players = [Entrant(**player) for player in found["players"]]
    return Tournament(
        books=books,
        players=players,
        rounds=found["rounds"],
        seed=found["seed"],
        grade=found["grade"],
        options=Options(**options),
    )
