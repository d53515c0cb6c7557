"""Change the pure rooms a little, thousands of times, and see whether the tests notice.

    make mutants                                the rooms that tools/mutants.toml lists
    make mutants ARGS="oracle/judge.py"         one of them
    make mutants ARGS="--sample 50"             fifty mutants of each, drawn from a seed
    make mutants ARGS="game.py --again"         only what survived the last run, with today's tests

mutmut makes the mutants and runs them, in a working copy under build/mutants. Two things are
done around it. In the copy `@property def f` is written `def f`, then `f = property(f)`, because
mutmut leaves decorated functions alone. And what it reports as survived or as out of time is
looked at a second time, in a process of its own with all tests of the room and a limit on its
own computing time: a test may have gone unnoticed because a cache was warm, and a busy machine
is no verdict. A survivor that tools/mutants.toml explains is no failure.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
WORK = ROOT / "build" / "mutants"
PACKAGE = Path("src", "lastpick")
BYTES = 2 << 30  # a mutant that only grows ends here
DECORATORS = ("property", "cached_property", "cache")
KILLED, SURVIVED, TIMEOUT = "killed", "survived", "timeout"
CONFTEST = """\
import sys

sys.setrecursionlimit(3000)  # each call of a mutated function takes three frames


def pytest_collection_modifyitems(items):
    for item in items:
        item._nodeid = item.nodeid  # mutmut 3.8 asks for it, pytest 9 has it no more
