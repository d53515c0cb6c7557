"""What those behind one address leave each other: calls, by a clock that is moved by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count, cycle
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastpick.web.errors import TooFast
from lastpick.web.http import limits
from lastpick.web.http.limits import Limits, Shares
from lastpick.web.networks import Caller, excess

SCHOOL = "192.0.2.1"
RATE = 500.0
PICK, PAGE, HINT, REVIEW = 1, 1, 10, 20


class Time:
    """A clock that stands still until it is moved."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    standing = Time()
    monkeypatch.setattr(limits, "time", standing)
    return standing


class Calls:
    """Calls to a server of one process; who was refused how often."""

    def __init__(self, clock: Time) -> None:
        self.clock = clock
        self.limits = Limits(RATE, 1_000, dearest=20)
        self.let_in: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    def __call__(self, who: str, caller: Caller, cost: float) -> bool:
        try:
            self.limits.take(caller, cost)
        except TooFast:
            self.refused[who] += 1
            return False
        self.let_in[who] += 1
        return True

    def during(self, seconds: float) -> Iterator[float]:
        """Steps of ten milliseconds."""
        for step in range(int(100 * seconds)):
            yield step / 100
            self.clock.now += 0.01


def connection(number: int, address: str = SCHOOL) -> Caller:
    return Caller.connected(address, number)


def seat(number: int, address: str = SCHOOL) -> Caller:
    return connection(50_000 + number, address).in_seat(f"game {number}", 1)


class Attack(NamedTuple):
    """Who attacks, a call each in turn, and what each call costs."""

    callers: Callable[[], Iterator[Caller]]
    cost: float
    hints: bool = True  # whether a pupil's hints pass too, and not only picks


def seats(number: int) -> Callable[[], Iterator[Caller]]:
    return lambda: cycle([seat(100 + k) for k in range(number)])


def sockets(number: int) -> Callable[[], Iterator[Caller]]:
    return lambda: cycle([connection(k) for k in range(number)])


ATTACKS = {
    "three sockets": Attack(sockets(3), 1),
    "three sockets with reviews": Attack(sockets(3), REVIEW),
    "300 sockets": Attack(sockets(300), 1),
    "4,000 sockets": Attack(sockets(4_000), 1),
    "a new socket for each call": Attack(lambda: map(connection, count()), 1),
    "one seat": Attack(lambda: cycle([seat(99)]), 1),
    "30 seats": Attack(seats(30), 1),
    "30 seats with hints": Attack(seats(30), HINT),
    "100 seats": Attack(seats(100), 1, hints=False),
    "100 seats with hints": Attack(seats(100), HINT, hints=False),
}


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=list(ATTACKS))
def test_no_pick_of_a_class_is_refused_for_what_one_of_them_does(
    clock: Time, attack: Attack
) -> None:
    """Thirty pupils, a pick a second each and a hint now and then."""
    calls, hostile = Calls(clock), attack.callers()
    for at in calls.during(8):
        for _ in range(10):  # 1,000 calls a second
            calls("hostile", next(hostile), attack.cost)
        if at >= 4:
            pupil = round(100 * at) % 100
            if pupil < 30:
                calls("pick", seat(pupil), PICK)
            elif pupil < 32:
                calls("hint", seat(pupil - 30), HINT)
    assert calls.refused["hostile"], "the attack was none"
    assert calls.let_in["pick"] == 120
    assert not calls.refused["pick"]
    assert not calls.refused["hint"] or not attack.hints


@pytest.mark.parametrize("number", [1, 3, 30, 300])
def test_a_newcomer_is_let_in_beside_connections_that_take_all_they_get(
    clock: Time, number: int
) -> None:
    """It gets two thirds of what is left at once: of 2,000 calls one in 2n + 1."""
    calls, hostile = Calls(clock), sockets(number)()
    for _ in calls.during(8):
        for _ in range(20):
            calls("hostile", next(hostile), 1)
    newcomer = connection(60_000)
    while calls("newcomer", newcomer, PAGE):
        pass
    assert calls.let_in["newcomer"] == pytest.approx(2 / 3 * 2000 / (2 * number + 1), abs=4)
    assert calls.let_in["newcomer"] >= 2


def test_a_review_is_let_in_beside_thirty_connections(clock: Time) -> None:
    calls, hostile = Calls(clock), sockets(30)()
    for at in calls.during(30):
        for _ in range(20):
            calls("hostile", next(hostile), 1)
        if at >= 5 and round(100 * at) % 200 == 0:
            calls("review", connection(60_000 + int(at)), REVIEW)
    assert calls.let_in["review"] == 12
    assert not calls.refused["review"]


