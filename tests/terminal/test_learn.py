"""Lessons at the prompt: as a pupil takes them, and however they are left."""

import io
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.running import TIMEOUT, Done, read_until, refused, run, started, tell
from support.screens import terminal

from lastpick.coach.lesson import PICK, READ, Lesson, Playing, expected
from lastpick.coach.lesson_file import open_lesson, shipped
from lastpick.coach.lesson_progress import LessonProgress
from lastpick.oracle import solve
from lastpick.terminal.learn import Classroom
from lastpick.terminal.screen import Screen

TRANSCRIPTS = sorted((Path(__file__).parent / "lessons").glob("*.txt"))
ENTERED = re.compile(r"^(?:Enter goes on|Your pick): (.*)$", re.MULTILINE)
PROMPT = r"(?:Enter goes on|Your pick): "
READING, PICKING = "Enter goes on: ", "Your pick: "


def answers(lesson: Lesson, wrong: bool = False) -> Iterator[object]:
    """What somebody enters who is right throughout; or first gets each thing wrong."""
    for step in lesson.steps:
        if step.task == READ:
            yield "7" if wrong else ""
            if wrong:
                yield ""
        elif step.task == PICK:
            bad = [n for n in step.position.legal if n not in expected(step)]
            yield from (("show", "hint", "nonsense", *bad[:2], "show") if wrong and bad else ())
            if not (wrong and bad):
                yield expected(step)[0]
        else:
            yield from _played(Playing(step), wrong)


def _played(playing: Playing, wrong: bool) -> Iterator[object]:
    while not playing.won:
        if playing.over:
            playing.again()
        elif playing.coach_is_next:
            playing.reply()
        else:
            position = playing.position
            winning = solve(position).winning
            bad = [n for n in position.legal if n not in winning]
            mistaken = wrong and playing.tries == 1 and bad
            n = bad[0] if mistaken else min(winning or position.legal)
            yield n
            playing.pick(n)


def learn(name: str, *entries: object) -> Done:
    return run("learn", name, stdin=entries)


def done(name: str) -> int:
    return LessonProgress().done(open_lesson(name))


def test_there_are_two_transcripts() -> None:
    assert len(TRANSCRIPTS) == 2


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_transcript(path: Path) -> None:
    """What was entered there gives the whole lesson, byte for byte."""
    told = path.read_bytes().decode()
    found = learn(path.stem, *ENTERED.findall(told))
    assert found.out == told
    assert (found.err, found.code) == ("", 0)
    assert done(path.stem) == len(open_lesson(path.stem).steps)


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("name", ["draw-pairs", "piles", "small-sieves"])
def test_a_lesson_fits_the_terminal(name: str, columns: int) -> None:
    """Wrong answers throughout, which are the longest to be told of."""
    with terminal("learn", name, columns=columns, env={"NO_COLOR": "1"}) as screen:
        screen.expect(PROMPT)
        entries = list(answers(open_lesson(name), wrong=True))
        for entry in entries[:-1]:
            screen.enter(entry, PROMPT)
        screen.child.sendline(str(entries[-1]))
        assert screen.end() == 0
        assert screen.fits
        assert any("shown" in line for line in screen.lines)
    assert done(name) == len(open_lesson(name).steps)


@pytest.mark.parametrize("name", shipped())
def test_every_lesson_can_be_taken(name: str) -> None:
    lesson = open_lesson(name)
    found = learn(name, *answers(lesson))
    assert found.code == 0
    tasks = sum(step.task != READ for step in lesson.steps)
    assert f"The end of this lesson: {tasks} solved." in found.lines
    assert done(name) == len(lesson.steps)


def test_the_list_tells_how_far_you_are() -> None:
    before = run("learn")
    assert before.lines[0] == " 1  last-pick             How the last pick wins"
    assert before.lines[-1] == "lastpick learn last-pick takes the next one, about 5 minutes."
    learn("last-pick", *answers(open_lesson("last-pick")))
    learn("large-primes", "", 11, "quit")
    lines = run("learn").lines
    assert lines[0].split()[:3] == ["1", "last-pick", "done"]
    assert lines[1].split()[:5] == ["2", "large-primes", "2", "of", "7"]
    assert lines[-1].startswith("lastpick learn large-primes takes the next one")


