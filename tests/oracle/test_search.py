"""Search, all subsets, walks and remoteness against brute force, and what they leave undone.

LASTPICK_THOROUGH=1 compares ten thousand positions of random relations on 24 numbers.
"""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import free_relations
import pytest
from support.brute import Brute, game_of, reachable
from support.model import Rules, always, never

from lastpick.catalog import load
from lastpick.errors import BudgetError
from lastpick.game import Game, Position
from lastpick.oracle import Budget, method, solve, verify
from lastpick.oracle import search as searching
from lastpick.oracle.budget import FEW_BYTES
from lastpick.oracle.distances import Distances
from lastpick.oracle.hurry import Hurry
from lastpick.oracle.memory import Memory
from lastpick.oracle.positions import Positions, twins
from lastpick.oracle.reach import board
from lastpick.oracle.remoteness import remoteness
from lastpick.oracle.removals import Removals
from lastpick.oracle.subsets import Subsets, bytes_for

THOROUGH = os.environ.get("LASTPICK_THOROUGH") == "1"
RANDOM = 10_000 if THOROUGH else 400
MOST_LEFT = 13  # numbers that can be reached, where plain brute force takes part
HOSTILE = game_of(1, 26, follows="(7*n*n + 3*n*last + 11*last*last + 5*last) % 101 < 40")
ONE_WAY = ("last < n <= last + 3", "last <= n <= last + 3 and n % 2 == 0",
           "n > last and (n + last) % 3 != 0", "n >= last and n % 2 == 1",
           "n < last and last % (last - n) == 0", "n % last == 0 and n != last")  # fmt: skip
CYCLIC = ("(n - last) % 7 < 3", "n != last + 1", "abs(n - last) <= 2 or n % last == 0",
          "n > last or last > 8")  # fmt: skip


def brute_wins(position: Position) -> tuple[int, ...]:
    """The picks that win, from the engine's moves alone."""
    game = position.game

    @cache
    def won(bits: int, choices: int) -> bool:
        if not choices:
            return game.misere
        for n in game.numbers.decode(choices):
            keep, after = game.move(n)
            if not won(bits & keep, bits & keep & after):
                return True
        return False

    found = []
    for n in position.legal:
        keep, after = game.move(n)
        left = position.bits & keep
        if not won(left, left & after):
            found.append(n)
    return tuple(found)


def wander(seed: int) -> Iterator[Position]:
    """Late positions of random games by relations of every density on 24 numbers."""
    rng = Random(f"wander {seed}")
    while True:
        follows = free_relations.tossed(rng, rng.uniform(0.1, 0.9))
        ends = rng.choice(("wins", "loses"))
        game = free_relations.made(24, follows=follows, last_pick=ends)
        for _ in range(8):
            position = game.start()
            while position.legal:
                position = position.pick(rng.choice(position.legal))
                if len(board(position, Budget()).numbers) <= MOST_LEFT:
                    yield position


def test_random_relations_on_24_numbers() -> None:
    methods = set()
    for _, position in zip(range(RANDOM), wander(1), strict=False):
        verdict = solve(position, memory=Memory())
        assert verdict.complete
        assert verdict.winning == brute_wins(position), position
        stuck_wins = position.game.misere and not position.legal
        assert verdict.wins is (bool(verdict.winning) or stuck_wins)
        methods.add(verdict.method)
    assert {"search", "walk", "matching"} <= methods


@pytest.mark.parametrize("last_pick", ["wins", "loses"])
@pytest.mark.parametrize("follows", [*ONE_WAY, *CYCLIC])
def test_every_reachable_position(follows: str, last_pick: str) -> None:
    last = 12 if follows in ONE_WAY else 9
    game = game_of(1, last, follows=follows, last_pick=last_pick)

    def holds(n: int, given: int) -> bool:
        return bool(game.follows.holds(n, given))

    brute = Brute(Rules(1, last, always, holds, never, None, last_pick))
    for count, position in enumerate(reachable(game)):
        verdict = solve(position, memory=Memory())
        assert verdict.winning == brute.winning(position), position
        if follows in ONE_WAY:
            assert verdict.method == "walk"
            assert verdict.nimber == (None if game.misere else brute.value(position))
        if count % 5 == 0:
            assert verify(position, verdict), position


# --- the kernels -------------------------------------------------------------------------------


def random_rows(rng: Random, size: int) -> list[int]:
    density = rng.uniform(0.1, 0.9)
    return [sum(1 << j for j in range(size) if rng.random() < density) for _ in range(size)]


