"""One game of a tournament that was played, and its line in the results file."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from ..players.usage import Usage
from .tournament import Tournament

_LARGEST = 1 << 53  # no count comes near it


class Failed(NamedTuple):
    """How a player forfeited: its seat, the kind of failure, and what happened."""

    seat: int
    kind: str
    text: str


class Decisions(NamedTuple):
    """A player's decisions in a game: those that mattered, those right, those nobody knows."""

    mattered: int = 0
    kept: int = 0
    unknown: int = 0


class Played(NamedTuple):
    """A finished game: its picks, who won (seat 1 or 2), and what the picks were worth."""

    number: int
    picks: tuple[int, ...]
    winner: int
    failed: Failed | None
    decisions: tuple[Decisions, Decisions]
    usage: tuple[Usage | None, Usage | None]
    unsolved: tuple[int, int] = (0, 0)  # picks of each player who could not tell who wins

    def line(self, tournament: Tournament) -> str:
        """As JSON. Whose game it was stands there for readers; the number says it too."""
        return json.dumps({"number": self.number, **_about(tournament, self.number), **_own(self)})


def read_played(line: str, tournament: Tournament) -> Played:
    """A game from its line; ValueError says what about it cannot be."""
    found = json.loads(line)
    if not isinstance(found, dict):
        raise ValueError("it is no game")
    number = found.pop("number", None)
    if type(number) is not int or not 1 <= number <= tournament.total:
        raise ValueError("it has no number of a game of this tournament")
    for key, value in _about(tournament, number).items():
        if found.pop(key, None) != value:
            raise ValueError(f"{key} is not what was agreed for game {number}")
    failed = found["failed"]
    played = Played(
        number=number,
        picks=tuple(found["picks"]),
        winner=found["winner"],
        failed=failed and Failed(**failed),
        decisions=_both(Decisions(*entry) for entry in found["decisions"]),
        usage=_both(None if entry is None else _usage(entry) for entry in found["usage"]),
        unsolved=_both(found.get("unsolved", (0, 0))),
    )
    if found != _own(played):
        raise ValueError("it holds something else than a game")
    return played


def check_played(played: Played, tournament: Tournament) -> None:
    """Whether these picks can have been played and end so; ValueError if not.

    Lines of this run need no such check: they were played by the rules just now.
    """
    book = tournament.books[tournament.pairing(played.number).game]
    if not all(type(n) is int for n in played.picks):
        raise ValueError("a pick is no number")
    position = book.game.play(played.picks)
    if played.failed:
        if not all(isinstance(text, str) for text in (played.failed.kind, played.failed.text)):
            raise ValueError("the failure is not told")
        loser = position.turn if position.outcome is None else None
        started = not played.picks  # a player can fail before the first pick, whoever is to move
        if played.failed.seat != loser and not (started and played.failed.seat in (1, 2)):
            raise ValueError("the player who failed was not to move")
        loser = played.failed.seat
    else:
        if position.outcome is None:
            raise ValueError("the game is not over")
        loser = 3 - position.outcome.winner
    if played.winner != 3 - loser:
        raise ValueError("the winner is not the one who won")
    spent = [entry[:3] for entry in played.usage if entry is not None]
    if not all(_counts(entry) for entry in (*played.decisions, *spent, played.unsolved)):
        raise ValueError("a count is no number")
    for entry in played.decisions:
        if entry.kept > entry.mattered:
            raise ValueError("the decisions do not add up")


def _counts(entry: tuple[object, ...]) -> bool:
    """Whether these are counts, as they stand for decisions and for what was used."""
    return all(type(n) is int and 0 <= n < _LARGEST for n in entry)


def _usage(entry: list[int]) -> Usage:
    """What was used, as it stands in a line: without a cost, which depends on prices."""
    if len(entry) != 3:
        raise ValueError("a count is no number")
    return Usage(*entry)


def _about(tournament: Tournament, number: int) -> dict[str, Any]:
    pairing, labels = tournament.pairing(number), tournament.labels
    return {
        "round": pairing.round,
        "game": tournament.titles[pairing.game],
        "first": labels[pairing.first],
        "second": labels[pairing.second],
    }


def _own(played: Played) -> dict[str, Any]:
    return {
        "picks": list(played.picks),
        "winner": played.winner,
        "failed": played.failed and played.failed._asdict(),
        "decisions": [list(entry) for entry in played.decisions],
        "usage": [entry and list(entry[:3]) for entry in played.usage],
        **({"unsolved": list(played.unsolved)} if any(played.unsolved) else {}),
    }


def _both(entries: Any) -> Any:
    one, two = entries
    return one, two
