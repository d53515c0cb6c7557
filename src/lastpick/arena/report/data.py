"""A tournament's report as data: what the text, the page, the CSV and --json all tell."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...players.usage import Usage
from ..intervals import effective, wilson
from ..played import Decisions
from ..ratings import FIRST_SPREAD, PLAYER_SPREAD, Estimate, rate
from ..tally import Tally
from ..tournament import Tournament

REPEATS = (
    "The same picks by the same players, in the same seats, are the same game: however often it is"
    " played, it weighs as one in the intervals."
)


class Share(NamedTuple):
    """Decisions that mattered: how many kept the win, and the share with its interval."""

    counts: Decisions
    repeats: int = 0  # ordered pairs of the same decision in equal games

    @property
    def lost(self) -> int:
        """Points lost: a decision that mattered and was wrong costs one, the game's."""
        return self.counts.mattered - self.counts.kept

    @property
    def kept(self) -> Estimate | None:
        """The share of kept wins with Wilson's interval of 95%; None where none mattered."""
        n = self.counts.mattered
        if not n:
            return None
        share = self.counts.kept / n
        return Estimate(share, *wilson(share, effective(n, self.repeats)))

    @property
    def lost_per_decision(self) -> float | None:
        return self.lost / self.counts.mattered if self.counts.mattered else None


class PlayerStanding(NamedTuple):
    """A player's line in the table."""

    rank: int
    player: int  # its place in the tournament's list
    label: str
    name: str
    games: int
    wins: int
    first: tuple[int, int]  # games moved first in: won, played
    second: tuple[int, int]
    failures: dict[str, int]
    examples: dict[str, tuple[int, str]]  # of each kind the earliest: its game, what happened
    rating: Estimate
    decisions: Share
    by_game: tuple[Share, ...]
    usage: Usage | None
    unsolved: int  # picks without a solution

    @property
    def losses(self) -> int:
        return self.games - self.wins

    @property
    def forfeits(self) -> int:
        return sum(self.failures.values())


class FirstMove(NamedTuple):
    """What moving first came to in a game."""

    title: str
    won: int
    games: int
    worth: Estimate


class Report(NamedTuple):
    """Everything, best player first."""

    tournament: Tournament
    played: int
    standings: tuple[PlayerStanding, ...]
    cross: tuple[tuple[int | None, ...], ...]  # wins of row against column, in that order
    different: tuple[tuple[int | None, ...], ...]  # of the games between row and column
    seats: tuple[FirstMove, ...]

    @property
    def repeated(self) -> bool:
        """True if a pair of players played a game twice."""
        return 2 * self.played > sum(n for row in self.different for n in row if n)

    @property
    def warnings(self) -> list[str]:
        """For each pair that mostly repeated its games, that more rounds do not help."""
        found = []
        for i, row in enumerate(self.standings):
            for j, column in enumerate(self.standings[:i]):
                games = (self.cross[i][j] or 0) + (self.cross[j][i] or 0)
                different = self.different[i][j] or 0
                if 2 * different < games:
                    found.append(
                        f"{column.label} and {row.label} repeat themselves: {different:,} of their"
                        f" {games:,} games {'was' if different == 1 else 'were'} different, and"
                        " only these are evidence"
                    )
        return found


def report(tally: Tally) -> Report:
    tournament = tally.tournament
    ratings = rate(tally.won, tally.lost, tally.repeats)
    everybody = range(len(tournament.players))
    order = sorted(
        everybody, key=lambda i: (-round(ratings.players[i].value, 6), -tally.wins[i], i)
    )
    standings = [_standing(tally, rank, i, ratings.players[i]) for rank, i in enumerate(order, 1)]
    cross = [[None if i == j else tally.beaten(i, j) for j in order] for i in order]
    different = [[None if i == j else tally.different_between(i, j) for j in order] for i in order]
    seats = [
        FirstMove(title, *tally.first_won(g), ratings.first[g])
        for g, title in enumerate(tournament.titles)
    ]
    return Report(
        tournament=tournament,
        played=tally.played,
        standings=tuple(standings),
        cross=tuple(map(tuple, cross)),
        different=tuple(map(tuple, different)),
        seats=tuple(seats),
    )


