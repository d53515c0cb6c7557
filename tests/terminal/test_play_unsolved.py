"""A bot that cannot solve a game says so once in it; Ctrl-C while it thinks loses nothing."""

from pathlib import Path

import pytest
from support.running import latest, play_here, run
from support.screens import terminal
from support.unsolved import solve_nothing

from lastpick.journal import Journal
from lastpick.record import Guess, parse
from lastpick.terminal.start import PlayRequest

SAID = "Player 2: I cannot solve this; I will play as well as I can."


def test_it_says_so_once_in_each_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    solve_nothing(monkeypatch)
    target = tmp_path / "match.txt"
    request = PlayRequest(
        "non-consecutive", "1-7", ("human", "perfect"), best_of=3, record=str(target)
    )
    code, shown = play_here(request, b"7\n5\n3\n7\n5\n3\n" + b"7\n5\n3\n2\n" * 3)
    lines = shown.splitlines()
    assert lines.count(SAID) + lines.count(SAID.replace("2", "1")) == len(parse(target.read_text()))
    at = lines.index(SAID)
    assert lines[at + 1].endswith(" 1")  # its pick comes after it, as if it were typed
    assert code in (0, 1)
    assert all(sum(record.unsolved) > 0 for record in parse(target.read_text()))


def test_a_pick_taken_back_makes_it_say_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    solve_nothing(monkeypatch)
    request = PlayRequest("divisor-duel", None, ("human", "perfect"))
    _, shown = play_here(request, b"6\nundo\n12\nquit\n")
    assert "Taken back: 6, 1." in shown
    assert shown.count(SAID) == 1


def test_guesses_are_still_guesses_after_a_break(monkeypatch: pytest.MonkeyPatch) -> None:
    solve_nothing(monkeypatch)
    play_here(PlayRequest("divisor-duel", None, ("human", "perfect")), b"6\n9\nquit\n")
    (saved,) = Journal().unfinished()
    assert saved.match.play.events == [6, 1, 9, 3]
    assert [type(event) for event in saved.match.play.events] == [int, Guess, int, Guess]
    assert saved.match.play.unsolved == (0, 2)
    text = Path(saved.path).read_text()
    assert text.endswith("\n6\n1?\n9\n3?\n")


def test_a_bot_that_knows_says_nothing() -> None:
    done = run("play", "divisor-duel", "--p2", "perfect", stdin=("6", "quit"))
    assert "cannot solve" not in done.out
    assert latest().match.play.unsolved == (0, 0)


@pytest.fixture
def hard(tmp_path: Path) -> Path:
    path = tmp_path / "hard.toml"
    path.write_text('numbers = "1-200"\nfollows = "(n * 7 + last * 11 + n * last) % 13 < 5"\n')
    return path


@pytest.mark.parametrize(
    ("options", "entries", "who", "kept"),
    [
        (("--p2", "perfect"), ("100",), "Player 2", [100]),
        ((), ("100", "hint"), "The oracle", [100]),
    ],
    ids=["a bot thinks", "a hint"],
)
def test_ctrl_c_leaves_a_game_that_can_be_resumed(
    hard: Path, options: tuple[str, ...], entries: tuple[str, ...], who: str, kept: list[int]
) -> None:
    with terminal("play", hard, *options) as screen:
        for entry in entries:
            screen.expect("number: ")
            screen.child.sendline(entry)
        screen.expect(f"{who} is thinking: [0-9,]+ positions")
        screen.child.sendintr()
        assert screen.end() == 130
        assert "Traceback" not in screen.raw
        assert "The game is saved. To go on with it: lastpick resume" in screen.lines
        assert "thinking" not in "".join(screen.lines)
    assert latest().match.play.events == kept
    assert [saved.match.play.events for saved in Journal().unfinished()] == [kept]
