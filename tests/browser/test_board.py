"""The board: it fits its window, stays where it is, and tells no more than it is asked to."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Route, ViewportSize, expect
from support.visitor import Visitor

from .conftest import Meet
from .person import Person

WINDOWS: list[ViewportSize] = [
    {"width": 1366, "height": 657},
    {"width": 844, "height": 390},
    {"width": 1920, "height": 1080},
    {"width": 320, "height": 640},
]

# What is out of sight of all tiles and buttons, and how large a tile is.
FIT = """() => {
  const parts = [...document.querySelectorAll('#board .tile, #actions button')];
  const out = parts.filter((part) => {
    const { top, left, bottom, right, width } = part.getBoundingClientRect();
    return width > 0 && (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth);
  });
  const row = document.querySelector('#board .board-row');
  return {
    out: out.map((part) => part.textContent),
    tile: document.querySelector('#board .tile').getBoundingClientRect().width,
    columns: row.children.length,
    board: document.querySelector('#board').getBoundingClientRect().toJSON(),
  };
}"""

# The sum of what moved without anybody's doing, as browsers count it.
SHIFT = """
window.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({ type: 'layout-shift', buffered: true });
"""


def settled(ann: Person, size: ViewportSize) -> Any:
    """The board in a window of this size, after it has taken note of it."""
    ann.page.set_viewport_size(size)
    ann.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    return ann.page.evaluate(FIT)


def test_boards_fit_the_window(ann: Person, api: Visitor) -> None:
    ann.page.set_viewport_size(WINDOWS[0])
    found = {}
    for name, numbers in (("juniper-green", "1-100"), ("divisor-duel", "1-20")):
        ann.sit(api.create("me", "me", game=name, numbers=numbers), 1, 2)
        for size in WINDOWS:
            fit = settled(ann, size)
            assert fit["out"] == [], f"{numbers} at {size}"
            assert fit["tile"] >= 24
            found[numbers, size["width"]] = fit
    assert {found["1-100", size["width"]]["columns"] for size in WINDOWS} == {10}
    assert found["1-100", 1366]["tile"] >= 44
    assert found["1-20", 320]["tile"] >= 48
    large = found["1-20", 1920]
    assert large["tile"] >= 150, "a few numbers use a large screen"
    assert large["board"]["height"] > 0.6 * 1080
    ann.page.set_viewport_size({"width": 1366, "height": 657})
    ann.page.goto("/review")
    ann.button("Use a sample game").click()
    first = ann.page.locator(".board .board-row").first
    expect(first.locator(".tile")).to_have_count(found["1-20", 1366]["columns"])


# Numbers that are wider than their tiles.
CUT = """() => [...document.querySelectorAll('#board .tile')].filter((tile) =>
  tile.firstChild.getBoundingClientRect().width > tile.getBoundingClientRect().width + 1
).map((tile) => tile.textContent)"""


def test_long_numbers_fit_their_tiles(ann: Person, api: Visitor) -> None:
    ann.page.set_viewport_size(WINDOWS[0])
    ann.sit(api.create("me", "me", toml='numbers = "999000-999099"'), 1, 2)
    for size in WINDOWS:
        settled(ann, size)
        assert ann.page.evaluate(CUT) == [], f"at {size}"
        width = "document.documentElement.scrollWidth - innerWidth"
        assert ann.page.evaluate(width) <= 0, f"at {size}"


def test_large_tiles_for_a_projector(ann: Person, api: Visitor) -> None:
    ann.page.set_viewport_size({"width": 1280, "height": 720})
    ann.sit(api.create("me", "me", game="juniper-green", numbers="1-40"), 1, 2)
    before = ann.page.evaluate(FIT)["tile"]
    ann.button("Settings").click()
    ann.page.get_by_role("radio", name="Large").check()
    ann.page.keyboard.press("Escape")
    assert ann.page.evaluate(FIT)["tile"] > before


def test_nothing_jumps(meet: Meet, api: Visitor) -> None:
    """While a friend comes, is named, asks for a pick back, or somebody wants a hint."""
    ann = meet(viewport={"width": 390, "height": 844})
    ben = meet(viewport={"width": 1280, "height": 800})
    for person in (ann, ben):
        person.context.add_init_script(SHIFT)
    table = api.create("me", "friend", names=["Ann", None], clock={"seconds": 600, "increment": 0})
    ann.sit(table, 1)
    at = {ann: ann.page.evaluate(FIT)["board"]}

    def stands(person: Person) -> None:
        assert person.page.evaluate(FIT)["board"] == at[person]

    expect(ann.page.locator("#invite")).to_be_visible()
    ben.page.goto(ann.invite_link)
    expect(ben.tiles.first).to_be_visible()
    at[ben] = ben.page.evaluate(FIT)["board"]
    expect(ann.page.locator("#invite")).to_be_hidden()
    ann.hears("Player 2 is here.")
    stands(ann)

    naming = ben.page.locator("#naming")
    expect(naming).to_contain_text("What should Ann call you?")
    ann.pick(6)  # nobody waits for a name
    ben.sees_pick(6)
    naming.get_by_role("textbox").fill("Ann")
    ben.tolerate("422 (Unprocessable")
    naming.get_by_role("button", name="Save").click()
    expect(naming).to_contain_text("both players are called Ann")
    naming.get_by_role("textbox").fill("Ben")
    naming.get_by_role("button", name="Save").click()
    expect(naming).to_be_hidden()
    expect(ann.page.locator(".player-name").nth(1)).to_have_text("Ben")
    stands(ben)

    ann.button("Take back").click()
    expect(ben.button("Decline")).to_be_visible()
    expect(ann.page.locator("#bars")).to_contain_text("Waiting for Ben")
    stands(ann)
    stands(ben)
    ben.button("Decline").click()
    ann.says("Ben declined the takeback.")
    ben.page.keyboard.press("h")
    expect(ben.page.locator("#hint")).to_contain_text("Hint 1 of 3")
    ben.tile(14).click()
    ben.says("14 is neither a divisor nor a multiple of 6")
    stands(ben)
    ben.pick(3)
    ann.sees_pick(3)
    ann.button("Resign").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for person in (ann, ben):
        expect(person.button("Rematch")).to_be_visible()
        stands(person)
        assert person.page.evaluate("window.shift") <= 0.05


def test_forced_colours_keep_the_shapes(meet: Meet, api: Visitor) -> None:
    ann = meet(forced_colors="active")
    table = api.create("me", "me")
    table.play(6, 3)
    ann.sit(table, 1, 2)
    look = """(node) => {
      const { backgroundColor, borderTopLeftRadius, forcedColorAdjust } = getComputedStyle(node);
      const canvas = getComputedStyle(document.body).backgroundColor;
      const radius = parseFloat(borderTopLeftRadius) / (borderTopLeftRadius.endsWith('%') ? 100
        : node.getBoundingClientRect().width);
      return { filled: backgroundColor !== canvas && forcedColorAdjust === 'none', radius };
    }"""
    marks = (".player .mark-1", ".player .mark-2")
    one, two = (ann.page.locator(mark).evaluate(look) for mark in marks)
    picked = [ann.tile(n).evaluate(look) for n in (6, 3)]
    for circle, square in ((one, two), picked):
        assert circle["filled"]
        assert square["filled"]
        assert circle["radius"] == 0.5
        assert square["radius"] < 0.3


def told(ann: Person) -> str:
    """Everything that the board and the line above it say to anybody."""
    board: str = ann.board.evaluate("(board) => board.outerHTML")
    return board + ann.page.locator("#desk").inner_text()


def test_legal_picks_are_found_by_oneself(ann: Person, api: Visitor) -> None:
    ann.context.add_init_script("localStorage.setItem('lastpick:legal', '\"never\"')")
    table = api.create("me", "me")
    ann.sit(table, 1, 2)
    ann.pick(6)
    ann.tile(12).hover()
    ann.says("12, still there.")
    ann.page.locator("body").press("l")
    ann.page.keyboard.press("s")
    ann.hears("Player 2\u2019s turn.")
    assert "legal" not in told(ann)
    assert "remove" not in told(ann)
    assert ann.board.locator(".is-free").count() == 19
    heard = ann.page.evaluate("heard.join(' ')")
    assert "legal" not in heard
    ann.tile(14).click()
    ann.says("14 is neither a divisor nor a multiple of 6")
    assert table.state["picks"] == [6], "a wrong pick costs nothing but the try"
    ann.pick(12)
    expect(ann.button("Show legal picks")).to_have_count(0)


def test_legal_picks_are_shown_when_asked_for(ann: Person, api: Visitor) -> None:
    ann.context.add_init_script("localStorage.setItem('lastpick:legal', '\"asked\"')")
    ann.sit(api.create("me", "me"), 1, 2)
    ann.pick(6)
    assert "legal" not in told(ann)
    ann.button("Show legal picks").click()
    expect(ann.board.locator(".is-legal")).to_have_count(5)
    ann.says("Player 1 picked 6 · 5 legal")
    expect(ann.button("Show legal picks")).to_be_disabled()
    ann.pick(12)  # and the next position is a secret again
    expect(ann.board.locator(".is-legal")).to_have_count(0)
    ann.page.keyboard.press("l")
    expect(ann.tile(1)).to_be_focused()
    expect(ann.board.locator(".is-legal")).to_have_count(4)


def test_a_claim_is_offered_when_it_works(ann: Person, api: Visitor) -> None:
    """Whoever was away before one's pick gets time to answer it; a refused claim would be seen."""
    table = api.friends(names=["Ann", "Ben"])
    ann.sit(table, 1)
    expect(ann.page.locator(".player-note").nth(1)).to_have_text("")
    ann.page.wait_for_function(
        "async (path) => (await (await fetch(path)).json()).people[1].seen > 3", arg=table.path
    )
    ann.pick(6)
    ann.button("Claim the win").click()
    ann.ends("You won!", "Ben left the game.")


