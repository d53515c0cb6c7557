"""The legend beside the board: every mark that is there, and whose it is."""

from __future__ import annotations

from random import Random

import pytest
from rich.text import Text
from support.full_screen import Driver, driven

from lastpick.record.board import LEGAL, PICKED
from lastpick.terminal.full.game import GameScreen
from lastpick.terminal.full.look import Face, look
from lastpick.terminal.start import PlayRequest, set_up

PLAYERS = ("Ann", "Bob")


def told(screen: GameScreen) -> dict[str, tuple[str, object]]:
    """What the legend says: signs by their words, and how they are painted."""
    content = screen.query_one("#legend").content  # type: ignore[attr-defined]
    assert isinstance(content, Text)
    return {line.plain[4:]: (line.plain[:3], line.spans[0].style) for line in content.split("\n")}


def check(screen: GameScreen) -> None:
    board, now, entries = screen.board, look(screen.app), told(screen)
    signs = {sign.replace("n", "").strip() for sign, _ in entries.values()}
    assert board.tiles is not None
    seats = [person.name for person in screen.session.match.seats()]
    for n in range(board.tiles.numbers.first, board.tiles.numbers.last + 1):
        face = board._face(n)._replace(cursor=False)
        coat = now.coat(face)
        for sign in {coat.left, coat.right, *coat.text[:1]} - {" "}:
            kind = "aA"[face.group is not None] if sign == face.letter else sign
            assert kind in signs, (n, face, entries)
        plain = face._replace(mark="", preview="", partner=False, letter="", group=None)
        if face.kind == PICKED:
            sign, style = entries[seats[face.seat - 1]]
            assert sign[0] == "●■"[face.seat - 1]
            assert style == now.coat(Face(PICKED, face.seat)).number
        if face.last:
            assert entries["the last pick"] == (
                " n◂",
                now.coat(plain._replace(refused=False)).number,
            )
        if face.kind == LEGAL and face == plain and not face.refused:
            assert entries["may be picked"] == (" n ", coat.number)


@pytest.mark.parametrize("game", ["divisor-duel", "prime-rumble"])
def test_every_mark_on_the_board_is_in_the_legend_with_its_player(game: str) -> None:
    chance = Random(game)

    async def script(driver: Driver) -> None:
        screen, seen = driver.screen, set()
        for number in range(4):  # a match and the first game of its rematch
            session = screen.session
            while session.play.outcome is None:
                check(screen)
                pool = session.play.position.pool
                few = [chance.sample(pool, min(len(pool), chance.randrange(3))) for _ in range(3)]
                pairs = [tuple(pool[:2])] if len(pool) > 2 and chance.random() < 0.4 else []
                screen.board.mark(*few, pairs=pairs, groups=[pool[2:4]] if pairs else [])
                screen.board.cursor = chance.choice(pool)
                if chance.random() < 0.3:
                    screen.board.refuse(chance.choice(pool))
                await driver.settle()
                check(screen)
                seen |= {sign for sign, _ in told(screen).values()}
                session.commit(
                    "resign" if chance.random() < 0.1 else chance.choice(screen.tiles.legal)
                )
                screen._happened()
                await driver.settle()
            check(screen)
            assert (screen.labels == PLAYERS) == (number % 2 == 0)
            await driver.press("m")
        assert {" n✓", " n✗", " n?", " na", " nA", " n!", " n◂"} <= seen

    request = PlayRequest(game, names=PLAYERS, best_of=3)
    driven(script, lambda: GameScreen(set_up(request, print)), (110, 30))


def test_where_legal_picks_are_not_shown_the_legend_does_not_show_them() -> None:
    async def script(driver: Driver) -> None:
        driver.screen.board.hide_legal = True
        await driver.settle()
        assert {"left"} == set(told(driver.screen)) - {"Player 1", "Player 2"}

    driven(script, lambda: GameScreen(set_up(PlayRequest("divisor-duel"), print)))
