"""Without a pointer: every key, the focus in sight, and what screen readers are told."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from support.visitor import Visitor

from .person import Person

# Whether the focus is in sight: a ring on the element, or on the label that stands for it.
RING = """() => {
  const node = document.activeElement;
  const shown = [node, node.nextElementSibling, node.closest('label')].filter(Boolean);
  const ring = (box) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(box);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
  };
  const box = node.getBoundingClientRect();
  const name = node.getAttribute('aria-label') || node.textContent.trim() || node.id;
  const { top, bottom } = box;
  return { name, ring: shown.some(ring), top, bottom, body: node === document.body };
}"""


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the focus is at what has this name; all the way it can be seen."""
    for _ in range(80):
        page.keyboard.press("Tab")
        at = page.evaluate(RING)
        assert at["body"] or at["ring"], f"no focus ring at {at['name']}"
        if at["name"] == name:
            height = page.viewport_size["height"] if page.viewport_size else 0
            assert at["bottom"] > 0
            assert at["top"] < height, f"{name} has the focus out of sight"
            return
    raise AssertionError(f"Tab never gets to {name}")


def test_from_the_start_page_to_the_end_of_a_game(ann: Person, api: Visitor) -> None:
    keys, page = ann.page.keyboard, ann.page
    ann.start_page()
    tab_to(page, "Options…: Divisor Duel")
    keys.press("Enter")
    opponent = page.get_by_role("group", name="Opponent")
    expect(opponent.locator("input:checked")).to_be_focused()
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    expect(opponent.locator("input:checked")).to_have_value("same")
    keys.press("Tab")
    expect(page.get_by_label("Player 2\u2019s name")).to_be_focused()
    keys.press("Tab")
    pools = page.get_by_role("group", name="Numbers")
    expect(pools.locator("input:checked")).to_be_focused()
    keys.press("ArrowUp")  # round to the last one
    expect(pools.locator("input:checked")).to_have_value("other")
    keys.press("Tab")
    expect(page.get_by_label("First and last number")).to_be_focused()
    keys.type("1-6")
    keys.press("Enter")
    page.wait_for_url("**/game/*")
    expect(ann.tiles).to_have_count(6)
    ann.is_connected()

    keys.type("4")  # a typed number, from anywhere
    expect(page.locator("#typed")).to_contain_text("4")
    keys.press("Backspace")
    expect(page.locator("#typed")).to_be_hidden()
    keys.type("4")
    keys.press("Enter")
    ann.sees_pick(4)
    keys.press("b")  # the board, at its first legal tile
    expect(ann.tile(1)).to_be_focused()
    keys.press("ArrowRight")
    expect(ann.tile(2)).to_be_focused()
    assert page.evaluate(RING)["ring"]
    ann.says(re.compile("^2.*legal"))
    keys.press("Enter")
    ann.sees_pick(2)
    expect(ann.tile(2)).to_be_focused()
    keys.press("ArrowDown")  # five in a row, so 6 is not below 2, and the focus stays
    keys.press("End")
    expect(ann.tile(6)).to_be_focused()
    keys.press("Space")
    ann.sees_pick(6)
    keys.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    keys.press("Escape")
    expect(dialog).to_be_hidden()
    keys.press("s")
    ann.hears("Player 2\u2019s turn, 2 picks are legal. Legal: 1, 3.")
    keys.press("Home")
    keys.press("l")  # on to the next legal tile
    expect(ann.tile(3)).to_be_focused()
    keys.press("Enter")
    ann.sees_pick(3)
    keys.press("u")  # taken back
    ann.sees_pick(6)
    expect(ann.button("Take back")).to_be_enabled()
    for n in (3, 1, 5):
        keys.type(str(n))
        keys.press("Enter")
        ann.sees_pick(n)
    ann.ends("Player 2 won")
    for text in ("Player 1 picked 4.", "Player 2 picked 2.", "A pick was taken back.",
                 "Player 2 picked 5. Player 2 won. Player 1 has no legal pick left."):  # fmt: skip
        ann.hears(text)
    assert api.state(ann.game)["picks"] == [4, 2, 6, 3, 1, 5]

    slider = page.get_by_role("slider", name="Moment of the game")
    expect(slider).to_be_visible()  # and the review has keys too
    tab_to(page, "Moment of the game")
    expect(slider).to_be_focused()
    keys.press("End")
    expect(slider).to_have_attribute("aria-valuenow", "6")
    keys.press("ArrowLeft")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("6, Player 2 picked 5"))
    keys.press("Home")
    expect(slider).to_have_attribute("aria-valuenow", "0")
    tab_to(page, "One on")
    keys.press("Enter")
    expect(slider).to_have_attribute("aria-valuenow", "1")


