#!/usr/bin/env python3
"""A starting point for an engine of your own; it picks at random.

lastpick play divisor-duel --p2 "exec:python3 examples/engines/simple.py"

One JSON object a line comes in, one goes out; docs/engines.md has the whole protocol.
"""

import json
import random
import sys
from typing import Any

Message = dict[str, Any]


def choose(game: Message, position: Message) -> int:  # noqa: ARG001 - you will want it
    """A legal number. Put your ideas here.

    `game` tells the rules: pool, opens, follows, removes, start, last_pick, and all in plain words.
    `position` tells the picks so far, the last one, and what is left of the pool.
    """
    chance = random.Random(position["seed"])  # the same seed, the same game
    pick: int = chance.choice(position["legal"])
    return pick


def say(**message: object) -> None:
    print(json.dumps(message), flush=True)  # a line that stays in a buffer is never heard


game: Message = {}
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="hello", protocol=1, name="simple")
    elif message["type"] == "new":
        game = message
    elif message["type"] == "position":
        say(type="pick", pick=choose(game, message))
    elif message["type"] == "quit":
        break