def test_a_game_is_played_by_touch(meet: Meet, api: Visitor) -> None:
    phone: Any = {
        "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True
    }  # fmt: skip
    ann, ben = meet(**phone), meet(**phone)
    table = api.friends(game="divisor-duel", numbers="1-6")
    ann.sit(table, 1)
    ben.sit(table, 2)
    for i, n in enumerate([4, 2, 6, 3, 1, 5]):
        mover, other = (ann, ben) if i % 2 == 0 else (ben, ann)
        mover.tile(n).tap()
        mover.sees_pick(n)
        other.sees_pick(n)
    ben.ends("You won!", "Player 1 has no legal pick left.")
    ann.ends("You lost", "You have no legal pick left.")


def test_the_rules_are_shown_when_they_are_there(ann: Person, api: Visitor) -> None:
    """A dialog that grows with them would move all that is in it."""
    held: list[Route] = []
    ann.page.route("**/rules", lambda route: held.append(route))
    ann.sit(api.create("me", "me"), 1, 2)
    with ann.page.expect_request("**/rules"):
        ann.page.keyboard.press("i")
    ann.page.keyboard.press("i")  # more than once is once
    dialog = ann.page.get_by_role("dialog", name="Rules")
    expect(dialog).to_be_hidden()
    waiting = ann.page.locator("#do-rules[aria-busy=true]")
    expect(waiting).to_be_visible()
    (route,) = held
    route.continue_()
    expect(dialog.locator("#rules-text > p")).to_be_visible()
    expect(waiting).to_have_count(0)


def test_the_rules_are_a_key_away(ann: Person, api: Visitor) -> None:
    own = 'title = "Steps"\nnumbers = "1-12"\nfollows = "abs(n - last) <= 3"\n'
    for table in (api.create("me", "me", game="prime-rumble"), api.create("me", "me", toml=own)):
        ann.sit(table, 1, 2)
        rules = api.get(f"{table.path}/rules").json
        ann.page.keyboard.press("i")
        dialog = ann.page.get_by_role("dialog", name="Rules")
        expect(dialog.locator("#rules-text > p")).to_have_text(rules["rules"])
        expect(dialog.locator(".tips li")).to_have_text(rules["tips"])
        expect(dialog).to_contain_text(re.compile("the last pick, ringed"))
        ann.page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
