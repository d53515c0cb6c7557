"""Hard questions are asked of processes of their own, which are bounded, replaced and ended."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
from support.brute import game_of
from support.loops import in_loop

from lastpick.catalog import load
from lastpick.errors import BudgetError, CatalogError, IllegalPick, NotRelated
from lastpick.record import Guess, Person, Record, write
from lastpick.web.asking import pool as pool_module
from lastpick.web.asking.pool import Pool, asker
from lastpick.web.asking.questions import Source
from lastpick.web.asking.worker import marked
from lastpick.web.errors import Busy

DUEL = Source("divisor-duel", None, "1-20")
PEOPLE = (Person("a", None), Person("b", None))
RECORDS = [
    write(Record(game, PEOPLE, "2026-01-01", (1, 2)))
    for game in (game_of(1, 9, follows="n > last"), load("divisor-duel"))
]
HARD = Source("", 'numbers = "1-1000"\nfollows = "gcd(n, last) == 1"\n', None)


def test_a_guess_is_marked_on_the_wire() -> None:
    assert marked({"answer": Guess(5)}) == {"answer": 5, "guess": True}
    assert marked({"answer": 5}) == {"answer": 5}
    assert marked({"error": "no", "kind": "BudgetError"}) == {"error": "no", "kind": "BudgetError"}


@in_loop
async def test_a_guess_comes_back_as_one() -> None:
    class Wire:
        full = False

        async def ask(self, _: object) -> object:
            return {"answer": 5, "guess": True}

    pool = Pool()
    pool._lanes = {False: Wire(), True: Wire()}  # type: ignore[dict-item]
    assert type(await pool.ask("choose", DUEL, [], "perfect", 1)) is Guess


def pids(pool: Pool) -> set[int]:
    return {process.pid for lane in pool._lanes.values() for process in lane._all}


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@asynccontextmanager
async def opened() -> AsyncIterator[Pool]:
    pool = Pool()
    try:
        yield pool
    finally:
        await pool.close()
    assert not pids(pool)


@pytest.fixture
def pool() -> AbstractAsyncContextManager[Pool]:
    return opened()


@in_loop
async def test_questions_are_answered_and_refused_as_here(pool: Pool) -> None:
    told = await pool.ask("verdict", DUEL, [6])
    assert told["turn"] == 2
    assert told["legal"] == [1, 2, 3, 12, 18]
    picked = {await pool.ask("choose", DUEL, [6], "level:2", 5) for _ in range(3)}
    assert len(picked) == 1  # chance follows from the seed and the ply
    with pytest.raises(NotRelated, match="14 is neither a divisor nor a multiple of 6"):
        await pool.ask("verdict", DUEL, [6, 14])
    with pytest.raises(IllegalPick):
        await pool.ask("verdict", DUEL, [99])
    with pytest.raises(CatalogError):
        await pool.ask("opened", Source("", "numbers = 5", None))
    assert len(pids(pool)) == 2  # one for shipped games, one for somebody's own


@in_loop
async def test_a_process_that_overruns_is_ended_and_replaced(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pool.ask("verdict", DUEL, [])
    (first,) = pids(pool)
    with monkeypatch.context() as short:
        short.setattr(pool_module, "SECONDS", 3600.0)  # the oracle would take its time,
        short.setattr(pool_module, "_GRACE", -3599.9)  # but nobody waits for that
        lane = pool._lanes[False]
        with pytest.raises(BudgetError, match="that took too long to work out"):
            await lane.ask({"question": "verdict", "words": [HARD, []], "seconds": 3600.0})
    assert not alive(first)
    assert not pids(pool)
    assert (await pool.ask("verdict", DUEL, []))["picks"] == []
    (second,) = pids(pool)
    assert second != first


@in_loop
async def test_the_oracle_stops_when_its_seconds_are_over(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says so and its process stays, long before anybody has to end that."""
    searched = Source("", 'numbers = "1-14"\nfollows = "n != last + 1"\n', None)
    monkeypatch.setattr(pool_module, "_GRACE", 60.0)
    monkeypatch.setattr(pool_module, "SECONDS", 3600.0)
    assert (await pool.ask("verdict", searched, []))["verdict"]["wins"] is not None
    before = pids(pool)
    monkeypatch.setattr(pool_module, "SECONDS", 0.0)
    told = (await pool.ask("verdict", searched, []))["verdict"]
    assert told["wins"] is None
    assert told["reason"]["text"] == "Unknown: there was no time to look at all positions."
    assert pids(pool) == before


