"""Chains: each function by brute force, on pools small enough to try everything."""

from __future__ import annotations

from array import array
from itertools import combinations
from random import Random

import pytest
from support.brute import game_of, pools, winning

from lastpick.errors import BudgetError
from lastpick.game import Game, Position
from lastpick.oracle import Budget, chain
from lastpick.oracle.budget import NO_DEADLINE
from lastpick.oracle.compact import CompactNumbers, CompactPairs
from lastpick.oracle.matching import Close, Divisors, Listed
from lastpick.oracle.memory import Memory
from lastpick.oracle.verdict import Verdict
from lastpick.relations import Numbers

FOLLOWS = ("divisor or multiple", "neighbour", "abs(n - last) <= 3", "gcd(n, last) == 1",
           "prime(n + last)", "(n + last) % 3 == 0")  # fmt: skip


def drawn(rng: Random) -> Position:
    """A position of a small chain: no pick may be left, nor any number."""
    first = rng.randrange(5)
    game = game_of(
        first, first + rng.randrange(12), rng.choice(["any", "n % 2 == 0"]), rng.choice(FOLLOWS),
        start_from=rng.choice([None, None, 2, 720]),
    )  # fmt: skip
    picks = game.start().playout(rng).picks
    return game.play(picks[: rng.randrange(len(picks) + 1)])


def solved(position: Position) -> Verdict:
    return chain.solve(position, Budget(), Memory())


def related(game: Game, n: int, m: int) -> bool:
    return n != m and bool(game.follows.holds(m, n))


def edges(game: Game, numbers: list[int]) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in combinations(numbers, 2) if related(game, *pair)}


def pairable(game: Game, numbers: frozenset[int], known: dict[frozenset[int], int]) -> int:
    """The size of a largest matching: the smallest number is left alone, or has any partner."""
    if numbers not in known:
        first, rest = min(numbers), numbers - {min(numbers)}
        known[numbers] = max(
            pairable(game, rest, known),
            *(1 + pairable(game, rest - {m}, known) for m in rest if related(game, first, m)),
            0,
        )
    return known[numbers]


@pytest.mark.parametrize("seed", range(12))
def test_verdicts(seed: int) -> None:
    rng = Random(f"chain {seed}")
    for _ in range(20):
        position = drawn(rng)
        game, verdict, won = position.game, solved(position), tuple(winning(position))
        pick, pairs, text = (verdict.reason[key] for key in ("pick", "pairs", "text"))
        assert verdict[:5] == (bool(won), won, True, None, "matching")
        assert verdict.reason["kind"] == "pairing"
        assert pick == (won[0] if won else None)
        left = [n for n in position.pool if n != pick]
        paired = [n for pair in pairs for n in pair]
        assert sorted(pairs) == pairs
        assert all(a < b and related(game, a, b) for a, b in pairs)
        assert len(paired) == len(set(paired))
        known: dict[frozenset[int], int] = {frozenset(): 0}
        most = pairable(game, frozenset(position.pool), known)
        assert len(pairs) == most
        missed = {n for n in position.pool
                  if pairable(game, frozenset(position.pool) - {n}, known) == most}  # fmt: skip
        near = {n for n in position.pool if any(related(game, n, m) for m in missed)}
        assert verdict.reason["barrier"] == sorted(near - missed)
        assert set(paired) <= set(left)
        assert text == told(position, pick, pairs)


def told(position: Position, pick: int | None, pairs: list[list[int]]) -> str:
    """The sentence of a certificate, by its rule."""
    if not position.legal:
        return "There is no valid pick."
    legal = position.legal if pick is None else position.pick(pick).legal
    if not legal:
        return f"Pick {pick}: nothing answers it."
    asked = [f"{a} & {b}" for a, b in pairs if a in legal or b in legal]
    shown = ", ".join(asked[:8]) + (", ..." if len(asked) > 8 else ".")
    if pick is None:
        return f"Every valid pick has a partner to answer it with: {shown}"
    return f"Pick {pick}, then answer every number with its partner: {shown}"


@pytest.mark.parametrize("last", [16, 17, 18, 19, 20])
def test_no_more_than_eight_pairs_are_told(last: int) -> None:
    position = game_of(1, last, follows="abs(n - last) <= 30").start()
    verdict = solved(position)
    assert verdict.text == told(position, verdict.reason["pick"], verdict.reason["pairs"])
    assert verdict.text.count("&") == 8
    assert verdict.text.endswith(", ...") is (last > 17)


@pytest.mark.parametrize("follows", FOLLOWS)
def test_graphs(follows: str) -> None:
    for first, last in pools(9, 0):
        game, rng = game_of(first, last, follows=follows), Random(last)
        alive = bytes(rng.randrange(2) for _ in range(game.numbers.size))
        graph = chain.graph_of(game, alive, Budget())
        named = {"divisor or multiple": Divisors, "neighbour": Close, "abs(n - last) <= 3": Close}
        assert type(graph) is named.get(follows, Listed)
        assert graph.size == len(alive)
        kept = [n for n in range(first, last + 1) if alive[n - first]]
        found = {frozenset((n, first + v)) for n in kept for v in graph.neighbours(n - first)
                 if alive[v]}  # fmt: skip
        assert found == edges(game, kept)
        if isinstance(graph, Listed):  # numbers that are gone are in no list
            assert len(graph.near) == 2 * len(found)
            assert all(not graph.neighbours(v) for v in range(len(alive)) if not alive[v])


