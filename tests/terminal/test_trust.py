"""A saved game of somebody else's starts nothing and writes nothing unasked."""

import json
import os
from pathlib import Path

import pytest
from support.full_screen import at_the_prompt
from support.running import run
from support.screens import terminal
from support.strangers import plant, program
from torture_saved import try_games

from lastpick.errors import JournalError, LastpickError
from lastpick.files import own_home
from lastpick.journal import Journal, Saved
from lastpick.terminal.start import ResumeRequest, describe, resume, unasked

MODEL = "llm:some-model"


@pytest.fixture
def ran(tmp_path: Path) -> Path:
    """What is there once the stranger's program has run."""
    return tmp_path / "ran"


@pytest.fixture
def theirs(tmp_path: Path, ran: Path) -> str:
    return program(tmp_path, ran)


def gone_on_with(*entries: object, **request: object) -> str:
    """What is shown where a game is gone on with from a pipe."""
    screen, target = at_the_prompt([*map(str, entries)])
    resume(ResumeRequest(**request), screen)  # type: ignore[arg-type]
    return target.getvalue()


def refused(**request: object) -> str:
    """Why a game is not gone on with from a pipe, whatever is entered there."""
    with pytest.raises(LastpickError) as refusal:
        gone_on_with("yes", **request)
    assert isinstance(refusal.value, JournalError)
    return str(refusal.value)


def holding(text: str, *folders: Path) -> list[Path]:
    """The files in folders that hold a text."""
    files = [file for folder in folders for file in folder.rglob("*") if file.is_file()]
    assert files
    return [file for file in files if text in file.read_text()]


def saved(name: str) -> Saved:
    found = Journal().find(name)
    assert found
    return found


# --- without a terminal ---------------------------------------------------------------


@pytest.mark.parametrize("words", [("resume",), ("--plain",)])
def test_no_program_is_started_from_a_pipe(theirs: str, ran: Path, words: tuple[str, ...]) -> None:
    name = plant(theirs)
    done = run(*words, stdin=["c", "1", "yes", "yes", "q"] if "--plain" in words else ["yes"])
    assert not ran.exists()
    assert f"{name} is not gone on with: it would start {theirs}, which you have not" in done.err
    assert done.err.endswith(f"lastpick resume {name} --p2 'exec:COMMAND'\n")
    assert done.err.count("\n") == 1
    assert done.code == (0 if "--plain" in words else 1)
    assert saved(name).free


def test_nor_where_a_game_is_said_to_be_played_alone(theirs: str, ran: Path) -> None:
    plant(theirs, solo=True)
    assert "it would start" in refused()
    assert not ran.exists()


def test_no_model_is_asked_from_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    """If it were, the game would be lost: nothing answers at that address."""
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    name = plant(MODEL, first=1)
    assert f"{name} is not gone on with: it would ask {MODEL}, which you have not" in refused()
    assert saved(name).match.play.events == []


def test_what_looks_at_games_starts_nothing(theirs: str, ran: Path) -> None:
    log = Journal().resume(saved(plant(theirs)))
    log.append(["resign"])
    log.close()
    plant(theirs)
    for words in (("resume", "--json"), ("review", "last")):
        assert run(*words).code == 0
    assert not ran.exists()


def test_the_list_shows_the_whole_command(theirs: str) -> None:
    plant(f"{theirs} {'x' * 300} --tail")
    (line,) = run("resume", "--list").lines
    assert line.endswith(f"Ann - Perfect bot, 0 picks ({theirs} {'x' * 300} --tail)")


def test_nothing_hides_in_a_command() -> None:
    """What looks like another character is shown by its number; a control character is damage."""
    told = describe(saved(plant("exec:pyth\u043en3 \u2800\u2800 caf\u00e9")))
    assert told.endswith("(exec:pyth\\u043en3 \\u2800\\u2800 caf\\xe9)")
    with pytest.raises(JournalError, match=r"damaged in line 1: it holds control characters"):
        saved(plant("exec:true \x1b[2K harmless"))


