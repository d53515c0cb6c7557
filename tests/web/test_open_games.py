"""Only so many games are remembered; the others are fetched again."""

import pytest
from support.loops import in_loop
from support.room import Room

from lastpick.web.game.terms import Clock
from lastpick.web.games import open_games


@in_loop
async def test_games_are_put_away_and_fetched_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_games, "_MOST", 10)
    games = [await room.create(clock=Clock(100, 0)) for _ in range(40)]
    assert len([*room.open_games]) <= 11
    for version, n in enumerate((6, 3, 9, 18)):
        for new in games:
            state = await room.pick(new, 1 + version % 2, n, version)
            assert state["version"] == version + 1
    for new in games:
        game = await room.games.find(new.game.log.id)
        assert game.log.play.position.picks == (6, 3, 9, 18)


@in_loop
async def test_a_game_that_is_watched_is_not_put_away(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_games, "_MOST", 10)
    new = await room.create()
    watcher = room.games.presence.watch(new.game, 0)
    for _ in range(40):
        await room.create()
    watcher.wake.clear()
    await room.pick(new, 1, 6, 0)
    assert watcher.wake.is_set()


@in_loop
async def test_games_are_put_away_though_the_oldest_are_watched(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_games, "_MOST", 20)
    watched = [await room.create() for _ in range(10)]
    for new in watched:
        room.games.presence.watch(new.game, 0)
    for _ in range(100):
        await room.create()
    assert len([*room.open_games]) <= 21
    for new in watched:
        assert room.open_games.get(new.game.log.id) is new.game


@in_loop
async def test_large_pools_are_put_away_sooner(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_games, "_MOST_NUMBERS", 1000)
    for first in range(1, 31):
        await room.create(numbers=f"{first}-{first + 99}")
    assert len([*room.open_games]) == 10
    for _ in range(100):
        await room.create(numbers="1-20")
    assert len([*room.open_games]) == 50


@in_loop
async def test_long_logs_are_put_away_sooner(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_games, "_MOST_NUMBERS", 230)
    long = await room.create(shared=True)
    game_id, token = long.game.log.id, long.tokens["1"]
    for version in range(0, 600, 2):
        await room.games.pick(game_id, token, version, f"pick {version}", 6)
        await room.games.takeback(game_id, token, version + 1, f"back {version}", agree=True)
    assert room.open_games.use(game_id)
    new = await room.create()
    assert [game.log.id for game in room.open_games] == [new.game.log.id]
    for _ in range(10):  # the long one takes no room any more
        await room.create()
    assert len(room.open_games) == 11
