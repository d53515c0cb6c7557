"""After the game: the review around the same board, and records that come from elsewhere."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect
from support.visitor import Visitor

from lastpick.catalog import load
from lastpick.coach.review import GRADES
from lastpick.oracle import solve
from lastpick.record import ENDINGS, PASS, SWAP, Event, Record, write
from lastpick.record import Person as Player

from .conftest import Meet
from .person import Person
from .states import BAD_RECORD, played

SAMPLE = (6, 3, 9, 18, 2, 12, 4, 8, 16, 1, 5, 10, 20)
NO_WORDS = re.compile(r"undefined|\bnull\b|NaN|\[object|\{\w*\}")

# Layout shift so far, as Chromium measures it.
SHIFT = """() => new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += entry.value; // also what follows a tap at once
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(sum), 50);
})"""

COLUMNS = "(board) => board.querySelector('.board-row').children.length"

# What is written and said at each moment of a review.
ALL_TEXTS = """(review) => [...review.querySelectorAll('.move')].map((move) => {
  move.click();
  const told = review.querySelector('.review');
  const parts = told.querySelectorAll('p:not([hidden]), .move > span:not([class^=mark]), button');
  const said = review.querySelector('[role=slider]').getAttribute('aria-valuetext');
  return [said, ...Array.from(parts, (part) => part.innerText || part.ariaLabel || '')];
})"""


def goto(ann: Person, at: int) -> None:
    """Choose a moment in the list of picks, and wait for its reason."""
    ann.review.locator(".moves .move").nth(at).click()
    is_at(ann, at)
    expect(ann.review.locator(".why:not(.is-waiting)")).to_be_visible()


def is_at(ann: Person, at: int) -> None:
    expect(ann.review.get_by_role("slider")).to_have_attribute("aria-valuenow", str(at))


def lines(ann: Person) -> Locator:
    return ann.page.locator(".board-lines path.link")


def link(record: str) -> str:
    """The address of a record's review, made by other means than the page's."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(record.encode()) + packer.flush()
    return "/review#record=" + base64.urlsafe_b64encode(packed).rstrip(b"=").decode()


def record_of(*events: Event, **more: Any) -> str:
    game = load("divisor-duel")
    return write(Record(game, (Player("Ann"), Player("Ben")), "2026-11-16", events, **more))


# --- the game becomes its review ------------------------------------------------------------------


def test_a_game_becomes_its_review_on_the_same_board(ann: Person, api: Visitor) -> None:
    table = api.friends()
    table.play(*SAMPLE[:12])
    ann.sit(table, 1)
    ann.tile(1).evaluate("(tile) => { tile.kept = true; }")
    before = ann.board.bounding_box()
    ann.pick(20)
    ann.ends("You won!", "Player 2 has no legal pick left.")
    assert ann.board.bounding_box() == before
    ann.is_reviewing()
    assert ann.board.bounding_box() == before
    assert ann.tile(1).evaluate("(tile) => tile.kept"), "another board was made"
    expect(ann.page.get_by_role("grid")).to_have_count(1)
    review = api.get(f"{table.path}/review").json
    steps, turning = review["steps"], review["turning_point"]
    is_at(ann, turning - 1)  # after a moment at the end
    comment = ann.review.locator(".comment")
    expect(comment).to_contain_text("The turning point")
    expect(comment).to_contain_text(f"Player 2 picked {steps[turning - 1]['event']}")
    wrong = [step for step in steps if step["mistake"]]
    assert [step["player"] for step in wrong] == [1, 2], "an example of both players' mistakes"
    expect(ann.review.locator(".graph-mistake")).to_have_count(len(wrong))
    expect(ann.review.locator(".graph-area")).to_have_count(len(steps) + 1)
    expect(ann.review.locator(".move")).to_have_count(len(steps) + 1)
    marked = ann.review.locator(".move.is-mistake .move-number").all_inner_texts()
    assert marked == [str(step["move"]) for step in wrong]
    for advice, step in zip(ann.review.locator(".move-instead").all(), wrong, strict=True):
        expect(advice).to_contain_text("Instead: ")
        expect(advice).to_contain_text(step["plain"])
    table.act("rematch", 2)  # news of the game leave the review in peace
    expect(ann.page.locator("#over")).to_contain_text("Player 2 would like another game.")
    winning = ann.board.locator(".is-good")
    expect(ann.board.locator(".is-picked")).to_have_count(turning)
    shown = sorted(int(n or 0) for n in (tile.get_attribute("data-n") for tile in winning.all()))
    assert shown == wrong[1]["winning"]
    expect(ann.board.locator(".is-bad")).to_have_attribute("data-n", str(wrong[1]["event"]))
    goto(ann, wrong[0]["move"] - 1)
    lesson = ann.review.get_by_role("link", name=f"Lesson: {wrong[0]['lesson']['title']}")
    expect(lesson).to_have_attribute("href", f"/learn/{wrong[0]['lesson']['name']}")
    assert ann.saves(ann.button("Save the record")) == review["record"]
    ann.button("Play from here against the bot").click()
    ann.page.wait_for_url(lambda url: not url.endswith(table.id))
    ann.is_connected()
    state = api.state(ann.game)
    given = [step["event"] for step in steps[: wrong[0]["move"] - 1]]
    assert (state["picks"], state["given"]) == (given, len(given))
    assert state["seats"] == ["person", "perfect"]
    ann.shows(state)
    expect(ann.button("Take back")).to_be_disabled()
    ann.pick(wrong[0]["winning"][0])  # what was missed wins
    ann.ends("You won!")
    expect(ann.review.locator(".comment")).to_contain_text("Nobody let go of a win.")
    kept = ann.page.evaluate("() => localStorage.getItem('lastpick:progress')")
    assert table.id in kept  # which a game from a position that was chosen is not
    assert ann.game not in kept


