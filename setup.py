"""Builds the kernels: a few modules that are compiled where Cython and a C compiler allow.

Each is an ordinary .py file that also runs interpreted; the .pxd beside it adds C types.
An extension that cannot be built is left out, and everything works, slower.
"""

import os
import runpy
from pathlib import Path

from setuptools import Extension, setup

ROOM = Path("src/lastpick")
BUILD = Path("build")
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
}


def extensions() -> list[Extension]:
    if os.environ.get("LASTPICK_KERNELS") == "interpreted":
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    kernels = runpy.run_path(str(ROOM / "kernels.py"))
    modules = []
    for name in kernels["MODULES"]:
        source = Path("src", *name.split(".")).with_suffix(".py")
        marked = _marked(source, kernels["mark"](kernels["source_digest"](name)))
        modules.append(
            Extension(name, [str(source), str(marked)], extra_compile_args=["-O2", "-g0"])
        )
    made: list[Extension] = cythonize(
        modules, compiler_directives=DIRECTIVES, build_dir=str(BUILD), quiet=True
    )
    for module in made:
        module.optional = True  # cythonize does not carry it over
    return made


def _marked(source: Path, mark: str) -> Path:
    """A line of C that tells from what a kernel was made; if it changes, all is made anew."""
    file = BUILD / source.with_name(f"{source.stem}_mark.c")
    text = f'const char lastpick_mark[] = "{mark}";\n'
    if not file.exists() or file.read_text() != text:
        file.parent.mkdir(parents=True, exist_ok=True)
        (BUILD / source.with_suffix(".c")).unlink(missing_ok=True)
        file.write_text(text)
    return file


setup(
    ext_modules=extensions(),
    options={"build_ext": {"parallel": os.cpu_count()}},
)
