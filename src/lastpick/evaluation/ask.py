"""What a player answered, and how it comes to answer: single decisions, and won games played on.

All chance of a bot depends on the seed and the item alone (and on the ply, in a game), so the
order in which items are asked, and by how many processes, changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

from ..errors import ArenaError, IllegalPick
from ..game import Position
from ..players.bots import perfect_pick
from ..players.player import ENDPOINT, ILLEGAL, Failure, Player, Usage
from .suite import Item

DECISION, GAME = "decision", "game"


class Answer(NamedTuple):
    """One answer: a legal pick, or how it failed to be one."""

    kind: str  # DECISION: an item of the suite; GAME: a turn of a won game that is played on
    item: int
    ply: int  # picks made before it
    pick: int | None
    failure: str | None = None
    text: str | None = None  # what went wrong, in a line
    usage: Usage | None = None

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
Known = Mapping[tuple[str, int, int], Answer]


def decide(player: Player, item: Item, seed: int) -> Answer:
    """Have a player make one decision."""
    position = item.start()
    player.begin(item.book(), position.turn)
    try:
        return _ask(player, DECISION, item, position, seed)
    finally:
        player.end(None)


def play_on(player: Player, item: Item, seed: int, known: Known, keep: Keep) -> None:
    """Play a won game on against best resistance; each new answer is handed to `keep`."""
    position = item.start()
    mine = position.turn
    player.begin(item.book(), mine)
    finished = None
    try:
        while position.choices:
            if position.turn != mine:
                position = resist(position, item, seed)
                continue
            answer = known.get((GAME, item.number, len(position.picks)))
            if answer is None:
                answer = _ask(player, GAME, item, position, seed)
                keep(answer)
            if answer.pick is None:
                return
            position = position.pick(answer.pick)
        finished = position.outcome
    finally:
        player.end(finished)


def replayed(item: Item, seed: int, known: Known) -> WonGame:
    """How a won game went, by the answers that are known.

    IllegalPick, if one of the answers cannot have been given.
    """
    position = item.start()
    mine, asked = position.turn, 0
    while position.choices:
        if position.turn != mine:
            position = resist(position, item, seed)
            continue
        answer = known.get((GAME, item.number, len(position.picks)))
        if answer is None:
            return WonGame(item, False, False, None, asked)
        asked += 1
        if answer.pick is None:
            return WonGame(item, True, False, answer.failure, asked)
        position = position.pick(answer.pick)
    return WonGame(item, True, position.turn != mine, None, asked)


def resist(position: Position, item: Item, seed: int) -> Position:
    """The opponent's turn: the hardest trap, or the win if there is one."""
    chance = Random(f"{seed}/{item.number}/{len(position.picks)}/resistance")
    return position.pick(perfect_pick(position, chance))


def _ask(player: Player, kind: str, item: Item, position: Position, seed: int) -> Answer:
    ply = len(position.picks)
    chance = Random(f"{seed}/{item.number}/{ply}/{kind}")
    before = player.usage()
    pick, failure, text = None, None, None
    try:
        pick = player.choose(position, chance)
        position.pick(pick)
    except Failure as error:
        if error.kind == ENDPOINT:  # says nothing about the player
            raise ArenaError(
                f"{error}; mend that, or name another endpoint with --base-url,"
                " and the same command goes on"
            ) from None
        pick, failure, text = None, error.kind, str(error)
    except IllegalPick as error:
        pick, failure, text = None, ILLEGAL, str(error)
    return Answer(kind, item.number, ply, pick, failure, text, _spent(before, player.usage()))


def _spent(before: Usage | None, after: Usage | None) -> Usage | None:
    if after is None:
        return None
    first = before or Usage()
    return Usage(
        after.calls - first.calls,
        after.prompt_tokens - first.prompt_tokens,
        after.answer_tokens - first.answer_tokens,
    )


def total(answers: Known, prices: tuple[float, float] | None) -> Usage | None:
    """What all answers have cost together, at these prices, whatever they were when asked."""
    spent = [answer.usage for answer in answers.values() if answer.usage is not None]
    if not spent:
        return None
    calls = sum(usage.calls for usage in spent)
    prompts = sum(usage.prompt_tokens for usage in spent)
    said = sum(usage.answer_tokens for usage in spent)
    cost = (prompts * prices[0] + said * prices[1]) / 1_000_000 if prices else None
    return Usage(calls, prompts, said, cost)


def to_data(answer: Answer) -> dict[str, Any]:
    """An answer as plain data, without what it does not say."""
    return {key: value for key, value in answer._asdict().items() if value is not None}


def from_data(fields: dict[str, Any]) -> Answer:
    """An answer from plain data; ValueError, TypeError or AttributeError if it is none."""
    usage = fields.pop("usage", None)
    answer = Answer(**{"pick": None, **fields}, usage=None if usage is None else Usage(*usage))
    counts = [answer.item, answer.ply, *(answer.usage or ())[:3]]
    counts += [] if answer.pick is None else [answer.pick]
    cost = answer.usage.cost if answer.usage else None
    texts = (answer.kind, answer.text or "", answer.failure or "")
    if (
        any(type(count) is not int for count in counts)
        or any(type(text) is not str for text in texts)
        or not isinstance(cost, (float, int, type(None)))
        or answer.kind not in (DECISION, GAME)
    ):
        raise ValueError("it is no answer")
    if (answer.pick is None) == (answer.failure is None):
        raise ValueError("an answer is either a pick or a failure")
    return answer
