"""A game says what is to be picked, and at its end why nothing can be."""

from __future__ import annotations

from playwright.sync_api import expect
from support.visitor import Visitor

from .person import Person


def test_what_is_to_be_picked_and_why_nothing_can_be(ann: Person, api: Visitor) -> None:
    ann.sit(api.create("me", "me", game="juniper-green"), 1, 2)
    rule = ann.page.locator("#rule")
    expect(rule).to_contain_text("Pick an even number.")
    for n in (100, 2, 1):
        ann.pick(n)
    expect(rule).to_contain_text("Pick a divisor or multiple of 1.")
    ann.pick(59)
    expect(ann.page.locator("#over")).to_contain_text(
        "The only other divisor or multiple of 59 in 1-100 is 1, and it was already picked."
    )
