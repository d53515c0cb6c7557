"""What every test shares: repeatable chance, a home of its own, and an ear for Ctrl-C."""

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from lastpick import kernels

settings.register_profile(
    "lastpick",
    derandomize=True,  # the same examples on every run, so that a failure is never a matter of luck
    deadline=None,  # no verdict depends on the clock
    max_examples=100,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("lastpick")
settings.register_profile(
    "mutants",  # for tools/mutants.py: that a test fails is enough, and its smallest case slow
    settings.get_profile("lastpick"),
    max_examples=25,
    phases=[Phase.explicit, Phase.generate],
)


def pytest_configure() -> None:
    """Refuse to test yesterday's code: a compiled kernel hides changes of its source."""
    if old := kernels.stale():
        pytest.exit(
            f"compiled from another source: {', '.join(old)}; compile anew with"
            " `make fast`, or run the sources with LASTPICK_KERNELS=interpreted",
            returncode=pytest.ExitCode.USAGE_ERROR,
        )
    # In the background of a script, or under nohup, these are ignored, by the tests and all that
    # they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: a third of the time tests wait for what they have started."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep games and settings under folders of the test's own, never in a real home."""
    folder = tmp_path / "home"
    monkeypatch.setenv("LASTPICK_HOME", str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", f"{tmp_path}-config")
    return folder
