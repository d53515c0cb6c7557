"""Files that nobody uses make room for new ones; those of games that are played or watched stay."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from support.loops import in_loop
from support.room import Room

from lastpick.catalog import Book, open_book
from lastpick.web.asking.questions import Source
from lastpick.web.errors import NoGame, NoRoom, StoreError
from lastpick.web.games.games import Games
from lastpick.web.games.health import StoreHealth
from lastpick.web.games.seating import Admission
from lastpick.web.store import files

Bring = Callable[[str], Awaitable[Admission]]


def bringing(room: Room, monkeypatch: pytest.MonkeyPatch) -> Bring:
    """Makes a game of a file, whatever it says; there is room for three."""

    async def book(_: Source) -> Book:
        return open_book("divisor-duel", None)

    async def bring(text: str) -> Admission:
        return await room.create(game="own-game", toml=text)

    monkeypatch.setattr(room.games.books, "stored_book", book)
    monkeypatch.setattr(files, "ROOM", 3 * files.LEAST)
    return bring


async def kept(games: Games, *made: Admission) -> list[bool]:
    return [await games.store.load(new.game.log.id) is not None for new in made]


@in_loop
async def test_what_is_watched_stays_and_what_nobody_uses_goes(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring = bringing(room, monkeypatch)
    watched, idle, other = [await bring(f"# {k}") for k in range(3)]
    room.games.presence.watch(watched.game, 0)  # by somebody who only looks on
    with pytest.raises(NoRoom):
        await bring("# 3")
    room.time += files.UNUSED + 1
    await room.pick(other, 1, 6, 0)
    new = await bring("# 3")
    assert await kept(room.games, watched, idle, other, new) == [True, False, True, True]
    with pytest.raises(NoGame):
        await room.games.find(idle.game.log.id)
    with pytest.raises(NoRoom):
        await bring("# 4")
    again = await bring("# 3")  # takes no room
    ours = await room.create()
    assert await kept(room.games, again, ours) == [True, True]


@in_loop
async def test_a_rematch_is_not_refused_for_want_of_room(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring = bringing(room, monkeypatch)
    new = await bring("# 1")
    monkeypatch.setattr(files, "ROOM", 0)
    await room.games.resign(new.game.log.id, new.tokens["1"], 0, "resign")
    for seat in ("1", "2"):
        version = new.game.log.version
        found = await room.games.rematch(new.game.log.id, new.tokens[seat], version, f"r{seat}")
    assert isinstance(found, Admission)
    assert found.game.log.terms.toml == "# 1"


@in_loop
async def test_long_files_count_as_memory(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "ROOM", 1 << 20)
    bring = bringing(room, monkeypatch)
    monkeypatch.setattr(files, "ROOM", 1 << 20)
    short, long = await bring("# 1"), await bring("#" * 60 * 1024)
    assert long.game.size - short.game.size == 60


class FailingStore:
    """A store that counts how often it is asked, and fails when told to."""

    def __init__(self) -> None:
        self.asked = 0
        self.fails = False

    async def probe(self) -> None:
        self.asked += 1
        await asyncio.sleep(0)
        if self.fails:
            raise StoreError("the disk is full")


@in_loop
async def test_health_is_looked_at_once_in_a_while_however_often_it_is_asked() -> None:
    store, now = FailingStore(), [100.0]
    health = StoreHealth(store, lambda: now[0])  # type: ignore[arg-type]
    await asyncio.gather(*(health.check() for _ in range(10)))
    store.fails = True
    await health.check()
    assert store.asked == 1
    now[0] += 10.0
    results = await asyncio.gather(*(health.check() for _ in range(10)), return_exceptions=True)
    assert {type(result) for result in results} == {StoreError}
    assert store.asked == 2
    store.fails = False
    with pytest.raises(StoreError):
        await health.check()
    now[0] += 10.0
    await health.check()
    assert store.asked == 3
