"""The shipped lessons: what they say in numbers is so, what they ask for can be done."""

import random
import re
from collections.abc import Iterator

import pytest
from support.claims import asked, claimed, holds, in_digits, in_words, numbers_in, on_board

from lastpick.coach.hint import look
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
    resist,
    truth,
)
from lastpick.coach.lesson_file import open_lesson, shipped
from lastpick.coach.lesson_words import judged, next_hint
from lastpick.coach.review import review
from lastpick.game import Position
from lastpick.oracle import Budget, solve
from lastpick.oracle.budget import NO_DEADLINE
from lastpick.oracle.traps import trap
from lastpick.players import BOTS
from lastpick.record import Person, Record

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
def test_winning_picks_are_right_or_the_text_asks_for_something_else(step: LessonStep) -> None:
    """Where a pick wins, none that loses is asked for; else all picks of a kind are."""
    winning, answers = set(solve(step.position).winning), set(expected(step))
    right = {n for n in step.position.legal if answered(step, n).right}
    assert answers <= right
    if step.asks or not winning:
        (meant,) = (claim.partition(" ")[2] for claim in step.claims if claim.startswith("asked "))
        assert sorted(answers) == sorted(right) == asked(step.position, meant)
        assert step.because
    else:
        assert right == winning
    if winning:
        assert answers <= winning
        assert step.asks in step.text
        assert not step.asks or re.search(
            "(most|many|every) (openings|pick) wins?", step.text.lower()
        )


@pytest.mark.parametrize("step", of_task(PICK))
def test_any_pick_gets_a_true_answer(step: LessonStep) -> None:
    meant = expected(step)
    for n in step.position.legal:
        wins = not solve(step.position.pick(n)).wins
        found = answered(step, n)
        assert found.text.startswith(
            (f"{n} wins:", f"{n} wins.", f"{n} wins too.") if wins else f"{n} loses"
        ), n
        assert found.wins_too == (wins and n not in meant)
        said = judged(found)
        assert said.startswith("Right. ") == (found.right is True)
        assert said.startswith("Not this one. ") == (not wins and not found.right)
        if found.wins_too and step.asks:
            assert said == f"{n} wins too. Now find {step.asks}."
        elif found.wins_too:
            assert said.endswith(f"this step had {' or '.join(map(str, meant))} in mind.")
        if named := re.match(rf"{n} loses: [^:]*?(\d+)(?:, which wins)?: ", found.text):
            assert int(named[1]) in solve(step.position.pick(n)).winning


def hints_of(step: LessonStep, position: Position) -> list[str]:
    found, more = list[str](), True
    while more:
        text, given, more = next_hint(step, position, len(found), NO_DEADLINE)
        found.append(text)
        assert given == len(found)
    return found


@pytest.mark.parametrize("step", of_task(PICK))
def test_hints_lead_to_what_the_step_means(step: LessonStep) -> None:
    """The first is the lesson's own, the last names a pick that is asked for."""
    own, *_, last = hints_of(step, step.position)
    assert own == step.hint
    named = re.match(r"Pick (\d+): ", last)
    assert named, last
    assert int(named[1]) in expected(step)


def follows_hint(idea: str, before: Position, after: Position) -> bool:
    """Whether a pick is what a lesson teaches, told without the coach."""
    if idea == "forcing":  # it ends the game, or leaves a single answer, after which the game ends
        return not after.choices or (
            len(after.legal) == 1 and ends_at_once(after.pick(after.legal[0]))
        )
    whole = before.game.numbers.first + before.game.numbers.last
    return after.last == (whole - before.last if before.last else whole // 2)


@pytest.mark.parametrize("step", of_task(PLAY))
def test_hints_in_a_game_follow_the_idea_of_the_lesson(step: LessonStep) -> None:
    """Whatever the coach picks; the lesson's own hint comes first at each turn."""
    idea = next(
        (claim.partition(" ")[2] for claim in step.claims if claim.startswith("hints ")), ""
    )
    chance, game = random.Random(step.digest), Playing(step).position
    coach = step.begins == COACH
    while game.choices:
        if coach:
            game = game.pick(chance.choice(game.legal))
        else:
            own, *_, last = hints_of(step, game)
            assert own == step.hint
            (n,) = re.match(r"Pick (\d+): |(?=Pick what)", last).groups()  # type: ignore[union-attr]
            before, game = game, game.pick(int(n or game.legal[0]))
            assert not solve(before).wins or not solve(game).wins
            assert not idea or follows_hint(idea, before, game), before.picks
        coach = not coach


def said_in(step: LessonStep) -> Iterator[str]:
    """What a lesson says, and what the coach says to some picks in it."""
    yield from (step.text, step.hint, step.because)
    if step.task == READ:
        return
    yield from hints_of(step, step.position) if step.begins == LEARNER else ()
    yield from (truth(step.position, n, worths=step.worths) for n in step.position.legal[:6])


# What a term means is said where it is first used, in these words.
TAUGHT = {
    "partner": "Two such numbers are partners",
    "large prime": "A prime is called large here",
    "pairing": "A best pairing is one with as many pairs as possible",
    "left over": "Only 11 is left over",
    "mirror": "as if a mirror stood in the middle",
    "stretch": "Numbers in a row, with gaps on both sides, are a stretch",
    "worth": "A board is worth 0 if",
    "cancel": "Two equal stretches cancel out: together they are worth 0",
    "stands? alone": "A number stands alone if",
    "tower": "is a tower: each number divides the next",
    "twin": "Call such primes twins",
    "lost board": "a lost board, that is, one on which every pick loses",
    "trap": "A trap is a pick to which at least one answer is wrong",
}


def test_terms_are_taught_before_they_are_used() -> None:
    """In the order of the lessons, by their texts and by what the coach says in them."""
    known = set[str]()
    for name, step in ALL.items():
        text = " ".join(step.text.split())
        known |= {term for term, words in TAUGHT.items() if words in text}
        for said in said_in(step):
            used = {term for term in TAUGHT if re.search(term, said.lower())}
            assert used <= known, (name, used - known, said)
    assert known == set(TAUGHT)


def test_lessons_hints_reviews_and_the_coach_agree_on_traps() -> None:
    """In each position of each lesson in which no pick wins, and one pick further."""
    lost = 0
    for step in ALL.values():
        around = [step.position, *(step.position.pick(n) for n in step.position.legal[:8])]
        for position in around:
            if not position.choices or solve(position).wins:
                continue
            traps, game = trap(position), position.game
            found = look(position)
            assert found.best in traps or not found.trap
            assert resist(position, random.Random(1), Budget()) in traps
            assert BOTS["perfect"].choose(position, random.Random(2)) in traps
            if position is step.position and step.task == PICK:
                assert list(step.answers) == traps
            if position == game.play(position.picks) and found.trap:
                people = (Person("Ann"), Person("Bob"))
                picks = (*position.picks, position.legal[0])
                assert review(Record(game, people, "2026-11-16", picks)).steps[-1].best == tuple(
                    traps
                )
            lost += 1
    assert lost > 30


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
            if told and not playing.over:  # what is explained is played
                assert re.search(rf"(?:One is|It is|can only pick) {playing.reply()}\b", told)


@pytest.mark.parametrize("step", of_task(PLAY))
def test_the_coach_is_perfect_and_resists(step: LessonStep) -> None:
    """It wins where it can; where not, it sets the hardest trap."""
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
        assert solve(before).wins or playing.position.last in trap(before)


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
