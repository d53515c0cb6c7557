"""What tests of evaluations share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from support.evaluating import Answers, Evaluate, serving
from support.running import Done

from lastpick import cli


@pytest.fixture
def evaluate(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Evaluate:
    """Run the command in this process, which is fast, in a folder of the test's own."""
    monkeypatch.chdir(tmp_path)

    def evaluate(*args: object) -> Done:
        try:
            code = cli.main(["evaluate", *map(str, args)])
        except SystemExit as left:
            code = int(str(left.code))
        return Done(*capsys.readouterr(), code)

    return evaluate


@pytest.fixture
def model() -> Iterator[Callable[[Answers], str]]:
    """A local endpoint that answers as it is told; its address."""
    with ExitStack() as opened:
        yield lambda answer: opened.enter_context(serving(answer))
