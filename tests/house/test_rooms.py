"""The rooms: each imports only rooms above it, and starting up loads little."""

import ast
import pydoc
import re
import subprocess
import sys
from pathlib import Path

import pytest
from house_map import imported

import lastpick
from lastpick.cli import COMMANDS

SOURCE = Path(lastpick.__file__).parent
FILES = sorted(SOURCE.rglob("*.py"))

# From the top to the bottom; rooms on one line do not import each other.
ORDER = [
    {"errors", "kernels"},
    {"files"},
    {"relations"},
    {"game"},
    {"catalog"},
    {"record"},
    {"journal"},
    {"oracle"},
    {"perft", "conformance", "players"},
    {"workers", "online"},
    {"coach"},
    {"terminal", "web"},
    {"arena", "envs", "mcp"},
    {"evaluation"},
    {"cli"},
    {"__main__"},
]
EXTRAS = {  # each imported only where it is used
    "coach/longest/programme.py": {"highspy"},
    "coach/plots.py": {"matplotlib"},
    "envs/__init__.py": {"gymnasium", "numpy"},
    "envs/gym.py": {"gymnasium", "numpy"},
    "envs/gym_vector.py": {"gymnasium", "numpy"},
    "envs/lastpick_v0.py": {"gymnasium", "numpy", "pettingzoo"},
    "envs/observation.py": {"numpy"},
    "envs/openspiel.py": {"numpy", "pyspiel"},
    "envs/render.py": {"numpy"},
    "envs/vector.py": {"numpy"},
    "mcp/answers.py": {"pydantic"},
    "mcp/server.py": {"mcp", "mcp_types", "pydantic"},
    "mcp/tools.py": {"mcp_types", "pydantic", "pydantic_core"},
    "evaluation/inspect_scorers.py": {"inspect_ai"},
    "evaluation/inspect_tasks.py": {"inspect_ai", "pydantic"},  # of which Inspect is made
    "web/asking/picture.py": {"PIL"},
    "web/http/invitation.py": {"segno"},
    "terminal/show_link.py": {"segno"},
    "web/http/app.py": {"starlette"},
    "web/http/calls/catalog.py": {"pydantic"},
    "web/http/calls/coaching.py": {"pydantic"},
    "web/http/calls/health.py": {"pydantic", "starlette"},
    "web/http/calls/lessons.py": {"pydantic"},
    "web/http/calls/making.py": {"pydantic"},
    "web/http/calls/playing.py": {"pydantic", "starlette"},
    "web/http/calls/puzzles.py": {"pydantic"},
    "web/http/calls/solo.py": {"pydantic"},
    "web/http/connection.py": {"uvicorn"},
    "web/http/door.py": {"starlette"},
    "web/http/error_answers.py": {"starlette"},
    "web/http/guard.py": {"starlette"},
    "web/http/metrics.py": {"prometheus_client", "starlette"},
    "web/http/metrics_endpoint.py": {"prometheus_client"},
    "web/http/one_process.py": {"uvicorn"},
    "web/http/openapi.py": {"pydantic"},
    "web/http/pages.py": {"pydantic", "starlette"},
    "web/http/pictures.py": {"pydantic", "starlette"},
    "web/http/reading.py": {"pydantic", "starlette"},
    "web/http/route.py": {"pydantic", "starlette"},
    "web/http/shapes.py": {"pydantic"},
    "web/http/sse.py": {"starlette"},
    "web/store/postgres_pool.py": {"asyncpg"},
    "web/store/rows.py": {"pydantic"},
    "workers/cluster.py": {"dask", "distributed"},
}
FULL_SCREEN = {"rich", "textual"}  # for all of terminal/full, and nothing else
# The rooms within the web, from the first to the last.
WEB = ["errors", "networks", "routine", "game", "store", "asking", "games", "http", "page"]
LEVEL = {room: level for level, rooms in enumerate(ORDER) for room in rooms}


def room_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def test_every_room_has_its_place() -> None:
    assert {room_of(path) for path in FILES} == {"__init__", *LEVEL}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_room_imports_only_rooms_above_it(path: Path) -> None:
    room = room_of(path)
    for module in imported(path):
        top, _, rest = module.partition(".")
        other = rest.split(".")[0]
        if top != "lastpick" or other in ("", "__version__", room):
            continue
        if room == "__init__":  # the front door names what is inside, and imports it when asked
            assert other in LEVEL
        else:
            assert LEVEL[other] < LEVEL[room], f"{room} imports {other}"


# The same part in two rooms, which do the same work on other things.
SAME_ROLE = {"Results", "Report"}


