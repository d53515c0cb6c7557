"""Draws the map of the rooms in docs/README.md, from the imports of the package.

    python tools/house_map.py            write the page anew
    python tools/house_map.py --check    only say whether it is true

An arrow leads from a room to one that it imports. Where one room imports another both directly
and by way of a third, the direct arrow is left out: the drawing stays readable, and nothing can
be reached in the house that cannot be reached on the map.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "lastpick"
PAGE = ROOT / "docs" / "README.md"
_MAP = re.compile(r"```mermaid\n.*?```", re.DOTALL)

Map = dict[str, set[str]]


def imported(path: Path) -> Iterator[str]:
    """The full names of the modules that a file imports, anywhere in it."""
    package = ["lastpick", *path.relative_to(PACKAGE).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *filter(None, [node.module])])
            if module in ("lastpick", "lastpick.web"):  # from . import a_room
                yield from (f"{module}.{alias.name}" for alias in node.names)
            else:
                yield module


def rooms() -> Map:
    """Each room, and the rooms that it imports."""
    found: Map = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if room.startswith("__"):
            continue
        others = found.setdefault(room, set())
        for module in imported(path):
            top, _, rest = module.partition(".")
            other = rest.split(".")[0]
            if top == "lastpick" and other not in ("", room) and not other.startswith("__"):
                others.add(other)
    return found


def reached(start: str, over: Map) -> set[str]:
    """What can be reached from a room in one step or more."""
    found: set[str] = set()
    open_rooms = list(over[start])
    while open_rooms:
        room = open_rooms.pop()
        if room not in found:
            found.add(room)
            open_rooms.extend(over[room])
    return found


def drawn(over: Map) -> str:
    """The map, without arrows that a longer way makes needless."""
    lines = ["```mermaid", "flowchart BT"]
    for room in sorted(over):
        direct = over[room]
        needless = {far for near in direct for far in reached(near, over)}
        arrows = sorted(direct - needless)
        lines += [f"    {room} --> {other}" for other in arrows] or [f"    {room}"]
    return "\n".join([*lines, "```"])


def page() -> str:
    """The page with the map as it is now."""
    return _MAP.sub(lambda _: drawn(rooms()), PAGE.read_text(), count=1)


def main() -> None:
    if "--check" not in sys.argv:
        PAGE.write_text(page())
    elif page() != PAGE.read_text():
        sys.exit("docs/README.md shows another house; run make docs")


if __name__ == "__main__":
    main()