def test_one_alone_has_two_thirds_of_the_pace(clock: Time) -> None:
    calls, alone = Calls(clock), connection(1)
    while calls("at once", alone, 1):
        pass
    assert calls.let_in["at once"] == pytest.approx(4 * RATE * 2 / 3, rel=0.001)
    for _ in calls.during(20):
        for _ in range(20):
            calls("then", alone, 1)
    assert calls.let_in["then"] == pytest.approx(20 * RATE * 2 / 3, rel=0.01)


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=list(ATTACKS))
def test_an_address_has_half_as_much_again_as_its_pace_at_most(clock: Time, attack: Attack) -> None:
    """Whatever it does, all its connections and all its seats together."""
    calls, hostile, players = Calls(clock), attack.callers(), seats(100)()
    for _ in calls.during(4):
        for _ in range(10):  # 1,000 of each a second
            calls("hostile", next(hostile), attack.cost)
            calls("players", next(players), 1)
    spent = attack.cost * calls.let_in["hostile"] + calls.let_in["players"]
    assert spent <= 1.5 * RATE * (4 + 4)  # four seconds' worth at once


def test_a_class_of_ipv6_is_kept_apart_from_the_rest_of_its_network(
    clock: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """65,536 networks of one /48 call; a pupil in another /64 of it still gets in."""
    calls = Calls(clock)
    hostile = (connection(1, f"2001:db8:0:{k % 0xFFFF:x}::1") for k in count())
    monkeypatch.setattr(calls.limits, "_calls", Shares(20.0, 4.0))  # 1 % of it all
    monkeypatch.setattr(calls.limits, "_playing", Shares(10.0, 4.0))
    for at in calls.during(12):
        for _ in range(4):
            calls("hostile", next(hostile), 1)
        if round(100 * at) % 50 == 0:
            calls("pick", seat(1, "2001:db8:0:ffff::2"), PICK)
    assert calls.let_in["hostile"] < 16 * 20 * (12 / 4 + 1)
    assert calls.let_in["pick"] == 24
    assert not calls.refused["pick"]


def test_what_a_call_took_is_owed_by_its_caller(clock: Time) -> None:
    calls, dear = Calls(clock), connection(1)
    calls("dear", dear, 1)
    calls.limits.charge(dear, 1_500)
    assert not calls("dear", dear, 1)
    assert calls("other", connection(2), REVIEW)
    clock.now += 1.0
    assert calls("dear", dear, 1)


def test_whoever_waits_as_long_as_told_is_let_in(clock: Time) -> None:
    calls, hostile = Calls(clock), sockets(1)()
    for cost in (1, HINT, REVIEW, 400, 1_500):
        while calls("hostile", next(hostile), 1):
            pass
        with pytest.raises(TooFast) as refused:
            calls.limits.take(connection(0), cost)
        clock.now += refused.value.retry_after
        calls.limits.take(connection(0), cost)


def test_who_has_used_nothing_waits_until_a_dear_call_fits() -> None:
    shares = Shares(100.0, 4.0)
    for number in range(17):
        shares.take(connection(number), 5)
    assert not shares.wait(connection(99), 10)
    assert shares.wait(connection(99), 14)  # it fits, and would leave nothing for others
    assert shares.wait(connection(99), 30)


def test_the_dearest_call_is_in_reach_at_any_pace() -> None:
    Limits(0.1, 1_000, dearest=REVIEW).take(connection(1), REVIEW)


@given(
    most=st.floats(20, 1e6),
    uses=st.lists(st.floats(0, 1), min_size=1, max_size=50),
    cost=st.floats(0.1, 20),
)
def test_whoever_uses_least_is_never_refused_before_another(
    most: float, uses: list[float], cost: float
) -> None:
    used = [use * most / len(uses) for use in uses]
    needs = [excess(mine, sum(used), most, cost) for mine in sorted(used)]
    assert needs == sorted(needs)


@given(st.lists(st.tuples(st.integers(0, 5), st.floats(0.1, 30), st.floats(0, 2)), max_size=200))
def test_no_more_is_in_use_than_there_is(taken: list[tuple[int, float, float]]) -> None:
    shares, now = Shares(100.0, 4.0), 0.0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("lastpick.web.http.limits.time.monotonic", lambda: now)
        for who, cost, pause in taken:
            now += pause
            caller = connection(who)
            before = shares.wait(caller, cost)
            try:
                shares.take(caller, cost)
                assert not before
            except TooFast:
                assert before
            assert shares._of(SCHOOL, now) <= 100.0 + 1e-6


def test_what_is_forgotten_takes_no_room(clock: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    shares = Shares(100.0, 4.0)
    for number in range(50):
        shares.take(connection(number), 0.5)
    assert len(shares._used) == 51
    clock.now += 1000.0
    for number in range(100, 120):
        shares.take(connection(number), 0.5)
    assert len(shares._used) == 21
    monkeypatch.setattr(limits, "_MOST_REMEMBERED", 10)
    shares.take(connection(200), 0.5)
    for number in range(201, 210):
        shares.take(connection(number), 0.5)
    assert len(shares._used) <= 10
