"""Ctrl-C ends the budget of a command; what was known by then can still be shown."""

import signal
import sys
from io import StringIO
from pathlib import Path

import pytest

from lastpick import kernels
from lastpick.cli import main
from lastpick.errors import BudgetError
from lastpick.terminal import patience as patience_module
from lastpick.terminal import progress as progress_module
from lastpick.terminal.patience import Patience
from lastpick.terminal.progress import Progress

Patch = pytest.MonkeyPatch


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
    with pytest.raises(KeyboardInterrupt, match=r"^lastpick: interrupted$"):
        interrupted(1)
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_second_interrupt_ends_all() -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupted(2)


def stopped(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("works", "words"),
    [
        ("oracle.solve", "solve divisor-duel"),
        ("coach.sequences.chain_sets", "solve divisor-duel --sets"),
        ("oracle.sieve_table_build.write", "table build --output t.bin"),
        ("terminal.show_check.problems", "check own.toml"),
        ("terminal.record_files.parse", "replay record.txt"),
    ],
)
def test_ctrl_c_is_told_in_one_line(
    works: str, words: str, tmp_path: Path, monkeypatch: Patch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.toml").write_text('numbers = "1-9"\n')
    Path("record.txt").touch()
    monkeypatch.setattr(f"lastpick.{works}", stopped)
    assert main(words.split()) == 130
    told = capfd.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert told.err.startswith("lastpick: interrupted")


# --- what would be faster -------------------------------------------------------------


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def shown(monkeypatch: pytest.MonkeyPatch, faster: str, long: float) -> str:
    """What two jobs write that show how far they are, twice each."""
    target = Terminal()
    monkeypatch.setattr(sys, "stderr", target)
    for name, value in (("_PATIENCE", 0.0), ("_PAUSE", 0.0), ("_LONG", long), ("_said", [])):
        monkeypatch.setattr(progress_module, name, value)
    monkeypatch.setattr(progress_module, "advice", lambda: faster)
    for _ in range(2):
        with Progress() as progress:
            progress.show("working")
            progress.show("still working")
    return target.getvalue()


def test_long_work_says_once_what_would_be_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, "buy a clock", long=0.0).count("lastpick: buy a clock\n") == 1
    assert "\n" not in shown(monkeypatch, "buy a clock", long=1e9)
    assert "\n" not in shown(monkeypatch, "", long=0.0)


@pytest.mark.parametrize(
    ("found", "wish", "said"),
    [
        ("compiled", "", ""),
        ("interpreted", "", "make fast compiles the kernels, and this would be faster"),
        ("partly compiled", "", "make fast compiles the kernels, and this would be faster"),
        ("interpreted", "interpreted", ""),
    ],
)
def test_kernels_that_run_interpreted_are_advised_about(
    found: str, wish: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "running", lambda: found)
    monkeypatch.setenv("LASTPICK_KERNELS", wish)
    assert kernels.advice() == said


def test_an_installed_package_has_no_make(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(kernels, "running", lambda: "interpreted")
    monkeypatch.setattr(kernels, "_HERE", str(tmp_path / "site-packages" / "lastpick"))
    monkeypatch.setenv("LASTPICK_KERNELS", "")
    assert (
        kernels.advice() == "installed anew where there is a C compiler, lastpick would be faster"
    )
