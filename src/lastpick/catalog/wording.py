"""A game's own voice: templates, and how it writes a list of numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ..game import Position

TEMPLATES = (
    "start",
    "opening",
    "opening_from",
    "prompt_opening",
    "turn",
    "prompt",
    "picked",
    "others_one",
    "others_many",
    "end",
    "end_won",
)
PLACEHOLDERS = (
    "title",
    "numbers",
    "player",
    "opponent",
    "last",
    "pick",
    "available",
    "choices",
    "gone",
    "removed",
    "others",
)
LISTS = ("all", "available", "choices", "gone", "removed", "others")

LONGEST_LIST = 200
PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


class ListStyle(NamedTuple):
    """How a list of numbers is written."""

    separator: str
    conjunction: str
    runs: int
    empty: str

    def text(self, numbers: Sequence[int], longest: int | None = LONGEST_LIST) -> str:
        """The list in words; past `longest` entries its middle is left out."""
        entries = runs(numbers, self.runs)
        if not entries:
            return self.empty
        if longest is not None and len(entries) > longest:
            entries = [*entries[:10], "...", *entries[-2:]]
        if self.conjunction and len(entries) > 1:
            entries[-2:] = [self.conjunction.join(entries[-2:])]
        return self.separator.join(entries)


def runs(numbers: Sequence[int], shortest: int) -> list[str]:
    """The numbers one by one, but runs of at least `shortest` as in 3-7 (0: none)."""
    if not shortest:
        return [str(n) for n in numbers]
    entries: list[str] = []
    start = 0
    for i, n in enumerate(numbers):
        if i + 1 < len(numbers) and numbers[i + 1] == n + 1:
            continue
        if i - start + 1 >= max(2, shortest):
            entries.append(f"{numbers[start]}-{n}")
        else:
            entries.extend(str(m) for m in numbers[start : i + 1])
        start = i + 1
    return entries


class Scene(NamedTuple):
    """What a template speaks of: a position, who is to move in it, and how it arose."""

    position: Position
    player: str
    opponent: str
    before: Position | None = None  # the position in which the last pick was made


class Wording:
    """The templates and list styles of a game."""

    def __init__(
        self, title: str, templates: Mapping[str, str], lists: Mapping[str, ListStyle]
    ) -> None:
        self.title = title
        self.templates = templates
        self.lists = lists

    def list(self, name: str, numbers: Sequence[int], longest: int | None = LONGEST_LIST) -> str:
        return self.lists[name].text(numbers, longest)

    def turn(self, position: Position) -> str:
        """The template for whoever is to move here, or has no pick any more."""
        if not position.choices:
            return "end_won" if position.game.misere else "end"
        if not position.opening:
            return "turn"
        return "opening" if position.last is None else "opening_from"

    def prompt(self, position: Position) -> str:
        """The template of the question; where a game starts from a number, not any may open."""
        return "prompt_opening" if self.turn(position) == "opening" else "prompt"

    def say(self, key: str, scene: Scene) -> str:
        """A template filled in; lines that speak of what is not there are left out."""
        values = self._values(scene)
        lines = []
        for line in self.templates[key].split("\n"):
            parts = PLACEHOLDER.split(line)  # text and names in turn
            parts[1::2] = spoken = [values[name]() for name in parts[1::2]]
            if None not in spoken:
                lines.append("".join(parts))
        return "\n".join(lines)

    def announce(self, scene: Scene) -> str:
        """What is said after a pick: the pick, and what else it took."""
        others = len(self._removed(scene)) - 1
        parts = [self.say("picked", scene)]
        if others:
            parts.append(self.say("others_one" if others == 1 else "others_many", scene))
        return "\n".join(part for part in parts if part)

    def _removed(self, scene: Scene) -> tuple[int, ...]:
        pick = scene.position.last
        if scene.before is None or pick is None:
            return ()
        return scene.before.removal(pick)

    def _values(self, scene: Scene) -> dict[str, Callable[[], str | None]]:
        position, game = scene.position, scene.position.game

        def some(name: str, numbers: Sequence[int]) -> str | None:
            return self.list(name, numbers) if numbers else None

        def choices() -> str | None:
            return self.list("choices", position.legal) if position.limited else None

        def last() -> str | None:
            return None if position.last is None else str(position.last)

        def others() -> str | None:
            return some("others", [n for n in self._removed(scene) if n != position.last])

        return {
            "title": lambda: self.title,
            "numbers": lambda: str(game.numbers),
            "player": lambda: scene.player,
            "opponent": lambda: scene.opponent,
            "last": last,
            "pick": last,
            "available": lambda: self.list("available", position.pool),
            "choices": choices,
            "gone": lambda: some("gone", position.gone),
            "removed": lambda: some("removed", self._removed(scene)),
            "others": others,
        }
