"""The docs stay true: the command line, links, versions, and the table of requirements."""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
import sys
from pathlib import Path

import house_map
import pytest
from support.running import run

import lastpick
from lastpick.catalog import daily_games
from lastpick.cli import COMMANDS

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])


def test_cli_reference_is_what_help_says() -> None:
    tool = [sys.executable, str(ROOT / "tools" / "cli_reference.py")]
    written = subprocess.run(tool, capture_output=True, text=True, check=True).stdout
    stored = (ROOT / "docs" / "cli.md").read_text()
    assert stored.split() == written.split(), "run make docs"


def test_the_man_page_is_what_the_arguments_say() -> None:
    tool = [sys.executable, str(ROOT / "tools" / "man_page.py")]
    written = subprocess.run(tool, capture_output=True, text=True, check=True).stdout
    assert (ROOT / "docs" / "lastpick.1").read_text().split() == written.split(), "run make docs"
    for name, command in COMMANDS.items():
        section = written.partition(f"\n.SS {name}\n")[2].partition("\n.S")[0].replace("\\-", "-")
        for action in command.parser(name).arguments:
            if action.dest != "help":
                assert all(option in section for option in action.option_strings), action.dest


def test_readme_names_the_games_of_the_day() -> None:
    readme = (ROOT / "README.md").read_text()
    for name in daily_games():
        assert f"`{name}`" in readme


def test_readme_names_only_commands_that_exist() -> None:
    readme = (ROOT / "README.md").read_text()
    named = set(re.findall(r"(?:^|`)lastpick ([a-z]+)", readme, re.MULTILINE))
    assert len(named) > 10
    assert named <= set(COMMANDS)


def test_changelog_tells_of_this_version() -> None:
    newest = re.search(r"^## (\d\S*)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest
    assert newest[1] == lastpick.__version__


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", re.sub(r"\s+", " ", page.read_text()))
    for link, heading in links:
        other = page.parent / link if link else page
        assert other.exists(), link
        assert not heading or heading in anchors(other), f"{link}#{heading}"


def anchors(page: Path) -> set[str]:
    """What a page's headings are linked by."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_every_room_has_a_page() -> None:
    index = (ROOT / "docs" / "README.md").read_text()
    package = ROOT / "src" / "lastpick"
    files = [path for path in package.iterdir() if path.is_dir() or path.suffix == ".py"]
    rooms = {path.stem for path in files if not path.name.startswith("_")}
    for room in rooms:
        assert f"`{room}`" in index, room


def test_the_map_shows_the_house_as_it_is() -> None:
    assert house_map.page() == (ROOT / "docs" / "README.md").read_text(), "run make docs"


def test_the_map_leaves_no_way_out() -> None:
    """What can be reached by imports can be reached by the arrows that are drawn, and no more."""
    over = house_map.rooms()
    arrows: house_map.Map = {room: set() for room in over}
    for room, other in re.findall(r"^    (\w+) --> (\w+)$", house_map.drawn(over), re.MULTILINE):
        arrows[room].add(other)
    assert len(over) > 15
    for room in over:
        assert house_map.reached(room, arrows) == house_map.reached(room, over)


def test_the_walks_lead_through_files_that_are_there() -> None:
    text = (ROOT / "docs" / "README.md").read_text()
    walks = text.partition("## Four walks")[2].partition("\n## ")[0]
    named = re.findall(r"`([a-z_]+(?:/[a-z_]+)+|game|journal)`", walks)
    assert len(named) > 35
    for name in named:
        assert (ROOT / "src" / "lastpick" / f"{name}.py").is_file(), name


PAGE_OF = {"perft": "checking", "conformance": "checking"}  # rooms that share a page


@pytest.mark.parametrize("room", sorted(house_map.rooms()))
def test_a_rooms_page_tells_of_all_its_files(room: str) -> None:
    folder = ROOT / "src" / "lastpick" / room
    if not folder.is_dir():
        return  # a single file: the index tells of it
    page = (ROOT / "docs" / f"{PAGE_OF.get(room, room)}.md").read_text()
    for path in folder.rglob("*.py"):
        name = path.relative_to(folder).with_suffix("").as_posix()
        if path.stem not in ("__init__", "__main__"):
            told = re.search(rf"^\|.*`(\S*/)?{re.escape(path.stem)}(\.py)?`", page, re.MULTILINE)
            assert told, f"docs/{room}.md does not tell of {name}"


def test_examples_in_docs_run() -> None:
    names = ("game.md", "oracle.md", "players.md", "evaluation-datasets.md")
    pages = [(ROOT / "docs" / name).read_text() for name in names]
    blocks = [
        found
        for page in pages
        for found in re.findall(r"```python\n(.*?)```", page, re.DOTALL)
        if "load_dataset" not in found  # which tests/evaluation/test_export.py does
    ]
    assert len(blocks) >= len(pages)
    for block in blocks:
        ran = subprocess.run(
            [sys.executable, "-c", block], capture_output=True, text=True, check=True
        )
        expected = "".join(re.findall(r"^# (.*\n)", block, re.MULTILINE))
        assert ran.stdout == expected


SHOWN = re.compile(r"^```\n\$ lastpick ([^\n]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", ["evaluation.md", "evaluation-figures.md"])
def test_reports_in_docs_are_what_the_command_prints(name: str, tmp_path: Path) -> None:
    """All of it but what stands for "..."."""
    ((line, shown),) = SHOWN.findall((ROOT / "docs" / name).read_text())
    parts = [re.escape(part) for part in re.split(r"^\.\.\.\n", shown, flags=re.MULTILINE)]
    assert len(shown.splitlines()) > 10
    assert re.fullmatch(".*".join(parts), run(*shlex.split(line), cwd=tmp_path).out, re.DOTALL)


def test_the_table_of_tools_names_commands_that_are_understood() -> None:
    page = (ROOT / "docs" / "evaluation.md").read_text()
    table = page.partition("## From your tool")[2].partition("\n## ")[0]
    lines = re.findall(r"`lastpick ([^`]+)`", table)
    assert len(lines) > 7
    for line in lines:
        name, *words = shlex.split(line)
        assert COMMANDS[name].parser(name).parse_words(words), line


def defined_tests() -> set[str]:
    found = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.add(f"{path.parent.name}/{path.stem}.{node.name}")
    return found


def test_every_requirement_names_tests_that_exist() -> None:
    table = (ROOT / "docs" / "requirements.md").read_text()
    rows = [line for line in table.splitlines() if line.startswith("| ") and "/test_" in line]
    assert len(rows) > 40
    tests = defined_tests()
    for row in rows:
        for named in re.findall(r"`(\w+/test_\w+\.test_\w+)`", row):
            assert named in tests, named
    for line in table.splitlines():
        if line.startswith("| ") and not line.startswith(("| --- ", "| requirement ")):
            assert re.search(r"`\w+/test_\w+\.test_\w+`", line), line


def test_nothing_lies_about_at_the_top() -> None:
    """A record that was saved while trying something out is not part of the product."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("no clone: the files are not listed")
    top = {line for line in listed.stdout.splitlines() if "/" not in line}
    assert top == {
        ".gitignore", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md",
        "pyproject.toml", "setup.py",
    }  # fmt: skip
