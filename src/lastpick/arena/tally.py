"""What a tournament's games add up to. Only whole numbers, so the order does not matter."""

from __future__ import annotations

from ..players.usage import Usage
from .played import Decisions, Played
from .tournament import Tournament


class Tally:
    """Counts of everything that a report tells, by places in the tournament's lists."""

    def __init__(self, tournament: Tournament) -> None:
        players, games = len(tournament.players), len(tournament.books)
        self.tournament = tournament
        self.played = 0
        # won[game][i][j]: games that i, moving first, won against j; lost: those that it lost
        self.won = [[[0] * players for _ in range(players)] for _ in range(games)]
        self.lost = [[[0] * players for _ in range(players)] for _ in range(games)]
        # Of the same pairs: how many of their games were different from each other, and the
        # ordered pairs of equal games. The same picks by the same players are the same game.
        self.different = [[[0] * players for _ in range(players)] for _ in range(games)]
        self.repeats = [[[0] * players for _ in range(players)] for _ in range(games)]
        self._times: dict[int, int] = {}  # how often each game was played, by its hash
        self.failures: list[dict[str, int]] = [{} for _ in range(players)]
        self.examples: list[dict[str, tuple[int, str]]] = [{} for _ in range(players)]
        self.decisions = [[Decisions() for _ in range(games)] for _ in range(players)]
        # of those that mattered, the ordered pairs of the same decision in equal games
        self.decision_repeats = [[0] * games for _ in range(players)]
        self.unsolved = [0] * players  # picks of players who could not tell who wins
        self.usage: list[Usage | None] = [None] * players
        self.wins = [0] * players
        self.games = [0] * players

    def add(self, played: Played) -> None:
        pairing = self.tournament.pairing(played.number)
        counts = self.won if played.winner == 1 else self.lost
        counts[pairing.game][pairing.first][pairing.second] += 1
        self.played += 1
        before = self._seen_before(played)
        self.wins[pairing.player(played.winner)] += 1
        for seat in (1, 2):
            player = pairing.player(seat)
            self.games[player] += 1
            self.unsolved[player] += played.unsolved[seat - 1]
            both = (self.decisions[player][pairing.game], played.decisions[seat - 1])
            self.decisions[player][pairing.game] = Decisions(*map(sum, zip(*both, strict=True)))
            mattered = played.decisions[seat - 1].mattered
            self.decision_repeats[player][pairing.game] += 2 * before * mattered
            if spent := played.usage[seat - 1]:
                self.usage[player] = (self.usage[player] or Usage()).plus(spent)
        if failed := played.failed:
            player = pairing.player(failed.seat)
            kinds, examples = self.failures[player], self.examples[player]
            kinds[failed.kind] = kinds.get(failed.kind, 0) + 1
            example = (played.number, failed.text)
            examples[failed.kind] = min(example, examples.get(failed.kind, example))

    def _seen_before(self, played: Played) -> int:
        """How often this game was played already; it is counted once more."""
        _, _, game, first, second = self.tournament.pairing(played.number)
        key = hash((game, first, second, played.winner, played.picks))
        before = self._times.get(key, 0)
        self._times[key] = before + 1
        self.different[game][first][second] += before == 0
        self.repeats[game][first][second] += 2 * before
        return before

    def different_between(self, one: int, other: int) -> int:
        """How many of the games of two players were different."""
        return sum(game[one][other] + game[other][one] for game in self.different)

    def beaten(self, row: int, column: int) -> int:
        """How often one player beat another, whoever moved first."""
        games = range(len(self.won))
        return sum(self.won[g][row][column] + self.lost[g][column][row] for g in games)

    def first_won(self, game: int) -> tuple[int, int]:
        """Of a game: how often the one who moved first won, and how often it was played."""
        won, lost = (sum(map(sum, counts[game])) for counts in (self.won, self.lost))
        return won, won + lost
