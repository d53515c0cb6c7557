"""Recorded answers of a model to a suite: good ones, bad ones, and none, the same every time.

Whoever grades answers, by whatever tool, grades these, and all find the same.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random

from lastpick.evaluation.suite import Item, Suite

Answers = dict[str, str | None]


def recorded(suite: Suite) -> Answers:
    """An answer to each item by its id: every result comes up; None is a refusal."""
    rng = Random(f"recorded/{suite.checksum}")
    return {suite.id_of(item): _answer(item, rng) for item in suite.items}


def _answer(item: Item, rng: Random) -> str | None:
    legal = item.start().legal
    right, any_one = rng.choice(item.winning), rng.choice(legal)
    said = [
        None,
        f"PICK {right}",
        f"It leaves nothing.\n\nPICK {right}\n",
        f"Let me see: PICK {right} would do, but\nPICK {any_one}",
        f"PICK {any_one}",
        f"pick {right}",  # the lenient reader takes these three
        f"**PICK {right}**",
        f"```\nPICK {any_one}\n```",
        f"I pick {right}.",
        "",
        "PICK 99999",
        f"PICK {item.start().game.numbers.first + 10**6}\nPICK {right} perhaps",
    ]
    return rng.choice(said)


def write_answers(path: Path, answers: Mapping[str, str | None]) -> Path:
    """The file that `lastpick suite score` reads."""
    lines = (json.dumps({"id": name, "answer": said}) for name, said in answers.items())
    path.write_text("".join(f"{line}\n" for line in lines))
    return path
