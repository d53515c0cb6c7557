"""Alone on the full screen: count, undo, the best possible; the journal is line mode's too."""

from __future__ import annotations

import pytest
from support.full_screen import Driver, at_the_prompt, driven

from lastpick.catalog import open_book
from lastpick.coach.longest import best
from lastpick.journal import Journal, Saved
from lastpick.terminal.full.solo import SoloScreen
from lastpick.terminal.solo import go_on, solo
from lastpick.terminal.start import set_up_solo, take_up

CHAIN = [7, 1, 5, 10, 2, 8, 4]  # a complete game on 1-10


def trouble(text: str) -> None:
    raise AssertionError(text)


def fresh(game: str = "divisor-duel", numbers: str | None = "1-10") -> SoloScreen:
    return SoloScreen(set_up_solo(open_book(game, numbers), trouble))


def saved() -> list[Saved]:
    return [one for one in Journal().saved() if isinstance(one, Saved)]


def test_a_game_to_its_end_by_keys_says_what_the_prompt_says() -> None:
    heard: list[str] = []

    async def script(driver: Driver) -> None:
        assert driver.part("status") == "0 picks so far."
        assert driver.part("task").endswith("The best possible: 9.")
        await driver.press("u")
        assert driver.part("news") == "There is nothing to take back yet."
        for count, n in enumerate(CHAIN, 1):
            await driver.pick(n)
            (game,) = saved()
            assert game.match.play.position.picks == tuple(CHAIN[:count])
        heard.append(driver.part("status"))
        await driver.pick(3)
        assert driver.part("news") == "Nothing is left to pick: u goes back, a begins again."

    driven(script, fresh)
    prompt, said = at_the_prompt([*map(str, CHAIN), "quit"])
    solo("divisor-duel", "1-10", prompt)
    assert heard == ["Nothing is left to pick. 7 picks; the best possible is 9."]
    assert heard[0] in said.getvalue()
    assert "Your personal best: 7." in said.getvalue()


def test_undo_is_free_and_another_try_knows_the_best_so_far() -> None:
    longest = best(open_book("divisor-duel", "1-10").game).picks

    async def script(driver: Driver) -> None:
        for n in CHAIN:
            await driver.click_tile(n)
        for _ in CHAIN:
            await driver.click_key("undo")
        assert driver.part("status") == "0 picks so far."
        assert driver.part("news") == f"Taken back: {CHAIN[0]}."
        for n in CHAIN:
            await driver.pick(n)
        await driver.click_key("again")
        assert "Your personal best: 7." in driver.part("task")
        assert len(saved()) == 2
        for n in longest:
            await driver.pick(n)
        best_possible = "9 picks: the best possible! Nobody can do better."
        assert driver.part("status") == f"Nothing is left to pick. {best_possible}"
        assert driver.part("coach") == "A new personal best; it was 7."

    driven(script, fresh)


def test_line_mode_goes_on_with_what_the_app_began_and_the_other_way_round() -> None:
    async def begin(driver: Driver) -> None:
        for n in CHAIN[:2]:
            await driver.pick(n)
        await driver.press("escape")

    driven(begin, fresh)
    prompt, said = at_the_prompt([str(CHAIN[2]), "quit"])
    go_on(take_up(saved()[0], trouble), prompt)
    assert "Picked so far: 7, 1" in said.getvalue()

    async def take(driver: Driver) -> None:
        assert driver.part("status") == "3 picks so far."
        assert driver.part("picks") == "Picked: 7, 1, 5"
        await driver.pick(CHAIN[3])

    driven(take, lambda: SoloScreen(take_up(saved()[0], trouble)))
    assert saved()[0].match.play.position.picks == tuple(CHAIN[:4])


@pytest.mark.parametrize("game", ["number-knockout", "prime-rumble", "non-consecutive"])
def test_every_kind_of_game_can_be_played_alone(game: str) -> None:
    """What goes along with a pick is said as in line mode."""

    async def script(driver: Driver) -> None:
        play = driver.screen.session.play
        while not play.outcome:
            before = play.position
            n = before.legal[len(before.legal) // 2]
            await driver.pick(n)
            others = [m for m in before.removal(n) if m != n]
            assert driver.part("news").startswith("Also gone: ") == bool(others)
        assert driver.part("status").startswith("Nothing is left to pick. ")

    driven(script, lambda: fresh(game, None))


def test_a_refused_pick_says_why() -> None:
    async def script(driver: Driver) -> None:
        await driver.pick(7)
        await driver.pick(3)
        assert "3" in driver.part("news")
        assert driver.part("status") == "1 pick so far."

    driven(script, fresh)
