"""Builds the kernels: a few modules that are compiled where Cython and a C compiler allow.

Each is an ordinary .py file that also runs interpreted; the .pxd beside it adds C types.
An extension that cannot be built is left out, and everything works, slower.
"""

import os
from pathlib import Path

from setuptools import Extension, setup

KERNELS = sorted(p for p in Path("src/lastpick").glob("**/*.pxd") if p.stem != "__init__")
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
}


def extensions() -> list[Extension]:
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    modules = []
    for path in KERNELS:
        name = ".".join(path.with_suffix("").parts[1:])
        source = str(path.with_suffix(".py"))
        modules.append(Extension(name, [source], extra_compile_args=["-O2", "-g0"]))
    made: list[Extension] = cythonize(
        modules, compiler_directives=DIRECTIVES, build_dir="build", quiet=True
    )
    for module in made:
        module.optional = True  # cythonize does not carry it over
    return made


setup(
    ext_modules=extensions(),
    options={"build_ext": {"parallel": os.cpu_count()}},
)
