"""Work beside the screen: one thread at a time in the oracle, and long work lets others go first."""

from __future__ import annotations

import asyncio
from threading import Event

from textual.app import App

from lastpick.errors import BudgetError, LastpickError
from lastpick.oracle import Budget
from lastpick.terminal.full.asking import Asking, let_others


def in_an_app(script: object) -> None:
    async def run() -> None:
        app: App[None] = App()
        async with app.run_test() as pilot:
            await script(app, pilot)  # type: ignore[operator]

    asyncio.run(run())


def test_answers_come_back_and_old_ones_are_dropped() -> None:
    async def script(app: App[None], pilot: object) -> None:
        asking, heard, go = Asking(app), [], Event()
        asking.ask("first", lambda _: go.wait(60), lambda _: heard.append("first"))
        asking.ask("second", lambda _: 2, heard.append)
        go.set()
        while asking.busy:
            await pilot.pause()  # type: ignore[attr-defined]
        assert heard == [2]

    in_an_app(script)


def test_one_works_at_a_time_and_long_work_lets_others_go_first() -> None:
    async def script(app: App[None], pilot: object) -> None:
        long, short, order = Asking(app), Asking(app), []
        begun, asked = Event(), Event()

        def work(_: Budget) -> None:
            order.append("long begins")
            begun.set()
            asked.wait(60)
            while "short" not in order:
                let_others()
            order.append("long ends")

        long.ask("long", work, lambda _: None)
        assert begun.wait(60)
        short.ask("short", lambda _: order.append("short"), lambda _: None)
        asked.set()
        while long.busy or short.busy:
            await pilot.pause()  # type: ignore[attr-defined]
        assert order == ["long begins", "short", "long ends"]

    in_an_app(script)


def test_what_nobody_wants_any_more_ends() -> None:
    async def script(app: App[None], pilot: object) -> None:
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
        assert not asking.busy

    in_an_app(script)


def test_what_went_wrong_is_told_in_the_app() -> None:
    async def script(app: App[None], pilot: object) -> None:
        asking, heard = Asking(app), []

        def work(_: Budget) -> None:
            raise LastpickError("no such thing")

        asking.ask("wrong", work, heard.append, lambda error: heard.append(str(error)))
        while asking.busy:
            await pilot.pause()  # type: ignore[attr-defined]
        assert heard == ["no such thing"]

    in_an_app(script)
