"""Whatever lies in the user's folder: one bad file hides no other, and nothing waits for it."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from support.running import Done, run

from lastpick.coach.lesson_file import open_lesson
from lastpick.coach.lesson_progress import SOLVED, LessonProgress
from lastpick.coach.puzzle_log import PuzzleLog
from lastpick.online.kept_seats import HOST, clean_up, keep_new, kept_pages
from lastpick.online.link import GameLink
from lastpick.terminal import settings

DEEP = b"[" * 100_000 + b"\n"


def _huge(path: Path) -> None:
    path.touch()
    os.truncate(path, 1 << 40)


BAD: dict[str, Callable[[Path], object]] = {
    "pipe": lambda path: os.mkfifo(path),
    "zero": lambda path: path.symlink_to("/dev/zero"),
    "full": lambda path: path.symlink_to("/dev/full"),
    "nowhere": lambda path: path.symlink_to("/nowhere"),
    "itself": lambda path: path.symlink_to(path),
    "folder": lambda path: path.mkdir(),
    "deep": lambda path: path.write_bytes(DEEP),
    "huge": _huge,
    "bytes": lambda path: path.write_bytes(b"\xff\xfe\0\n"),
    "shape": lambda path: path.write_bytes(b'{"lastpick": 1, "people": 3}\n'),
}
NOT_READ = ("pipe", "zero", "full", "nowhere", "itself", "folder", "huge")  # not even a line of it


def put(kind: str, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    BAD[kind](path)


def told(done: Done) -> set[str]:
    """The kinds of bad files that are named, each in a line of its own."""
    lines = done.err.splitlines()
    found = [kind for line in lines for kind in BAD if f"/{kind}.game" in line]
    assert len(found) == len(set(found)) == len(lines)
    assert all(line.startswith("lastpick: ") for line in lines)
    return set(found)


@pytest.fixture
def crowded(home: Path) -> Path:
    """One game to go on with and one that is over, among one bad file of every kind."""
    run("play", "number-bind", "--p1", "perfect", "--p2", "greedy")
    run("play", "number-bind", stdin=[6])
    for kind in BAD:
        put(kind, home / "games" / f"{kind}.game")
    return home


def test_no_list_of_games_loses_the_good_ones(crowded: Path) -> None:
    for words in (["resume", "--list"], ["history"], ["stats"], ["review", "last"]):
        done = run(*words)
        assert done.code == 0, words
        assert told(done) == set(BAD), words
        assert "Number Bind" in done.out, words
    assert len(list((crowded / "games").iterdir())) == len(BAD) + 2


def test_the_game_goes_on_from_the_command_and_from_the_menu(crowded: Path) -> None:
    assert crowded.exists()
    assert run("resume").lines[1] == "Selected so far: 6"
    done = run("--plain", stdin=["c", "1"])
    assert "Continue: Number Bind" in done.out
    assert "Selected so far: 6" in done.out
    assert told(done) == set(BAD)


def test_a_pipe_in_the_place_of_progress_and_settings_is_not_waited_for(home: Path) -> None:
    for name in ("lessons.log", "puzzles.jsonl", "settings.toml"):
        put("pipe", home / name)
    learn, stats = run("learn"), run("stats")
    assert "lastpick learn" in learn.out
    for done, name in ((learn, "lessons.log"), (stats, "puzzles.jsonl")):
        assert done.code == 0
        assert f"/{name}: it is no ordinary file; " in done.err
        assert done.err.count("\n") == 1


@pytest.mark.parametrize("kind", BAD)
def test_progress_and_settings_that_cannot_be_read_are_done_without(home: Path, kind: str) -> None:
    for name in ("lessons.log", "puzzles.jsonl", "settings.toml"):
        put(kind, home / name)
    lesson, troubles = open_lesson("partner"), list[str]()
    progress = LessonProgress.opened(troubles.append)
    progress.add(lesson, lesson.steps[0], SOLVED)
    assert progress.done(lesson) == 1
    assert PuzzleLog(troubles.append).summary().tried == 0
    assert len(troubles) == (2 if kind in NOT_READ else 0)
    loaded, wrong = settings.load()
    assert loaded == settings.UserSettings()
    assert len(wrong) == (kind != "nowhere")  # where there may be settings one day


def test_a_bad_seat_hides_no_other(home: Path) -> None:
    link = GameLink("http://127.0.0.1:8000", "abc")
    keep_new(link, HOST).close()
    for kind in BAD:
        put(kind, home / "seats" / f"{kind}.seat")
    assert kept_pages() == [link.page]
    for entry in (home / "seats").iterdir():
        os.utime(entry, (0, 0), follow_symlinks=False)
    clean_up()
    assert kept_pages() == []