@in_loop
async def test_a_process_that_died_is_replaced(pool: Pool) -> None:
    await pool.ask("verdict", DUEL, [])
    (process,) = pool._lanes[False]._all
    process.kill()
    await process.wait()
    await pool.ask("verdict", DUEL, [])
    with pytest.raises(BudgetError):
        await pool.ask("no such question", DUEL)  # it fails inside, and takes it along
    await pool.ask("verdict", DUEL, [])


@in_loop
async def test_a_strangers_game_delays_no_shipped_one(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool_module, "SECONDS", 3600.0)
    slow = asyncio.create_task(pool.ask("verdict", HARD, []))
    await asyncio.sleep(0)
    assert (await pool.ask("verdict", DUEL, [6]))["picks"] == [6]
    assert not slow.done()
    started = pids(pool)
    slow.cancel()
    await asyncio.gather(slow, return_exceptions=True)
    assert [alive(pid) for pid in started].count(True) == 1  # nobody waits for it any more


@in_loop
async def test_a_strangers_review_delays_no_shipped_game(pool: Pool) -> None:
    """What game a record holds is seen only once it is read, so no review is trusted."""
    for record in RECORDS:
        assert (await pool.ask("review", record))["picks"] == [1, 2]
    assert len(pool._lanes[True]._all) == 1
    assert not pool._lanes[False]._all


@in_loop
async def test_only_so_many_wait(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "_MOST_WAITING", 3)
    asked = [asyncio.create_task(pool.ask("verdict", DUEL, [])) for _ in range(4)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    with pytest.raises(Busy, match="too many questions"):
        await pool.ask("verdict", DUEL, [])
    assert await pool.ask("choose", DUEL, [], "random", 1, patient=True)
    assert len(await asyncio.gather(*asked)) == 4
    assert await pool.ask("verdict", DUEL, [])


@in_loop
async def test_askers_take_turns(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "_MOST_OF_ONE", 4)
    served = []

    async def ask(pool: Pool, who: str, patient: bool = False) -> None:
        asker.set(who)
        await pool.ask("verdict", DUEL, [], patient=patient)
        served.append(who)

    crowd = [asyncio.create_task(ask(pool, "crowd")) for _ in range(6)]
    other = asyncio.create_task(ask(pool, "other"))
    bot = asyncio.create_task(ask(pool, "crowd", patient=True))
    done = await asyncio.gather(*crowd, other, bot, return_exceptions=True)
    assert [type(error) for error in done if error] == [Busy]  # one works, four wait
    assert served == ["crowd", "crowd", "other", "crowd", "crowd", "crowd", "crowd"]


@in_loop
async def test_a_turn_is_passed_on_by_whoever_gave_up(pool: Pool) -> None:
    asked = [asyncio.create_task(pool.ask("verdict", DUEL, [])) for _ in range(4)]
    await asyncio.sleep(0)
    asked[1].cancel()
    await asked[0]  # the turn is the next one's now, who does not know it yet
    asked[2].cancel()
    assert (await asked[3])["picks"] == []
    assert (await pool.ask("verdict", DUEL, []))["picks"] == []


def test_closing_leaves_no_process_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "SECONDS", 3600.0)

    async def main() -> None:
        pool = Pool(2)
        await asyncio.gather(*(pool.ask("verdict", DUEL, []) for _ in range(4)))
        slow = asyncio.create_task(pool.ask("verdict", HARD, []))
        while len(started := pids(pool)) < 3:
            await asyncio.sleep(0)
        await pool.close()
        await asyncio.gather(slow, return_exceptions=True)
        assert not any(alive(pid) for pid in started)
        assert not pids(pool)

    asyncio.run(main())
