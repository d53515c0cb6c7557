"""Hard questions are asked of processes of their own, which are bounded, replaced and ended."""

import asyncio
import json
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
from lastpick.web.asking.pool import Pool
from lastpick.web.asking.questions import OTHERS, Source
from lastpick.web.asking.worker import as_line, reply

DUEL = Source("divisor-duel", None, "1-20")
PEOPLE = (Person("a", None), Person("b", None))
RECORDS = [
    write(Record(game, PEOPLE, "2026-01-01", (1, 2)))
    for game in (game_of(1, 9, follows="n > last"), load("divisor-duel"))
]
HARD = Source("", 'numbers = "1-1000"\nfollows = "gcd(n, last) == 1"\n', None)


def test_a_guess_is_marked_on_the_wire() -> None:
    assert as_line({"answer": Guess(5)}) == b"?5\n"
    assert as_line({"answer": {5: "ü"}}) == '+{"5":"ü"}\n'.encode()
    assert as_line({"error": "no", "kind": "BudgetError"}) == (
        b'-{"error":"no","kind":"BudgetError"}\n'
    )


@pytest.mark.parametrize("trouble", [MemoryError, RecursionError])
def test_what_is_too_large_to_be_answered_is_refused(
    monkeypatch: pytest.MonkeyPatch, trouble: type[Exception]
) -> None:
    def question(*_: object) -> None:
        raise trouble

    monkeypatch.setitem(OTHERS, "too much", question)
    assert reply({"question": "too much", "words": [1]}) == {
        "error": "there is not enough memory to answer that", "kind": "BudgetError"
    }  # fmt: skip


@in_loop
async def test_a_guess_comes_back_as_one() -> None:
    class Wire:
        async def ask(self, *_: object) -> bytes:
            return b"?5"

    pool = Pool()
    pool.lanes["bots"] = Wire()  # type: ignore[assignment]
    assert type(await pool.ask("choose", DUEL, [], "perfect", 1)) is Guess


def pids(pool: Pool) -> set[int]:
    return {process.pid for lane in pool.lanes.values() for process in lane.running}


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
def pool(monkeypatch: pytest.MonkeyPatch) -> AbstractAsyncContextManager[Pool]:
    """With all the time that a process takes to start, unless a test is about time."""
    monkeypatch.setattr(pool_module, "SECONDS", 3600.0)
    monkeypatch.setattr(pool_module, "_ROUND", 3600.0)
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
    busy = {name for name, lane in pool.lanes.items() if lane.running}
    assert busy == {"questions", "bots", "opening"}
    assert len(pids(pool)) == 3
    as_text = await pool.ask_json("verdict", DUEL, [6])
    assert json.loads(as_text) == told


@in_loop
async def test_a_process_that_overruns_is_ended_and_replaced(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pool.ask("verdict", DUEL, [])
    (first,) = pids(pool)
    asked = {"question": "verdict", "words": [HARD, []]}
    with monkeypatch.context() as short:
        short.setattr(pool_module, "limit", lambda *_: 0.1)
        with pytest.raises(BudgetError, match="that took too long to work out"):
            await pool.lanes["questions"].ask(asked)
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
    monkeypatch.setattr(pool_module, "_LEAST_GRACE", 60.0)
    assert (await pool.ask("verdict", searched, []))["verdict"]["wins"] is not None
    before = pids(pool)
    monkeypatch.setattr(pool_module, "SECONDS", 0.0)
    told = (await pool.ask("verdict", searched, []))["verdict"]
    assert told["wins"] is None
    assert told["reason"]["text"] == "Unknown: there was no time to look at all positions."
    assert pids(pool) == before


@in_loop
async def test_a_process_that_died_is_replaced_and_why_is_logged(
    pool: Pool, caplog: pytest.LogCaptureFixture
) -> None:
    await pool.ask("verdict", DUEL, [])
    (process,) = pool.lanes["questions"].running
    await process.end()
    await pool.ask("verdict", DUEL, [])
    with pytest.raises(BudgetError):
        await pool.ask("verdict", DUEL)  # it fails inside, and takes it along
    await pool.ask("verdict", DUEL, [])
    assert len(pids(pool)) == 1
    (failure,) = caplog.records
    assert failure.message == "a process that thinks has failed"
    assert "TypeError" in vars(failure)["said"]


@in_loop
async def test_a_strangers_game_delays_no_shipped_one(pool: Pool) -> None:
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
    assert [name for name, lane in pool.lanes.items() if lane.running] == ["long"]


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
