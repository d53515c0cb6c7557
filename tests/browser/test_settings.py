"""Settings: reached from every page, applied at once, kept on the device."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect
from support.visitor import Visitor

from .conftest import Meet
from .person import Person

LIGHTNESS = """() => {
  const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).map(Number);
  return (r + g + b) / 3;
}"""

# What the page has been painted with first: before any module has run.
AT_FIRST = """
addEventListener('DOMContentLoaded', () => {}, { once: true });
new MutationObserver((_, watcher) => {
  if (!document.body) return;
  watcher.disconnect();
  window.atFirst = document.documentElement.dataset.theme ?? 'none';
}).observe(document, { subtree: true, childList: true });
"""

CHOICES = {
    "Theme": ("theme", "Dark", "dark"),
    "Which picks are legal": ("legal", "Shown on request", "asked"),
    "Tiles": ("tiles", "Large", "large"),
    "pace": ("pace", "Quick", "quick"),
    "Sound": ("sound", "On", True),
}
READ = """async (name) => {
  const script = document.querySelector('script[src$="settings-dialog.js"]').src;
  const { settings } = await import(new URL('./settings.js', script));
  return settings.get(name);
}"""


def choose(page: Page, group: str, label: str) -> None:
    box = page.get_by_role("dialog", name="Settings").get_by_role("group", name=group)
    box.get_by_role("radio", name=label, exact=group != "Which picks are legal").check()


def test_each_setting_holds_at_once_and_is_kept(ann: Person, api: Visitor) -> None:
    ann.context.add_init_script(AT_FIRST)
    ann.page.emulate_media(color_scheme="light")
    ann.start_page()
    assert [ann.page.evaluate(READ, name) for name, *_ in CHOICES.values()] == [
        "auto", "shown", "fit", "calm", False,
    ]  # fmt: skip
    beside = ann.context.new_page()  # another tab, on another page
    beside.goto("/puzzles")
    ann.page.locator("body").press("Tab")
    ann.button("Settings").focus()
    ann.page.keyboard.press("Enter")
    for group, (name, label, value) in CHOICES.items():
        choose(ann.page, group, label)
        assert ann.page.evaluate(READ, name) == value
    ann.page.get_by_label("Name", exact=True).fill("Ann")
    assert ann.page.evaluate(LIGHTNESS) < 60
    beside.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    assert beside.evaluate(LIGHTNESS) < 60
    beside.close()
    ann.page.keyboard.press("Escape")
    expect(ann.button("Settings")).to_be_focused()

    ann.button("Play now").click()
    ann.page.wait_for_url("**/game/*")
    assert ann.page.evaluate("() => window.atFirst") == "dark", "painted in the wrong theme first"
    assert ann.page.evaluate(LIGHTNESS) < 60
    assert api.state(ann.game)["people"][0]["name"] == "Ann"
    ann.button("Settings").click()
    for group, (name, label, value) in CHOICES.items():
        assert ann.page.evaluate(READ, name) == value
        box = ann.page.get_by_role("dialog", name="Settings").get_by_role("group", name=group)
        expect(box.locator("input:checked")).to_have_count(1)
        expect(box.locator("label:has(:checked)")).to_contain_text(label)
    expect(ann.page.get_by_label("Name", exact=True)).to_have_value("Ann")
    choose(ann.page, "Theme", "Auto")
    assert ann.page.evaluate(LIGHTNESS) > 200


@pytest.mark.parametrize("path", ["/puzzles", "/review", "/nowhere"])
def test_every_page_has_them(path: str, meet: Meet) -> None:
    """Also where nothing can be kept: then they last as long as the tab."""
    ann = meet(viewport={"width": 320, "height": 640})
    ann.tolerate("404 (Not Found)")
    ann.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } });"
    )
    ann.context.add_init_script(AT_FIRST)
    ann.page.goto(path)
    ann.button("Settings").click()
    choose(ann.page, "Theme", "Dark")
    expect(ann.page.locator("#settings-not-kept")).to_be_visible()
    ann.page.reload()
    assert ann.page.evaluate("() => window.atFirst") == "dark"
    assert ann.page.evaluate(LIGHTNESS) < 60


def test_garbage_is_as_if_nothing_had_been_set(ann: Person) -> None:
    kept = {"theme": "purple", "legal": 7, "tiles": None, "pace": ["calm"], "sound": "yes"}
    for name, value in {**kept, "name": {"x": 1}}.items():
        text = json.dumps(json.dumps(value))
        ann.context.add_init_script(f"localStorage.setItem('lastpick:{name}', {text})")
    ann.context.add_init_script("localStorage.setItem('lastpick:setup', '[1')")
    ann.start_page()
    assert [ann.page.evaluate(READ, name) for name in (*kept, "name")] == [
        "auto", "shown", "fit", "calm", False, "",
    ]  # fmt: skip
    ann.open_set_up("Prime Rumble")
    expect(ann.page.locator("#setup")).to_contain_text("Casual bot")
