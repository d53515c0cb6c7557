"""Hints in three steps, each of which tells something new.

A won position: that it is won, where to look, and the pick with its reason. A lost one: that it is
lost, and the hardest trap; where every answer to every pick wins there is no trap, and then the
pick that makes the game longest. Where nobody knows: what can be counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..game import Position
from ..oracle import Budget, Verdict, solve
from ..oracle.budget import A_LOOK, NO_DEADLINE
from ..oracle.remoteness import remoteness
from ..oracle.traps import Answers, answers, hardest
from .plain import NOT_KNOWN, advice, easiest, endings
from .plain.words import series

STEPS = 3
_SECONDS = 2.0  # in which the longest game is looked for
_FEW = 1_000  # picks that are counted through, where nobody knows more
_FEW_TO_LOOK_AT = 3  # picks that are named one by one
_NO_MISTAKE = "You lose if your opponent makes no mistake."
WINS, TRAP, LONGEST = "wins", "trap", "longest"


class Look(NamedTuple):
    """A position, looked at once for all three steps."""

    verdict: Verdict
    best: int | None  # the pick to lead to; None where nobody knows
    sure: bool = True  # whether it is the best of all picks, not only of those looked at
    left: Answers | None = None  # in a lost position: what that pick leaves, if that is known
    lasts: int | None = None  # where there is no trap: how many picks are still made after it
    longer: bool = False  # and whether that is more than after some other pick

    @property
    def trap(self) -> bool:
        """Whether it leaves an answer that is a mistake."""
        return self.left is not None and self.left.share < 1


class Shown(NamedTuple):
    """What a hint points at on the board."""

    kind: str | None = None  # WINS, or in a lost position TRAP or LONGEST; None: it points nowhere
    area: tuple[int, int] | None = None  # the ends of the third in which it lies
    pick: int | None = None  # and in the last step the pick itself


def shown(position: Position, found: Look, step: int) -> Shown:
    """What a step points at, where its words do; what loses never looks like what wins."""
    best = found.best
    if best is None or step == 1:
        return Shown()
    pick = best if step == STEPS else None
    if found.verdict.wins or found.trap:
        return Shown(WINS if found.verdict.wins else TRAP, area(position, best), pick)
    named = found.sure and (found.longer or found.lasts is None)
    return Shown(LONGEST, pick=pick) if named and pick is not None else Shown()


def look(position: Position, budget: Budget = NO_DEADLINE, meant: Sequence[int] = ()) -> Look:
    """Look at a position for `A_LOOK` seconds, its traps included; the picks meant come first."""
    budget = budget.part(A_LOOK)
    verdict = solve(position, budget)
    if verdict.wins is None or not position.choices:
        return Look(verdict, best=None)
    if verdict.wins:
        best = next((n for n in meant if n in verdict.winning), None)
        return Look(verdict, easiest(position, verdict) if best is None else best)
    found = answers(position, budget)
    best = hardest(found)[0]
    seen = Look(verdict, best, sure=None not in found.values(), left=found[best])
    return seen if seen.trap or not seen.sure else _longest(position, seen, found, budget)


def _longest(
    position: Position, seen: Look, found: Mapping[int, Answers | None], budget: Budget
) -> Look:
    """Where there is no trap, the pick after which the game lasts longest, if that is known."""
    budget = budget.part(_SECONDS)
    lengths = {}
    for n in found:
        length = remoteness(position.pick_unchecked(n), budget)
        if length is None:
            most = max(found, key=lambda n: position.pick_unchecked(n).choices.bit_count())
            return seen._replace(best=most, left=found[most])
        lengths[n] = length
    best = max(lengths, key=lambda n: lengths[n])
    longer = lengths[best] > min(lengths.values())
    return seen._replace(best=best, left=found[best], lasts=lengths[best], longer=longer)


def hint(position: Position, step: int, budget: Budget = NO_DEADLINE) -> str:
    """What to tell a player who asks for the first, second or third time."""
    return in_words(position, look(position, budget), step)


def in_words(
    position: Position, found: Look, step: int, exact: bool = False, worths: bool = False
) -> str:
    """One of the three steps, from what a look has found; its reason in plain words, or exactly."""
    if exact and (
        step == STEPS if found.verdict.wins else found.verdict.wins is None and step == 1
    ):
        return found.verdict.text
    if not position.choices:
        return endings.stuck(position)
    if found.verdict.wins is None:
        return _counted(position, step)
    if found.verdict.wins:
        return _of_won(position, found, step, worths)
    return _of_lost(position, found, step)


def _of_won(position: Position, found: Look, step: int, worths: bool) -> str:
    verdict, legal, won = found.verdict, position.choices.bit_count(), len(found.verdict.winning)
    if step == STEPS:
        return advice(position, verdict, worths, pick=found.best)
    if legal == 1:
        return "You can win." if step == 1 else _only_pick(position)
    if won == legal:
        return "You can win." if step == 1 else f"Each of your {legal:,} picks wins."
    if step == 1:
        return f"You can win: {won:,} of your {legal:,} picks {_win(won)}."
    alone, where = _where(position, found.best)
    return f"Look {where}: {'it wins' if alone else 'there is a winning pick'}."


def _of_lost(position: Position, found: Look, step: int) -> str:
    best, left, legal = found.best, found.left, position.choices.bit_count()
    if legal == 1:
        return _of_one(position, found, step)
    if found.trap and left is not None:
        if step == 1:
            return f"{_NO_MISTAKE} Set a trap: a pick that is hard to answer."
        if step == 2:
            alone, where = _where(position, best)
            if found.sure:
                there = "it is the hardest trap" if alone else "the hardest trap is there"
            else:
                there = "it is a trap" if alone else "there is a trap"
            return f"Look {where}: {there}."
        return f"Pick {best}: {_leaves(left)}."
    if step == 1:
        return _NO_MISTAKE
    if not found.sure or left is None:
        return _counted(position, step)
    if step == 2:
        return f"No trap can be set: {_no_mistakes(position)}."
    return _longest_in_words(position, found)


def _no_mistakes(position: Position) -> str:
    """Why no answer is a mistake; where the last pick loses, a pick may lose without an answer."""
    answered = [_left(position, n) > 0 for n in position.legal]
    if all(answered):
        return f"after each of your {len(answered):,} picks, your opponent wins with any answer"
    if any(answered):
        return f"your opponent has no losing answer to any of your {len(answered):,} picks"
    return f"your opponent has no answer to any of your {len(answered):,} picks"


def _of_one(position: Position, found: Look, step: int) -> str:
    """A single pick, which loses."""
    (only,), left = position.legal, found.left
    if step == 1:
        return _NO_MISTAKE
    if step == 2:
        return _only_pick(position)
    if left is None:
        return "I could not work out which answers of your opponent win."
    if not left.legal:
        return f"{only} ends the game, and the last pick loses."
    if found.trap:
        return f"You can only pick {only}: {_leaves(left)}."
    return advice(position, found.verdict)


def _longest_in_words(position: Position, found: Look) -> str:
    best, lasts = found.best, found.lasts
    if found.left is not None and not found.left.legal:
        return f"Pick {best}: it ends the game, as every pick does here, and the last pick loses."
    if lasts is None:
        leaves = position.pick_unchecked(best or 0).choices.bit_count()
        return (
            f"Pick {best}: it leaves your opponent {_many(leaves)}, as many as any of your picks."
        )
    more = f"{lasts:,} more {'pick' if lasts == 1 else 'picks'}"
    if found.longer:
        return f"Pick {best}: the game then lasts longest, {more} if your opponent hurries to win."
    if lasts == 1:
        return "Pick what you like: your opponent can then end the game at once."
    return (
        f"Pick what you like: the game lasts {more} after any pick if your opponent hurries to win."
    )


def _counted(position: Position, step: int) -> str:
    """What can be said where nobody knows who wins."""
    count = position.choices.bit_count()
    if step == 1:
        return NOT_KNOWN
    if count > _FEW:
        last = position.legal[-1]
        return (
            f"You have {count:,} picks, too many to go through them."
            if step == 2
            else f"{last} leaves your opponent {_many(_left(position, last))}."
        )
    left = {n: _left(position, n) for n in position.legal}
    fewest, most = min(left, key=lambda n: left[n]), max(left, key=lambda n: left[n])
    if count == 1:
        return _only_pick(position) if step == 2 else f"There is nothing but {fewest} to pick."
    if left[fewest] == left[most]:
        same = f"You have {count:,} picks, and each leaves your opponent {_many(left[most])}."
        return (
            same if step == 2 else "I know of no difference between your picks: take what you like."
        )
    if step == 2:
        few = f"{fewest} leaves your opponent the fewest answers, {left[fewest]:,}"
        return f"You have {count:,} picks. {few}."
    told = f"{most} leaves your opponent the most answers, {left[most]:,}"
    if left[fewest] == 1:
        (forced,) = position.pick_unchecked(fewest).legal
        return f"After {fewest} your opponent can only pick {forced}. {told}."
    return f"{told}. Fewer answers are easier to think through."


def _only_pick(position: Position) -> str:
    (only,) = position.legal
    return f"You have one pick, {only}, and it leaves your opponent {_many(_left(position, only))}."


def _leaves(left: Answers) -> str:
    """What a trap leaves: the right answers, or the wrong ones if those are fewer."""
    wrong = left.legal - left.winning
    some = f"only {left.winning:,} of them {_win(left.winning)}"
    if wrong < left.winning:
        some = f"{wrong:,} of them {'loses' if wrong == 1 else 'lose'}"
    return f"your opponent then has {left.legal:,} picks, and {some}"


def _win(count: int) -> str:
    return "wins" if count == 1 else "win"


def _left(position: Position, n: int) -> int:
    return position.pick_unchecked(n).choices.bit_count()


def _many(count: int) -> str:
    return "no answer" if not count else f"{count:,} answer{'s' * (count != 1)}"


def _where(position: Position, n: int | None) -> tuple[bool, str]:
    """Where to look for a pick, and whether nothing else is there."""
    third = _third(position, n or 0)
    few = len(third) <= _FEW_TO_LOOK_AT
    return len(third) == 1, f"at {series(third)}" if few else f"from {third[0]} to {third[-1]}"


def area(position: Position, n: int) -> tuple[int, int]:
    """The third of the legal picks in which a number lies, by its ends."""
    third = _third(position, n)
    return third[0], third[-1]


def _third(position: Position, n: int) -> tuple[int, ...]:
    legal = position.legal
    size = -(-len(legal) // 3)
    start = legal.index(n) // size * size
    return legal[start : start + size]