def plain(after: list[int], keeps: list[int], misere: bool, everything: int) -> int:
    """Which places win as the first pick, by trying everything."""

    @cache
    def won(choices: int, left: int) -> bool:
        if not choices & left:
            return misere
        places = (i for i in range(len(after)) if choices & left & 1 << i)
        return any(not won(after[i], left & keeps[i] & ~(1 << i)) for i in places)

    return sum(
        1 << i for i in range(len(after)) if not won(after[i], everything & keeps[i] & ~(1 << i))
    )


@pytest.mark.parametrize("size", [31, 32, 33, 63, 64])
def test_a_path_of_many_numbers(size: int) -> None:
    """Each number is followed by the next one alone: all that counts is how many are left."""
    after = [1 << i + 1 for i in range(size - 1)] + [0]
    everything = (1 << size) - 1
    keeps = [everything & ~(1 << i) for i in range(size)]
    for misere in (False, True):
        for kernel in (Removals(after, keeps, misere), Positions(after, keeps, misere)):
            found = [kernel.wins(after[i], keeps[i]) for i in range(size)]
            assert found == [(size - 1 - i) % 2 != misere for i in range(size)]
        far = Distances(after, keeps, misere, False)
        assert [far.remoteness(after[i], keeps[i]) for i in range(size)] == [*range(size)][::-1]


