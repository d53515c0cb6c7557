"""Reasons by what parts are worth: every statement true, and said where a lesson asks for it."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from support.brute import game_of
from support.model import OPENINGS, REMOVALS
from support.plain_checker import (
    Untrue,
    check_confirmation,
    check_hints,
    check_plain,
    check_refutation,
    is_short,
)

from lastpick.catalog import load
from lastpick.coach.hint import STEPS, in_words, look
from lastpick.coach.lesson import PICK, PLAY, LessonStep, Playing, answered
from lastpick.coach.lesson_file import open_lesson, shipped
from lastpick.coach.lesson_words import next_hint
from lastpick.coach.plain import TO_MOVER, advice, by_worth, left, lost, won
from lastpick.coach.plain.words import Ways, fit
from lastpick.coach.refutation import confirmation, refutation
from lastpick.game import Game, Position
from lastpick.oracle import Budget, Verdict, solve

GAMES = {
    "row": load("non-consecutive", "1-20"),
    "long row": load("non-consecutive", "1-60"),
    "sieve": load("prime-rumble", "2-24"),
    "large sieve": load("prime-rumble", "2-50"),
    "wide band": game_of(0, 30, removes="abs(m - n) <= 2"),
    "divisors gone": game_of(1, 16, removes="divisor"),
    "row, even openings": game_of(1, 15, opens="n % 2 == 0", removes="neighbour"),
    "blocks": game_of(0, 24, removes="m // 3 == n // 3"),
    "row, last pick loses": game_of(1, 13, removes="neighbour", last_pick="loses"),
    "chain": load("divisor-duel", "1-14"),
}
NO_WORTHS = ("blocks", "row, last pick loses", "chain")  # all goes with one pick, or there are none
TASKS = [
    pytest.param(step, id=f"{name} {number}")
    for name in shipped()
    for number, step in enumerate(open_lesson(name).steps, 1)
    if step.task in (PICK, PLAY)
]


def drawn(game: Game, rng: Random, count: int) -> Iterator[Position]:
    for _ in range(count):
        picks = game.start().playout(rng).picks
        yield game.play(picks[: int(rng.random() * (len(picks) + 1))])


def check(position: Position, rng: Random) -> list[str]:
    """What is said of a position and of some of its picks; Untrue if any of it is."""
    verdict = solve(position)
    told = [advice(position, verdict, worths=True)]
    check_plain(position, verdict, told[0], worths=True)
    for n in rng.sample(position.legal, min(3, len(position.legal))):
        if n in verdict.winning:
            after = position.pick(n)
            made = fit(f"{n} wins: ", left(after, solve(after), worths=True), *TO_MOVER)
            for text in (made, confirmation(position, n, worths=True)):
                check_confirmation(position, n, text, worths=True)
                told.append(text)
        else:
            told.append(refutation(position, n, worths=True))
            check_refutation(position, n, told[-1], worths=True)
    return told


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_is_true(name: str) -> None:
    rng = Random(name)
    told = [text for position in drawn(GAMES[name], rng, 80) for text in check(position, rng)]
    said = any("worth" in text or "cancel" in text or "alone" in text for text in told)
    assert said == (name not in NO_WORTHS)


@pytest.mark.parametrize("seed", range(8))
def test_what_is_said_of_any_sum_is_true(seed: int) -> None:
    rng = Random(seed)
    for _ in range(40):
        first = rng.randrange(6)
        opens, removes = rng.choice(list(OPENINGS)), rng.choice(list(REMOVALS))
        game = game_of(first, first + rng.randrange(13), opens, "any", removes)
        for position in drawn(game, rng, 4):
            check(position, rng)


@pytest.mark.parametrize("name", GAMES)
def test_three_hints_are_true_and_new(name: str) -> None:
    rng = Random(name)
    for position in drawn(GAMES[name], rng, 12):
        if position.legal and len(position.pool) <= 13:
            found = look(position)
            told = [in_words(position, found, step, worths=True) for step in range(1, STEPS + 1)]
            check_hints(position, found.verdict, told, worths=True)


def test_the_checker_sees_what_is_untrue() -> None:
    """With any number of a text one larger, hardly any stays true."""
    seen = kept = 0
    rng = Random(0)
    for name in ("row", "sieve"):
        for position in drawn(GAMES[name], rng, 25):
            verdict = solve(position)
            text = advice(position, verdict, worths=True)
            for found in re.finditer(r"\d+", text):
                seen += 1
                other = f"{text[: found.start()]}{int(found[0]) + 1}{text[found.end() :]}"
                try:
                    check_plain(position, verdict, other, worths=True)
                except (Untrue, Exception):
                    continue
                kept += 1
    assert seen > 100
    assert kept < seen / 20


@pytest.mark.parametrize(
    ("name", "numbers", "pool", "last", "text"),
    [
        (
            "non-consecutive", "1-20", [1, 2, 3, *range(12, 21)], 5,
            "Pick 14: the stretches 1-3 and 12-20 are worth 2 and 3, and 14 makes both equal:"
            " 2 each.",
        ),
        (
            "non-consecutive", "1-21", [*range(1, 10), *range(13, 22)], 11,
            "No pick wins: the stretches 1-9 and 13-21 are worth 3 each, so these cancel out.",
        ),
        (
            "non-consecutive", "1-30", [*range(1, 6), *range(9, 15), 18, 19, 20], 7,
            "No pick wins: the stretches 1-5, 9-14 and 18-20 are worth 3, 1 and 2, which cancel"
            " out, as 3 is 1+2.",
        ),
        (
            "non-consecutive", "1-40", [1, 2, 3, 6, 7, 8, *range(11, 16), *range(20, 25)], 30,
            "No pick wins: the stretches 1-3, 6-8, 11-15 and 20-24 are worth 2, 2, 3 and 3, which"
            " cancel out.",
        ),
        (
            "prime-rumble", "2-50", [2, 4, 8, 19, 23, 29, 31, 37, 41, 43, 47], 3,
            "Pick 2: 8 numbers stand alone (19 is the first): an even count, so these cancel out."
            " What decides is the group (2, 4, 8), and 2 takes it all.",
        ),
        (
            "prime-rumble", "3-16", [*range(3, 11), *range(12, 17)], 11,  # out of a group of ten
            "Pick 12: then 13 stands alone and is worth 1. The group (3, 5, 6, 9, 10, 15) is worth"
            " 0. The groups (4, 8, 16) and (7, 14) are worth 3 and 2, and with that 1 these cancel"
            " out, as 3 is 1+2.",
        ),
    ],
)  # fmt: skip
def test_examples(name: str, numbers: str, pool: list[int], last: int, text: str) -> None:
    position = load(name, numbers).position(pool, last)
    verdict = solve(position)
    pick, ways = _why(position, verdict)
    sides = TO_MOVER if pick.startswith("Pick") else TO_MOVER.turned
    assert fit(pick, ways, *sides) == text
    check_plain(position, verdict, text, worths=True)


def _why(position: Position, verdict: Verdict) -> tuple[str, Ways]:
    """Of the pick that the certificate proves."""
    if (pick := verdict.reason["pick"]) is None:
        return "No pick wins: ", lost(position, verdict, worths=True)
    return f"Pick {pick}: ", won(position, verdict, pick, worths=True)


@pytest.mark.parametrize("step", TASKS)
def test_a_lesson_says_what_it_teaches(step: LessonStep) -> None:
    """In answers, refutations and hints; and no worths where none are taught."""
    at, worths = step.position, step.worths
    winning = solve(at).winning
    if step.task == PICK:
        for n in at.legal:
            right = n in winning
            text = (confirmation if right else refutation)(at, n, worths=worths)
            (check_confirmation if right else check_refutation)(at, n, text, worths)
            asked_for_more = bool(step.asks) and right and n not in step.answers
            assert answered(step, n).text.startswith(text) != asked_for_more
    else:
        playing = Playing(step)
        if playing.coach_is_next:
            playing.reply()
        at = playing.position
        for n in at.legal:
            trial = playing.copy()
            if solve(at).wins and n not in solve(at).winning:
                told = trial.pick(n)
                assert told == refutation(at, n, worths=worths)
                if not trial.over:  # and what is explained is played
                    assert re.search(rf"(?:One is|It is|can only pick) {trial.reply()}\b", told)
    if not step.answers and solve(at).wins:
        own = int(bool(step.hint))
        last = next_hint(step, at, own + STEPS - 1, Budget())
        assert last.text == advice(at, solve(at), worths)


def test_lessons_on_piles_speak_of_worths() -> None:
    taught = {name for name in shipped() if any(s.worths for s in open_lesson(name).steps)}
    assert taught == {"piles", "cancel", "alone", "trap"}
    step = open_lesson("cancel").steps[1]
    assert answered(step, 5).text == (
        "5 wins: the stretches 1-3 and 5-9 are worth 2 and 3, and 5 makes both equal: 2 each."
    )


@pytest.mark.parametrize("numbers", ["1-60", "1-600"])
def test_many_parts_are_left_to_other_words(numbers: str) -> None:
    for position in drawn(load("non-consecutive", numbers), Random(numbers), 6):
        is_short(advice(position, solve(position), worths=True), worths=True)
    row = load("non-consecutive", numbers)
    many = row.position([n for n in range(1, 55) if n % 6 > 1])  # nine stretches of four
    assert not list(by_worth.lost(many, solve(many)))
