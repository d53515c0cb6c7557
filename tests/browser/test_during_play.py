"""While a game goes on: refusals, hints, takebacks, resigning, matches, clocks, who has left."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from support.visitor import Table, Visitor

from .conftest import Meet
from .person import Person


def both(ann: Person, ben: Person, table: Table) -> None:
    ann.sit(table, 1)
    ben.sit(table, 2)


def test_a_refused_pick_says_why(ann: Person, api: Visitor) -> None:
    table = api.create("me", "me")
    ann.sit(table, 1, 2)
    ann.pick(6)
    ann.tile(14).click()
    ann.says("14 is neither a divisor nor a multiple of 6")
    expect(ann.page.locator("#look")).to_have_attribute("data-kind", "bad")
    ann.hears("14 is neither a divisor nor a multiple of 6")
    ann.tile(6).click()
    ann.says(re.compile("6.*(taken|gone|picked|available|pool)"))
    assert table.state["picks"] == [6]
    ann.pick(3)  # and the game goes on
    ann.shows(table.state)


def test_tiles_tell_what_a_pick_would_remove(ann: Person, api: Visitor) -> None:
    table = api.create("me", "me", game="prime-rumble", numbers="2-20")
    ann.sit(table, 1, 2)
    ann.tile(5).hover()
    for n in (10, 15, 20):
        expect(ann.tile(n)).to_have_class(re.compile("would-go"))
    expect(ann.tile(9)).not_to_have_class(re.compile("would-go"))
    ann.says(re.compile("5.*would also remove 10, 15 and 20"))
    ann.page.locator("h1").hover()
    expect(ann.board.locator(".would-go")).to_have_count(0)
    ann.pick(5)
    expect(ann.tile(15)).to_have_attribute("aria-label", "15, gone with 5")
    expect(ann.tile(5)).to_have_attribute("aria-label", re.compile("picked by Player 1.*last pick"))
    ann.hears("Player 1 picked 5, 3 more numbers gone with it.")


def test_hints_come_in_three_steps(ann: Person, api: Visitor) -> None:
    table = api.create("me", "me")
    won = api.get(f"{table.path}/verdict").json["verdict"]["winning"]
    table.act("picks", 1, pick=min(set(range(1, 21)) - set(won)))
    ann.sit(table, 1, 2)
    winning = api.get(f"{table.path}/verdict").json["verdict"]["winning"]
    assert winning
    hint = ann.page.get_by_role("region", name="Hint")
    ann.button("Hint").click()
    for step in (1, 2, 3):
        expect(hint).to_contain_text(f"Hint {step} of 3")
        token = table.tokens["2"]
        said = api.get(f"{table.path}/hint?step={step}", token).json
        expect(hint.locator("p")).to_have_count(step + 1)
        expect(hint).to_contain_text(said["text"])
        expect(ann.board.locator(".is-good")).to_have_count(int(step == 3))
        if step < 3:
            hint.get_by_role("button", name="Tell me more").click()
    expect(hint.get_by_role("button", name="Tell me more")).to_have_count(0)
    shown = int(ann.board.locator(".is-good").get_attribute("data-n") or 0)
    assert shown in winning
    ann.pick(shown)  # hints go with their position
    expect(hint).to_have_count(0)
    expect(ann.board.locator(".is-good")).to_have_count(0)


def test_a_takeback_is_asked_declined_and_granted(ann: Person, ben: Person, api: Visitor) -> None:
    table = api.friends(names=["Ann", None])
    both(ann, ben, table)
    expect(ann.button("Take back")).to_be_disabled()
    ann.pick(6)
    ann.button("Take back").click()
    expect(ann.page.locator("#bars")).to_contain_text("Waiting for")
    expect(ben.page.locator("#bars")).to_contain_text("Ann asks to take the last pick back.")
    ben.hears("Ann asks to take the last pick back.")
    ben.button("Decline").click()
    ann.says("Player 2 declined the takeback.")
    ben.sees_pick(6)
    ann.button("Take back").click()
    ben.button("Allow").click()
    for person in (ann, ben):
        expect(person.tile(6)).to_have_class(re.compile("is-legal"))
        expect(person.page.locator("#bars")).to_be_empty()
        person.shows(table.state)
    assert table.state["picks"] == []
    expect(ann.page.locator("#turn-text")).to_have_text("Your turn")


def test_a_takeback_needs_nobody_at_one_screen_or_against_a_bot(ann: Person, api: Visitor) -> None:
    table = api.create("me", "me")
    ann.sit(table, 1, 2)
    ann.pick(6)
    ann.pick(3)
    ann.button("Take back").click()
    ann.sees_pick(6)
    ann.shows(table.state)
    table = api.create("me", "level:1")
    ann.sit(table, 1)
    ann.tile(12).click()
    expect(ann.board.locator(".tile.is-picked")).to_have_count(2)
    ann.button("Take back").click()
    expect(ann.board.locator(".tile.is-picked")).to_have_count(0)


def test_resigning_is_confirmed_first(ann: Person, ben: Person, api: Visitor) -> None:
    table = api.friends()
    both(ann, ben, table)
    ben.button("Resign").click()
    dialog = ben.page.get_by_role("dialog", name="Resign this game?")
    expect(dialog.get_by_role("button", name="Play on")).to_be_focused()
    dialog.get_by_role("button", name="Play on").click()
    expect(dialog).to_be_hidden()
    ben.button("Resign").click()
    ben.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert table.state["outcome"] is None
    ben.button("Resign").click()
    dialog.get_by_role("button", name="Resign").click()
    ben.ends("You lost", "You resigned.")
    ann.ends("You won!", "Player 2 resigned.")
    ann.hears("You won! Player 2 resigned.")
    expect(ann.page.get_by_role("button", name="Resign", exact=True)).to_have_count(0)


def test_best_of_three_with_the_start_swapped(ann: Person, ben: Person, api: Visitor) -> None:
    ann.set_up("Non-Consecutive", "A friend, by link", numbers="1-3", best="3")
    ben.page.goto(ann.invite_link)
    games = []
    for i, (starts, waits) in enumerate([(ann, ben), (ben, ann), (ann, ben)]):
        expect(starts.page.locator("#players")).to_contain_text("Player 1 (you)")
        expect(waits.page.locator("#players")).to_contain_text("Player 2 (you)")
        assert ann.game == ben.game
        games.append(ann.game)
        assert api.state(ann.game)["match"]["number"] == i + 1
        starts.pick(2)  # takes both others with it
        score = f"Player 1 has {(1, 1, 2)[i]}, Player 2 has {(0, 1, 1)[i]}."
        starts.ends("You won!", f"Best of 3: {score}")
        waits.ends("You lost", "Best of 3")
        if i < 2:
            waits.button("Next game").click()
            expect(waits.button(re.compile("Waiting for"))).to_be_disabled()
            expect(starts.page.locator("#over")).to_contain_text("would like another game")
            starts.button("Next game").click()
            for person in (ann, ben):
                person.page.wait_for_url(lambda url: url.rpartition("/")[2] not in games)
                expect(person.page.locator("#turn-text")).not_to_be_empty()
    assert len(set(games)) == 3
    ann.ends("You won!", "You win the match.")
    ben.ends("You lost", "Player 1 wins the match.")
    expect(ann.button("Rematch")).to_be_visible()


def test_a_rematch_with_a_bot_and_at_one_screen(ann: Person, api: Visitor) -> None:
    for seats in (["me", "perfect"], ["me", "me"]):
        table = api.create(*seats, game="non-consecutive", numbers="1-3")
        ann.sit(table, *([1] if "perfect" in seats else [1, 2]))
        ann.pick(2)
        before = ann.page.url
        ann.page.locator("body").press("n")
        ann.page.wait_for_url(re.compile(f"^(?!{re.escape(before)}$)"))
        after = api.state(ann.game)
        assert after["previous"] == table.id
        assert after["seats"] == (["perfect", "person"] if "perfect" in seats else ["person"] * 2)
        if "perfect" in seats:
            ann.ends("You lost")  # who starts picks 2 and wins, as Ann did
        else:
            ann.pick(2)
            ann.ends("Player 1 won")


def test_both_play_at_one_screen(ann: Person, api: Visitor) -> None:
    ann.set_up("Divisor Duel", "Same screen", numbers="1-6")
    turn = ann.page.locator("#turn-text")
    for i, n in enumerate([4, 2, 6, 3, 1, 5]):
        expect(turn).to_have_text(f"Player {i % 2 + 1}, your turn")
        ann.pick(n)
    ann.ends("Player 2 won", "Player 1 has no legal pick left.")
    ann.hears("Player 2 picked 5. Player 2 won. Player 1 has no legal pick left.")
    ann.shows(api.state(ann.game))


def test_clocks_run(ann: Person, ben: Person, api: Visitor) -> None:
    table = api.friends(clock={"seconds": 300, "increment": 5})
    both(ann, ben, table)
    clocks = ann.page.locator(".player-clock")
    expect(clocks).to_have_text(["5:00", "5:00"])
    ann.pick(6)
    ben.pick(3)
    expect(clocks.first).to_have_text(re.compile(r"^[45]:\d\d$"))
    shown = clocks.first.inner_text()
    expect(clocks.first).not_to_have_text(shown)  # it is Ann's turn, and hers runs
    rests = clocks.nth(1).inner_text()
    assert rests == ben.page.locator(".player-clock").nth(1).inner_text()


def test_a_clock_that_has_run_out_ends_the_game(ann: Person, ben: Person, api: Visitor) -> None:
    table = api.friends(clock={"seconds": 10, "increment": 0})
    both(ann, ben, table)
    ann.pick(6)
    expect(ben.page.locator(".player-clock").nth(1)).to_have_class(re.compile("is-low"))
    ben.ends("You lost", "You ran out of time.")
    ann.ends("You won!", "Player 2 ran out of time.")


def test_whoever_has_left_loses_to_a_claim(meet: Meet, ben: Person, api: Visitor) -> None:
    table = api.friends(names=["Ann", None])
    patient = meet()
    patient.sit(table, 1)
    ben.sit(table, 2)
    patient.pick(6)
    ben.sees_pick(6)
    claim = patient.button("Claim the win")
    expect(claim).to_have_count(0)
    ben.page.goto("/")  # and is gone
    expect(patient.page.locator("#bars")).to_contain_text("has left. You can wait, or claim")
    patient.hears("Player 2 has left. You can wait, or claim the game.")
    claim.click()
    patient.ends("You won!", "Player 2 left the game.")
    ben.page.go_back()
    ben.ends("You lost", "You left the game.")
