"""Who plays whom: read from the command line, and numbered so that a number says it all."""

from __future__ import annotations

from collections import Counter

import pytest
from support.tournaments import tournament

from lastpick.arena.batch import play_batch
from lastpick.arena.entrants import Entrant, read_games, read_players
from lastpick.arena.tournament import read_tournament
from lastpick.errors import ArenaError, LastpickError, PlayerError
from lastpick.players.player import Options


def test_every_pair_meets_in_every_game_with_both_seats_in_every_round() -> None:
    found = tournament(players="random,greedy,perfect,level:1", rounds=3)
    pairings = [found.pairing(number) for number in range(1, found.total + 1)]
    assert found.total == 3 * 2 * 4 * 3
    met = Counter((p.round, p.game, p.first, p.second) for p in pairings)
    assert set(met.values()) == {1}
    assert set(met) == {
        (r, g, i, j)
        for r in (1, 2, 3)
        for g in (0, 1)
        for i in range(4)
        for j in range(4)
        if i != j
    }
    assert [p.round for p in pairings] == sorted(p.round for p in pairings)


def test_a_worker_reads_what_was_agreed() -> None:
    options = Options(seconds=3.5, prices=(1.0, 2.0), log="somewhere")
    found = tournament(players=["random", "x=exec:./a b, c"], options=options)
    again = read_tournament(found.line)
    assert again.line == found.line
    assert again.options == options._replace(log=None)
    assert again.players[1] == Entrant("x", "exec:./a b, c")


def test_options_for_others_do_not_count_among_bots() -> None:
    assert tournament(options=Options(seconds=1.0)).line == tournament().line


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["random,perfect"], ["random", "perfect"]),
        (["random", "perfect , greedy"], ["random", "perfect", "greedy"]),
        (["random,,perfect,"], ["random", "perfect"]),
        (["random,exec:./bot --a,b=c d"], ["random", "exec:./bot --a,b=c d"]),
        (["exec:a,b", "exec:c,d"], ["exec:a,b", "exec:c,d"]),
        (["llm:some/model:8b,mcts:100"], ["llm:some/model:8b", "mcts:100"]),
    ],
)
def test_players_are_read(values: list[str], expected: list[str]) -> None:
    assert [entrant.name for entrant in read_players(values)] == expected


def test_players_can_be_named() -> None:
    found = read_players(["a=random,b=random,c=exec:./bot x=1,y=2"])
    assert found == [
        Entrant("a", "random"),
        Entrant("b", "random"),
        Entrant("c", "exec:./bot x=1,y=2"),
    ]
    assert read_players(["exec:" + "x" * 100])[0].label == "exec:" + "x" * 32 + "..."


@pytest.mark.parametrize("value", ["-a=random", "<b>=random", "a\nb", "a" * 41 + "=random"])
def test_names_that_cannot_be_shown_are_refused(value: str) -> None:
    with pytest.raises(PlayerError):
        read_players([value])


def test_games_bring_their_pools() -> None:
    titles = [
        str(book.game.numbers) for book in read_games(["number-bind", "number-bind@1-9"], None)
    ]
    assert titles == ["1-20", "1-9"]
    assert str(read_games(["number-bind"], "1-12")[0].game.numbers) == "1-12"
    with pytest.raises(LastpickError, match="leave out --numbers"):
        read_games(["number-bind@1-9"], "1-12")


@pytest.mark.parametrize(
    ("games", "players", "rounds", "why"),
    [
        (("divisor-duel",), "random", 1, "at least two players"),
        (("divisor-duel",), "random,random", 1, "the player random takes part twice; .* b=random"),
        (("divisor-duel", "divisor-duel"), "random,greedy", 1, "the game divisor-duel 1-20 takes"),
        (("divisor-duel",), "random,greedy", 9_000_000, "at most 10,000,000"),
    ],
)
def test_what_cannot_be_held_is_refused(
    games: tuple[str, ...], players: str, rounds: int, why: str
) -> None:
    with pytest.raises(LastpickError, match=why):
        tournament(games, players, rounds)


def test_a_worker_of_another_version_plays_nothing() -> None:
    with pytest.raises(ArenaError, match="a worker runs lastpick"):
        play_batch(tournament().line, None, (1,), 1.0, "0.0.0")


def test_a_slow_batch_hands_back_the_rest() -> None:
    from lastpick import __version__

    lines = play_batch(tournament().line, None, (3, 1, 2), 0.0, __version__)
    assert len(lines) == 1
    assert lines[0].startswith('{"number": 3,')
