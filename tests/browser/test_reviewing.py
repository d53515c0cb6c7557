"""After the game: the review on the same page, and records that come from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect
from support.visitor import Visitor

from .conftest import Meet
from .person import Person
from .states import BAD_RECORD, played


def goto(ann: Person, at: int) -> None:
    """Choose a moment in the list of picks, and wait for its reason."""
    ann.review.locator(".moves .move").nth(at).click()
    expect(ann.review.get_by_role("slider")).to_have_attribute("aria-valuenow", str(at))
    expect(ann.review.locator(".why:not(.is-waiting)")).to_be_visible()


def lines(ann: Person) -> Locator:
    return ann.review.locator(".board-lines path.link")


def test_a_game_is_reviewed_where_it_was_played(ann: Person, api: Visitor) -> None:
    table = played(api, "divisor-duel", picks=12)
    ann.sit(table, 1, 2)
    ann.pick(20)
    ann.is_reviewing()
    assert ann.game == table.id
    steps = api.get(f"{table.path}/review").json["steps"]
    wrong = [step for step in steps if step["mistake"]]
    assert len(wrong) >= 2, "an example without mistakes shows nothing"
    expect(ann.review.locator(".graph-mistake")).to_have_count(len(wrong))
    expect(ann.review.locator(".graph-area")).to_have_count(len(steps) + 1)
    expect(ann.review.locator(".move")).to_have_count(len(steps) + 1)
    marked = ann.review.locator(".move.is-mistake .move-number").all_inner_texts()
    assert marked == [str(step["move"]) for step in wrong]
    advice = ann.review.locator(".move-instead")
    for i, step in enumerate(wrong):
        expect(advice.nth(i)).to_contain_text("Instead: ")
        expect(advice.nth(i)).to_contain_text(step["plain"])
        if len(step["winning"]) == 1:
            expect(advice.nth(i)).to_contain_text(f"Instead: {step['winning'][0]}.")
    slider = ann.review.get_by_role("slider")
    first = wrong[0]["move"] - 1
    expect(slider).to_have_attribute("aria-valuenow", str(first))  # it opens at the first mistake
    winning = ann.review.locator(".board .is-good")
    shown = sorted(int(n or 0) for n in (tile.get_attribute("data-n") for tile in winning.all()))
    assert shown == sorted(wrong[0]["winning"])
    expect(ann.review.locator(".board .is-bad")).to_have_attribute("data-n", str(wrong[0]["event"]))


def test_the_review_is_one_step_from_the_result(meet: Meet, api: Visitor) -> None:
    ann = meet(viewport={"width": 320, "height": 640})
    ann.sit(played(api, "divisor-duel"), 1, 2)
    ann.is_reviewing()
    heading = ann.review.get_by_role("heading", name="Review", exact=True)
    expect(heading).not_to_be_in_viewport()
    ann.button("See the review").click()
    expect(heading).to_be_in_viewport()
    expect(ann.review).to_be_focused()


def test_stepping_through(ann: Person, api: Visitor) -> None:
    ann.sit(played(api, "divisor-duel"), 1, 2)
    ann.is_reviewing()
    slider = ann.review.get_by_role("slider")
    ann.review.get_by_role("button", name="To the start").click()
    expect(slider).to_have_attribute("aria-valuenow", "0")
    for at in (1, 2, 3):
        ann.review.get_by_role("button", name="One on").click()
        expect(slider).to_have_attribute("aria-valuenow", str(at))
    expect(ann.tile(18, "#review")).to_have_class(re.compile("is-last"))
    ann.review.get_by_role("button", name="One back").click()
    expect(slider).to_have_attribute("aria-valuenow", "2")
    ann.review.get_by_role("button", name="To the end").click()
    expect(slider).to_have_attribute("aria-valuenow", "13")
    expect(ann.review.locator(".comment")).to_contain_text("Player 1 won")
    box = slider.bounding_box()
    assert box
    slider.click(position={"x": 2, "y": box["height"] / 4})
    expect(slider).to_have_attribute("aria-valuenow", "0")


def test_other_picks_are_tried(ann: Person, api: Visitor) -> None:
    ann.tolerate("422 (Unprocessable")
    ann.sit(played(api, "divisor-duel"), 1, 2)
    ann.is_reviewing()
    goto(ann, 1)  # after 6
    bar = ann.review.locator(".review-bar")
    ann.tile(12, "#review").click()
    expect(bar).to_contain_text("after 6: 12")
    ann.tile(4, "#review").click()
    expect(bar).to_contain_text("after 6: 12, 4")
    body = {"game": "divisor-duel", "numbers": "1-20", "picks": [6, 12, 4]}
    verdict = api.post("/api/verdict", body).json["verdict"]
    winner = "Player 2" if verdict["wins"] else "Player 1"
    expect(ann.review.locator(".comment")).to_contain_text(f"{winner} wins with best play.")
    ann.tile(7, "#review").click()
    refusal = ann.review.get_by_role("alert")
    expect(refusal).to_contain_text("7 is neither a divisor nor a multiple of 4")
    bar.get_by_role("button", name="Take one back").click()
    expect(bar).not_to_contain_text("12, 4")
    bar.get_by_role("button", name="Back to the game").click()
    expect(bar).not_to_contain_text("Your own line")
    expect(ann.review.get_by_role("slider")).to_have_attribute("aria-valuenow", "1")


def test_mistakes_are_replayed(ann: Person, api: Visitor) -> None:
    table = played(api, "divisor-duel")
    steps: list[Any] = api.get(f"{table.path}/review").json["steps"]
    mine = [step for step in steps if step["mistake"] and step["player"] == 1]
    assert mine
    ann.sit(table, 1)  # so the mistakes are one's own
    ann.is_reviewing()
    ann.review.get_by_role("button", name=f"Replay my mistakes ({len(mine)})").click()
    bar, comment = ann.review.locator(".review-bar"), ann.review.locator(".comment")
    for i, step in enumerate(mine):
        expect(bar).to_contain_text(f"Mistake {i + 1} of {len(mine)}")
        expect(ann.review.locator(".board .is-good")).to_have_count(0)  # nothing is given away
        if i == 0:
            ann.tile(step["event"], "#review").click()  # the same mistake again
            expect(comment).to_contain_text(f"{step['event']} loses")
        ann.tile(step["winning"][0], "#review").click()
        expect(comment).to_contain_text(f"Right: {step['winning'][0]} wins")
        bar.get_by_role("button", name=re.compile("Next mistake|Finish")).click()
    expect(comment).to_contain_text("All mistakes replayed")
    expect(comment).to_contain_text(f"{len(mine) - 1} of {len(mine)} found with the first answer.")


# --- reasons, drawn -------------------------------------------------------------------------------


def test_the_pairing_of_a_chain_is_drawn(ann: Person, api: Visitor) -> None:
    ann.sit(played(api, "divisor-duel"), 1, 2)
    ann.is_reviewing()
    drawn = 0
    for at in range(0, 13, 3):
        picks = [6, 3, 9, 18, 2, 12, 4, 8, 16, 1, 5, 10, 20][:at]
        body = {"game": "divisor-duel", "numbers": "1-20", "picks": picks}
        answer = api.post("/api/verdict", body).json
        reason = answer["verdict"]["reason"]
        goto(ann, at)
        if reason["kind"] != "pairing" or answer["verdict"]["wins"] or not reason["pairs"]:
            continue
        expect(lines(ann)).to_have_count(len(reason["pairs"]))
        expect(ann.review.locator(".why")).to_contain_text("Lines join partners.")
        drawn += 1
    assert drawn or lines(ann).count(), "no pairing was seen at all"


def test_gaps_and_nim_sum_of_the_row(ann: Person, api: Visitor) -> None:
    ann.sit(played(api, "non-consecutive"), 1, 2)
    ann.is_reviewing()
    goto(ann, 4)  # before the only pick that wins
    body = {"game": "non-consecutive", "numbers": "1-20", "picks": [10, 5, 14, 2]}
    answer = api.post("/api/verdict", body).json["verdict"]
    assert answer["reason"]["kind"] == "parts"
    table = ann.review.get_by_role("table", name="The parts and their nim-sum")
    expect(table.locator("tbody tr")).to_have_count(len(answer["reason"]["parts"]))
    expect(table.locator("tfoot")).to_contain_text("Nim-sum")
    total = answer["reason"]["xor"]
    assert total > 1, "a sum that could not be taken for another"
    expect(table.locator("tfoot td").first).to_have_text(re.compile(f"^0*{total:b}{total}$"))
    expect(ann.review.locator(".gap-line .gap")).to_have_count(len(answer["reason"]["parts"]))


def test_the_parts_of_the_sieve(ann: Person, api: Visitor) -> None:
    ann.sit(played(api, "prime-rumble"), 1, 2)
    ann.is_reviewing()
    goto(ann, 4)  # after 2, 3, 5 and 7 only parts are left that do not touch
    body = {"game": "prime-rumble", "numbers": "2-50", "picks": [2, 3, 5, 7]}
    reason = api.post("/api/verdict", body).json["verdict"]["reason"]
    assert reason["kind"] == "parts"
    named = {n for part in reason["parts"] for n in part["numbers"]}
    expect(ann.review.locator(".board .tile[data-group]")).to_have_count(len(named))
    expect(ann.review.get_by_role("table", name="The parts and their nim-sum")).to_be_visible()


# --- records from elsewhere -----------------------------------------------------------------------


@pytest.mark.parametrize("by", ["paste", "file"])
def test_a_record_is_imported(by: str, ann: Person, api: Visitor, tmp_path: Path) -> None:
    record = api.get(f"{played(api, 'number-bind').path}/record").body.decode()
    ann.page.goto("/review")
    if by == "paste":
        ann.page.locator("#record").fill(record)
        ann.button("Review this game").click()
    else:
        file = tmp_path / "game.txt"
        file.write_text(record)
        ann.page.locator("#record-file").set_input_files(file)
    ann.is_reviewing()
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Number Bind 1\u201320")
    assert ann.saves(ann.button("Save the record")) == record
    ann.button("Review another game").click()
    expect(ann.page.locator("#record")).to_be_focused()


def test_a_bad_record_says_in_which_line(ann: Person, api: Visitor) -> None:
    ann.tolerate("422 (Unprocessable")
    ann.page.goto("/review")
    ann.button("Review this game").click()
    error = ann.page.locator("#import-error")
    expect(error).to_have_text("Paste a record first, or choose its file.")
    ann.page.locator("#record").fill(BAD_RECORD)
    ann.button("Review this game").click()
    said = api.post("/api/review", {"record": BAD_RECORD}).error
    assert "line 10" in said
    expect(error).to_have_text(said[0].upper() + said[1:])
    selected = ann.page.evaluate("() => String(getSelection())")
    assert selected == BAD_RECORD.splitlines()[9]
    expect(ann.review).to_be_hidden()


def test_an_own_game_is_reviewed_by_its_own_rules(ann: Person, meet: Meet, api: Visitor) -> None:
    own = 'title = "Close Call"\nnumbers = "1-6"\nfollows = "abs(n - last) <= 2"\n'
    table = api.create("me", "me", toml=own)
    for seat, n in ((1, 1), (2, 3), (1, 5), (2, 6), (1, 4), (2, 2)):
        assert table.act("picks", seat, pick=n).status == 201
    ann.sit(table, 1, 2)
    ann.is_reviewing()
    record = ann.saves(ann.page.locator("#over").get_by_text("Save the record"))
    ben = meet()
    ben.page.goto("/review")
    ben.page.locator("#record").fill(record)
    ben.button("Review this game").click()
    ben.is_reviewing()
    expect(ben.page.get_by_role("heading", level=1)).to_have_text(re.compile("1\u20136$"))


def test_a_pairing_after_0_shows_what_has_to_be_answered_first(ann: Person, api: Visitor) -> None:
    own = 'numbers = "0-8"\nfollows = "abs(n - last) <= 2"\n'
    table = api.create("me", "me", toml=own)
    reason = api.post("/api/verdict", {"toml": own, "picks": []}).json["verdict"]["reason"]
    assert (reason["kind"], reason["pick"], len(reason["pairs"])) == ("pairing", 0, 4)
    for i, n in enumerate((0, 2, 1, 3, 5, 4, 6, 7, 8)):
        assert table.act("picks", i % 2 + 1, pick=n).status == 201
    ann.sit(table, 1, 2)
    ann.is_reviewing()
    goto(ann, 0)
    expect(ann.review.locator(".why")).to_contain_text("Why 0 wins")
    expect(lines(ann)).to_have_count(4)
    expect(ann.review.locator(".board-lines .faint path.link")).to_have_count(3)
