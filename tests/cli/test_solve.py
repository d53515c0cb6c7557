"""`lastpick solve`, `sequence` and `hint`: the oracle from the command line."""

import json
from pathlib import Path

import pytest
from support.running import refused, run

from lastpick import load, oracle


def test_the_shape_of_a_verdict() -> None:
    done = run("solve", "prime-rumble", "--json")
    assert (done.err, done.code) == ("", 0)
    data = json.loads(done.out)
    assert list(data) == [
        "game", "numbers", "picks", "to_move", "wins", "winning", "complete", "nimber", "method",
        "reason",
    ]  # fmt: skip
    reason = data.pop("reason")
    assert data == {
        "game": "prime-rumble",
        "numbers": "2-50",
        "picks": [],
        "to_move": 1,
        "wins": True,
        "winning": [5, 17, 19, 23, 42],
        "complete": True,
        "nimber": 17,
        "method": "table",
    }
    assert reason["text"]


def test_a_verdict_in_words() -> None:
    done = run("solve", "divisor-duel", "--after", "14")
    assert done.lines[:3] == [
        "Divisor Duel 1-20, Player 2 to move",
        "Player 2 wins with best play.",
        "Winning picks: 2, 7",
    ]
    lost = run("solve", "non-consecutive")
    assert lost.lines[1] == "Player 2 wins with best play."
    assert "Nimber: 0" in lost.lines


def test_one_winning_pick_is_enough() -> None:
    data = json.loads(run("solve", "prime-rumble", "--one", "--json").out)
    assert (data["wins"], data["winning"], data["complete"]) == (True, [5], False)
    lost = json.loads(run("solve", "non-consecutive", "--one", "--json").out)
    assert (lost["wins"], lost["winning"], lost["complete"]) == (False, [], True)


def test_the_position_of_a_record(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    run("play", "divisor-duel", "--record", file, stdin=("6", "3", "quit"))
    data = json.loads(run("solve", file, "--json").out)
    assert (data["picks"], data["to_move"]) == ([6, 3], 1)
    assert data["winning"] == list(oracle.solve(load("divisor-duel").play([6, 3])).winning)
    assert run("solve", file, "--numbers", "1-30").code == 2
    file.write_text(file.read_text()[:60])
    assert run("solve", file).code == 2


def test_the_sets_of_a_chain() -> None:
    sets = json.loads(run("solve", "divisor-duel", "--sets", "--json").out)
    assert sorted(sets["D"] + sets["A"] + sets["C"]) == list(range(1, 21))
    assert {*range(1, 21)} - {*sets["D"]} == {1, 14}
    assert run("solve", "divisor-duel", "--sets").lines[0].startswith("D (")
    refused = run("solve", "prime-rumble", "--sets")
    assert refused.code == 2
    assert refused.err.startswith("lastpick: --sets is for chain games")


def test_unknown_is_said_and_is_no_success() -> None:
    asked = ("solve", "prime-rumble", "--numbers", "3-900", "--seconds", "0.5")
    done = run(*asked, "--json")
    data = json.loads(done.out)
    assert (data["wins"], data["winning"], data["complete"], done.code) == (None, [], False, 1)
    assert run(*asked).lines[1].startswith("Unknown: ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--after", "6,x"), "--after: 'x' is no pick; write it as in 6,3,9"),
        (("--after", "6,7"), "--after: 7 is neither a divisor nor a multiple of 6"),
        (("--after", "99"), "--after: 99 is not in the range 1-20"),
        (("--last", "6"), "--last goes with --pool, as in --pool 3,5,8-12 --last 6"),
        (
            ("--pool", "3", "--after", "6"),
            "--pool and --after both name a position; leave out one of them",
        ),
        (
            ("--pool", "3,x"),
            "--pool: 'x' is neither a number nor a range; write it as in 3,5,8-12",
        ),
        (
            ("--pool", "3,5-"),
            "--pool: '5-' is neither a number nor a range; write it as in 3,5,8-12",
        ),
        (("--pool", "12-8"), "--pool: the pool 12-8 is empty: write the smaller number first"),
        (("--pool", "3,99"), "--pool: 99 is not in the range 1-20"),
        (
            ("--pool", "3,6", "--last", "6"),
            "--pool: 6 cannot be both the last pick and left in the pool",
        ),
        (
            ("--pool", "3", "--last", "30"),
            "--pool: 30 cannot be the last pick: it is not in the range 1-20",
        ),
        (("--numbers", "20-1"), "the pool 20-1 is empty: write the smaller number first"),
    ],
)
def test_positions_that_cannot_arise(words: tuple[str, ...], said: str) -> None:
    done = run("solve", "divisor-duel", *words)
    assert (done.out, done.err, done.code) == ("", f"lastpick: {said}\n", 2)


def test_any_pool_can_be_asked_about() -> None:
    """Here no play leads: 6 is gone, and with it much that nobody can have picked."""
    asked = ("solve", "divisor-duel", "--pool", "3, 5,8-12", "--last", "6")
    data = run(*asked, "--json").json
    assert (data["pool"], data["last"]) == ([3, 5, 8, 9, 10, 11, 12], 6)
    assert (data["picks"], data["to_move"], data["wins"], data["winning"]) == ([], 1, True, [12])
    assert run(*asked).lines[:4] == [
        "Divisor Duel 1-20, Player 1 to move",
        "Left: 3, 5, 8, 9, 10, 11, 12; last pick 6",
        "Player 1 wins with best play.",
        "Winning picks: 12",
    ]
    wider = run("solve", "divisor-duel", "--numbers", "1-50", "--pool", "40", "--last", "20")
    assert wider.lines[1:4] == [
        "Left: 40; last pick 20",
        "Player 1 wins with best play.",
        "Winning picks: 40",
    ]


