"""How long a question waits at most, whoever else comes: the bound that docs/web.md derives.

One lane with a clock of its own. Strangers come as they like, and each of their questions takes
all the time that it may; a victim asks among them, and again a second later where it is refused.
"""

from collections.abc import Callable, Iterable
from ipaddress import IPv4Address, IPv6Address
from itertools import count
from random import Random

import pytest
from support.loops import in_loop

from lastpick.web.asking.fair_queue import MOST_WAITING, FairQueue, Ticket
from lastpick.web.asking.pool import MOST_SECONDS, limit, share
from lastpick.web.errors import Busy
from lastpick.web.networks import Asker, Caller

TICK = 0.25
VICTIM = Caller.connected("192.0.2.7", 1).asker
_PREFIX = int(IPv6Address("2001:db8:1::"))

# Whoever comes within a tick, when so many wait.
Strangers = Callable[[Random, int], Iterable[Asker]]


def most(took: Callable[[float], float] = lambda seconds: seconds, used: float = 0.0) -> float:
    """The bound: what is due before, the question that is answered, and every place of the line."""
    before = sum(took(share(racing)) for racing in range(1, MOST_WAITING))
    return min(20.0, 4.0 * used) + took(share(0)) + before


def fresh() -> Callable[[], Asker]:
    """Addresses of IPv4, none of them twice."""
    numbers = count(int(IPv4Address("10.0.0.0")))
    return lambda: alone(str(IPv4Address(next(numbers))))


def alone(address: str) -> Asker:
    """Somebody on the only connection from an address."""
    return Caller.connected(address, 1).asker


class Lane:
    """One process, which takes all the time that a question may."""

    def __init__(self, took: Callable[[float], float] = lambda seconds: seconds) -> None:
        self.now = 0.0
        self.queue = FairQueue(MOST_SECONDS, lambda: self.now)
        self.refused = 0
        self._took = took
        self._asked: Ticket | None = None
        self._began = self._ends = 0.0

    def enter(self, asker: Asker) -> Ticket | None:
        try:
            place = self.queue.enter(asker)
            place.turn.add_done_callback(lambda turn: turn.exception())  # it may be refused later
        except Busy:
            place = None
        self.refused += self.was_refused(place)
        return place

    def was_refused(self, place: Ticket | None) -> bool:
        return place is None or (place.turn.done() and place.turn.exception() is not None)

    def tick(self) -> None:
        self.now += TICK
        while self.now >= self._ends:
            if self._asked:
                self.queue.done(self._asked, self._ends - self._began)
            self._asked = self.queue.next()
            if self._asked is None:
                self._ends = 0.0
                return
            self._asked.turn.set_result(None)
            self._began = max(self._ends, self.now - TICK)
            self._ends = self._began + self._took(share(self.queue.racing))


def wait_of_victim(strangers: Strangers, lane: Lane, seed: int, used: float = 0.0) -> float:
    """Seconds until the victim's question is asked, of which it is in the line."""
    rng, place, entered = Random(seed), None, 0.0
    comes = 8.0 + 4 * rng.random()
    while True:
        for asker in strangers(rng, lane.queue.waiting):
            lane.enter(asker)
        if place and place.turn.done() and not lane.was_refused(place):
            return lane.now - entered
        if lane.now >= comes and lane.was_refused(place):
            if used:
                lane.queue.used.add(VICTIM, used)
                used = 0.0
            comes, entered = lane.now + 1.0, lane.now
            place = lane.enter(VICTIM)
        lane.tick()
        assert lane.now < 1_000.0, "the victim is never asked"


# --- strangers ------------------------------------------------------------------------------------


def three_fresh() -> Strangers:
    new = fresh()
    return lambda _, waiting: (new() for _ in range(3 - waiting))


def waves() -> Strangers:
    """Honest newcomers, many at a time and now and then."""
    new = fresh()
    return lambda rng, _: (new() for _ in range(90 if rng.random() < 0.04 else 0))


def one_48() -> Strangers:
    """65,536 addresses of one /48, each in a /64 of its own."""

    def come(rng: Random, _: int) -> Iterable[Asker]:
        for _ in range(6):
            yield alone(str(IPv6Address(_PREFIX | rng.randrange(1 << 16) << 64 | 1)))

    return come


def flood() -> Strangers:
    """Three fresh addresses of IPv4 each tick: the line is always full."""
    new = fresh()
    return lambda *_: (new() for _ in range(3))


def again_and_again() -> Strangers:
    """Two hundred addresses of IPv4 that ask whenever they can, however many are refused."""
    addresses = [alone(f"10.1.0.{n}") for n in range(200)]
    return lambda rng, _: rng.sample(addresses, 4)


def all_of_one() -> Strangers:
    """One address with as many questions as it may have, and a stranger now and then."""
    new, one = fresh(), alone("10.2.0.1")
    return lambda rng, _: [one] * 8 + [new()] * (rng.random() < 0.05)


def all_of_one_address() -> Strangers:
    """One address with a new connection for each question."""
    ports = count()
    return lambda *_: (Caller.connected("10.2.0.1", next(ports)).asker for _ in range(8))


ALL = [three_fresh, waves, one_48, flood, again_and_again, all_of_one, all_of_one_address]


@pytest.mark.parametrize("used", [0.5, 29.0], ids=["little", "much"])
@pytest.mark.parametrize("strangers", ALL)
@in_loop
async def test_no_number_of_strangers_keeps_a_question_waiting(
    strangers: Callable[[], Strangers], used: float
) -> None:
    for seed in range(2):
        assert wait_of_victim(strangers(), Lane(), seed, used) <= most(used=used)


