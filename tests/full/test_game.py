"""A match on the full screen: turns, refusals, hints, undo, giving up, the end and what follows."""

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.full_screen import Driver, driven
from support.running import events, latest, run
from textual.widgets import Input

from lastpick.catalog import names, open_book
from lastpick.coach.hint import STEPS, hint
from lastpick.journal import Journal
from lastpick.record import PASS, RESIGN, SWAP, UNDO, parse
from lastpick.terminal.full.game import GameScreen
from lastpick.terminal.full.home import Home
from lastpick.terminal.full.letters import Letters
from lastpick.terminal.full.new_game import GameSetup, first_game
from lastpick.terminal.full.review import ReviewScreen
from lastpick.terminal.start import HUMAN, PlayRequest, set_up, take_up

ENGINE = Path(__file__).parents[1] / "support" / "bad_engine.py"


def game(name: str = "divisor-duel", bot: str = HUMAN, **more: Any) -> Callable[[], GameScreen]:
    request = PlayRequest(name, kinds=(HUMAN, bot), seed=3, **more)
    return lambda: GameScreen(set_up(request, print))


def strikes_game() -> str:
    """A game whose rule book knows forfeited turns."""
    return next(name for name in names() if open_book(name).forfeits)


def test_a_refused_pick_says_why_and_changes_nothing() -> None:
    async def script(app: Driver) -> None:
        await app.pick(6)
        await app.pick(7)
        assert app.part("news") == "7 is neither a divisor nor a multiple of 6."
        await app.pick(99)
        assert app.part("news") == "99 is not in the range 1-20."
        await app.pick(6)
        assert app.part("news").startswith("6 ")
        assert events() == [6]

    driven(script, game())


def test_the_cursor_tells_what_a_pick_would_do() -> None:
    async def script(app: Driver) -> None:
        await app.press("6")
        assert app.part("look") == "6: takes 12, 18 along. Enter picks 6."
        await app.press("escape")
        assert app.part("look") == "6: takes 12, 18 along."
        await app.pick(6)
        await app.press("7")
        await app.press("escape")
        assert app.part("look").startswith("7: ")

    driven(script, game("prime-rumble", numbers="2-20"))


def test_hints_come_in_three_steps_and_are_the_coachs() -> None:
    async def script(app: Driver) -> None:
        await app.pick(6)
        position = app.screen.session.play.position
        for step in range(1, STEPS + 2):
            await app.press("h")
            said = min(step, STEPS)
            assert app.part("coach").startswith(f"Hint {said} of 3: {hint(position, said)}")
        assert set(app.screen.board.marks.values()) == {"hint"}  # a trap, not a winning pick
        await app.pick(3)
        assert app.part("coach") == ""
        assert app.screen.board.marks == {}
        await app.press("h", "h", "h")
        assert set(app.screen.board.marks.values()) == {"good"}

    driven(script, game())


def test_a_bot_answers_and_undo_takes_back_both_picks() -> None:
    async def script(app: Driver) -> None:
        await app.pick(6)
        assert len(events()) == 2
        assert app.part("news") == f"Perfect bot picked {events()[-1]}."
        assert app.part("status") == "Your turn (Player 1, ●)."
        await app.press("u")
        assert events()[2:] == [UNDO, UNDO]
        await app.press("u")
        assert app.part("news") == "There is nothing to take back yet."

    driven(script, game(bot="perfect"))


def test_undo_while_a_bot_thinks_takes_back_the_pick() -> None:
    async def script(app: Driver) -> None:
        for key in ("6", "enter", "u"):
            await app.pilot.press(key)
        await app.settle()
        assert events() in ([6, UNDO], [6, events()[1], UNDO, UNDO])
        assert app.screen.session.play.moves == []

    driven(script, game(bot="perfect"))


def test_giving_up_is_asked_once_more() -> None:
    async def script(app: Driver) -> None:
        await app.pick(6)
        await app.press("g", "enter")  # the first answer plays on
        assert events() == [6]
        await app.press("g", "right", "enter")
        assert events() == [6, RESIGN]
        assert app.part("status") == "Ann wins! Bob resigned."
        assert app.part("coach") == ""
        await app.press("u")
        assert "stays so" in app.part("news")

    driven(script, game(names=("Ann", "Bob")))