def test_a_pool_before_the_first_pick_and_an_empty_one() -> None:
    opening = run("solve", "juniper-green", "--pool", "3,5,7", "--json").json
    assert (opening["last"], opening["wins"]) == (None, False)  # an opening must be even
    empty = run("solve", "divisor-duel", "--pool", "", "--last", "6")
    assert empty.lines[1:3] == ["Left: no number; last pick 6", "Player 2 wins with best play."]


MISERE_FROM_0 = """numbers = "0-20"
start = 25
follows = "last - 6 <= n < last"
last_pick = "loses"
"""


def test_pools_of_a_misere_game_that_starts_from_a_number(tmp_path: Path) -> None:
    file = tmp_path / "down.toml"
    file.write_text(MISERE_FROM_0)
    started = run("solve", file, "--pool", "0,1,19-20, 20,1", "--json").json
    assert (started["pool"], started["last"]) == ([0, 1, 19, 20], 25), "each number once"
    assert (started["wins"], started["winning"]) == (True, [20]), "19 follows, and ends it"
    assert run("solve", file, "--pool", "0,1,19-20", "--last", 25, "--json").json == started
    later = run("solve", file, "--pool", "0-1", "--last", "4", "--json").json
    assert (later["wins"], later["winning"]) == (True, [1]), "whoever has to pick 0 loses"
    stuck = run("solve", file, "--pool", "", "--last", "4")
    assert stuck.lines[1:3] == ["Left: no number; last pick 4", "Player 1 wins with best play."]
    for last in (24, 26):
        refusal = refused(run("solve", file, "--pool", "3", "--last", last))
        assert f"{last} cannot be the last pick: it is not in the range 0-20" in refusal


def test_a_pool_that_play_leads_to_is_told_as_before() -> None:
    data = run("solve", "divisor-duel", "--pool", "1-20", "--json").json
    assert data == run("solve", "divisor-duel", "--json").json


def test_a_record_has_its_own_pool(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    run("play", "divisor-duel", "--record", file, stdin=("6", "3", "quit"))
    refusal = refused(run("solve", file, "--pool", "3"))
    assert refusal.endswith("a record has its own pool; name its game to ask about another\n")


def test_sequences(tmp_path: Path) -> None:
    sieve = run("sequence", "prime-rumble", "--from", "2", "--to", "16", "--bfile")
    published = [1, 0, 3, 2, 1, 0, 4, 5, 1, 0, 7, 6, 4, 8, 7]
    assert sieve.lines == [
        "# nimber of the pools 2-n, prime-rumble",
        *(f"{last} {value}" for last, value in enumerate(published, 2)),
    ]
    chain = run("sequence", "divisor-duel", "--from", "8", "--to", "10")
    assert chain.lines == ["last,winning openings", "8,6", "9,2", "10,0"]
    data = json.loads(run("sequence", "non-consecutive", "--from", "1", "--to", "4", "--json").out)
    assert data["terms"] == [[1, 1], [2, 1], [3, 2], [4, 0]]
    picture = tmp_path / "row.svg"
    drawn = run("sequence", "non-consecutive", "--from", "1", "--to", "9", "--plot", picture)
    assert (drawn.err, drawn.code) == ("", 0)
    assert "<svg" in picture.read_text()
    assert run("sequence", "prime-rumble", "--from", "1", "--to", "4").code == 2


def test_three_hints_at_the_prompt() -> None:
    done = run("play", "divisor-duel", stdin=("14", "hint", "hint", "hint", "hint", "7", "quit"))
    asked = [i for i, line in enumerate(done.lines) if line.endswith(": hint")]
    said = [done.lines[i + 1] for i in asked]
    assert said[0] == "You can win: 2 of your 3 picks win."
    assert said[1].startswith("Look ")
    assert said[2] == "Pick 7: your opponent can only pick 1, and you end the game with 19."
    assert said[3] == said[2]


def test_a_hint_in_a_lost_position_is_a_trap() -> None:
    done = run("play", "divisor-duel", stdin=("6", "hint", "hint", "hint", "quit"))
    lost = "You lose if your opponent makes no mistake."
    assert f"{lost} Set a trap: a pick that is hard to answer." in done.lines
    assert "Pick 18: your opponent then has 4 picks, and only 2 of them win." in done.lines


def test_hints_begin_anew_with_each_turn() -> None:
    done = run("play", "divisor-duel", stdin=("14", "hint", "7", "hint", "quit"))
    said = [line for line in done.lines if "You can win" in line or "You lose" in line]
    assert len(said) == 2


def test_remoteness() -> None:
    done = run("solve", "divisor-duel", "--after", "14", "--remoteness", "--json")
    assert isinstance(json.loads(done.out)["remoteness"], int)
    line = run("solve", "divisor-duel", "--after", "14", "--remoteness").lines[-1]
    count = json.loads(done.out)["remoteness"]
    assert line.startswith(f"Remoteness: {count} picks to the end, if the winner hurries")
    done = run("solve", "divisor-duel", "--numbers", "1-70", "--remoteness", "--json")
    assert json.loads(done.out)["remoteness"] == 3  # two primes above half of the pool
    done = run("solve", "non-consecutive", "--numbers", "1-70", "--remoteness", "--json")
    assert json.loads(done.out)["remoteness"] is None
    assert done.code == 0  # who wins is known
    done = run("solve", "non-consecutive", "--numbers", "1-70", "--remoteness")
    assert done.lines[-1] == "Remoteness: unknown"
    assert "remoteness" not in json.loads(run("solve", "divisor-duel", "--json").out)
