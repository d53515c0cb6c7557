"""Work beside the screen: one at a time, and long work lets others go first."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from threading import Event
from time import monotonic

import pytest
from textual.app import App
from textual.pilot import Pilot

from lastpick.errors import BudgetError, LastpickError
from lastpick.oracle import Budget
from lastpick.terminal.full.asking import Asking, let_others

Script = Callable[[App[None], Pilot[None]], Awaitable[None]]


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    end = monotonic() + 60
    while not holds():
        assert monotonic() < end
        await pilot.pause()


def in_an_app(script: Script) -> None:
    async def run() -> None:
        app: App[None] = App()
        async with app.run_test() as pilot:
            await script(app, pilot)

    asyncio.run(run())


def test_answers_come_back_and_old_ones_are_dropped() -> None:
    async def script(app: App[None], pilot: Pilot[None]) -> None:
        asking, go = Asking(app), Event()
        heard: list[object] = []
        asking.ask("first", lambda _: go.wait(60), lambda _: heard.append("first"))
        asking.ask("second", lambda _: 2, heard.append)
        go.set()
        await until(pilot, lambda: not asking.busy)
        assert heard == [2]

    in_an_app(script)


@pytest.mark.parametrize("trouble", [MemoryError, RecursionError])
def test_too_little_memory_is_no_answer_and_no_end_of_the_app(trouble: type[Exception]) -> None:
    """As if it had taken too long: what is asked about then is told, and a look is not."""

    def work(_: Budget) -> None:
        raise trouble

    async def script(app: App[None], pilot: Pilot[None]) -> None:
        asking, heard = Asking(app), list[Exception]()
        asking.ask("a hint", work, heard.append, heard.append)
        await until(pilot, lambda: not asking.busy)
        (error,) = heard
        assert isinstance(error, BudgetError)
        assert str(error) == "there is not enough memory to answer that"
        asking.ask("a look", work, heard.append)
        await until(pilot, lambda: not asking.busy)
        assert app.is_running
        assert heard == [error]

    in_an_app(script)


def test_one_works_at_a_time_and_long_work_lets_others_go_first() -> None:
    async def script(app: App[None], pilot: Pilot[None]) -> None:
        long, short, order = Asking(app), Asking(app), []
        begun, asked, ran = Event(), Event(), Event()

        def work(_: Budget) -> None:
            begun.set()
            asked.wait(60)
            ran.wait(0.2)  # it must not, however long one waits
            order.append("long")
            for _turn in range(60_000):
                if not ran.is_set():
                    let_others()
                    ran.wait(0.001)
            order.append("long again")

        def work_too(_: Budget) -> None:
            order.append("short")
            ran.set()

        long.ask("long", work, lambda _: None)
        assert begun.wait(60)
        short.ask("short", work_too, lambda _: None)
        asked.set()
        await until(pilot, lambda: not long.busy and not short.busy)
        assert order == ["long", "short", "long again"]

    in_an_app(script)


def test_what_nobody_wants_any_more_ends() -> None:
    async def script(app: App[None], pilot: Pilot[None]) -> None:
        asking, ended, begun = Asking(app), Event(), Event()

        def work(budget: Budget) -> None:
            try:
                while True:
                    begun.set()
                    budget.tick(1)
            except BudgetError:
                ended.set()
                raise

        asking.ask("for ever", work, lambda _: None, seconds=1e9)
        assert begun.wait(60)
        asking.give_up()
        assert ended.wait(60)
        await pilot.pause()
        assert not asking.busy

    in_an_app(script)


def test_what_went_wrong_is_told_in_the_app() -> None:
    async def script(app: App[None], pilot: Pilot[None]) -> None:
        asking = Asking(app)
        heard: list[object] = []

        def work(_: Budget) -> None:
            raise LastpickError("no such thing")

        asking.ask("wrong", work, heard.append, lambda error: heard.append(str(error)))
        await until(pilot, lambda: not asking.busy)
        assert heard == ["no such thing"]

    in_an_app(script)