def test_a_name_of_a_file_is_no_message_to_the_terminal(home: Path) -> None:
    plant(None)
    (home / "games" / "\x1b]0;owned\x07\x9b2J.game").write_text("damage\n")
    done = run("resume", "--list")
    assert done.err.startswith("lastpick: the saved game ")
    assert r"\x1b]0;owned\x07\x9b2J.game is damaged" in done.err
    assert done.err.count("\n") == 1
    assert len(done.lines) == 1


@pytest.mark.parametrize("name", ["pipe", "pipe.toml", "../pipe", "game.toml"])
def test_no_game_file_is_read_that_a_saved_game_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A saved game holds its rules; a pipe would be waited for, and a device may be anything."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe.toml")
    os.mkfifo("pipe")
    Path("game.toml").write_text('numbers = "1-9"')
    plant(None, game=name if name != "pipe" else str(tmp_path / name))
    done = run("resume", "--list", cwd=tmp_path)
    assert "is damaged in line 1: no game is called" in done.err


def test_a_line_in_a_date_is_damage(tmp_path: Path) -> None:
    """It would stand in the record as a line of its own."""
    name = plant(None, date="2026-01-01\ntouch owned\n", record=str(tmp_path / "record"))
    with pytest.raises(JournalError, match=r"damaged in line 1"):
        saved(name)


# --- what the user has typed ----------------------------------------------------------


