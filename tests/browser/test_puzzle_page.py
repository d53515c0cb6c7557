"""Puzzles and days: tried, hinted at, solved, shared; past days, and progress that goes along."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FilePayload, expect
from support.visitor import Visitor

from lastpick.coach.daily import daily, today
from lastpick.coach.puzzle_log import PuzzleLog, Result, asked_of, share, signs
from lastpick.coach.puzzles import hint

from .conftest import Meet
from .person import Person

PHONE = {"width": 320, "height": 640}
ID = "divisor-duel_1-20_14-2-8"  # 1, 4 and 16 are legal
RIGHT, WRONG, OTHER = 16, 4, 1
ADDED = "Added. Nothing that was here is lost."


def opened(ann: Person, path: str) -> Any:
    """Open the page of a puzzle; the puzzle that it shows."""
    with ann.page.expect_response(re.compile(r"/api/puzzles[/?][^/]*$")) as got:
        ann.page.goto(path)
    expect(ann.tiles.first).to_be_visible()
    return got.value.json()


def answers(api: Visitor, puzzle: Any) -> tuple[int, int]:
    """The right answer, and a wrong one."""
    body = {key: puzzle[key] for key in ("game", "numbers", "picks")}
    (right,) = api.post("/api/verdict", body).json["verdict"]["winning"]
    return right, next(n for n in puzzle["legal"] if n != right)


def told(ann: Person, kind: str, *texts: str) -> None:
    for text in texts:
        expect(ann.page.locator(f"#says.is-{kind}")).to_contain_text(text)


def figures(ann: Person) -> list[str]:
    return ann.page.locator("#progress dd").all_inner_texts()


def imports(ann: Person, name: str, text: str, says: str | re.Pattern[str]) -> None:
    file: FilePayload = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    ann.page.locator("#import").set_input_files(file)
    expect(ann.page.locator("#progress [role=status]")).to_have_text(says)


# --- one puzzle -----------------------------------------------------------------------------------


def test_a_puzzle_is_tried_left_and_solved(ann: Person, api: Visitor) -> None:
    puzzle = opened(ann, f"/puzzle/{ID}")
    ask = {key: puzzle[key] for key in ("game", "numbers", "picks")}
    refuted = api.post("/api/puzzles/answer", {**ask, "pick": WRONG}).json
    expect(ann.page.locator("#task")).to_contain_text("After 8: which of 3 picks wins?")
    ann.tile(3).click()  # no 422 in the console for it
    told(ann, "bad", "3 is neither a divisor nor a multiple of 8")
    ann.tile(WRONG).click()
    told(ann, "bad", f"{WRONG} does not win", refuted["text"])
    expect(ann.tile(WRONG)).to_have_class(re.compile("is-bad"))
    ann.button("Hint").click()
    told(ann, "hint", "Hint 1 of 3", puzzle["clue"])
    ann.page.reload()
    expect(ann.page.locator("#says")).to_contain_text(f"So far you tried {WRONG}. So far: 1 hint.")
    expect(ann.tile(WRONG)).to_have_class(re.compile("is-bad"))
    ann.tile(WRONG).click()  # is refuted again, and is no new try
    told(ann, "bad", f"{WRONG} does not win")
    ann.button("Hint 2").click()
    told(ann, "hint", "Hint 2 of 3")
    ann.tile(RIGHT).click()
    told(ann, "good", f"{RIGHT} wins", "Found on try 2.")
    why = ann.page.locator("#why")
    expect(why).to_contain_text(f"Why {RIGHT} wins")
    expect(why).to_contain_text("Later too, you have a partner")
    expect(ann.board.locator(".board-lines .link").first).to_be_attached()
    expect(ann.button("Next puzzle")).to_be_focused()
    with ann.page.expect_response(re.compile(r"/api/puzzles\?")) as got:
        ann.button("Next puzzle").click()
    expect(ann.page).to_have_url(re.compile(re.escape(f"/puzzle/{got.value.json()['id']}")))
    expect(ann.page.locator("#says")).not_to_contain_text("wins,")
    ann.page.go_back()
    told(ann, "good", f"{RIGHT} wins", "Found on try 2.")
    ann.button("Again").click()
    expect(ann.page.locator("#says")).to_contain_text("this time does not count")
    ann.tile(RIGHT).click()
    told(ann, "good", "Found at the first try.")
    ann.page.goto("/puzzles")
    expect(ann.page.locator("#progress tbody td")).to_have_text(["1", "1", "1", "0"])
    assert figures(ann) == ["1 of 1"]


def test_how_many_picks_are_legal_is_told_when_asked_for(ann: Person) -> None:
    ann.context.add_init_script("localStorage.setItem('lastpick:legal', '\"asked\"')")
    opened(ann, f"/puzzle/{ID}")
    task = ann.page.locator("#task")
    expect(task).to_contain_text("After 8: which pick wins?")
    ann.button("Show legal picks").click()
    expect(task).to_contain_text("After 8: which of 3 picks wins?")


def test_a_puzzle_is_given_up_after_a_second_thought(ann: Person) -> None:
    opened(ann, f"/puzzle/{ID}")
    ann.button("Give up").click()
    sure = ann.button("Show the answer?")
    expect(sure).to_be_focused()
    ann.page.keyboard.press("Tab")
    expect(sure).to_have_count(0)
    ann.page.keyboard.press("s")
    ann.page.keyboard.press("Enter")
    ann.page.keyboard.press("Enter")
    told(ann, "hint", f"Given up: {RIGHT} was the pick to find.")
    expect(ann.page.locator("#why")).to_contain_text(f"Why {RIGHT} wins")
    ann.page.reload()
    told(ann, "hint", f"Given up: {RIGHT} was the pick to find.")
    expect(ann.tile(RIGHT)).to_have_class(re.compile("is-good"))


def test_a_kind_of_puzzle_is_chosen_and_kept(ann: Person) -> None:
    ann.page.goto("/puzzles")
    ann.page.get_by_label("Game", exact=True).select_option("prime-rumble")
    ann.page.get_by_role("radio", name="Level 2").check(force=True)
    for begin in ("New puzzle", "Skip", "Next puzzle"):
        with ann.page.expect_response(re.compile(r"/api/puzzles\?")) as got:
            ann.button(begin).click()
        puzzle = got.value.json()
        assert (puzzle["game"], puzzle["level"]) == ("prime-rumble", 2)
        expect(ann.page.locator("#level")).to_contain_text("Level 2 of 5")
        if begin == "Skip":
            ann.tile(puzzle["legal"][0]).click()
            expect(ann.page.locator("#says")).to_have_class(re.compile("is-(good|bad)"))
            if ann.page.locator("#says.is-bad").count():
                ann.button("Give up").click()
                ann.button("Show the answer?").click()
    ann.page.goto("/puzzles")
    expect(ann.page.get_by_role("radio", name="Level 2")).to_be_checked()
    expect(ann.page.get_by_label("Game", exact=True)).to_have_value("prime-rumble")


def test_what_is_no_puzzle_is_said_in_one_line_with_a_way_on(ann: Person) -> None:
    ann.tolerate("422 (Unprocessable")
    for path, says in [
        ("/puzzle/nonsense", "No puzzle is called that"),
        ("/puzzle/divisor-duel_1-20_6-5", "5 is neither a divisor nor a multiple of 6"),
        ("/puzzle/divisor-duel_1-20", "This position is no puzzle"),
        ("/daily/2026-02-30", "2026-02-30 is no date; write it as YYYY-MM-DD"),
    ]:
        ann.page.goto(path)
        expect(ann.page.locator("#trouble")).to_contain_text(says)
        expect(ann.page.get_by_role("link", name="All puzzles")).to_be_visible()


# --- the puzzle of a day --------------------------------------------------------------------------


def test_a_day_is_solved_shared_and_kept(meet: Meet, api: Visitor) -> None:
    """By mouse; and the clock of the device does not decide which day it is."""
    now = date.fromisoformat(api.get("/api/catalog").json["daily"]["date"])
    one = daily(now)
    ann = meet(timezone_id="Pacific/Kiritimati", permissions=["clipboard-read", "clipboard-write"])
    ann.page.clock.set_fixed_time(f"{now + timedelta(days=3)}T12:00:00Z")
    ann.page.goto("/puzzles")
    imports(ann, "old.json", kept_by_an_earlier_version(now), ADDED)
    expect(ann.page.locator("#today-text")).to_contain_text("2 days in a row: solve it today")
    ann.page.get_by_role("link", name="Solve today\u2019s puzzle").click()
    ann.page.wait_for_url(f"**/daily/{now}")
    right = one.puzzle.answer
    wrong = [n for n in one.puzzle.position.legal if n != right][:2]
    for n in wrong:
        ann.tile(n).click()
        told(ann, "bad", f"{n} does not win")
    ann.button("Hint").click()
    told(ann, "hint", hint(one.puzzle, 1))
    ann.tile(right).click()
    told(ann, "good", f"{right} wins", "Found on try 3.")
    expect(ann.page.locator("#result")).to_contain_text("3 days in a row.")
    ann.button("Copy result").click()
    expect(ann.button("Copied")).to_be_visible()
    text = ann.page.evaluate("navigator.clipboard.readText()")
    result = Result((*wrong, right), 1, solved=True)
    link = f"{ann.url}/daily/{now}"
    assert text == f"{share(one, result, 3)}\n{signs(result)}\n{link}"
    gives_nothing_away(text, str(now))
    ann.page.reload()
    told(ann, "good", f"{right} wins", "Found on try 3.")
    expect(ann.page.locator("#result pre")).to_have_text(text)
    ann.button("Again").click()
    ann.tile(right).click()
    told(ann, "good", "Found at the first try.")
    expect(ann.button("Copy result")).to_have_count(0)  # this time does not count
    ann.page.goto("/puzzles?daily")  # as links were before
    ann.page.wait_for_url(f"**/daily/{now}")
    ann.page.goto("/puzzles")
    expect(ann.page.locator("#today-text")).to_have_text("Solved. 3 days in a row.")
    assert figures(ann)[-1] == "3 best 3"


def kept_by_an_earlier_version(today: date) -> str:
    days = [(today - timedelta(days=ago)).isoformat() for ago in (2, 1)]
    rows = [{"level": level, "tried": 2, "solved": 1} for level in range(1, 6)]
    return json.dumps({"version": 1, "games": [], "puzzles": rows, "days": days, "seen": []})


def gives_nothing_away(text: str, day: str) -> None:
    """No number is left of it but those of the day, the level, the tries, hints and days."""
    rest = text.replace(day, "")
    for known in (r"level \d", r"on try \d+", r"\d+ hints?", r"\d+ days in a row", r"://\S+"):
        rest = re.sub(known, "", rest)
    assert not re.search(r"\d", rest), rest


def test_past_days_and_days_to_come(ann: Person, api: Visitor) -> None:
    now = date.fromisoformat(api.get("/api/catalog").json["daily"]["date"])
    past, ahead = now - timedelta(days=40), now + timedelta(days=1)
    ann.page.goto("/puzzles")
    archive = ann.page.locator("#archive")
    expect(archive.locator("[aria-current=date]")).to_have_attribute("href", f"/daily/{now}")
    expect(archive.get_by_role("button", name="Later month")).to_be_disabled()
    while not archive.locator(f'a[href="/daily/{past}"]').count():
        archive.get_by_role("button", name="Earlier month").click()
    archive.locator(f'a[href="/daily/{past}"]').click()
    ann.page.wait_for_url(f"**/daily/{past}")
    ann.tile(daily(past).puzzle.answer).click()
    told(ann, "good", "Found at the first try.")
    expect(ann.page.locator("#result")).to_contain_text("leaves your days in a row as they are")
    opened(ann, f"/daily/{ahead}")
    told(ann, "hint", "This day is still to come")
    ann.tile(daily(ahead).puzzle.answer).click()
    told(ann, "good", "Found at the first try.")
    opened(ann, f"/daily/{ahead}")  # it counts on its day only, and is new until then
    told(ann, "hint", "This day is still to come")
    ann.page.get_by_role("link", name="To today\u2019s puzzle").click()
    ann.page.wait_for_url(f"**/daily/{now}")
    ann.button("Hint").click()
    told(ann, "hint", "Hint 1 of 3")
    ann.page.goto("/puzzles")
    expect(archive.locator("[aria-current=date]")).to_have_attribute(
        "aria-label", re.compile(": begun$")
    )
    expect(ann.page.get_by_role("link", name="Go on with today\u2019s puzzle")).to_be_visible()
    while not archive.locator(f'a[href="/daily/{past}"]').count():
        archive.get_by_role("button", name="Earlier month").click()
    day = archive.locator(f'a[href="/daily/{past}"]')
    expect(day).to_have_attribute("aria-label", re.compile(": solved$"))
    assert figures(ann) == ["1 of 1"]  # and no streak


@pytest.mark.parametrize("pool", [ID, "juniper-green_1-100_76-4-60-5-85-17"])
def test_a_finger_solves_a_puzzle_on_a_small_phone(pool: str, meet: Meet, api: Visitor) -> None:
    """The board and what can be done are on the first screen, before and after a wrong pick."""
    ann = meet(viewport=PHONE, has_touch=True, is_mobile=True)
    puzzle = opened(ann, f"/puzzle/{pool}")
    right, wrong = answers(api, puzzle)

    def on_screen() -> None:
        for part in (ann.page.locator("#title"), ann.page.locator("#task"), ann.tiles.first,
                     ann.tiles.last, ann.button(re.compile("^Hint"))):  # fmt: skip
            box = part.bounding_box()
            assert box
            assert 0 <= box["x"] < box["x"] + box["width"] <= PHONE["width"]
            assert 0 <= box["y"] < box["y"] + box["height"] <= PHONE["height"]

    def tap(n: int) -> None:
        ann.tile(n).tap()
        if "would-pick" in (ann.tile(n).get_attribute("class") or ""):  # small: it looks first
            ann.tile(n).tap()

    on_screen()
    tap(wrong)
    told(ann, "bad", f"{wrong} does not win")
    on_screen()
    tap(right)
    told(ann, "good", f"{right} wins")
    shift = """new Promise((done) => new PerformanceObserver((list) => done(list.getEntries()
      .filter((entry) => !entry.hadRecentInput).reduce((sum, { value }) => sum + value, 0)))
      .observe({ type: 'layout-shift', buffered: true }) ?? setTimeout(() => done(0), 300))"""
    assert ann.page.evaluate(shift) <= 0.05


# --- progress -------------------------------------------------------------------------------------


def test_progress_is_taken_to_another_browser(meet: Meet, tmp_path: Path) -> None:
    ann, ben = meet(), meet()
    opened(ann, f"/puzzle/{ID}")
    ann.tile(WRONG).click()
    told(ann, "bad", "does not win")
    ann.tile(RIGHT).click()
    told(ann, "good", "wins")
    ann.page.goto("/puzzles")
    remember(ann, {"one": "solved", "two": "read"}, {"divisor-duel 1-20": 9, "other 1-9": 4})
    file = ann.saves(ann.button("Export"))
    assert json.loads(file)["lastpick"] == "progress"
    opened(ben, f"/puzzle/{ID}")
    ben.tile(OTHER).click()  # solved by Ann, tried by Ben: solved is what stays
    told(ben, "bad", "does not win")
    ben.page.goto("/puzzles")
    expect(ben.page.locator("#begun")).to_contain_text("Divisor Duel")
    remember(ben, {"one": "read", "two": "shown"}, {"divisor-duel 1-20": 11})
    imports(ben, "lastpick-progress.json", file, ADDED)
    both = json.loads(ben.saves(ben.button("Export")))
    assert both["lessons"] == {"one": "solved", "two": "shown"}
    assert both["solo"] == {"divisor-duel 1-20": 11, "other 1-9": 4}
    expect(ben.page.locator("#progress tbody td")).to_have_text(["1", "2", "1", "0"])
    expect(ben.page.locator("#begun")).to_be_hidden()
    imports(ben, "lastpick-progress.json", file, "All of it was here already.")
    assert figures(ben) == ["1 of 2"]
    terminal, ago = log_of_a_terminal(tmp_path)
    imports(ben, "puzzles.jsonl", terminal, ADDED)
    assert figures(ben) == ["2 of 3", f"{ago} best {ago}"]
    for name, text in [
        ("cut.json", file[: len(file) // 2]),
        ("foreign.json", '{"version": 7, "name": "something else"}'),
        ("picture.png", "\x00\x01\x02"),
        ("list.json", "[]"),
    ]:
        imports(ben, name, text, re.compile(f"^{re.escape(name)} holds no progress of Lastpick"))
    assert figures(ben) == ["2 of 3", f"{ago} best {ago}"]
    ben.button("Clear").click()
    ben.button("Really clear?").click()
    expect(ben.page.locator("#progress")).to_contain_text("Nothing here yet")
    odd = json.loads(file)
    odd["counts"] |= {"constructor": {}}
    imports(ben, "again.json", json.dumps(odd), ADDED)
    assert figures(ben) == ["1 of 1"]
    imports(ben, "again.json", json.dumps(odd), "All of it was here already.")
    imports(ben, "begun.jsonl", terminal.splitlines()[0], ADDED)


def test_hostile_files_drop_no_seats(ann: Person, tmp_path: Path) -> None:
    """Progress is bounded as a whole, so that no game has to make room for it."""
    ann.page.goto("/puzzles")
    seat = "seat => localStorage.setItem('lastpick:seat:g', seat)"
    ann.page.evaluate(seat, json.dumps({"tokens": {}}))
    attempt = {"level": 1, "day": "2026-11-16", "tries": [], "hints": 0, "end": "solved"}
    for letter, says in [("a", ADDED), ("b", "b.json is too large to be progress of Lastpick.")]:
        attempts = {f"{letter * 600_000}_1-2": attempt}
        told = {"lastpick": "progress", "version": 2, "device": "x", "attempts": attempts}
        imports(ann, f"{letter}.json", json.dumps(told), says)
    kept = ann.page.evaluate("localStorage.getItem('lastpick:progress').length")
    assert 600_000 < kept < 1_000_000
    assert ann.page.evaluate("localStorage.getItem('lastpick:seat:g')") is not None
    imports(ann, "long.json", " " * 1_000_001, "long.json is too large to be progress of Lastpick.")
    ann.page.evaluate("localStorage.removeItem('lastpick:progress')")
    begun, *_ = log_of_a_terminal(tmp_path)[0].splitlines()
    tried = json.dumps({"puzzle": json.loads(begun)["puzzle"], "try": 1, "right": False})
    imports(ann, "puzzles.jsonl", "\n".join([begun, *[tried] * 10_000]), ADDED)
    (found,) = json.loads(ann.saves(ann.button("Export")))["attempts"].values()
    assert found["tries"] == [1] * 100


def remember(ann: Person, lessons: dict[str, str], solo: dict[str, int]) -> None:
    put = "([key, value]) => localStorage.setItem(`lastpick:${key}`, JSON.stringify(value))"
    ann.page.evaluate(put, ["lessons", lessons])
    ann.page.evaluate(put, ["solo-bests", solo])


def log_of_a_terminal(folder: Path) -> tuple[str, int]:
    """Today's puzzle solved at the first try, as the terminal keeps it."""
    path = folder / "puzzles.jsonl"
    log = PuzzleLog(print, str(path))
    one = daily(today())
    log.add(asked_of(one.book, one.puzzle, one), {"hint": 1})
    log.add(asked_of(one.book, one.puzzle, one), {"try": one.puzzle.answer, "right": True})
    log.close()
    return path.read_text(), log.summary().streak


@pytest.mark.parametrize(
    ("seats", "against"),
    [
        (["me", "me"], "Same screen"),
        (["me", "friend"], "A friend"),
        (["me", "level:2"], "Casual bot"),
    ],
)
def test_games_are_counted_too(seats: list[str], against: str, meet: Meet, api: Visitor) -> None:
    ann = meet(viewport=PHONE)
    table = api.create(*seats, game="non-consecutive")
    if "friend" in seats:
        table.join()
    ann.sit(table, *([1, 2] if seats == ["me", "me"] else [1]))
    table.act("resign", 1)
    expect(ann.page.locator("#over")).to_be_visible()
    ann.has_counted(table.id)
    ann.page.reload()  # and once only
    expect(ann.page.locator("#over")).to_be_visible()
    ann.page.goto("/puzzles")
    games = ann.page.get_by_role("table", name="Games")
    lost = "\u2013" if seats == ["me", "me"] else "1"
    won = "\u2013" if seats == ["me", "me"] else "0"
    called = re.compile(f"Non-Consecutive ?{against}")
    expect(games.locator("tbody td")).to_have_text([called, "1", won, lost])
    box = games.bounding_box()
    assert box
    assert box["x"] + box["width"] <= PHONE["width"]
