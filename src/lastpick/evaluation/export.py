"""A suite as a dataset: a line of JSON for each item, with all that it takes to ask and to grade.

Every line has the same fields with the same types, and the same suite gives the same bytes. What
stands beside the lines, the card and the file for Inspect, is written by `card`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..catalog.rules import plain_rules
from ..errors import LastpickError
from ..files import write_whole
from .card import card, eval_yaml
from .decision import PROMPTS, prompt
from .suite import Item, Suite

SINGLE = "-single"  # ends the name of the part whose items have one winning pick

Row = dict[str, Any]


def row(suite: Suite, item: Item) -> Row:
    """An item as a line of the dataset."""
    asked, position = prompt(item), item.start()
    messages = [("system", asked.system), ("user", asked.user)]
    return {
        "id": suite.id_of(item),
        "position": item.position,
        "game": item.game,
        "size": item.size,
        "depth": item.depth,
        "remoteness_band": item.band,
        "disguise": item.disguise,
        "system": asked.system,
        "user": asked.user,
        "messages": [{"role": role, "content": content} for role, content in messages],
        "rules": plain_rules(item.book()),
        "numbers": item.numbers,
        "picks": list(item.picks),
        "pool": list(position.pool),
        "legal": list(position.legal),
        "winning": list(item.winning),
        "chance": item.chance,
        "remoteness": item.remoteness,
        "suite": suite.label,
        "checksum": suite.checksum,
        "generator": suite.generator,
        "prompts": PROMPTS,
    }


def single(rows: Iterable[Row]) -> Iterator[Row]:
    """The items with one winning pick, in the form that a tool takes which knows of one answer."""
    for one in rows:
        if len(one["winning"]) == 1:
            (target,) = one["winning"]
            yield {"id": one["id"], "user": one["user"], "target": str(target)}


def files(
    suites: Iterable[Suite], each: int | None = None, tell: Callable[[], object] = lambda: None
) -> dict[str, str]:
    """The files of a dataset by their names; `tell` hears of each item that is done.

    `each` is how many items of each stratum were taken, if not all.
    """
    found: dict[str, str] = {}
    parts: dict[str, list[Row]] = {}
    made = list(suites)
    for suite in made:
        rows = []
        for item in suite.items:
            rows.append(row(suite, item))
            tell()
        parts[suite.label] = rows
        if alone := list(single(rows)):
            parts[suite.label + SINGLE] = alone
    for name, rows in parts.items():
        found[f"{name}.jsonl"] = "".join(f"{json.dumps(one)}\n" for one in rows)
    sizes = {name: len(rows) for name, rows in parts.items()}
    found["README.md"] = card(made, sizes, each)
    found["eval.yaml"] = eval_yaml(made, sizes)
    return found


def write(folder: str, contents: dict[str, str], force: bool = False) -> None:
    """Write the files; one that is there and differs is refused, before anything is written."""
    try:
        os.makedirs(folder, exist_ok=True)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        why = "it is no folder" if os.path.exists(folder) else _why(error)
        raise LastpickError(f"cannot write to {folder}: {why}") from None
    new = {name: text for name, text in contents.items() if not _holds(folder, name, text)}
    for name in new:
        path = os.path.join(folder, name)
        if os.path.lexists(path) and not force:
            raise LastpickError(
                f"{path} is there and would change; name another folder, or write over it"
                " with --force"
            )
    for name, text in new.items():
        write_whole(os.path.join(folder, name), text)


def _holds(folder: str, name: str, text: str) -> bool:
    """Whether a file holds just this text."""
    data = text.encode()
    try:
        with open(os.path.join(folder, name), "rb") as file:
            return file.read(len(data) + 1) == data
    except FileNotFoundError:
        return False
    except OSError as error:
        raise LastpickError(f"cannot read {os.path.join(folder, name)}: {_why(error)}") from None


def _why(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)
