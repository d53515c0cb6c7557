"""The catalog is open: a game is one file, and nothing else knows the games by name."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from support.serving import Server
from support.stored_games import TESTS, missing

import lastpick
from lastpick.catalog import names, open_book

PACKAGE = Path(lastpick.__file__).parent
CODE = sorted(path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".js", ".html", ".css"))

# Pinned on purpose: what comes out of these must not depend on which games are there.
PINNED = {
    "envs/options.py": {"divisor-duel"},
    "evaluation/generator.py": {
        "divisor-duel",
        "juniper-green",
        "non-consecutive",
        "prime-rumble",
    },
}


def in_python(text: str) -> str:
    """A Python file without comments and docstrings."""
    tree = ast.parse(text)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(tree):
        if isinstance(node, documented) and ast.get_docstring(node, clean=False) is not None:
            node.body[0] = ast.Pass()
    return ast.unparse(tree)


def in_page(text: str) -> str:
    """A script, a style or a page without comments; what looks like one inside a string stays."""
    string = r""" "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | `(?:\\.|[^`\\])*` """
    comment = r"/\*.*?\*/ | (?<!:)//[^\n]* | <!--.*?-->"
    either = re.compile(f"({string})|{comment}", re.VERBOSE | re.DOTALL)
    return either.sub(lambda found: found[1] or " ", text)


def code(path: Path) -> str:
    text = path.read_text()
    return in_python(text) if path.suffix == ".py" else in_page(text)


def spelled(name: str) -> re.Pattern[str]:
    """A game's name or title as it would stand in code.

    One of several words is found however they are joined. A single one may be any word of the
    language, so that it counts as a game's name only where it is all of a string.
    """
    words = re.findall(r"\w+", name)
    if len(words) == 1:
        return re.compile(rf"(['\"`]){re.escape(name)}\1", re.IGNORECASE)
    return re.compile(r"[\W_]?".join(map(re.escape, words)), re.IGNORECASE)


SPELLED = {
    name: [spelled(name), spelled(open_book(name).title)] for name in names()
}  # fmt: skip


def spoken_of(text: str) -> set[str]:
    return {name for name, found in SPELLED.items() if any(one.search(text) for one in found)}


