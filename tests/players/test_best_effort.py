"""A bot that does not know: it says so, and plays as well as it can."""

from random import Random

import pytest
from support.brute import game_of, winning
from support.clocks import Looks
from support.unsolved import UNKNOWN

import lastpick.oracle
import lastpick.players.best_effort
from lastpick import load, oracle
from lastpick.game import LOSES, Game, Position
from lastpick.oracle import Budget, Verdict
from lastpick.players import ADMISSION, Guess, find_bot, greedy_pick
from lastpick.players.best_effort import best_effort
from lastpick.players.player import BotPlayer
from lastpick.relations import FOLLOWS, Numbers, Relation

RELATION = "(n * 7 + last * 11 + n * last) % 13 < 5"
HARD = game_of(1, 200, follows=RELATION)


def timeless(positions: int) -> Budget:
    """A budget of positions only: its clock stands still."""
    return Budget(positions=positions, clock=lambda: 0.0)


def reached(game: Game, seed: int, left: int) -> Position:
    """Where a game played at random stands when few picks are left."""
    picks = game.start().playout(Random(seed)).picks
    return game.play(picks[: max(0, len(picks) - left)])


@pytest.mark.parametrize("last_pick", ["wins", LOSES])
@pytest.mark.parametrize("seed", range(25))
def test_what_it_proves_is_true(seed: int, last_pick: str) -> None:
    game = Game("", Numbers(1, 14), None, Relation(FOLLOWS, RELATION), last_pick=last_pick)
    position = reached(game, seed, 1 + seed % 6)
    assert position.choices
    for budget in (timeless(20), timeless(200), timeless(100_000)):
        n = best_effort(position, Random(seed), budget)
        assert n in position.legal
        if not isinstance(n, Guess) and truth(position):
            assert n in truth(position)
    assert not isinstance(n, Guess)  # it has seen all of it


def truth(position: Position) -> list[int]:
    """The winning picks; counted here where the last pick loses."""
    if not position.game.misere:
        return winning(position)
    return [n for n in position.legal if not misere_win(position.pick(n))]


def misere_win(position: Position) -> bool:
    return not position.choices or any(not misere_win(position.pick(n)) for n in position.legal)


def test_a_win_at_once_is_found_though_nothing_is_solved() -> None:
    """Nothing follows 8; the rest of the pool is too much for anybody."""
    game = game_of(1, 200, follows=f"({RELATION}) and last != 8")
    position = game.start()
    assert oracle.solve(position, Budget(positions=1000)).wins is None
    assert best_effort(position, Random(1), timeless(1000)) == 8


def test_a_pick_that_loses_at_once_is_avoided() -> None:
    """Whoever opens with an even number meets 1, which nothing follows."""
    rule = f"last != 1 and (n == 1 or n % 2 == 0 or ({RELATION}))"
    game = game_of(1, 60, follows=f"{rule} and (last % 2 == 0 or n != 1)", opens="n > 1")
    for seed in range(10):
        n = best_effort(game.start(), Random(seed), timeless(4000))
        assert isinstance(n, Guess)
        assert n % 2 == 1


def test_where_nothing_can_be_proved_it_leaves_the_fewest_answers() -> None:
    position = HARD.start()
    chosen = {int(best_effort(position, Random(seed), timeless(300))) for seed in range(8)}
    answers = {n: len(position.pick(n).legal) for n in position.legal}
    assert all(answers[n] == min(answers.values()) for n in chosen)


def test_where_the_last_pick_loses_it_leaves_at_least_one_answer() -> None:
    rule = Relation(FOLLOWS, f"last != 8 and ({RELATION})")
    game = Game("", Numbers(1, 200), None, rule, last_pick=LOSES)
    for most in (10, 1000):
        n = best_effort(game.start(), Random(1), timeless(most))
        assert isinstance(n, Guess)
        if most > 10:
            assert n != 8


@pytest.mark.parametrize("name", ["perfect", "level:5"])
def test_it_is_a_guess_only_where_the_oracle_does_not_know(name: str) -> None:
    choose = find_bot(name).choose
    assert isinstance(find_bot("perfect").choose(HARD.start(), Random(1), timeless(500)), Guess)
    guesses = [choose(HARD.start(), Random(seed), timeless(500)) for seed in range(5)]
    assert any(isinstance(n, Guess) for n in guesses)
    known = load("divisor-duel").start()
    assert not any(isinstance(choose(known, Random(s), timeless(10**6)), Guess) for s in range(5))


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_bots_that_never_ask_make_no_guesses(name: str) -> None:
    assert type(find_bot(name).choose(HARD.start(), Random(1))) is int


def test_the_same_chance_and_positions_give_the_same_pick() -> None:
    for seed in range(6):
        picks = {
            int(find_bot("perfect").choose(HARD.start(), Random(seed), timeless(2000)))
            for _ in range(3)
        }
        assert len(picks) == 1


def test_it_ends_with_its_budget() -> None:
    for looks in (1, 2, 5, 20):
        clock = Looks(looks)
        assert find_bot("perfect").choose(HARD.start(), Random(1), clock.budget()) in HARD.numbers
        assert clock.count < looks + 10


def test_some_of_the_time_is_kept_for_doing_without(monkeypatch: pytest.MonkeyPatch) -> None:
    ends: list[float] = []

    def slow(_: Position, budget: Budget) -> Verdict:
        ends.append(budget.left)
        return UNKNOWN

    def effort(position: Position, _: Random, budget: Budget) -> int:
        ends.append(budget.left)
        return position.legal[0]

    monkeypatch.setattr(lastpick.oracle, "solve", slow)
    monkeypatch.setattr(lastpick.players.best_effort, "best_effort", effort)
    for whole in (4.0, 100.0):
        find_bot("perfect").choose(HARD.start(), Random(1), Budget(whole, clock=lambda: 0.0))
    assert ends == [pytest.approx(2.8), 4.0, pytest.approx(7.0), 10.0]


def test_a_player_passes_its_guess_on() -> None:
    n = BotPlayer("perfect").choose(HARD.start(), Random(1), timeless(300))
    assert isinstance(n, Guess)
    assert str(n) == f"{int(n)}"
    assert ADMISSION == "I cannot solve this; I will play as well as I can"


def test_it_beats_the_greedy_bot() -> None:
    """Of 60 games from both seats, with 300 positions a pick; three deviations of a coin are 12."""
    game = game_of(1, 30, follows=RELATION)
    won = 0
    for number in range(60):
        position = game.start()
        while position.choices:
            ply = len(position.picks)
            rng = Random(f"{number}/{ply}")
            if (ply + number) % 2:
                position = position.pick(best_effort(position, rng, timeless(300)))
            else:
                position = position.pick(greedy_pick(position, rng))
        assert position.outcome
        won += (position.outcome.winner - 1 + number) % 2
    assert won > 42
