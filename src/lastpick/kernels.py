"""Which kernels run: a few modules are compiled where a C compiler was found.

Each kernel is an ordinary .py file with a .pxd beside it that adds C types; interpreted, it
does the same, slower. LASTPICK_KERNELS=interpreted runs the .py files even where compiled
ones are installed.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False  # as in typing, without the time that importing it takes
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

MODULES = (
    "lastpick.game",
    "lastpick.relations.numbers",
    "lastpick.oracle.matching",
    "lastpick.oracle.nimbers",
    "lastpick.oracle.binary_fuse",
)
_HERE = os.path.dirname(__file__)


def _path(module: str) -> str:
    return os.path.join(_HERE, *module.split(".")[1:])


def running() -> str:
    """ "compiled", "interpreted", or "partly compiled"."""
    if os.environ.get("LASTPICK_KERNELS") == "interpreted":
        return "interpreted"
    from importlib.machinery import EXTENSION_SUFFIXES

    found = [any(os.path.exists(_path(m) + end) for end in EXTENSION_SUFFIXES) for m in MODULES]
    return "compiled" if all(found) else "partly compiled" if any(found) else "interpreted"


class _Interpreter:
    """Finds the .py file of a kernel, where Python would take the compiled one."""

    @staticmethod
    def find_spec(
        name: str, _places: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in MODULES:
            return None
        from importlib.util import spec_from_file_location

        return spec_from_file_location(name, _path(name) + ".py")


def interpret() -> None:
    """From now on import kernels interpreted."""
    import sys

    sys.meta_path.insert(0, _Interpreter)