def test_ones_own_engine_goes_on_unasked_in_its_folder(
    theirs: str, ran: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`exec:./engine` is another program elsewhere."""
    run("play", "divisor-duel", "--p2", theirs, stdin=[6], cwd=tmp_path)
    monkeypatch.chdir(tmp_path)
    ran.unlink()
    assert "Selected so far: 6" in gone_on_with("quit")
    assert ran.exists()
    ran.unlink()
    monkeypatch.chdir("/")
    assert "which you have not named in this folder before" in refused()
    assert not ran.exists()


def test_a_folder_of_games_brings_no_trust_along(theirs: str, ran: Path, home: Path) -> None:
    plant(theirs)
    for folder in (home, home / "lastpick"):
        folder.mkdir(exist_ok=True)
        deed = json.dumps(["start", theirs, os.getcwd()])
        (folder / "trusted.jsonl").write_text(f"{deed}\n")
    refused()
    assert not ran.exists()


def test_a_program_is_named_anew(theirs: str, ran: Path) -> None:
    name = plant("exec:somewhere/else", first=1)
    assert run("resume", name, "--p2", theirs, stdin=["quit"]).code == 0
    assert ran.exists()
    assert len(saved(name).match.play.events) == 1
    assert saved(name).match.people[1].bot == "exec:somewhere/else"
    refused()  # it is not the program above


@pytest.mark.parametrize(
    ("kinds", "wrong"),
    [(("exec:true", None), "Ann"), ((None, "perfect"), "perfect"), ((None, "human"), "human")],
)
def test_only_programs_and_models_are_named_anew(
    kinds: tuple[str | None, str | None], wrong: str
) -> None:
    plant("exec:true")
    with pytest.raises(LastpickError, match=f"can be named anew, and {wrong} is none$"):
        gone_on_with(kinds=kinds)


# --- at a terminal --------------------------------------------------------------------


def test_at_a_terminal_it_is_shown_and_asked_for_once(theirs: str, ran: Path) -> None:
    plant(theirs)
    with terminal("resume", columns=300) as screen:
        screen.expect("Enter yes to do so: ")
        assert f"    {theirs}" in screen.lines
        assert f"    in the folder {os.getcwd()}" in screen.lines
        assert not ran.exists()
        screen.enter("", "lastpick: .* is kept as it is, and nothing was started")
        assert screen.end() == 1
    assert not ran.exists()
    with terminal("resume", columns=300) as screen:
        screen.expect("Enter yes to do so: ")
        screen.enter("yes", "Select any number: ")
        screen.enter("quit", "The game is saved")
    assert ran.exists()
    assert "Select any number" in gone_on_with()  # it was agreed to


def test_the_end_of_the_input_agrees_to_nothing(theirs: str, ran: Path) -> None:
    plant(theirs)
    with terminal("resume", columns=300) as screen:
        screen.expect("Enter yes to do so: ")
        screen.child.sendeof()
        assert screen.end() == 1
        assert "nothing was started" in screen.raw
        assert "Traceback" not in screen.raw
    assert not ran.exists()


def test_a_command_too_long_to_be_seen_is_not_asked_for(theirs: str, ran: Path) -> None:
    plant(f"{theirs} {'x' * 2000}")
    with terminal("resume") as screen:
        assert screen.end() == 1
        assert "in more than 1,000 characters" in " ".join(screen.lines)
    assert not ran.exists()


# --- records --------------------------------------------------------------------------


def test_a_stored_record_is_not_written_from_a_pipe(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / ".profile"
    plant(None, record=str(target))
    shown = gone_on_with(6, "save", "resign")
    assert not target.exists()
    assert capsys.readouterr().err == (
        f"lastpick: no record is written: the game names {target}, and you have not;"
        " --record FILE names one\n"
    )
    assert "The record is in" not in shown


def test_a_record_that_is_named_anew_is_written(tmp_path: Path) -> None:
    plant(None, record=str(tmp_path / "theirs"))
    gone_on_with(6, "resign", record=str(tmp_path / "mine"))
    assert not (tmp_path / "theirs").exists()
    assert "Lastpick record" in (tmp_path / "mine").read_text()


@pytest.mark.parametrize(("entered", "written"), [("yes", True), ("no", False)])
def test_at_a_terminal_a_record_is_asked_for(tmp_path: Path, entered: str, written: bool) -> None:
    target = tmp_path / "record"
    plant(None, record=str(target))
    with terminal("resume", columns=300) as screen:
        screen.expect("Write it. Enter yes to do so: ")
        assert f"    {target}" in screen.lines
        screen.enter(entered, "Select any number: ")
        screen.enter("quit", "The game is saved")
    assert target.exists() == written


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_no_stored_record_is_written_through_links_or_to_odd_files(
    tmp_path: Path, kind: str
) -> None:
    """Such a path is not even asked about."""
    target = tmp_path / "record"
    if kind == "link":
        target.symlink_to(tmp_path / "behind")
    elif kind == "pipe":
        os.mkfifo(target)
    else:
        target.mkdir()
    plant(None, record=str(target))
    with terminal("resume", columns=300) as screen:
        screen.expect("Select any number: ")
        screen.enter("quit", "The game is saved")
        assert f"{target} is a link or no ordinary file" in screen.raw
    assert not (tmp_path / "behind").exists()


def test_the_folder_of_a_record_is_shown_as_it_is(tmp_path: Path) -> None:
    """Or a link beside the game would lead elsewhere."""
    (tmp_path / "there").mkdir()
    (tmp_path / "here").symlink_to(tmp_path / "there")
    name = plant(None, record=str(tmp_path / "here" / "record"))
    (deed,) = unasked(saved(name), ResumeRequest())
    assert deed.what == str(tmp_path / "there" / "record")


# --- keys -----------------------------------------------------------------------------


def test_a_key_on_a_command_line_is_not_kept(theirs: str, tmp_path: Path, ran: Path) -> None:
    mine = f"{theirs} --api-key geheim"
    run("play", "divisor-duel", "--p2", mine, "--record", tmp_path / "record", stdin=[6])
    assert not holding("geheim", tmp_path, Path(own_home()))
    ran.unlink()
    why = refused()
    assert "its player's key is not kept" in why
    assert why.endswith("--p2 'exec:COMMAND'")
    assert not ran.exists()
    gone_on_with("quit", kinds=(None, mine))
    assert ran.exists()
    assert not holding("geheim", tmp_path, Path(own_home()))


# --- all at once ----------------------------------------------------------------------


def test_hostile_games_of_all_kinds_come_to_nothing(tmp_path: Path) -> None:
    """`make torture ARGS=saved-games` tries many more."""
    assert try_games(tmp_path, 6, seed=1).endswith("nothing was written")
