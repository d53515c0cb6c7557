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
        self.failures: list[dict[str, int]] = [{} for _ in range(players)]
        self.examples: list[dict[str, tuple[int, str]]] = [{} for _ in range(players)]
        self.decisions = [[Decisions() for _ in range(games)] for _ in range(players)]
        self.unsolved = [0] * players  # picks of players who could not tell who wins
        self.usage: list[Usage | None] = [None] * players
        self.wins = [0] * players
        self.games = [0] * players

    def add(self, played: Played) -> None:
        pairing = self.tournament.pairing(played.number)
        counts = self.won if played.winner == 1 else self.lost
        counts[pairing.game][pairing.first][pairing.second] += 1
        self.played += 1
        self.wins[pairing.player(played.winner)] += 1
        for seat in (1, 2):
            player = pairing.player(seat)
            self.games[player] += 1
            self.unsolved[player] += played.unsolved[seat - 1]
            both = (self.decisions[player][pairing.game], played.decisions[seat - 1])
            self.decisions[player][pairing.game] = Decisions(*map(sum, zip(*both, strict=True)))
            if spent := played.usage[seat - 1]:
                self.usage[player] = (self.usage[player] or Usage()).plus(spent)
        if failed := played.failed:
            player = pairing.player(failed.seat)
            kinds, examples = self.failures[player], self.examples[player]
            kinds[failed.kind] = kinds.get(failed.kind, 0) + 1
            example = (played.number, failed.text)
            examples[failed.kind] = min(example, examples.get(failed.kind, example))

    def beaten(self, row: int, column: int) -> int:
        """How often one player beat another, whoever moved first."""
        games = range(len(self.won))
        return sum(self.won[g][row][column] + self.lost[g][column][row] for g in games)

    def first_won(self, game: int) -> tuple[int, int]:
        """Of a game: how often the one who moved first won, and how often it was played."""
        won, lost = (sum(map(sum, counts[game])) for counts in (self.won, self.lost))
        return won, won + lost
