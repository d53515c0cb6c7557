"""A game goes on where it was left: the right turn, the right score, the right starter."""

from pathlib import Path

import pytest
from support.running import GAMES, events, latest, read_until, run, started, tell

NAMES = ("--name1", "Ann", "--name2", "Bob")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_in_two_sittings_is_the_same_game(game: str) -> None:
    """What is shown after going on is what would have been shown without the break."""
    bots = ("--p1", "greedy", "--p2", "greedy", "--seed", "3")
    run("play", game, *bots)
    picks = [n for n in events() if isinstance(n, int)]
    whole = run("play", game, stdin=picks)
    middle = len(picks) // 2
    run("play", game, stdin=picks[:middle])
    rest = run("resume", stdin=picks[middle:])
    assert rest.code == 0
    assert rest.lines[1] == f"Selected so far: {', '.join(map(str, picks[:middle]))}"
    assert whole.out.endswith("\n".join(rest.lines[5:]) + "\n")


def test_a_bot_goes_on_as_it_would_have() -> None:
    options = ("play", "prime-rumble", "--p1", "random", "--seed", "11")
    run(*options, stdin=["pool", "quit"])
    (opening,) = events()
    picks = [n for n in (47, 43, 41) if n != opening]
    run(*options, stdin=picks)
    whole = events()
    run(*options, stdin=picks[:1])
    run("resume", stdin=picks[1:])
    assert events() == whole


def test_the_last_pick_of_a_bot_is_not_made_twice() -> None:
    run("play", "prime-rumble", "--p1", "random")
    before = events()
    run("resume")
    run("resume")
    assert events() == before


def test_nothing_to_go_on_with() -> None:
    done = run("resume")
    assert (done.out, done.code) == ("", 1)
    assert done.err == "lastpick: there is no unfinished game; lastpick play GAME starts one\n"


def test_a_game_is_found_by_its_name() -> None:
    for opening in (6, 7):
        run("play", "number-bind", stdin=[opening])
    listed = run("resume", "--list").lines
    assert [line.split("  ")[1] for line in listed] == [
        "Number Bind 1-20, Player 1 - Player 2, 1 pick"
    ] * 2
    newest, oldest = (line.split()[0] for line in listed)
    assert run("resume", oldest).lines[1] == "Selected so far: 6"
    assert run("resume", newest).lines[1] == "Selected so far: 7"
    assert run("resume").lines[1] == "Selected so far: 7"


@pytest.mark.parametrize("name", ["nobody", "../../etc/passwd", "x" * 5000, ""])
def test_an_unknown_name(name: str) -> None:
    done = run("resume", name)
    assert (done.out, done.code, done.err.count("\n")) == ("", 2, 1)
    assert len(done.err) < 200


# --- matches --------------------------------------------------------------------------


def match(*entries: object) -> list[str]:
    """Leave a match whose games the starter wins, and go on with it."""
    run("play", "number-bind", "--numbers", "1-1", *NAMES, "--best-of", 5, stdin=entries)
    return run("resume", stdin=[1] * 5).lines


def test_a_match_left_between_two_games() -> None:
    assert match(1, "quit")[:7] == [
        "Player 1: Ann",
        "Player 2: Bob",
        "",
        "Score: Ann 1, Bob 0.",
        "",
        "Game 2, best of 5: Bob starts.",
        "",
    ]


def test_a_match_goes_on_to_its_end() -> None:
    told = [line for line in match(1, 1, "resign") if line.startswith("Score") or "match" in line]
    assert told == [
        "Score: Ann 1, Bob 2.",
        "Score: Ann 1, Bob 3.",
        "Bob wins the match!",
    ]


def test_a_match_left_in_the_middle_of_a_game() -> None:
    options = ("--best-of", 3, "--numbers", "1-3", *NAMES)
    run("play", "divisor-duel", *options, stdin=[2, 1, 3, 3])  # Ann's, then Bob opens with 3
    done = run("resume", stdin=["resign", "resign"])
    assert "Going on with Divisor Duel, 1-3." in done.lines
    assert "Bob: 3" in done.lines
    scores = [line for line in done.lines if line.startswith("Score")]
    assert scores == ["Score: Ann 1, Bob 0.", "Score: Ann 1, Bob 1.", "Score: Ann 1, Bob 2."]
    assert latest().match.winner == latest().match.people[1]


def test_a_match_is_described_with_its_score() -> None:
    options = ("--best-of", 3, "--numbers", "1-1", *NAMES)
    run("play", "number-bind", *options, stdin=[1])
    (told,) = run("resume", "--list").lines
    assert told.endswith("  Number Bind 1-1, Ann - Bob 1:0 in a best of 3, 0 picks")


# --- other files, other windows -------------------------------------------------------


def test_a_game_of_ones_own_outlives_its_file(tmp_path: Path) -> None:
    file = tmp_path / "steps.toml"
    file.write_text(
        'title = "Little Steps"\nnumbers = "1-9"\nfollows = "abs(n - last) <= 3"\n'
        '[wording]\nprompt = "Step to: "\n'
    )
    run("play", file, "--numbers", "1-5", stdin=[5])
    file.unlink()
    done = run("resume", stdin=[1, 3, "quit"])
    assert done.lines[0] == "Going on with Little Steps, 1-5."
    assert "Step to: 1" in done.lines
    assert "1 is not within 3 of 5. Valid: 2-4 (or type help)." in done.lines
    assert events() == [5, 3]


def test_a_game_in_another_window_is_not_offered() -> None:
    run("play", "number-bind", stdin=[6])
    with started("resume") as child:
        read_until(child, "Select a number: ")
        done = run("resume")
        assert "is being played in another window" in done.err
        assert (done.err.count("\n"), done.code) == (1, 1)
        assert "open in another window" in run("resume", "--list").out
        assert "is being played in another window" in run("resume", latest().name).err
        assert " r  Go on" not in run(stdin=["q"]).out
        tell(child, 3, "quit")
        child.communicate()
    assert run("resume").lines[1] == "Selected so far: 6, 3"


def test_a_damaged_game_does_not_hide_the_others(home: Path) -> None:
    run("play", "number-bind", stdin=[6])
    (home / "games" / "20990101-000000-abcdef.game").write_text("garbage\n")
    assert run("resume").lines[1] == "Selected so far: 6"
    done = run("stats")
    assert done.code == 0
    assert "20990101-000000-abcdef.game is damaged in line 1" in done.err
    assert done.err.endswith("; it is left out until it is mended or moved away\n")
