"""mcts:PLAYOUTS: a plain tree search, seeded, and better the longer it looks."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.brute import game_of
from support.drawn import Pair, choices, games, picks_of

from lastpick.catalog import load
from lastpick.errors import PlayerError
from lastpick.evaluation.report.data import report
from lastpick.evaluation.results import Plan, Results
from lastpick.evaluation.run import run
from lastpick.evaluation.suite import standard
from lastpick.players import mcts, open_player
from lastpick.players.mcts import mcts_pick
from lastpick.players.player import Options


@settings(max_examples=30)
@given(games(), choices(), st.integers(0, 1000))
def test_it_picks_legal_numbers_and_the_same_for_the_same_seed(
    pair: Pair, chosen: list[int], seed: int
) -> None:
    position = pair.game.play(picks_of(pair.game, chosen[: len(chosen) // 2]))
    if position.choices:
        first, again = (mcts_pick("20")(position, Random(seed)) for _ in range(2))
        assert first == again
        assert first in position.legal


def test_it_sees_a_win_at_once_and_a_loss_in_two() -> None:
    position = load("divisor-duel").play([1])  # primes above ten leave no answer
    assert mcts_pick("400")(position, Random(1)) in (11, 13, 17, 19)
    assert mcts_pick("400")(load("divisor-duel").play([14]), Random(1)) != 1


def test_where_the_last_pick_loses_it_leaves_one() -> None:
    """On 0-4 by steps of at most 3 downwards: whoever leaves 1 forces 0 on the other one."""
    down = game_of(0, 20, follows="last - 3 <= n < last", start_from=4, last_pick="loses")
    assert mcts_pick("400")(down.start(), Random(1)) == 1
    usual = game_of(0, 20, follows="last - 3 <= n < last", start_from=3)
    assert mcts_pick("400")(usual.start(), Random(1)) == 0


def test_playouts_are_counted_and_1000_unless_told(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds: list[object] = []
    right = mcts._round

    def counted(root: mcts._Node, rng: Random) -> None:
        rounds.append(root)
        right(root, rng)

    monkeypatch.setattr(mcts, "_round", counted)
    open_player("mcts").choose(load("divisor-duel").start(), Random(1))
    assert len(rounds) == 1000
    rounds.clear()
    open_player("mcts:7").choose(load("divisor-duel").start(), Random(1))
    assert len(rounds) == 7


@pytest.mark.parametrize("name", ["mcts:0", "mcts:x", "mcts:-1", "mcts:1.5", "mcts:99999999999"])
def test_another_number_of_playouts_is_one_line(name: str) -> None:
    with pytest.raises(PlayerError, match="mcts: takes a number of playouts from 1 to"):
        open_player(name)


def kept(player: str) -> float:
    plan = Plan(player, standard().cut(2), 1, 2, 0, Options())
    results = Results()
    run(plan, results)
    return report(plan, results).whole.kept


def test_more_playouts_keep_more_wins() -> None:
    assert kept("mcts:2") + 0.1 < kept("mcts:20") < kept("mcts:200")
