"""A teacher's own lesson: what is wrong with a file is said in one line that names the line."""

import re
from pathlib import Path

import pytest

from lastpick.coach.lesson import PICK, PLAY, READ, check
from lastpick.coach.lesson_file import _STEP_KEYS, open_lesson, paragraphs, read_lesson, shipped
from lastpick.errors import LessonError

HEAD = """\
title = "Mine"
goal = "You can do it."
minutes = 3
game = "divisor-duel"
numbers = "1-10"
"""
STEP = """
[[steps]]
text = '''
A text of several lines,
[[steps]]
last = 3
'''
"""  # a step in line 7; what looks like TOML in its text is none


def wrong(text: str) -> str:
    with pytest.raises(LessonError) as caught:
        check(read_lesson(text, "mine", "mine.toml"))
    said = str(caught.value)
    assert "\n" not in said
    assert said.startswith("mine.toml: ")
    return said.removeprefix("mine.toml: ")


def test_a_file_of_ones_own_is_read(tmp_path: Path) -> None:
    (tmp_path / "short.toml").write_text('numbers = "1-9"\nremoves = "m > n"\n')
    path = tmp_path / "mine.toml"
    path.write_text(HEAD + STEP + '[[steps]]\ntext = "Go."\ngame = "short.toml"\ntask = "pick"\n')
    lesson = open_lesson(str(path))
    assert (lesson.name, lesson.title, lesson.minutes) == ("mine", "Mine", 3)
    first, second = lesson.steps
    assert (first.line, second.line) == (7, 13)
    assert first.text == "A text of several lines, [[steps]] last = 3"
    assert str(first.position.game.numbers) == "1-10"
    assert second.position.game.name == "short"
    assert str(second.position.game.numbers) == "1-9"
    check(lesson)


def test_the_lesson_in_the_docs_is_one() -> None:
    page = (Path(__file__).parents[2] / "docs" / "coach.md").read_text()
    (text,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    lesson = read_lesson(text, "mine", "mine.toml")
    check(lesson)
    assert [step.task for step in lesson.steps] == [READ, PICK, PICK, PLAY]


def test_the_docs_tell_of_every_key() -> None:
    page = (Path(__file__).parents[2] / "docs" / "coach.md").read_text()
    for key in _STEP_KEYS:
        assert re.search(rf"^\|[^|]*`{key}`", page, re.MULTILINE), key


@pytest.mark.parametrize(
    ("more", "line", "said"),
    [
        ("taks = 'pick'", 13, "step 1: unknown key 'taks': expected one of text, "),
        ("task = 'pikc'", 13, 'expected "read" or "pick" or "play"; did you mean pick?'),
        ("task = 3", 13, 'step 1: key \'task\': expected "read" or "pick" or "play"'),
        ("picks = [6, 5]", 13, "key 'picks': 5 is neither a divisor nor a multiple of 6"),
        ("picks = ['6']", 13, "key 'picks': expected a list of picks such as [6, 3, 9]"),
        ("picks = [6]\npool = '3-5'", 13, "'pool' and 'picks' both name a position"),
        ("pool = '3-x'", 13, "key 'pool': '3-x' is neither a number nor a range"),
        ("pool = '3-12'", 13, "key 'pool': 11 is not in the range 1-10"),
        ("last = 3", 13, "'last' goes with 'pool'"),
        (
            "game = 'divisor-dual'",
            13,
            "no game is called 'divisor-dual'; did you mean divisor-duel?",
        ),
        ("numbers = '9-1'", 13, "9-1"),
        ("game = 'divisor-dual'\nnumbers = '1-9'", 13, "no game is called 'divisor-dual'"),
        ('# a """ in a comment\ntask = \'pikc\'', 14, "did you mean pick?"),
        ("answers = [1]", 13, "key 'answers' is for steps whose task is \"pick\""),
        ("picks = [8]\ntask = 'pick'\nanswers = [3]", 15, "3 cannot be picked in this position"),
        ("begins = 'me'\ntask = 'play'", 13, 'key \'begins\': expected "you" or "coach"'),
        ("against = 'level:9'\ntask = 'play'", 13, "key 'against': expected "),
        ("picks = [3, 9, 1, 7]\ntask = 'pick'", 14, "nothing can be picked in this position"),
        ("worths = 'yes'", 13, "key 'worths': expected true or false"),
        ("claims = [1]", 13, "key 'claims': expected a list of texts"),
        ('hint = "\\u0007"', 13, "key 'hint': expected no control characters"),
        # what only the oracle knows: the line is that of the step
        ("task = 'pick'", 7, "no pick wins here; name those that are asked for as 'answers'"),
        ("picks = [8]\ntask = 'pick'\nanswers = [2]", 7, "the winning picks are 4; where others"),
        ("task = 'pick'\nanswers = [2]", 7, "no pick wins here; where others are asked for"),
        ("task = 'play'", 7, "whoever learns cannot win this game"),
        ("picks = [8]\ntask = 'play'\nbegins = 'coach'", 7, "whoever learns cannot win this game"),
    ],
)
def test_what_is_wrong_with_a_step_names_its_line(more: str, line: int, said: str) -> None:
    error = wrong(f"{HEAD}{STEP}{more}\n")
    assert error.startswith(f"line {line}: ")
    assert said in error


def test_a_step_after_others_is_found() -> None:
    text = HEAD + STEP + STEP + "taks = 3\n"
    assert wrong(text).startswith("line 20: step 2: unknown key 'taks'")
    assert wrong(text).endswith("did you mean task?")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD.replace('"Mine"', "Mine") + STEP, "not TOML: Invalid value (at line 1, column 9)"),
        (HEAD.replace("title", "titel") + STEP, "line 1: unknown key 'titel'"),
        (HEAD + "worths = 1\n" + STEP, "line 6: key 'worths': expected true or false"),
        (HEAD.replace("= 3", "= 0") + STEP, "line 3: key 'minutes': expected a whole number"),
        (HEAD.replace('goal = "You can do it."\n', "") + STEP, "line 1: key 'goal' is missing"),
        (HEAD + "steps = []\n", "line 6: key 'steps': expected one or more steps"),
        (HEAD + "steps = [{text = 3}]\n", "line 6: step 1: key 'text': expected a text"),
        (HEAD.replace('game = "divisor-duel"\n', "") + STEP, "line 6: step 1: key 'game' is missi"),
        (HEAD + "[[steps]]\n", "line 6: step 1: key 'text' is missing"),
        # what a step takes from the top of the file stands there
        (HEAD.replace("-duel", "-dual") + STEP, "line 4: no game is called 'divisor-dual'"),
        (HEAD.replace("1-10", "9-1") + STEP, "line 5: the pool 9-1 is empty"),
    ],
)
def test_what_is_wrong_with_the_file_names_its_line(text: str, said: str) -> None:
    assert wrong(text).startswith(said)


