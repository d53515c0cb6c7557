"""What another server did is read, also after the store was away."""

import asyncio
import json

import pytest
from support.game_logs import terms
from support.loops import in_loop
from support.room import Room

from lastpick.errors import RecordError
from lastpick.web.errors import Forbidden, Stale, StoreError
from lastpick.web.game.actions import NewEntry
from lastpick.web.game.entry import Entry
from lastpick.web.game.terms import Clock
from lastpick.web.games import keeper
from lastpick.web.games.open_game import OpenGame
from lastpick.web.store.rows import GameRow


async def elsewhere(room: Room, game: OpenGame) -> None:
    """A pick that another server has taken."""
    pick = Entry(version=1, seat=1, kind="pick", at=room.time, pick=6)
    assert await room.store.append(game.log.id, [pick])


@in_loop
async def test_news_of_a_game_that_nobody_watches_yet_is_read(room: Room) -> None:
    """A stream that is about to begin has read the log already, and must not miss this."""
    game = (await room.create()).game
    await elsewhere(room, game)
    room.games.catching_up.hear(game.log.id, 1)
    async with asyncio.timeout(60):
        while game.log.version < 1:
            await asyncio.sleep(0)
    assert game.log.play.position.picks == (6,)


@in_loop
async def test_whoever_watches_hears_what_happened_while_the_store_was_away(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "_AGAIN", 0.0)
    new, unwatched = await room.create(), await room.create()
    watcher = room.games.presence.watch(new.game, 1)
    watcher.wake.clear()
    for game in (new.game, unwatched.game):
        await elsewhere(room, game)
    failures = [StoreError("it is still away"), RuntimeError("odd"), StoreError("still away")]
    load = room.store.load

    async def stumble(game_id: str) -> GameRow | None:
        if failures:
            raise failures.pop()
        return await load(game_id)

    monkeypatch.setattr(room.store, "load", stumble)
    room.games.catching_up.hear(None, -1)
    await asyncio.wait_for(watcher.wake.wait(), 60)
    assert new.game.log.version == 1
    assert unwatched.game.log.version == 0  # nobody looks,
    assert (await room.games.find(unwatched.game.log.id)).log.version == 1  # until now


@in_loop
async def test_a_friend_who_came_by_another_server_is_here_before_there_is_news_of_it(
    room: Room,
) -> None:
    room.store.multi_server = True
    agreed = terms(clock=Clock(60, 0), invited_seat=2)
    new = await room.games.create(agreed, [1], (None, None))
    with pytest.raises(RecordError, match="with a clock, both must be here"):
        await room.pick(new, 1, 6, 0)
    assert await room.store.sit(new.game.log.id, 2, b"digest", "Bob", room.time)
    assert (await room.pick(new, 1, 6, 0))["picks"] == [6]


@in_loop
async def test_what_would_be_refused_is_looked_at_again_before_there_is_news(room: Room) -> None:
    """Of a state that is gone nobody is told whose turn it is, or what is legal there."""
    room.store.multi_server = True
    for seat, pick in ((2, 3), (1, 99)):  # not one's turn, and no such number, as far as is known
        new = await room.create()
        await elsewhere(room, new.game)
        with pytest.raises(Stale) as told:
            await room.pick(new, seat, pick, 0)
        assert json.loads(told.value.state)["picks"] == [6]
    with pytest.raises(Forbidden):
        await room.pick(new, 1, 3, 1)


@in_loop
async def test_a_call_that_another_server_has_answered_is_answered_again(room: Room) -> None:
    room.store.multi_server = True
    new = await room.create()
    pick = Entry(1, 1, "pick", room.time, 6, key="1 again", answered_version=1)
    assert await room.store.append(new.game.log.id, [pick])
    token = new.tokens["1"]
    state = await room.games.pick(new.game.log.id, token, 0, "again", 6)
    assert json.loads(state)["picks"] == [6]


