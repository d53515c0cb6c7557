"""A pool of 1,000 numbers: the board stays usable, by pointer, keys and on a phone."""

from __future__ import annotations

from playwright.sync_api import expect
from support.visitor import Visitor

from .conftest import Meet
from .person import Person
from .test_looks import OVERFLOW, PHONE, SMALL


def test_a_thousand_numbers(ann: Person, api: Visitor) -> None:
    ann.set_up("Juniper Green", "Same screen", numbers="1-1000")
    expect(ann.tiles).to_have_count(1000)
    ann.is_connected()
    ann.pick(498)
    state = api.state(ann.game)
    ann.shows(state)
    keys = ann.page.keyboard
    columns = ann.page.locator("#board .board-row").first.locator(".tile").count()
    assert columns >= 10
    expect(ann.tile(498)).to_be_focused()
    keys.press("ArrowRight")
    expect(ann.tile(499)).to_be_focused()
    keys.press("ArrowDown")
    expect(ann.tile(499 + columns)).to_be_focused()
    keys.press("PageDown")
    expect(ann.tile(min(499 + 6 * columns, 1000))).to_be_focused()
    expect(ann.page.locator("#board .tile:focus")).to_be_in_viewport()
    keys.press("Home")
    expect(ann.tile(1)).to_be_focused()
    keys.press("l")
    expect(ann.tile(2)).to_be_focused()
    keys.type("996")
    keys.press("Enter")
    ann.sees_pick(996)
    finder = ann.page.get_by_role("group", name="Show a legal tile")
    expect(finder.get_by_role("button")).to_have_text(
        [str(n) for n in api.state(ann.game)["legal"]]
    )
    finder.get_by_role("button", name="332", exact=True).click()
    expect(ann.tile(332)).to_be_focused()
    expect(ann.tile(332)).to_be_in_viewport()
    keys.press("Enter")
    ann.sees_pick(332)
    ann.shows(api.state(ann.game))


def test_a_thousand_numbers_on_a_phone(meet: Meet, api: Visitor) -> None:
    ann = meet(viewport=PHONE, has_touch=True, is_mobile=True)
    table = api.create("me", "me", game="prime-rumble", numbers="2-1000")
    ann.sit(table, 1, 2)
    assert ann.page.evaluate(OVERFLOW) == []
    assert ann.page.evaluate(SMALL) == []
    ann.tile(997).tap()
    ann.tile(997).tap()
    ann.sees_pick(997)
    ann.shows(table.state)
