"""The levels: each beats the one below it, and perfect never lets go of a win."""

from random import Random

import pytest

from lastpick import load, oracle
from lastpick.oracle.traps import trap
from lastpick.players import ACCURACY, find_bot, rng_for

LADDER = [f"level:{level}" for level in ACCURACY] + ["perfect"]


def wins(strong: str, weak: str, game: str, rounds: int) -> int:
    won = 0
    for number in range(rounds):
        seats = (strong, weak) if number % 2 == 0 else (weak, strong)
        position = load(game).start()
        while position.choices:
            ply = len(position.picks)
            position = position.pick(
                find_bot(seats[ply % 2]).choose(position, rng_for(0, number, ply))
            )
        outcome = position.outcome
        assert outcome
        won += seats[outcome.winner - 1] == strong
    return won


@pytest.mark.parametrize("step", range(len(ACCURACY)))
def test_each_level_beats_the_one_below(step: int) -> None:
    """With these seeds; two standard deviations of a fair coin are 14 of 200 games."""
    weak, strong = LADDER[step], LADDER[step + 1]
    assert wins(strong, weak, "juniper-green", 200) > 114


def test_sight_grows_with_the_level() -> None:
    assert list(ACCURACY) == [1, 2, 3, 4, 5]
    assert sorted(ACCURACY.values()) == list(ACCURACY.values())


@pytest.mark.parametrize("game", ["divisor-duel", "non-consecutive", "prime-rumble"])
def test_perfect_keeps_every_win_and_sets_the_hardest_trap(game: str) -> None:
    rng = Random(3)
    for _ in range(30):
        picks = load(game).start().playout(rng).picks
        position = load(game).play(picks[: rng.randrange(len(picks))])
        chosen = find_bot("perfect").choose(position, rng)
        verdict = oracle.solve(position)
        assert chosen in (verdict.winning or trap(position))


def test_perfect_picks_greedily_where_nobody_knows() -> None:
    position = load("prime-rumble", "3-900").start()
    little = oracle.Budget(0.05)
    assert oracle.solve(position, little).wins is None
    assert find_bot("perfect").choose(position, Random(1), little) in position.legal