def by_removals(after: list[int], keeps: list[int], misere: bool, most_bytes: int = 1 << 20) -> int:
    kernel, everything = Removals(after, keeps, misere), (1 << len(after)) - 1
    kernel.most_bytes = most_bytes
    kept = [everything & keep & ~(1 << i) for i, keep in enumerate(keeps)]
    return sum((not kernel.wins(after[i], left)) << i for i, left in enumerate(kept))


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_forgotten_is_worked_out_again(
    seed: int, misere: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that must not grow keeps the latest; one that may grow keeps all. Both are right."""
    rng = Random(f"removals {seed}")
    after = random_rows(rng, 14)
    keeps = [~(1 << rng.randrange(14)) for _ in range(14)]
    truth = plain(after, keeps, misere, (1 << 14) - 1)
    monkeypatch.setattr("lastpick.oracle.removals._FEWEST_SLOTS", 3)
    assert by_removals(after, keeps, misere) == truth
    assert by_removals(after, keeps, misere, most_bytes=0) == truth


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_kernels_agree_with_trying_everything(seed: int, misere: bool) -> None:
    """On one word and on two; with twins, if two rows and columns are made the same."""
    rng = Random(f"kernels {seed}")
    size = rng.randint(1, 11)
    after = random_rows(rng, size)
    everything = (1 << size) - 1
    if seed % 3 == 0 and size > 3:  # the last two places look alike
        after = [row & ~(1 << size - 1) | (row >> size - 2 & 1) << size - 1 for row in after]
        both = 3 << size - 2
        after[-2] &= ~both
        after[-1] = after[-2]
        assert twins(after, [everything] * size)
    removing = [~(1 << i | 1 << rng.randrange(size)) for i in range(size)]
    for keeps in ([everything] * size, removing):
        truth = plain(after, keeps, misere, everything)
        for words in (1, 2):
            kernel = Positions(after, keeps, misere, words)
            found = 0
            for i in range(size):
                left = everything & keeps[i] & ~(1 << i)
                found |= (not kernel.wins(after[i] & left, left)) << i
            assert found == truth, (words, keeps)
        assert by_removals(after, keeps, misere) == truth
    assert Subsets(after, misere).best(lambda _: None) == plain(
        after, [everything] * size, misere, everything
    )


@pytest.mark.parametrize("words", [1, 2])
def test_good_and_bad_numbers_where_picks_remove_others(words: int) -> None:
    """Few follow and few are removed, so that some of the good ones are safe, and some are not."""
    rng = Random("takers")
    for _ in range(150):
        size = rng.randint(4, 9)
        everything = (1 << size) - 1
        after = [sum(1 << j for j in range(size) if rng.random() < 0.3) for _ in range(size)]
        keeps = [everything & ~(1 << i) for i in range(size)]
        for _ in range(rng.randint(1, size)):
            keeps[rng.randrange(size)] &= ~(1 << rng.randrange(size))
        kernel, found = Positions(after, keeps, words=words), 0
        for i in range(size):
            left = everything & keeps[i]
            found |= (not kernel.wins(after[i] & left, left)) << i
        assert found == plain(after, keeps, False, everything), (after, keeps)


def test_what_is_plainly_good_is_not_searched_where_picks_remove_others() -> None:
    """Nothing follows 0, which may follow 1; nothing else follows 2. Place 3 takes 4 or 0 along."""
    after = [0, 0b1, 0b10, 0b11111, 0b1000]
    for taken, searched in ((4, False), (0, True)):
        keeps = [31 & ~(1 << i) for i in range(5)]
        keeps[3] &= ~(1 << taken)
        kernel = Positions(after, keeps)
        assert kernel.wins(0b100, 31)
        assert bool(kernel.count) is searched
        kernel = Positions(after, keeps)
        assert kernel.wins(0b1, 31)
        assert not kernel.count


@pytest.mark.parametrize("misere", [False, True])
def test_pools_on_several_words(misere: bool) -> None:
    """The same game with its places spread over 150: numbers that nothing leads to lie between."""
    rng = Random(f"spread {misere}")
    for _ in range(5):
        small = random_rows(rng, 9)
        spread = sorted(rng.sample(range(150), 9))
        large = [0] * 150
        for i, row in enumerate(small):
            large[spread[i]] = sum(1 << spread[j] for j in range(9) if row >> j & 1)
        everything = sum(1 << place for place in spread)
        kernel = Positions(large, [(1 << 150) - 1] * 150, misere)
        truth = plain(small, [511] * 9, misere, 511)
        for i, place in enumerate(spread):
            left = everything & ~(1 << place)
            assert kernel.wins(large[place] & left, left) is not bool(truth >> i & 1)


INTERPRETED = """
import sys
sys.path[:0] = {paths!r}
import free_relations, lastpick.kernels
from lastpick.oracle import Budget, solve
from lastpick.oracle.memory import Memory
from lastpick.oracle.remoteness import remoteness
from lastpick.oracle.subsets import Subsets
from lastpick.oracle.reach import board
from random import Random
rng = Random(5)
print(lastpick.kernels.running(), file=sys.stderr)
for end in ("wins", "loses"):
    tossed = [free_relations.tossed(rng, d / 10) for d in (2, 4, 6)]
    for follows in ("last < n <= last + 4", *tossed):
        for removes in ("itself", "m == n + 1"):
            game = free_relations.made(11, "any", follows, removes, last_pick=end)
            verdict = solve(game.start(), memory=Memory())
            found = board(game.start(), Budget())
            good = Subsets(found.after, game.misere).best(lambda _: None)
            print(verdict.method, verdict.winning, verdict.nimber, good)
            print(remoteness(game.start(), Budget()))
"""


def test_interpreted_kernels_say_the_same() -> None:
    code = INTERPRETED.format(paths=[str(Path(free_relations.__file__).parent)])
    told = []
    for kernels in ("", "interpreted"):
        environment = {**os.environ, "LASTPICK_KERNELS": kernels}
        made = subprocess.run(
            [sys.executable, "-c", code],
            env=environment, check=True, capture_output=True, text=True,
        )  # fmt: skip
        told.append(made.stdout)
    assert made.stderr.strip() == "interpreted"
    assert told[0] == told[1]
    assert told[0].count("walk") == 2


# --- all subsets, and what is left undone ------------------------------------------------------


def test_26_numbers_are_solved_whole_in_little_memory() -> None:
    assert bytes_for(26) <= 256 << 20
    assert bytes_for(32) <= Budget().most_bytes
    verdict = solve(HOSTILE.start(), memory=Memory())
    assert verdict.complete
    assert verdict.wins is not None


def test_subsets_take_over_where_the_search_runs_long(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(1, 20, follows="(7*n*n + 3*n*last + 11*last*last + 5*last) % 101 < 40")
    monkeypatch.setattr(searching, "FEWEST_SEARCHED", 1 << 40)
    truth = solve(game.start(), memory=Memory())
    monkeypatch.setattr(searching, "FEWEST_SEARCHED", 100)
    monkeypatch.setattr(searching, "SEARCHED_FIRST", 1 << 40)
    verdict = solve(game.start(), memory=Memory())
    assert (truth.method, verdict.method) == ("search", "subsets")
    assert verdict.winning == truth.winning
    few = solve(game.start(), Budget(most_bytes=FEW_BYTES), memory=Memory())
    assert (few.method, few.winning) == ("search", truth.winning)  # as in a server's worker


class Asked:
    """A budget's tick that counts, and ends the work the last time."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.times = 0

    def __call__(self, _: int) -> None:
        self.times += 1
        if self.times >= self.most:
            raise BudgetError("enough")


def test_every_kernel_asks_and_stops_when_told() -> None:
    found = board(HOSTILE.start(), Budget())
    asked = Asked(3)
    with pytest.raises(BudgetError):
        Subsets(found.after).best(asked)
    kernel = Positions(found.after, found.keeps)
    kernel.tick = search = Asked(3)
    with pytest.raises(BudgetError):
        kernel.wins(found.choices, found.everything)
    removals = Removals(found.after, found.keeps)
    removals.tick = removing = Asked(3)
    with pytest.raises(BudgetError):
        removals.wins(found.choices, found.everything)
    assert (removing.times, removals.count) == (3, 3 << 8)
    far = Distances(found.after, found.keeps, False, False)
    far.tick = distance = Asked(3)
    with pytest.raises(BudgetError):
        far.remoteness(found.choices, found.everything)
    assert (asked.times, search.times, distance.times) == (3, 3, 3)
    assert kernel.count < 100_000  # positions between three questions
    assert far.count <= 3 << 12


@pytest.mark.parametrize("follows", ["last < n <= last + 50", "n > last and (n + last) % 3 != 0"])
def test_walks_ask_too(follows: str) -> None:
    last = 100_000 if "50" in follows else 900
    start = game_of(1, last, follows=follows).start()
    asked: list[int] = []
    solve(start, Budget(progress=asked.append))
    assert len(asked) >= 3
    ended = solve(start, Budget(seconds=-1))
    assert (ended.wins, ended.reason["kind"]) == (None, "unknown")
    assert remoteness(start, Budget(seconds=-1)) is None


# --- remoteness --------------------------------------------------------------------------------


def distance(position: Position, seen: dict[tuple[int, int | None], int]) -> int:
    key = (position.bits, position.last)
    if key not in seen:
        after = [distance(position.pick(n), seen) for n in position.legal]
        lost = [d for d in after if d % 2 == int(position.game.misere)]
        seen[key] = 1 + (min(lost) if lost else max(after, default=-1))
    return seen[key]


FAMILIES = [
    {"follows": "divisor or multiple"},
    {"removes": "multiple"},
    {"removes": "neighbour"},
    {"follows": "last < n <= last + 3"},
    {"follows": "n > last and (n + last) % 3 != 0"},
    {"follows": "(n - last) % 7 < 3"},
    {"follows": "n != last + 1", "removes": "m == n + 2"},
    {"opens": "n % 2 == 0", "follows": "abs(n - last) <= 2 or n % last == 0"},
]


@pytest.mark.parametrize("last_pick", ["wins", "loses"])
@pytest.mark.parametrize("family", FAMILIES, ids=str)
def test_remoteness(family: dict[str, str], last_pick: str) -> None:
    game: Game = game_of(1, 8, **family, last_pick=last_pick)  # type: ignore[arg-type]
    seen: dict[tuple[int, int | None], int] = {}
    for position in reachable(game):
        found = remoteness(position, Budget())
        assert found == distance(position, seen), position
        if found is not None:  # whoever is stuck in the end is told by its parity
            assert solve(position).wins is (found % 2 == int(not game.misere))


def test_remoteness_is_odd_where_the_player_to_move_wins() -> None:
    rng = Random(7)
    for name, numbers in (("prime-rumble", "2-50"), ("divisor-duel", "1-40"), ("divisor-duel", "")):
        for _ in range(15):
            game = load(name, numbers or None)
            picks = game.start().playout(rng).picks
            position = game.play(picks[: rng.randrange(6, len(picks) + 1) if len(picks) > 6 else 3])
            far = remoteness(position, Budget(positions=200_000))
            if far is not None:
                assert far % 2 == bool(solve(position).wins), position


def test_remoteness_is_unknown_past_64_numbers_and_past_the_budget() -> None:
    large = game_of(1, 65, follows="n != last + 1").start()
    assert remoteness(large, Budget()) is None
    assert remoteness(HOSTILE.start(), Budget(positions=10_000)) is None
    assert remoteness(HOSTILE.start(), Budget(most_bytes=1 << 16)) is None


CHAINS = [
    ("divisor or multiple", 30),
    ("abs(n - last) <= 2 and n != last", 16),
    ("(n + last) % 3 == 0", 15),
    ("gcd(n, last) == 1", 11),
]


@pytest.mark.parametrize(("follows", "last"), CHAINS)
def test_winning_picks_alone_are_enough_for_the_remoteness_of_a_chain(
    follows: str, last: int
) -> None:
    game, rng = game_of(1, last, follows=follows), Random(5)
    assert method(game) == "matching"
    won = Counter[bool]()
    for _ in range(25):
        picks = game.start().playout(rng).picks
        position = game.play(picks[: rng.randrange(len(picks))])
        found = board(position, Budget())
        plain = Distances(found.after, found.keeps, False, False)
        far = plain.remoteness(found.choices, found.everything)
        assert Hurry(position, Budget()).remoteness() == far, position
        won[bool(far % 2)] += 1
    assert len(won) == 2


def test_a_soon_win_is_found_on_a_large_pool() -> None:
    """Two primes above half of the pool win, with 1 between them."""
    assert remoteness(load("divisor-duel", "1-1000").start(), Budget()) == 3
    after = load("divisor-duel", "1-200").play([101])
    assert remoteness(after, Budget()) == 2
    assert remoteness(after.pick(1), Budget()) == 1


def test_all_work_for_a_soon_win_is_counted() -> None:
    hurry = Hurry(load("juniper-green").play([4, 8]), Budget(positions=20_000))
    with pytest.raises(BudgetError):
        hurry.remoteness()
    assert 20_000 < hurry.count < 20_100
    assert hurry.count > 70 * len(hurry._missed)  # not the pairings alone
    assert remoteness(hurry.position, Budget(positions=20_000)) is None


# --- certificates ------------------------------------------------------------------------------

CERTIFIED = {
    "walk": game_of(1, 12, follows="n > last and (n + last) % 3 != 0"),
    "partners": game_of(1, 10, follows="abs(n - last) <= 3 or n % last == 0"),
    "search": game_of(1, 9, follows="(n - last) % 7 < 3"),
    "subsets": game_of(1, 9, follows="(n - last) % 7 < 3"),
}


@pytest.mark.parametrize("kind", CERTIFIED)
def test_each_field_of_a_certificate_is_checked(kind: str) -> None:
    start = CERTIFIED[kind].start()
    verdict = solve(start, memory=Memory())
    if kind == "subsets":  # what a larger game would say
        verdict = verdict._replace(method=kind, reason={**verdict.reason, "kind": kind})
    assert verdict.reason["kind"] == kind
    assert verify(start, verdict)
    others = [n for n in start.legal if n not in verdict.winning]
    lies = [
        verdict._replace(wins=not verdict.wins),
        verdict._replace(wins=None),
        verdict._replace(method="parts"),
        verdict._replace(nimber=(verdict.nimber or 0) + 1),
        verdict._replace(winning=(*verdict.winning, 99), wins=True),
        verdict._replace(reason={**verdict.reason, "kind": "pairing"}),
        verdict._replace(reason={**verdict.reason, "pick": 99}),
    ]
    for n in others:
        more = tuple(sorted((*verdict.winning, n)))
        reason = {**verdict.reason, "pick": more[0]}
        lies.append(verdict._replace(winning=more, wins=True, reason=reason))
    for n in verdict.winning:
        fewer = tuple(m for m in verdict.winning if m != n)
        reason = {**verdict.reason, "pick": next(iter(fewer), None)}
        lies.append(verdict._replace(winning=fewer, wins=bool(fewer), reason=reason))
    for key in ("pairs", "values"):
        told = verdict.reason.get(key) or []
        for i, (a, b) in enumerate(told):
            for lie in ([], [[a, b + 1]], [[a, b], [a, b]], [[a]], [None]):
                changed = [*told[:i], *lie, *told[i + 1 :]]
                lies.append(verdict._replace(reason={**verdict.reason, key: changed}))
    for told_lie in lies:
        assert not verify(start, told_lie), told_lie


@pytest.mark.parametrize(("last", "end"), [(16, "15 & 16."), (18, "15 & 16, ...")])
def test_pairs_that_are_not_all_named_end_in_three_dots(last: int, end: str) -> None:
    start = load("non-consecutive", f"1-{last}").start()
    pairs = [[n, n + 1] for n in range(1, last, 2)]
    assert searching._paired(start, pairs).text.endswith(f"13 & 14, {end}")


@pytest.mark.parametrize(("numbers", "end"), [("1-20", "10 & 20."), ("1-400", "18 & 396, ...")])
def test_partners_in_a_chain_that_are_not_all_named_end_in_three_dots(
    numbers: str, end: str
) -> None:
    assert solve(load("divisor-duel", numbers).start()).text.endswith(f", {end}")
