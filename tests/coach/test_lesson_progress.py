"""Which steps are done: nothing is lost, and a step is known by what it says."""

from pathlib import Path

import pytest

from lastpick.coach.lesson_file import open_lesson
from lastpick.coach.lesson_progress import SEEN, SHOWN, SOLVED, LessonProgress
from lastpick.errors import JournalError

LESSON = open_lesson("mirror")


def test_what_is_done_is_there_the_next_time(tmp_path: Path) -> None:
    path = str(tmp_path / "new" / "lessons.log")
    progress = LessonProgress(path)
    assert progress.done(LESSON) == 0
    progress.add(LESSON, LESSON.steps[0], SEEN)
    progress.add(LESSON, LESSON.steps[2], SHOWN)
    assert progress.done(LESSON) == 2
    again = LessonProgress(path)
    assert again.done(LESSON) == 2
    assert [again.how(step) for step in LESSON.steps[:3]] == [SEEN, None, SHOWN]


def test_a_step_that_was_shown_may_be_solved_later_and_stays_so(tmp_path: Path) -> None:
    path = str(tmp_path / "lessons.log")
    progress, step = LessonProgress(path), LESSON.steps[1]
    for how, then in ((SHOWN, SHOWN), (SOLVED, SOLVED), (SHOWN, SOLVED)):
        progress.add(LESSON, step, how)
        assert progress.how(step) == then == LessonProgress(path).how(step)
    assert progress.done(LESSON) == 1


def test_a_line_that_a_crash_cut_short_costs_that_line_alone(tmp_path: Path) -> None:
    path = tmp_path / "lessons.log"
    LessonProgress(str(path)).add(LESSON, LESSON.steps[0], SEEN)
    whole = path.read_bytes()
    for cut in range(1, len(whole)):
        path.write_bytes(whole + whole[:cut])
        progress = LessonProgress(str(path))
        assert progress.done(LESSON) == 1
        progress.add(LESSON, LESSON.steps[1], SOLVED)
        assert LessonProgress(str(path)).done(LESSON) == 2


def test_lines_of_another_kind_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "lessons.log"
    path.write_text('3\n[]\n{"step": 5, "how": "read"}\n{"how": "read"}\n\xff\n')
    progress = LessonProgress(str(path))
    assert progress.done(LESSON) == 0


def test_a_lesson_that_moves_keeps_its_progress(tmp_path: Path) -> None:
    path = str(tmp_path / "lessons.log")
    for step in LESSON.steps:
        LessonProgress(path).add(LESSON, step, SOLVED)
    moved = tmp_path / "moved.toml"
    source = Path(open_lesson.__code__.co_filename).parent / "lessons" / "06-mirror.toml"
    moved.write_text(source.read_text().replace("Start small.", "Start very small."))
    assert LessonProgress(path).done(open_lesson(str(moved))) == len(LESSON.steps) - 1


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    progress = LessonProgress(str(tmp_path / "file" / "lessons.log"))
    with pytest.raises(JournalError, match=r"cannot write .*: Not a directory"):
        progress.add(LESSON, LESSON.steps[0], SEEN)


def test_a_path_that_is_a_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"cannot read .*: Is a directory"):
        LessonProgress(str(tmp_path))
