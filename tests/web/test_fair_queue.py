"""Who waits for whom, for how long at most, and never for another kind."""

import asyncio
from collections import Counter
from math import inf
from random import Random
from typing import Any

import pytest
from support.desk import Desk, rest
from support.loops import in_loop

from lastpick.errors import BudgetError
from lastpick.web.asking import fair_queue
from lastpick.web.asking import pool as pool_module
from lastpick.web.asking.fair_queue import FairQueue, Ticket, TimeUsed
from lastpick.web.asking.pool import KINDS, MOST_SECONDS, Pool, asker, limit, share
from lastpick.web.asking.questions import OTHERS, Source
from lastpick.web.asking.worker import OF_THE_ORACLE
from lastpick.web.errors import Busy, TooFast
from lastpick.web.networks import networks

DUEL = Source("divisor-duel", None, "1-20")
OWN = Source("", 'numbers = "1-9"\n', None)
REVIEW = ("review", "a record")
PUZZLE = ("puzzle", DUEL, None, 1)
CHOOSE: tuple[Any, ...] = ("choose", DUEL, [], "perfect", 1)


def ask(pool: Pool, who: str, *asked: Any, stored: bool = False) -> asyncio.Task[Any]:
    async def of_visitor() -> Any:
        asker.set(networks(who))
        return await pool.ask(*asked, stored=stored)

    return asyncio.create_task(of_visitor())


def refusals(done: list[Any]) -> list[type[BaseException]]:
    return [type(found) for found in done if isinstance(found, BaseException)]


# --- kinds ----------------------------------------------------------------------------------------


def test_every_question_is_of_a_kind() -> None:
    assert set(KINDS) == {*OF_THE_ORACLE, *OTHERS}, "say in KINDS how long the new one may take"


@in_loop
async def test_a_bot_is_next_whatever_is_asked() -> None:
    """Thirty addresses with hard puzzles, and somebody who waits for a bot."""
    desk = Desk()
    pool = desk.pool()
    desk.gate.clear()
    hard = [ask(pool, f"puzzler {k}", *PUZZLE) for k in range(30) for _ in range(3)]
    await rest()
    bot = ask(pool, "victim", *CHOOSE)
    await rest()
    assert desk.served == ["puzzler 0", "victim"]  # at the same time: it waits for none of them
    desk.gate.set()
    await asyncio.gather(bot, *hard)


@in_loop
async def test_no_kind_waits_for_another() -> None:
    desk = Desk()
    pool = desk.pool()
    desk.gate.clear()
    asked = [
        ("bots", CHOOSE),
        ("own bots", ("choose", OWN, [], "perfect", 1)),
        ("opening", ("opened", OWN)),
        ("questions", PUZZLE),
        ("long", REVIEW),
    ]
    waiting = [ask(pool, "one", *question) for _ in range(2) for _, question in asked]
    waiting += [ask(pool, "one", "opened", OWN, stored=True) for _ in range(2)]
    asked.append(("stored", ("opened", OWN)))
    await rest()
    assert len(desk.served) == len(asked)
    assert all(len(pool.lanes[name].running) == 1 for name, _ in asked)
    assert {name for name, _ in asked} == set(pool.lanes)
    desk.gate.set()
    await asyncio.gather(*waiting)


# --- order ----------------------------------------------------------------------------------------


@in_loop
async def test_visitors_take_turns_by_the_time_that_they_have_used() -> None:
    desk = Desk({"hard": 4.0, "light": 0.1})
    pool = desk.pool()
    asked = [ask(pool, who, *PUZZLE) for who in ["hard"] * 3 + ["light"] * 3]
    await asyncio.gather(*asked)
    assert desk.served == ["hard", "light", "light", "light", "hard", "hard"]


@in_loop
async def test_who_has_asked_little_comes_before_forty_who_have_asked_much() -> None:
    hard = {f"puzzler {k}": 4.0 for k in range(40)}
    desk = Desk({**hard, "victim": 0.1})
    pool = desk.pool()
    await asyncio.gather(ask(pool, "victim", *PUZZLE), *(ask(pool, who, *PUZZLE) for who in hard))
    desk.served.clear()
    desk.gate.clear()
    again = [ask(pool, who, *PUZZLE) for who in hard]
    await rest()
    again.append(ask(pool, "victim", *PUZZLE))
    await rest()
    desk.gate.set()
    await asyncio.gather(*again)
    assert desk.served.index("victim") == 1  # one of them was being answered


