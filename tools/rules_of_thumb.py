"""A player that knows what the lessons say and nothing else, and how often it beats level:4.

It never asks the oracle. Each of its rules names the lesson that states it and quotes the words; a
test looks them up there. Where chance could decide, it takes the first: all chance in these games
is the bot's.

    python tools/rules_of_thumb.py [GAMES]
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable
from functools import cache
from itertools import count
from random import Random
from typing import NamedTuple, TypeVar

from lastpick.catalog import load
from lastpick.game import Position
from lastpick.players import BOTS

GAMES = 500  # in each seat
OPPONENT = "level:4"
FAMILIES = ("divisor-duel", "non-consecutive", "prime-rumble")
SEEN_THROUGH = 8  # numbers that a person can work out by trying

Pool = frozenset[int]
Rule = TypeVar("Rule", bound=Callable[..., object])
TAUGHT: list[tuple[str, str, str]] = []  # rule, lesson, and what the lesson says


def taught(lesson: str, words: str) -> Callable[[Rule], Rule]:
    """Mark a rule with where it was learnt."""

    def mark(rule: Rule) -> Rule:
        TAUGHT.append((rule.__name__, lesson, words))
        return rule

    return mark


def pick(position: Position) -> int:
    """What somebody picks who took the lessons."""
    game = position.game
    if not game.follows.trivial:
        return chain_pick(position)
    whole = frozenset(position.pool)
    return sieve_pick(whole) if game.removes.holds(4, 2) else row_pick(whole)


# --- chains: a divisor or a multiple of the last pick ---------------------------------------


def chain_pick(position: Position) -> int:
    ending = [n for n in position.legal if ends(position, n)]
    if ending:
        return ending[0]
    right = [n for n in position.legal if wins_chain(position, n)]
    if right:
        return min(right, key=lambda n: (len(position.pick(n).legal), n))
    return chain_trap(position)


@taught("last-pick", "Find a pick that your opponent cannot answer.")
@taught("large-primes", "Find a pick that ends the game at once.")
def ends(position: Position, n: int) -> bool:
    return not position.pick(n).choices


@taught("left-over", "take it away. Can you still make as many pairs?")
def wins_chain(position: Position, n: int) -> bool:
    left = frozenset(position.pool)
    return len(best_pairs(left - {n})) == len(best_pairs(left))


def fit(a: int, b: int) -> bool:
    return a != b and (a % b == 0 or b % a == 0)


Pairs = frozenset[tuple[int, int]]


@cache
def best_pairs(left: Pool) -> Pairs:
    return mended(left, drawn_up(left))


def mended(left: Pool, partner: dict[int, int]) -> Pairs:
    """A best pairing, made of any: mended as long as it can be."""
    while path := mending(left, partner):
        for a, b in zip(path[::2], path[1::2], strict=True):
            partner[a], partner[b] = b, a
    return frozenset((a, b) for a, b in partner.items() if a < b)


@taught("draw-pairs", "Begin with the numbers that have the fewest partners.")
def drawn_up(left: Pool) -> dict[int, int]:
    partner: dict[int, int] = {}
    free = set(left)
    while True:
        fits = {n: sorted(m for m in free if fit(n, m)) for n in free}
        hard = sorted((n for n in free if fits[n]), key=lambda n: (len(fits[n]), n))
        if not hard:
            return partner
        a = hard[0]
        b = min(fits[a], key=lambda m: (len(fits[m]), m))
        partner[a], partner[b] = b, a
        free -= {a, b}


@taught("draw-pairs", "Walk from one left-over number to the other")
def mending(left: Pool, partner: dict[int, int]) -> list[int]:
    """A path from a left-over number to another, or nothing."""

    def walk(path: list[int]) -> list[int]:
        for m in sorted(left - set(path)):
            if fit(path[-1], m):
                if m not in partner:
                    return [*path, m]
                if partner[m] not in path and (found := walk([*path, m, partner[m]])):
                    return found
        return []

    over = sorted(left - partner.keys())
    return next((path for n in over if (path := walk([n]))), [])


@taught("trap", "First, leave no answer that ends the game at once")
def chain_trap(position: Position) -> int:
    def worse(n: int) -> tuple[bool, bool, int, int]:
        after = position.pick(n)
        right, legal = sum(wins_chain(after, m) for m in after.legal), len(after.legal)
        return right == legal, any(ends(after, m) for m in after.legal), right, -legal

    return min(position.legal, key=worse)


# --- rows: a number takes its neighbours along ----------------------------------------------

WORTH = (0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0)


def row_pick(left: Pool) -> int:
    right = [n for n in sorted(left) if cancel(without_neighbours(left, n))]
    return right[0] if right else row_trap(left)


def without_neighbours(left: Pool, n: int) -> Pool:
    return left - {n - 1, n, n + 1}


def stretches(left: Collection[int]) -> list[list[int]]:
    found: list[list[int]] = []
    for n in sorted(left):
        if found and found[-1][-1] == n - 1:
            found[-1].append(n)
        else:
            found.append([n])
    return found


@taught("piles", "This is the list to learn by heart")
def worth(stretch: list[int]) -> int:
    return WORTH[len(stretch)]


@taught("cancel", "All piles cancel out if each of 1, 2 and 4 occurs an even number of times.")
def cancel(left: Pool) -> bool:
    worths = [worth(stretch) for stretch in stretches(left)]
    return all(sum(part & w > 0 for w in worths) % 2 == 0 for part in (1, 2, 4))


@taught("trap", "A trap is a pick to which at least one answer is wrong.")
@taught("trap", "choose one that leaves the fewest right answers")
def row_trap(left: Pool) -> int:
    def worse(n: int) -> tuple[bool, bool, int, int]:
        after = without_neighbours(left, n)
        boards = [without_neighbours(after, m) for m in after]
        right = sum(cancel(board) for board in boards)
        return right == len(after), not all(boards), right, -len(after)

    return min(sorted(left), key=worse)


# --- sieves: a number takes its multiples along ---------------------------------------------


def sieve_pick(left: Pool) -> int:
    board = struck_out(left)
    for candidates in (sorted(board), sorted(left)):
        for n in candidates:
            if lost(without_multiples(left, n)):
                return n
    return largest(left)


def without_multiples(left: Pool, n: int) -> Pool:
    return frozenset(m for m in left if m % n)


@taught("twins", "Twins cancel out, with all their multiples.")
@taught("alone", "If the count is even, they cancel out")
@cache
def struck_out(left: Pool) -> Pool:
    """What remains when twins are struck out; two numbers that stand alone are twins as well."""
    primes = sorted(n for n in left if not any(n % m == 0 for m in left if m < n))
    for i, p in enumerate(primes):
        for q in primes[i + 1 :]:
            if are_twins(p, q, left):
                return struck_out(without_multiples(without_multiples(left, p), q))
    return left


def are_twins(p: int, q: int, left: Pool) -> bool:
    """Whether one family becomes the other. A number of both would become one of q alone."""
    one, other = ({n for n in left if n % prime == 0} for prime in (p, q))
    return {exchanged(n, p, q) for n in one} == other


def exchanged(n: int, p: int, q: int) -> int:
    return q * exchanged(n // p, p, q) if n % p == 0 else n


@taught("small-sieves", "A pick wins if it leaves a lost board")
@cache
def lost(left: Pool) -> bool:
    """Whether the board is seen to be lost for whoever has to pick."""
    board = struck_out(left)
    if len(board) > SEEN_THROUGH:
        return False  # nobody can tell
    return not any(lost(without_multiples(board, n)) for n in board)


@taught("trap", "pick the largest number left")
def largest(left: Pool) -> int:
    return max(left)


# --- against a bot ----------------------------------------------------------------------------


class Score(NamedTuple):
    """Games won in each seat, of so many."""

    first: int
    second: int
    games: int

    @property
    def share(self) -> float:
        return (self.first + self.second) / (2 * self.games)


def score(name: str, games: int = GAMES, seed: int = 1) -> Score:
    """How often the rules of thumb win, with so many games in each seat."""
    game, bot = load(name), BOTS[OPPONENT].choose
    won = [0, 0]
    for number in range(games):
        for seat in (0, 1):
            chance, position = Random(f"{seed}/{name}/{number}/{seat}"), game.start()
            for ply in count():
                if not position.choices:
                    won[seat] += ply % 2 != seat
                    break
                ours = ply % 2 == seat
                position = position.pick(pick(position) if ours else bot(position, chance))
    return Score(won[0], won[1], games)


def main(words: Iterable[str]) -> None:
    games = int(next(iter(words), GAMES))
    print(f"| against {OPPONENT} | picks first | picks second | both |")
    print("| --- | --- | --- | --- |")
    for name in FAMILIES:
        found = score(name, games)
        first, second = (f"{won / games:.0%}" for won in (found.first, found.second))
        print(f"| `{name}` | {first} | {second} | {found.share:.0%} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
