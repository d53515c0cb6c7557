"""search:DEPTH and careful:DEPTH: what they see they play; the rest they leave to chance."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from support.brute import game_of, reachable

from lastpick.catalog import load
from lastpick.errors import PlayerError
from lastpick.game import LOSES, WINS, Game, Position
from lastpick.oracle import Budget
from lastpick.players import comes_from_outside, open_player, searcher
from lastpick.players.searcher import searching_pick

GAMES = [
    game_of(1, 7, follows="n % last == 0 or last % n == 0"),
    game_of(2, 8, removes="m % n == 0"),
    game_of(1, 6, removes="abs(m - n) <= 1", last_pick=LOSES),
    game_of(1, 6, follows="gcd(n, last) == 1", last_pick=LOSES),
]


@cache
def wins(game: Game, bits: int, choices: int, depth: int) -> bool:
    """Whether the player to move can win within so many picks, by trying all of them."""
    if not choices:
        return game.misere
    return depth > 0 and any(
        loses(game, bits & keep, bits & keep & after, depth - 1)
        for keep, after in map(game.move, game.numbers.decode(choices))
    )


@cache
def loses(game: Game, bits: int, choices: int, depth: int) -> bool:
    if not choices:
        return not game.misere
    return depth > 0 and all(
        wins(game, bits & keep, bits & keep & after, depth - 1)
        for keep, after in map(game.move, game.numbers.decode(choices))
    )


def winning(position: Position, depth: int) -> list[int]:
    after = [(n, position.pick(n)) for n in position.legal]
    return [n for n, at in after if loses(at.game, at.bits, at.choices, depth - 1)]


def losing(position: Position, depth: int) -> list[int]:
    after = [(n, position.pick(n)) for n in position.legal]
    return [n for n, at in after if wins(at.game, at.bits, at.choices, depth - 1)]


def test_they_play_the_nearest_win_that_they_see_and_careful_avoids_losses() -> None:
    told = Counter[str]()
    for position in (position for game in GAMES for position in reachable(game)):
        for depth in (1, 2, 3, 5) if position.choices else ():
            near = next((found for d in range(1, depth + 1) if (found := winning(position, d))), [])
            safe = [n for n in position.legal if n not in losing(position, depth)]
            for seed in (1, 2):
                searched, cared = (
                    searching_pick(f"{kind}:{depth}")(position, Random(seed))
                    for kind in ("search", "careful")
                )
                assert searched in (near or position.legal)
                assert cared in (near or safe or position.legal)
                told["won"] += bool(near)
                told["rash"] += not near and searched not in (safe or position.legal)
    assert all(told[kind] for kind in ("won", "rash"))


def shares(name: str, position: Position, times: int = 1200) -> dict[int, float]:
    choose = searching_pick(name)
    counts = Counter(choose(position, Random(seed)) for seed in range(times))
    return {n: counts[n] / times for n in position.legal}


def test_what_they_do_not_see_is_left_to_chance_evenly() -> None:
    """On 1-12 the win takes five picks; one who sees three finds all picks the same."""
    position = load("divisor-duel", "1-12").play([6])
    assert not winning(position, 3)
    avoided = losing(position, 3)
    assert avoided
    for n, share in shares("search:3", position).items():
        assert share == pytest.approx(1 / len(position.legal), abs=0.05), n
    kept = len(position.legal) - len(avoided)
    for n, share in shares("careful:3", position).items():
        assert share == pytest.approx(0 if n in avoided else 1 / kept, abs=0.05), n


def test_a_win_at_once_is_played_though_farther_ones_are_seen() -> None:
    position = next(
        position
        for position in reachable(load("divisor-duel", "1-12"))
        if 0 < len(winning(position, 1)) < len(winning(position, 7))
    )
    at_once = winning(position, 1)
    found = shares("search:7", position, 400)
    assert {n for n, share in found.items() if share} == set(at_once)


def test_where_every_pick_loses_careful_takes_any() -> None:
    position = game_of(1, 4).start()  # whoever opens makes the first and third of four picks
    assert losing(position, 4) == list(position.legal)
    assert all(shares("careful:4", position, 200).values())


@pytest.mark.parametrize("end", [WINS, LOSES])
def test_the_first_picks_are_seen_on_any_pool(end: str) -> None:
    for game in (
        load("juniper-green", "1-600"),
        load("prime-rumble", "2-3000"),
        game_of(1, 3000, removes="abs(m - n) <= 1", last_pick=end),
        game_of(1, 60, follows="(n * 7 + last * 11 + n * last) % 13 < 5", last_pick=end),
    ):
        for name in ("search:1", "search:3", "careful:3"):
            assert searching_pick(name)(game.start(), Random(1)) in game.start().legal


def test_what_is_too_far_to_see_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searcher, "_MOST_LOOKS", 200)
    position = load("juniper-green").start()
    with pytest.raises(PlayerError) as error:
        searching_pick("search:7")(position, Random(1))
    assert str(error.value) == (
        "search:7 cannot see 7 picks ahead here: more than 200 positions would have to be looked"
        " at; choose a smaller depth"
    )
    assert searching_pick("search:3")(position, Random(1)) in position.legal


def test_whoever_waits_may_say_how_long() -> None:
    position = load("juniper-green").start()
    with pytest.raises(PlayerError, match="there was no time to look at all positions"):
        searching_pick("careful:9")(position, Random(1), Budget(0, clock=iter(range(99)).__next__))


def test_they_are_players_of_ours_and_can_be_sent_to_another_process() -> None:
    import pickle

    for name in ("search:5", "careful:12"):
        assert not comes_from_outside(name)
        again = pickle.loads(pickle.dumps(open_player(name)))
        assert again.name == name
        position = load("number-bind").play([4, 8])
        assert again.choose(position, Random(3)) == open_player(name).choose(position, Random(3))


@pytest.mark.parametrize("text", ["", "0", "x", "-1", "2.5", "100", "٣"])
@pytest.mark.parametrize("kind", ["search", "careful"])
def test_another_depth_is_one_line(kind: str, text: str) -> None:
    with pytest.raises(PlayerError) as error:
        open_player(f"{kind}:{text}")
    assert str(error.value) == (
        f"{kind}: takes how many picks it sees ahead, from 1 to 99, as in {kind}:5; found {text!r}"
    )


def test_a_name_without_a_depth_is_told_how_it_is_written() -> None:
    with pytest.raises(PlayerError, match=r"no player is called 'search'; .*search:DEPTH"):
        open_player("search")
