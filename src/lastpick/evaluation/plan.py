"""What is evaluated and how: all that a result depends on, and the header that keeps it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from ..arena.results import RESULTS
from ..files import Agreed
from ..players import is_model
from ..players.keys import address_without_keys, without_keys
from ..players.llm.prompt import VERSION as PROMPTS
from ..players.player import Options
from .suite import BANDS, DEPTHS, PUBLIC, Item, Rules, Suite, Tell, open_suite

KIND, VERSION = "lastpick evaluation", 1
REPEATED = 10**9  # added to an item's number each further time that it is asked about
MOST_TIMES = 1000
AGREED = Agreed(
    RESULTS,
    about="evaluation",
    entry="answer",
    unsaid={
        "rules": [],
        "prompts": 1,
        "lenient": False,
        "attempts": 1,
        "set": {},
        "no_system": False,
        "repeat": 1,
    },
)


class Plan(NamedTuple):
    """An evaluation, as it was agreed."""

    player: str
    suite: Suite
    seed: int
    each: int | None  # items of each stratum; None: all
    games: int  # won games played on for each game, size and disguise
    options: Options
    attempts: int = 1  # tries that a model has for a decision
    prompts: int = PROMPTS  # the version of what a model is told
    repeat: int = 1  # times that each item is asked about

    @property
    def items(self) -> list[Item]:
        """What is decided: the suite's items, all of them once, then again under other numbers."""
        return [
            item._replace(number=item.number + time * REPEATED)
            for time in range(self.repeat)
            for item in self.suite.items
        ]

    @property
    def shown(self) -> str:
        """The player, without a key in its command."""
        return without_keys(self.player)

    def agreed(self) -> dict[str, Any]:
        """The header of its results."""
        options = self.options
        found = {
            KIND: VERSION,
            "player": self.shown,
            "suite": self.suite.name,
            "suite_seed": self.suite.seed,
            "checksum": self.suite.checksum,
            "seed": self.seed,
            "each": self.each,
            "games": self.games,
            "seconds": options.seconds,
            "base_url": address_without_keys(options.base_url),
            "temperature": options.temperature,
            "show_legal": options.show_legal,
        }
        more: dict[str, Any] = {
            "rules": [list(rules) for rules in self.suite.rules],
            "repeat": self.repeat,
        }
        if is_model(self.player):
            more |= {
                "prompts": self.prompts,
                "lenient": options.lenient,
                "attempts": self.attempts,
                "set": json.loads(options.further or "{}"),
                "no_system": options.no_system,
            }
        found |= {key: value for key, value in more.items() if value != AGREED.unsaid[key]}
        return found

    def won_games(self) -> list[Item]:
        """The items from which the game is played on, evenly over all but depth.

        They are early ones; in suites that go by remoteness, of those furthest from the end.
        """
        chosen: dict[tuple[str, str, str], list[Item]] = {}
        for item in self.suite.items:
            chosen.setdefault((item.game, item.size, item.disguise), []).append(item)
        return [item for items in chosen.values() for item in _long(items)[: self.games]]


def _long(items: list[Item]) -> list[Item]:
    """Those of the items that begin the longest games."""
    levels = [item.depth or item.band for item in items]
    longest = next(level for level in (*DEPTHS, *reversed(BANDS)) if level in levels)
    return [item for item, level in zip(items, levels, strict=True) if level == longest]


def planned(header: Mapping[str, Any], tell: Tell | None = None) -> Plan:
    """The plan that a header keeps, its suite made anew; `tell` hears how far that has come.

    KeyError, TypeError or ValueError, if it keeps none.
    """
    said = {**AGREED.unsaid, **header}
    if not 1 <= said["repeat"] <= MOST_TIMES:
        raise ValueError
    options = Options(
        seconds=said["seconds"],
        base_url=said["base_url"],
        temperature=said["temperature"],
        show_legal=said["show_legal"],
        lenient=said["lenient"],
        further=json.dumps(said["set"], sort_keys=True) if said["set"] else "",
        no_system=said["no_system"],
    )
    return Plan(
        player=said["player"],
        suite=_suite(
            said["suite"],
            None if said["suite_seed"] == PUBLIC else int(said["suite_seed"]),
            tuple(Rules(*rules) for rules in said["rules"]),
            said["each"],
            tell,
        ),
        seed=said["seed"],
        each=said["each"],
        games=said["games"],
        options=options,
        attempts=said["attempts"],
        prompts=said["prompts"],
        repeat=said["repeat"],
    )


@lru_cache(maxsize=1)  # results that are compared are of one suite, and making it takes time
def _suite(
    name: str, seed: int | None, rules: tuple[Rules, ...], each: int | None, tell: Tell | None
) -> Suite:
    return open_suite(name, seed, rules, each, tell)
