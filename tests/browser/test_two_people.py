"""Two people in two browsers, one by the other's link, and a third who watches."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from support.visitor import Visitor

from lastpick.catalog import open_book

from .conftest import Meet
from .person import Person

GAMES = [
    "number-knockout", "divisor-duel", "number-bind", "prime-rumble", "non-consecutive",
    "juniper-green",
]  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_to_its_end(
    name: str, ann: Person, ben: Person, meet: Meet, api: Visitor
) -> None:
    book = open_book(name)
    ann.set_up(book.title, "A friend, by link")
    expect(ann.page.locator("#invite svg")).to_be_visible()  # the QR code
    expect(ann.page.locator("#players")).to_contain_text("not here yet")
    ben.page.goto(ann.invite_link)
    expect(ann.page.locator("#invite")).to_be_hidden()
    ben.page.wait_for_url(f"{ben.url}/game/{ann.game}")  # the invitation leaves the address
    cy = meet()
    cy.page.goto(ann.watch_link)
    expect(cy.board).to_be_visible()
    assert len(api.get("/api/catalog").json["games"]) >= len(GAMES)

    for i, n in enumerate(book.example):
        mover, other = (ann, ben) if i % 2 == 0 else (ben, ann)
        expect(mover.page.locator("#turn-text")).to_have_text("Your turn")
        expect(other.page.locator("#turn-text")).to_have_text(re.compile("Player [12]\u2019s turn"))
        mover.tile(n).click()
        if n == book.example[-1]:  # the board does not stay: the review takes it to another pick
            expect(cy.page.locator("#over")).to_be_visible()
        else:
            mover.sees_pick(n)
        state = api.state(ann.game)
        assert state["picks"] == list(book.example[: i + 1])
        for person in (ann, ben, cy) if not state["outcome"] else ():
            person.shows(state)

    winner = state["outcome"]["winner"]
    won, lost = (ann, ben) if winner == 1 else (ben, ann)
    won.ends("You won!", f"Player {3 - winner} has no legal pick left.")
    lost.ends("You lost", "You have no legal pick left.")
    cy.ends(f"Player {winner} won", f"Player {3 - winner} has no legal pick left.")
    record = api.get(f"/api/games/{ann.game}/record").body.decode()
    for person in (ann, ben):
        assert person.saves(person.button("Save the record")) == record
    assert str(book.example[-1]) in record


def test_whoever_watches_is_told_for_whom_all_wait(ann: Person, api: Visitor) -> None:
    ann.sit(api.create("friend", "me"))
    expect(ann.page.locator("#turn-text")).to_have_text("Waiting for Player 1")


def test_whoever_watches_can_do_nothing(ann: Person, meet: Meet, api: Visitor) -> None:
    table = api.friends()
    ann.sit(table, 1)
    cy = meet()
    cy.sit(table)
    expect(cy.page.locator("#notes")).to_contain_text("You are watching")
    expect(ann.page.locator("#watching")).to_contain_text("2 screens show this game now")
    ann.pick(6)
    cy.sees_pick(6)
    for name in ("Hint", "Take back", "Resign"):
        expect(ann.page.locator("#actions").get_by_role("button", name=name)).to_be_visible()
        expect(cy.page.locator("#actions").get_by_role("button", name=name)).to_have_count(0)
    before = table.state["version"]
    cy.tile(3).click()
    cy.says("You are watching. Only the players can pick.")
    cy.page.locator("body").press("h")
    for key in ("1", "2", "Enter", "u", "r", "n"):
        cy.page.keyboard.press(key)
    expect(cy.page.get_by_role("dialog")).to_have_count(0)
    table.act("resign", 1)
    cy.ends("Player 2 won", "Player 1 resigned.")
    expect(
        cy.page.locator("#over").get_by_role("button", name=re.compile("game|match"))
    ).to_have_count(0)
    cy.page.keyboard.press("n")
    ann.ends("You lost")
    ann.button("Rematch").click()
    expect(ann.button(re.compile("Waiting for"))).to_be_disabled()
    assert table.act("rematch", 2).status == 201
    link = cy.page.get_by_role("link", name="Watch the next game")
    expect(link).to_be_visible()
    assert table.state["version"] == before + 3, "a resignation and two wishes, all of the players"
    assert {method for method, _ in cy.requests} <= {"GET", "POST"}
    posted = [address for method, address in cy.requests if method == "POST"]
    assert all(address.endswith("/api/verdict") for address in posted), posted
    assert cy.secrets() == []
    link.click()
    expect(cy.page.locator("#notes")).to_contain_text("You are watching")
    assert cy.game == table.state["next"]


def test_an_invitation_is_good_for_one(ann: Person, ben: Person, meet: Meet, api: Visitor) -> None:
    table = api.create("me", "friend")
    ann.sit(table, 1)
    link = ann.invite_link
    ben.page.goto(link)
    expect(ben.page.locator("#players")).to_contain_text("Player 2 (you)")
    cy = meet()
    cy.tolerate("403 (Forbidden)")
    cy.page.goto(link)
    expect(cy.page.locator("#notes")).to_contain_text("You are watching")
    assert table.invite
    said = table.join(key="another").error
    expect(cy.page.locator("#notes")).to_contain_text(said)
    cy.page.wait_for_url(f"{cy.url}/game/{table.id}")
    ben.page.reload()  # whoever was first keeps the seat
    expect(ben.page.locator("#players")).to_contain_text("Player 2 (you)")


def test_names_and_a_toss(ann: Person, ben: Person, api: Visitor) -> None:
    ann.start_page()
    ann.open_set_up("Number Bind")
    ann.choose("Opponent", "A friend, by link")
    ann.choose("Who starts", "Toss a coin")
    ann.page.get_by_label("Your name").fill("Ann")
    ann.go()
    ben.page.goto(ann.invite_link)
    names = [person["name"] for person in api.state(ann.game)["people"]]
    assert sorted(names, key=str) == ["Ann", None]
    mine = f"Player {names.index(None) + 1}"
    expect(ben.page.locator(".player-name").nth(names.index("Ann"))).to_have_text("Ann")
    expect(ben.page.locator(".player-name").nth(names.index(None))).to_have_text(f"{mine} (you)")
