"""The shipped lessons: what they say in numbers is so, what they ask for can be done."""

import random
import re

import pytest
from support.claims import asked, claimed, holds, in_digits, in_words, numbers_in, on_board

from lastpick.coach.lesson import (
    COACH,
    LEARNER,
    PICK,
    PLAY,
    READ,
    Lesson,
    LessonStep,
    Playing,
    answered,
    check,
    expected,
)
from lastpick.coach.lesson_file import open_lesson, shipped
from lastpick.game import Position
from lastpick.oracle import solve

LESSONS = [open_lesson(name) for name in shipped()]
ALL = {
    f"{lesson.name}-{number}": step
    for lesson in LESSONS
    for number, step in enumerate(lesson.steps, 1)
}
STEPS = [pytest.param(step, id=name) for name, step in ALL.items()]


def of_task(task: str) -> list[object]:
    return [pytest.param(step, id=name) for name, step in ALL.items() if step.task == task]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_lesson_is_what_a_lesson_should_be(lesson: Lesson) -> None:
    assert 5 <= lesson.minutes <= 8
    assert 6 <= len(lesson.steps) <= 9
    assert lesson.steps[-1].task == PLAY or lesson.steps[-2].task == PLAY
    assert lesson.steps[0].task == READ
    assert lesson.goal.endswith(".")
    check(lesson)


def test_there_are_enough_of_them() -> None:
    assert len(LESSONS) >= 11
    assert len({step.digest for lesson in LESSONS for step in lesson.steps}) == len(STEPS)


@pytest.mark.parametrize("step", STEPS)
def test_what_is_claimed_is_so(step: LessonStep) -> None:
    for claim in step.claims:
        assert holds(claim, step.position), claim


@pytest.mark.parametrize("step", STEPS)
def test_every_number_that_is_said_is_on_the_board_or_claimed(step: LessonStep) -> None:
    said = " \n".join((step.text, step.hint, step.because))
    assert in_digits(said) <= on_board(step) | claimed(step)
    assert in_words(said) <= claimed(step)


@pytest.mark.parametrize("step", STEPS)
def test_the_list_to_learn_by_heart_stands_in_its_order(step: LessonStep) -> None:
    told = next((claim for claim in step.claims if claim.startswith("worths")), "")
    if len(worths := numbers_in(told)[1:]) < 20:
        return
    rows = "\n".join(re.findall(r"^ +worth (.*)", step.text, re.MULTILINE))
    assert worths in (numbers_in(rows), numbers_in(step.text.partition("in a row: ")[2])[:20])


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_titles_and_goals_say_no_number_of_their_own(lesson: Lesson) -> None:
    proved = {n for step in lesson.steps for n in on_board(step) | claimed(step)}
    said = f"{lesson.title} {lesson.goal}"
    assert in_digits(said) | in_words(said) <= proved


@pytest.mark.parametrize("step", STEPS)
def test_words_are_for_everybody(step: LessonStep) -> None:
    said = f"{step.text} {step.hint} {step.because}".lower()
    assert not re.findall(r"nimber|xor|matching|\bgraph|vertex|parity|mex\b|oracle", said)
    assert len(step.text.split()) <= 120


@pytest.mark.parametrize("step", of_task(PICK))
def test_a_pick_is_asked_for_that_wins(step: LessonStep) -> None:
    winning = solve(step.position).winning
    assert expected(step)
    if not step.because:
        assert set(expected(step)) == set(winning)
    else:
        (meant,) = (claim.partition(" ")[2] for claim in step.claims if claim.startswith("asked "))
        assert sorted(step.answers) == asked(step.position, meant)


@pytest.mark.parametrize("step", of_task(PICK))
def test_any_pick_gets_a_true_answer(step: LessonStep) -> None:
    for n in step.position.legal:
        wins = not solve(step.position.pick(n)).wins
        found = answered(step, n)
        assert found.text.startswith((f"{n} wins:", f"{n} wins.") if wins else f"{n} loses"), n
        assert found.right == (n in step.answers if step.answers else wins)
        if named := re.match(rf"{n} loses to [^:]*?(\d+): ", found.text):
            assert int(named[1]) in solve(step.position.pick(n)).winning
        assert ("another pick is asked for" in found.text) == (
            wins and bool(step.because) and not found.right
        )


