"""The check of a chain, step by step, against graphs small enough to try everything."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest
from support.brute import game_of, winning

from lastpick.errors import BudgetError
from lastpick.game import Game, Position
from lastpick.oracle import solve
from lastpick.oracle.verdict import Reason, Verdict
from lastpick.oracle.verify import pairing, verify
from lastpick.relations import FOLLOWS, Numbers, Relation

Edges = list[tuple[int, int]]
P = pairing._PRIME

PATH = [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7)]
TREE = [(1, 2), (2, 3), (3, 4), (4, 5), (3, 6), (6, 7)]
STARS = [(1, 2), (1, 3), (1, 4), (4, 5), (5, 6), (5, 7)]  # two of them, and an edge between
TRIANGLES = [(1, 2), (2, 3), (1, 3), (3, 4), (4, 5), (4, 6), (5, 6)]
LOOSE = [(1, 2), (2, 3), (1, 3), (4, 5), (5, 6)]  # a triangle, a path, 7 on its own
EVEN = [(1, 2), (2, 3), (3, 4), (1, 4), (4, 5), (5, 6)]  # 7 on its own, the rest has a matching
GRAPHS = [PATH, TREE, STARS, TRIANGLES, LOOSE, EVEN, []]


def game(edges: Edges, opens: str = "any", size: int = 7) -> Game:
    """A chain along the edges."""
    ways = [f"(n == {a} and last == {b})" for x, y in edges for a, b in ((x, y), (y, x))]
    return game_of(1, size, opens, " or ".join(ways) or "1 == 0")


def matchings(edges: Edges) -> Iterator[Edges]:
    if not edges:
        yield []
        return
    (a, b), rest = edges[0], edges[1:]
    yield from matchings(rest)
    for found in matchings([pair for pair in rest if not {a, b} & set(pair)]):
        yield [(a, b), *found]


def largest(edges: Edges) -> list[Edges]:
    found = list(matchings(edges))
    most = max(map(len, found))
    return [matching for matching in found if len(matching) == most]


def gallai_edmonds(edges: Edges, size: int = 7) -> tuple[set[int], set[int]]:
    """The numbers that some largest matching misses, and those next to them."""
    missed = {n for m in largest(edges) for n in range(1, size + 1) if n not in sum(m, ())}
    ends = [*edges, *((b, a) for a, b in edges)]
    return missed, {a for a, b in ends if b in missed} - missed


def both(matching: Edges) -> dict[int, int]:
    return dict([*matching, *((b, a) for a, b in matching)])


@pytest.mark.parametrize("edges", GRAPHS, ids=str)
def test_only_a_largest_matching_and_its_own_barrier_prove_anything(edges: Edges) -> None:
    missed, own = gallai_edmonds(edges)
    start = game(edges).start()
    best = len(largest(edges)[0])
    for matching in matchings(edges):
        if len(matching) < best - 1:
            continue
        for size in range(4):
            for barrier in combinations(range(1, 8), size):
                holds = len(matching) == best and set(barrier) == own
                found = pairing._missed(start, both(matching), list(barrier))
                assert found == (missed if holds else None), (matching, barrier)


@pytest.mark.parametrize("edges", GRAPHS, ids=str)
def test_the_numbers_that_may_be_left_out_are_the_winning_picks(edges: Edges) -> None:
    """Of the legal ones, at the opening and later."""
    for position in (
        game(edges).start(),
        game(edges, opens="n > 3").start(),
        game(edges).play([5]),
        game(edges).play([1]),
    ):
        inside = [pair for pair in edges if {*pair} <= {*position.pool}]
        missed, own = gallai_edmonds(inside)
        for matching in largest(inside):
            found = pairing._missed(position, both(matching), sorted(own))
            assert found == set(winning(position)) == missed & {*position.legal}


def test_a_barrier_is_of_the_pool_and_names_nothing_twice() -> None:
    """Even where the count would come out right."""
    path = game(PATH).start()
    partner = both([(1, 2), (3, 4), (5, 6)])
    assert pairing._missed(path, partner, [2, 4, 6]) == {1, 3, 5, 7}
    assert pairing._missed(path, partner, [2, 4, 6, 6]) is None
    assert pairing._missed(path, partner, [2, 4, 6, 8]) is None
    assert pairing._missed(game(PATH).play([7]), both([(1, 2), (3, 4), (5, 6)]), [7]) is None


def test_where_nothing_is_left_no_pick_wins() -> None:
    end = game([], size=1).play([1])
    assert pairing._missed(end, {}, []) == set()
    reason: Reason = {"kind": "pairing", "pick": None, "pairs": [], "barrier": [], "text": ""}
    assert verify(end, Verdict(False, (), True, None, "matching", reason))


def test_a_matching_pairs_related_numbers_of_the_pool_once() -> None:
    start = game(PATH).start()
    assert pairing._partners(start, [(1, 2), (4, 3)]) == {1: 2, 2: 1, 3: 4, 4: 3}
    assert pairing._partners(start, []) == {}
    for wrong in ([(1, 3)], [(1, 2), (2, 3)], [(2, 3), (1, 2)], [(2, 1), (3, 2)], [(3, 2), (2, 1)]):
        assert pairing._partners(start, wrong) is None
    anything = game_of(1, 4).play([4])  # all numbers are related, also with themselves
    assert pairing._partners(anything, [(3, 1)]) == {1: 3, 3: 1}
    for wrong in ([(1, 1)], [(1, 4)], [(4, 1)], [(1, 2), (2, 3)], [(1, 2), (3, 1)], [(0, 1)]):
        assert pairing._partners(anything, wrong) is None


def claimed(position: Position, picks: tuple[int, ...], complete: bool) -> bool:
    """Whether it is accepted that these picks win on a path of seven."""
    reason = {"kind": "pairing", "pick": 1, "pairs": [(2, 3), (4, 5), (6, 7)], "text": ""}
    verdict = Verdict(True, picks, complete, None, "matching", {**reason, "barrier": [2, 4, 6]})
    return pairing.pairing_holds(position, verdict) and verify(position, verdict)


def test_some_of_the_winning_picks_are_enough_if_no_more_is_said() -> None:
    start = game(PATH).start()
    assert claimed(start, (1, 3, 5, 7), True)
    assert claimed(start, (1, 3, 5, 7), False)
    assert claimed(start, (1, 5), False)
    assert not claimed(start, (1, 5), True)
    assert not claimed(start, (1, 2), False)
    assert not claimed(start, (1, 2, 3, 5, 7), True)
    assert not claimed(start, (1, 2, 3, 5, 7), False)


def test_chains_alone_are_decided_by_a_pairing() -> None:
    """Where a pick removes others, or not both of two numbers may follow, nothing is proved."""
    way = " or ".join(f"(n == {a} and last == {b})" for a, b in PATH)
    back = " or ".join(f"(n == {b} and last == {a})" for a, b in PATH)
    assert claimed(game_of(1, 7, follows=f"{way} or {back}").start(), (1, 3, 5, 7), True)
    for other in (
        game_of(1, 7, follows=f"{way} or {back}", removes="m < n"),
        game_of(1, 7, follows=f"{way} or {back} or (n == 1 and last == 7)"),
    ):
        assert not claimed(other.start(), (1, 3, 5, 7), True)


NAMED = ["divisor or multiple", "neighbour", "any"]


@pytest.mark.parametrize("text", [*NAMED, "abs(n - last) <= 3", "gcd(n, last) == 1", "1 == 0"])
def test_edges_are_found_once_whatever_the_relation(text: str) -> None:
    relation = Relation(FOLLOWS, text)
    for first, last in ((1, 1), (1, 2), (1, 14), (4, 20)):
        numbers = Numbers(first, last)
        for missing in (0, 1, 0b100110, 1 << last - first):
            bits = numbers.everything & ~missing
            pool = numbers.decode(bits)
            plain = [(a, b) for a in pool for b in pool if a < b and relation.holds(a, b)]
            assert list(pairing._edges(relation, numbers, bits)) == plain


def test_a_pool_compared_two_by_two_has_a_largest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    coprime, numbers = Relation(FOLLOWS, "gcd(n, last) == 1"), Numbers(1, 5)
    monkeypatch.setattr(pairing, "_LARGEST_BY_ROWS", 4)
    assert len(list(pairing._edges(coprime, numbers, 0b11110))) == 5
    with pytest.raises(BudgetError) as error:
        list(pairing._edges(coprime, numbers, 0b11111))
    assert str(error.value) == "too large to be checked: 5 numbers"
    for text in ("neighbour", "divisor or multiple"):  # enumerate fast
        assert list(pairing._edges(Relation(FOLLOWS, text), numbers, 0b11111))


# --- components that can leave out any number ----------------------------------------------


def matrix(component: list[int], edges: Edges, rng: Random) -> dict[tuple[int, int], int]:
    """The entries of the Tutte matrix, as the seed gives them."""
    found = {}
    for a, b in combinations(component, 2):
        if (a, b) in edges or (b, a) in edges:
            found[a, b] = rng.randrange(1, P)
            found[b, a] = -found[a, b]
    return found


def vector_of(component: list[int], edges: Edges, seed: int = 0) -> dict[int, int]:
    related = {*edges, *((b, a) for a, b in edges)}
    return pairing.null_vector(component, lambda a, b: (a, b) in related, Random(seed))


COMPLETE = list(combinations(range(1, 8), 2))
WHEEL = [(7, n) for n in range(1, 7)] + [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 1)]
RANDOM = [Random(seed).sample(COMPLETE, 6 + seed % 8) for seed in range(24)]


@pytest.mark.parametrize("edges", [*GRAPHS, COMPLETE, WHEEL, *RANDOM], ids=str)
def test_the_null_vector_is_nought_where_a_number_cannot_be_left_out(edges: Edges) -> None:
    for component in ([1, 2, 3, 4, 5, 6, 7], [4, 3, 7, 1, 6, 2, 5], [1, 2, 3, 4, 5], [1, 2, 4, 6]):
        inside = [pair for pair in edges if {*pair} <= {*component}]
        free = len(component) - 2 * len(largest(inside)[0])
        for seed in (0, 1):
            vector = vector_of(component, inside, seed)
            if free != 1:  # none misses just one number, so the vector is not the only one
                assert vector == {}
                continue
            missed = gallai_edmonds(inside)[0] & {*component}
            assert {n for n, x in vector.items() if x} == missed
            assert set(vector) == {*component}
            assert all(0 <= x < P for x in vector.values())
            assert 1 in vector.values()
            entries = matrix(component, inside, Random(seed))
            for n in component:
                row = ((x, m) for (a, m), x in entries.items() if a == n)
                assert sum(x * vector[m] for x, m in row) % P == 0


def ends(edges: Edges, size: int, most: int, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether an elimination takes no more steps than that."""
    monkeypatch.setattr(pairing, "_MOST_STEPS", most)
    try:
        vector_of([*range(1, size + 1)], edges)
    except BudgetError:
        return False
    return True


