"""The board on a screen: keys, typed numbers, mouse, sizes, previews, marks."""

from __future__ import annotations

import re

import pytest
from support.boards import BoardApp, on_board
from support.painted import characters, grid
from textual.pilot import Pilot

from lastpick.catalog import names, open_book
from lastpick.record import Tiles
from lastpick.terminal.full.look import SIGNS
from lastpick.terminal.full.themes import LIGHT, NONE


def seen(app: BoardApp) -> set[int]:
    """Every number that can be read on the screen, large digits aside."""
    return {int(found) for line in characters(app) for found in re.findall(r"\d+", line)}


def cell(app: BoardApp, n: int) -> str:
    """What a number's tile shows."""
    assert app.board.arranged is not None
    x, y, width, height = app.board.arranged.box(n)
    y -= app.board.scroll_offset.y
    return "\n".join(line[x : x + width] for line in characters(app)[y : y + height])


def styles(app: BoardApp, n: int) -> list[tuple[str, str]]:
    assert app.board.arranged is not None
    x, y, width, height = app.board.arranged.box(n)
    y -= app.board.scroll_offset.y
    return [piece for line in grid(app)[y : y + height] for piece in line[x : x + width]]


@pytest.mark.parametrize("game", names())
def test_every_game_is_shown_and_can_be_picked_through(game: str) -> None:
    """The book's own example, by typed numbers: the board shows all that is in the pool."""

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        numbers = app.play.game.numbers
        assert set(range(numbers.first, numbers.last + 1)) <= seen(app)
        example = open_book(game).example
        for n in example:
            await pilot.press(*str(n), "enter")
        assert app.picked == list(example) == list(app.play.position.picks)
        assert SIGNS["last"] in cell(app, example[-1])

    on_board(script, game)


def test_arrows_move_the_cursor_and_enter_picks() -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        assert app.board.cursor == 1
        await pilot.press("right", "down", "left", "left")
        assert (app.looked[-4:], app.board.cursor) == ([2, 7, 6, 5], 5)
        await pilot.press("up", "end", "down", "right")
        assert app.board.cursor == 20
        await pilot.press("home", "left", "right", "enter")
        assert app.picked == [2]
        await pilot.press("end", "up", "space")
        assert app.picked == [2, 15]
        assert app.play.position.picks == (2,)

    on_board(script)


def test_a_key_jumps_from_legal_pick_to_legal_pick() -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        app.board.cursor = 6
        for key, n in (("full_stop", 1), ("full_stop", 2), ("comma", 1), ("comma", 6)):
            await pilot.press(key)
            assert app.board.cursor == n
        app.board.cursor = 5
        await pilot.press("comma")
        assert app.board.cursor == 4

    on_board(script, picks=[12])


def test_a_number_can_be_typed() -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        await pilot.press("1")
        assert (app.board.typed, app.board.cursor) == ("1", 1)
        await pilot.press("4")
        assert (app.board.typed, app.board.cursor) == ("14", 14)
        await pilot.press("9")
        assert (app.board.typed, app.board.cursor) == ("149", 14)
        await pilot.press("backspace", "backspace", "2")
        assert (app.board.typed, app.board.cursor) == ("12", 12)
        await pilot.press("enter")
        assert (app.picked, app.board.typed) == ([12], "")
        await pilot.press("9", "9", "enter")
        assert app.picked == [12, 99]
        assert app.texts == ["1", "14", "149", "14", "1", "12", "", "9", "99", ""]

    on_board(script)


def test_escape_forgets_what_was_typed_and_is_else_the_screens() -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        await pilot.press("3", "escape")
        assert (app.board.typed, app.escapes) == ("", 0)
        await pilot.press("escape")
        assert app.escapes == 1
        await pilot.press("enter")
        assert app.picked == [3]

    on_board(script)


