"""What the program keeps in a user's folder is for that user's eyes only, whatever the umask."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.strangers import plant

from lastpick.coach.lesson_file import open_lesson, shipped
from lastpick.coach.lesson_progress import SOLVED, LessonProgress
from lastpick.coach.puzzle_log import PuzzleLog
from lastpick.files import make_private, own_home
from lastpick.online.kept_seats import HOST, keep_new
from lastpick.online.link import GameLink
from lastpick.players.llm.log import Key, PromptLog
from lastpick.players.player import Options
from lastpick.terminal import settings, trusted


@pytest.fixture(params=[0, 0o022])
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def keep_a_game() -> None:
    plant(None)


def keep_settings() -> None:
    settings.save(settings.UserSettings(name="Ann"))


def keep_a_lesson() -> None:
    lesson = open_lesson(next(iter(shipped())))
    LessonProgress().add(lesson, lesson.steps[0], SOLVED)


def keep_a_puzzle() -> None:
    log = PuzzleLog(print)
    log.add({"game": "number-bind"}, {"hint": 1})
    log.close()


def keep_a_seat() -> None:
    keep_new(GameLink("http://127.0.0.1:1", "game", "invite"), HOST).close()


def keep_prompts() -> None:
    log = PromptLog(None, "model")
    log.note(Key("model", None, "", "hash", 1, 1), "prompt", "error", {})
    log.close()


def keep_trust() -> None:
    trusted.trust([trusted.playing("exec:true", Options())])


@pytest.mark.usefixtures("umask")
@pytest.mark.parametrize(
    "keep",
    [
        keep_a_game, keep_settings, keep_a_lesson, keep_a_puzzle, keep_a_seat, keep_prompts,
        keep_trust,
    ],
)  # fmt: skip
def test_nobody_else_can_read_what_is_kept(keep: object, home: Path) -> None:
    assert callable(keep)
    keep()
    own = Path(own_home())
    kept = [
        path for folder in (home, own) if folder.exists() for path in (folder, *folder.rglob("*"))
    ]
    assert any(path.is_file() for path in kept)
    for path in kept:
        assert oct(mode(path)) == ("0o600" if path.is_file() else "0o700"), path


@pytest.mark.usefixtures("umask")
def test_missing_folders_are_made_private_and_those_there_stay(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    make_private(str(tmp_path / "a" / "b"))
    make_private(str(tmp_path / "a" / "b"))
    assert [mode(tmp_path / name) for name in ("a/b", "a", ".")] == [0o700, 0o700, 0o755]


def test_a_file_in_the_way_of_a_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for inside in ("file", "file/inside"):
        with pytest.raises(NotADirectoryError):
            make_private(str(tmp_path / inside))


def test_what_is_trusted_is_never_looked_for_where_games_are(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LASTPICK_HOME", str(tmp_path / "theirs"))
    assert not own_home().startswith(str(tmp_path / "theirs"))
