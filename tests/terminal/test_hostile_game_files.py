"""A game file that costs more than its size is refused at every door, before it is parsed."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.running import run

from lastpick.catalog import open_book
from lastpick.coach.lesson_file import open_lesson
from lastpick.errors import CatalogError, LastpickError
from lastpick.evaluation.suite import Rules, open_suite, read_rules
from lastpick.journal import Journal, Setup
from lastpick.mcp.books import book_for
from lastpick.online.told import read_words
from lastpick.record import Person
from lastpick.terminal import settings
from lastpick.web.asking.questions import Source, open_source

KEY = 'numbers = "1-9"\n' + "a." * 25_000 + "a = 1\n"
LARGE = 'numbers = "1-9"\n' + "a." * 200_000 + "a = 1\n"
LIMITED = "ulimit -v 600000"  # kB
SETUP = Setup(
    game="own",
    toml=None,
    numbers="1-9",
    people=(Person("Ann"), Person("Bob")),
    named=(True, True),
    first=0,
    best_of=1,
    strikes=None,
    seed=1,
    date="2026-11-18",
    record=None,
)


@pytest.fixture(autouse=True)
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were parsed, and must not hold what is hostile."""
    texts: list[str] = []
    loads = tomllib.loads

    def noted(text: str) -> dict[str, Any]:
        texts.append(text)
        assert "a.a.a.a.a.a.a.a.a" not in text
        return loads(text)

    monkeypatch.setattr(tomllib, "loads", noted)
    return texts


def saved(home: Path, toml: str) -> None:
    folder = home / "games"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "2026.game").write_text(SETUP._replace(toml=toml).to_json() + "\n")


def of_journal(home: Path, toml: str) -> None:
    saved(home, toml)
    (error,) = Journal().saved()
    assert isinstance(error, LastpickError)
    raise error


def of_settings(_: Path, toml: str) -> None:
    path = Path(settings.path())
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(toml)
    found, (trouble,) = settings.load()
    assert found == settings.UserSettings()
    raise CatalogError(trouble)


def of_file(read: Callable[[Path], object]) -> Callable[[Path, str], object]:
    def write_and_read(home: Path, toml: str) -> object:
        home.mkdir(exist_ok=True)
        path = home / "own.toml"
        path.write_text(toml)
        return read(path)

    return write_and_read


DOORS: dict[str, Callable[[Path, str], object]] = {
    "game file": of_file(open_book),
    "lesson": of_file(lambda path: open_lesson(str(path))),
    "rules of a suite": of_file(read_rules),
    "rules of results": lambda _, toml: open_suite("standard", rules=[Rules("own", toml)]),
    "saved game": of_journal,
    "chat assistant": lambda _, toml: book_for(toml),
    "web server": lambda _, toml: open_source(Source("own-game", toml, None)),
    "settings": of_settings,
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("toml", [KEY, LARGE], ids=["key", "large"])
def test_no_door_parses_it(door: str, toml: str, home: Path) -> None:
    with pytest.raises(LastpickError, match=r"a key of more than 8 parts|larger than 64 kB"):
        DOORS[door](home, toml)


@pytest.mark.parametrize("toml", [KEY, LARGE], ids=["key", "large"])
def test_a_server_s_file_is_not_parsed_either(toml: str) -> None:
    game = open_book("divisor-duel", "1-9").game
    own = game.on("1-9")
    own.name = "own"
    data = {"title": "Theirs", "rule": "as theirs"}
    assert read_words(own, data, toml).title == "Theirs"


@pytest.mark.parametrize("command", ["check", "rules", "solve", "play", "perft", "balance"])
def test_a_command_refuses_it_in_one_line_in_little_memory(command: str, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(KEY)
    done = run(command, "own.toml", cwd=tmp_path, shell=LIMITED)
    why = "own.toml: a key of more than 8 parts; expected a game file"
    assert (done.out, done.err, done.code) == ("", f"lastpick: {why}\n", 2)


def test_statistics_pass_over_it(home: Path) -> None:
    saved(home, LARGE)
    done = run("stats", shell=LIMITED)
    assert "Traceback" not in done.err
    assert "is damaged in line 1: own.toml: larger than 64 kB" in done.err
    assert done.code == 0


def test_a_lack_of_memory_is_one_line(tmp_path: Path) -> None:
    """A list in JSON takes twenty times its size."""
    (tmp_path / "verdict").write_text(json.dumps([[]] * 3_000_000, separators=(",", ":")))
    done = run("check", "verdict", cwd=tmp_path, shell="ulimit -v 200000")
    assert done == ("", "lastpick: there is not enough memory for that\n", 1)