"""
PYTEST = [
    "-x", "-q", "-p", "no:cacheprovider", "--hypothesis-profile=mutants",
    "-o", "addopts=--import-mode=importlib",  # ours name options of plugins that are not loaded
]  # fmt: skip


class Room(NamedTuple):
    """What is mutated together, and the quick tests that must notice."""

    path: str
    tests: list[str]
    sample: int | None = None  # so many of its mutants, drawn from a seed; None is all of them

    @property
    def folder(self) -> Path:
        return WORK / self.path.replace("/", "-").removesuffix(".py")


class Change(NamedTuple):
    """A mutant as a person reads it."""

    function: str
    was: str
    now: str


class Explained:
    """The survivors that no test can tell from the original, as tools/mutants.toml has them."""

    def __init__(self, known: dict[str, Any]) -> None:
        rows = known.get("equivalent", ())
        self.here = {Change(row["function"], row["was"], row["now"]) for row in rows}
        self.everywhere = [
            (row["was"], now) for row in known.get("everywhere", ()) for now in row["now"]
        ]

    def __contains__(self, found: Change) -> bool:
        return found in self.here or any(
            found.was[:at] + now + found.was[at + len(was) :] == found.now
            for was, now in self.everywhere
            for at in range(len(found.was))
            if found.was.startswith(was, at)
        )


def main() -> int:
    known = tomllib.loads((ROOT / "tools" / "mutants.toml").read_text())
    rooms = [Room(row["path"], row["tests"]) for row in known["room"]]
    reader = argparse.ArgumentParser(
        prog="make mutants", description=(__doc__ or "").split("\n")[0]
    )
    reader.add_argument("rooms", nargs="*", metavar="ROOM", help="as in tools/mutants.toml")
    reader.add_argument("--again", action="store_true", help="only what survived the last run")
    reader.add_argument("--sample", type=int, metavar="N", help="so many of each, from a seed")
    asked = reader.parse_args()
    if strange := set(asked.rooms) - {room.path for room in rooms}:
        reader.error(f"no such room: {', '.join(sorted(strange))}; tools/mutants.toml has them")
    explained = Explained(known)
    rows: list[str] = []
    open_ends = 0
    for room in rooms:
        if asked.rooms and room.path not in asked.rooms:
            continue
        room = room._replace(sample=asked.sample)
        results = look_again(room, explained) if asked.again else run(room, explained)
        survivors = {name: change(room, name) for name, how in results.items() if how == SURVIVED}
        for name, found in survivors.items():
            if found not in explained:
                open_ends += 1
                print(f"\nsurvived: {name}\n  {found.function}\n  - {found.was}\n  + {found.now}")
        rows += table(room, results, {n for n, found in survivors.items() if found in explained})
    print("\n| file | mutants | killed | explained | survived |\n| --- | --- | --- | --- | --- |")
    print("\n".join(rows))
    return min(open_ends, 1)


def run(room: Room, explained: Explained) -> dict[str, str]:
    """Every mutant of a room, or a sample of them, with what became of it."""
    shutil.rmtree(room.folder, ignore_errors=True)
    room.folder.mkdir(parents=True)
    copy(room)
    names = mutants(room)
    if room.sample and room.sample < len(names):
        names = sorted(random.Random(1).sample(names, room.sample))
        print(f"{room.path}: a sample of {room.sample} mutants")
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", "1", *names]
    with (room.folder / "mutmut.log").open("w") as log:
        ended = subprocess.run(
            command, cwd=room.folder, env=environment(), preexec_fn=limit, stdout=log
        )
    if ended.returncode:
        sys.exit(f"mutmut failed on {room.path}; see {log.name}")
    codes: dict[str, int] = {}
    for meta in room.folder.glob("mutants/src/**/*.meta"):
        codes |= json.loads(meta.read_text())["exit_code_by_key"]
    first = {name: KILLED if codes[name] in (1, 3) else SURVIVED for name in names}
    return second_look(room, first, explained)


def look_again(room: Room, explained: Explained) -> dict[str, str]:
    """What survived the last run, with the tests as they are now."""
    copy_tests(room.folder / "mutants")
    results = json.loads((room.folder / "results.json").read_text())
    return second_look(room, results, explained)


def second_look(room: Room, results: dict[str, str], explained: Explained) -> dict[str, str]:
    """Try each mutant that was not killed, nor is explained, alone with all tests of the room."""
    (room.folder / "results.json").write_text(json.dumps(results, indent=1))
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    if (plain := alone(room, "", 600)) != SURVIVED:
        sys.exit(f"the tests of {room.path} do not pass without a mutant: {plain}")
    needed = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    survived = (name for name, how in results.items() if how == SURVIVED)
    left = [name for name in survived if change(room, name) not in explained]
    print(f"{room.path}: a second look at {len(left)} of {len(results)}, {needed:.1f} s each")
    for name in left:
        results[name] = alone(room, name, round(10 + 5 * needed))
        (room.folder / "results.json").write_text(json.dumps(results, indent=1))
    return results


def alone(room: Room, name: str, seconds: int) -> str:
    """Run the room's tests on one mutant, for so many seconds of computing."""
    command = [sys.executable, "-m", "pytest", "--rootdir=.", *PYTEST, *room.tests]
    ended = subprocess.run(
        command, cwd=room.folder / "mutants", env=environment() | {"MUTANT_UNDER_TEST": name},
        preexec_fn=lambda: limit(seconds), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ).returncode  # fmt: skip
    if ended < 0:
        return TIMEOUT
    return SURVIVED if ended == 0 else KILLED if ended in (1, 2, 3) else f"exit code {ended}"


def limit(seconds: int | None = None) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    if seconds:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))


def environment() -> dict[str, str]:
    """Interpreted, because a compiled module would hide its mutants."""
    return os.environ | {
        "LASTPICK_KERNELS": "interpreted",
        "PYTHONPATH": "src",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # looking for plugins took most of the time
        "PYTEST_PLUGINS": "_hypothesis_pytestplugin",
    }


# --- the working copy -----------------------------------------------------------------------------


