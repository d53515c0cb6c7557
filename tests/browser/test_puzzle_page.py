"""The puzzles page: right and wrong answers, the daily puzzle, and the record of progress."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect
from support.visitor import Visitor

from .person import Person


def opened(ann: Person, path: str = "/puzzles") -> Any:
    """Open the page; the puzzle that it shows."""
    daily = "daily" in path
    with ann.page.expect_response(
        re.compile("/api/puzzles" + ("/daily" if daily else r"\?"))
    ) as got:
        ann.page.goto(path)
    expect(ann.page.locator("#puzzle .tile").first).to_be_visible()
    return got.value.json()


def answers(api: Visitor, puzzle: Any) -> tuple[int, int]:
    """The right answer, and a wrong one."""
    body = {key: puzzle[key] for key in ("game", "numbers", "picks")}
    (right,) = api.post("/api/verdict", body).json["verdict"]["winning"]
    return right, next(n for n in puzzle["legal"] if n != right)


def told(ann: Person, kind: str, text: str) -> None:
    expect(ann.page.locator(f"#puzzle .comment.is-{kind}")).to_contain_text(text)


def test_a_puzzle_is_answered_wrongly_and_rightly(ann: Person, api: Visitor) -> None:
    puzzle = opened(ann)
    right, wrong = answers(api, puzzle)
    body = {key: puzzle[key] for key in ("game", "numbers", "picks")}
    refuted = api.post("/api/puzzles/answer", {**body, "pick": wrong}).json
    assert refuted["right"] is False
    progress = ann.page.locator("#progress")
    expect(progress).to_contain_text("Nothing here yet")
    ann.tile(wrong, "#puzzle").click()
    told(ann, "bad", f"{wrong} does not win")
    told(ann, "bad", refuted["text"])
    expect(ann.tile(wrong, "#puzzle")).to_have_class(re.compile("is-bad"))
    expect(progress).to_contain_text("Puzzles right")
    expect(progress.locator("dd").first).to_have_text("0 of 1")
    ann.tile(right, "#puzzle").click()
    told(ann, "good", f"{right} wins")
    told(ann, "good", "Found with answer 2.")
    expect(ann.page.locator("#puzzle .why:not(.is-waiting)")).to_contain_text(f"Why {right} wins")
    expect(progress.locator("dd").first).to_have_text("0 of 1")  # the first answer counts
    with ann.page.expect_response(re.compile(r"/api/puzzles\?")) as got:
        ann.button("Next puzzle").click()
    puzzle = got.value.json()
    right, _ = answers(api, puzzle)
    ann.tile(right, "#puzzle").click()
    told(ann, "good", f"{right} wins")
    expect(progress.locator("dd").first).to_have_text("1 of 2")
    kept = json.loads(ann.saves(progress.get_by_role("button", name="Export")))
    assert sum(row["solved"] for row in kept["puzzles"]) == 1
    progress.get_by_role("button", name="Clear").click()
    progress.get_by_role("button", name="Really clear?").click()
    expect(progress).to_contain_text("Nothing here yet")


def test_a_pick_that_is_not_legal_is_no_answer(ann: Person) -> None:
    ann.tolerate("422 (Unprocessable")
    ann.page.goto("/puzzles")
    ann.page.locator("#which").select_option("juniper-green")
    with ann.page.expect_response(re.compile("game=juniper-green")) as got:
        ann.button("New puzzle").click()
    puzzle = got.value.json()
    assert puzzle["game"] == "juniper-green"
    expect(ann.page.locator("#puzzle h2")).to_have_text("Juniper Green")
    last = puzzle["picks"][-1]
    ann.tile(last, "#puzzle").click()
    told(ann, "bad", f"{last} is not legal")
    expect(ann.page.locator("#progress")).to_contain_text("Nothing here yet")


def test_the_level_is_kept(ann: Person) -> None:
    opened(ann)
    ann.page.locator("#level").select_option("2")
    with ann.page.expect_response(re.compile("level=2")) as got:
        ann.button("New puzzle").click()
    assert got.value.json()["level"] == 2
    expect(ann.page.locator("#puzzle .puzzle-head")).to_contain_text("Level 2")
    with ann.page.expect_response(re.compile("level=2")):
        ann.page.reload()


def test_the_daily_puzzle_counts_for_the_streak(ann: Person, api: Visitor) -> None:
    ann.start_page()
    with ann.page.expect_response(re.compile("/api/puzzles/daily")) as got:
        ann.page.get_by_role("link", name=re.compile("Today\u2019s puzzle")).click()
    puzzle = got.value.json()
    right, _ = answers(api, puzzle)
    expect(ann.page.locator("#puzzle .eyebrow").first).to_contain_text("Puzzle of")
    expect(ann.page.locator("#puzzle .puzzle-head")).not_to_contain_text("Solved")
    ann.tile(right, "#puzzle").click()
    told(ann, "good", f"{right} wins")
    progress = ann.page.locator("#progress")
    expect(progress.get_by_text("Daily streak")).to_be_visible()
    expect(progress.locator("dd").nth(1)).to_have_text("1 best 1")
    again = opened(ann, "/puzzles?daily")
    assert again["picks"] == puzzle["picks"], "the same for everybody, all day"
    expect(ann.page.locator("#puzzle .puzzle-head")).to_contain_text("Solved")
    ann.tile(right, "#puzzle").click()
    told(ann, "good", f"{right} wins")
    expect(progress.locator("dd").first).to_have_text("1 of 1")  # once


@pytest.mark.parametrize(
    ("seats", "against"),
    [
        (["me", "me"], "Same screen"),
        (["me", "friend"], "A friend"),
        (["me", "level:2"], "Casual bot"),
    ],
)
def test_games_are_counted_too(seats: list[str], against: str, ann: Person, api: Visitor) -> None:
    table = api.create(*seats)
    if "friend" in seats:
        table.join()
    ann.sit(table, *([1, 2] if seats == ["me", "me"] else [1]))
    table.act("resign", 1)
    expect(ann.page.locator("#over")).to_be_visible()
    ann.page.reload()  # and once only
    expect(ann.page.locator("#over")).to_be_visible()
    opened(ann)
    row = ann.page.get_by_role("region", name="Games").locator("tbody tr")
    lost = "\u2013" if seats == ["me", "me"] else "1"
    won = "\u2013" if seats == ["me", "me"] else "0"
    expect(row.locator("td")).to_have_text(["Divisor Duel", re.compile(against), "1", won, lost])