def test_the_mouse_looks_and_picks() -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        for n in (12, 6, 5):
            await pilot.hover("#board", app.middle(n))
            assert app.board.cursor == app.looked[-1] == n
            await pilot.click("#board", app.middle(n))
        assert app.picked == [12, 6, 5]
        assert app.play.position.picks == (12, 6)
        await pilot.click("#board", (0, 0))
        assert app.picked == [12, 6, 5]

    on_board(script)


def test_a_refused_pick_is_shown_until_something_else_happens() -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        await pilot.press("7", "enter")
        assert SIGNS["refused"] in cell(app, 7)
        await pilot.press("left")
        assert SIGNS["refused"] not in cell(app, 7)

    on_board(script, picks=[12])


@pytest.mark.parametrize("size", [(40, 16), (80, 24), (160, 50)])
def test_a_board_fits_the_screen_and_fits_it_anew(size: tuple[int, int]) -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        for width, height in (size, (56, 18), (30, 12), size):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            assert app.board.arranged is not None
            assert (app.board.arranged.width, app.board.arranged.height) == (width, height)
            assert len(characters(app)) == height
            for n in (1, 20):
                await pilot.hover("#board", app.middle(n))
                assert app.board.cursor == n

    on_board(script, size=size)


def test_numbers_are_drawn_large_where_there_is_room() -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        app.board.cursor = 1
        await pilot.pause()
        assert "▀▀█" in cell(app, 7)
        assert "  █" in cell(app, 7)
        assert "▄█" in cell(app, 1)

    on_board(script, size=(160, 50))


def test_the_cursor_shows_what_could_answer_and_what_would_go() -> None:
    async def answers(app: BoardApp, pilot: Pilot[None]) -> None:
        await pilot.press("7")
        told = {n for n in range(1, 21) if SIGNS["answer"] in cell(app, n)}
        assert told == {1, 14}
        await pilot.press("escape", "1")  # which everything could answer: no news
        assert not any(SIGNS["answer"] in line for line in characters(app))

    async def goes(app: BoardApp, pilot: Pilot[None]) -> None:
        await pilot.press("9")
        told = {n for n in range(2, 51) if SIGNS["go"] in cell(app, n)}
        assert told == {18, 27, 36, 45}
        assert not any(SIGNS["answer"] in line for line in characters(app))
        await pilot.press("enter")
        assert app.play.position.picks == (9,)

    on_board(answers)
    on_board(goes, "prime-rumble")


def test_nothing_is_previewed_of_a_number_that_may_not_be_picked() -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        app.board.cursor = 7
        await pilot.pause()
        assert not any(SIGNS["answer"] in line for line in characters(app))
        app.board.cursor = 6
        await pilot.pause()
        assert any(SIGNS["answer"] in line for line in characters(app))
        app.board.show(app.board.tiles or Tiles(app.play.position), turn=1, active=False)
        await pilot.pause()
        assert not any(SIGNS["answer"] in line for line in characters(app))

    on_board(script, picks=[12])


def test_what_is_legal_can_be_kept_to_oneself() -> None:
    """Legal or not, what is left looks and behaves the same."""

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        app.board.hide_legal = True
        app.board.cursor = 12
        await pilot.pause()
        assert {cell(app, n).replace(str(n), "n".rjust(len(str(n)))) for n in (2, 3, 4, 6)} == {
            cell(app, n).replace(str(n), "n".rjust(len(str(n)))) for n in (5, 7, 8, 9)
        }
        pointed = []
        for n in (6, 7):
            app.board.cursor = n
            await pilot.pause()
            pointed.append([(c.replace(str(n), "n"), style) for c, style in styles(app, n)])
            assert not any(SIGNS["answer"] in line for line in characters(app))
        assert pointed[0] == pointed[1]
        await pilot.press("full_stop")
        assert app.board.cursor == 8
        await pilot.press("1", "enter")
        assert app.board.cursor == 1

    on_board(script, picks=[12])


