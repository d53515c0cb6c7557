"""Wins and losses over time, per player, game and opponent."""

from pathlib import Path

import pytest
from support.running import run
from support.screens import terminal

from lastpick import load
from lastpick.journal import Standing, standings
from lastpick.record import Match, Person

ANN, BOB = Person("Ann"), Person("Bob")
NAMES = ("--name1", "Ann", "--name2", "Bob")


def played(game: str, *events: int | str, first: int = 0, best_of: int = 1) -> Match:
    match = Match(load(game, "1-20"), (ANN, BOB), first, best_of)
    for event in events:
        match.add(event)
    return match


def test_tallies_count_games_for_both_sides() -> None:
    assert standings([played("number-bind", "resign")]) == [
        Standing("Ann", "number-bind", "Bob", won=0, lost=1),
        Standing("Bob", "number-bind", "Ann", won=1, lost=0),
    ]


def test_tallies_count_people_and_not_seats() -> None:
    """Whoever starts resigns: Ann, then Bob, then Ann."""
    match = played("number-bind", "resign", "resign", "resign", best_of=3)
    assert standings([match])[0] == Standing("Ann", "number-bind", "Bob", won=1, lost=2)
    assert standings([played("number-bind", "resign", first=1)])[0].won == 1


def test_tallies_leave_out_what_is_not_finished() -> None:
    assert standings([played("number-bind"), played("number-bind", 6, 3)]) == []
    half = played("number-bind", "resign", 6, best_of=3)
    assert sum(tally.won + tally.lost for tally in standings([half])) == 2


def test_tallies_add_up_and_keep_games_apart() -> None:
    matches = [
        played("prime-rumble", "resign"),
        played("number-bind", "resign"),
        played("number-bind", 6, "resign"),
        played("number-bind", "resign"),
    ]
    assert standings(matches)[:2] == [
        Standing("Ann", "number-bind", "Bob", won=1, lost=2),
        Standing("Ann", "prime-rumble", "Bob", won=0, lost=1),
    ]


# --- lastpick stats -------------------------------------------------------------------


def play_some() -> None:
    run("play", "number-bind", *NAMES, stdin=["resign"])
    run("play", "number-bind", *NAMES, "--best-of", 3, stdin=["resign", "resign", 6])
    run("play", "prime-rumble", "--name1", "Ann", "--p2", "greedy", stdin=["resign"])
    run("play", "prime-rumble", *NAMES, stdin=[6])


def test_stats() -> None:
    play_some()
    assert run("stats").lines == [
        "Ann: 1 won, 3 lost",
        "  Number Bind",
        "    against Bob: 1 won, 2 lost",
        "  Prime Rumble",
        "    against Greedy bot: 0 won, 1 lost",
        "Bob: 2 won, 1 lost",
        "  Number Bind",
        "    against Ann: 2 won, 1 lost",
        "Greedy bot: 1 won, 0 lost",
        "  Prime Rumble",
        "    against Ann: 1 won, 0 lost",
    ]


def test_stats_of_a_player_or_a_game() -> None:
    play_some()
    for called in ("greedy", "Greedy bot"):
        assert run("stats", "--player", called).lines[0] == "Greedy bot: 1 won, 0 lost"
    assert run("stats", "--player", "greedy", "--game", "number-bind").lines == [
        "No finished games of Number Bind by greedy yet."
    ]
    for called in ("prime-rumble", "Prime Rumble", "prime rumble"):
        assert run("stats", "--game", called).lines[:2] == ["Ann: 0 won, 1 lost", "  Prime Rumble"]
    found = run("stats", "--game", "prime-rumble", "--json").json
    assert [entry["player"] for entry in found] == ["Ann", "greedy"]


def test_stats_as_json() -> None:
    assert run("stats", "--json").json == []
    play_some()
    assert run("stats", "--player", "Bob", "--json").json == [
        {"player": "Bob", "game": "number-bind", "opponent": "Ann", "won": 2, "lost": 1}
    ]


def test_stats_before_the_first_game() -> None:
    done = run("stats")
    assert (done.out, done.err, done.code) == ("No finished games yet.\n", "", 0)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("--player", "gredy"), "by gredy yet; did you mean greedy?"),
        (("--player", "Zoe"), "by Zoe yet; there are some by Ann, Bob, greedy."),
        (("--game", "number-bnid"), "of number-bnid yet; did you mean number-bind?"),
        (("--game", "juniper-green"), "of Juniper Green yet; there are some of Number Bind,"),
    ],
)
def test_a_name_without_games_is_told_and_another_suggested(
    asked: tuple[str, str], said: str
) -> None:
    assert run("stats", *asked).out == f"No finished games {said.partition(' yet')[0]} yet.\n"
    play_some()
    assert said in run("stats", *asked).out
    told = run("stats", *asked, "--json")
    assert told.json == []
    assert said in told.err


def test_a_game_of_ones_own_is_called_by_its_title(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('title = "My Own"\nnumbers = "1-3"\n')
    run("play", file, *NAMES, stdin=["resign"])
    run("play", file, *NAMES, stdin=[1])
    assert "  My Own" in run("stats").lines
    assert run("stats", "--game", file).lines[0] == "Ann: 0 won, 1 lost"
    assert "  My Own 1-3, Ann - Bob" in run("resume", "--list").out
    assert run("solve", file).lines[0].startswith("My Own 1-3")
    assert run("perft", file).lines[0] == "My Own 1-3"


def test_stats_report_what_is_damaged_even_as_json(home: Path) -> None:
    play_some()
    whole = run("stats", "--json").json
    (home / "games" / "broken.game").write_text("garbage\n")
    done = run("stats", "--json")
    assert done.json == whole
    assert done.err.count("\n") == 1


def test_stats_fit_a_narrow_terminal() -> None:
    long = "a player whose name is forty letters lon"
    run("play", "number-bind", "--name1", long, stdin=["resign"])
    with terminal("stats", columns=40) as screen:
        assert screen.end() == 0
        assert screen.fits
        assert "    against Player 2: 0 won, 1 lost" in screen.lines