@in_loop
async def test_where_many_visitors_wait_each_question_gets_less_time() -> None:
    """So that even the first question of forty addresses, each of them hard, is soon answered."""
    desk = Desk()
    pool = desk.pool()
    await asyncio.gather(*(ask(pool, "one", *PUZZLE) for _ in range(3)))
    assert desk.budgets == [4.0, 4.0, 4.0]  # questions of one's own take none of it
    await asyncio.gather(*(ask(pool, f"visitor {k}", *PUZZLE) for k in range(41)))
    assert desk.budgets[4:12] == [0.25] * 8
    assert desk.budgets[-4:] == [2.0, 8 / 3, 4.0, 4.0]
    assert sum(desk.budgets[4:]) < 32


@in_loop
async def test_visitors_take_turns() -> None:
    desk = Desk()
    pool = desk.pool()
    await asyncio.gather(*(ask(pool, who, *PUZZLE) for who in "aaabb"))
    assert "".join(desk.served) == "ababa"


def test_time_is_forgotten_by_and_by() -> None:
    now = 0.0
    used = TimeUsed(lambda: now)
    one, two = networks("one"), networks("two")
    used.add(one, 8.0)
    assert (used.of(one), used.of(two)) == (8.0, 0.0)
    now += fair_queue.HALF_LIFE
    assert used.of(one) == 4.0
    used.add(one, 1.0)
    now += 2 * fair_queue.HALF_LIFE
    assert used.of(one) == 1.25


def test_a_wide_network_has_used_what_its_addresses_have_for_its_factor() -> None:
    used = TimeUsed(lambda: 0.0)
    for number in range(32):
        used.add(networks(f"2001:db8:1:{number:x}::1"), 1.0)
    assert used.of(networks("2001:db8:1:1::1")) == 8.0  # of 32 in its /56
    assert used.of(networks("2001:db8:1:ff00::1")) == 2.0  # of 32 in its /48
    assert used.of(networks("2001:db8:2::1")) == 0.0
    assert used.total == 32.0


def test_the_time_of_so_many_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "_MOST_VISITORS", 2)
    used = TimeUsed(lambda: 0.0)
    for who in "abac":
        used.add(networks(who), 1.0)
    assert [used.of(networks(who)) for who in "abc"] == [2.0, 0.0, 1.0]


# --- what is refused ------------------------------------------------------------------------------


@in_loop
async def test_who_has_used_much_has_to_wait_and_nobody_else() -> None:
    desk = Desk({"hard": 4.0})
    pool = desk.pool(most_seconds=MOST_SECONDS)
    for _ in range(9):  # 36 seconds, of which some are forgotten meanwhile
        await ask(pool, "hard", *PUZZLE)
    with pytest.raises(TooFast, match="have taken much of the server's time") as refused:
        await ask(pool, "hard", *PUZZLE)
    assert refused.value.retry_after in range(1, 11)
    assert refused.value.status == 429
    await ask(pool, "other", *PUZZLE)
    await ask(pool, "hard", *REVIEW)  # of that lane it has used nothing yet
    await ask(pool, "hard", *CHOOSE)
    desk.now += refused.value.retry_after
    await ask(pool, "hard", *PUZZLE)


@in_loop
async def test_bots_are_never_refused() -> None:
    desk = Desk({"player": 100.0})
    pool = desk.pool(most_seconds=1.0)
    for _ in range(3):
        await ask(pool, "player", *CHOOSE)
    await ask(pool, "player", *PUZZLE)  # and what they took is not held against questions


@in_loop
async def test_a_full_line_refuses_whoever_has_most_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "MOST_WAITING", 6)
    desk = Desk()
    pool = desk.pool()
    desk.gate.clear()
    greedy = [ask(pool, who, *PUZZLE) for who in "aaaabbb"]  # one is answered, six wait
    await rest()
    victim = ask(pool, "victim", *PUZZLE)
    await rest()
    assert [task.done() for task in greedy] == [False] * 6 + [True]
    with pytest.raises(Busy, match="too many questions are being asked at once"):
        await ask(pool, "b", *PUZZLE)  # that would be the most now
    desk.gate.set()
    done = await asyncio.gather(*greedy, victim, return_exceptions=True)
    assert refusals(done) == [Busy]
    assert desk.served.index("victim") <= 3


@in_loop
async def test_only_so_many_of_one_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "MOST_OF_ONE", 2)
    pool = Desk().pool()
    done = await asyncio.gather(
        *(ask(pool, "one", *PUZZLE) for _ in range(5)), return_exceptions=True
    )
    assert refusals(done) == [Busy, Busy]