@pytest.mark.parametrize(
    ("picks", "told"),
    [((1, 2), "You lose."), ((2, 1), "You lose.")],
)
def test_the_end_says_who_won_and_why(picks: tuple[int, int], told: str) -> None:
    async def script(app: Driver) -> None:
        await app.pick(picks[0])
        assert app.part("status") == f"{told} You have no legal pick left."
        assert app.part("coach") == "No number is left."
        assert app.screen.query_one(Letters).text == "PERFECT BOT WINS"
        assert app.screen.board.marks == {}
        await app.press("w")
        assert isinstance(app.screen, ReviewScreen)
        assert app.screen.explains
        await app.press("escape")
        assert "rematch" in app.key_bar()

    driven(script, game("number-bind", "perfect", numbers="1-2"))


@pytest.mark.parametrize("size", [(40, 20), (80, 24), (100, 40)], ids=str)
def test_the_board_stays_where_it_is_at_a_win(size: tuple[int, int]) -> None:
    """On every pool that is offered."""

    def laid_out(app: Driver) -> tuple[object, ...]:
        return app.screen.board.region, app.screen.board.arranged, app.screen.board.scroll_offset

    async def script(app: Driver) -> None:
        for name in names():
            for numbers in open_book(name).pools or (None,):
                screen = game(name, numbers=numbers)()
                picks = screen.session.book.game.start().playout(Random(2)).picks
                for n in picks[:-1]:
                    screen.session.commit(n)
                app.app.push_screen(screen)
                await app.settle()
                await app.pilot.press(*str(picks[-1]))
                await app.settle()
                before = laid_out(app)
                await app.press("enter")
                assert app.screen.query_one(Letters).display
                assert laid_out(app) == before, (name, numbers)
                await app.press("escape")

    driven(script, Home, size)


def test_the_end_makes_room_anew_when_the_window_changes() -> None:
    async def script(app: Driver) -> None:
        await app.pick(1)
        await app.pick(2)
        await app.pilot.resize_terminal(120, 40)
        await app.settle()
        panel = app.screen.query_one("#panel")
        assert panel.region.bottom == app.screen.query_one("#keys").region.y == 39

    driven(script, game("number-bind", numbers="1-2"), (40, 20))


@pytest.mark.parametrize("bots", [("perfect", "perfect"), ("level:1", "level:3")])
def test_the_titles_of_two_bots_have_room_above_their_picks(bots: tuple[str, str]) -> None:
    async def script(app: Driver) -> None:
        picks = app.screen.query_one("#picks")
        lines = app.part("picks").splitlines()
        assert picks.size.height == len(lines)
        assert len(lines) > 2

    request = PlayRequest("number-bind", kinds=bots, seed=3)
    driven(script, lambda: GameScreen(set_up(request, print)), (72, 24))


def test_the_last_pick_can_be_taken_back_and_a_rematch_swaps_the_start() -> None:
    async def script(app: Driver) -> None:
        await app.pick(1)
        await app.pick(3)
        assert app.part("status") == "Bob wins! Ann has no legal pick left."
        assert app.part("coach").startswith("The only other divisor or multiple of 3 in 1-3 is 1")
        assert app.screen.board.marks == {1: "bad"}  # what Ann would have needed
        assert app.screen.query_one(Letters).text == "BOB WINS"
        await app.press("u")
        assert app.part("news") == "Taken back: 3."
        assert (app.screen.board.marks, app.screen.query_one(Letters).display) == ({}, False)
        assert events() == [1, 3, UNDO]
        await app.pick(2)
        await app.press("m")
        assert [person.name for person in app.screen.session.match.seats()] == ["Bob", "Ann"]
        assert app.part("status") == "Bob's turn (Player 1, ●)."
        await app.pick(2)
        assert len(list(Journal().saved())) == 2

    driven(script, game("number-bind", numbers="1-3", names=("Ann", "Bob")))


