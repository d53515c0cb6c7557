"""Checking a verdict as `lastpick solve --json` writes it, without the solvers."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from ..catalog import book_of, is_shipped, load
from ..errors import BudgetError, LastpickError
from ..game import WINS, Game, Position
from ..oracle import Verdict
from ..oracle.verify import flaw
from ..record.match import check_name
from ..relations import ROLES, Numbers, Relation
from .patience import Patience

T = TypeVar("T")


def check_verdict(text: str, where: str, patience: Patience) -> dict[str, Any]:
    """What a verdict says that holds; an error says what does not."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise LastpickError(f"{where}: neither JSON nor a record") from None
    try:
        position, verdict = _read(data)
    except LastpickError as error:
        raise LastpickError(f"{where}: {error}") from None
    try:
        wrong = flaw(position, verdict, patience.budget)
    except BudgetError as error:
        raise BudgetError(f"{where}: neither right nor wrong: {error}") from None
    if wrong:
        raise LastpickError(f"{where}: {wrong}")
    game = position.game
    return {
        "kind": "verdict",
        "game": game.name,
        "title": book_of(game).title if is_shipped(game) else f"{game.name} (rules of its own)",
        "numbers": str(game.numbers),
        "picks": data["picks"],
        **({"pool": data["pool"], "last": position.last} if "pool" in data else {}),
        "to_move": data["to_move"],
        "wins": verdict.wins,
        "winning": list(verdict.winning),
    }


def in_words(found: dict[str, Any]) -> str:
    picks, winner = found["picks"], found["to_move"] if found["wins"] else 3 - found["to_move"]
    after = f" after {_count(len(picks), 'pick')}" if picks else ""
    about = f"OK: {found['title']} on {found['numbers']}{after}"
    if "pool" in found:  # not where play from the start leads by the picks
        last = f" after {found['last']}" if found["last"] is not None else ""
        about += f", with {_count(len(found['pool']), 'number')} left{last}"
    if found["wins"] is None:
        return f"{about}, and it says that the winner is unknown"
    proved = _count(len(found["winning"]), "winning pick")
    return f"{about}, Player {winner} wins with best play, {proved}"


def _count(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"


def _read(data: object) -> tuple[Position, Verdict]:
    of = _typed(dict, data, "all of it")
    game, picks = _game(of), _whole_numbers(of, "picks")
    if "pool" in of:
        position = game.position(_whole_numbers(of, "pool"), _optional(int, of, "last"))
        if picks and (picks[-1] != position.last or set(picks) & set(position.pool)):
            raise LastpickError("the pool and the last pick do not go with the picks")
    else:
        position = game.play(picks)
    if _get(int, of, "to_move") != 1 + len(picks) % 2:
        raise LastpickError(f"after {_count(len(picks), 'pick')} the other player is to move")
    return position, Verdict(
        wins=_optional(bool, of, "wins"),
        winning=tuple(_whole_numbers(of, "winning")),
        complete=_get(bool, of, "complete"),
        nimber=_optional(int, of, "nimber"),
        method=_get(str, of, "method"),
        reason=_get(dict, of, "reason"),
    )


def _game(of: dict[str, Any]) -> Game:
    """A shipped game, or one whose relations the verdict brings along."""
    name, numbers = _get(str, of, "game"), Numbers.parse(_get(str, of, "numbers"))
    check_name(name)
    if "relations" not in of:
        return load(name, numbers)
    told = _get(dict, of, "relations")
    relations = (Relation(role, _get(str, told, key)) for key, role in ROLES.items())
    start, last_pick = _optional(int, of, "start"), _optional(str, of, "last_pick") or WINS
    game = Game(name, numbers, *relations, start_from=start, last_pick=last_pick)
    game.check()
    return game


def _whole_numbers(of: dict[str, Any], key: str) -> list[int]:
    return [_typed(int, n, key) for n in _get(list, of, key)]


def _get(kind: type[T], of: dict[str, Any], key: str) -> T:
    if key not in of:
        raise LastpickError(f"no verdict of lastpick solve --json: {key!r} is missing")
    return _typed(kind, of[key], key)


def _optional(kind: type[T], of: dict[str, Any], key: str) -> T | None:
    return None if of.get(key) is None else _get(kind, of, key)


def _typed(kind: type[T], value: object, key: str) -> T:
    if type(value) is not kind:  # True is no number here
        raise LastpickError(f"no verdict of lastpick solve --json: {key!r} is not as it writes it")
    return value