def best(position: Position) -> int:
    """What somebody picks who has understood."""
    verdict = solve(position)
    return min(verdict.winning or position.legal)


def played(step: LessonStep, tries: int) -> bool:
    """Whether the game is won within so many tries, by the best picks."""
    playing = Playing(step)
    while True:
        if playing.over:
            if playing.won or playing.tries == tries:
                return playing.won
            playing.again()
        elif playing.coach_is_next:
            playing.reply()
        else:
            playing.pick(best(playing.position))


@pytest.mark.parametrize("step", of_task(PLAY))
def test_every_game_can_be_won(step: LessonStep) -> None:
    if step.against == COACH:
        assert solve(step.position).wins == (step.begins == LEARNER)
        assert played(step, tries=1)
    else:
        assert played(step, tries=8)


@pytest.mark.parametrize("step", of_task(PLAY))
def test_a_pick_that_lets_go_of_a_win_is_told_and_no_other(step: LessonStep) -> None:
    chance = random.Random(step.digest)
    for _ in range(6):
        playing = Playing(step)
        while not playing.over:
            if playing.coach_is_next:
                playing.reply()
                continue
            before, n = playing.position, chance.choice(playing.position.legal)
            told = playing.pick(n)
            let_go = bool(solve(before).wins) and bool(solve(before.pick(n)).wins)
            assert bool(told) == let_go
            assert told.startswith(f"{n} loses") == let_go


@pytest.mark.parametrize("step", of_task(PLAY))
def test_the_coach_is_perfect_and_resists(step: LessonStep) -> None:
    """It wins where it can; where not, nobody may end the game at once, if that can be helped."""
    if step.against != COACH:
        return
    chance, playing = random.Random(step.digest), Playing(step)
    while not playing.over:
        before = playing.position
        if not playing.coach_is_next:
            playing.pick(chance.choice(before.legal))
            continue
        playing.reply()
        assert bool(solve(playing.position).wins) != bool(solve(before).wins)
        if not solve(before).wins:
            longer = [n for n in before.legal if not ends_at_once(before.pick(n))]
            assert not longer or playing.position.last in longer


def ends_at_once(position: Position) -> bool:
    return any(not position.pick(n).choices for n in position.legal)


def test_the_coach_does_the_same_in_the_same_try() -> None:
    (step,) = (s for s in open_lesson("cancel").steps if s.task == PLAY)
    first, again = Playing(step), Playing(step)
    assert first.reply() == again.reply()
    openings = set()
    for _ in range(12):
        openings.add(again.position.last)
        again.again()
        again.reply()
    assert len(openings) > 1


def test_a_pick_that_lost_at_once_can_be_taken_back() -> None:
    """The coach's answer ends the game: the next try begins, and undo goes back before the pick."""
    (step,) = (s for s in LESSONS[0].steps if s.begins == COACH)
    playing = Playing(step)
    playing.reply()
    before = playing.position
    assert playing.pick(1).startswith("1 loses")
    playing.reply()
    assert playing.over
    playing.again()
    playing.reply()
    assert playing.undo()
    assert playing.position == before
    assert not playing.coach_is_next
    playing.again()  # of one's own accord: then nothing is left to take back
    assert not playing.undo()


def test_who_has_won_is_whoever_picked_last() -> None:
    (step,) = (s for s in LESSONS[0].steps if s.begins == COACH)
    playing = Playing(step)
    assert playing.coach_is_next
    assert not playing.undo()
    playing.reply()
    assert not playing.coach_is_next
    while not playing.over:
        if playing.coach_is_next:
            playing.reply()
        else:
            before = playing.position
            losing = set(before.legal) - set(solve(before).winning)
            playing.pick(min(losing or before.legal))
    assert not playing.won
    assert playing.undo()
    assert playing.position == before
    assert not playing.coach_is_next
    playing.again()
    assert playing.position == step.position
    assert playing.tries == 2