@pytest.mark.parametrize("path", CODE, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_code_knows_a_game_by_its_name(path: Path) -> None:
    place = str(path.relative_to(PACKAGE))
    assert spoken_of(code(path)) == PINNED.get(place, set())


def test_what_code_is_and_what_is_not() -> None:
    """The readers above themselves."""
    assert len(CODE) > 150
    python = '"""Divisor Duel"""\nx = 1  # number-bind\ndef f():\n    "prime-rumble"\n'
    assert spoken_of(in_python(python)) == set()
    assert spoken_of(in_python(python + 'x = "Prime rumble"\nnumber_bind = 2')) == {
        "prime-rumble",
        "number-bind",
    }
    page = "/* number-bind\n */ a = 'b'; // prime-rumble\n<!-- divisor duel -->"
    assert spoken_of(in_page(page)) == set()
    assert spoken_of(in_page("a('http://x/number-bind') // y")) == {"number-bind"}
    assert spoken_of(in_page("<p>it's //\n DIVISOR Duel</p>")) == {"divisor-duel"}
    assert spoken_of(in_page("const numberBind = `\n// prime-rumble`")) == {
        "number-bind",
        "prime-rumble",
    }
    assert spelled("zebra").search("names = {'Zebra': 1}")
    assert not spelled("zebra").search("a zebra crossing")


def test_every_shipped_game_has_its_stored_games() -> None:
    lacking = " ".join(str(path.relative_to(TESTS)) for path in missing())
    assert not lacking, f"tests/ lacks {lacking}: make playthroughs writes them"


# --- two more games, in a copy of the package ----------------------------------------------------

# One sorts before all shipped games, one after; neither is daily. One says much, one the least.
ADDED = {
    "aardvark": """
title = "Aardvark"
summary = "Dig near, and bury what is twice as deep."
numbers = "1-24"
pools = ["1-24", "1-40"]
opens = "n % 3 != 0"
follows = "abs(n - last) <= 5"
removes = "m == 2 * n"
rules = "Dig near the last hole. What lies twice as deep is buried."
example = [4, 7, 5]
tips = ["Dig."]
""",
    "zebra": 'numbers = "2-30"\nremoves = "m % 10 == n % 10"\n',
}
DAILY = json.loads((Path(__file__).parents[1] / "coach" / "dailies.json").read_text())
FEW = list(DAILY)[:8]
ANY = [
    "juniper-green_1-100_76-4-60-5-85-17", "number-knockout_1-20_5-10-2-16",
    "divisor-duel_1-20_4-20-5-15-3-6", "non-consecutive_1-20_19-16-12-10-4",
    "non-consecutive_1-20_5-11-15-2-20",
]  # fmt: skip


@pytest.fixture(scope="module")
def more_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with two more games."""
    folder = tmp_path_factory.mktemp("source")
    copy = shutil.copytree(
        PACKAGE, folder / "lastpick", ignore=shutil.ignore_patterns("__pycache__")
    )
    for name, text in ADDED.items():
        (copy / "catalog" / f"{name}.toml").write_text(text)
    return copy


def said(package: Path, program: str) -> Any:
    """What a program finds in a copy of the package."""
    code = f"import json, lastpick\n{program}\nprint(json.dumps([lastpick.__file__, found]))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        env={**os.environ, "PYTHONPATH": str(package.parent)},
    )
    assert done.returncode == 0, done.stderr
    file, found = json.loads(done.stdout.splitlines()[-1])
    assert Path(file).parent == package
    return found


def test_two_added_games_are_there_and_conform(more_games: Path) -> None:
    found = said(
        more_games,
        "from lastpick.catalog import names, open_book\n"
        "from lastpick.conformance import problems\n"
        "found = {name: list(problems(open_book(name))) for name in names()}",
    )
    assert list(found) == ["aardvark", *(name for name in names() if name not in ADDED), "zebra"]
    assert set(map(tuple, found.values())) == {()}


def test_the_suite_comes_out_as_before(more_games: Path) -> None:
    found = said(more_games, "from lastpick.evaluation import generator\nfound = generator.text()")
    assert found == (more_games / "evaluation" / "standard-1.jsonl").read_text()


def test_the_puzzle_of_a_day_stays(more_games: Path) -> None:
    found = said(
        more_games,
        "from lastpick.oracle import Budget\n"
        "from lastpick.web.asking.puzzles import any_puzzle, daily\n"
        f"days = [daily(day, budget=Budget(600)) for day in {FEW}]\n"
        "found = [[[day['game'], day['numbers'], day['picks']] for day in days],"
        f" [any_puzzle(None, 2, seed, budget=Budget(600))['id'] for seed in range({len(ANY)})]]",
    )
    assert found[0] == [DAILY[day][1:4] for day in FEW]
    assert found[1] == ANY


def test_every_environments_default_stays(more_games: Path) -> None:
    pytest.importorskip("gymnasium")
    pytest.importorskip("pettingzoo")
    found = said(
        more_games,
        "import gymnasium\n"
        "from lastpick.envs import lastpick_v0\n"
        "envs = [gymnasium.make('Lastpick-v0'), gymnasium.make_vec('Lastpick-v0', 2)]\n"
        "found = [str(env.unwrapped._book.game) for env in [*envs, lastpick_v0.env()]]",
    )
    assert found == ["<Game divisor-duel 1-20>"] * 3


def test_openspiels_default_stays(more_games: Path) -> None:
    pytest.importorskip("pyspiel")
    found = said(
        more_games,
        "import pyspiel, lastpick.envs.openspiel as ours\n"
        "games = ['python_lastpick', 'python_lastpick(last=30)']\n"
        "found = [str(pyspiel.load_game(game).new_initial_state().position) for game in games]\n"
        "found.append(ours.GAME_TYPE.parameter_specification['game'])",
    )
    assert found == [
        "<Position divisor-duel 1-20>", "<Position divisor-duel 1-30>", "divisor-duel",
    ]  # fmt: skip


def test_the_start_page_offers_the_added_games(
    more_games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("starlette")
    monkeypatch.setenv("PYTHONPATH", str(more_games.parent))
    with Server(tmp_path / "server") as server:
        with urlopen(f"{server.url}/") as answer:
            assert answer.status == 200
            assert b"<title>" in answer.read()
        with urlopen(f"{server.url}/api/catalog") as answer:
            games = {game["name"]: game for game in json.load(answer)["games"]}
    assert {*games} == {*names(), *ADDED}
    assert [name for name in games if games[name]["first"]] == ["non-consecutive"]
    near, least = games["aardvark"], games["zebra"]
    assert (near["title"], near["pools"]) == ("Aardvark", ["1-24", "1-40"])
    assert near["card"]["picks"] == [4, 7]
    assert near["card"]["legal"] == [2, 3, 5, 6, 9, 10, 11, 12]
    assert near["card"]["gone"] == {"4": 4, "8": 4, "7": 7, "14": 7}
    assert (least["title"], least["pools"]) == ("zebra", ["2-30"])
    assert least["card"]["picks"] == []