def test_by_keyboard_alone(ann: Person, api: Visitor) -> None:
    ann.sit(played(api, "divisor-duel", picks=12), 1, 2)
    keyboard = ann.page.keyboard
    for key in ("2", "0", "Enter"):
        keyboard.press(key)
    ann.ends("Player 1 won")
    ann.hears("Player 1 won")
    ann.is_reviewing()
    is_at(ann, 11)
    for key, at in ((",", 10), (".", 11), ("ArrowRight", 12), ("ArrowLeft", 11)):
        keyboard.press(key)
        is_at(ann, at)
    ann.hears("Player 2 picked 10")
    for key in ("1", "5", "Enter"):  # the pick that would have won
        keyboard.press(key)
    bar = ann.review.locator(".review-bar")
    expect(bar).to_contain_text("Your own line")
    ann.hears("Player 2 wins.")
    ann.button("Back to the game").press("Enter")
    is_at(ann, 11)
    ann.button("Play from here against the bot").press("Enter")
    ann.page.wait_for_url("**/game/*")
    expect(ann.page.locator("#turn-text")).to_have_text("Your turn")
    assert api.state(ann.game)["seats"] == ["perfect", "person"]


def test_by_touch_on_a_phone(meet: Meet, api: Visitor) -> None:
    ann = meet(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    ann.sit(played(api, "divisor-duel", picks=12), 1, 2)
    before = ann.board.bounding_box()
    shift = ann.page.evaluate(SHIFT)
    ann.tile(20).tap()
    ann.ends("Player 1 won", "Player 2 has no legal pick left.")
    for part in ("#turn", "#over .is-primary"):
        expect(ann.page.locator(part)).to_be_in_viewport(ratio=1)
    ann.is_reviewing()
    is_at(ann, 11)
    assert ann.board.bounding_box() == before
    assert ann.page.evaluate(SHIFT) - shift <= 0.05
    ann.button("One back").tap()
    is_at(ann, 10)
    ann.tile(15).tap()
    expect(ann.review.locator(".review-bar")).to_contain_text("after 1: 15")
    ann.button("Back to the game").tap()
    ann.button("Play from here against the bot").tap()
    expect(ann.page.locator("#turn-text")).to_have_text("Your turn")


def test_stepping_through(ann: Person, api: Visitor) -> None:
    ann.sit(played(api, "divisor-duel"), 1, 2)
    ann.is_reviewing()
    slider = ann.review.get_by_role("slider")
    ann.review.get_by_role("button", name="To the start").click()
    expect(slider).to_have_attribute("aria-valuenow", "0")
    for at in (1, 2, 3):
        ann.review.get_by_role("button", name="One on").click()
        expect(slider).to_have_attribute("aria-valuenow", str(at))
    expect(ann.tile(18)).to_have_class(re.compile("is-last"))
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
    ann.sit(played(api, "divisor-duel"), 1, 2)
    ann.is_reviewing()
    goto(ann, 1)  # after 6
    bar = ann.review.locator(".review-bar")
    ann.tile(12).click()
    expect(bar).to_contain_text("after 6: 12")
    ann.tile(4).click()
    expect(bar).to_contain_text("after 6: 12, 4")
    body = {"game": "divisor-duel", "numbers": "1-20", "picks": [6, 12, 4]}
    verdict = api.post("/api/verdict", body).json["verdict"]
    winner = "Player 2" if verdict["wins"] else "Player 1"
    expect(ann.review.locator(".comment")).to_contain_text(f"{winner} wins with best play.")
    ann.tile(7).click()
    expect(ann.review.get_by_role("alert")).to_have_text("7 is not legal here.")
    bar.get_by_role("button", name="Take one back").click()
    expect(bar).not_to_contain_text("12, 4")
    bar.get_by_role("button", name="Back to the game").click()
    expect(bar).not_to_contain_text("Your own line")
    is_at(ann, 1)


def test_lines_join_what_is_tried_to_its_answers(ann: Person, api: Visitor) -> None:
    """Each line against the oracle: it leads from a pick to one that answers it there."""
    ann.sit(played(api, "divisor-duel"), 1, 2)
    ann.is_reviewing()
    bar = ann.review.locator(".review-bar")
    won = lost = 0
    for at in (1, 2):
        for tried in [n for n in load("divisor-duel").play(SAMPLE[:at]).legal if n != SAMPLE[at]]:
            goto(ann, at)
            ann.tile(tried).click()
            expect(bar).to_contain_text(f"after {SAMPLE[at - 1]}: {tried}")
            after = load("divisor-duel").play([*SAMPLE[:at], tried])
            verdict = solve(after)
            strong = ann.page.locator(".board-lines g:not(.faint)").all()
            drawn = [(g.get_attribute("data-link") or "").split() for g in strong]
            pairs = {frozenset(map(int, pair)) for pair in drawn}
            if verdict.wins:
                won += 1
                assert [pair - {tried} for pair in pairs] == [{verdict.reason["pick"]}]
                assert verdict.reason["pick"] in verdict.winning
                expect(ann.review.locator(".why")).not_to_contain_text("Lines join partners")
                continue
            lost += 1
            for pair in pairs:
                a, b = pair
                assert any(
                    x in after.legal and y in solve(after.pick(x)).winning
                    for x, y in ((a, b), (b, a))
                )
            answered = {n for pair in pairs for n in pair}
            assert set(after.legal) <= answered
    assert won
    assert lost


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
            ann.tile(step["event"]).click()  # the same mistake again
            expect(comment).to_contain_text(f"{step['event']} loses")
        ann.tile(step["winning"][0]).click()
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
    expect(ann.board.locator(".tile[data-group]")).to_have_count(len(named))
    expect(ann.review.get_by_role("table", name="The parts and their nim-sum")).to_be_visible()


# --- records from elsewhere -----------------------------------------------------------------------


def test_a_record_is_imported_and_has_an_address(
    ann: Person, meet: Meet, api: Visitor, tmp_path: Path
) -> None:
    record = api.get(f"{played(api, 'number-bind').path}/record").body.decode()
    ann.page.goto("/review")
    file = tmp_path / "game.txt"
    file.write_text(record)
    ann.page.locator("#record-file").set_input_files(file)
    ann.is_reviewing()
    title = ann.page.get_by_role("heading", level=1)
    expect(title).to_have_text("Number Bind 1\u201320")
    assert ann.saves(ann.button("Save the record")) == record
    columns = ann.review.get_by_role("grid").evaluate(COLUMNS)
    ann.page.reload()
    ann.is_reviewing()
    expect(title).to_have_text("Number Bind 1\u201320")
    ben = meet()
    ben.page.goto(ann.page.url)
    ben.is_reviewing()
    ben.sit(api.create(game="number-bind"), 1)
    assert ben.board.evaluate(COLUMNS) == columns  # a pool looks the same in play and review
    ann.button("Review another game").click()
    expect(ann.page.locator("#record")).to_be_focused()
    ann.page.locator("#record").fill(record_of(*SAMPLE))
    ann.button("Review this game").click()
    ann.is_reviewing()
    expect(title).to_have_text("Divisor Duel 1\u201320")
    ann.page.go_back()
    expect(title).to_have_text("Review a game")
    ann.page.go_back()
    expect(title).to_have_text("Number Bind 1\u201320")
    assert not any("record=" in url.partition("#")[0] for _, url in ann.requests)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda whole: whole[:-9], "damaged or incomplete"),
        (lambda whole: whole[:40] + "*" + whole[41:], "damaged or incomplete"),
        (lambda _: link("x" * 1_000_000), "more than a record can"),
        (lambda _: "/review#record=" + "A" * 100_000, "more than a record can"),
    ],
)
def test_a_bad_link_gets_one_kind_line(ann: Person, damage: Any, said: str) -> None:
    ann.page.goto(damage(link(record_of(*SAMPLE))))
    expect(ann.page.locator("#import-error")).to_contain_text(said)
    expect(ann.review).to_be_hidden()
    expect(ann.page.locator("#record")).to_be_visible()


