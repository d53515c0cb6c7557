"""What tests of evaluations share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest
from support.evaluating import Answers, Lastpick, serving
from support.running import Done

from lastpick import cli


@pytest.fixture
def lastpick(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Lastpick:
    """Run a command in this process, which is fast, in a folder of the test's own."""
    monkeypatch.chdir(tmp_path)

    def lastpick(*args: object) -> Done:
        capsys.readouterr()
        try:
            code = cli.main([*map(str, args)])
        except SystemExit as left:
            code = int(str(left.code))
        return Done(*capsys.readouterr(), code)

    return lastpick


@pytest.fixture
def evaluate(lastpick: Lastpick) -> Lastpick:
    return partial(lastpick, "evaluate")


@pytest.fixture
def model() -> Iterator[Callable[[Answers], str]]:
    """A local endpoint that answers as it is told; its address."""
    with ExitStack() as opened:
        yield lambda answer: opened.enter_context(serving(answer))