def test_marks_stand_on_their_tiles_and_go() -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        app.board.mark(good=[6], bad=[4, 12], hint=[3])
        assert app.board.marks == {6: "good", 4: "bad", 12: "bad", 3: "hint"}
        await pilot.pause()
        for name, numbers in (("good", [6]), ("bad", [4, 12]), ("hint", [3])):
            told = [n for n in range(1, 21) if SIGNS[name] in cell(app, n)]
            assert told == numbers
        app.board.mark()
        await pilot.pause()
        assert not set("".join(characters(app))) & {SIGNS["good"], SIGNS["bad"], SIGNS["hint"]}

    on_board(script, picks=[12])


def test_pairs_share_a_letter_and_the_cursors_partner_stands_out() -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        app.board.mark(pairs=[(2, 4), (3, 9)], groups=[(11, 13), (17, 19)])
        app.board.cursor = 20
        await pilot.pause()
        letters = {n: re.findall("[a-zA-Z]", cell(app, n)) for n in (2, 4, 3, 9, 11, 13, 17, 19)}
        assert letters == {2: ["a"], 4: ["a"], 3: ["b"], 9: ["b"], 11: ["A"], 13: ["A"],
                           17: ["B"], 19: ["B"]}  # fmt: skip
        before = styles(app, 9)
        app.board.cursor = 3
        await pilot.pause()
        assert SIGNS["partner"] in cell(app, 9)
        assert styles(app, 9) != before

    on_board(script)


@pytest.mark.parametrize("theme", [LIGHT, NONE])
def test_a_theme_can_be_changed_while_it_is_shown(theme: str) -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        before = styles(app, 7)
        app.theme = theme
        await pilot.pause()
        after = styles(app, 7)
        assert [text for text, _ in after] == [text for text, _ in before]
        assert {style for _, style in after}.isdisjoint({style for _, style in before})

    on_board(script, picks=[12])


def test_a_large_pool_scrolls_after_the_legal_picks() -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        assert app.board.arranged is not None
        assert app.board.arranged.scrolls
        await pilot.press(*"997", "enter")
        assert app.play.position.legal == (1,)
        assert app.board.cursor == 1
        assert {1, 2, 3} <= seen(app)
        await pilot.press("enter", "end")
        assert {999, 1000} <= seen(app)
        await pilot.press(*"500", "enter")
        assert app.board.cursor in app.play.position.legal
        assert app.board.cursor in seen(app)
        await pilot.press("pagedown")
        assert app.board.cursor in seen(app)
        await pilot.press("pageup", "pageup", "home")
        assert app.board.scroll_offset.y == 0

    on_board(script, numbers="1-1000")


def test_the_mouse_hits_what_was_scrolled_to() -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        await pilot.press("end")
        await pilot.pause()
        assert app.board.scroll_offset.y > 0
        await pilot.click("#board", app.middle(988))
        assert app.picked == [988]

    on_board(script, numbers="1-1000")


def test_ten_thousand_numbers_are_drawn_as_far_as_they_are_seen() -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        await pilot.press(*"9999")
        await pilot.pause()
        assert 9999 in seen(app)
        assert len(app.board._rows) <= 2 * app.size.height

    on_board(script, numbers="1-10000")


def test_only_rows_that_changed_are_drawn_again() -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        before = dict(app.board._rows)
        await pilot.press("right")
        await pilot.pause()
        kept = [row for row, strips in app.board._rows.items() if before.get(row) is strips]
        assert len(before) == 10
        assert kept == list(range(1, 10))

    on_board(script, "non-consecutive", "1-100", picks=[50])


def test_other_keys_are_left_to_the_screen() -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        looked = list(app.looked)
        for key in "hursqn?":
            assert not app.board._take(key, key)
        await pilot.press("h", "u", "backspace", "tab")
        assert (app.looked, app.picked, app.board.typed) == (looked, [], "")

    on_board(script)


def test_a_game_that_is_over_offers_nothing() -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        assert app.play.outcome
        assert "▐" not in "".join(characters(app))
        await pilot.press("full_stop", "enter")
        assert len(app.picked) == 1

    on_board(script, picks=[2, 1, 19], theme=NONE)
