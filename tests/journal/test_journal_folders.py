"""Games are kept where the platform keeps a user's data; without such a place, one can play."""

import sys
from pathlib import Path

import pytest
from support.running import run

from lastpick.files import home
from lastpick.journal import Journal

HERE = "/users/ann"


@pytest.mark.parametrize(
    ("platform", "variables", "folder"),
    [
        ("linux", {}, f"{HERE}/.local/share/lastpick"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/lastpick"),
        ("linux", {"XDG_DATA_HOME": ""}, f"{HERE}/.local/share/lastpick"),
        ("freebsd14", {}, f"{HERE}/.local/share/lastpick"),
        ("darwin", {}, f"{HERE}/Library/Application Support/lastpick"),
        ("darwin", {"XDG_DATA_HOME": "/data"}, f"{HERE}/Library/Application Support/lastpick"),
        ("win32", {}, f"{HERE}/AppData/Local/lastpick"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/lastpick"),
        ("linux", {"LASTPICK_HOME": "/own", "XDG_DATA_HOME": "/data"}, "/own"),
        ("darwin", {"LASTPICK_HOME": "/own"}, "/own"),
        ("win32", {"LASTPICK_HOME": "/own", "LOCALAPPDATA": "/local"}, "/own"),
    ],
)
def test_home(
    monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str], folder: str
) -> None:
    for name in ("LASTPICK_HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": HERE, **variables}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert home() == folder
    assert Journal().folder == f"{folder}/games"


def test_the_program_keeps_its_games_there(tmp_path: Path) -> None:
    variables = {"LASTPICK_HOME": "", "XDG_DATA_HOME": str(tmp_path / "data")}
    run("play", "number-bind", stdin=[6], env=variables)
    assert len(list((tmp_path / "data" / "lastpick" / "games").glob("*.game"))) == 1
    assert run("resume", env=variables).lines[1] == "Selected so far: 6"


# --- nowhere to keep them -------------------------------------------------------------


@pytest.fixture
def nowhere(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "file").write_text("in the way")
    return {"LASTPICK_HOME": str(tmp_path / "file")}


def test_without_a_folder_a_game_can_be_played_to_its_end(nowhere: dict[str, str]) -> None:
    done = run("play", "number-bind", "--numbers", "1-2", stdin=[1, 2], env=nowhere)
    assert done.lines[-1] == "Player 2 wins the game!"
    assert done.code == 0
    assert done.err == (
        f"lastpick: cannot save games in {nowhere['LASTPICK_HOME']}/games: Not a directory;"
        " this game is not saved (LASTPICK_HOME names a folder)\n"
    )


@pytest.mark.parametrize("entries", [[6], [6, "quit"], [6, "save", "quit"]])
def test_without_a_folder_no_game_is_said_to_be_saved(
    nowhere: dict[str, str], entries: list[object]
) -> None:
    done = run("play", "number-bind", stdin=entries, env=nowhere)
    assert done.lines[-1] == "This game is not saved."
    assert "is saved" not in done.out
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("command", [["resume"], ["resume", "--list"], ["stats"]])
def test_without_a_folder_other_commands_say_so(
    nowhere: dict[str, str], command: list[str]
) -> None:
    done = run(*command, env=nowhere)
    assert (done.out, done.code, done.err.count("\n")) == ("", 1, 1)
    assert "Not a directory" in done.err


def test_without_a_folder_the_menu_still_opens(nowhere: dict[str, str]) -> None:
    done = run(stdin=["s", "4", "1", "", "6", "quit", "q"], env=nowhere)
    assert "Welcome to Number Bind!" in done.lines
    assert done.code == 0


def test_a_disk_that_fills_up_does_not_end_the_game() -> None:
    """Files may grow to a kilobyte or two: the match begins on disk and goes on without."""
    games = 601  # each one resigned by whoever starts it
    done = run(
        "play", "number-bind", "--best-of", games, stdin=["resign"] * games, shell="ulimit -f 2"
    )
    assert done.lines[-1] == "Player 2 wins the match!"
    assert done.code == 0
    assert done.err.count("\n") == 1
    assert done.err.endswith(": File too large; from here on the game is not saved\n")
    assert f"in a best of {games}" in run("resume", "--list").out