def test_an_elimination_has_a_limit_and_begins_with_the_shortest_rows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Trees cost nothing, from the leaves; all of five numbers cost 3 * 3 and 1."""
    tree = [(1, 5), (1, 6), (1, 7), (5, 2), (6, 3), (7, 4)]  # the smallest number is the hub
    assert ends(tree, 7, 0, monkeypatch)
    kite = [(1, 3), (1, 2), (2, 3), (1, 4), (1, 5), (4, 5)]  # two triangles that share 1
    for edges, size, steps in ((kite, 5, 2), (COMPLETE, 5, 10), (COMPLETE, 7, 35)):
        assert ends(edges, size, steps, monkeypatch)
        assert not ends(edges, size, steps - 1, monkeypatch)
    with pytest.raises(BudgetError) as error:
        vector_of([1, 2, 3, 4, 5, 6, 7], COMPLETE)
    assert str(error.value) == "too large to be checked: a component of 7 numbers"


GOOD, BAD = {1: 1, 2: 5, 3: 7}, {1: 1, 2: 0, 3: 7}


@pytest.mark.parametrize(
    ("vectors", "enough"),
    [
        ([BAD, {}, BAD, GOOD], True),
        ([GOOD, BAD, BAD, BAD], True),
        ([BAD, {}, BAD, BAD], False),
        ([{}, {}, {}, {}], False),
    ],
)
def test_four_seeds_are_tried_and_one_that_proves_it_is_enough(
    vectors: list[dict[int, int]], enough: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    follows = Relation(FOLLOWS, "any")
    tried = []

    def told(component: list[int], related: object, rng: Random, _budget: object) -> dict[int, int]:
        tried.append((component, related, rng.random()))
        return vectors[len(tried) - 1]

    monkeypatch.setattr(pairing, "null_vector", told)
    assert pairing._critical([1, 2, 3], follows) is enough
    needed = vectors.index(GOOD) + 1 if enough else 4
    assert tried == [([1, 2, 3], follows.holds, Random(n).random()) for n in range(needed)]


def test_a_number_on_its_own_may_always_be_left_out() -> None:
    nothing = Relation(FOLLOWS, "1 == 0")
    assert pairing._critical([5], nothing)
    assert not pairing._critical([4, 5], nothing)
    assert not pairing._critical([4, 5, 6], nothing)


def test_an_entry_stands_on_both_sides_of_the_diagonal_and_nought_is_left_out() -> None:
    rows: dict[int, dict[int, int]] = {1: {}, 2: {3: 4}, 3: {2: P - 4}}
    pairing._put(rows, 1, 2, 10)
    assert rows == {1: {2: 10}, 2: {3: 4, 1: P - 10}, 3: {2: P - 4}}
    pairing._put(rows, 2, 1, 0)
    pairing._put(rows, 3, 2, 0)
    pairing._put(rows, 1, 3, 0)  # was nought before
    assert rows == {1: {}, 2: {}, 3: {}}


def test_a_partner_that_may_follow_itself_has_gone() -> None:
    """1 is answered with 2, and then nothing may follow 2; what may follow 1 does not matter."""
    ways = "n == last or n + last == 3 or n == 3 and last == 1"
    position = game_of(1, 3, "n == 1", ways).start()
    verdict = solve(position)
    assert verdict.reason["kind"] == "partners"
    assert verdict.reason["pairs"] == [[1, 2]]
    assert verify(position, verdict)
    answered = game_of(1, 3, "n == 1", f"{ways} or n == 3 and last == 2").start()
    assert not verify(answered, verdict)  # 3 may follow 2, and has no partner
