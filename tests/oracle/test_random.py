"""Random positions of the shipped games at full size, against slow solvers of their own.

LASTPICK_THOROUGH=1 compares a hundred thousand positions.
"""

import os
from collections.abc import Iterator
from random import Random

import networkx as nx
import pytest
from support.brute import Brute, Parts, mex
from support.model import SHIPPED

from lastpick.catalog import load
from lastpick.game import Position
from lastpick.oracle import solve

THOROUGH = os.environ.get("LASTPICK_THOROUGH") == "1"
CHAINS = ("number-knockout", "divisor-duel", "number-bind")
POSITIONS = 20_000 if THOROUGH else 2_000  # of each game
LARGEST_PART = 20  # that the slow solver takes


def wander(name: str, seed: int) -> Iterator[Position]:
    """Positions of random games, each game from its start to its end."""
    game, rng = load(name), Random(f"{name} {seed}")
    while True:
        position = game.start()
        while True:
            yield position
            if not position.legal:
                break
            position = position.pick(rng.choice(position.legal))


@pytest.mark.parametrize("name", CHAINS)
def test_chains(name: str) -> None:
    brute = Brute(SHIPPED[name])
    for _, position in zip(range(POSITIONS), wander(name, 1), strict=False):
        verdict = solve(position)
        assert verdict.winning == brute.winning(position), position
        assert verdict.wins is bool(verdict.winning)


def test_rows() -> None:
    brute = Brute(SHIPPED["non-consecutive"])
    for _, position in zip(range(POSITIONS), wander("non-consecutive", 2), strict=False):
        verdict = solve(position)
        assert verdict.winning == brute.winning(position), position
        assert verdict.nimber == brute.nimber(position)


def test_sieves() -> None:
    """Positions whose parts a slow solver can take; from any position some picks lead there."""
    slow = Parts(SHIPPED["prime-rumble"])
    seen = 0
    for position in wander("prime-rumble", 3):
        left, _ = slow.at(position)
        if any(part.bit_count() > LARGEST_PART for part in slow.parts(left)):
            continue
        verdict = solve(position)
        assert verdict.nimber == slow.nimber(position), position
        assert verdict.winning == slow.winning(position), position
        seen += 1
        if seen == POSITIONS:
            break


def test_early_sieves_obey_the_mex_rule() -> None:
    """Where brute force does not reach: each nimber is the mex of those one pick further."""
    for _, position in zip(range(POSITIONS), wander("prime-rumble", 4), strict=False):
        verdict = solve(position)
        after = {n: solve(position.pick(n)).nimber for n in position.legal}
        assert verdict.nimber == mex({v for v in after.values() if v is not None}), position
        assert verdict.winning == tuple(n for n, nimber in after.items() if nimber == 0)


def missed(position: Position) -> Iterator[int]:
    """The legal picks that some maximum matching misses, one matching for each."""
    graph = nx.Graph()
    graph.add_nodes_from(position.pool)
    graph.add_edges_from(
        (n, m) for n in position.pool for m in position.pool if n < m and m % n == 0
    )
    most = len(nx.max_weight_matching(graph, maxcardinality=True))
    for n in position.legal:
        rest = graph.subgraph(set(position.pool) - {n})
        if len(nx.max_weight_matching(rest, maxcardinality=True)) == most:
            yield n


def test_juniper_green() -> None:
    count = 500 if THOROUGH else 25
    for _, position in zip(range(count), wander("juniper-green", 5), strict=False):
        assert solve(position).winning == tuple(missed(position)), position
