"""The longest and the shortest game: against brute force, published values, and one another.

LASTPICK_THOROUGH=1 proves every shipped longest game again.
"""

import os
import threading
from collections.abc import Callable
from math import inf
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.brute import Brute
from support.drawn import Pair, own_games

from lastpick.catalog import load, names, open_book, read_book
from lastpick.coach.longest import (
    Longest,
    Shortest,
    best,
    best_after,
    find,
    layers,
    shipped,
    shortest,
    sums,
)
from lastpick.coach.longest.answer import SoFar
from lastpick.coach.longest.exact import Exact
from lastpick.coach.longest.path_programme import LongestPath
from lastpick.coach.longest.paths import Annealing, degree_bound
from lastpick.coach.longest.programme import Programme
from lastpick.errors import BudgetError
from lastpick.game import Game
from lastpick.oracle import Budget
from lastpick.oracle.reach import board
from lastpick.relations import Numbers

THOROUGH = bool(os.environ.get("LASTPICK_THOROUGH"))
A337125 = [  # the longest path in the divisor graph of 1 to n, for n = 1, 2, ...
    *(1, 2, 3, 4, 4, 6, 6, 7, 8, 9, 9, 11, 11, 12, 13, 14, 14, 16, 16, 17),
    *(18, 19, 19, 21, 21, 22, 23, 24, 24, 26, 26, 27, 28, 28, 29, 30, 30, 30, 31, 32),
    *(32, 34, 34, 36, 37, 37, 37, 39, 39, 41, 42, 43, 43, 44, 45, 46, 47, 47, 47, 49),
]
FURTHER = {100: 77, 120: 93, 150: 112, 200: 148}


def own(numbers: str, **rules: str) -> Game:
    lines = [f'numbers = "{numbers}"', *(f'{key} = "{value}"' for key, value in rules.items())]
    return read_book("\n".join(lines), "own").game


def check(game: Game, found: Longest | Shortest) -> None:
    """It is a complete game by the rules, and not beyond its own bound."""
    assert not game.play(found.picks).choices
    if isinstance(found, Longest):
        assert found.length <= found.at_most
    else:
        assert found.length >= found.at_least
    assert found.proved == (
        found.length == (found.at_most if isinstance(found, Longest) else found.at_least)
    )


Patch = pytest.MonkeyPatch


@pytest.fixture
def nothing_shipped(monkeypatch: Patch) -> Patch:
    monkeypatch.setattr(shipped, "_known", dict)
    return monkeypatch


@pytest.fixture
def nothing_small(nothing_shipped: Patch) -> Patch:
    """Leave everything to the programmes: nothing is tried out, or found by changing paths."""
    nothing_shipped.setattr(find, "_SMALL", 0)
    nothing_shipped.setattr(sums, "_SMALL", 0)
    nothing_shipped.setattr(find, "_QUICK", 0)
    nothing_shipped.setattr(find, "_PLAYOUTS", 1)
    nothing_shipped.setattr(layers, "_WIDEST", 0)
    return nothing_shipped


@pytest.fixture
def no_solver(nothing_small: Patch) -> None:
    for room in (find, sums):
        nothing_small.setattr(room, "solver_is_there", lambda: False)
    nothing_small.setattr(find, "_PATIENT", 2_000)


# --- brute force ----------------------------------------------------------------------


@given(own_games(largest=11))
def test_every_family_agrees_with_brute_force(pair: Pair) -> None:
    fewest, most = Brute(pair.rules).lengths(pair.game.start())
    long, short = best(pair.game), shortest(pair.game)
    check(pair.game, long)
    check(pair.game, short)
    assert (short.length, long.length) == (fewest, most)
    assert short.proved
    assert long.proved


def check_from_the_middle(pair: Pair, rng: Random) -> None:
    position = pair.game.start()
    for _ in range(rng.randrange(5)):
        if position.choices:
            position = position.pick(rng.choice(position.legal))
    found = best_after(position)
    check(pair.game, found)
    assert found.picks[: len(position.picks)] == position.picks
    assert found.length == len(position.picks) + Brute(pair.rules).lengths(position)[1]
    assert found.proved