def test_hint_resign_and_the_switch_for_letters(ann: Person, api: Visitor) -> None:
    table = api.create("me", "me")
    ann.sit(table, 1, 2)
    keys, page = ann.page.keyboard, ann.page
    keys.press("h")
    expect(page.get_by_role("region", name="Hint")).to_contain_text("Hint 1 of 3")
    ann.hears("Hint: ")
    keys.press("r")
    dialog = page.get_by_role("dialog", name="Resign this game?")
    expect(dialog).to_be_visible()
    keys.type("12")  # digits belong to the dialog now
    keys.press("Escape")
    expect(page.locator("#typed")).to_be_hidden()
    keys.press("?")
    page.get_by_label("Letters work as keys").focus()
    keys.press("Space")
    keys.press("Escape")
    keys.press("r")
    keys.type("6")  # numbers still work
    keys.press("Enter")
    ann.sees_pick(6)
    expect(dialog).to_be_hidden()
    page.reload()
    expect(ann.tile(6)).to_be_visible()
    keys.press("r")
    keys.type("3")
    keys.press("Enter")
    ann.sees_pick(3)
    expect(dialog).to_be_hidden()


@pytest.mark.parametrize(("key", "title"), [("?", "Keys"), ("r", "Resign this game?")])
def test_escape_closes_a_dialog_at_once(key: str, title: str, ann: Person, api: Visitor) -> None:
    """So that the key after it is not lost: left alone, the browser takes a moment."""
    ann.sit(api.create("me", "me"), 1, 2)
    ann.page.keyboard.press(key)
    dialog = ann.page.get_by_role("dialog", name=title)
    expect(dialog).to_be_visible()
    press_on = """(dialog) => {
      for (const key of ['Escape', '6']) {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        document.activeElement.dispatchEvent(event);
        if (dialog.open) return;
      }
    }"""
    dialog.evaluate(press_on)
    expect(ann.page.locator("#typed")).to_contain_text("typed: 6")


def test_a_friend_is_heard(ann: Person, ben: Person, api: Visitor) -> None:
    table = api.friends(names=["Ann", None])
    ann.sit(table, 1)
    ben.sit(table, 2)
    ben.hears("Ann\u2019s turn.")
    ann.hears("Your turn, 20 picks are legal.")
    ann.page.keyboard.type("12")
    ann.page.keyboard.press("Enter")
    ben.hears("Ann picked 12. Your turn, 5 picks are legal.")
    ann.hears("You picked 12. Player 2\u2019s turn.")
    ann.page.keyboard.type("6")
    ann.page.keyboard.press("Enter")
    ann.says("Not yet: Player 2\u2019s turn.")
    ann.hears("Not yet: Player 2\u2019s turn.")


def test_a_puzzle_is_solved_by_keys(ann: Person, api: Visitor) -> None:
    keys, page = ann.page.keyboard, ann.page
    with page.expect_response(re.compile("/api/puzzles/daily")) as fetched:
        page.goto("/daily")
    puzzle = fetched.value.json()
    body = {key: puzzle[key] for key in ("game", "numbers", "picks")}
    answer = api.post("/api/verdict", body).json["verdict"]["winning"][0]
    first = int(puzzle["numbers"].split("-")[0])
    expect(ann.tile(first)).to_be_visible()
    ann.hears("which of")
    keys.type("999")
    keys.press("Enter")
    ann.hears("999 is not on this board")
    keys.press("h")
    ann.hears("Hint 1 of 3")
    tab_to(page, page.locator('#board .tile[tabindex="0"]').get_attribute("aria-label") or "")
    keys.press("Home")
    for _ in range(answer - first):
        keys.press("ArrowRight")
    expect(ann.tile(answer)).to_be_focused()
    keys.press("Enter")
    ann.hears(f"{answer} wins")
    expect(page.locator("#buttons button").first).to_be_focused()
    keys.press("n")
    page.wait_for_url("**/puzzle/*")
