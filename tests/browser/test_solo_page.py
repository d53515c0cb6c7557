"""A chain of one's own by mouse, by keys and by touch; what is kept, and who is challenged."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from support.visitor import Visitor

from lastpick.catalog import load
from lastpick.coach.longest import best

from .conftest import Meet
from .person import LAST, Person, tiles_of

GAME = "/solo/divisor-duel?numbers=1-20"
BEST = best(load("divisor-duel", "1-20"))


def says(ann: Person, text: str) -> None:
    expect(ann.page.locator("#says")).to_contain_text(text)


def score(ann: Person, label: str, value: int) -> None:
    cell = ann.page.locator("#score > div", has=ann.page.get_by_text(label, exact=True))
    expect(cell.locator("dd")).to_have_text(str(value))


def shows(ann: Person, api: Visitor, *picks: int) -> None:
    """The board is the server's, all of it one person's."""
    expect(ann.page.locator("#board .is-picked")).to_have_count(len(picks))
    told = api.post("/api/solo", {"game": "divisor-duel", "numbers": "1-20", "picks": picks}).json
    if picks:
        expect(ann.tile(picks[-1])).to_have_class(LAST)
    meant = tiles_of(told)
    for place, n in enumerate(picks, 1):
        meant[str(n)] = ["picked", "1", f"●{place}"]
    seen = ann.board.evaluate("""(board) => Object.fromEntries(
      [...board.querySelectorAll('.tile')].map((tile) => [tile.dataset.n, [
        /is-(open|legal|picked|removed)/.exec(tile.className)[1],
        tile.dataset.by ?? '', tile.dataset.sub]]))""")
    assert seen == meant
    score(ann, "Picked", len(picks))


def test_a_chain_by_mouse_and_a_friend_who_beats_it(ann: Person, ben: Person, api: Visitor) -> None:
    ann.page.goto("/solo")
    expect(ann.page.locator(".solo-game")).to_have_count(4)
    ann.page.locator(".solo-game", has_text="Divisor Duel").get_by_role(
        "link", name=re.compile("^1\u201320")
    ).click()
    score(ann, "Possible", BEST.length)
    for n in (6, 3, 12, 4):
        ann.tile(n).click()
    shows(ann, api, 6, 3, 12, 4)
    says(ann, "4 picks so far.")
    ann.tile(5).click()
    says(ann, "5 is neither a divisor nor a multiple of 4.")
    shows(ann, api, 6, 3, 12, 4)
    ann.button("Undo").click()
    shows(ann, api, 6, 3, 12)
    ann.tile(6).click()  # of the chain: back to there
    shows(ann, api, 6)
    ann.button("Redo").click()
    ann.button("Redo").click()
    shows(ann, api, 6, 3, 12)
    ann.button("How far still?").click()
    says(ann, "From here you can still get to ")
    ann.tile(1).click()
    ann.tile(13).click()
    says(ann, f"5 picks; the best possible is {BEST.length}.")
    shows(ann, api, 6, 3, 12, 1, 13)
    score(ann, "Yours", 5)
    ann.button("Challenge").click()
    link = ann.page.get_by_label("Link of the challenge").input_value()
    assert link.endswith("/solo/divisor-duel?numbers=1-20&beat=5")
    ann.page.keyboard.press("Escape")
    ann.page.reload()  # it goes on where it was
    shows(ann, api, 6, 3, 12, 1, 13)
    score(ann, "Yours", 5)

    ben.page.goto(link)
    says(ben, "Somebody picked 5 numbers here. Can you pick more?")
    score(ben, "To beat", 5)
    for n in BEST.picks[:5]:
        ben.tile(n).click()
        expect(ben.tile(n)).to_have_class(LAST)
    says(ben, "5 picks so far.")
    ben.tile(BEST.picks[5]).click()
    says(ben, "You have beaten 5!")
    ben.hears("You have beaten 5!")
    for n in BEST.picks[6:]:
        ben.tile(n).click()
        expect(ben.tile(n)).to_have_class(LAST)
    says(ben, f"{BEST.length} picks: the best possible! Nobody can do better.")
    ann.page.goto("/solo")
    expect(ann.page.locator(".solo-pool", has_text="yours 5")).to_have_count(1)


def test_a_chain_by_keys_alone(ann: Person, api: Visitor) -> None:
    keys = ann.page.keyboard
    ann.page.goto(GAME)
    ann.hears("Pick as many numbers as you can.")
    for n in (16, 8, 4):
        keys.type(str(n))
        keys.press("Enter")
        expect(ann.tile(n)).to_have_class(LAST)
    ann.hears("3 picks so far.")
    keys.press("Backspace")
    ann.hears("Taken back: 4.")
    keys.press("u")
    shows(ann, api, 16)
    keys.press("y")
    shows(ann, api, 16, 8)
    keys.press("l")
    expect(ann.tile(1)).to_be_focused()
    keys.press("ArrowRight")
    keys.press("Enter")
    shows(ann, api, 16, 8, 2)
    keys.press("s")
    ann.hears("3 picks so far. Legal now: 1, 4, 6, 10, 12, 14, 18, 20.")
    keys.type("7")
    keys.press("Enter")
    ann.hears("7 is neither a divisor nor a multiple of 2.")
    keys.press("o")
    ann.hears("From here you can still get to ")
    keys.press("a")
    shows(ann, api)


def test_a_chain_by_touch(meet: Meet, api: Visitor) -> None:
    ann = meet(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    ann.page.goto(f"{GAME}&beat=3")
    expect(ann.tile(20)).to_be_visible()
    before = ann.board.bounding_box()
    assert ann.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    for n in (7, 1, 19):
        ann.tile(n).tap()
        expect(ann.tile(n)).to_have_class(LAST)
    says(ann, "As many as your challenger: one more beats 3.")
    expect(ann.button("Undo")).to_be_in_viewport()
    ann.button("Undo").tap()
    shows(ann, api, 7, 1)
    ann.tile(7).tap()
    shows(ann, api, 7)
    ann.button("Start over").tap()
    shows(ann, api)
    assert ann.board.bounding_box() == before


def test_a_solo_that_cannot_be_leads_to_those_that_can(ann: Person) -> None:
    ann.tolerate("422 (Unprocessable")
    ann.page.goto("/solo/divisor-duel?numbers=20-1")
    expect(ann.page.locator("#trouble")).to_contain_text("20-1")
    ann.page.get_by_role("link", name="All solo games").click()
    expect(ann.page.locator(".solo-game")).to_have_count(4)
