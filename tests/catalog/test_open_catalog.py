"""The catalog is open: a game is one file, and nothing else knows the games by name."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

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
