"""How a game feels: whose pick is seen when, what a win and a loss look and sound like.

Time stands still in these tests until they let it go on.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect
from support.visitor import Visitor

from .conftest import Meet
from .person import Person

LISTEN = """
localStorage.setItem('lastpick:sound', 'true');
window.tones = 0;
window.OscillatorNode = class extends OscillatorNode {
  start(at) { window.tones += 1; super.start(at); }
};
"""


def sounded(person: Person, tones: int) -> None:
    """So many tones were played; the part that plays them is loaded with the first."""
    person.page.wait_for_function("(count) => tones === count", arg=tones)


def stop_time(ann: Person) -> None:
    ann.page.clock.install(time=0)
    ann.page.clock.pause_at(1000)


def test_ones_own_pick_lands_before_the_bot_answers(meet: Meet, api: Visitor) -> None:
    ann = meet()
    stop_time(ann)
    ann.sit(api.create("me", "perfect", game="prime-rumble", numbers="2-40"), 1)
    ann.tile(12).click()
    picture = ann.page.locator("#ground > .is-picture")
    expect(picture.locator(".is-picked")).to_have_text("12")
    expect(picture.locator(".tile")).to_have_count(39)
    expect(ann.page.locator("#desk > .is-picture")).to_contain_text("is thinking…")
    expect(ann.board.locator(".is-picked")).to_have_count(2)  # for keys and screen readers
    ann.page.clock.run_for(100)
    ann.hears("You picked 12, 2 more numbers gone with it.")
    expect(picture).to_have_count(1)
    expect(ann.page.locator("#turn-text")).to_have_text("Your turn")
    ann.page.clock.run_for(1000)  # and never later
    expect(picture).to_have_count(0)

    legal = int(ann.board.locator(".is-legal").first.get_attribute("data-n") or 0)
    ann.tile(legal).click()
    expect(picture).to_have_count(1)
    ann.page.keyboard.press("Shift")  # whoever presses anything wants to go on
    expect(picture).to_have_count(0)


@pytest.mark.parametrize("set_", [{"reduced_motion": "reduce"}, {}], ids=["still", "quick"])
def test_whoever_wants_no_pace_waits_for_nothing(
    set_: dict[str, Any], meet: Meet, api: Visitor
) -> None:
    ann = meet(**set_)
    ann.context.add_init_script("localStorage.setItem('lastpick:pace', '\"quick\"')")
    stop_time(ann)
    ann.sit(api.create("me", "perfect"), 1)
    ann.tile(12).click()
    expect(ann.board.locator(".is-picked")).to_have_count(2)
    expect(ann.page.locator(".is-picture")).to_have_count(0 if set_ else 2)
    ann.page.clock.run_for(200)
    expect(ann.page.locator(".is-picture")).to_have_count(0)


def test_a_win_is_celebrated_and_a_loss_is_kindly_told(meet: Meet, api: Visitor) -> None:
    ann, ben = meet(), meet()
    table = api.friends(game="non-consecutive", numbers="1-3")
    for person, seat in ((ann, 1), (ben, 2)):
        person.context.add_init_script(LISTEN)
        stop_time(person)
        person.sit(table, seat)
    assert ann.page.evaluate("window.tones") == 0
    ann.pick(2)
    expect(ann.page.locator(".cheer > *")).not_to_have_count(0)
    ann.says("Player 2 has no legal pick left.")
    sounded(ann, 4)
    ben.says(re.compile("^You have no legal pick left. Well fought"))
    expect(ben.page.locator(".cheer")).to_have_count(0)
    sounded(ben, 2)
    ann.page.clock.run_for(2100)
    expect(ann.page.locator(".cheer")).to_have_count(0)


def test_it_is_silent_until_sound_is_asked_for(ann: Person, api: Visitor) -> None:
    ann.context.add_init_script(LISTEN.replace("'true'", "'false'"))
    ann.sit(api.create("me", "me"), 1, 2)
    ann.pick(6)
    assert ann.page.evaluate("window.tones") == 0
    ann.button("Settings").click()
    sound = ann.page.get_by_role("group", name="Sound")
    sound.get_by_role("radio", name="On").check()
    ann.page.keyboard.press("Escape")
    ann.pick(3)
    sounded(ann, 1)


def test_a_win_by_resignation_is_a_win_too(meet: Meet, api: Visitor) -> None:
    ann = meet()
    table = api.friends()
    stop_time(ann)
    ann.sit(table, 1)
    table.act("resign", 2)
    ann.ends("You won!", "Player 2 resigned.")
    expect(ann.page.locator(".cheer")).to_have_count(1)
