"""Makes .venv without building anything, and puts packages into it.

    python tools/environment.py             .venv itself, with `lastpick` run from src
    python tools/environment.py screen      what draws the full screen, if it can be fetched
    python tools/environment.py add EXTRA   the packages of extras, as pyproject.toml has them
    python tools/environment.py pip WORDS   any other call of pip for .venv
    python tools/environment.py compile     the kernels, beside their sources

An environment with a pip of its own takes seconds to make, and a wheel of ours a minute. So pip
stays outside until something needs it inside, and a .pth file leads to src. Packages are not
compiled to bytecode on arrival, because Python does so with what it imports, and with no more.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".venv"
PYTHON = FOLDER / "bin" / "python"
_LONGEST_SHEBANG = 127  # on Linux; more is cut off, or refused
START = """\
import sys

from lastpick.cli import main

if __name__ == "__main__":  # processes that are hired read this file too
    sys.exit(main())
"""


def make() -> None:
    """The environment, and the command in it."""
    version = ".".join(map(str, sys.version_info[:3]))
    if not PYTHON.exists():
        print(f"Making .venv with Python {version} ...", flush=True)
        try:
            import venv
        except ImportError:
            sys.exit(
                "Python's venv module is missing; install it (on Debian and Ubuntu: apt install"
                " python3-venv), or play without it: PYTHONPATH=src python3 -m lastpick"
            )
        try:
            venv.create(FOLDER, with_pip=False, symlinks=True)
        except OSError as error:
            sys.exit(f"cannot make .venv: {error}")
    _site_packages().joinpath("lastpick.pth").write_text(f"{ROOT / 'src'}\n")
    script = FOLDER / "bin" / "lastpick"
    script.unlink(missing_ok=True)  # an older one may be a link to elsewhere
    script.write_text(_shebang(str(PYTHON)) + START)
    script.chmod(0o755)


def _site_packages() -> Path:
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    return Path(subprocess.check_output([PYTHON, "-c", code], text=True).strip())


def _shebang(python: str) -> str:
    """How a script names its interpreter, also where the path has spaces or is long."""
    if " " not in python and len(python) < _LONGEST_SHEBANG - 2:
        return f"#!{python}\n"
    return f"#!/bin/sh\n'''exec' {shlex.quote(python)} \"$0\" \"$@\"\n' '''\n"


def pip() -> list[str]:
    """A pip that can work on .venv: its own, that of this Python, or the one Python carries."""
    quiet = ["--disable-pip-version-check", "--no-input", "--quiet"]
    if any(_site_packages().glob("pip-*.dist-info")):
        return [str(PYTHON), "-m", "pip", *quiet]
    here = [sys.executable, "-m", "pip"]
    if subprocess.run([*here, "--version"], capture_output=True).returncode:
        try:
            import ensurepip
        except ImportError:
            sys.exit("no pip for Python was found (on Debian and Ubuntu: apt install python3-pip)")
        carried = sorted(Path(ensurepip.__file__).parent.glob("_bundled/pip-*.whl"))
        here = [sys.executable, f"{carried[-1]}/pip"]
    return [*here, "--python", str(PYTHON), *quiet]


def _project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


def requirements(extra: str) -> list[str]:
    """What an extra asks for; one that names other extras of ours asks for theirs."""
    found = []
    for wanted in _project()["project"]["optional-dependencies"][extra]:
        if wanted.startswith("lastpick["):
            for other in wanted.removeprefix("lastpick[").removesuffix("]").split(","):
                found += requirements(other)
        else:
            found.append(wanted)
    return found


def call_pip(*words: str) -> int:
    return subprocess.call([*pip(), *words])


def add(*extras: str) -> int:
    """Install what extras ask for."""
    wanted = [requirement for extra in extras for requirement in requirements(extra)]
    return call_pip("install", "--no-compile", *dict.fromkeys(wanted))


def screen() -> int:
    """Fetch what draws the full screen. Where that fails, one line tells, and nobody is stopped."""
    print("Fetching Textual, which draws the full screen (once) ...", flush=True)
    os.environ.setdefault("PIP_RETRIES", "1")
    call = [*pip(), "install", "--no-compile", *requirements("screen")]
    failed = subprocess.run(call, capture_output=True).returncode
    if failed:
        print("Textual could not be fetched, so the line menu opens; make screen says why.")
    return failed


def compile_kernels() -> int:
    """Compile what can be; where nothing can, say what is missing, and go on without."""
    needed = ["pip", *_project()["build-system"]["requires"]]
    if failed := call_pip("install", "--no-compile", *needed):
        return failed
    built = subprocess.call([PYTHON, "setup.py", "--quiet", "build_ext", "--inplace"], cwd=ROOT)
    if built:
        return built
    code = "from lastpick.kernels import running; print(running())"
    running = subprocess.check_output([PYTHON, "-c", code], text=True).strip()
    if running != "compiled" and os.environ.get("LASTPICK_KERNELS") != "interpreted":
        print(f"The kernels run {running}: is there a C compiler? All works without, slower.")
    return 0


def main(words: list[str]) -> int:
    os.environ.pop("PYTHONPATH", None)  # what is installed here is meant for this environment
    if not words:
        make()
        return 0
    task, *rest = words
    tasks: dict[str, Callable[..., int]] = {
        "screen": screen, "add": add, "pip": call_pip, "compile": compile_kernels,
    }  # fmt: skip
    return tasks[task](*rest)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
