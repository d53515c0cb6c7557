"""Being told to stop, at whichever moment."""

import asyncio
import signal
from collections.abc import Iterator

import pytest
from support.running import TIMEOUT

from lastpick.web.http.stopping import Stopping

ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Whoever runs the tests hears signals as before, also one that ignores a closed terminal."""
    before = {number: signal.getsignal(number) for number in ENDS}
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


class Work:
    """What is done until somebody wants it to stop."""

    def __init__(self, *signals: int, ending: tuple[int, ...] = ()) -> None:
        self.signals = signals
        self.ending = ending
        self.done: list[str] = []

    async def __call__(self) -> None:
        self.done.append("begun")
        try:
            for number in self.signals:
                signal.raise_signal(number)
            async with asyncio.timeout(TIMEOUT):
                await asyncio.Event().wait()
        finally:
            self.done.append("ending")
            for number in self.ending:
                signal.raise_signal(number)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            self.done.append("ended")


@pytest.mark.parametrize("number", ENDS)
def test_what_is_under_way_is_cancelled(number: int) -> None:
    stopping, work = Stopping(), Work(number)
    stopping.run(work)
    assert (stopping.told, work.done) == (number, ["begun", "ending", "ended"])


@pytest.mark.parametrize("number", ENDS)
def test_who_is_told_before_it_begins_does_not_begin(number: int) -> None:
    stopping, work = Stopping(), Work()
    signal.raise_signal(number)
    stopping.run(work)
    assert (stopping.told, work.done) == (number, [])


@pytest.mark.parametrize("number", ENDS)
def test_what_can_end_by_itself_is_asked_to(number: int) -> None:
    stopping, ended = Stopping(), []

    async def work() -> None:
        end = asyncio.Event()
        stopping.gently = end.set
        asyncio.get_running_loop().call_soon(signal.raise_signal, number)
        async with asyncio.timeout(TIMEOUT):
            ended.append(await end.wait())

    stopping.run(work)
    assert (stopping.told, ended) == (number, [True])


def test_a_second_ctrl_c_interrupts_the_ending_and_no_other_signal_does() -> None:
    """Shells tell a program twice that its terminal is closed."""
    stopping, work = Stopping(), Work(signal.SIGHUP, ending=(signal.SIGHUP, signal.SIGTERM))
    stopping.run(work)
    assert (stopping.told, work.done) == (signal.SIGHUP, ["begun", "ending", "ended"])
    stopping, work = Stopping(), Work(signal.SIGHUP, ending=(signal.SIGINT,))
    stopping.run(work)
    assert (stopping.told, work.done) == (signal.SIGHUP, ["begun", "ending"])


def test_a_signal_after_the_end_harms_nothing() -> None:
    stopping = Stopping()

    async def nothing() -> None:
        pass

    stopping.run(nothing)
    signal.raise_signal(signal.SIGTERM)
    assert stopping.told == signal.SIGTERM


def test_nohup_is_heeded() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    stopping = Stopping()
    signal.raise_signal(signal.SIGHUP)
    assert stopping.told == 0