def _standing(tally: Tally, rank: int, i: int, rating: Estimate) -> PlayerStanding:
    entrant = tally.tournament.players[i]
    games = range(len(tally.won))
    others = range(len(tally.wins))
    won_first = sum(tally.won[g][i][j] for g in games for j in others)
    lost_first = sum(tally.lost[g][i][j] for g in games for j in others)
    first = (won_first, won_first + lost_first)
    second = (tally.wins[i] - first[0], tally.games[i] - first[1])
    usage = tally.usage[i]
    return PlayerStanding(
        rank=rank,
        player=i,
        label=entrant.label,
        name=entrant.kept.name,
        games=tally.games[i],
        wins=tally.wins[i],
        first=first,
        second=second,
        failures=dict(sorted(tally.failures[i].items())),
        examples=dict(sorted(tally.examples[i].items())),
        rating=rating,
        decisions=Share(
            Decisions(*map(sum, zip(*tally.decisions[i], strict=True))),
            sum(tally.decision_repeats[i]),
        ),
        by_game=tuple(map(Share, tally.decisions[i], tally.decision_repeats[i])),
        usage=usage and usage.at(tally.tournament.options.prices),
        unsolved=tally.unsolved[i],
    )


# --- as plain data ----------------------------------------------------------------------


def as_data(found: Report) -> dict[str, Any]:
    titles = found.tournament.titles
    return {
        "tournament": found.tournament.agreed(),
        "games": found.tournament.total,
        "played": found.played,
        "complete": found.played == found.tournament.total,
        "ratings": {
            "scale": "400 / ln 10 points for a strength of 1, mean of the players 0",
            "prior": {"player": PLAYER_SPREAD, "first": FIRST_SPREAD},
            "interval": 0.95,
        },
        "standings": [_standing_data(standing, titles) for standing in found.standings],
        "cross": {
            "players": [standing.label for standing in found.standings],
            "wins": [list(row) for row in found.cross],
            "different": [list(row) for row in found.different],
        },
        "warnings": found.warnings,
        "moving_first": [
            {"game": seat.title, "won": seat.won, "games": seat.games, **_points(seat.worth)}
            for seat in found.seats
        ],
    }


def _standing_data(standing: PlayerStanding, titles: list[str]) -> dict[str, Any]:
    return {
        "rank": standing.rank,
        "player": standing.label,
        "name": standing.name,
        "games": standing.games,
        "wins": standing.wins,
        "losses": standing.losses,
        "first": {"wins": standing.first[0], "games": standing.first[1]},
        "second": {"wins": standing.second[0], "games": standing.second[1]},
        "forfeits": standing.failures,
        "failures": {
            kind: {"number": number, "text": text}
            for kind, (number, text) in standing.examples.items()
        },
        **_points(standing.rating),
        "decisions": {
            **_share_data(standing.decisions),
            "by_game": {
                title: _share_data(share)
                for title, share in zip(titles, standing.by_game, strict=True)
            },
        },
        "unsolved": standing.unsolved,
        "usage": standing.usage and standing.usage._asdict(),
    }


def _points(estimate: Estimate) -> dict[str, float]:
    return {
        "rating": round(estimate.value, 2),
        "low": round(estimate.low, 2),
        "high": round(estimate.high, 2),
    }


def _share_data(share: Share) -> dict[str, Any]:
    kept, lost = share.kept, share.lost_per_decision
    return {
        "mattered": share.counts.mattered,
        "kept": share.counts.kept,
        "lost": share.lost,
        "unknown": share.counts.unknown,
        "share": kept and round(kept.value, 6),
        "low": kept and round(kept.low, 6),
        "high": kept and round(kept.high, 6),
        "lost_per_decision": None if lost is None else round(lost, 6),
    }