def copy(room: Room) -> None:
    """The package and the tests, and a pyproject.toml that names what is mutated."""
    here = room.folder
    shutil.copytree(
        ROOT / "src", here / "src", ignore=shutil.ignore_patterns("*.so", "__pycache__")
    )
    (here / "tools").mkdir()
    (here / "conftest.py").write_text(CONFTEST)
    copy_tests(here)
    for path in sources(room):
        path.write_text("\n".join(undecorated(path.read_text())) + "\n")
    shown = f"{PACKAGE}/{room.path}" + ("" if room.path.endswith(".py") else "/*")
    settings = {
        "source_paths": ["src"], "only_mutate": [shown], "also_copy": ["tools", "conftest.py"],
        "pytest_add_cli_args": PYTEST[2:], "pytest_add_cli_args_test_selection": room.tests,
        "process_isolation": "forkserver",  # from a process that has run no test: cold caches
        "timeout_multiplier": 4,  # soon enough: the second look decides
        "use_git_change_detection": False,
    }  # fmt: skip
    written = "\n".join(f"{key} = {json.dumps(value)}" for key, value in settings.items())
    ours = (ROOT / "pyproject.toml").read_text()
    (here / "pyproject.toml").write_text(f"{ours}\n[tool.mutmut]\n{written}\n")


def copy_tests(where: Path) -> None:
    shutil.copytree(ROOT / "tests", where / "tests", dirs_exist_ok=True)


def sources(room: Room) -> list[Path]:
    place = room.folder / PACKAGE / room.path
    return [place] if place.is_file() else sorted(place.rglob("*.py"))


def undecorated(source: str) -> Iterator[str]:
    """The same program, with some decorators as calls after the function."""
    lines = source.splitlines()
    dropped: set[int] = set()
    added: dict[int, str] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and len(node.decorator_list) == 1:
            first = node.decorator_list[0]
            if isinstance(first, ast.Name) and first.id in DECORATORS and node.end_lineno:
                dropped.add(first.lineno)
                text = f"{node.name} = {first.id}({node.name})"
                added[node.end_lineno] = " " * node.col_offset + text
    for number, line in enumerate(lines, 1):
        if number not in dropped:
            yield line
        if number in added:
            yield added[number]


# --- mutmut's names -------------------------------------------------------------------------------


def mutants(room: Room) -> list[str]:
    """The names of all mutants of a room."""
    from mutmut.mutation.file_mutation import mutate_file_contents
    from mutmut.utils.format_utils import get_mutant_name

    os.chdir(room.folder)
    names: list[str] = []
    for path in sources(room):
        place = path.relative_to(room.folder)
        made = mutate_file_contents(str(place), path.read_text()).mutant_names
        names += [get_mutant_name(place, name) for name in made]
    return names


def change(room: Room, name: str) -> Change:
    from mutmut.mutation.diff_apply import get_diff_for_mutant

    os.chdir(room.folder)
    path = file_of(name)
    lines = get_diff_for_mutant(name, path=path).splitlines()[2:]
    function = name.rpartition("__mutmut_")[0].removeprefix("lastpick.")
    function = function.replace(".xǁ", ".").replace(".x_", ".").replace("ǁ", ".")
    return Change(function, *(" ".join(starting(lines, sign)) for sign in "-+"))


def starting(lines: Iterable[str], sign: str) -> Iterator[str]:
    return (line[1:].strip() for line in lines if line.startswith(sign))


def file_of(name: str) -> Path:
    module = Path(*name.rpartition(".")[0].split("."))
    there = Path("src", module).with_suffix(".py")
    return there if there.exists() else Path("src", module, "__init__.py")


def table(room: Room, results: dict[str, str], explained: set[str]) -> Iterator[str]:
    """A row for each file of a room."""
    files: dict[Path, list[str]] = {}
    for name in results:
        files.setdefault(file_of(name), []).append(name)
    for path, names in sorted(files.items()):
        left = [name for name in names if results[name] == SURVIVED]
        known = len(explained.intersection(left))
        shown = f"`{path.relative_to(PACKAGE)}`" + (" (sample)" if room.sample else "")
        killed = len(names) - len(left)
        yield f"| {shown} | {len(names)} | {killed} | {known} | {len(left) - known} |"


if __name__ == "__main__":
    sys.exit(main())