def test_the_list_as_data() -> None:
    learn("mirror", "", "quit")
    found = run("learn", "--json").json["lessons"]
    assert [entry["name"] for entry in found] == list(shipped())
    assert found[5] == {
        "name": "mirror",
        "title": "The mirror",
        "minutes": 5,
        "steps": len(open_lesson("mirror").steps),
        "done": 1,
    }
    assert run("learn", "mirror", "--json").json == {"lessons": [found[5]]}


def test_a_lesson_goes_on_at_the_first_step_that_is_not_done() -> None:
    left = learn("mirror", "", 2, "skip", "quit")
    assert left.lines[-1] == "2 of 8 steps done. It goes on there with lastpick learn mirror"
    found = learn("mirror", "quit")
    assert "Going on where you left." in found.lines
    assert [line for line in found.lines if line.startswith("Step")] == ["Step 3 of 8"]


def test_what_was_left_for_later_is_all_that_comes_then() -> None:
    lesson = open_lesson("mirror")
    entries = list(answers(lesson))
    found = learn("mirror", *entries[:1], "skip", *entries[2:])
    assert "The end of this lesson: 4 solved, 1 left for later." in found.lines
    assert found.lines[-1] == "For what is left: lastpick learn mirror"
    again = learn("mirror", 2)
    assert again.code == 0
    assert [line for line in again.lines if line.startswith("Step")] == ["Step 2 of 8"]
    once_more = learn("mirror", *entries)
    assert "You have done this lesson. Here it is once more." in once_more.lines
    assert once_more.code == 0


def test_an_answer_can_be_shown_only_after_a_try() -> None:
    found = learn("mirror", "", "show", 1, "show", "quit")
    assert "Try a number first: I tell you what it does." in found.lines
    assert any(line.startswith("Here is the answer. 2 wins") for line in found.lines)
    assert done("mirror") == 2


def test_a_pick_can_be_taken_back_and_a_game_begun_anew() -> None:
    """In the last step of a lesson, the others being done."""
    lesson = open_lesson("last-pick")
    *before, last = lesson.steps
    for step in before:
        LessonProgress().add(lesson, step, "read")
    found = learn("last-pick", "undo", 2, "undo", 5, "again", "hint", "help", 5, 7)
    assert "There is nothing of yours to take back yet." in found.lines
    assert "(undo takes it back)" in found.lines
    assert last.hint in found.lines
    assert "The end of this lesson: 1 solved." in found.lines
    assert "The coach cannot pick. You win." in " ".join(found.lines)  # whatever try it was
    assert found.code == 0


def test_a_game_lost_at_once_can_be_gone_back_to() -> None:
    """Undo is promised with the pick that loses, and the coach's answer may end the game."""
    lesson = open_lesson("last-pick")
    for step in lesson.steps:
        if step.begins != "coach":
            LessonProgress().add(lesson, step, "read")
    found = learn("last-pick", 1, "undo", "quit")
    assert "(undo takes it back)" in found.lines
    assert "You cannot pick: this one is lost. Once more from the start." in found.lines
    assert "(undo goes back to your last pick instead)" in found.lines
    assert "There is nothing of yours to take back yet." not in found.lines


def test_the_end_is_told_truly_where_the_last_pick_loses(tmp_path: Path) -> None:
    (tmp_path / "last.toml").write_text('numbers = "1-3"\nlast_pick = "loses"\nremoves = "m > n"\n')
    path = tmp_path / "mine.toml"
    path.write_text(
        'title = "Mine"\ngoal = "You can."\nminutes = 1\ngame = "last.toml"\n'
        '[[steps]]\ntext = "Win."\ntask = "play"\n'
    )
    lines = learn(str(path), 1, 2).lines
    assert "The coach cannot pick, which wins here: this one is lost." in " ".join(lines)
    assert "You cannot pick, which wins here. You win." in lines
    assert "You can. About 1 minute." in lines


def test_a_word_for_other_steps_is_no_wrong_number() -> None:
    lesson = open_lesson("last-pick")
    said = "'{}' is not for here; help lists what is."
    assert said.format("undo") in learn("last-pick", "", "undo", "quit").lines
    for step in lesson.steps[:-1]:
        LessonProgress().add(lesson, step, "read")
    assert said.format("show") in learn("last-pick", "show", "quit").lines


def test_the_hint_of_a_game_comes_first_at_each_turn() -> None:
    lesson = open_lesson("twins")
    *before, last = lesson.steps
    for step in before:
        LessonProgress().add(lesson, step, "read")
    found = learn("twins", "hint", 2, "hint", "again", "hint", "quit")
    assert " ".join(found.lines).count(last.hint) == 3
    coached = open_lesson("partner")
    for step in coached.steps[:-1]:
        LessonProgress().add(coached, step, "read")
    told = learn("partner", "hint", "quit")  # the coach begins
    assert coached.steps[-1].hint in " ".join(told.lines)


