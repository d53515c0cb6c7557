"""The door: `make play` builds nothing, stops nobody, and leaves without a word of make's own."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import environment as door
import pexpect
import pytest
from support.running import TIMEOUT, environment
from support.screens import leave_by

from lastpick import __version__

ROOT = Path(__file__).parents[2]
OFFLINE = {  # no package can be had from anywhere
    "PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_EXTRA_INDEX_URL": "", "PIP_FIND_LINKS": "",
    "PIP_CONFIG_FILE": os.devnull, "PIP_RETRIES": "0", "PIP_NO_CACHE_DIR": "1",
    "PYTHONPATH": "", "LASTPICK_KERNELS": "",
}  # fmt: skip


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a fresh clone holds that the door needs, in a folder whose name has a space."""
    folder = tmp_path_factory.mktemp("a clone") / "of the games"
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "page")
    shutil.copytree(ROOT / "src", folder / "src", ignore=ignored)
    for name in ("Makefile", "pyproject.toml", "setup.py", "tools/environment.py"):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return folder


def make(folder: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", *words], cwd=folder, capture_output=True, text=True, timeout=TIMEOUT,
        env=environment({**OFFLINE, "PYTHON": sys.executable, **more}), stdin=subprocess.DEVNULL,
    )  # fmt: skip


@pytest.fixture(scope="module")
def opened(clone: Path) -> subprocess.CompletedProcess[str]:
    """The first `make play`, without a network."""
    return make(clone, "play", "ARGS=--version")


def test_without_a_network_the_games_are_there_all_the_same(
    clone: Path, opened: subprocess.CompletedProcess[str]
) -> None:
    assert (opened.stderr, opened.returncode) == ("", 0)
    making, *rest = opened.stdout.splitlines()
    assert re.fullmatch(r"Making \.venv with Python 3\.\d+\.\d+ \.\.\.", making)
    assert rest == [
        "Fetching Textual, which draws the full screen (once) ...",
        "Textual could not be fetched, so the line menu opens; make screen says why.",
        f"lastpick {__version__} (interpreted kernels)",
    ]
    why = make(clone, "screen")
    assert why.returncode != 0
    assert "textual" in why.stderr


def test_nothing_is_built(clone: Path, opened: subprocess.CompletedProcess[str]) -> None:
    assert opened.returncode == 0
    assert not list(clone.rglob("*.so"))
    assert not (clone / "build").exists()
    planned = make(clone, "--dry-run", "--always-make", "play").stdout
    assert "environment.py screen" in planned
    assert "compile" not in planned
    for target in ("test", "bench", "fast"):
        assert "environment.py compile" in make(clone, "--dry-run", target).stdout


def test_the_command_runs_from_anywhere_and_from_its_source(
    clone: Path, opened: subprocess.CompletedProcess[str], tmp_path: Path
) -> None:
    assert opened.returncode == 0
    (tmp_path / "argparse.py").write_text("raise SystemExit('a file of somebody else')\n")
    command = clone / ".venv" / "bin" / "lastpick"
    ran = subprocess.run(
        [command, "games"], cwd=tmp_path, env=environment(OFFLINE), capture_output=True, text=True
    )
    assert (ran.stderr, ran.returncode) == ("", 0)
    code = "import lastpick; print(lastpick.__file__)"
    where = subprocess.check_output(
        [clone / ".venv" / "bin" / "python", "-c", code], env=environment(OFFLINE), text=True
    )
    assert Path(where.strip()) == clone / "src" / "lastpick" / "__init__.py"


