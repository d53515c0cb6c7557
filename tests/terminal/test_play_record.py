"""The record that --record asks for is there however the game ends, and harms no other file."""

import os
import signal
import stat
from pathlib import Path

import pytest
from support.running import Done, read_until, run, run_unread, started, tell

from lastpick.record import parse


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "game.txt"


def duel(target: Path, *entries: object) -> Done:
    return run("play", "divisor-duel", "--numbers", "1-4", "--record", target, stdin=entries)


@pytest.mark.parametrize(
    ("entries", "events", "code"),
    [
        ([3, 1, 2, 4], (3, 1, 2, 4), 0),
        ([3, 1, "undo", "quit"], (3, 1, "undo"), 0),
        ([3, "resign"], (3, "resign"), 0),
        ([3, 1], (3, 1), 1),
        ([], (), 1),
    ],
    ids=["over", "quit", "resigned", "input ended", "never begun"],
)
def test_the_record_is_written(
    target: Path, entries: list[object], events: tuple[object, ...], code: int
) -> None:
    done = duel(target, *entries)
    assert f"The record is in {target}" in done.lines
    assert done.code == code
    (record,) = parse(target.read_text())
    assert record.events == events


def test_the_record_is_written_when_interrupted(target: Path) -> None:
    with started("play", "divisor-duel", "--record", target) as child:
        tell(child, 6)
        read_until(child, "Select number: ")
        child.send_signal(signal.SIGINT)
        _, err = child.communicate()
    assert (child.returncode, err) == (130, b"")
    assert parse(target.read_text())[0].events == (6,)


def test_the_record_is_written_when_nobody_reads_on(target: Path) -> None:
    err, code = run_unread("play", "prime-rumble", "--record", target, stdin=[6, 5])
    assert (err, code) == ("", 1)
    assert parse(target.read_text())[0].game.name == "prime-rumble"


def test_a_resumed_game_writes_the_record_that_was_asked_for(target: Path, tmp_path: Path) -> None:
    run("play", "divisor-duel", "--record", "game.txt", stdin=[6], cwd=tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    run("resume", stdin=[3, "quit"], cwd=elsewhere)
    assert parse(target.read_text())[0].events == (6, 3)


def test_a_record_is_added_to_those_that_the_file_holds(target: Path) -> None:
    """But once: a game that goes on, or is the same with all its picks, is no other one."""
    for picks in ((1, 3), (2, 4), (1, 3)):
        duel(target, *picks)
    assert [record.events for record in parse(target.read_text())] == [(2, 4), (1, 3)]
    duel(target, 2, 4, "undo")
    done = run("resume", stdin=[4, "quit"])
    assert done.code == 0
    assert [record.events for record in parse(target.read_text())] == [(1, 3), (2, 4, "undo", 4)]
    assert os.listdir(target.parent / "home") == ["games"]
    assert sorted(os.listdir(target.parent)) == ["game.txt", "home"]


def test_all_games_of_a_match_are_added_together(target: Path) -> None:
    """Once, though the match is written when it is saved and when it ends."""
    duel(target, 1, 3)
    options = ("--numbers", "1-2", "--best-of", 3, "--record", target)
    run("play", "divisor-duel", *options, stdin=[1, 2, "save", 2, 1, 1, 2])
    found = [record.events for record in parse(target.read_text())]
    assert found[0] == (1, 3)
    assert len(found) == 4
    assert set(found[1:]) == {(1, 2), (2, 1)}


def test_an_empty_file_may_be_written(target: Path) -> None:
    target.touch()
    duel(target, 1, 3)
    assert parse(target.read_text())


def test_through_a_link_its_target_is_written(target: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.txt"
    link.symlink_to(target)
    duel(link, 1, 3)
    assert link.is_symlink()
    assert parse(target.read_text())


def test_a_record_has_the_rights_of_any_new_file(target: Path, tmp_path: Path) -> None:
    duel(target, 1, 3)
    (tmp_path / "other").touch()
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (target, tmp_path / "other")}
    assert len(modes) == 1


def test_a_record_can_go_to_standard_output() -> None:
    done = run("play", "divisor-duel", "--numbers", "1-2", "--record", "/dev/stdout", stdin=[1, 2])
    assert "Lastpick record 1" in done.lines
    assert done.code == 0


def test_records_that_cannot_be_read_are_told_before_the_game(target: Path) -> None:
    duel(target, 1, 3)
    target.write_text(before := target.read_text().replace("1-4", "1-2"))
    done = duel(target, 1, 2)
    assert (done.out, done.code, done.err.count("\n")) == ("", 2, 1)
    assert done.err.startswith(f"lastpick: {target}: ")
    assert target.read_text() == before


@pytest.mark.parametrize("content", ["Dear diary,\n", "Lastpick recordings\n", "\n", "\udcff"])
def test_a_file_that_is_no_record_is_never_overwritten(target: Path, content: str) -> None:
    target.write_bytes(content.encode("utf-8", "surrogateescape"))
    done = duel(target, 1, 3)
    assert (done.out, done.code) == ("", 2)
    assert done.err == f"lastpick: {target} exists and is no record; choose another file\n"
    assert target.read_bytes() == content.encode("utf-8", "surrogateescape")


def test_a_missing_folder_is_told_before_the_game(tmp_path: Path) -> None:
    done = duel(tmp_path / "missing" / "game.txt", 1, 3)
    assert (done.out, done.code, done.err.count("\n")) == ("", 2, 1)
    assert f"there is no folder {tmp_path / 'missing'}" in done.err


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    done = duel(tmp_path, 1, 3)
    assert (done.out, done.code) == ("", 2)
    assert done.err == f"lastpick: cannot write {tmp_path}: it is a folder\n"


def test_a_record_that_can_no_longer_be_written_is_told(target: Path) -> None:
    """Somebody puts another file in its place while the game goes on."""
    with started("play", "divisor-duel", "--numbers", "1-2", "--record", target) as child:
        read_until(child, "Select any number: ")
        target.write_text("Dear diary,\n")
        rest, err = child.communicate(b"1\n2\n")
    assert b"Player 2 Wins!" in rest
    assert err.decode() == f"lastpick: {target} exists and is no record; choose another file\n"
    assert child.returncode == 1
    assert target.read_text() == "Dear diary,\n"
