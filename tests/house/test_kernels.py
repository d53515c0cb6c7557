"""The kernels: compiled and interpreted they give the same answers, and none is stale."""

import json
import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
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


def stale(folder: Path) -> list[str]:
    """The compiled kernels that are older than what they were made from."""
    found = []
    for module in MODULES:
        source = folder.joinpath(*module.split(".")[1:])
        written = max(
            int(file.stat().st_mtime)
            for end in (".py", ".pxd")
            if (file := source.with_name(source.name + end)).exists()
        )
        for end in EXTENSION_SUFFIXES:
            compiled = source.with_name(source.name + end)
            if compiled.exists() and int(compiled.stat().st_mtime) < written:
                found.append(module)
    return found


def test_no_compiled_kernel_is_older_than_its_source() -> None:
    found = stale(SOURCE)
    assert not found, f"run make to compile anew: {', '.join(found)}"


@pytest.mark.parametrize("changed", [".py", ".pxd"])
def test_a_stale_kernel_is_noticed(changed: str, tmp_path: Path) -> None:
    """The test above itself."""
    for module in MODULES:
        source = tmp_path.joinpath(*module.split(".")[1:])
        source.parent.mkdir(parents=True, exist_ok=True)
        for end in (".py", ".pxd", EXTENSION_SUFFIXES[0]):
            file = source.with_name(source.name + end)
            file.touch()
            os.utime(file, (1000, 1000))
    assert stale(tmp_path) == []
    os.utime(tmp_path / "oracle" / f"binary_fuse{changed}", (2000, 2000))
    assert stale(tmp_path) == ["lastpick.oracle.binary_fuse"]


def test_every_kernel_has_its_types() -> None:
    typed = {
        ".".join(("lastpick", *path.relative_to(SOURCE).with_suffix("").parts))
        for path in SOURCE.rglob("*.pxd")
        if path.stem != "__init__"
    }
    assert typed == set(MODULES)
