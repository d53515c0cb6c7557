"""The matching kernel, compared with networkx and with the definition of D."""

from array import array
from random import Random

import networkx as nx
import pytest

from lastpick.catalog import load
from lastpick.game import Position
from lastpick.oracle.budget import NO_DEADLINE
from lastpick.oracle.chain import Sets
from lastpick.oracle.matching import Band, Divisors, Graph, Listed, Matcher, smallest_factors
from lastpick.oracle.solve import sets_of
from lastpick.oracle.verify.pairing import null_vector

FREE, OUTER, INNER, DEAD = 0, 1, 2, 3


def random_graph(rng: Random) -> nx.Graph:
    size = rng.randrange(1, 18)
    share = rng.choice((0.05, 0.15, 0.3, 0.6))
    graph = nx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from((a, b) for a in range(size) for b in range(a) if rng.random() < share)
    return graph


def matcher_of(graph: nx.Graph, size: int) -> Matcher:
    starts, targets = array("q", [0]), array("i")
    for v in range(size):
        targets.extend(sorted(graph[v]) if v in graph else [])
        starts.append(len(targets))
    return Matcher(Listed(starts, targets), bytes(v in graph for v in range(size)), NO_DEADLINE)


def matching_size(graph: nx.Graph) -> int:
    return len(nx.max_weight_matching(graph, maxcardinality=True))


def missed(graph: nx.Graph) -> set[int]:
    """D by its definition: the rest has as large a matching without the number."""
    largest = matching_size(graph)
    return {v for v in graph if matching_size(graph.subgraph(set(graph) - {v})) == largest}


def check_matching(graph: nx.Graph, match: list[int]) -> None:
    pairs = [(v, w) for v, w in enumerate(match) if w != -1]
    assert all(graph.has_edge(v, w) and match[w] == v for v, w in pairs)
    assert len(pairs) == 2 * matching_size(graph)


@pytest.mark.parametrize("seed", range(8))
def test_random_graphs(seed: int) -> None:
    rng = Random(seed)
    for _ in range(25):
        graph = random_graph(rng)
        matcher = matcher_of(graph, len(graph))
        if rng.random() < 0.5:
            matcher.greedy()
        matcher.finish()
        check_matching(graph, list(matcher.match))
        d = missed(graph)
        a = {w for v in d for w in graph[v]} - d
        labels = list(matcher.label)
        assert {v for v in graph if labels[v] == OUTER} == d
        assert {v for v in graph if labels[v] == INNER} == a


@pytest.mark.parametrize("seed", range(4))
def test_any_missed_number_can_be_exposed(seed: int) -> None:
    rng = Random(f"expose {seed}")
    for _ in range(25):
        graph = random_graph(rng)
        for v in missed(graph):
            matcher = matcher_of(graph, len(graph))
            matcher.finish()
            if matcher.match[v] != -1:
                matcher.expose(v)
            assert matcher.match[v] == -1
            check_matching(graph, list(matcher.match))


@pytest.mark.parametrize("seed", range(4))
def test_a_matching_is_reused(seed: int) -> None:
    """Numbers leave; what stands of the matching before is grown again."""
    rng = Random(f"reuse {seed}")
    for _ in range(25):
        graph = random_graph(rng)
        size = len(graph)
        before = matcher_of(graph, size)
        before.finish()
        graph.remove_nodes_from(rng.sample(range(size), rng.randrange(size)))
        matcher = matcher_of(graph, size)
        matcher.start_from(array("i", before.match))
        matcher.finish()
        check_matching(graph, list(matcher.match))
        assert {v for v in graph if matcher.label[v] == OUTER} == missed(graph)


def neighbours(graph: Graph, size: int) -> list[list[int]]:
    return [sorted(graph.neighbours(v)) for v in range(size)]


@pytest.mark.parametrize(
    ("first", "last"),
    [(1, 1), (0, 0), (0, 1), (0, 40), (1, 40), (1, 360), (2, 60), (6, 12), (7, 50), (30, 70),
     (99, 99), (2, 4), (50, 100), (51, 100), (10**12 - 9, 10**12)],
)  # fmt: skip
def test_the_divisor_graph(first: int, last: int) -> None:
    """0 is a multiple of every number, as the language has it."""
    holds = load("divisor-duel").follows.holds
    pool = range(first, last + 1)
    related = [[m - first for m in pool if m != n and holds(m, n)] for n in pool]
    assert neighbours(Divisors(first, last), len(pool)) == related


@pytest.mark.parametrize(("size", "width"), [(1, 1), (9, 1), (9, 3), (9, 8), (9, 10**9), (4, 0)])
def test_a_band(size: int, width: int) -> None:
    close = [[w for w in range(size) if w != v and abs(v - w) <= width] for v in range(size)]
    assert neighbours(Band(size, width), size) == close


def test_smallest_factors() -> None:
    for last in (1, 2, 3, 4, 100):
        found = smallest_factors(last)
        assert len(found) == last + 1
        for n in range(2, last + 1):
            assert (found[n] or n) == next(p for p in range(2, n + 1) if n % p == 0)


def takes_to_zero(graph: nx.Graph, vector: dict[int, int], rng: Random) -> bool:
    """The product of the Tutte matrix, drawn in the same order, and a vector."""
    prime = (1 << 61) - 1
    product = dict.fromkeys(graph, 0)
    for n in sorted(graph):
        for m in sorted(m for m in graph[n] if m > n):
            entry = rng.randrange(1, prime)
            product[n] += entry * vector[m]
            product[m] -= entry * vector[n]
    return all(x % prime == 0 for x in product.values())


@pytest.mark.parametrize("seed", range(4))
def test_null_vectors_of_tutte_matrices(seed: int) -> None:
    """How certificates are checked: not 0 exactly where a number can be left out."""
    rng, seen = Random(f"null {seed}"), 0
    while seen < 40:
        graph = random_graph(rng)
        vector = null_vector(sorted(graph), graph.has_edge, Random(seen))
        assert vector == {} or takes_to_zero(graph, vector, Random(seen))
        if 2 * matching_size(graph) == len(graph) - 1:
            assert {n for n, x in vector.items() if x} == missed(graph)
            seen += 1
        elif len(graph) % 2:
            assert vector == {}


def chain_graph(position: Position) -> nx.Graph:
    graph = nx.Graph()
    graph.add_nodes_from(position.pool)
    graph.add_edges_from(
        (n, m) for n in position.pool for m in position.pool if n < m and m % n == 0
    )
    return graph


def check_sets(position: Position) -> Sets:
    sets, numbers = sets_of(position), position.game.numbers
    graph = chain_graph(position)
    d = missed(graph)
    assert set(numbers.decode(sets.d)) == d
    assert set(numbers.decode(sets.a)) == {w for v in d for w in graph[v]} - d
    assert sets.d ^ sets.a ^ sets.c == position.bits
    assert sets.d & sets.a == sets.d & sets.c == sets.a & sets.c == 0
    return sets


def test_divisor_graphs_by_the_definition() -> None:
    for last in (*range(1, 16), 20, 30, 41):
        check_sets(load("divisor-duel", f"1-{last}").start())


def test_sets_along_a_game() -> None:
    rng = Random(5)
    for _ in range(3):
        position = load("divisor-duel", "1-30").start()
        while position.legal:
            position = position.pick(rng.choice(position.legal))
            check_sets(position)


@pytest.mark.parametrize("last", [300, 1000])
def test_the_size_on_larger_pools(last: int) -> None:
    position = load("divisor-duel", f"1-{last}").start()
    match = sets_of(position).match
    assert sum(w != -1 for w in match) == 2 * matching_size(chain_graph(position))
