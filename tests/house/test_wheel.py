"""The wheel: what the package forgets, an editable install would hide."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "lastpick"
BUILT = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "docs/lastpick.1")


def files_of(package: Path) -> set[str]:
    """What lies in a package, but for what Python and the compiler leave there."""
    return {
        path.relative_to(package).as_posix()
        for path in package.rglob("*")
        if path.is_file() and path.suffix not in (".so", ".pyd", ".c", ".pyc")
    }


def run(*command: object, folder: Path, **more: str) -> str:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    ran = subprocess.run(
        [str(word) for word in command],
        cwd=folder, env={**kept, **more}, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that holds the wheel and nothing else."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    shutil.copytree(
        PACKAGE, source / "src" / "lastpick", ignore=shutil.ignore_patterns("__pycache__", "*.so")
    )
    for name in BUILT:
        (source / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, source / name)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    run(
        *(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, source),
        folder=folder, LASTPICK_KERNELS="interpreted",
    )  # fmt: skip
    (wheel,) = folder.glob("*.whl")
    run(sys.executable, "-m", "venv", "--without-pip", folder / "env", folder=folder)
    found = folder / "env" / "bin" / "python"
    run(*pip, "--python", found, "install", "--no-deps", "--no-index", wheel, folder=folder)
    shutil.rmtree(source)
    return found


def place_of(python: Path, name: str) -> Path:
    told = f"import {name}; print({name}.__file__)"
    return Path(run(python, "-c", told, folder=python.parent).strip()).parent


def test_it_holds_every_file_of_the_package(python: Path) -> None:
    installed = place_of(python, "lastpick")
    assert installed.is_relative_to(python.parents[1])
    assert files_of(installed) == files_of(PACKAGE)
    assert len([name for name in files_of(installed) if name.startswith("web/page/")]) > 40


def test_it_brings_the_man_page(python: Path) -> None:
    page = python.parents[1] / "share" / "man" / "man1" / "lastpick.1"
    assert page.read_bytes() == (ROOT / "docs" / "lastpick.1").read_bytes()


def test_it_plays_a_game(python: Path, tmp_path: Path) -> None:
    out = run(
        *(python, "-m", "lastpick", "play", "number-bind", "--p1", "perfect", "--p2", "greedy"),
        folder=tmp_path, LASTPICK_HOME=str(tmp_path / "home"),
    )  # fmt: skip
    assert re.search(r"Player [12].*[Ww]in", out)


@pytest.fixture
def libraries(python: Path) -> Iterator[None]:
    """Only the libraries that the wheel needs come from this environment."""
    borrowed = place_of(python, "lastpick").parent / "borrowed.pth"
    found = Path(sysconfig.get_paths()["purelib"])
    borrowed.write_text(f"{found}\n")  # whose own .pth files, the editable one too, stay shut
    yield
    borrowed.unlink()


@pytest.fixture
def address(python: Path, libraries: None, tmp_path: Path) -> Iterator[str]:  # noqa: ARG001
    """A server from the wheel."""
    process = subprocess.Popen(
        [python, "-m", "lastpick", "serve", "--port", "0", "--no-browser", "--quiet"],
        cwd=tmp_path, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "LASTPICK_HOME": str(tmp_path / "home"), "PYTHONPATH": ""},
    )  # fmt: skip
    try:
        assert process.stdout
        told = re.search(r"http://\S+/", process.stdout.readline())
        assert told
        yield told[0]
    finally:
        process.terminate()
        process.communicate(timeout=60)


def test_it_serves_its_pages(address: str) -> None:
    with urlopen(address, timeout=60) as answer:
        page = answer.read().decode()
    linked = set(re.findall(r'(?:src|href)="/([^"]+\.(?:js|css|svg))"', page))
    assert linked
    for name in linked:
        with urlopen(address + name, timeout=60) as answer:
            assert answer.status == 200


INSPECT = """
from inspect_ai import eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model

output = ModelOutput.from_content("mock", "PICK 16")
output.usage = ModelUsage()
model = get_model("mockllm/model", custom_outputs=[output])
how = {"limit": 1, "ctl_server": False}
(log,) = eval("lastpick/standard", model=model, task_args={"each": 1}, **how)
print(log.eval.task, log.results.scores[0].metrics["score"].value)
"""


@pytest.mark.usefixtures("libraries")
def test_inspect_finds_its_tasks(python: Path, tmp_path: Path) -> None:
    home = {"XDG_DATA_HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    quiet = {"INSPECT_DISPLAY": "none", "INSPECT_LOG_DIR": str(tmp_path / "logs")}
    told = run(python, "-c", INSPECT, folder=tmp_path, **home, **quiet)
    assert told.split() == ["lastpick/standard", "100.0"]