def test_a_near_miss_is_told(tmp_path: Path) -> None:
    with pytest.raises(LessonError, match=r"no lesson is called 'miror'; did you mean mirror\?"):
        open_lesson("miror")
    with pytest.raises(LessonError, match=r"no lesson is called '99'; the lessons are last-pick, "):
        open_lesson("99")
    with pytest.raises(LessonError, match=r"cannot read the lesson .*: No such file"):
        open_lesson(str(tmp_path / "none.toml"))
    with pytest.raises(LessonError, match="no file has that name"):
        open_lesson("a\0.toml")
    (tmp_path / "large.toml").write_bytes(b"#" * 70_000)
    with pytest.raises(LessonError, match="larger than 64 kB"):
        open_lesson(str(tmp_path / "large.toml"))
    (tmp_path / "latin.toml").write_bytes(b'title = "a"\ngoal = "\xff"')
    with pytest.raises(LessonError, match="line 2: not UTF-8 text"):
        open_lesson(str(tmp_path / "latin.toml"))


def test_a_lesson_is_found_by_name_and_by_number() -> None:
    names = list(shipped())
    assert [open_lesson(str(number)).name for number in (1, len(names))] == [names[0], names[-1]]
    assert open_lesson("Large Primes").name == "large-primes"


def test_the_layout_of_a_file_does_not_change_a_step() -> None:
    one = read_lesson(HEAD + '[[steps]]\ntext = "One two."\n', "a", "a.toml")
    other = read_lesson(HEAD + "[[steps]]\ntext = '''\nOne\ntwo.\n'''\nclaims = ['x']\n", "b", "b")
    third = read_lesson(HEAD + '[[steps]]\ntext = "One two!"\n', "a", "a.toml")
    assert one.steps[0].digest == other.steps[0].digest != third.steps[0].digest


def test_worths_are_told_where_the_file_says_so() -> None:
    said, silent = HEAD + "worths = true\n", "[[steps]]\ntext = 'a'\nworths = false\n"
    first, second = read_lesson(said + STEP + silent, "a", "a.toml").steps
    (third,) = read_lesson(HEAD + STEP, "a", "a.toml").steps
    assert (first.worths, second.worths, third.worths) == (True, False, False)
    assert first.digest == third.digest  # what was done stays done


def test_paragraphs_are_lines_and_what_is_indented_stands() -> None:
    assert paragraphs("\nOne\ntwo.\n\n  a\n  b\nthree\n") == "One two.\n\n  a\n  b\nthree"
