"""Counting pick sequences from the command line."""

import pytest
from support.running import refused, run
from support.screens import terminal

import lastpick.perft
from lastpick.cli import main


def test_as_json() -> None:
    """Counted by hand: 2 and 4 open; 2-4-1-3 and 4-2-1-3 are the longest games."""
    assert run("perft", "juniper-green", "--numbers", "1-4", "--json").json == {
        "game": "juniper-green",
        "numbers": "1-4",
        "sequences": [2, 4, 6, 2],
        "games": 6,
        "by_length": {"1": 0, "2": 0, "3": 4, "4": 2},
    }


def test_plain() -> None:
    assert run("perft", "juniper-green", "--numbers", "1-4", "--plies", "3").lines == [
        "Juniper Green 1-4",
        "picks  sequences  complete games",
        "    1          2               0",
        "    2          4               0",
        "    3          6               4",
        "4 complete games",
    ]


@pytest.mark.parametrize("plies", ["0", "-1", "x", "1.5"])
def test_plies_are_whole(plies: str) -> None:
    assert "--plies" in refused(run("perft", "number-bind", f"--plies={plies}"))


def test_a_count_that_would_take_too_long_is_given_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lastpick.perft, "MOST_POSITIONS", 100)
    assert main(["perft", "number-bind"]) == 1
    out, err = capsys.readouterr()
    assert out.splitlines()[2:] == [
        "    1         20               0",
        "    2         92               4",
        "4 complete games so far",
    ]
    assert err == (
        "lastpick: more than 100 different positions after 3 picks;"
        " count fewer with --plies 2 or a smaller --numbers\n"
    )


def test_a_count_without_time_tells_what_it_has() -> None:
    done = run("perft", "prime-rumble", "--seconds", "0.2")
    assert done.lines[2] == "    1         49               0"
    assert done.lines[-1].endswith("so far")
    assert done.err.startswith("lastpick: there was no time to count all of pick ")
    assert done.code == 1
    found = run("perft", "prime-rumble", "--seconds", "0.2", "--json")
    assert found.json["sequences"][:1] == [49]
    assert found.json["stopped"] == found.err.removeprefix("lastpick: ").rstrip()
    assert found.code == 1


def test_a_long_count_shows_how_far_it_is_and_can_be_interrupted() -> None:
    with terminal("perft", "prime-rumble") as screen:
        screen.expect(r"pick [3-9]: [0-9,]+ positions")  # the first two are counted
        screen.child.sendintr()
        assert screen.end() == 130
        assert "    2       2244               0" in screen.lines
        assert "0 complete games so far" in screen.lines
        assert "positions" not in "".join(screen.lines).partition("lastpick:")[0]
        assert "Traceback" not in screen.raw