@pytest.mark.usefixtures("no_solver")
@given(pair=own_games(largest=9))
@settings(max_examples=40)
def test_by_layers_it_agrees_with_brute_force_and_narrow_ones_are_honest(
    monkeypatch: Patch, pair: Pair
) -> None:
    most = Brute(pair.rules).lengths(pair.game.start())[1]
    for narrowest, widest in ((1, 1), (layers._NARROWEST, 50_000)):
        monkeypatch.setattr(layers, "_NARROWEST", narrowest)
        monkeypatch.setattr(layers, "_WIDEST", widest)
        found = best(pair.game)
        check(pair.game, found)
        assert found.length <= most <= found.at_most
    assert found.proved or pair.game.removes.trivial or pair.game.follows.trivial


@pytest.mark.parametrize(
    ("follows", "removes", "most"),
    [
        ("n % last == 0 or last % n == 0", "abs(m - n) <= 1", 11),
        ("n % last == 0 or last % n == 0", "m == n + 1", 15),
        ("gcd(n, last) == 1", "gcd(m, n) > 1", 10),
        ("abs(n - last) <= 5", "m % n == 0", 24),
    ],
)
def test_without_a_solver_it_is_found_and_proved_on_1_to_24(
    follows: str, removes: str, most: int, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(find, "solver_is_there", lambda: False)
    game = own("1-24", follows=follows, removes=removes)
    found = best(game)
    check(game, found)
    assert (found.length, found.proved) == (most, True)


def test_a_solver_waits_for_one_that_was_stopped_and_still_runs(monkeypatch: Patch) -> None:
    programme = Programme(1, 1, True)
    done: list[str] = []

    def wait(_seconds: float) -> tuple[bool, None]:
        done.append("wait")
        return len(done) > 1, None

    monkeypatch.setattr(programme._solver, "wait", wait)
    monkeypatch.setattr(programme._solver, "startSolve", lambda: done.append("start"))
    with pytest.raises(BudgetError, match="the solver gave up"):  # it has nothing to say
        programme.solve(Budget(inf))
    assert done == ["wait", "wait", "start", "wait"]


@given(own_games(largest=11), st.randoms(use_true_random=False))
def test_from_the_middle_of_a_game_it_agrees_with_brute_force(pair: Pair, rng: Random) -> None:
    check_from_the_middle(pair, rng)


@pytest.mark.usefixtures("nothing_small")
@given(own_games(largest=9), st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_from_the_middle_the_programmes_agree_with_it_too(pair: Pair, rng: Random) -> None:
    check_from_the_middle(pair, rng)


def test_what_is_shipped_bounds_what_can_still_be_reached() -> None:
    position = load("juniper-green").play([2])
    assert best_after(position, Budget(0)).at_most == FURTHER[100]


@pytest.mark.usefixtures("nothing_small")
@given(own_games(largest=9))
@settings(max_examples=150)
def test_the_programmes_agree_with_brute_force(pair: Pair) -> None:
    fewest, most = Brute(pair.rules).lengths(pair.game.start())
    long, short = best(pair.game), shortest(pair.game)
    check(pair.game, long)
    check(pair.game, short)
    assert (short.length, short.at_least, long.length, long.at_most) == (fewest, fewest, most, most)


@pytest.mark.usefixtures("no_solver")
@given(own_games(largest=11))
def test_without_a_solver_the_bounds_hold(pair: Pair) -> None:
    fewest, most = Brute(pair.rules).lengths(pair.game.start())
    long, short = best(pair.game), shortest(pair.game)
    check(pair.game, long)
    check(pair.game, short)
    assert long.length <= most <= long.at_most
    assert short.at_least <= fewest <= short.length


RINGS = "m == n * 2 % 11 or m == n * 7 % 11"  # some remove one another in rings
RELATIONS = [
    {"removes": RINGS},
    {"removes": RINGS, "opens": "n % 3 == 1"},
    {"removes": "m == n + 1"},
    {"removes": "abs(m - n) <= 2", "opens": "n % 2 == 0"},
    {"removes": "gcd(m, n) > 1"},
    {"follows": "n * 3 % 13 < last"},
    {"follows": "abs(n - last) <= 3", "removes": "m == 2 * n"},
    {"follows": "n % last == 0 or last % n == 0 or n == last + 1"},
    {"follows": "divisor or multiple", "opens": "n % 2 == 0", "removes": "m == n + 3"},
    {"follows": "gcd(n, last) == 1", "removes": "neighbour"},
]


@pytest.mark.parametrize("rules", RELATIONS, ids=lambda rules: ", ".join(rules.values()))
@pytest.mark.parametrize("numbers", ["0-9", "1-13", "3-14"])
@pytest.mark.parametrize("how", ["tried out", "programmes"])
def test_rules_of_many_kinds(
    rules: dict[str, str], numbers: str, how: str, request: pytest.FixtureRequest
) -> None:
    if how == "programmes":
        request.getfixturevalue("nothing_small")
    game = own(numbers, **rules)
    fewest, most = played_out(game)
    long, short = best(game), shortest(game)
    check(game, long)
    check(game, short)
    assert (short.length, short.at_least, long.length, long.at_most) == (fewest, fewest, most, most)


def played_out(game: Game) -> tuple[int, int]:
    """The shortest and the longest game, by playing all of them."""
    layer, lengths = {game.start()}, []
    picks = 0
    while layer:
        lengths += [picks for position in layer if not position.choices]
        layer = {
            game.position(after.pool, after.last) if after.choices else after
            for position in layer
            for after in (position.pick(n) for n in position.legal)
        }
        picks += 1
    return min(lengths), max(lengths)


def test_parts_add_up() -> None:
    """Twice the same rings, which do not affect each other."""
    rings = "m // 10 == n // 10 and (m - n + 30) % 3 == 1"
    one, two = own("10-19", removes=rings), own("10-29", removes=rings)
    assert played_out(one) == (shortest(one).length, best(one).length)
    long, short = best(two), shortest(two)
    assert (long.length, long.proved) == (2 * best(one).length, True)
    assert (short.length, short.proved) == (2 * shortest(one).length, True)


# --- theorems -------------------------------------------------------------------------


@pytest.mark.usefixtures("no_solver")
def test_a_sieve_is_picked_whole_and_ended_by_what_nothing_removes() -> None:
    game = load("prime-rumble", "2-3000")
    assert best(game) == Longest(tuple(range(3000, 1, -1)), 2999)
    assert shortest(game).length == sum(
        all(n % d for d in range(2, int(n**0.5) + 1)) for n in range(2, 3001)
    )
    zero = load("prime-rumble", "0-40")
    assert best(zero).length == best(zero).at_most == 41
    check(zero, best(zero))


@pytest.mark.usefixtures("no_solver")
@pytest.mark.parametrize(("width", "last"), [(1, 20), (1, 10_001), (2, 50), (3, 100)])
def test_rows_by_counting(width: int, last: int) -> None:
    game = own(f"1-{last}", removes=f"abs(m - n) <= {width}")
    long, short = best(game), shortest(game)
    check(game, long)
    check(game, short)
    assert long.length == long.at_most == -(-last // (width + 1))
    assert short.length == short.at_least == -(-last // (2 * width + 1))


def test_walks_are_counted_however_long() -> None:
    game = own("0-20000", follows="last < n <= last + 5", opens="n == 0")
    assert best(game) == Longest(tuple(range(20001)), 20001)
    assert shortest(game).length == shortest(game).at_least == 1 + 20000 // 5
    check(game, shortest(game))


def test_a_chain_ends_soonest_at_a_large_prime() -> None:
    assert shortest(load("divisor-duel", "1-100")) == Shortest((1, 53), 2)
    juniper = shortest(load("juniper-green"))
    assert (juniper.length, juniper.proved) == (3, True)
    check(load("juniper-green"), juniper)


# --- chains ---------------------------------------------------------------------------


@pytest.mark.usefixtures("nothing_shipped")
@pytest.mark.parametrize("n", range(1, 61 if THOROUGH else 31))
def test_chains_are_proved_as_published(n: int) -> None:
    game = load("divisor-duel", f"1-{n}")
    found = best(game)
    check(game, found)
    assert (found.length, found.at_most) == (A337125[n - 1], A337125[n - 1])


@pytest.mark.usefixtures("nothing_small")
@pytest.mark.parametrize("n", range(1, 22))
def test_two_methods_agree_on_chains(n: int) -> None:
    """Trying all positions, and the programme alone."""
    game, budget = load("juniper-green", f"1-{n}"), Budget(inf)
    if n == 1:
        assert best(game) == Longest((), 0)
        return
    on = board(game.start(), budget)
    tried = Exact(on, budget, shortest=False).picks(on.everything, on.choices)
    so_far = SoFar(n, budget)
    LongestPath(on, True, 1).run(so_far, lambda: None)
    assert so_far.answer.proved
    assert so_far.answer.length == len(tried)
    check(game, so_far.answer)


def test_what_is_shipped_is_what_is_published() -> None:
    for n, length in [*enumerate(A337125, 1), *FURTHER.items()]:
        picks = shipped.longest(load("number-bind", f"1-{n}"))
        assert picks is not None
        assert len(picks) == length


@pytest.mark.parametrize(
    "game", shipped.games(), ids=lambda game: f"{game.opens.text} {game.numbers}"
)
def test_each_shipped_game_is_complete_and_proved(
    monkeypatch: pytest.MonkeyPatch, game: Game
) -> None:
    picks = shipped.longest(game)
    assert picks is not None
    known = Longest(picks, len(picks))
    check(game, known)
    if THOROUGH or game.numbers.size <= 20:
        monkeypatch.setattr(shipped, "_known", dict)
        again = best(game, Budget(inf))
        assert (again.length, again.at_most) == (known.length, known.length)


@pytest.mark.parametrize("name", names())
def test_every_suggested_pool_is_known_at_once_without_the_extra(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(sums, "solver_is_there", lambda: False)
    monkeypatch.setattr(find, "board", None)  # nothing is searched
    book = open_book(name)
    for pool in {str(book.game.numbers), *book.pools}:
        found = best(load(name, pool))
        check(load(name, pool), found)
        assert found.proved


def test_games_of_the_same_rules_share_what_is_shipped() -> None:
    mine = own("1-60", follows="last % n == 0 or n % last == 0", last_pick="loses")
    assert shipped.longest(mine) == shipped.longest(load("divisor-duel", "1-60"))
    assert shipped.longest(own("1-60", follows="n % last == 0")) is None
    other = Game("other", Numbers(1, 60), follows=mine.follows, start_from=7)
    assert shipped.longest(other) is None


@pytest.mark.usefixtures("no_solver")
def test_the_annealing_reaches_the_best_of_middling_chains() -> None:
    for n in (30, 40, 50, 60):
        on = board(load("divisor-duel", f"1-{n}").start(), Budget(inf))
        so_far = SoFar(A337125[n - 1], Budget(inf))
        Annealing(on, True).run(so_far, 200_000)
        assert len(so_far.picks) == A337125[n - 1]
        assert A337125[n - 1] <= degree_bound(on, True, Budget(inf)) <= A337125[n - 1] + 4


# --- time -----------------------------------------------------------------------------


@pytest.mark.usefixtures("nothing_shipped")
def test_a_solver_that_runs_is_stopped_when_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock stands still until the solver runs, and then jumps past the end."""
    monkeypatch.setattr(find, "_QUICK", 0)
    now = [0.0]
    solve: Callable[[Programme, Budget], object] = Programme.solve

    def late(programme: Programme, budget: Budget) -> object:
        threading.Timer(0.3, lambda: now.__setitem__(0, 1e6)).start()
        return solve(programme, budget)

    monkeypatch.setattr(Programme, "solve", late)
    game = load("divisor-duel", "1-400")
    found = best(game, Budget(1e5, clock=lambda: now[0]))
    check(game, found)
    assert not found.proved
    assert found.at_most <= 400


@pytest.mark.usefixtures("nothing_shipped")
def test_no_time_at_all_still_gives_a_game() -> None:
    for name in names():
        game = load(name, "2-90")
        over = Budget(1, clock=iter([0.0]).__next__)
        over._clock = lambda: inf
        check(game, best(game, over))
        check(game, shortest(game, over))


@pytest.mark.usefixtures("nothing_shipped")
def test_a_pool_too_large_for_a_single_game_is_told() -> None:
    game = own("1-60000", removes="divisor or multiple")
    over = Budget(1, clock=iter([0.0]).__next__)
    over._clock = lambda: inf
    with pytest.raises(BudgetError, match="no time for a single game"):
        best(game, over)