@in_loop
async def test_who_is_patient_fills_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "MOST_WAITING", 3)
    monkeypatch.setattr(fair_queue, "MOST_OF_ONE", 3)
    desk = Desk()
    pool = desk.pool()
    desk.gate.clear()
    openings = [ask(pool, "many", "opened", OWN, stored=True) for _ in range(20)]
    await rest()
    new = [ask(pool, "many", "opened", OWN) for _ in range(3)]
    await rest()
    new.append(ask(pool, "many", "opened", OWN, stored=True))
    await rest()
    desk.gate.set()
    assert not refusals(await asyncio.gather(*openings, *new, return_exceptions=True))


@in_loop
async def test_who_gives_up_leaves_its_place() -> None:
    queue = FairQueue()
    a, b = networks("a"), networks("b")
    answered, first, second = queue.enter(a), queue.enter(a), queue.enter(a)
    other = queue.enter(b)
    assert queue.next() is answered
    queue.leave(first)
    queue.leave(other)
    queue.leave(other)
    queue.done(answered)
    assert (queue.next(), queue.waiting) == (second, 0)
    queue.done(second)
    assert queue.next() is None
    assert queue.enter(a).due < inf  # nothing is left of it


@in_loop
async def test_who_gives_up_while_it_is_its_turn_passes_it_on() -> None:
    desk = Desk()
    pool = desk.pool()
    desk.gate.clear()
    asked = [ask(pool, who, *PUZZLE) for who in "aabc"]
    await rest()
    for task in asked[:3]:
        task.cancel()
        await asyncio.sleep(0)
    desk.gate.set()
    await asked[3]
    await ask(pool, "a", *PUZZLE)
    assert pool.lanes["questions"].queue.waiting == 0


@in_loop
async def test_bots_and_stored_games_wait_for_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "_PATIENCE", 0.0)
    desk = Desk()
    pool = desk.pool()
    desk.gate.clear()
    first = ask(pool, "one", *CHOOSE)
    await rest()
    with pytest.raises(BudgetError, match="could not be worked out in time"):
        await ask(pool, "two", *CHOOSE)
    queue = pool.lanes["bots"].queue
    assert queue.waiting == 0
    desk.now = 5.0
    assert queue.enter(networks("two")).due == 0.0  # what it has waited counts
    desk.gate.set()
    await first


def test_a_question_has_what_those_who_race_leave_it() -> None:
    assert [share(n) for n in (0, 1, 3, 15, 31, 99)] == [4.0, 4.0, 2.0, 0.5, 0.25, 0.25]
    assert [limit(share(n)) for n in (0, 15, 99)] == [8.0, 1.0, 1.0]
    assert [limit(share(n), stored=True) for n in (0, 99)] == [16.0, 4.0]


@pytest.mark.parametrize("patient", [False, True])
@in_loop
async def test_whatever_happens_nobody_is_left_behind(patient: bool) -> None:
    """What waits outside the race has a network with as many in it as it may, at any time."""
    rng, now = Random(7), 0.0
    queue = FairQueue(clock=lambda: now, patient=patient)
    addresses = [f"2001:db8:{n % 2}:{n:x}00::1" for n in range(40)]
    addresses += [f"2001:db8:9:{n:x}::1" for n in range(40)] + [f"10.0.0.{n}" for n in range(9)]
    waiting: list[Ticket] = []
    asked: list[Ticket] = []
    for number in range(800):
        now += rng.random()
        match rng.choice(["enter"] * 4 + ["next", "done", "leave"] * (1 + number // 480)):
            case "enter" if number < 640:
                waiting.append(queue.enter(networks(rng.choice(addresses))))
            case "next" if ticket := queue.next():
                asked.append(ticket)
            case "done" if asked:
                queue.done(asked.pop(rng.randrange(len(asked))), rng.random())
            case "leave" if waiting:
                queue.leave(rng.choice(waiting))
        racing = Counter(
            name for one in [*queue._racing, *asked] if one.due < inf for name, _ in one.asker
        )
        for ticket in queue._waiting.keys() - queue._racing.keys():
            assert any(racing[name] >= factor for name, factor in ticket.asker)
        assert all(racing[name] <= factor for one in asked for name, factor in one.asker)
        for one in waiting:  # they may have been refused
            if one.turn.done():
                one.turn.exception()
    while ticket := queue.next():
        queue.done(ticket)
    for ticket in asked:
        queue.done(ticket)
    assert (queue.waiting, queue.racing) == (0, 0)
    assert not queue._racing_of
    assert not queue._waiting_of
    assert not queue._behind
