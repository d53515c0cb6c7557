"""Every page in every state: axe finds nothing, nothing jumps, nothing overflows a small phone.

Each state is reached once, and looked at on a phone in light and on a desktop in dark.
"""

from __future__ import annotations

import re
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Route, ViewportSize, expect
from support.visitor import Visitor

from .conftest import Meet
from .person import Person
from .shifts import Shifts
from .states import STATES, State, over_a_chain, played, refused, to_move

PHONE: ViewportSize = {"width": 320, "height": 640}
USUAL_PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 900}
LOOKS: tuple[tuple[ViewportSize, Literal["light", "dark"]], ...] = (
    (PHONE, "light"),
    (DESKTOP, "dark"),
)

# Everything that axe knows but its experimental rules: WCAG 2.0 to 2.2, A and AA, best practices.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]

# What sticks out of the window, unless a box of its own scrolls it.
OVERFLOW = """() => {
  const width = document.documentElement.clientWidth;
  const scrolls = (node) => {
    for (let box = node.parentElement; box && box !== document.body; box = box.parentElement) {
      if (getComputedStyle(box).overflowX !== 'visible') return true;
    }
    return false;
  };
  const out = [...document.querySelectorAll('body *')].filter((node) => {
    const { left, right, width: own } = node.getBoundingClientRect();
    return own > 0 && (right > width + 1 || left < -1) && !scrolls(node)
      && !node.closest('.visually-hidden, .skip');
  });
  if (document.documentElement.scrollWidth > width) out.push(document.documentElement);
  return out.slice(0, 5).map((node) => node.outerHTML.slice(0, 160));
}"""

# Targets under 24 by 24 pixels. A link within a sentence may be smaller (WCAG 2.5.8), and what is
# drawn by a label is as large as its label.
SMALL = """() => {
  const targets =
    'a[href], button, input, select, textarea, summary, [role=slider], [tabindex="0"]';
  const box = (node) => {
    const label = node.closest('label') ?? document.querySelector(`label[for="${node.id}"]`);
    return (node.matches('[type=radio], [type=file], [type=checkbox]') && label ? label : node)
      .getBoundingClientRect();
  };
  const top = document.querySelector('dialog[open]') ?? document.body;
  return [...top.querySelectorAll(targets)].filter((node) => {
    if (!node.checkVisibility() || node.closest('.skip')) return false;
    if (node.matches('p > a') && node.parentElement.textContent !== node.textContent) return false;
    const { width, height } = box(node);
    return width > 0 && (width < 23.9 || height < 23.9);
  }).map((node) => `${JSON.stringify(box(node))} ${node.outerHTML.slice(0, 120)}`);
}"""

# Whatever still moves, or would.
MOVING = """() => {
  const long = (text) => text.split(',').some((part) => parseFloat(part) > 0.02);
  const styled = [...document.querySelectorAll('body, body *')].filter((node) => {
    const { animationName, animationDuration, transitionDuration, scrollBehavior } =
      getComputedStyle(node);
    return (animationName !== 'none' && long(animationDuration)) || long(transitionDuration)
      || scrollBehavior === 'smooth';
  });
  return styled.slice(0, 5).map((node) => node.outerHTML.slice(0, 120));
}"""


def violations(ann: Person) -> list[str]:
    """What axe complains of; no rule is switched off."""
    options: dict[str, Any] = {
        "runOnly": TAGS,
        "resultTypes": ["violations"],
        "preload": False,  # fetches nothing; the pages have no media
    }
    results = Axe().run(ann.page, options=options)
    return [
        f"{violation['id']}: {node['html'][:200]} {node['failureSummary']}"
        for violation in results.response["violations"]
        for node in violation["nodes"][:3]
    ]


def settle(ann: Person) -> None:
    """A change of colours fades even where motion is reduced, if only for a frame."""
    ann.page.evaluate("() => document.getAnimations().forEach((one) => one.finish())")


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_everybody_can_use_it(state: State, meet: Meet, api: Visitor) -> None:
    ann = meet(viewport=USUAL_PHONE, reduced_motion="reduce")
    shifts = Shifts(ann)
    state(ann, api)
    wrong = shifts.too_many()
    for size, scheme in LOOKS:
        ann.page.set_viewport_size(size)
        ann.page.emulate_media(color_scheme=scheme)
        settle(ann)
        told = f"{size['width']} wide, {scheme}"
        wrong += [f"{told}: {violation}" for violation in violations(ann)]
        wrong += [f"{told}, out: {node}" for node in ann.page.evaluate(OVERFLOW)]
        wrong += [f"{told}, small: {node}" for node in ann.page.evaluate(SMALL)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "state", [to_move, refused, over_a_chain], ids=lambda state: state.__name__
)
def test_nothing_moves_for_those_who_asked_for_that(state: State, meet: Meet, api: Visitor) -> None:
    ann = meet(reduced_motion="reduce")
    state(ann, api)
    assert ann.page.evaluate(MOVING) == []
    ann.page.emulate_media(reduced_motion="no-preference")
    assert ann.page.evaluate(MOVING) != [], "the check sees what moves for everybody else"


