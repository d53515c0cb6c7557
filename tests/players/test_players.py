"""Bots: never an illegal pick, the same seed the same picks, and greedy as it says."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.brute import game_of
from support.drawn import Pair, choices, games, picks_of
from support.model import Table

from lastpick import players
from lastpick.catalog import load
from lastpick.errors import PlayerError
from lastpick.game import Game
from lastpick.oracle import Budget
from lastpick.players.player import ILLEGAL, BotPlayer, Failure
from lastpick.record import Person

FAR = load("prime-rumble")

LEVELS = [f"level:{level}" for level in range(1, 6)]


def answers(pair: Pair, picks: tuple[int, ...]) -> dict[int, int]:
    """For each legal pick, how many answers the opponent would have.

    Where the last pick loses, to leave none is worse than to leave any number of them.
    """
    left = {
        n: len(Table(pair.rules, (*picks, n)).legal()) for n in Table(pair.rules, picks).legal()
    }
    none = {"wins": 0, "loses": 1000}[pair.rules.last_pick]
    return {n: count or none for n, count in left.items()}


@given(games(), choices(), st.integers(0, 2**64))
def test_greedy_leaves_the_fewest_answers(pair: Pair, chosen: list[int], seed: int) -> None:
    picks = picks_of(pair.game, chosen[: len(chosen) // 2])
    left = answers(pair, picks)
    if left:
        n = players.greedy_pick(pair.game.play(picks), Random(seed))
        assert left[n] == min(left.values())


def test_greedy_does_not_make_the_last_pick_where_it_loses() -> None:
    row = game_of(1, 4, removes="neighbour", last_pick="loses")
    assert {players.greedy_pick(row.start(), Random(seed)) for seed in range(50)} == {2, 3}
    end = row.play([2])  # 4 is all that is left, and has to be taken
    assert players.greedy_pick(end, Random(1)) == 4


def test_greedy_tosses_for_equally_good_picks() -> None:
    position = load("divisor-duel").play([1])
    found = {players.greedy_pick(position, Random(seed)) for seed in range(100)}
    assert found == {11, 13, 17, 19}


def test_on_a_huge_pool_greedy_looks_at_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    right = Game.move

    def move(self: Game, n: int) -> tuple[int, int]:
        looked.append(n)
        return right(self, n)

    monkeypatch.setattr(players.greedy, "_MOST_WORK", 5 * FAR.numbers.size)
    monkeypatch.setattr(Game, "move", move)
    n = players.greedy_pick(FAR.start(), Random(1))
    assert len(set(looked)) == 5
    assert n in looked
    monkeypatch.setattr(players.greedy, "_MOST_WORK", 1)
    looked.clear()
    assert [players.greedy_pick(FAR.start(), Random(1))] == looked


@pytest.mark.parametrize("name", players.BOTS)
@given(pair=games(), chosen=choices(), seed=st.integers(0, 2**64))
def test_no_bot_picks_an_illegal_number(
    name: str, pair: Pair, chosen: list[int], seed: int
) -> None:
    picks = picks_of(pair.game, chosen)
    legal = Table(pair.rules, picks).legal()
    if legal:
        budget = Budget(seconds=0.05)  # whatever it finds by then
        assert players.find_bot(name).choose(pair.game.play(picks), Random(seed), budget) in legal


def test_random_picks_every_legal_number_about_equally_often() -> None:
    position = load("divisor-duel").play([6])
    rng = Random(0)
    counts = Counter(players.random_pick(position, rng) for _ in range(5000))
    assert set(counts) == {1, 2, 3, 12, 18}
    assert all(900 < count < 1100 for count in counts.values())


def game(name: str, seed: int, number: int = 1) -> tuple[int, ...]:
    position, choose = load("juniper-green").start(), players.find_bot(name).choose
    while position.choices:
        chance = players.rng_for(seed, number, len(position.picks) + 1)
        position = position.pick(choose(position, chance))
    return position.picks


@pytest.mark.parametrize("name", players.BOTS)
def test_a_seed_repeats_a_game(name: str) -> None:
    assert game(name, 7) == game(name, 7)


@pytest.mark.parametrize("name", ["random", "greedy", *LEVELS, "perfect"])
def test_other_seeds_give_other_games(name: str) -> None:
    assert len({game(name, seed) for seed in range(20)}) > 5
    assert len({game(name, 7, number) for number in range(1, 20)}) > 5


def test_the_chance_for_a_pick_depends_on_nothing_else() -> None:
    first = {
        (seed, number, ply): players.rng_for(seed, number, ply).random()
        for seed in range(13)
        for number in range(1, 13)
        for ply in range(1, 13)
    }
    assert len(set(first.values())) == len(first)  # 1/11/1 and 11/1/1 and the like differ too
    assert players.rng_for(1, 2, 3).random() == first[1, 2, 3]


def test_players_are_found_by_name() -> None:
    assert {"random", "greedy", *LEVELS, "perfect"} <= players.BOTS.keys()
    for name, player in players.BOTS.items():
        assert players.find_bot(name) is player
        assert player.name == name
        assert player.summary
    titles = [players.BOTS[name].title for name in LEVELS]
    assert titles == ["Beginner bot", "Casual bot", "Friendly bot", "Strong bot", "Expert bot"]
    assert len({player.title for player in players.BOTS.values()}) == len(players.BOTS)
    for name, kind, shown in (
        ("level:2", "level:2", "Casual bot"),
        ("level:2 1", "level:2", "Casual bot 1"),  # where both are the same bot
        ("level:2 x", "level:2", "level:2 x"),
        ("Robo", "level:2", "Robo"),
        ("level:2", None, "level:2"),  # a person
        ("mcts:9", "mcts:9", "mcts:9"),
    ):
        assert players.display_name(Person(name, kind)) == shown
    with pytest.raises(PlayerError) as error:
        players.find_bot("x" * 50)
    assert (
        str(error.value) == f"no player is called '{'x' * 40}'; expected {', '.join(players.BOTS)}"
    )


@pytest.mark.parametrize(
    ("name", "outside", "model"),
    [
        ("exec:./engine.py", True, False),
        ("llm:some-model", True, True),
        ("mcts:100", False, False),
        ("mcts", False, False),
        ("search:3", False, False),
        *((name, False, False) for name in players.BOTS),
    ],
)
def test_programs_and_models_come_from_outside(name: str, outside: bool, model: bool) -> None:
    assert (players.comes_from_outside(name), players.is_model(name)) == (outside, model)


def test_a_bot_that_picks_illegally_fails_like_anybody() -> None:
    position = load("divisor-duel").play([6])
    bot = BotPlayer("broken", lambda *_: 5)
    with pytest.raises(Failure, match="an illegal pick: 5 is neither a divisor nor") as failure:
        bot.choose(position, Random(1))
    assert failure.value.kind == ILLEGAL
