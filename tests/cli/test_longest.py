"""longest as a user runs it."""

from pathlib import Path

import pytest
from support.running import refused, run, without_a_solver
from support.screens import terminal

from lastpick.catalog import load

FIELDS = ["game", "numbers", "length", "at_most", "proved", "picks"]


def test_a_proved_longest_game() -> None:
    found = run("longest", "divisor-duel", "--numbers", "1-100", "--json").json
    assert list(found) == FIELDS
    assert (found["game"], found["numbers"]) == ("divisor-duel", "1-100")
    assert (found["length"], found["at_most"], found["proved"]) == (77, 77, True)
    assert not load("divisor-duel", "1-100").play(found["picks"]).choices
    done = run("longest", "divisor-duel", "--numbers", "1-100")
    picks = ", ".join(map(str, found["picks"]))
    assert done == (
        f"Divisor Duel 1-100, the longest complete game: 77 picks, proved.\n  {picks}\n",
        "",
        0,
    )


def test_the_shortest() -> None:
    done = run("longest", "juniper-green", "--shortest", "--json")
    assert list(done.json) == [field.replace("at_most", "at_least") for field in FIELDS]
    assert (done.json["length"], done.json["at_least"], done.json["proved"]) == (3, 3, True)
    done = run("longest", "divisor-duel", "--shortest", "--numbers", "1-1")
    assert done.lines == ["Divisor Duel 1-1, the shortest complete game: 1 pick, proved.", "  1"]


def test_bounds_where_there_is_no_proof(tmp_path: Path) -> None:
    """Out of time, or without the solver: told as what it is, and no failure."""
    options = ("longest", "divisor-duel", "--numbers", "1-230", "--seconds", "0.5")
    done = run(*options, env=without_a_solver(tmp_path))
    found = run(*options, "--json", env=without_a_solver(tmp_path)).json
    assert done.code == 0
    assert "the longest complete game: at least " in done.out
    assert ", at most " in done.lines[0]
    assert (
        done.err == "lastpick: more can be proved with a solver: pip install 'lastpick[longest]'\n"
    )
    assert not found["proved"]
    assert 20 < found["length"] == len(found["picks"]) < found["at_most"] <= 230
    assert not load("divisor-duel", "1-230").play(found["picks"]).choices


def test_what_is_wrong_is_told() -> None:
    assert "did you mean" in refused(run("longest", "divisor-dual"))
    assert "--seconds" in refused(run("longest", "divisor-duel", "--seconds", "no"))


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_ctrl_c_shows_what_is_known(columns: int) -> None:
    """The progress is seen, then interrupted: what was found stands there, and its bound."""
    options = ("--numbers", "1-300", "--seconds", "1000")
    with terminal("longest", "divisor-duel", *options, columns=columns) as screen:
        screen.expect(r"longest so far \d+, at most \d+")
        screen.child.sendintr()
        screen.expect(r"at least\s+\d+")
        assert screen.end() == 130
        assert screen.fits
        assert "longest so far" not in "\n".join(screen.lines)