@in_loop
async def test_nor_do_questions_that_have_to_be_ended() -> None:
    """Each takes as long as its process may, whatever its oracle was given."""
    for strangers in (three_fresh, one_48, flood):
        assert wait_of_victim(strangers(), Lane(limit), seed=1) <= most(limit)


def test_the_bound() -> None:
    """As docs/web.md says it."""
    assert round(most(), 1) == 45.5
    assert round(most(used=5.0), 1) == 65.5
    assert round(most(limit)) == 130


@pytest.mark.parametrize("strangers", [three_fresh, one_48, all_of_one])
@in_loop
async def test_strangers_of_few_networks_get_nobody_refused(
    strangers: Callable[[], Strangers],
) -> None:
    come, lane, rng = strangers(), Lane(), Random(1)
    for number in range(200):
        for asker in come(rng, lane.queue.waiting):
            lane.enter(asker)
        if number % 20 == 0:
            assert not lane.was_refused(lane.enter(alone(f"192.0.2.{number // 20}")))
        lane.tick()


def pupil(port: int) -> Asker:
    return Caller.connected("192.0.2.7", port).asker


@in_loop
async def test_one_of_a_class_takes_one_place_in_three() -> None:
    """Thirty at one address with a question each, and one of them with fifty that are hard."""
    lane = Lane()
    hostile = [lane.enter(pupil(0)) for _ in range(50)]
    others = [lane.enter(pupil(port)) for port in range(1, 30)]
    order = []
    while others_left := [one for one in others if one and not one.turn.done()]:
        place = lane.queue.next()
        assert place
        place.turn.set_result(None)
        order.append(place)
        lane.now += TICK
        lane.queue.done(place, TICK)
        assert len(order) <= 60, others_left
    before = [place in hostile for place in order]
    assert sum(before) <= len(others) / 2 + 1


@in_loop
async def test_a_class_waits_for_each_other_alone() -> None:
    """With one of it who asks on a new connection each time, and strangers who come and come."""
    lane, new = Lane(), fresh()
    hostile = count(1_000)
    for _ in range(20):
        lane.enter(pupil(next(hostile)))
    mine = lane.enter(pupil(1))
    began = lane.now
    while mine and not mine.turn.done():
        lane.enter(pupil(next(hostile)))
        if lane.queue.waiting < 60:
            lane.enter(new())
        lane.tick()
        assert lane.now - began <= most() * (20 / 4 + 1)
    assert mine
    assert not lane.was_refused(mine)


def seat(number: int) -> Asker:
    return Caller.connected("192.0.2.7").in_seat(f"game {number}", 1).asker


@in_loop
async def test_a_seat_waits_for_three_of_its_address_who_have_none() -> None:
    """One of a class asks on a new connection each time for ten minutes; no seat is refused."""
    lane, ports, waits = Lane(), count(1_000), []
    place, began = lane.enter(seat(1)), 0.0
    while lane.now < 600.0:
        for _ in range(8):
            lane.enter(pupil(next(ports)))
        assert not lane.was_refused(place)
        if place and place.turn.done():
            waits.append(lane.now - began)
            place, began = lane.enter(seat(len(waits) % 29)), lane.now
        lane.tick()
    assert len(waits) > 60
    assert max(waits) <= sum(share(racing) for racing in range(4))


@in_loop
async def test_nobody_is_refused_for_what_others_of_the_address_have_used() -> None:
    """Ten minutes of questions that have to be ended, each on a new connection."""
    lane, ports = Lane(limit), count(1_000)
    while lane.now < 600.0:
        if not lane.queue.waiting:
            assert not lane.was_refused(lane.enter(pupil(next(ports))))
        lane.tick()
    assert lane.queue.used.of(pupil(0)) > MOST_SECONDS - 1.0
    assert not lane.was_refused(lane.enter(pupil(0)))
    assert not lane.was_refused(lane.enter(seat(0)))


@in_loop
async def test_one_48_delays_a_question_by_sixteen() -> None:
    lane, come, rng = Lane(), one_48(), Random(1)
    for _ in range(15):
        for asker in come(rng, 0):
            lane.enter(asker)
    place = lane.enter(VICTIM)
    assert place
    before = 0
    while lane.queue.next() is not place:
        before += 1
    assert before == 16


@in_loop
async def test_who_was_refused_first_is_let_in_first() -> None:
    """All of them from networks of their own, in a line that stays full."""
    lane, new = Lane(), fresh()
    full = [lane.enter(new()) for _ in range(MOST_WAITING)]
    lane.now += 1.0
    assert lane.was_refused(lane.enter(VICTIM))
    lane.now += 1.0
    assert lane.queue.next() is full[0]  # one place is free, and somebody else is faster
    other = new()
    newest = lane.enter(other)
    assert not lane.was_refused(newest)
    mine = lane.enter(VICTIM)
    assert not lane.was_refused(mine)
    assert lane.was_refused(newest)
    assert lane.was_refused(lane.enter(other))  # who came later takes nobody's place
    assert not lane.was_refused(mine)


@in_loop
async def test_a_try_is_forgotten_when_no_other_follows() -> None:
    lane, new = Lane(), fresh()
    for _ in range(MOST_WAITING):
        lane.enter(new())
    assert lane.was_refused(lane.enter(VICTIM))
    lane.now += 61.0
    lane.queue.next()
    lane.enter(new())
    assert lane.was_refused(lane.enter(VICTIM))
