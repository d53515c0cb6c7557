"""From the start page into a game: one tap to a bot or a friend, the set-up, games of one's own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import expect
from support.visitor import Visitor

from lastpick.web.http.invitation import qr_code
from lastpick.web.http.start_parts import FIRST_BOT

from . import qr
from .conftest import Meet
from .person import Person

BOT, FRIEND = "Play a bot", "Invite a friend"

OWN = """
title = "Close Call"
numbers = "1-12"
follows = "abs(n - last) <= 3"
"""
SHOW = """(svg) => {
  document.body.innerHTML = svg;
  document.querySelector('svg').setAttribute('width', 300);
  document.querySelector('svg').setAttribute('height', 300);
}"""
BAD = 'title = "Broken"\nnumbers = "1-12"\nfollows = "n %% last"\n'


PLACES = """() => Object.fromEntries(
  [...document.querySelectorAll('#families article, #setup fieldset, #setup-go')].map((node, i) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return [node.id || `${node.tagName} ${i}`, [x, y, width, height].map(Math.round)];
  }))"""


def test_a_first_visitor_plays_at_once(ann: Person, api: Visitor) -> None:
    ann.start_page()
    expect(ann.page.get_by_role("heading", name="Your games")).to_be_hidden()
    ann.button("Play now").click()
    expect(ann.page.locator("#turn-text")).to_have_text("Your turn")
    [first] = [game for game in api.get("/api/catalog").json["games"] if game["first"]]
    state = api.state(ann.game)
    assert (state["game"], state["numbers"]) == (first["name"], first["numbers"])
    assert state["seats"] == ["person", FIRST_BOT]
    ann.tile(12).click()
    expect(ann.board.locator(".tile.is-picked")).to_have_count(2)
    ann.start_page()  # and the game is found again
    ann.page.locator("#recent").get_by_role("link").first.click()
    expect(ann.tiles.first).to_be_visible()
    ann.shows(api.state(ann.game))


def test_a_friend_is_as_near_as_a_bot(meet: Meet, api: Visitor) -> None:
    ann = meet(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    ann.start_page()
    ann.button("Invite a friend").first.tap()
    expect(ann.page.get_by_label("Invite link")).to_be_visible()
    assert api.state(ann.game)["seats"] == ["person", "person"]
    ann.start_page()
    card = ann.family("Number Bind")  # a book of a family that shows another one first
    said = next(g for g in api.get("/api/catalog").json["games"] if g["name"] == "number-bind")
    expect(card).to_contain_text(said["summary"])
    sizes = [card.get_by_role("button", name=name).bounding_box() for name in (BOT, FRIEND)]
    assert [(box["y"], box["width"], box["height"]) for box in sizes if box] == [
        (box["y"], box["width"], box["height"]) for box in reversed(sizes) if box
    ]
    card.get_by_role("button", name=FRIEND).tap()
    expect(ann.page.get_by_label("Invite link")).to_be_visible()
    assert api.state(ann.game)["game"] == "number-bind"
    ann.start_page()
    ann.play_bot("Number Bind")
    expect(ann.page.locator("#turn-text")).to_have_text("Your turn")
    assert api.state(ann.game)["seats"] == ["person", "level:2"]


# What a visitor has done, by the modules that keep it; and where the parts of the page begin.
DONE = """async () => {
  const script = document.querySelector('script[src$="settings-dialog.js"]').src;
  const from = (name) => import(new URL(`../${name}`, script));
  const { recordAttempt, recordGame } = await from('shared/progress.js');
  const { dailyKey } = await from('shared/progress-data.js');
  const { keep } = await from('learn/lesson-progress.js');
  const { keepBest } = await from('solo/solo-bests.js');
  const { remember } = await from('shared/storage.js');
  const { games, lessons } = JSON.parse(document.getElementById('catalog').textContent);
  for (const ago of [0, 1, 2]) {
    const day = new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    recordAttempt(dailyKey(day), { level: 1, day, tries: [4], hints: 0, end: 'solved' });
  }
  for (const step of [...lessons[0], ...lessons[1], lessons[2][0]]) keep(step, 'solved');
  keepBest(games[1].name, games[1].pools[0], 13);
  const { title, numbers, name: game } = games[0];
  for (const id of ['a', 'b', 'c', 'd']) {
    const over = id !== 'a'; // the oldest, and still going on
    const status = over ? 'You won' : 'Your turn';
    remember({ id, title, numbers, against: 'Casual bot', status, over, at: Date.now() });
    recordGame({ id, game, title, against: 'level:2', won: id !== 'a' });
  }
}"""
TOPS = """() => [...document.querySelectorAll('main > *')]
  .map((part) => Math.round(part.getBoundingClientRect().top))"""


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_what_was_done_so_far_is_in_sight(size: tuple[int, int], meet: Meet) -> None:
    """And makes its room before the page is painted."""
    ann = meet(viewport={"width": size[0], "height": size[1]})
    ann.context.clock.set_fixed_time("2026-11-17T12:00:00Z")
    ann.start_page()
    says = {name: ann.page.locator(f"#{name}-status") for name in WAYS}
    for name, (first, _) in WAYS.items():
        expect(says[name]).to_have_text(first)
    ann.page.evaluate(DONE)
    ann.tolerate("net::ERR_FAILED")
    ann.page.route("**/start/start.js", lambda route: route.abort())
    ann.page.reload()
    at_first = ann.page.evaluate(TOPS)
    ann.page.unroute("**/start/start.js")
    ann.page.reload()
    for name, (_, then) in WAYS.items():
        expect(says[name]).to_have_text(then)
    expect(ann.page.locator("#won")).to_have_text("3 of 4 won")
    expect(ann.page.locator("#recent a")).to_have_count(3)
    expect(ann.page.locator("#recent a").first).to_contain_text("Your turn")
    assert ann.page.evaluate(TOPS) == at_first
    ann.button("Show all").click()
    expect(ann.page.locator("#recent a")).to_have_count(4)


WAYS = {
    "daily": ("One position, one winning pick.", "Solved. 3 days in a row."),
    "learn": ("Short lessons, from the first pick on.", "2 of 12 lessons done."),
    "solo": ("How many picks can you make alone?", "Your longest so far: 13 picks."),
    "puzzles": ("Five levels, with the reason for every answer.", "3 solved so far."),
}


def test_rules_and_tips_move_nothing(ann: Person, api: Visitor) -> None:
    ann.start_page()
    [game] = [g for g in api.get("/api/catalog").json["games"] if g["name"] == "prime-rumble"]
    opener = ann.family("Prime Rumble").get_by_role("button", name="Rules and tips")
    opener.focus()
    opener.scroll_into_view_if_needed()
    before = ann.page.evaluate(PLACES)
    opener.click()
    rules = ann.page.get_by_role("dialog", name="Prime Rumble")
    expect(rules).to_contain_text(game["rules"])
    expect(rules.locator("#rules-tips li")).to_have_text(game["tips"])
    expect(rules.locator("#rules-example li").first).to_contain_text("Player 1 picks 2.")
    assert ann.page.evaluate(PLACES) == before
    ann.page.keyboard.press("Escape")
    expect(ann.page.get_by_role("dialog")).to_have_count(0)
    expect(opener).to_be_focused()


@pytest.mark.parametrize(("level", "bot"), [("Beginner", "level:1"), ("Perfect", "perfect")])
def test_a_bot_opens(level: str, bot: str, ann: Person, api: Visitor) -> None:
    ann.start_page()
    ann.open_set_up("Number Bind")
    ann.choose("Opponent", "A bot")
    ann.choose("How strong", level)
    ann.choose("Who starts", "Them")
    ann.go()
    expect(ann.page.locator("#turn-text")).to_have_text("Your turn")
    state = api.state(ann.game)
    assert state["seats"] == [bot, "person"]
    ann.shows(state)


def test_the_set_up_remembers_and_keeps_what_was_chosen(ann: Person, api: Visitor) -> None:
    ann.set_up("Prime Rumble", "Same screen", numbers="2\u201315", best="5", clock="180+2")
    state = api.state(ann.game)
    assert (state["numbers"], state["match"]["best_of"]) == ("2-15", 5)
    assert (state["clock"]["seconds"], state["clock"]["increment"]) == (180, 2)
    expect(ann.page.locator(".player-clock").first).to_have_text("3:00")
    ann.start_page()
    ann.open_set_up("Juniper Green")
    chosen = ann.page.get_by_role("group", name="Opponent").locator("input:checked")
    expect(chosen).to_have_value("same")
    expect(chosen).to_be_focused()
    expect(ann.page.get_by_label("Match")).to_have_value("5")
    expect(ann.page.get_by_label("Clock, each")).to_have_value("180+2")
    ann.page.keyboard.press("Escape")
    expect(ann.page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("size", [(320, 640), (844, 390)])
def test_nothing_in_the_set_up_jumps(size: tuple[int, int], meet: Meet, api: Visitor) -> None:
    """Whatever is chosen, and "Other" left empty asks for the numbers."""
    ann = meet(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    ann.start_page()
    ann.open_set_up("Divisor Duel")
    places = ann.page.evaluate(PLACES)
    expect(ann.page.locator("#setup-go")).to_be_in_viewport(ratio=1)
    for opponent in ("A friend, by link", "Same screen", "A bot"):
        ann.choose("Opponent", opponent)
        ann.page.locator(".setup-middle").evaluate("(middle) => middle.scrollTo(0, 0)")
        assert ann.page.evaluate(PLACES) == places, opponent
    ann.choose("Numbers", "Other…")
    numbers = ann.page.get_by_label("First and last number")
    expect(numbers).to_be_focused()
    ann.page.locator("#setup-go").click()
    expect(ann.page.locator("#setup-error")).to_contain_text("such as 1\u201360")
    expect(numbers).to_be_focused()
    assert ann.page.evaluate(PLACES)["setup-go"] == places["setup-go"]
    numbers.fill("1-8")
    expect(ann.page.locator("#setup-error")).to_be_hidden()
    ann.go()
    assert api.state(ann.game)["numbers"] == "1-8"


def test_a_pool_that_cannot_be_is_refused_in_the_set_up(ann: Person, api: Visitor) -> None:
    ann.tolerate("422 (Unprocessable")
    ann.start_page()
    ann.open_set_up("Divisor Duel")
    ann.choose("Opponent", "Same screen")
    ann.page.get_by_label("First and last number").fill("1-5000")  # to write it is to choose it
    ann.page.locator("#setup-go").click()
    body = {"game": "divisor-duel", "numbers": "1-5000", "seats": ["me", "me"]}
    expect(ann.page.locator("#setup-error")).to_have_text(api.post("/api/games", body).error)
    ann.page.get_by_label("First and last number").fill("1-8")
    ann.go()
    assert api.state(ann.game)["numbers"] == "1-8"


# --- games of one's own ---------------------------------------------------------------------------


def paste(ann: Person, lines: str) -> None:
    """For those who look for it, at the end of the page."""
    ann.start_page()
    expect(ann.page.get_by_label("Game file")).to_be_hidden()
    ann.page.locator("#own-game summary").click()
    ann.page.get_by_label("Game file").fill(lines)
    ann.button("Set up this game").click()


def test_a_game_is_made_from_pasted_lines(ann: Person, api: Visitor) -> None:
    paste(ann, OWN)
    expect(ann.page.locator("#setup-title")).to_have_text("Close Call")
    ann.choose("Opponent", "Same screen")
    ann.go()
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Close Call 1\u201312")
    ann.pick(5)
    state = api.state(ann.game)
    assert state["legal"] == [2, 3, 4, 6, 7, 8]
    ann.shows(state)
    ann.tolerate("422 (Unprocessable")
    ann.tile(12).click()
    ann.says(re.compile("12"))
    expect(ann.page.locator("#look")).to_have_attribute("data-kind", "bad")


def test_a_game_is_made_from_a_file(ann: Person, api: Visitor, tmp_path: Path) -> None:
    file = tmp_path / "close.toml"
    file.write_text(OWN)
    ann.start_page()
    ann.page.locator("#own-file").set_input_files(file)
    expect(ann.page.locator("#setup-title")).to_have_text("Close Call")
    ann.choose("Opponent", "A bot")
    ann.go()
    ann.tile(1).click()
    expect(ann.board.locator(".tile.is-picked")).to_have_count(2)
    ann.shows(api.state(ann.game))


DOWN = """
title = "Down to 0"
numbers = "0-30"
start = 30
last_pick = "loses"
follows = "n < last and last - n <= 10"
"""


def test_a_game_from_a_start_down_to_0_that_the_last_pick_loses(ann: Person, api: Visitor) -> None:
    paste(ann, DOWN)
    ann.choose("Opponent", "Same screen")
    ann.go()
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Down to 0 0\u201330")
    ann.says(re.compile("^The game starts from 30[.]"))
    ann.hears("The game starts from 30. Player 1\u2019s turn, 10 picks are legal.")
    expect(ann.page.locator("#rule")).to_contain_text(
        "starts from 30 \u00b7 Whoever cannot pick wins."
    )
    expect(ann.tile(30)).to_have_attribute("aria-label", "30, where the game starts")
    expect(ann.tile(30)).to_have_class(re.compile("is-last"))
    ann.shows(api.state(ann.game))
    for n in (20, 10, 0):
        ann.pick(n)
        ann.shows(api.state(ann.game))
    ann.ends("Player 2 won", "Player 2 has no legal pick left, and the last pick loses.")
    assert api.state(ann.game)["outcome"] == {"winner": 2, "reason": "no legal pick"}
    ann.is_reviewing()
    text = ann.saves(ann.button("Save the record").first)
    assert "Start: 30\nLast pick: loses\n" in text


@pytest.mark.parametrize("by", ["paste", "file"])
def test_a_bad_file_is_explained(by: str, ann: Person, api: Visitor, tmp_path: Path) -> None:
    ann.tolerate("422 (Unprocessable")
    if by == "paste":
        paste(ann, BAD)
    else:
        ann.start_page()
        file = tmp_path / "bad.toml"
        file.write_text(BAD)
        ann.page.locator("#own-file").set_input_files(file)
    ann.choose("Opponent", "Same screen")
    ann.page.locator("#setup-go").click()
    said = api.post("/api/games", {"toml": BAD.strip(), "seats": ["me", "me"]}).error
    expect(ann.page.locator("#setup-error")).to_have_text(said)
    assert "follows" in said
    assert ann.page.url == f"{ann.url}/"


def test_a_file_that_is_too_large_is_not_sent(ann: Person, tmp_path: Path) -> None:
    file = tmp_path / "large.toml"
    file.write_text("# much\n" * 10_000)
    ann.start_page()
    ann.page.locator("#own-game summary").click()
    ann.page.locator("#own-file").set_input_files(file)
    expect(ann.page.locator("#own-error")).to_contain_text("60,000")
    expect(ann.page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("name", ["nowhere", "a" * 300])
def test_a_game_that_is_not_there(name: str, ann: Person) -> None:
    ann.tolerate("404 (Not Found)", "422 (Unprocessable")
    ann.page.goto(f"/game/{name}")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("No such game")
    ann.page.get_by_role("link", name="Start a new game").click()
    expect(ann.page.locator("#families article").first).to_be_visible()


def test_a_file_without_a_title(ann: Person, api: Visitor) -> None:
    ann.sit(api.create(toml=OWN.replace('title = "Close Call"', "")), 1, 2)
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Own game 1\u201312")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_camera_reads_the_link(
    scheme: Literal["light", "dark"], ann: Person, api: Visitor
) -> None:
    ann.page.emulate_media(color_scheme=scheme)
    ann.sit(api.create("me", "friend"), 1)
    code = ann.page.get_by_role("img", name="QR code")
    expect(code).to_be_visible()
    assert qr.read(qr.photographed(code)) == ann.invite_link


def test_codes_of_every_size_can_be_read(ann: Person) -> None:
    ann.start_page()
    for length in (30, 40, 62, 84, 100, 122, 150, 180, 213):
        text = "https://lastpick.example/game/".ljust(length, "x")
        ann.page.evaluate(SHOW, qr_code(text))
        assert qr.read(qr.photographed(ann.page.locator("svg"))) == text


def test_a_link_is_enough_without_a_code(ann: Person, api: Visitor) -> None:
    table = api.create("me", "friend")
    table.qr = None
    ann.sit(table, 1)
    expect(ann.page.get_by_label("Invite link")).to_be_visible()
    expect(ann.page.locator(".invite-code")).to_have_count(0)
