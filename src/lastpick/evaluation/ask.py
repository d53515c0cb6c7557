"""What a player answered, and how it comes to answer: single decisions, and won games played on.

All chance of a bot depends on the seed and the item alone (and on the ply, in a game), so the
order in which items are asked, and by how many processes, changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial, reduce
from random import Random
from typing import Any, NamedTuple

from ..errors import ArenaError
from ..game import Position
from ..players.game_loop import Mover, play_on
from ..players.perfect import perfect_pick
from ..players.player import ENDPOINT, GARBAGE, ILLEGAL, Failure, Player, Teachable
from ..players.usage import Prices, Usage
from .suite import Item

DECISION, GAME = "decision", "game"
MEND = "mend that, and the same command goes on; or begin anew with another --base-url"


class Try(NamedTuple):
    """A further try at a decision: a legal pick, or how it failed to be one."""

    pick: int | None
    failure: str | None = None
    text: str | None = None


class Answer(NamedTuple):
    """One answer: a legal pick, or how it failed to be one."""

    kind: str  # DECISION: an item of the suite; GAME: a turn of a won game that is played on
    item: int
    ply: int  # picks made before it
    pick: int | None
    failure: str | None = None
    text: str | None = None  # what went wrong, in a line
    usage: Usage | None = None  # of all tries
    later: tuple[Try, ...] = ()  # further tries, each after the one before it has failed

    @property
    def tries(self) -> tuple[Try, ...]:
        return Try(self.pick, self.failure, self.text), *self.later

    @property
    def place(self) -> tuple[str, int, int]:
        return self.kind, self.item, self.ply


class WonGame(NamedTuple):
    """A won game that is played on: what became of it so far."""

    item: Item
    over: bool
    won: bool
    failure: str | None
    asked: int  # answers that the player has given in it


Keep = Callable[[Answer], object]
Opponent = Callable[[Position, int], Position]
Known = Mapping[tuple[str, int, int], Answer]


def decide(player: Player, item: Item, seed: int, attempts: int = 1) -> Answer:
    """Have a player make one decision, in so many tries at most if it can be told what is wrong."""
    position = item.start()
    player.begin(item.book(), position.turn)
    try:
        return _ask(player, DECISION, item, position, seed, attempts)
    finally:
        player.end(None)


def convert(player: Player, item: Item, seed: int, known: Known, keep: Keep) -> None:
    """Play a won game on against best resistance; each new answer is handed to `keep`."""
    position = item.start()
    player.begin(item.book(), position.turn)
    finished = None

    def pick(position: Position, ply: int) -> Position | None:
        if answer := known.get((GAME, item.number, ply)):
            return _reached(position, answer)
        answer = _ask(player, GAME, item, position, seed)
        keep(answer)
        return None if answer.pick is None else position.pick_unchecked(answer.pick)

    try:
        finished = _against_resistance(item, seed, pick).outcome
    finally:
        player.end(finished)


def replayed(item: Item, seed: int, known: Known) -> WonGame:
    """How a won game went, by the answers that are known.

    IllegalPick, if one of the answers cannot have been given.
    """
    answers: list[Answer] = []

    def pick(position: Position, ply: int) -> Position | None:
        answer = known.get((GAME, item.number, ply))
        if answer is None:
            return None
        answers.append(answer)
        return _reached(position, answer)

    position = _against_resistance(item, seed, pick)
    failure = answers[-1].failure if answers else None
    return WonGame(
        item=item,
        over=not position.choices or failure is not None,
        won=position.outcome is not None and position.outcome.winner == item.start().turn,
        failure=failure,
        asked=len(answers),
    )


def resistance(item: Item, seed: int) -> Opponent:
    """The opponent in a won game: it sets the hardest trap, or takes the win if it may."""

    def resist(position: Position, ply: int) -> Position:
        chance = Random(f"{seed}/{item.number}/{ply}/resistance")
        return position.pick_unchecked(perfect_pick(position, chance))

    return resist


def _against_resistance(item: Item, seed: int, mine: Mover) -> Position:
    """Play a won game on."""
    position, other = item.start(), resistance(item, seed)
    return play_on(position, (mine, other) if position.turn == 1 else (other, mine))


def _reached(position: Position, answer: Answer) -> Position | None:
    """The position after an answer from a file, which may hold anything."""
    return None if answer.pick is None else position.pick(answer.pick)


def _ask(
    player: Player, kind: str, item: Item, position: Position, seed: int, attempts: int = 1
) -> Answer:
    ply = len(position.picks)
    chance = Random(f"{seed}/{item.number}/{ply}/{kind}")
    before = player.usage()
    first = _tried(lambda: player.choose(position, chance))
    tries = [first]
    while (
        len(tries) < attempts
        and tries[-1].failure in (ILLEGAL, GARBAGE)
        and isinstance(player, Teachable)
    ):
        tries.append(_tried(partial(player.choose_again, position, chance)))
    after = player.usage()
    return Answer(
        kind=kind,
        item=item.number,
        ply=ply,
        pick=first.pick,
        failure=first.failure,
        text=first.text,
        usage=after and after.since(before),
        later=tuple(tries[1:]),
    )


def _tried(choose: Callable[[], int]) -> Try:
    try:
        return Try(choose())
    except Failure as error:
        if error.kind == ENDPOINT:  # says nothing about the player
            raise ArenaError(f"{error}; {MEND}") from None
        return Try(None, error.kind, str(error))


def total(answers: Known, prices: Prices | None) -> Usage | None:
    """What all answers have cost together, at these prices, whatever they were when asked."""
    spent = [answer.usage for answer in answers.values() if answer.usage is not None]
    return reduce(Usage.plus, spent).at(prices) if spent else None


def to_data(answer: Answer) -> dict[str, Any]:
    """An answer as plain data, without what it does not say."""
    later = [_said(one._asdict()) for one in answer.later]
    return _said({**answer._asdict(), "later": later or None})


def _said(fields: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if value is not None}


def from_data(fields: dict[str, Any]) -> Answer:
    """An answer from plain data; ValueError, TypeError or AttributeError if it is none."""
    usage, later = fields.pop("usage", None), fields.pop("later", ())
    answer = Answer(
        **{"pick": None, **fields},
        usage=None if usage is None else Usage(*usage),
        later=tuple(Try(**{"pick": None, **one}) for one in later),
    )
    counts = [answer.item, answer.ply, *(answer.usage or ())[:3]]
    counts += [one.pick for one in answer.tries if one.pick is not None]
    cost = answer.usage.cost if answer.usage else None
    texts = [answer.kind]
    texts += [text or "" for one in answer.tries for text in (one.failure, one.text)]
    if (
        any(type(count) is not int for count in counts)
        or any(type(text) is not str for text in texts)
        or not isinstance(cost, (float, int, type(None)))
        or answer.kind not in (DECISION, GAME)
    ):
        raise ValueError("it is no answer")
    if any((one.pick is None) == (one.failure is None) for one in answer.tries):
        raise ValueError("an answer is either a pick or a failure")
    if any(one.failure not in (ILLEGAL, GARBAGE) for one in answer.tries[:-1]):
        raise ValueError("there are tries after one that was not to be followed by any")
    return answer
