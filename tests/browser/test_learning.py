"""A lesson by mouse, by keys and by touch: what the page shows is what the coach says."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from lastpick.coach import lesson_words as words
from lastpick.coach.lesson import PICK, PLAY, LessonStep, Playing, answered, expected
from lastpick.coach.lesson_file import open_lesson
from lastpick.oracle import Budget, solve

from .conftest import Meet
from .person import LAST, Person

FIRST = open_lesson("last-pick")


def text_of(step: LessonStep) -> str:
    return step.text.split("\n")[0]


def is_at(ann: Person, number: int) -> None:
    step = FIRST.steps[number - 1]
    expect(ann.page.locator("#step-title")).to_contain_text(f"Step {number} of 7")
    expect(ann.page.locator("#text")).to_contain_text(text_of(step))
    expect(ann.page.locator("#board .tile")).to_have_count(step.book.game.numbers.size)


def says(ann: Person, text: str) -> None:
    expect(ann.page.locator("#says")).to_contain_text(text)


def best(playing: Playing) -> int:
    return solve(playing.position).winning[0]


def reply(ann: Person, playing: Playing) -> None:
    """The coach's pick is seen and told."""
    if not playing.over:
        n = playing.reply()
        expect(ann.tile(n)).to_have_class(LAST)
        says(ann, f"The coach picks {n}.")


def test_a_lesson_by_mouse_from_the_list_to_its_end(ann: Person) -> None:
    ann.page.goto("/learn")
    expect(ann.page.locator(".lesson-card")).to_have_count(12)
    games = ["Divisor Duel", "Non-Consecutive", "Prime Rumble"]
    headings = ann.page.locator("#lessons h2")
    expect(headings).to_have_text([*games, ", ".join(games)])
    ann.page.get_by_role("link", name=f"Begin: {FIRST.title}").click()
    is_at(ann, 1)
    says(ann, words.goal(FIRST))
    ann.button("Go on").click()

    is_at(ann, 2)  # wrong, a hint, then right
    step = FIRST.steps[1]
    right = expected(step)[0]
    wrong = next(n for n in step.position.legal if n not in expected(step))
    ann.tile(wrong).click()
    says(ann, words.judged(answered(step, wrong)))
    expect(ann.tile(wrong)).to_have_class(re.compile("is-bad"))
    ann.button("Hint").click()
    says(ann, words.next_hint(step, step.position, 0, Budget()).text)
    ann.tile(6).click()  # which is gone: that is no try
    says(ann, "6 was already picked.")
    ann.tile(right).click()
    says(ann, words.judged(answered(step, right)))
    expect(ann.tile(right)).to_have_class(re.compile("is-good"))
    ann.page.reload()  # what is done is kept
    is_at(ann, 3)
    says(ann, words.GOING_ON)

    step = FIRST.steps[2]  # shown, after a try
    ann.button("Show").click()
    says(ann, words.TRY_FIRST)
    ann.tile(next(n for n in step.position.legal if n not in expected(step))).click()
    says(ann, "Not this one.")
    ann.button("Show").click()
    says(ann, words.answer(step, Budget())[0])
    ann.button("Go on").click()
    for number in (4, 5):
        is_at(ann, number)
        ann.tile(expected(FIRST.steps[number - 1])[0]).click()
        ann.button("Go on").click()
    is_at(ann, 6)
    ann.button("Skip").click()
    play_to_the_end(ann)
    says(ann, "The end of this lesson: 3 solved, 1 shown, 1 left for later.")
    expect(ann.page.get_by_role("link", name=re.compile("^Next: "))).to_be_focused()

    ann.page.goto("/learn")
    expect(ann.page.locator(".lesson-card").first).to_contain_text("6 of 7 steps done")
    ann.page.get_by_role("link", name=f"Go on: {FIRST.title}").click()
    is_at(ann, 6)


def play_to_the_end(ann: Person) -> None:
    """A game of the last step: let go of, taken back, and won."""
    is_at(ann, 7)
    step = FIRST.steps[6]
    assert step.task == PLAY
    assert step.begins == "you"
    playing = Playing(step)
    wrong = next(n for n in step.position.legal if n not in solve(step.position).winning)
    ann.tile(wrong).click()
    says(ann, playing.copy().pick(wrong))
    ann.button("Undo").click()
    says(ann, "Taken back.")
    expect(ann.page.locator("#board .is-picked")).to_have_count(0)
    while not playing.over:
        n = best(playing)
        ann.tile(n).click()
        playing.pick(n)
        reply(ann, playing)
    says(ann, words.how_it_ended(playing))
    ann.button("Go on").click()


def test_a_lesson_by_keys_alone(ann: Person) -> None:
    keys, page = ann.page.keyboard, ann.page
    page.goto("/learn/last-pick")
    is_at(ann, 1)
    ann.hears("Step 1 of 7. Two players share a pool")
    keys.press("n")
    is_at(ann, 2)
    step = FIRST.steps[1]
    assert step.task == PICK
    keys.press("h")
    ann.hears(words.next_hint(step, step.position, 0, Budget()).text)
    keys.press("s")
    ann.hears(words.TRY_FIRST)
    keys.type("99")
    keys.press("Enter")
    ann.hears("99 is not on this board")
    keys.press("b")  # to the board, and with arrows to a tile
    right = expected(step)[-1]
    for _ in range(right - step.position.legal[0]):
        keys.press("ArrowRight")
    expect(ann.tile(right)).to_be_focused()
    keys.press("Enter")
    ann.hears(words.judged(answered(step, right)))
    expect(ann.button("Go on")).to_be_focused()
    keys.press("Enter")
    is_at(ann, 3)
    for _ in range(3):
        keys.press("k")
    is_at(ann, 6)  # the coach begins
    playing = Playing(FIRST.steps[5])
    reply(ann, playing)
    while not playing.over:
        n = best(playing)
        keys.type(str(n))
        keys.press("Enter")
        playing.pick(n)
        reply(ann, playing)
    ann.hears(words.how_it_ended(playing))
    keys.press("r")
    dialog = page.get_by_role("dialog", name="Divisor Duel")
    expect(dialog).to_contain_text(FIRST.steps[5].book.rules[:60])
    keys.press("Escape")
    expect(dialog).to_be_hidden()


def test_a_lesson_by_touch_stays_on_one_screen(meet: Meet) -> None:
    ann = meet(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    ann.page.goto("/learn/last-pick")
    is_at(ann, 1)
    ann.button("Go on").tap()
    is_at(ann, 2)
    step = FIRST.steps[1]
    before = ann.board.bounding_box()
    assert ann.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    wrong = next(n for n in step.position.legal if n not in expected(step))
    ann.tile(wrong).tap()
    says(ann, words.judged(answered(step, wrong)))  # a line more than before
    assert ann.board.bounding_box() == before
    ann.tile(expected(step)[0]).tap()
    says(ann, "Right.")
    assert ann.board.bounding_box() == before
    expect(ann.button("Go on")).to_be_in_viewport()
    ann.button("Go on").tap()
    is_at(ann, 3)


def test_a_lesson_that_is_none_leads_to_those_that_are(ann: Person) -> None:
    ann.tolerate("404 (Not Found)")
    ann.page.goto("/learn/chess")
    expect(ann.page.locator("#trouble")).to_contain_text("no lesson is called 'chess'")
    ann.page.get_by_role("link", name="All lessons").click()
    expect(ann.page.locator(".lesson-card")).to_have_count(12)