@pytest.mark.parametrize("path", ["/", "/puzzles", "/review"])
def test_dark_is_dark(path: str, ann: Person) -> None:
    lightness = """() => {
      const { backgroundColor } = getComputedStyle(document.body);
      const [r, g, b] = backgroundColor.match(/[\\d.]+/g).map(Number);
      return (r + g + b) / 3;
    }"""
    ann.page.goto(path)
    expect(ann.page.locator("main")).to_be_visible()
    ann.page.emulate_media(color_scheme="light")
    assert ann.page.evaluate(lightness) > 200
    ann.page.emulate_media(color_scheme="dark")
    assert ann.page.evaluate(lightness) < 60


def test_a_finger_on_a_small_tile_looks_first(meet: Meet, api: Visitor) -> None:
    ann = meet(viewport=PHONE, has_touch=True, is_mobile=True)
    table = api.create("me", "me", numbers="1-100")
    ann.sit(table, 1, 2)
    ann.tile(60).tap()
    expect(ann.tile(60)).to_have_class("tile is-legal would-pick")
    ann.says("60 is legal. Tap again to pick it.")
    assert table.state["picks"] == []
    ann.tile(60).tap()
    ann.sees_pick(60)
    assert table.state["picks"] == [60]
    ann.tile(7).tap()  # one that is not legal says why at once
    ann.says("7 is neither a divisor nor a multiple of 60")


def test_a_finger_asks_what_removed_a_small_tile(meet: Meet, api: Visitor) -> None:
    ann = meet(viewport=PHONE, has_touch=True, is_mobile=True)
    table = played(api, "prime-rumble", picks=2)  # 2 and 3
    ann.sit(table)
    ann.tile(9).tap()
    ann.says("9, gone with 3.")
    ann.tile(9).tap()
    ann.says("You are watching. Only the players can pick.")


def test_tiles_of_a_phone_have_small_print(ann: Person, api: Visitor) -> None:
    shown = "(tile) => getComputedStyle(tile, '::after').content"
    table = api.create("me", "me", game="prime-rumble", numbers="2-100")
    table.play(2, 3)
    ann.sit(table, 1, 2)
    for width, small_print in ((320, "none"), (360, '"by 3"'), (390, '"by 3"')):
        ann.page.set_viewport_size({"width": width, "height": 700})
        ann.page.wait_for_function(f"innerWidth === {width} && scrollX === 0")
        expect(ann.page.locator("#board")).to_have_css("--cols", "10")
        assert ann.tile(9).evaluate(shown) == small_print
    ann.sit(played(api, "prime-rumble", picks=2), 1, 2)  # half as many, in fewer columns
    ann.page.set_viewport_size(PHONE)
    assert ann.tile(9).evaluate(shown) == '"by 3"'


def test_a_notice_about_a_long_name_is_whole(meet: Meet, api: Visitor) -> None:
    ann = meet(viewport={"width": 844, "height": 390})
    ann.sit(api.friends(names=["W" * 30, None]), 2)
    notice = ann.page.locator("#bars .bar", has_text="W" * 30)
    for said in (re.compile("seems to be away|has left"), "has left"):  # a slow page tells the last
        expect(notice).to_contain_text(said)
        assert notice.evaluate("(bar) => bar.getBoundingClientRect().right <= innerWidth")


def test_a_notice_that_comes_later_moves_none(meet: Meet, api: Visitor) -> None:
    ann = meet(viewport=PHONE)
    held: list[Route] = []
    ann.page.route("**/game/naming.js", lambda route: held.append(route))
    table = api.create("me", "friend", names=["A person with a rather long name", None])
    ann.page.goto(f"/game/{table.id}#invite={table.invite}")
    notice = ann.page.locator("#bars .bar")
    expect(notice).to_contain_text("has left")  # the last that is said of it
    where = "(bar) => bar.getBoundingClientRect().bottom"
    before = notice.evaluate(where)
    for route in held:
        route.continue_()
    expect(ann.page.locator("#naming")).to_be_visible()
    assert notice.evaluate(where) == before


def test_a_small_phone_cuts_no_name(meet: Meet, api: Visitor) -> None:
    cut = "(nodes) => nodes.filter((node) => node.scrollWidth > node.clientWidth).length"
    ann = meet(viewport=PHONE)
    refused(ann, api)  # with a clock and a score beside the names
    assert ann.page.locator(".player-name").evaluate_all(cut) == 0
    rows = "(nodes) => new Set(nodes.map((node) => node.offsetTop)).size"
    assert ann.page.locator("#actions button:visible").evaluate_all(rows) == 1
    over_a_chain(ann, api)
    assert ann.page.locator(".score-name").count() == 2
    assert ann.page.locator(".score-name").evaluate_all(cut) == 0
