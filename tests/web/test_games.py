"""The games without a network: a clock that is moved by hand, stores that fail, many games."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message
from support.game_logs import terms

from lastpick.errors import BudgetError, RecordError
from lastpick.web.errors import Forbidden, NoGame, Stale, StoreError
from lastpick.web.game.entry import Entry
from lastpick.web.game.terms import PERSON, Clock, Terms
from lastpick.web.games import keeper
from lastpick.web.games import open_games as open_games_module
from lastpick.web.games.games import Games
from lastpick.web.games.seating import Admission
from lastpick.web.http.sse import Stream
from lastpick.web.store.rows import GameRow
from lastpick.web.store.sqlite import Sqlite


class Bots:
    """A pool whose bots pick what they are told to."""

    def __init__(self) -> None:
        self.picks: list[int] = []
        self.asked: list[Sequence[Any]] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def ask(self, question: str, *words: Any, patient: bool = False) -> Any:
        assert (question, patient) == ("choose", True)
        self.asked.append(words)
        await self.gate.wait()
        if not self.picks:
            raise BudgetError("that took too long to work out")
        return self.picks.pop(0)

    async def close(self) -> None:
        pass


class Shaky(Sqlite):
    """A store that says it failed, before or after it did what it was asked."""

    fails: str | None = None

    async def append(self, game: str, entries: Sequence[Entry], new: GameRow | None = None) -> bool:
        fails, self.fails = self.fails, None
        if fails == "before":
            raise StoreError("the disk is full")
        done = await super().append(game, entries, new)
        if fails == "after":
            raise StoreError("the connection was lost")
        return done


class Room:
    """Games with a store, bots and a clock of its own."""

    def __init__(self, folder: Path) -> None:
        self.time = 1_000_000.0
        self.store = Shaky(str(folder / "games.sqlite"))
        self.bots = Bots()
        self.games = Games(self.store, self.bots, clock=lambda: self.time)  # type: ignore[arg-type]

    async def create(self, **changes: Any) -> Admission:
        agreed: Terms = terms(**changes)
        mine = [seat for seat in (1, 2) if agreed.seats[seat - 1] == PERSON]
        return await self.games.create(agreed, mine, (None, None))

    async def pick(self, new: Admission, seat: int, n: int, version: int, key: str = "") -> Any:
        game_id, token = new.game.log.id, new.tokens[str(seat)]
        made_up = key or f"pick {version}"
        return json.loads(await self.games.pick(game_id, token, version, made_up, n))


def in_room(folder: Path, work: Callable[[Room], Awaitable[None]]) -> None:
    async def main() -> None:
        room = Room(folder)
        await room.games.open()
        try:
            await work(room)
        finally:
            await room.games.close()

    asyncio.run(main())


async def settled(new: Admission) -> None:
    """Wait until no bot thinks any more."""
    while new.game.thinking:
        await asyncio.sleep(0)


@pytest.mark.parametrize("fails", ["before", "after"])
def test_a_pick_counts_once_though_the_store_stumbled(tmp_path: Path, fails: str) -> None:
    async def work(room: Room) -> None:
        new = await room.create()
        room.store.fails = fails
        with pytest.raises(StoreError):
            await room.pick(new, 1, 6, 0)
        again = await room.pick(new, 1, 6, 0)
        assert (again["version"], again["picks"]) == (1, [6])
        assert len(await room.store.entries(new.game.log.id, 0)) == 1

    in_room(tmp_path, work)


def test_whoever_looks_after_a_stumble_sees_what_was_committed(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        new = await room.create()
        room.store.fails = "after"
        with pytest.raises(StoreError):
            await room.pick(new, 1, 6, 0)
        assert (await room.games.find(new.game.log.id)).log.play.position.picks == (6,)

    in_room(tmp_path, work)


def test_a_bot_tries_again_when_somebody_looks(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        new = await room.create(seats=(PERSON, "greedy"))
        room.bots.picks = [3, 3]
        room.bots.gate.clear()
        await room.pick(new, 1, 6, 0)
        room.store.fails = "before"
        room.bots.gate.set()
        await settled(new)
        assert new.game.log.version == 1
        await room.games.find(new.game.log.id)
        await settled(new)
        assert new.game.log.play.position.picks == (6, 3)

    in_room(tmp_path, work)


def test_a_bot_for_which_it_is_too_hard_picks_anything_legal(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        new = await room.create(seats=("perfect", "perfect"))
        await settled(new)
        assert new.game.log.play.outcome
        assert len(room.bots.asked) == new.game.log.version

    in_room(tmp_path, work)


def test_a_takeback_while_the_bot_thinks_wins(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        new = await room.create(seats=(PERSON, "greedy"))
        game_id, token = new.game.log.id, new.tokens["1"]
        room.bots.picks = [3]
        room.bots.gate.clear()
        await room.pick(new, 1, 6, 0)
        state = json.loads(await room.games.takeback(game_id, token, 1, "back", True))
        assert state["picks"] == []
        room.bots.gate.set()
        await settled(new)
        assert new.game.log.version == 2

    in_room(tmp_path, work)


# --- time -----------------------------------------------------------------------------------------


def test_a_clock_that_ran_out_ends_the_game_for_whoever_looks(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        new = await room.create(clock=Clock(10, 0))
        await room.pick(new, 1, 6, 0)
        room.time += 9.9
        assert not (await room.games.find(new.game.log.id)).log.play.outcome
        room.time += 0.2
        found = await room.games.find(new.game.log.id)
        assert found.log.play.outcome == (1, "out of time")
        with pytest.raises(Stale):
            await room.pick(new, 2, 3, 1)

    in_room(tmp_path, work)


def test_the_end_of_the_time_is_news_without_anybody_asking(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        new = await room.create(clock=Clock(10, 0))
        await room.pick(new, 1, 6, 0)
        watcher = room.games.presence.watch(new.game, 0)
        watcher.wake.clear()
        room.time += 10.0
        await asyncio.wait_for(watcher.wake.wait(), 30)
        assert new.game.log.play.outcome == (1, "out of time")
        assert json.loads(new.game.log.changes[-1]) == {
            "version": 2,
            "kind": "timeout",
            "seat": 2,
        }

    in_room(tmp_path, work)


def test_a_pick_after_the_time_is_no_pick(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        new = await room.create(clock=Clock(10, 0))
        await room.pick(new, 1, 6, 0)
        room.time += 10.0
        with pytest.raises(Stale) as refused:
            await room.pick(new, 2, 3, 1)
        assert json.loads(refused.value.state)["outcome"] == {"winner": 1, "reason": "out of time"}

    in_room(tmp_path, work)


def test_a_claim_needs_silence_at_ones_turn(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        new = await room.create()
        game_id = new.game.log.id
        await room.pick(new, 1, 6, 0)

        async def claim(seat: int) -> Any:
            key = f"claim {room.time}"
            return json.loads(await room.games.claim(game_id, new.tokens[str(seat)], 1, key))

        room.time += 59.0
        with pytest.raises(RecordError, match="player 2 was here 59 seconds ago"):
            await claim(1)
        with pytest.raises(Forbidden):
            await claim(2)  # to move, and by this it is heard
        room.time += 30.0
        with pytest.raises(RecordError, match="player 2 was here 30 seconds ago"):
            await claim(1)
        watcher = room.games.presence.watch(new.game, 2)
        room.time += 1000.0
        with pytest.raises(RecordError, match="player 2 was here 0 seconds ago"):
            await claim(1)
        room.games.presence.unwatch(new.game, watcher)
        room.time += 60.0
        assert (await claim(1))["outcome"] == {"winner": 1, "reason": "left the game"}

    in_room(tmp_path, work)


def test_whoever_was_away_before_ones_pick_gets_time_to_answer_it(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        new = await room.create()
        game_id, token = new.game.log.id, new.tokens["1"]
        room.time += 1000.0
        await room.pick(new, 1, 6, 0)
        room.time += 59.0
        with pytest.raises(RecordError, match="player 2 was here 59 seconds ago"):
            await room.games.claim(game_id, token, 1, "early")
        room.time += 1.0
        assert (
            json.loads(await room.games.claim(game_id, token, 1, "late"))["outcome"]["winner"] == 1
        )

    in_room(tmp_path, work)


def test_whoever_leaves_before_the_first_pick_can_be_claimed_from(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        new = await room.create()
        game_id, token = new.game.log.id, new.tokens["2"]
        room.time += 59.0
        with pytest.raises(RecordError, match="player 1 was here 59 seconds ago"):
            await room.games.claim(game_id, token, 0, "early")
        room.time += 1.0
        assert (
            json.loads(await room.games.claim(game_id, token, 0, "late"))["outcome"]["winner"] == 2
        )

    in_room(tmp_path, work)


def test_a_rematch_that_the_other_one_never_enters_can_be_claimed(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        new = await room.create()
        game_id = new.game.log.id
        await room.games.resign(game_id, new.tokens["1"], 0, "resign")
        await room.games.rematch(game_id, new.tokens["2"], 1, "again")  # to start, and never comes
        agreed = await room.games.rematch(game_id, new.tokens["1"], 2, "yes")
        assert isinstance(agreed, Admission)
        assert [one["joined"] for one in agreed.game.people(room.time)["people"]] == [True, True]
        following, token = agreed.game.log.id, agreed.tokens["2"]
        room.time += 59.0
        with pytest.raises(RecordError, match="player 1 was here 59 seconds ago"):
            await room.games.claim(following, token, 0, "early")
        room.time += 1.0
        outcome = json.loads(await room.games.claim(following, token, 0, "late"))["outcome"]
        assert outcome == {"winner": 2, "reason": "left the game"}

    in_room(tmp_path, work)


def test_what_the_store_has_not_heard_yet_is_not_forgotten(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        game = (await room.create()).game
        before = game.row
        room.time += 9.0
        room.games.presence.hear(game, 2)
        assert not game.take_people(before)  # nobody came or went, and nothing is news
        assert (game.idle_seconds(1, room.time), game.idle_seconds(2, room.time)) == (9.0, 0.0)
        one, two = before.seats
        assert game.take_people(before._replace(seats=(one, two._replace(name="Bob"))))
        assert game.revision == 1

    in_room(tmp_path, work)


def test_news_of_a_game_that_nobody_watches_yet_is_read(tmp_path: Path) -> None:
    """A stream that is about to begin has read the log already, and must not miss this."""

    async def work(room: Room) -> None:
        game = (await room.create()).game
        await room.store.append(game.log.id, [Entry(1, 1, "pick", room.time, 6)])
        room.games.catching_up.hear(game.log.id, 1)
        async with asyncio.timeout(60):
            while game.log.version < 1:
                await asyncio.sleep(0)
        assert game.log.play.position.picks == (6,)

    in_room(tmp_path, work)


# --- many games -----------------------------------------------------------------------------------


def test_games_are_put_away_and_fetched_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_games_module, "_MOST", 10)

    async def work(room: Room) -> None:
        games = [await room.create(clock=Clock(100, 0)) for _ in range(40)]
        assert len([*room.games.keeper.open_games]) <= 11
        for version, n in enumerate((6, 3, 9, 18)):
            for new in games:
                state = await room.pick(new, 1 + version % 2, n, version)
                assert state["version"] == version + 1
        for new in games:
            game = await room.games.find(new.game.log.id)
            assert game.log.play.position.picks == (6, 3, 9, 18)

    in_room(tmp_path, work)


def test_a_game_that_is_watched_is_not_put_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_games_module, "_MOST", 10)

    async def work(room: Room) -> None:
        new = await room.create()
        watcher = room.games.presence.watch(new.game, 0)
        for _ in range(40):
            await room.create()
        watcher.wake.clear()
        await room.pick(new, 1, 6, 0)
        assert watcher.wake.is_set()

    in_room(tmp_path, work)


def test_games_are_put_away_though_the_oldest_are_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_games_module, "_MOST", 20)

    async def work(room: Room) -> None:
        watched = [await room.create() for _ in range(10)]
        for new in watched:
            room.games.presence.watch(new.game, 0)
        for _ in range(100):
            await room.create()
        assert len([*room.games.keeper.open_games]) <= 21
        for new in watched:
            assert room.games.keeper.open_games.get(new.game.log.id) is new.game

    in_room(tmp_path, work)


def test_large_pools_are_put_away_sooner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_games_module, "_MOST_NUMBERS", 1000)

    async def work(room: Room) -> None:
        for first in range(1, 31):
            await room.create(numbers=f"{first}-{first + 99}")
        assert len([*room.games.keeper.open_games]) == 10
        for _ in range(100):
            await room.create(numbers="1-20")
        assert len([*room.games.keeper.open_games]) == 50

    in_room(tmp_path, work)


def test_whoever_missed_much_gets_it_in_pieces(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        new = await room.create()
        game, sent = new.game, []
        for version in range(1, 251):
            kind = "pick" if version % 2 else "undo"
            game.log.apply([Entry(version, 1, kind, 1.0, 6 if version % 2 else None)])

        async def send(message: Message) -> None:
            sent.append(message.get("body", b""))
            if b"event: state" in sent[-1]:
                (watcher,) = game.watchers
                watcher.stop()

        stream = Stream(room.games, game, 0, 0, lambda: None)
        await stream({"type": "http"}, asyncio.Event().wait, send)  # type: ignore[arg-type]
        assert [part.count(b"event: change") for part in sent] == [0, 100, 100, 50, 0]
        numbers = [int(line[4:]) for line in b"".join(sent).split(b"\n") if line[:4] == b"id: "]
        assert numbers == [*range(1, 251), 250]

    in_room(tmp_path, work)


def test_a_game_that_was_cleaned_up_is_gone_at_once(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        new, other = await room.create(), await room.create(seats=(PERSON, "level:1"))
        watcher = room.games.presence.watch(new.game, 1)
        room.time += 31 * 86400
        await room.games.housekeeping.sweep()
        assert not [*room.games.keeper.open_games]
        assert watcher.stopped
        with pytest.raises(NoGame):
            await room.pick(new, 1, 6, 0)
        with pytest.raises(NoGame):
            await room.games.find(other.game.log.id)

    in_room(tmp_path, work)


def test_a_game_that_another_server_cleaned_up_is_gone_too(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        person = await room.create(invited_seat=2)
        room.bots.gate.clear()
        bot = await room.create(seats=("level:1", PERSON))
        await room.store.sweep(room.time + 1)
        room.bots.gate.set()
        await settled(bot)
        for new, seat in ((person, 1), (bot, 2)):
            with pytest.raises(NoGame):
                await room.pick(new, seat, 6, 0)
        assert not [*room.games.keeper.open_games]

    in_room(tmp_path, work)


def test_a_bot_moves_once_the_store_works_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "_AGAIN", 0.0)

    async def work(room: Room) -> None:
        room.bots.gate.clear()
        room.bots.picks = [6, 6]
        new = await room.create(seats=("level:1", PERSON))
        room.games.presence.watch(new.game, 2)
        room.store.fails = "before"
        room.bots.gate.set()
        await settled(new)
        assert new.game.log.play.position.picks == (6,)

    in_room(tmp_path, work)


def test_whoever_watches_hears_what_happened_while_the_store_was_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "_AGAIN", 0.0)

    async def work(room: Room) -> None:
        new, unwatched = await room.create(), await room.create()
        watcher = room.games.presence.watch(new.game, 1)
        watcher.wake.clear()
        for game in (new.game, unwatched.game):  # as if another server had written it
            assert await room.store.append(game.log.id, [Entry(1, 1, "pick", 1.0, 6)])
        failures = [StoreError("it is still away")] * 3
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

    in_room(tmp_path, work)


def test_calls_at_the_same_moment_are_decided_one_by_one(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        new = await room.create()
        calls = [room.pick(new, 1, n, 0, f"key {n}") for n in range(1, 21)]
        found = await asyncio.gather(*calls, return_exceptions=True)
        assert [type(answer) for answer in found].count(Stale) == 19
        (won,) = [answer for answer in found if isinstance(answer, dict)]
        assert won["version"] == 1
        log = await room.store.entries(new.game.log.id, 0)
        assert [entry.pick for entry in log] == won["picks"]

    in_room(tmp_path, work)


def test_the_same_call_at_the_same_moment_is_done_once(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        new = await room.create()
        game_id, token = new.game.log.id, new.tokens["1"]
        calls = [room.games.pick(game_id, token, 0, "same", 6) for _ in range(10)]
        assert len(set(await asyncio.gather(*calls))) == 1
        assert new.game.log.version == 1

    in_room(tmp_path, work)
