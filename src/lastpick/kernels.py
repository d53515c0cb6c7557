"""Which kernels run: a few modules are compiled where a C compiler was found.

Each kernel is an ordinary .py file with a .pxd beside it that adds C types; interpreted, it
does the same, slower. LASTPICK_KERNELS=interpreted runs the .py files even where compiled
ones are installed, and builds none.

A compiled kernel carries a digest of what it was made from, so that one that is older than its
source is known for what it is, whatever the files' times say.
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
    "lastpick.oracle.growing",
    "lastpick.oracle.nimbers",
    "lastpick.oracle.binary_fuse",
    "lastpick.oracle.positions",
    "lastpick.oracle.removals",
    "lastpick.oracle.subsets",
    "lastpick.oracle.steps",
    "lastpick.oracle.distances",
    "lastpick.oracle.sieve_form",
    "lastpick.oracle.row_form",
    "lastpick.oracle.misere_words",
    "lastpick.oracle.verify.pieces",
)
_HERE = os.path.dirname(__file__)


def _path(module: str, root: str = _HERE) -> str:
    return os.path.join(root, *module.split(".")[1:])


def running() -> str:
    """ "compiled", "interpreted", or "partly compiled"."""
    if os.environ.get("LASTPICK_KERNELS") == "interpreted":
        return "interpreted"
    from importlib.machinery import EXTENSION_SUFFIXES

    found = [any(os.path.exists(_path(m) + end) for end in EXTENSION_SUFFIXES) for m in MODULES]
    return "compiled" if all(found) else "partly compiled" if any(found) else "interpreted"


def advice() -> str:
    """How long work would be faster, in one line; nothing where it is as fast as it gets.

    LASTPICK_KERNELS=interpreted is somebody's wish, and needs no advice.
    """
    if os.environ.get("LASTPICK_KERNELS") == "interpreted" or running() == "compiled":
        return ""
    if os.path.exists(os.path.join(_HERE, "..", "..", "setup.py")):
        return "make fast compiles the kernels, and this would be faster"
    return "installed anew where there is a C compiler, lastpick would be faster"


def source_digest(module: str, root: str = _HERE) -> str:
    """What a kernel is compiled from: its source, and the C types of all of them."""
    from hashlib import sha256

    found = sha256()
    for path in (_path(module, root) + ".py", *(_path(m, root) + ".pxd" for m in MODULES)):
        with open(path, "rb") as file:
            found.update(file.read())
    return found.hexdigest()


def mark(digest: str) -> str:
    """What stands in a kernel that was compiled from that."""
    return f"lastpick kernel of {digest}"


def stale() -> list[str]:
    """The kernels that would run compiled from another source than the one beside them."""
    if running() == "interpreted":
        return []
    from importlib.machinery import EXTENSION_SUFFIXES

    found = []
    for module in MODULES:
        paths = (_path(module) + end for end in EXTENSION_SUFFIXES)
        compiled = next(filter(os.path.exists, paths), None)
        if compiled is not None:
            with open(compiled, "rb") as file:
                if mark(source_digest(module)).encode() not in file.read():
                    found.append(module)
    return found


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