def test_the_page_lists_your_own_games(ann: Person, api: Visitor) -> None:
    ann.page.goto("/review")
    expect(ann.page.locator("#own-games")).to_contain_text("are listed here")
    over = played(api, "divisor-duel", picks=12)
    ann.sit(over, 1)
    ann.pick(20)
    ann.is_reviewing()
    ann.sit(played(api, "prime-rumble", picks=2), 1)
    ann.page.goto("/review")
    games = ann.page.locator("#own-games a")
    expect(games).to_have_text([re.compile("Divisor Duel.*You won"), re.compile("still being")])
    games.first.press("Enter")
    ann.is_reviewing()
    assert ann.game == over.id


def test_a_long_list_of_games_pushes_nothing_away(meet: Meet) -> None:
    ann = meet(viewport={"width": 390, "height": 844})
    about = {"title": "Divisor Duel", "numbers": "1-20", "against": "Ben", "status": "You won"}
    games = [{"id": f"game-{i}", "at": 0, "over": True, **about} for i in range(8)]
    kept = f"localStorage.setItem('lastpick:games', {json.dumps(json.dumps(games))})"
    ann.context.add_init_script(f"if (location.origin !== 'null') {kept}")
    ann.page.goto("/review")
    expect(ann.page.locator("#own-games a")).to_have_count(8)
    expect(ann.page.locator("#import")).to_be_visible()
    assert ann.page.evaluate(SHIFT) <= 0.05