@in_loop
async def test_news_that_come_while_a_game_is_read_are_read_too(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = (await room.create()).game
    load, gate, reads = room.store.load, asyncio.Event(), 0

    async def slow(game_id: str) -> GameRow | None:
        nonlocal reads
        reads += 1
        row = await load(game_id)
        await gate.wait()
        return row

    monkeypatch.setattr(room.store, "load", slow)
    hear = room.games.catching_up.hear
    hear(game.log.id, -1)
    async with asyncio.timeout(60):
        while not reads:
            await asyncio.sleep(0)
        await room.store.rename(game.log.id, 1, "Ann")  # by another server, as are its news
        for _ in range(3):
            hear(game.log.id, -1)
        gate.set()
        while game.row.seats[0].name != "Ann":
            await asyncio.sleep(0)
    assert reads == 2  # once more for all of them
    assert not game.doubtful


@pytest.mark.parametrize("change", ["join", "rename"])
@in_loop
async def test_people_who_change_while_a_game_is_read_again_stay(
    room: Room, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """An answer that is late tells how it was before; own news come to nobody."""
    new = await room.games.create(terms(invited_seat=2), [1], ("Ann", None))
    game, load, gate, read = new.game, room.store.load, asyncio.Event(), asyncio.Event()

    async def slow(game_id: str) -> GameRow | None:
        row = await load(game_id)
        read.set()
        await gate.wait()
        return row

    monkeypatch.setattr(room.store, "load", slow)
    game.doubtful = True
    reading = asyncio.create_task(room.games.keeper.get(game.log.id, fresh=True))
    await read.wait()
    seating = room.games._seating
    changing: asyncio.Task[object] = asyncio.create_task(
        seating.join(game, new.invite or "", "key", "Bob")
        if change == "join"
        else seating.rename(game, 1, "Bob")
    )
    await room.store.probe()
    await room.store.probe()  # whatever the change has asked of the store is done
    gate.set()
    await asyncio.gather(reading, changing)
    assert "Bob" in [seat.name for seat in game.row.seats]


@in_loop
async def test_news_of_a_game_that_is_being_opened_are_read(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    for news in ((True, 1), (True, -1), (False, -1)):
        game_id = (await room.create()).game.log.id
        room.games.keeper.open_games.drop(game_id)
        entries, gate, read = room.store.entries, asyncio.Event(), asyncio.Event()

        async def slow(game_id: str, after: int) -> list[Entry]:
            found = await entries(game_id, after)  # noqa: B023 - awaited within the loop
            read.set()  # noqa: B023
            await gate.wait()  # noqa: B023
            return found

        with monkeypatch.context() as patched:
            patched.setattr(room.store, "entries", slow)
            opening = asyncio.create_task(room.games.find(game_id))
            await read.wait()
            pick = Entry(version=1, seat=1, kind="pick", at=room.time, pick=6)
            assert await room.store.append(game_id, [pick])
            about, version = news
            room.games.catching_up.hear(game_id if about else None, version)
            gate.set()
            game = await opening
            room.games.presence.watch(game, 1)
        async with asyncio.timeout(60):
            while game.log.version < 1:
                await asyncio.sleep(0)


@in_loop
async def test_news_of_a_version_that_is_known_are_not_read(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = (await room.create()).game
    entries, reads = room.store.entries, 0

    async def counted(game_id: str, after: int) -> list[Entry]:
        nonlocal reads
        reads += 1
        return await entries(game_id, after)

    monkeypatch.setattr(room.store, "entries", counted)
    await elsewhere(room, game)
    for _ in range(3):
        room.games.catching_up.hear(game.log.id, 1)
    async with asyncio.timeout(60):
        while game.log.version < 1:
            await asyncio.sleep(0)
        async with game.lock:  # behind all that wait for it
            pass
    assert reads == 1


@in_loop
async def test_calls_that_wait_for_a_doubtful_game_read_it_once(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, entries, reads = (await room.create()).game, room.store.entries, []

    async def counted(game_id: str, after: int) -> list[Entry]:
        reads.append(game_id)
        return await entries(game_id, after)

    monkeypatch.setattr(room.store, "entries", counted)
    game.doubtful = True
    get = room.games.keeper.get
    async with game.lock:  # a call is under way that may have left it so
        waiting = [asyncio.create_task(get(game.log.id, fresh=False)) for _ in range(3)]
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    assert len(reads) == 1


@in_loop
async def test_people_are_read_only_where_there_is_doubt(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call on one of several servers reads the log; who sits there is told as news."""
    room.store.multi_server = True
    game, load, reads = (await room.create()).game, room.store.load, 0

    async def counted(game_id: str) -> GameRow | None:
        nonlocal reads
        reads += 1
        return await load(game_id)

    monkeypatch.setattr(room.store, "load", counted)
    for doubtful, expected in ((False, 0), (True, 1), (False, 1)):
        game.doubtful = doubtful
        await room.games.keeper.get(game.log.id, fresh=True)
        assert (reads, game.doubtful) == (expected, False)


@in_loop
async def test_a_lost_race_is_read_with_the_people_of_the_game(room: Room) -> None:
    """Who won the race may have sat down by another server."""
    game = (await room.games.create(terms(invited_seat=2), [1], (None, None))).game
    assert await room.store.sit(game.log.id, 2, b"digest", "Bob", room.time)
    await elsewhere(room, game)
    async with game.lock:
        assert not await room.games.keeper.add(game, [NewEntry(1, "pick", 3)])
    assert game.log.version == 1
    assert [seat.name for seat in game.row.seats] == [None, "Bob"]