def test_a_match_goes_on_with_the_next_game_and_is_reviewed_whole() -> None:
    async def script(app: Driver) -> None:
        for picks in ((1, 3), (1, 2)):
            for n in picks:
                await app.pick(n)
            await app.press("m")
        assert len(app.screen.session.match.plays) == 3
        assert "Ann 1, Bob 1" in str(app.screen.query_one("#title").content)
        for n in (1, 3):
            await app.pick(n)
        assert app.part("news") == "Ann 1, Bob 2. Bob wins the match!"
        await app.press("v")
        assert isinstance(app.screen, ReviewScreen)
        await app.press("escape")
        assert isinstance(app.screen, GameScreen)

    driven(script, game("number-bind", numbers="1-3", names=("Ann", "Bob"), best_of=3))


def test_the_first_pick_can_be_taken_over() -> None:
    async def script(app: Driver) -> None:
        await app.press("w")  # nothing to take over yet
        await app.pick(11)
        assert app.part("status").endswith("Pick, or swap: w takes over 11.")
        await app.press("w")
        assert events() == [11, SWAP]
        assert app.part("news") == "Bob takes over 11."
        assert app.part("status") == "Ann's turn (Player 2, ■)."
        await app.press("u")
        assert app.screen.session.play.may_swap

    driven(script, game(names=("Ann", "Bob"), swap=True))


def test_a_bot_takes_over_a_pick_that_wins() -> None:
    async def script(app: Driver) -> None:
        await app.pick(11)
        assert events() == [11, SWAP]
        assert app.part("news") == "Perfect bot takes over 11."
        assert app.part("status") == "Your turn (Player 2, ■)."
        await app.press("u")
        assert events() == [11, SWAP, UNDO, UNDO]

    driven(script, game(bot="perfect", swap=True))


def test_refused_picks_forfeit_the_turn_where_that_was_agreed() -> None:
    async def script(app: Driver) -> None:
        await app.pick(6)
        await app.pick(12)
        assert app.part("news").endswith("Invalid entry 1 of 2.")
        await app.pick(12)
        assert events() == [6, PASS]
        assert app.part("news") == "Bob forfeits the turn."

    driven(script, game(strikes_game(), names=("Ann", "Bob"), strikes=2))


def test_a_program_that_fails_loses_and_leaves_nothing_behind() -> None:
    engine = f"exec:{sys.executable} {ENGINE} crash"

    async def script(app: Driver) -> None:
        await app.pick(6)
        assert events() == [6, RESIGN]
        assert app.part("status").startswith("You win!")

    driven(script, game(bot=engine))


def test_a_record_is_written_where_it_was_asked_for_and_on_request(tmp_path: Path) -> None:
    asked, other = tmp_path / "asked.txt", tmp_path / "other.txt"

    async def script(app: Driver) -> None:
        await app.pick(6)
        await app.press("s")
        app.screen.query_one(Input).value = str(other)
        await app.press("enter")
        assert app.part("news") == f"The record is in {other}"
        await app.press("escape")

    driven(script, game(record=str(asked)))
    for path in (asked, other):
        assert parse(path.read_text())[0].events == (6,)


def test_line_mode_goes_on_with_what_was_begun_here_and_the_other_way_round() -> None:
    async def first(app: Driver) -> None:
        await app.pick(6)

    driven(first, game())
    assert "Selected so far: 6" in run("resume", stdin=[3, "quit"]).out

    async def then(app: Driver) -> None:
        assert app.screen.session.play.position.picks == (6, 3)
        await app.pick(9)

    driven(then, lambda: GameScreen(take_up(latest(), print)))
    assert events() == [6, 3, 9]


def test_leaving_lets_go_of_the_match() -> None:
    async def script(app: Driver) -> None:
        await app.pick(6)
        assert not latest().free
        await app.press("escape")
        assert latest().free

    driven(script, game())


@pytest.mark.parametrize("own", [False, True])
def test_another_game_can_be_set_up_at_any_time(own: bool, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('numbers = "1-9"\nfollows = "abs(n - last) <= 3"\n')
    name = str(file) if own else "non-consecutive"

    async def script(app: Driver) -> None:
        await app.pick(5)
        await app.press("n")
        assert isinstance(app.screen, GameSetup)
        assert app.screen.values["game"] == (first_game() if own else name)
        assert latest().free
        await app.press("escape")
        assert isinstance(app.screen, Home)

    driven(script, game(name))
