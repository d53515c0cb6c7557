"""A connection that comes and goes: the page says so, and nothing is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from support.serving import Server
from support.visitor import Visitor

from .conftest import Meet
from .person import Person

NO_ANSWER = ("net::ERR_", "Failed to load resource")


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    with Server(tmp_path / "mortal") as server:
        yield server


def test_a_game_outlives_its_server(mortal: Server, meet: Meet) -> None:
    ann, ben = meet(mortal.url), meet(mortal.url)
    for person in (ann, ben):
        person.tolerate(*NO_ANSWER)
    with Visitor(mortal.url) as api:
        table = api.friends()
        ann.sit(table, 1)
        ben.sit(table, 2)
        ann.pick(6)
        ben.sees_pick(6)
        mortal.kill()
        for person in (ann, ben):
            person.is_connected("reconnecting")
            expect(person.page.locator("#connection")).to_have_text("Reconnecting…")
        ben.tile(3).click()  # while nobody listens
        ben.says("No answer yet. Trying again…")
        expect(ben.tile(3)).to_have_class("tile is-legal is-sent")
        mortal.start()
        for person in (ann, ben):
            person.is_connected()
            person.sees_pick(3)
            person.shows(table.state)
        assert table.state["picks"] == [6, 3], "once, and not twice"
        ann.pick(9)
        ben.sees_pick(9)
        ben.page.reload()
        ben.shows(table.state)


def test_a_page_opened_before_the_server_is_back(mortal: Server, meet: Meet) -> None:
    ann = meet(mortal.url)
    ann.tolerate(*NO_ANSWER)
    with Visitor(mortal.url) as api:
        table = api.create("me", "me")
    ann.start_page()
    mortal.kill()
    ann.play_bot("Divisor Duel")
    problem = ann.page.get_by_role("alert").filter(has_text="The server does not answer")
    expect(problem).to_be_visible()
    mortal.start()
    ann.play_bot("Divisor Duel")
    expect(ann.page.locator("#turn-text")).to_have_text("Your turn")
    assert ann.game != table.id


def test_what_happened_offline_is_caught_up_on(ann: Person, ben: Person, api: Visitor) -> None:
    table = api.friends()
    ann.sit(table, 1)
    ben.sit(table, 2)
    ben.tolerate(*NO_ANSWER)
    ben.context.set_offline(True)
    ben.is_connected("offline")
    expect(ben.page.locator("#connection")).to_have_text("Offline")
    ben.hears("Offline.")
    rules = ben.page.get_by_role("dialog", name="Rules")
    ben.button("Rules").click()  # which are loaded when they are asked for
    ben.says(re.compile("^The server does not answer"))
    expect(rules).to_be_hidden()
    ann.pick(6)
    ben.context.set_offline(False)
    ben.is_connected()
    ben.hears("Connected.")
    ben.sees_pick(6)
    ben.button("Rules").click()
    expect(rules).to_be_visible()
    ben.page.keyboard.press("Escape")
    expect(ben.button("Rules")).to_be_focused()
    ben.pick(3)
    ann.sees_pick(3)
    ann.shows(table.state)
    ben.shows(table.state)


def test_an_answer_given_meanwhile_is_told_afterwards(mortal: Server, meet: Meet) -> None:
    """The state alone does not show it: every change since the last one heard is asked for."""
    ann, ben = meet(mortal.url), meet(mortal.url)
    for person in (ann, ben):
        person.tolerate(*NO_ANSWER)
    with Visitor(mortal.url) as api:
        table = api.friends()
        ann.sit(table, 1)
        ben.sit(table, 2)
        ann.pick(6)
        ann.button("Take back").click()
        expect(ben.button("Decline")).to_be_visible()
        ann.context.route("**/events", lambda route: route.abort())  # no way back for Ann
        mortal.kill()
        ann.is_connected("reconnecting")
        mortal.start()
        ben.is_connected()
        ben.button("Decline").click()
        expect(ben.page.locator("#bars")).to_be_empty()
        ann.context.unroute("**/events")
        ann.is_connected()
        ann.hears("Player 2 declined the takeback.")


def test_two_tabs_of_one_player_agree(ann: Person, api: Visitor) -> None:
    table = api.create("me", "me")
    ann.sit(table, 1, 2)
    first = ann.page
    ann.page = ann.context.new_page()
    ann.page.goto(f"/game/{table.id}")
    ann.pick(6)
    expect(first.locator("#board .tile.is-last")).to_have_attribute("data-n", "6")
    first.locator('#board .tile[data-n="3"]').click()
    ann.sees_pick(3)
