"""Ctrl-C ends the budget of a command; what was known by then can still be shown."""

import signal

import pytest

from lastpick.errors import BudgetError
from lastpick.terminal import patience as patience_module
from lastpick.terminal.patience import Patience


def test_work_that_asks_after_an_interrupt_ends_by_its_budget() -> None:
    with Patience() as patience:
        assert not patience.budget.over
        patience._interrupt()
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
        with pytest.raises(BudgetError):
            patience.budget.tick(0)
        assert signal.getitimer(signal.ITIMER_REAL)[0] == 0, "nothing else need stop it"
    assert patience.code(complete=False) == 130


def test_work_that_does_not_ask_is_stopped_in_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience_module, "_GRACE", 0.001)
    shown = ""
    with Patience() as patience:
        try:
            patience._interrupt()
            while True:
                signal.pause()
        except BudgetError as error:
            shown = str(error)
    assert shown == "there was no time for more"


def interrupted(times: int) -> None:
    """Work that never asks."""
    with Patience() as patience:
        for _ in range(times):
            patience._interrupt()
        while True:
            signal.pause()


def test_where_nothing_can_be_shown_it_is_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience_module, "_GRACE", 0.001)
    with pytest.raises(KeyboardInterrupt):
        interrupted(1)
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_second_interrupt_ends_all() -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupted(2)
