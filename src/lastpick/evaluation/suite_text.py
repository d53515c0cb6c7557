"""A suite as text: a line that says what it is, and a line of JSON for each item.

From version 2 on the texts of its games' files stand between the two, each once, since many items
share one, and an item names its text by its place.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from typing import Any

from ..files import toml as toml_files
from .suite import Gap, Item, Rules, Suite


def to_text(suite: Suite) -> str:
    """A suite as it is stored."""
    head: dict[str, Any] = {
        "suite": suite.name,
        "generator": suite.generator,
        "seed": suite.seed,
        "items": len(suite.items),
    }
    if suite.rules:
        head["rules"] = dict(suite.rules)
    if suite.gaps:
        head["gaps"] = [gap._asdict() for gap in suite.gaps]
    if suite.generator == 1:
        return _joined([head, *map(_fields, suite.items)])
    texts: dict[str, int] = {}
    rows = [_referring(item, texts) for item in suite.items]
    return _joined([{**head, "texts": len(texts)}, *({"toml": toml} for toml in texts), *rows])


def from_text(text: str) -> Suite:
    """A suite from its text."""
    lines = text.splitlines()
    head = json.loads(lines[0])
    begin = 1 + head.get("texts", 0)
    texts = [json.loads(line)["toml"] for line in lines[1:begin]]
    return Suite(
        head["suite"],
        head["generator"],
        head["seed"],
        sha256(text.encode()).hexdigest(),
        tuple(_items(lines[begin:], texts)),
        tuple(Rules(*own) for own in head.get("rules", {}).items()),
        tuple(Gap(**gap) for gap in head.get("gaps", ())),
    )


def _fields(item: Item) -> dict[str, Any]:
    """An item without what its place and its game's file say anyway."""
    fields = {key: value for key, value in item._asdict().items() if value is not None}
    del fields["number"]
    fields.pop("remoteness", None)  # version 1 did not know of it
    if _pool_of(item.toml) == item.numbers:
        del fields["numbers"]
    return fields


def _referring(item: Item, texts: dict[str, int]) -> dict[str, Any]:
    fields = _fields(item)
    if item.toml is not None:
        fields["toml"] = texts.setdefault(item.toml, len(texts))
    return {**fields, "remoteness": item.remoteness}


def _items(lines: Iterable[str], texts: list[str]) -> Iterator[Item]:
    for number, line in enumerate(lines, 1):
        fields: dict[str, Any] = {"number": number, "depth": None, "toml": None, **json.loads(line)}
        if type(fields["toml"]) is int:
            fields["toml"] = texts[fields["toml"]]
        fields.setdefault("numbers", _pool_of(fields["toml"]))
        for key in ("picks", "winning"):
            fields[key] = tuple(fields[key])
        yield Item(**fields)


@lru_cache(maxsize=256)
def _pool_of(toml: str | None) -> str | None:
    """The pool in the text of a game's file."""
    return None if toml is None else toml_files.parse(toml, "game file").get("numbers")


def _joined(rows: Iterable[object]) -> str:
    return "".join(f"{dumps(row)}\n" for row in rows)


def dumps(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
