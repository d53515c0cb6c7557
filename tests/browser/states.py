"""Every page in every state that matters for how it looks: how to get there, one function each."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect
from support.visitor import Table, Visitor

from lastpick.catalog import open_book

from .person import LAST, Person

State = Callable[[Person, Visitor], None]

BAD_RECORD = """Lastpick record 1
Game: divisor-duel
Numbers: 1-20
Player 1: Ann
Player 2: Ben
Date: 2026-11-16
Result: Player 1 wins (no legal pick)

6 3 9 18 2 12 4 8
16 1 7 10 20
"""


def played(api: Visitor, name: str, *seats: str, picks: int | None = None) -> Table:
    """A game in which the example of its book was played, or the first picks of it."""
    table = api.create(*(seats or ("me", "me")), game=name)
    for i, n in enumerate(open_book(name).example[:picks]):
        answer = table.act("picks", i % 2 + 1, pick=n)
        assert answer.status == 201, answer.body
    return table


def start(ann: Person, api: Visitor) -> None:
    ann.sit(played(api, "divisor-duel", picks=2), 1, 2)  # so that there are games of one's own
    ann.start_page()
    expect(ann.page.get_by_role("heading", name="Your games")).to_be_visible()
    ann.page.locator("#own-game summary").click()
    expect(ann.page.get_by_label("Game file")).to_be_visible()


def rules_of_a_game(ann: Person, _: Visitor) -> None:
    ann.start_page()
    ann.family("Juniper Green").get_by_role("button", name="Rules and tips").click()
    expect(ann.page.get_by_role("dialog", name="Juniper Green")).to_be_visible()


def settings(ann: Person, _: Visitor) -> None:
    ann.page.goto("/review")
    ann.button("Settings").click()
    expect(ann.page.get_by_role("dialog", name="Settings")).to_be_visible()


def set_up_for_a_friend(ann: Person, _: Visitor) -> None:
    ann.start_page()
    ann.open_set_up("Prime Rumble")
    ann.choose("Opponent", "A friend, by link")


def set_up_refused(ann: Person, _: Visitor) -> None:
    ann.tolerate("422 (Unprocessable")
    ann.start_page()
    ann.open_set_up("Divisor Duel")
    ann.choose("Opponent", "A bot")
    ann.choose("Numbers", "Other…")
    ann.page.get_by_label("First and last number").fill("1-5000")
    ann.page.locator("#setup-go").click()
    expect(ann.page.locator("#setup-error")).to_be_visible()


def inviting(ann: Person, api: Visitor) -> None:
    ann.sit(api.create("me", "friend", names=["A person with a rather long name", None]), 1)
    expect(ann.page.locator("#invite svg")).to_be_visible()


def to_move(ann: Person, api: Visitor) -> None:
    ann.sit(played(api, "prime-rumble", picks=4), 1, 2)
    ann.page.keyboard.press("b")
    expect(ann.board.locator(".would-pick")).to_have_count(1)


def refused(ann: Person, api: Visitor) -> None:
    ann.sit(api.create("me", "me", clock={"seconds": 600, "increment": 5}, best_of=3), 1, 2)
    ann.pick(6)
    ann.tile(14).click()
    ann.says(re.compile("neither"))
    ann.page.mouse.move(0, 0)


def hinted(ann: Person, api: Visitor) -> None:
    ann.sit(played(api, "juniper-green", picks=1), 1, 2)
    for step in (1, 2, 3):
        ann.page.locator("body").press("h")
        expect(ann.page.locator("#hint")).to_contain_text(f"Hint {step} of 3")


def asked_to_take_back(ann: Person, api: Visitor) -> None:
    table = api.friends(names=["A person with a rather long name", None])
    table.act("picks", 1, pick=6)
    table.act("takeback", 1)
    ann.sit(table, 2)
    expect(ann.button("Allow")).to_be_visible()


def keys(ann: Person, api: Visitor) -> None:
    ann.sit(api.create("me", "me"), 1, 2)
    ann.page.locator("#do-keys").click()
    expect(ann.page.get_by_role("dialog", name="Keys")).to_be_visible()


def rules(ann: Person, api: Visitor) -> None:
    ann.sit(api.create("me", "me", game="prime-rumble"), 1, 2)
    ann.page.keyboard.press("i")
    expect(ann.page.locator("#rules .tips li").first).to_be_visible()


def named(ann: Person, api: Visitor) -> None:
    table = api.create("me", "friend", names=["A person with a rather long name", None])
    ann.page.goto(f"/game/{table.id}#invite={table.invite}")
    expect(ann.page.locator("#naming")).to_be_visible()


def secret(ann: Person, api: Visitor) -> None:
    ann.context.add_init_script("localStorage.setItem('lastpick:legal', '\"asked\"')")
    ann.sit(played(api, "divisor-duel", picks=2), 1, 2)
    ann.tile(20).click()
    ann.says(re.compile("^20 is neither"))
    ann.button("Watch link").click()
    expect(ann.page.get_by_role("dialog", name="Watch link")).to_be_visible()


def resigning(ann: Person, api: Visitor) -> None:
    ann.sit(api.create("me", "me"), 1, 2)
    ann.button("Resign").click()
    expect(ann.page.get_by_role("dialog")).to_be_visible()


def watching(ann: Person, api: Visitor) -> None:
    ann.sit(played(api, "non-consecutive", picks=3))
    expect(ann.page.locator("#notes")).to_contain_text("You are watching")


def large(ann: Person, api: Visitor) -> None:
    table = api.create("me", "me", numbers="1-150")  # laid out as one of 1,000, and sooner checked
    table.act("picks", 1, pick=72)
    ann.sit(table, 1, 2)
    expect(ann.page.locator("#finder button").first).to_be_visible()


def no_such_game(ann: Person, _: Visitor) -> None:
    ann.tolerate("404 (Not Found)")
    ann.page.goto("/game/nowhere")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("No such game")


def nothing_here(ann: Person, _: Visitor) -> None:
    ann.tolerate("404 (Not Found)")
    ann.page.goto("/nowhere")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("There is nothing here")
    expect(ann.page.get_by_role("link", name="Start a game")).to_be_visible()


def over_a_chain(ann: Person, api: Visitor) -> None:
    ann.sit(played(api, "divisor-duel"), 1, 2)
    ann.is_reviewing()


def over_a_row(ann: Person, api: Visitor) -> None:
    ann.sit(played(api, "non-consecutive"), 1, 2)
    ann.is_reviewing()


def over_a_sieve(ann: Person, api: Visitor) -> None:
    ann.sit(played(api, "prime-rumble"), 1, 2)
    ann.is_reviewing()


def own_line(ann: Person, api: Visitor) -> None:
    over_a_chain(ann, api)
    ann.review.get_by_role("button", name="To the start").click()
    ann.tile(12).click()
    expect(ann.review.locator(".review-bar")).to_contain_text("Your own line")


def quiz(ann: Person, api: Visitor) -> None:
    over_a_chain(ann, api)
    ann.review.get_by_role("button", name=re.compile("^Replay ")).first.click()
    ann.review.get_by_role("button", name="Show the answer").click()
    expect(ann.review.locator(".comment.is-good")).to_be_visible()


def importing(ann: Person, _: Visitor) -> None:
    ann.tolerate("422 (Unprocessable")
    ann.page.goto("/review")
    ann.page.locator("#record").fill(BAD_RECORD)
    ann.button("Review this game").click()
    expect(ann.page.locator("#import-error")).to_be_visible()


def your_reviews(ann: Person, api: Visitor) -> None:
    over_a_chain(ann, api)
    ann.page.goto("/review#record=damaged")
    expect(ann.page.locator("#own-games a")).to_have_count(1)
    expect(ann.page.locator("#import-error")).to_be_visible()


def imported(ann: Person, _: Visitor) -> None:
    ann.page.goto("/review")
    ann.button("Use a sample game").click()
    ann.is_reviewing()


def puzzle_answered(ann: Person, api: Visitor) -> None:
    """Wrong first, then right: both marks, the reason, and the result to share."""
    with ann.page.expect_response(re.compile("/api/puzzles/daily")) as fetched:
        ann.page.goto("/daily")
    puzzle = fetched.value.json()
    body = {key: puzzle[key] for key in ("game", "numbers", "picks")}
    right = api.post("/api/verdict", body).json["verdict"]["winning"][0]
    wrong = next(n for n in puzzle["legal"] if n != right)
    ann.tile(wrong).click()
    expect(ann.page.locator("#says.is-bad")).to_be_visible()
    ann.tile(right).click()
    expect(ann.page.locator("#why")).to_be_visible()
    expect(ann.page.locator("#result")).to_be_visible()


def puzzle_asked(ann: Person, _: Visitor) -> None:
    ann.page.goto("/puzzle/divisor-duel_1-20_14-2-8")
    expect(ann.tiles.first).to_be_visible()
    ann.button("Hint").click()
    expect(ann.page.locator("#says.is-hint")).to_be_visible()


def puzzles(ann: Person, api: Visitor) -> None:
    """The page with something of everything: a game, today solved, another puzzle begun."""
    ann.sit(played(api, "divisor-duel"), 1, 2)
    expect(ann.page.locator("#over")).to_be_visible()
    ann.has_counted(ann.game)
    puzzle_asked(ann, api)
    puzzle_answered(ann, api)
    ann.page.goto("/puzzles")
    expect(ann.page.locator("#progress table")).to_have_count(2)
    expect(ann.page.locator("#archive .is-solved")).to_have_count(1)
    ann.page.locator("#import").set_input_files(
        {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"no progress"}
    )
    expect(ann.page.locator("#progress .by-bad")).to_be_visible()


def no_such_puzzle(ann: Person, _: Visitor) -> None:
    ann.tolerate("422 (Unprocessable")
    ann.page.goto("/puzzle/nonsense")
    expect(ann.page.locator("#trouble")).to_be_visible()


def lessons(ann: Person, _: Visitor) -> None:
    """One lesson begun, one as good as new."""
    ann.page.goto("/learn/last-pick")
    ann.button("Go on").click()
    expect(ann.page.locator("#step-title")).to_contain_text("Step 2 of 7")
    ann.page.goto("/learn")
    expect(ann.page.locator(".lesson-card").first).to_contain_text("1 of 7 steps done")


def lesson_answered(ann: Person, _: Visitor) -> None:
    """Wrong first, then right."""
    ann.page.goto("/learn/last-pick")
    ann.button("Go on").click()
    expect(ann.page.locator("#step-title")).to_contain_text("Step 2 of 7")
    ann.tile(2).click()
    expect(ann.page.locator("#says.is-bad")).to_be_visible()
    ann.tile(3).click()
    expect(ann.page.locator("#says.is-good")).to_be_visible()


def lesson_played(ann: Person, _: Visitor) -> None:
    """On a board from which the lesson has taken numbers, and in a game that is played on."""
    ann.page.goto("/learn/cancel")
    ann.button("Go on").click()
    expect(ann.page.locator("#board .is-removed").first).to_be_visible()
    ann.page.goto("/learn/last-pick")
    ann.page.get_by_role("button", name="Step 6 of 7").click()
    expect(ann.page.locator("#says")).to_contain_text("The coach picks")


def solo_games(ann: Person, _: Visitor) -> None:
    ann.page.goto("/solo")
    expect(ann.page.locator(".solo-game")).to_have_count(4)


def solo_challenging(ann: Person, _: Visitor) -> None:
    """A chain at its end, and the link that challenges a friend."""
    ann.page.goto("/solo/divisor-duel?numbers=1-20&beat=2")
    for n in (7, 1, 19):
        ann.tile(n).click()
        expect(ann.tile(n)).to_have_class(LAST)
    expect(ann.page.locator("#says")).to_contain_text("the best possible is 17")
    ann.button("Challenge").click()
    expect(ann.page.get_by_label("Link of the challenge")).to_be_visible()


STATES: list[State] = [
    start, rules_of_a_game, settings, set_up_for_a_friend, set_up_refused, inviting, to_move,
    refused, hinted, asked_to_take_back, keys, rules, named, secret, resigning, watching, large,
    no_such_game, nothing_here, over_a_chain, over_a_row, over_a_sieve, own_line, quiz, importing,
    your_reviews, imported, puzzle_asked, puzzle_answered, puzzles, no_such_puzzle,
    lessons, lesson_answered, lesson_played, solo_games, solo_challenging,
]  # fmt: skip
