"""A review on the board: the words of `lastpick review`, other picks, mistakes replayed."""

from __future__ import annotations

from random import Random
from re import finditer

import pytest
from support.full_screen import Driver, at_the_prompt, driven

from lastpick.catalog import names, open_book
from lastpick.coach.lesson import truth
from lastpick.coach.review import Review, review
from lastpick.oracle import solve
from lastpick.record import PASS, RESIGN, Person, Record, parse
from lastpick.terminal.full.graph import WinningGraph
from lastpick.terminal.full.mistakes import MistakesScreen
from lastpick.terminal.full.reasons import drawn
from lastpick.terminal.full.review import ReviewScreen
from lastpick.terminal.full.try_out import TryScreen
from lastpick.terminal.show_review import decisions, instead, show_review, told, turning

(BOOKS_GAME,) = parse(
    "Lastpick record 1\nGame: divisor-duel\nNumbers: 1-20\nPlayer 1: Ann\nPlayer 2: greedy\n"
    "Bot 2: greedy\nDate: 2026-11-16\nResult: Player 1 wins (no legal pick)\n\n"
    "6 3 9 18 2 12 4 8 16 1 5 10 20\n"
)
PEOPLE = (Person("You"), Person("level:2", "level:2"))


def played(game: str, seed: int, numbers: str | None = None) -> Record:
    """A game played at random."""
    rules = open_book(game, numbers).game
    picks = rules.start().playout(Random(seed)).picks
    return Record(rules, PEOPLE, "2026-11-17", tuple(picks))


def mistakes(found: Review, *seats: int) -> list[int]:
    return [at for at, step in enumerate(found.steps) if step.mistake and step.seat in seats]


@pytest.mark.parametrize("game", names())
def test_every_step_says_what_the_command_says(game: str) -> None:
    record = played(game, 7)
    found = review(record)
    prompt, said = at_the_prompt([])
    show_review(prompt, found)
    whole = said.getvalue()

    async def script(driver: Driver) -> None:
        screen = driver.screen
        await driver.press("home")
        for at, step in enumerate(found.steps):
            assert screen.at == at
            text = told(found, step)
            assert text in whole
            assert driver.part("status") == f"{at + 1} of {len(found.steps)}: {text}."
            assert driver.part("coach") == instead(step)
            assert instead(step) in whole
            marks = screen.board.marks
            assert (marks.get(step.event) == "bad") == step.mistake
            if step.mistake:
                assert {n for n, mark in marks.items() if mark == "good"} == set(step.winning)
            await driver.press("right")
        assert driver.part("status").startswith("The end. ")
        for line in (turning(found), decisions(found, 1), decisions(found, 2)):
            assert line in driver.part("coach")
            assert line in whole
        await driver.press("right", "home")
        assert screen.at == 0
        assert turning(found) in driver.part("picks")
        await driver.press("left", "end", "left")
        assert screen.at == len(found.steps) - 1

    driven(script, lambda: ReviewScreen(record))


def test_keys_and_clicks_lead_from_mistake_to_mistake() -> None:
    record = played("prime-rumble", 4)
    wrong = mistakes(review(record), 1, 2)
    assert len(wrong) > 5

    async def script(driver: Driver) -> None:
        screen = driver.screen
        await driver.press("home")
        seen = [screen.at] if screen.at in wrong else []
        while not seen or seen[-1] != wrong[-1]:
            await driver.press("n")
            seen.append(screen.at)
        assert seen == wrong
        await driver.press("p")
        assert screen.at == wrong[-2]
        await driver.press("home")
        await driver.click_key("mistake")
        assert screen.at == next(at for at in wrong if at)
        await driver.click_key("step")
        assert screen.at == next(at for at in wrong if at) + 1

    driven(script, lambda: ReviewScreen(record))


def test_a_review_opens_at_the_turning_point() -> None:
    """Of every game of a match; whoever looks at another step by then stays there."""
    games = [played("prime-rumble", 4), played("divisor-duel", 3)]
    turns = []
    for record in games:
        found = review(record)
        assert found.turning_point
        turns.append(found.steps.index(found.turning_point))
    assert all(turns)

    async def script(driver: Driver) -> None:
        screen = driver.screen
        assert (screen.game_at, screen.at) == (1, turns[1])
        assert driver.part("news") == "Here the game was decided."
        await driver.press("home")
        assert driver.part("news") == ""
        await driver.press("left_square_bracket")
        assert (screen.game_at, screen.at) == (0, turns[0])
        await driver.press("right_square_bracket")
        assert (screen.game_at, screen.at) == (1, turns[1])
        await driver.press("home")
        screen._show_turning_point(screen.review)
        assert screen.at == 0

    driven(script, lambda: ReviewScreen(games))