def test_the_command_hires_processes(tmp_path: Path) -> None:
    """They read the file that they were started from once more, and must not start anew."""
    command = tmp_path / "lastpick"
    command.write_text(door.START)
    words = ("evaluate", "random", "--each", "1", "--games", "0", "--processes", "2", "--json")
    done = subprocess.run(
        [sys.executable, command, *words], cwd=tmp_path, env=environment({}),
        capture_output=True, text=True, timeout=TIMEOUT,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert '"decisions": 72' in done.stdout


def test_a_script_is_told_of_a_failure(
    clone: Path, opened: subprocess.CompletedProcess[str]
) -> None:
    assert opened.returncode == 0
    failed = make(clone, "play", "ARGS=nonsense")
    assert failed.returncode == 2
    assert "no command is called 'nonsense'" in failed.stderr


@contextmanager
def at_a_terminal(folder: Path, *words: str, **more: str) -> Iterator[pexpect.spawn]:
    own = {"PYTHON": sys.executable, "LASTPICK_HOME": str(folder), **more}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # a fork in a threaded process
        child = pexpect.spawn(
            "make", list(words), cwd=str(folder), timeout=TIMEOUT, encoding="utf-8",
            env=environment({**OFFLINE, **own}),
        )  # fmt: skip
    child.delaybeforesend = None
    try:
        yield child
    finally:
        child.close(force=True)


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_a_person_leaves_without_a_word_of_makes(
    clone: Path, opened: subprocess.CompletedProcess[str], key: str
) -> None:
    assert opened.returncode == 0
    with at_a_terminal(clone, "play", "ARGS=play number-bind") as child:
        child.expect("number: ")
        leave_by(child, lambda: child.send(key))
        assert "saved" in child.before
        assert "make" not in child.before
        assert "***" not in child.before


def test_a_person_leaves_before_the_games_are_there(clone: Path, tmp_path: Path) -> None:
    """While something is fetched, from a registry that takes the call and says nothing."""
    folder = tmp_path / "clone"
    shutil.copytree(clone, folder, ignore=shutil.ignore_patterns(".venv"), symlinks=True)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(TIMEOUT)
        registry = f"http://127.0.0.1:{silent.getsockname()[1]}/simple"
        with at_a_terminal(folder, "play", PIP_INDEX_URL=registry) as child:
            child.expect("Fetching Textual")
            with silent.accept()[0]:
                child.send("\x03")
                child.expect(pexpect.EOF)
            assert "***" not in child.before
            assert "Choose" not in child.before
    assert not (folder / ".venv" / "screen").exists()


def test_what_is_wrong_is_said_once_at_a_terminal(
    clone: Path, opened: subprocess.CompletedProcess[str]
) -> None:
    assert opened.returncode == 0
    with at_a_terminal(clone, "play", "ARGS=play numberbind") as child:
        child.expect(pexpect.EOF)
        assert "did you mean number-bind?" in child.before
        assert "***" not in child.before


# --- what may be missing --------------------------------------------------------------


def test_an_old_python_is_told_apart(clone: Path, tmp_path: Path) -> None:
    old = tmp_path / "python3"
    code = "import sys; sys.version_info = (3, 10); exec(sys.argv[1])"
    old.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{code}" "$2"\n')
    old.chmod(0o755)
    ran = make(clone, "--always-make", "play", PYTHON=str(old))
    assert ran.returncode == 2
    assert ran.stderr.startswith("Lastpick needs Python 3.11 or newer; name one with: make PYTHON=")


def test_without_venv_one_line_says_so(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "environment.py", tmp_path / "tools")
    (tmp_path / "venv.py").write_text("raise ImportError\n")
    ran = subprocess.run(
        [sys.executable, "tools/environment.py"], cwd=tmp_path, capture_output=True, text=True,
        env=environment({"PYTHONPATH": str(tmp_path)}),
    )  # fmt: skip
    assert ran.returncode == 1
    assert ran.stderr.count("\n") == 1
    assert "venv module is missing" in ran.stderr
    assert "PYTHONPATH=src python3 -m lastpick" in ran.stderr


def test_without_any_pip_one_line_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(door, "_site_packages", lambda: tmp_path)
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(SystemExit, match=r"^no pip for Python was found"):
        door.pip()


def test_the_pip_that_python_carries_will_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(door, "_site_packages", lambda: tmp_path)
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\n[ "$1" = -m ] && exit 1\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    monkeypatch.setattr(door, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(sys, "executable", str(python))
    shown = subprocess.check_output([*door.pip(), "--version"], text=True)
    assert shown.startswith("pip ")


# --- extras ---------------------------------------------------------------------------


def test_an_extra_brings_what_the_extras_in_it_ask_for() -> None:
    wanted = door.requirements("test")
    assert {"matplotlib", "starlette", "textual==8.2.8", "hypothesis"} <= set(wanted)
    assert not [name for name in wanted if name.startswith("lastpick")]
    assert door.requirements("screen") == ["textual>=8.2,<9"]
    assert set(wanted) <= set(door.requirements("lint"))


@pytest.mark.parametrize(
    "python", ["/usr/bin/python", "/a b/python", "/it's/py thon", "/" + "x" * 200]
)
def test_a_script_finds_its_interpreter(python: str) -> None:
    first, *rest = door._shebang(python).splitlines()
    if len(python) < 100 and " " not in python:
        assert (first, rest) == (f"#!{python}", [])
    else:
        assert first == "#!/bin/sh"
        compile("\n".join(rest) + "\nimport sys\n", "lastpick", "exec")  # a text to Python


@pytest.mark.parametrize("red", ["--ignore=tests/browser", "tests/browser", "nothing"])
def test_the_browser_tests_run_also_where_the_others_fail(red: str, tmp_path: Path) -> None:
    """With a Python that only notes what it is started for, and fails at one part of the tests."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    for name, text in (
        ("tools/services.sh", ""),
        (
            "bin/python",
            'echo "$PYTHONDONTWRITEBYTECODE$*" >> ran\n'
            'for word; do [ "$word" = "$RED" ] && exit 1; done; exit 0',
        ),
    ):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    ready = ("-o", ".venv/test", "-o", ".venv/firefox")
    done = make(
        tmp_path, *ready, "test", "BIN=bin", "WORKERS=2", RED=red, PYTHONDONTWRITEBYTECODE="1"
    )
    ran = (tmp_path / "ran").read_text().splitlines()
    started = "-m pytest -n 2 --dist worksteal"  # and bytecode is kept
    assert ran == [f"{started} --ignore=tests/browser", f"{started} tests/browser"]
    assert (done.returncode == 0) == (red == "nothing")
    make(tmp_path, *ready, "test", "BIN=bin", "WORKERS=2", "ARGS=tests/web", RED=red)
    ran = (tmp_path / "ran").read_text().splitlines()
    assert ran[2:] == [f"{started} tests/web"]