# --- every kind of event has its words ------------------------------------------------------------

ENDED = {
    "resigned while winning": record_of(*SAMPLE[:4], "resign"),
    "resigned while losing": record_of(*SAMPLE[:5], "resign"),
    "conceded": record_of(*SAMPLE[:4], "concede"),
    "out of time": record_of(*SAMPLE[:4], "timeout"),
    "left": record_of(*SAMPLE[:4], "left"),
    "forfeited": record_of(6, PASS, PASS, 3, strikes=3),
    "taken over": record_of(6, SWAP, 3, "resign", swap=True),
    "offered": record_of(6, 3, "resign", swap=True),
    "given": record_of(*SAMPLE, given=3),
    "unfinished": record_of(6, 3),
    "nothing": record_of(),
}


def test_every_ending_is_told_and_counted_alike(ann: Person, api: Visitor) -> None:
    """Each record at its address, stepped through: no gap in any sentence, no count of its own."""
    ann.page.goto("/review")
    for name, record in ENDED.items():
        told = api.post("/api/review", {"record": record}).json
        ann.page.goto(link(record))
        moves = ann.review.locator(".moves .move")
        expect(moves).to_have_count(len(told["steps"]) + 1)
        for at, texts in enumerate(ann.review.evaluate(ALL_TEXTS)):
            assert all(text.strip() for text in texts), (name, at, texts)
            assert not NO_WORDS.search("\n".join(texts)), (name, at, texts)
        for seat, player in enumerate(told["players"], 1):
            wrong = [s for s in told["steps"] if s["mistake"] and s["player"] == seat]
            assert len(wrong) == player["mistakes"] == player["mattered"] - player["right"]
            counted = ann.review.locator(f".score[data-by='{seat}']").inner_text()
            found = re.search(r"(\d+) mistakes?", counted)
            assert int(found[1] if found else 0) == len(wrong), name
        crosses = sum(step["mistake"] for step in told["steps"])
        expect(ann.review.locator(".graph-mistake")).to_have_count(crosses)
        expect(ann.review.locator(".move.is-mistake")).to_have_count(crosses)


def test_every_kind_and_grade_has_its_words(ann: Person) -> None:
    """All that record and coach know, whether a game at hand shows it or not."""
    ann.page.goto("/review")
    found = ann.page.evaluate(
        """async ([events, grades]) => {
          const page = document.querySelector('script[src*=review-page]').src;
          const { createSentences, gradeText, shortly } =
            await import(new URL('./sentences.js', page).href);
          const players = [{ name: 'Ann', bot: null }, { name: 'greedy', bot: 'greedy' }];
          const texts = [];
          for (const swapped of [false, true]) {
            for (const me of [null, 1, 2]) {
              const outcome = null;
              const said = createSentences({ players, swapped, outcome }, { me });
              texts.push(said.result);
              for (const event of events) {
                for (const grade of grades) {
                  for (const trap of [null, true, false]) {
                    const step = { event, grade, player: 1, move: 3, winning: [2, 7], trap,
                      traps: [4], choices: [2, 4, 7], lesson: null };
                    texts.push(said.deed(step), said.comment(step), gradeText(grade));
                    texts.push(shortly(event));
                  }
                }
              }
            }
          }
          let refused = 0;
          try { shortly('a new kind'); } catch { refused += 1; }
          try { gradeText('a new grade'); } catch { refused += 1; }
          return [texts, refused];
        }""",
        [[6, PASS, *ENDINGS], list(GRADES)],
    )
    texts, refused = found
    assert refused == 2
    for text in texts:
        assert text.strip()
        assert not NO_WORDS.search(text), text


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
    record = ann.saves(ann.button("Save the record"))
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
    expect(ann.page.locator(".board-lines .faint path.link")).to_have_count(3)
