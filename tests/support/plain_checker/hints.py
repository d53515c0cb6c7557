"""The three hints: a closed set of sentences, each held against the position."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache

from lastpick.game import Game, Position
from lastpick.oracle import Verdict
from support.plain_checker.reader import Untrue, number, numbers
from support.plain_checker.truth import winning, wins
from support.plain_checker.whole import check_plain, is_short


def check_hints(
    position: Position, verdict: Verdict, told: list[str], worths: bool = False
) -> None:
    """Three hints: true, and each of them new."""
    if len(set(told)) < len(told):
        raise Untrue(f"said twice: {told}")
    for text in told:
        is_short(text, worths)
        for pattern, handle in PATTERNS:
            if found := re.fullmatch(pattern, text):
                if not handle(position, *found.groups()):
                    raise Untrue(f"untrue: {text}")
                break
        else:
            check_plain(position, verdict, text, worths)


@cache
def remoteness(game: Game, bits: int, choices: int) -> int:
    """How many picks are made, if your opponent hurries and the loser delays."""
    won: list[int] = []
    lost: list[int] = []
    for n in game.numbers.decode(choices):
        keep, after = game.move(n)
        length = remoteness(game, bits & keep, bits & keep & after)
        mover_loses_there = length % 2 == int(game.misere)
        (won if mover_loses_there else lost).append(length)
    return 1 + min(won) if won else 1 + max(lost, default=-1)


def lasts(position: Position, n: int) -> int:
    after = position.pick(n)
    return remoteness(after.game, after.bits, after.choices)


def share(position: Position, n: int) -> Fraction:
    """Of the answers to a pick, those that win."""
    after = position.pick(n)
    if not after.legal:
        return Fraction(1)
    return Fraction(len(winning(after)), len(after.legal))


def hardness(position: Position, n: int) -> tuple[bool, bool, int, int]:
    """What orders traps, the hardest first; where the last pick loses, no answer wins by ending."""
    after = position.pick(n)
    ends = not position.game.misere and any(not after.pick(m).choices for m in after.legal)
    return share(position, n) == 1, ends, len(winning(after)), -len(after.legal)


def left(position: Position, n: int) -> int:
    return len(position.pick(n).legal)


def lost(p: Position) -> bool:
    return not winning(p)


def can_win(p: Position) -> bool:
    return bool(winning(p))


def so_many_win(p: Position, won: str, legal: str, _: str) -> bool:
    return (len(winning(p)), len(p.legal)) == (number(won), number(legal))


def all_win(p: Position, legal: str) -> bool:
    return len(winning(p)) == len(p.legal) == number(legal)


def one_pick(p: Position, n: str, many: str) -> bool:
    return list(p.legal) == [int(n)] and left(p, int(n)) == _many(many)


def _many(text: str) -> int:
    return 0 if text == "no answer" else number(text.split()[0])


def _within(p: Position, at: str | None, low: str | None, high: str | None) -> list[int]:
    """The picks that are named, or lie between the ends that are."""
    if at is not None:
        inside = numbers(at)
        if not set(inside) <= set(p.legal):
            raise Untrue(f"no picks: {at}")
    else:
        inside = [n for n in p.legal if int(low or 0) <= n <= int(high or 0)]
    if len(inside) > -(-len(p.legal) // 3):
        raise Untrue(f"more than a third: {inside}")
    return inside


def winner_within(p: Position, *where: str | None) -> bool:
    inside = _within(p, *where)
    return len(inside) > 1 and any(wins(p, n) for n in inside)


def winner_alone(p: Position, n: str) -> bool:
    return _within(p, n, None, None) == [int(n)] and wins(p, int(n))


def trap_within(p: Position, at: str | None, low: str | None, high: str | None, which: str) -> bool:
    inside = _within(p, at, low, high)
    return len(inside) > 1 and _a_trap(p, inside, hardest=which != "there is a trap")


def trap_alone(p: Position, n: str, which: str) -> bool:
    return _a_trap(p, _within(p, n, None, None), hardest=which != "a")


def _a_trap(p: Position, inside: list[int], hardest: bool) -> bool:
    ranks = {n: hardness(p, n) for n in p.legal}
    best = min(ranks[n] for n in inside)
    return lost(p) and not best[0] and (not hardest or best == min(ranks.values()))


def trap(
    p: Position, can: str, n: str, legal: str, only: str | None, some: str, do: str, s: str
) -> bool:
    """The right answers, or the wrong ones: whichever are fewer, and "only" of the right ones."""
    after = p.pick(int(n))
    right = len(winning(after))
    wrong = len(after.legal) - right
    fewer = ("lose", wrong, None) if wrong < right else ("win", right, "only ")
    told = do, number(some), only
    single = (can != "Pick") == (len(p.legal) == 1) and bool(s) == (number(some) == 1)
    all_told = number(legal) == right + wrong and right > 0 and wrong > 0
    return lost(p) and all_told and told == fewer and single


def no_trap(p: Position, legal: str) -> bool:
    answered = all(p.pick(n).legal for n in p.legal)
    return answered and no_answer_loses(p, legal)


def no_answer_loses(p: Position, legal: str) -> bool:
    return lost(p) and number(legal) == len(p.legal) and all(share(p, n) == 1 for n in p.legal)


def nothing_follows(p: Position, legal: str) -> bool:
    return no_answer_loses(p, legal) and not any(p.pick(n).legal for n in p.legal)


def longest(p: Position, n: str, more: str) -> bool:
    lengths = [lasts(p, m) for m in p.legal]
    return lasts(p, int(n)) == number(more) == max(lengths) > min(lengths)


def alike(p: Position, more: str) -> bool:
    return {lasts(p, n) for n in p.legal} == {number(more)}


def at_once(p: Position) -> bool:
    """Whatever is picked, an answer ends the game, and wins."""
    after = [p.pick(n) for n in p.legal]
    return not p.game.misere and all(any(not q.pick(m).legal for m in q.legal) for q in after)


def leaves_most(p: Position, n: str, many: str) -> bool:
    return left(p, int(n)) == _many(many) == max(left(p, m) for m in p.legal)


def every_pick_ends(p: Position, n: str) -> bool:
    return int(n) in p.legal and p.game.misere and not any(left(p, m) for m in p.legal)


def only_pick_ends(p: Position, n: str) -> bool:
    return list(p.legal) == [int(n)] and p.game.misere and not left(p, int(n))


def fewest(p: Position, legal: str, n: str, few: str) -> bool:
    counts = [left(p, m) for m in p.legal]
    return len(counts) == number(legal) and left(p, int(n)) == number(few) == min(counts)


def most(p: Position, n: str, many: str) -> bool:
    return left(p, int(n)) == number(many) == max(left(p, m) for m in p.legal)


def forced(p: Position, n: str, answer: str, large: str, many: str) -> bool:
    return list(p.pick(int(n)).legal) == [int(answer)] and most(p, large, many)


def each_leaves(p: Position, legal: str, many: str) -> bool:
    return len(p.legal) == number(legal) and {left(p, n) for n in p.legal} == {_many(many)}


def no_difference(p: Position) -> bool:
    return len({left(p, n) for n in p.legal}) == 1


def nothing_else(p: Position, n: str) -> bool:
    return list(p.legal) == [int(n)]


N = r"(\d[\d,]*)"
MANY = r"(no answer|1 answer|[\d,]+ answers)"
WIN = r"(wins?)"
DO = r"(win|lose)(s?)"
LOOK = r"Look (?:at ([\d, and]+)|from (\d+) to (\d+))"

PATTERNS: list[tuple[str, Callable[..., bool]]] = [
    (r"You can win\.", can_win),
    (rf"You can win: {N} of your {N} picks {WIN}\.", so_many_win),
    (rf"Each of your {N} picks wins\.", all_win),
    (rf"You have one pick, (\d+), and it leaves your opponent {MANY}\.", one_pick),
    (rf"{LOOK}: there is a winning pick\.", winner_within),
    (r"Look at (\d+): it wins\.", winner_alone),
    (
        r"You lose if your opponent makes no mistake\."
        r"(?: Set a trap: a pick that is hard to answer\.)?",
        lost,
    ),
    (rf"{LOOK}: (there is a trap|the hardest trap is there)\.", trap_within),
    (r"Look at (\d+): it is (a|the hardest) trap\.", trap_alone),
    (
        rf"(Pick|You can only pick) (\d+): your opponent then has {N} picks,"
        rf" and (only )?{N} of them {DO}\.",
        trap,
    ),
    (
        rf"No trap can be set: after each of your {N} picks, your opponent wins with any answer\.",
        no_trap,
    ),
    (
        rf"No trap can be set: your opponent has no losing answer to any of your {N} picks\.",
        no_answer_loses,
    ),
    (
        rf"No trap can be set: your opponent has no answer to any of your {N} picks\.",
        nothing_follows,
    ),
    (
        rf"Pick (\d+): the game then lasts longest, {N} more picks? if your opponent hurries"
        r" to win\.",
        longest,
    ),
    (
        rf"Pick what you like: the game lasts {N} more picks? after any pick if your"
        r" opponent hurries to win\.",
        alike,
    ),
    (r"Pick what you like: your opponent can then end the game at once\.", at_once),
    (rf"Pick (\d+): it leaves your opponent {MANY}, as many as any of your picks\.", leaves_most),
    (
        r"Pick (\d+): it ends the game, as every pick does here, and the last pick loses\.",
        every_pick_ends,
    ),
    (r"(\d+) ends the game, and the last pick loses\.", only_pick_ends),
    (rf"You have {N} picks\. (\d+) leaves your opponent the fewest answers, {N}\.", fewest),
    (
        rf"(\d+) leaves your opponent the most answers, {N}\."
        r" Fewer answers are easier to think through\.",
        most,
    ),
    (
        r"After (\d+) your opponent can only pick (\d+)\."
        rf" (\d+) leaves your opponent the most answers, {N}\.",
        forced,
    ),
    (rf"You have {N} picks, and each leaves your opponent {MANY}\.", each_leaves),
    (r"I know of no difference between your picks: take what you like\.", no_difference),
    (r"There is nothing but (\d+) to pick\.", nothing_else),
]