def test_how_large_a_graph_can_be_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain, "_LARGEST_BY_ROWS", 1_200)
    for follows, largest in (("prime(n + last)", 1_200), ("neighbour", 9_999), (FOLLOWS[0], 9_999)):
        for last in (1_199, 1_200, 1_201):
            assert chain.can_grow(game_of(1, last, follows=follows)) is (last <= largest)
    most = game_of(1, 1_200, follows="prime(n + last)")
    assert chain.graph_of(most, bytes(1_200), NO_DEADLINE).size == 1_200
    with pytest.raises(BudgetError) as error:
        chain.graph_of(most.on(Numbers(0, 1_200)), bytes(1_201), NO_DEADLINE)
    assert str(error.value) == (
        "1,201 numbers are too many for a relation without a name; up to 1,200 can be solved"
    )


def test_no_more_pairs_are_looked_at_than_are_told() -> None:
    position = game_of(1, 40, follows="any").start()
    pairs = iter([[n, n + 20] for n in range(1, 21)])
    assert chain.asked_pairs(position, pairs).endswith("8 & 28, ...")
    assert next(pairs) == [10, 30]


def test_a_graph_asks_its_budget() -> None:
    """Factors are looked for in steps, and rows one at a time, of what is alive alone."""
    asked: list[int] = []
    large = game_of(1, 70_000, follows="divisor or multiple")
    chain.graph_of(large, b"", Budget(progress=asked.append))
    assert asked
    asked.clear()
    game = game_of(1, 9, follows="prime(n + last)")
    budget = Budget(progress=asked.append)
    chain.graph_of(game, bytes([1, 0, 0, 1, 0, 0, 0, 0, 1]), budget)
    assert asked == [0, 0, 0]


@pytest.mark.parametrize("seed", range(4))
def test_sets_from_scratch_and_from_the_last_matching(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    rng = Random(f"sets {seed}")
    latest: dict[Game, array[int]] = {}
    for size in (11, 12):
        monkeypatch.setattr(chain, "_WORTH_REUSING", 12)
        game = game_of(3, size + 2, follows=rng.choice(FOLLOWS))
        for _ in range(12):
            bits = rng.randrange(1 << size)
            matcher, sets = chain.decompose(latest, game, bits, Budget())
            assert sets == chain.decompose({}, game, bits, Budget())[1]._replace(match=sets.match)
            assert sets.match is matcher.partners
            assert matcher.budget is NO_DEADLINE
            assert latest == ({game: matcher.partners} if size == 12 else {})
            known: dict[frozenset[int], int] = {frozenset(): 0}
            left = frozenset(game.numbers.decode(bits))
            most = pairable(game, left, known)
            missed = {n for n in left if pairable(game, left - {n}, known) == most}
            near = {n for n in left - missed if any(related(game, n, m) for m in missed)}
            assert set(game.numbers.decode(sets.d)) == missed
            assert set(game.numbers.decode(sets.a)) == near
            assert set(game.numbers.decode(sets.c)) == left - missed - near
            for n in missed:
                before = sets.match[:]
                other = chain._missing(matcher, sets, n - 3)
                assert other[n - 3] == -1
                assert (other is sets.match) is (before[n - 3] == -1), "else nothing to change"
                assert sum(m != -1 for m in other) == 2 * most
                assert all(w == -1 or other[w] == v for v, w in enumerate(other))
                assert sets.match == before, "the matching of the sets stays"


@pytest.mark.parametrize("pairs", [[-1, 2, 1, 4, 3], [1, 0, -1, 4, 3], [1, 0, 3, 2, -1]])
def test_the_last_matching_is_used(monkeypatch: pytest.MonkeyPatch, pairs: list[int]) -> None:
    """Of a path of five numbers; any of its largest matchings stays."""
    monkeypatch.setattr(chain, "_WORTH_REUSING", 4)
    game = game_of(1, 5, follows="neighbour")
    latest = {game: array("i", pairs)}
    assert list(chain.decompose(latest, game, 31, Budget())[1].match) == pairs
    other = game_of(1, 5, follows="abs(n - last) <= 3")
    chain.decompose(latest, other, 31, Budget())
    assert list(latest) == [other], "one is kept"


def test_grown_pools() -> None:
    rng = Random("grown")
    for follows in FOLLOWS:
        for opens, start in (("any", None), ("n % 2 == 0", None), ("any", 3), ("any", 720)):
            game = game_of(rng.randrange(4), 10, opens, follows, start_from=start)
            rows, first = [], game.numbers.first
            for last in range(first, 11):
                alone = game.on(Numbers(first, last)).start()
                left = frozenset(alone.pool)
                pairs = pairable(game, left, {frozenset(): 0})
                rows.append(chain.Grown(last, len(winning(alone)), pairs))
            for begin in {first, rng.randrange(first, 11), 10}:
                assert list(chain.grown(game, begin, Budget())) == rows[begin - first :]


def test_from_where_on_lists_are_held_in_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain, "_LARGE", 6)
    for last in (6, 7):
        verdict = solved(game_of(1, last, follows="divisor or multiple").start())
        large = last == 7
        assert type(verdict.winning) is (CompactNumbers if large else tuple)
        assert type(verdict.reason["barrier"]) is (CompactNumbers if large else list)
        assert type(verdict.reason["pairs"]) is (CompactPairs if large else list)
