"""The kernels: compiled and interpreted they give the same answers, and none is stale."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import lastpick
from lastpick.kernels import MODULES, running

SOURCE = Path(lastpick.__file__).parent

PROGRAM = """
import json, random, sys
from importlib import import_module
from lastpick.catalog import load
from lastpick.game import Game
from lastpick.kernels import MODULES, running
from lastpick.oracle import as_data, solve, verify
from lastpick.oracle.solve import sets_of
from lastpick.relations import FOLLOWS, OPENS, REMOVES, Numbers, Relation

def own(pool, follows="any", removes="itself"):
    relations = Relation(OPENS), Relation(FOLLOWS, follows), Relation(REMOVES, removes)
    return Game("own", Numbers.parse(pool), *relations)

games = [
    load("divisor-duel"), load("divisor-duel", "1-150"), load("juniper-green"),
    load("non-consecutive"), load("non-consecutive", "1-90"), load("prime-rumble"),
    load("prime-rumble", "2-20"), load("prime-rumble", "3-22"), load("prime-rumble", "2-28"),
    own("1-60", "gcd(n, last) == 1"), own("1-9", "n > last", "m < n"),
    own("1-18", removes="gcd(m, n) > 2"), own("1-64", removes="m > n"),
]
answers = []
for game in games:
    rng = random.Random(game.name)
    for _ in range(3):
        position = game.start()
        while position.legal:
            answers.append(as_data(position, solve(position)))
            if game.follows.trivial is False and game.removes.trivial:
                sets = sets_of(position)
                answers.append([sets.d, sets.a, sets.c, list(sets.match)])
            position = position.pick(rng.choice(position.legal))
files = [import_module(name).__file__ for name in MODULES]
print(json.dumps({"running": running(), "files": files, "answers": answers}))
"""


def answers(kernels: str) -> dict[str, Any]:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
        env={**os.environ, "LASTPICK_KERNELS": kernels},
    )
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def test_compiled_and_interpreted_kernels_agree() -> None:
    interpreted, installed = answers("interpreted"), answers("")
    assert interpreted["running"] == "interpreted"
    assert all(file.endswith(".py") for file in interpreted["files"])
    compiled = not any(file.endswith(".py") for file in installed["files"])
    assert installed["running"] == "compiled" if compiled else running() != "compiled"
    assert len(interpreted["answers"]) == len(installed["answers"]) > 300
    for one, other in zip(interpreted["answers"], installed["answers"], strict=True):
        assert one == other


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package and its compiled kernels in another place."""
    if running() != "compiled":
        pytest.skip("the kernels are not compiled here")
    folder = tmp_path_factory.mktemp("copy")
    ignored = shutil.ignore_patterns("__pycache__", "page", "*.table")
    shutil.copytree(SOURCE, folder / "lastpick", ignore=ignored)
    return folder


def stale_in(folder: Path, **more: str) -> list[str]:
    """What `kernels.stale` says in a copy of the package."""
    ran = subprocess.run(
        [sys.executable, "-c", "from lastpick.kernels import stale; print(*stale())"],
        env={**os.environ, "PYTHONPATH": str(folder), "LASTPICK_KERNELS": "", **more},
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    return ran.stdout.split()


@contextmanager
def changed(file: Path) -> Iterator[None]:
    """A file with a comment more, as old as before."""
    before, times = file.read_bytes(), file.stat()
    file.write_bytes(before + b"# another thought\n")
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    yield
    file.write_bytes(before)


def test_a_kernel_that_is_older_than_its_source_is_known(copy: Path) -> None:
    assert stale_in(copy) == []
    with changed(copy / "lastpick" / "oracle" / "matching.py"):
        assert stale_in(copy) == ["lastpick.oracle.matching"]
        assert stale_in(copy, LASTPICK_KERNELS="interpreted") == []
    with changed(copy / "lastpick" / "relations" / "numbers.pxd"):
        assert stale_in(copy) == list(MODULES)
    assert stale_in(copy) == []


def test_a_kernel_that_is_not_compiled_is_not_stale(copy: Path) -> None:
    (compiled,) = (copy / "lastpick").glob("game.*.so")
    aside = compiled.rename(compiled.with_suffix(".aside"))
    with changed(copy / "lastpick" / "game.py"):
        assert stale_in(copy) == []
    aside.rename(compiled)


def test_nothing_is_tested_with_a_stale_kernel(copy: Path, tmp_path: Path) -> None:
    shutil.copy(Path(__file__).parents[1] / "conftest.py", tmp_path)
    (tmp_path / "test_nothing.py").write_text("def test_nothing(): pass\n")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", str(tmp_path)]

    def run(kernels: str) -> subprocess.CompletedProcess[str]:
        told = {"PYTHONPATH": str(copy), "LASTPICK_KERNELS": kernels}
        return subprocess.run(
            command, env={**os.environ, **told}, capture_output=True, text=True, timeout=120
        )

    assert run("").returncode == 0
    with changed(copy / "lastpick" / "game.py"):
        refused = run("")
        assert refused.returncode == pytest.ExitCode.USAGE_ERROR
        assert "compiled from another source: lastpick.game; compile anew with" in refused.stderr
        assert run("interpreted").returncode == 0


def test_every_kernel_has_its_types() -> None:
    typed = {
        ".".join(("lastpick", *path.relative_to(SOURCE).with_suffix("").parts))
        for path in SOURCE.rglob("*.pxd")
        if path.stem != "__init__"
    }
    assert typed == set(MODULES)