@pytest.mark.parametrize("size", [(40, 30), (80, 24), (160, 50)])
def test_the_graph_is_numbered_and_follows_the_step(size: tuple[int, int]) -> None:
    """The step that is shown stands in the middle, where a game is too long for the width."""
    moves = 150

    async def script(driver: Driver) -> None:
        graph = driver.screen.query_one(WinningGraph)
        for many in (8, 30, moves + 1):
            for at in (0, many // 3, many // 2, many - 1):
                graph.show(("Ann", "Bob"), [1] * many, {}, at)
                begins, wide, shown = graph._place()
                assert at in shown
                left, right = at - shown.start, shown.stop - 1 - at
                assert abs(left - right) <= 1 or 0 in (shown.start, many - shown.stop)
                upper, _, axis = str(graph.content).split("\n")
                assert len(axis) <= len(upper) == begins + wide * len(shown)
                told = {int(found[0]): found.start() for found in finditer(r"\d+", axis)}
                places = {n: begins + (n - 1 - shown.start) * wide for n in told}
                assert told == places
                assert min(told) == shown.start + 1
                assert len(told) >= min(many - 1, len(shown) // 5)

    driven(script, lambda: ReviewScreen(BOOKS_GAME), size)


@pytest.mark.parametrize("size", [(40, 16), (80, 24), (160, 50)])
def test_a_click_on_the_graph_steps_there(size: tuple[int, int]) -> None:
    found = review(BOOKS_GAME)

    async def script(driver: Driver) -> None:
        graph = driver.screen.query_one(WinningGraph)
        lines = str(graph.content).split("\n")
        assert len(lines) == 3
        assert "".join(lines).count("✗") == len(mistakes(found, 1, 2)) == 2
        begins, wide, shown = graph._place()
        for at in (shown[-1], 0, 10):
            assert await driver.pilot.click(graph, offset=(1 + begins + at * wide, 0))
            await driver.settle()
            assert driver.screen.at == at
        columns = [line[begins:] for line in str(graph.content).split("\n")]
        for at, winner in enumerate(found.winners):
            if at != 10 and not any(at == wrong for wrong in mistakes(found, 1, 2)):
                assert columns[winner - 1][at * wide] == "█" if winner else "?"
                assert columns[2 - winner][at * wide] == "·" if winner else "?"

    driven(script, lambda: ReviewScreen(BOOKS_GAME), size)


def test_other_picks_can_be_tried_from_any_point() -> None:
    """Each is told to win or to lose, as the oracle has it; Escape returns to the game."""

    async def script(driver: Driver) -> None:
        review_screen = driver.screen
        await driver.press("home", "right", "right")
        position = review_screen.positions[2]
        for n in position.legal:
            await driver.pick(n)
            assert type(driver.screen) is TryScreen
            assert driver.part("coach") == truth(position, n)
            await driver.press("escape")
            shown = driver.screen
            assert shown is review_screen, n
            assert shown.at == 2
        n = position.legal[0]
        await driver.click_tile(n)
        after = position.pick(n)
        answer = after.legal[0]
        await driver.click_tile(answer)
        assert driver.part("coach") == truth(after, answer)
        assert driver.part("picks") == f"Tried: {n}, {answer}"
        seats = [driver.screen.tiles[m].seat for m in (*position.picks, n, answer)]
        assert seats == [1, 2, 1, 2]
        await driver.pick(99)
        assert "99" in driver.part("news")
        await driver.press("h", "h", "h", "u")
        assert driver.part("picks") == f"Tried: {n}"
        await driver.press("u")
        assert driver.screen is review_screen

    driven(script, lambda: ReviewScreen(BOOKS_GAME))


def test_a_variation_is_played_to_its_end() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("home")
        await driver.pick(7)
        await driver.pick(1)
        await driver.pick(11)
        assert driver.part("status") == "Greedy bot cannot pick. Ann wins!"

    driven(script, lambda: ReviewScreen(BOOKS_GAME))


@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
def test_my_mistakes_are_replayed(by_mouse: bool) -> None:
    """Only those of people; each pick is told right or wrong, with its reason."""
    record = played("prime-rumble", 4)
    found = review(record)
    mine = mistakes(found, 1)
    assert 3 < len(mine) < len(mistakes(found, 1, 2))

    async def script(driver: Driver) -> None:
        async def pick(n: int) -> None:
            await (driver.click_tile(n) if by_mouse else driver.pick(n))

        async def press(key: str, words: str) -> None:
            await (driver.click_key(words) if by_mouse else driver.press(key))

        await press("m", "replay")
        screen = driver.screen
        assert isinstance(screen, MistakesScreen)
        assert [step.number - 1 for _, step in screen.asked] == mine
        for number, at in enumerate(mine):
            step = found.steps[at]
            assert f"picked {step.event}" in driver.part("task")
            if number == 0:
                await pick(int(step.event))
                assert driver.part("coach").startswith("Not this one. ")
                await press("h", "hint")
            if number == 2:
                await press("h", "hint")  # right after a hint is not right at the first try
            if number == 1:
                await press("s", "show answer")
                assert driver.part("coach") == instead(step)
            else:
                await pick(step.winning[0])
                why = truth(screen.position, step.winning[0])
                assert driver.part("coach") == f"Right. {why}"
            await press("n", "next")
        right = len(mine) - 3
        assert f"Right at the first try: {right} of {len(mine)}." in driver.part("status")
        await press("a", "again")
        assert (screen.at, screen.at_once, screen.ended) == (0, 0, False)
        await driver.press("escape")
        assert isinstance(driver.screen, ReviewScreen)

    driven(script, lambda: ReviewScreen(record), (160, 50))


def test_the_games_of_a_match_are_turned_over() -> None:
    """With seats that change, my mistakes stay mine."""
    one, two = played("divisor-duel", 1), played("divisor-duel", 2)
    games = [one, two._replace(players=(PEOPLE[1], PEOPLE[0]))]

    async def script(driver: Driver) -> None:
        screen = driver.screen
        assert (screen.record, screen.yours) == (games[1], (2,))
        await driver.press("left_square_bracket")
        assert (screen.record, screen.yours) == (games[0], (1,))
        await driver.press("left_square_bracket")
        assert screen.record == games[0]
        assert "game 1 of 2" in str(screen.query_one("#title").content)
        await driver.click_key("] game")
        assert screen.record == games[1]
        assert screen.review is not None

    driven(script, lambda: ReviewScreen(games))
    driven(script, lambda: ReviewScreen(games, yours=(2,)))


@pytest.mark.parametrize(("game", "seed"), [("divisor-duel", 3), ("non-consecutive", 4)])
def test_why_draws_the_pairing_and_the_parts(game: str, seed: int) -> None:
    record = played(game, seed)
    at = mistakes(review(record), 1, 2)[0]
    position = record.game.play(record.play().position.picks[:at])
    wanted = drawn(position, solve(position))
    assert wanted.pairs or wanted.groups

    async def script(driver: Driver) -> None:
        board = driver.screen.board
        await driver.press("home", *["right"] * at)
        assert not board.letters
        await driver.press("w")
        pairs = {frozenset(pair) for pair in wanted.pairs}
        assert {frozenset(pair) for pair in board.partners.items()} == pairs
        groups = {n: at for at, group in enumerate(wanted.groups) for n in group}
        assert board.groups == groups
        assert wanted.words in driver.part("coach")
        assert {n for n, mark in board.marks.items() if mark == "good"} == {wanted.pick}
        await driver.press("w")
        assert not board.letters

    driven(script, lambda: ReviewScreen(record))


def test_a_game_given_up_with_forfeited_turns_is_told() -> None:
    rules = open_book("number-bind").game
    first, second = rules.start().playout(Random(3)).picks[:2]
    events = (first, PASS, PASS, second, RESIGN)
    record = Record(rules, PEOPLE, "2026-11-17", events, strikes=3)
    found = review(record)

    async def script(driver: Driver) -> None:
        await driver.press("home")
        for at, step in enumerate(found.steps):
            assert told(found, step) in driver.part("status"), at
            await driver.press("right")
        assert driver.part("status").startswith("The end. ")
        assert driver.screen.tiles.position.picks == (first, second)

    driven(script, lambda: ReviewScreen(record))


def test_a_game_without_a_pick_has_a_review_too() -> None:
    record = Record(open_book("divisor-duel").game, PEOPLE, "2026-11-17", (RESIGN,))

    async def script(driver: Driver) -> None:
        await driver.press("home")
        assert "gave up" in driver.part("status") or "resigned" in driver.part("status")
        await driver.press("right")
        assert "win" in driver.part("status")

    driven(script, lambda: ReviewScreen(record))


def test_the_screen_can_be_used_while_the_game_is_looked_through() -> None:
    """A game that takes long: stepping and trying go on, a line tells, and leaving ends it."""
    record = played("prime-rumble", 1, "2-150")

    async def script(driver: Driver) -> None:
        screen = driver.screen
        assert screen.busy
        await driver.pilot.press("right", "right")
        assert screen.at == 2
        assert driver.part("status").startswith("3 of ")
        await driver.until(lambda: "Looking through the game: " in driver.part("thinking"))
        assert " moves" in driver.part("thinking")
        assert screen.busy
        await driver.pilot.press("escape")
        await driver.pilot.pause()
        assert driver.screen is not screen
        assert not screen.busy

    driven(script, lambda: ReviewScreen(record), settled=False)
