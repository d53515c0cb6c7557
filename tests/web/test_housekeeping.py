"""Old games are cleaned up, and then they are gone."""

import pytest
from support.loops import in_loop
from support.room import Room

from lastpick.web.errors import NoGame
from lastpick.web.game.terms import PERSON


@in_loop
async def test_a_game_that_was_cleaned_up_is_gone_at_once(room: Room) -> None:
    new, other = await room.create(), await room.create(seats=(PERSON, "level:1"))
    watcher = room.games.presence.watch(new.game, 1)
    room.time += 31 * 86400
    await room.games.housekeeping.sweep()
    assert not [*room.open_games]
    assert watcher.stopped
    with pytest.raises(NoGame):
        await room.pick(new, 1, 6, 0)
    with pytest.raises(NoGame):
        await room.games.find(other.game.log.id)


@in_loop
async def test_a_game_that_another_server_cleaned_up_is_gone_too(room: Room) -> None:
    person = await room.create(invited_seat=2)
    room.bots.gate.clear()
    bot = await room.create(seats=("level:1", PERSON))
    await room.store.sweep(room.time + 1)
    room.bots.gate.set()
    await room.settled(bot)
    for new, seat in ((person, 1), (bot, 2)):
        with pytest.raises(NoGame):
            await room.pick(new, seat, 6, 0)
    assert not [*room.open_games]