def test_a_pick_that_nobody_can_judge_is_not_called_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "hard.toml"
    path.write_text(
        'title = "Hard"\ngoal = "Try."\nminutes = 2\ngame = "prime-rumble"\nnumbers = "2-300"\n'
        '[[steps]]\ntext = "Win."\ntask = "pick"\n'
    )
    monkeypatch.setattr("lastpick.terminal.learn.A_LOOK", 0.01)
    told = io.StringIO()
    screen = Screen(io.StringIO("7\nquit\n"), told)
    assert Classroom(open_lesson(str(path)), LessonProgress(), screen).sit() == 0
    assert "I could not work out whether 7 wins." in told.getvalue()
    assert "Not this one" not in told.getvalue()


def test_hints_of_a_step_lead_to_what_it_asks_for() -> None:
    """Other picks win as well where large primes are asked for: the hints lead to a large prime."""
    found = learn("large-primes", "", *["hint"] * 4, "quit")
    assert "Pick 11: your opponent can only pick 1" in " ".join(found.lines)
    assert found.lines.count("(hint again tells more)") == 3


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("", "Nothing was entered. Valid: 2-5 (or type help)."),
        ("six", "'six' is not a whole number. Valid: 2-5 (or type help)."),
        ("6", "6 was already picked. Valid: 2-5 (or type help)."),
        ("9" * 20, "A number of 20 digits is not in the range. Valid: 2-5 (or type help)."),
    ],
)
def test_what_is_no_pick_is_told(entry: str, said: str) -> None:
    assert said in learn("last-pick", "", entry, "quit").lines


def test_the_end_of_the_input_is_told() -> None:
    found = learn("mirror", "", 2)
    assert found.code == 1
    assert found.lines[-2:] == [
        "The input ended before the lesson did.",
        "2 of 8 steps done. It goes on there with lastpick learn mirror",
    ]


def test_ctrl_c_leaves_and_loses_nothing() -> None:
    with started("learn", "mirror") as child:
        read_until(child, READING)
        tell(child, "")
        read_until(child, PICKING)
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate(timeout=TIMEOUT)  # heard at the end of the input at the latest
    assert child.returncode == 130
    assert b"1 of 8 steps done" in out
    assert done("mirror") == 1


def test_kill_minus_9_loses_nothing_that_was_told() -> None:
    """As soon as the next step is shown, the one before it is on disk."""
    entries = list(answers(open_lesson("mirror")))
    for number in range(4):
        with started("learn", "mirror") as child:
            shown = read_until(child, ": ")
            assert f"Step {number + 1} of 8" in shown
            tell(child, entries[number])
            while f"Step {number + 2} of 8" not in shown:
                shown += read_until(child, ": ")
            child.kill()
        assert done("mirror") == number + 1


def test_a_lesson_of_ones_own_goes_on_too(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'title = "Mine"\ngoal = "You can."\nminutes = 1\ngame = "number-bind"\n'
        '[[steps]]\ntext = "Read."\n'
        '[[steps]]\ntext = "Win."\npicks = [14]\ntask = "pick"\n'
    )
    left = learn(str(path), "", "quit")
    assert left.lines[-1] == f"1 of 2 steps done. It goes on there with lastpick learn {path}"
    found = learn(str(path), 7)
    assert "The end of this lesson: 1 solved." in found.lines
    assert run("learn", path, "--json").json["lessons"][0]["done"] == 2


def test_a_wrong_file_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('title = "Mine"\ngoal = "You can."\nminuts = 1\n')
    said = refused(run("learn", path))
    assert f"{path}: line 3: unknown key 'minuts'" in said
    assert said.endswith("did you mean minutes?\n")
    assert "no lesson is called 'miror'; did you mean mirror?" in refused(run("learn", "miror"))


def test_a_home_that_cannot_be_written_ends_no_lesson(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    env = {"LASTPICK_HOME": str(tmp_path / "file" / "home")}
    found = run("learn", "mirror", stdin=("", 2, "quit"), env=env)
    assert found.code == 0
    assert found.err.count("from here on progress is not kept") == 1
    assert found.lines[-1].startswith("2 of 8 steps done. Nothing could be kept.")
