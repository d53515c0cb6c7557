"""The loop that plays a game on: turns in order, to the end, or until somebody does not pick."""

from __future__ import annotations

from lastpick import load
from lastpick.game import Position
from lastpick.players.game_loop import Mover, play_on

START = load("divisor-duel").start()


def lowest(seen: list[int]) -> Mover:
    def pick(position: Position, ply: int) -> Position:
        assert ply == len(position.picks)
        seen.append(ply)
        return position.pick(position.legal[0])

    return pick


def test_both_move_in_turns_to_the_end() -> None:
    one: list[int] = []
    two: list[int] = []
    end = play_on(START, (lowest(one), lowest(two)))
    assert end.outcome
    assert [*one, *two] == [*range(0, len(end.picks), 2), *range(1, len(end.picks), 2)]


def test_a_game_goes_on_with_whoever_is_to_move() -> None:
    one: list[int] = []
    two: list[int] = []
    play_on(START.pick(6), (lowest(one), lowest(two)))
    assert (one[0], two[0]) == (2, 1)


def test_a_game_stops_where_a_mover_does_not_pick() -> None:
    seen: list[int] = []

    def stop(position: Position, ply: int) -> Position | None:
        return None if ply == 3 else position.pick(position.legal[0])

    end = play_on(START, (lowest(seen), stop))
    assert (seen, len(end.picks)) == ([0, 2], 3)
    assert end.choices


def test_a_game_that_is_over_asks_nobody() -> None:
    end = play_on(START, (lowest([]), lowest([])))
    seen: list[int] = []
    assert play_on(end, (lowest(seen), lowest(seen))) is end
    assert not seen