def test_no_two_classes_share_a_name() -> None:
    found: dict[str, list[str]] = {}
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(str(path.relative_to(SOURCE)))
    shared = {name: files for name, files in found.items() if len(files) > 1}
    assert not shared.keys() - SAME_ROLE, shared


@pytest.mark.parametrize(
    "path", sorted((SOURCE / "web").rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE))
)
def test_a_room_of_the_web_imports_only_those_before_it(path: Path) -> None:
    room = path.relative_to(SOURCE / "web").parts[0].removesuffix(".py")
    before = WEB[: WEB.index(room)] if room != "__init__" else []
    for module in imported(path):
        if module.startswith("lastpick.web."):
            assert module.split(".")[2] in (room, *before), f"{room} imports {module}"


def test_imports_are_seen_where_they_are() -> None:
    """The reader of imports itself: relative, inside functions, and of whole rooms."""
    seen = set(imported(SOURCE / "terminal" / "show_check.py"))
    assert {"lastpick.catalog", "lastpick.conformance", "lastpick.terminal.record_files"} <= seen
    assert "lastpick.terminal.menu" in set(imported(SOURCE / "cli" / "playing.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_nothing_but_the_standard_library_is_imported(path: Path) -> None:
    tops = {module.split(".")[0] for module in imported(path)}
    inside = path.relative_to(SOURCE)
    extras = (
        FULL_SCREEN if inside.parts[:2] == ("terminal", "full") else EXTRAS.get(str(inside), set())
    )
    assert tops <= {"lastpick", *extras, *sys.stdlib_module_names}


def loaded_by(statement: str) -> set[str]:
    """The modules that a statement adds to those of a bare interpreter."""
    code = (
        f"import sys; before = set(sys.modules)\n{statement}\nprint(*(set(sys.modules) - before))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    return set(run.stdout.split())


def test_importing_the_package_loads_nothing_else() -> None:
    assert loaded_by("import lastpick") - {"__future__"} == {"lastpick"}


HEAVY = {"dataclasses", "inspect", "tomllib", "asyncio", "sqlite3", "json", "typing", "random"}


def test_importing_the_command_line_loads_no_heavy_module() -> None:
    loaded = loaded_by("import lastpick.cli")
    assert "argparse" in loaded
    assert not loaded & HEAVY
    assert {name for name in loaded if name.startswith("lastpick")} == {
        "lastpick",
        "lastpick.cli",
        "lastpick.cli.parser",
        "lastpick.errors",
        "lastpick.terminal",
    }


def test_a_command_loads_its_own_file_and_no_others() -> None:
    loaded = loaded_by("from lastpick.cli import parser_of; parser_of('solve')")
    files = {f"lastpick.cli.{command.file}" for command in COMMANDS.values()}
    assert loaded & files == {"lastpick.cli.studying"}
    assert not loaded & HEAVY


def test_playing_needs_no_heavy_module_either() -> None:
    loaded = loaded_by("import lastpick; lastpick.load('divisor-duel').start().pick(6)")
    assert "lastpick.game" in loaded
    assert not loaded & {"dataclasses", "inspect", "asyncio", "sqlite3", "lastpick.terminal"}


@pytest.mark.parametrize(
    "args",
    [
        ["--version"],
        ["games"],
        ["play", "divisor-duel"],
        ["resume"],
        ["history"],
        ["join", "http://127.0.0.1:1/game/a#invite=b"],
        ["--plain"],
    ],
    ids=" ".join,
)
def test_nothing_but_the_full_screen_imports_textual(args: list[str]) -> None:
    """Not even where it could open: there it is looked for, and nothing more."""
    run = f"from lastpick.cli import main\ntry: main({args!r})\nexcept SystemExit: pass\nprint()"
    loaded = {name.partition(".")[0] for name in loaded_by(run)}
    assert "lastpick" in loaded
    assert not loaded & {"textual", "rich", "asyncio"}


def test_the_front_door_names_what_is_inside() -> None:
    for name in lastpick.__all__:
        assert getattr(lastpick, name) is not None
    with pytest.raises(
        AttributeError, match="module 'lastpick' has no attribute 'chess'"
    ) as refused:
        lastpick.chess  # noqa: B018
    assert (refused.value.name, refused.value.obj) == ("chess", lastpick)  # to suggest what is near
    assert {*lastpick.__all__} <= {*dir(lastpick)}
    told = pydoc.plain(pydoc.TextDoc().document(lastpick))
    for name in {*lastpick.__all__} - {
        "oracle",
        "__version__",
    }:  # which help() lists as a part of the package
        assert re.search(rf"^    (class )?{name}\b", told, re.MULTILINE), name
