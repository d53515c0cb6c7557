"""Best of several games: over at a majority, starters in turn, a score of people."""

from pathlib import Path

import pytest
from support.running import latest, run

from lastpick.record import parse

NAMES = ("--name1", "Ann", "--name2", "Bob")
ONE = ("play", "number-bind", "--numbers", "1-1", *NAMES)  # whoever starts wins


def told(lines: list[str]) -> list[str]:
    """What is said about the match, and not about its games."""
    return [line for line in lines if line.startswith(("Game ", "Score: ")) or "match" in line]


def test_a_match_that_goes_the_whole_way() -> None:
    done = run(*ONE, "--best-of", 5, stdin=[1] * 5)
    assert told(done.lines) == [
        "Game 1, best of 5: Ann starts.",
        "Score: Ann 1, Bob 0.",
        "Game 2, best of 5: Bob starts.",
        "Score: Ann 1, Bob 1.",
        "Game 3, best of 5: Ann starts.",
        "Score: Ann 2, Bob 1.",
        "Game 4, best of 5: Bob starts.",
        "Score: Ann 2, Bob 2.",
        "Game 5, best of 5: Ann starts.",
        "Score: Ann 3, Bob 2.",
        "Ann wins the match!",
    ]
    assert done.code == 0


def test_a_match_is_over_at_a_majority() -> None:
    done = run(*ONE, "--best-of", 5, stdin=[1, "resign", 1, 1, 1])
    assert told(done.lines)[-3:] == [
        "Game 3, best of 5: Ann starts.",
        "Score: Ann 3, Bob 0.",
        "Ann wins the match!",
    ]
    assert len(latest().match.plays) == 3


def test_the_second_player_can_start_the_match() -> None:
    done = run(*ONE, "--best-of", 3, "--first", 2, stdin=[1, "resign"])
    assert told(done.lines) == [
        "Game 1, best of 3: Bob starts.",
        "Score: Ann 0, Bob 1.",
        "Game 2, best of 3: Ann starts.",
        "Score: Ann 0, Bob 2.",
        "Bob wins the match!",
    ]


def test_people_without_names_keep_their_numbers_whoever_starts() -> None:
    """The turns, the score and the file speak of the same two."""
    done = run("play", "number-bind", "--numbers", "1-1", "--best-of", 3, stdin=[1, 1, 1])
    wins = [line for line in done.lines if line.endswith("wins the game!")]
    assert wins == [f"Player {n} wins the game!" for n in (1, 2, 1)]
    assert told(done.lines) == [
        "Game 1, best of 3: Player 1 starts.",
        "Score: Player 1 1, Player 2 0.",
        "Game 2, best of 3: Player 2 starts.",
        "Score: Player 1 1, Player 2 1.",
        "Game 3, best of 3: Player 1 starts.",
        "Score: Player 1 2, Player 2 1.",
        "Player 1 wins the match!",
    ]
    assert [person.name for person in latest().match.people] == ["Player 1", "Player 2"]


@pytest.mark.parametrize("options", [("--first", "2"), ("--first", "toss", "--seed", "1")])
def test_whoever_starts_is_player_1(options: tuple[str, ...]) -> None:
    done = run("play", "number-bind", "--numbers", "1-1", *options, stdin=[1])
    assert done.lines[-1] == "Player 1 wins the game!"
    assert latest().match.seats()[0].name == "Player 1"


def test_against_a_bot_it_is_you_who_win_or_lose() -> None:
    """Beside the book's own words, and in the right number."""
    bot = ("play", "number-bind", "--numbers", "1-1", "--p2", "greedy", "--best-of", "3")
    done = run(*bot, stdin=[1, 1])
    said = [line for line in done.lines if line.startswith(("You ", "(", "Player 1:", "Player 2:"))]
    assert said == [
        "Player 1: You",
        "Player 2: Greedy bot",
        "(You are Player 1.)",
        "You win.",
        "(Greedy bot is Player 2.)",
        "You lose.",
        "(You are Player 1.)",
        "You win.",
        "You win the match!",
    ]
    assert told(done.lines)[:3] == [
        "Game 1, best of 3: You start.",
        "Score: You 1, Greedy bot 0.",
        "Game 2, best of 3: Greedy bot starts.",
    ]


def test_you_is_no_name() -> None:
    """As nobody says "You's turn"."""
    done = run("play", "prime-rumble", "--name1", "You", "--p2", "greedy", stdin=["resign"])
    assert "Player 1's Turn:" in done.lines
    assert done.lines[-2:] == ["Player 1 resigns. Player 2 wins!", "You lose."]


def test_a_bot_starts_every_other_game() -> None:
    run("play", "number-bind", "--p2", "greedy", "--best-of", 3, stdin=["resign", "quit"])
    first, second = latest().match.plays
    assert first.events == ["resign"]
    assert len(second.events) == 1


def test_undo_stays_within_a_game() -> None:
    done = run(*ONE, "--best-of", 3, stdin=[1, "undo"])
    assert "There is nothing of yours to take back yet." in done.lines
    assert latest().match.score == (1, 0)


def test_a_single_game_has_no_score() -> None:
    for options in ((), ("--best-of", 1)):
        done = run(*ONE, *options, stdin=[1])
        assert told(done.lines) == []
        assert done.code == 0


def test_there_are_no_two_empty_lines_together() -> None:
    done = run(*ONE, "--best-of", 3, stdin=[1, 1, 1])
    assert "\n\n\n" not in done.out


def test_the_record_of_a_match_holds_its_games(tmp_path: Path) -> None:
    target = tmp_path / "match.txt"
    run(*ONE, "--best-of", 3, "--record", target, stdin=[1, 1, "resign"])
    found = parse(target.read_text())
    assert [record.match for record in found] == [(1, 3), (2, 3), (3, 3)]
    assert [record.players[0].name for record in found] == ["Ann", "Bob", "Ann"]
    assert [record.events for record in found] == [(1,), (1,), ("resign",)]
    assert run("check", target).lines == [
        "OK: Number Bind on 1-1, Ann - Bob, 1 pick, Player 1 wins (no legal pick)",
        "OK: Number Bind on 1-1, Bob - Ann, 1 pick, Player 1 wins (no legal pick)",
        "OK: Number Bind on 1-1, Ann - Bob, 0 picks, Player 2 wins (resignation)",
    ]


@pytest.mark.parametrize("games", ["0", "2", "4", "-1", "1.5", "x", "", "10001"])
def test_a_match_is_best_of_an_odd_number(games: str) -> None:
    done = run(*ONE, f"--best-of={games}")
    assert (done.out, done.code, done.err.count("\n")) == ("", 2, 1)
    assert "--best-of" in done.err


def test_the_longest_match_can_be_recorded(tmp_path: Path) -> None:
    target = tmp_path / "match.txt"
    run(*ONE, "--best-of", 9999, "--record", target, stdin=[1])
    assert run("check", target).code == 0
