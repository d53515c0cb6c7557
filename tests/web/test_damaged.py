"""What is stored of a game can be damaged: that game cannot be had then, and all others can."""

import asyncio
import json
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import asyncpg
import pytest
from support.game_logs import terms
from support.loops import in_loop
from support.room import BotsByOrder, Room
from support.server_times import TimeByHand
from support.serving import new_database
from support.visitor import PATIENCE

from lastpick.web.errors import Damaged, NoGame, StoreError
from lastpick.web.games.games import Games
from lastpick.web.http.error_answers import refused
from lastpick.web.store import connect


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "games.sqlite")
    return new_database(request.getfixturevalue("postgres_database"), "damaged")


class Place:
    """Games, and a way past them into their database."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.store = connect(address)
        self.time = TimeByHand(self.store)
        self.games = Games(self.store, BotsByOrder(), time=self.time)  # type: ignore[arg-type]

    async def play(self) -> str:
        """A game of three picks that nobody has open; its id."""
        made = await self.games.create(terms(), [1, 2], (None, None))
        game = made.game.log.id
        for version, n in enumerate((6, 3, 9)):
            token = made.tokens[str(1 + version % 2)]
            await self.games.pick(game, token, version, f"key {version}", n)
        self.games.keeper.open_games.drop(game)
        return game

    async def change(self, game: str, sql: str) -> None:
        """Do to a game what nothing here would."""
        sql = sql.replace("GAME", f"'{game}'")
        if "://" not in self.address:
            with closing(sqlite3.connect(self.address)) as db, db:
                db.execute(sql)
            return
        db = await asyncpg.connect(self.address)
        await db.execute(sql)
        await db.close()


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[Place]:
    place = Place(address)
    await place.games.open()
    try:
        yield place
    finally:
        await place.games.close()


def terms_with(before: str, after: str) -> str:
    return f"UPDATE games SET terms = replace(terms, '{before}', '{after}') WHERE id = GAME"


def terms_are(text: str) -> str:
    return f"UPDATE games SET terms = '{text}' WHERE id = GAME"


def second_pick(changes: str) -> str:
    return f"UPDATE events SET {changes} WHERE game = GAME AND version = 2"


DAMAGES = {
    "no JSON": terms_are('{"game"'),
    "no object": terms_are("[]"),
    "nothing": terms_are("{}"),
    "no end of it": terms_are("[" * 20_000),
    "no clock": terms_with('"clock"', '"watch"'),
    "no such field": terms_with('"seed":', '"luck":0,"seed":'),
    "numbers that are none": terms_with('"1-20"', "20"),
    "no pool": terms_with("1-20", "20-1"),
    "too large a pool": terms_with("1-20", "1-99999"),
    "a game that is not shipped": terms_with("divisor-duel", "gone-game"),
    "somebody unknown": terms_with('"person"]', '"robot"]'),
    "one player": terms_with('"person","person"', '"person"'),
    "a third seat": terms_with('"awaited":0', '"awaited":3'),
    "an illegal beginning": terms_with('"previous"', '"picks":[6,7],"previous"'),
    "one seat missing": "DELETE FROM seats WHERE game = GAME AND seat = 2",
    "an illegal pick": second_pick("pick = 7"),
    "a pick outside of the pool": second_pick("pick = 21"),
    "no pick": second_pick("pick = NULL"),
    "an unknown kind": second_pick("kind = 'dance'"),
    "an unknown seat": second_pick("seat = 0"),
    "a hole": "DELETE FROM events WHERE game = GAME AND version = 2",
    "a hole at the start": "DELETE FROM events WHERE game = GAME AND version = 1",
}
OF_SQLITE = {  # where a column may hold anything
    "terms that are no text": "UPDATE games SET terms = CAST(x'ff' AS TEXT) WHERE id = GAME",
    "terms in bytes": "UPDATE games SET terms = x'ff' WHERE id = GAME",
    "no secret": "UPDATE games SET secret = 5 WHERE id = GAME",
    "a name that is no text": "UPDATE seats SET name = CAST(x'ff' AS TEXT) WHERE game = GAME",
    "a name in bytes": "UPDATE seats SET name = x'ff' WHERE game = GAME",
    "a time in words": "UPDATE seats SET seen = 'never' WHERE game = GAME",
    "an entry's time without end": second_pick("at = 9e999"),
    "an entry's time in words": second_pick("at = 'never'"),
    "an entry's time in bytes": second_pick("at = x'ff'"),
    "a pick in words": second_pick("pick = 'three'"),
    "a version in words": second_pick("version = 'two'"),
    "a key in bytes": second_pick("key = x'ff'"),
    "a kind that is no text": second_pick("kind = CAST(x'ff' AS TEXT)"),
}
OF_POSTGRESQL = {
    "an entry's time without end": second_pick("at = 'infinity'"),
    "an entry's time that is no number": second_pick("at = 'NaN'"),
}


@in_loop
async def test_a_damaged_game_is_one_line_and_the_others_go_on(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "lastpick.web")
    async with opened(address) as place:
        fine, sqlite = await place.play(), "://" not in address
        damaged = []
        for damage, sql in (DAMAGES | (OF_SQLITE if sqlite else OF_POSTGRESQL)).items():
            game = await place.play()
            damaged.append(game)
            await place.change(game, sql)
            caplog.clear()
            for _ in range(3):
                with pytest.raises(Damaged, match="cannot be read any more") as caught:
                    await place.games.find(game)
                assert caught.value.why, damage
            (line,) = caplog.records
            assert line.__dict__["game"] == game
            assert line.__dict__["why"] == caught.value.why
            assert "\n" not in caught.value.why
            assert not line.exc_info
            place.games.keeper.open_games.drop(fine)
            assert (await place.games.find(fine)).log.version == 3, damage
        place.time.seen += 31 * 86400
        await place.games.housekeeping.sweep()
        for game in damaged:
            with pytest.raises(NoGame) as swept:
                await place.games.find(game)
            assert not isinstance(swept.value, Damaged)


def test_a_visitor_is_told_what_to_do_and_nothing_else() -> None:
    answer = refused(Damaged("secret: Input should be a valid bytes"))
    assert answer.status_code == 410
    assert json.loads(bytes(answer.body)) == {
        "error": "what is stored of this game cannot be read any more; please start another"
    }


@in_loop
async def test_a_game_that_was_mended_is_there_again(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    new = await room.create()
    game = new.game.log.id
    await room.pick(new, 1, 6, 0)
    for damaged, kind in ((True, "dance"), (False, "pick"), (True, "sing")):
        room.open_games.drop(game)
        with closing(sqlite3.connect(room.store.path)) as db, db:
            db.execute("UPDATE events SET kind = ? WHERE game = ?", (kind, game))
        if damaged:
            with pytest.raises(Damaged):
                await room.games.find(game)
        else:
            assert (await room.games.find(game)).log.version == 1
    assert [line.__dict__["why"] for line in caplog.records] == [
        "entry 1 is 'dance' of seat 1", "entry 1 is 'sing' of seat 1"
    ]  # fmt: skip


@in_loop
async def test_damage_that_shows_in_an_open_game_ends_its_news(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    """As when another server's rows are read: whoever watches is cut off, and no task hangs."""
    new, other = await room.create(), await room.create()
    game = new.game.log.id
    watcher = room.games.presence.watch(new.game, 1)
    with closing(sqlite3.connect(room.store.path)) as db, db:
        db.execute(
            "INSERT INTO events VALUES (?, 1, 1, 'dance', 1.0, NULL, NULL, 1, NULL)", (game,)
        )
    room.games.catching_up.hear(game, 1)
    while not watcher.stopped:
        watcher.wake.clear()
        await asyncio.wait_for(watcher.wake.wait(), PATIENCE)
    assert room.open_games.get(game) is None
    assert not new.game.doubtful
    with pytest.raises(Damaged):
        await room.pick(new, 1, 6, 0)
    assert len(caplog.records) == 1
    assert (await room.pick(other, 1, 6, 0))["picks"] == [6]


@in_loop
async def test_a_store_that_fails_is_not_taken_for_damage(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = await room.create()
    room.open_games.drop(new.game.log.id)

    async def fails(*_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(room.store, "entries", fails)
    with pytest.raises(StoreError):
        await room.games.find(new.game.log.id)
    monkeypatch.undo()
    assert (await room.games.find(new.game.log.id)).log.version == 0
