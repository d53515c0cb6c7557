"""Counts of pick sequences, against counts made without the engine."""

from math import comb, factorial

import networkx
import pytest
from hypothesis import given, settings
from support.drawn import Pair, own_games
from support.model import SHIPPED, count

from lastpick import perft as room
from lastpick.catalog import load, read_book
from lastpick.errors import BudgetError
from lastpick.perft import perft

SMALL = {
    "divisor-duel": ["1-1", "1-2", "1-9", "2-12", "5-20"],
    "number-bind": ["1-8", "4-15"],
    "number-knockout": ["1-10", "3-14"],
    "juniper-green": ["1-9", "2-12", "7-7", "10-20"],
    "non-consecutive": ["1-1", "1-10", "1-11", "4-12"],
    "prime-rumble": ["2-9", "1-8", "2-10", "20-25"],
}


def test_every_shipped_game_is_counted() -> None:
    assert SMALL.keys() == SHIPPED.keys()


@pytest.mark.parametrize(
    ("name", "numbers"), [(name, numbers) for name in SMALL for numbers in SMALL[name]]
)
def test_small_pools_agree_with_counting_one_by_one(name: str, numbers: str) -> None:
    first, last = map(int, numbers.split("-"))
    sequences, complete = count(SHIPPED[name]._replace(first=first, last=last))
    found = perft(load(name, numbers))
    assert found.sequences == sequences
    assert found.complete == complete
    assert found.games == sum(complete)


@settings(max_examples=60)
@given(own_games(largest=6))
def test_any_small_game_agrees_with_counting_one_by_one(pair: Pair) -> None:
    """From 0 or from anywhere, with a start or without; how a game is won makes no difference."""
    sequences, complete = count(pair.rules)
    assert perft(pair.game) == (sequences, complete)


@pytest.mark.parametrize("n", range(1, 19))
def test_non_consecutive_has_a_closed_form(n: int) -> None:
    """k numbers of 1-n, no two neighbours, in any order; complete if no gap takes another."""
    found = perft(load("non-consecutive", f"1-{n}"))
    longest = (n + 1) // 2
    assert found.sequences == [factorial(k) * comb(n - k + 1, k) for k in range(1, longest + 1)]
    assert found.complete == [
        factorial(k) * comb(k + 1, n - 2 * k + 1) if n - 2 * k + 1 >= 0 else 0
        for k in range(1, longest + 1)
    ]


@pytest.mark.parametrize("n", [2, 20, 100, 1000])
def test_divisor_pairs_have_a_closed_form(n: int) -> None:
    """Each i has n // i multiples up to n, itself among them; a pair counts both ways."""
    found = perft(load("divisor-duel", f"1-{n}"), plies=2)
    assert found.sequences == [n, 2 * (sum(n // i for i in range(1, n + 1)) - n)]


@pytest.mark.parametrize("n", [5, 8, 10])
def test_chains_are_the_simple_paths_of_the_divisor_graph(n: int) -> None:
    graph = networkx.Graph()
    graph.add_nodes_from(range(1, n + 1))
    graph.add_edges_from((a, b) for a in range(1, n + 1) for b in range(a + 1, n + 1) if b % a == 0)
    paths = [[node] for node in graph]
    for start in graph:
        paths += networkx.all_simple_paths(graph, start, [node for node in graph if node != start])
    longest = max(map(len, paths))
    ended = [path for path in paths if not {*graph[path[-1]]} - {*path}]
    found = perft(load("divisor-duel", f"1-{n}"))
    lengths = range(1, longest + 1)
    assert found.sequences == [sum(len(path) == k for path in paths) for k in lengths]
    assert found.complete == [sum(len(path) == k for path in ended) for k in lengths]


def test_the_longest_chains_are_the_published_ones() -> None:
    """OEIS A337125: the longest simple path in the divisor graph of 1..n."""
    published = [1, 2, 3, 4, 4, 6, 6, 7, 8, 9, 9, 11, 11, 12, 13, 14, 14, 16, 16, 17]
    lengths = [len(perft(load("divisor-duel", f"1-{n}")).sequences) for n in range(1, 21)]
    assert lengths == published


@pytest.mark.parametrize("name", SHIPPED)
def test_plies_stop_the_count_early(name: str) -> None:
    game = load(name, "2-11")
    whole = perft(game)
    assert len(whole.sequences) > 3
    for plies in range(len(whole.sequences) + 3):
        part = perft(game, plies)
        assert part.sequences == whole.sequences[:plies]
        assert part.complete == whole.complete[:plies]


def test_a_game_that_cannot_open_has_no_sequences() -> None:
    found = perft(load("juniper-green", "7-7"))
    assert (found.sequences, found.complete) == ([], [])
    assert found.games == 0
    assert found.by_length == {}


def test_what_follows_may_be_one_sided() -> None:
    climbing = read_book('numbers = "1-5"\nfollows = "n > last"', "climbing").game
    assert perft(climbing).sequences == [comb(5, k) for k in range(1, 6)]
    assert perft(climbing).complete == [comb(4, k - 1) for k in range(1, 6)]


def test_counts_by_length() -> None:
    found = perft(load("non-consecutive", "1-5"))
    assert found.by_length == {"1": 0, "2": 6, "3": 6}
    assert found.games == 12


def test_progress_is_told_in_order() -> None:
    told: list[tuple[int, int]] = []
    perft(load("divisor-duel", "1-4"), progress=lambda ply, found: told.append((ply, found)))
    assert [ply for ply, _ in told] == sorted(ply for ply, _ in told)
    assert max(ply for ply, _ in told) == 4
    assert (1, 4) in told


def test_a_count_that_grows_too_large_says_how_far_it_came(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = load("divisor-duel")
    monkeypatch.setattr(room, "MOST_POSITIONS", 1000)
    with pytest.raises(BudgetError) as error:
        perft(game)
    assert str(error.value) == (
        "more than 1,000 different positions after 4 picks;"
        " count fewer with --plies 3 or a smaller --numbers"
    )
    assert len(perft(game, plies=3).sequences) == 3
    monkeypatch.setattr(room, "MOST_POSITIONS", 1)
    with pytest.raises(BudgetError):
        perft(game, plies=1)


def test_large_pools_are_counted_within_a_gigabyte() -> None:
    """A position of a million numbers takes a quarter of a megabyte."""
    with pytest.raises(BudgetError) as refused:
        perft(load("divisor-duel", "1-10000000"))
    assert str(refused.value) == (
        "more than 429 different positions after 1 picks; count fewer with a smaller --numbers"
    )
