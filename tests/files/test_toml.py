"""TOML of anybody's: what would cost more than its size is refused before it is parsed."""

from __future__ import annotations

import random
import tomllib

import pytest

from lastpick.files import toml

DEEP = "nested too deeply to be a game file"
PARTS = "a key of more than 8 parts; expected a game file"


WRONG = {
    "key": ("a." * 30_000 + "a = 1", PARTS),
    "table": ("[" + "a." * 30_000 + "a]", PARTS),
    "list of tables": ("[[" + "a ." * 15_000 + "a]]", PARTS),
    "quoted key": ("'a.b'.\"c\" . " * 4_000 + "a = 1", PARTS),
    "inline key": ("x = {" + "a." * 30_000 + "a = 1}", PARTS),
    "after a literal": ("x = '''\n.'''''\n" + "a." * 30_000 + "a = 1", PARTS),
    "after a text": ('x = """\\""""""\n' + "a." * 30_000 + "a = 1", PARTS),
    "after a comment": ("# '''\n" + "a." * 30_000 + "a = 1", PARTS),
    "open arrays": ("a = " + "[" * 30_000, DEEP),
    "arrays": ("a = " + "[" * 17 + "]" * 17, DEEP),
    "inline tables": ("a = " + "{a = " * 10_000, DEEP),
    "characters": ("a = 1 #" + "x" * 70_000, "larger than 64 kB; expected a game file"),
    "bytes": ("a = '" + "é" * 40_000 + "'", "larger than 64 kB; expected a game file"),
}
RIGHT = {
    "most parts": "a.b.c.d.e.f.g.h = 1.5",
    "fractions": "a = [" + "1.5, " * 5_000 + "]",
    "deepest": "a = " + "[" * 16 + "]" * 16,
    "comment": f"a = '{'.' * 100}{'[' * 100}' # {'.' * 100}{'{' * 100}",
    "text": f'a = """{"." * 100}\n\\"\\"\\" {"[" * 100}"""""',
    "literal": f"a = '''{'.' * 100}\n{'[' * 100}'''''",
    "list of tables": "[[a.b]]\n" * 100,
}


@pytest.mark.parametrize(("text", "why"), WRONG.values(), ids=WRONG)
def test_what_costs_more_than_its_size_is_refused_unparsed(
    text: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tomllib, "loads", pytest.fail)
    with pytest.raises(ValueError, match=why):
        toml.parse(text, "game file")


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_what_costs_no_more_is_parsed(text: str) -> None:
    assert toml.parse(text, "game file") == tomllib.loads(text)


def test_the_scan_sees_the_strings_that_the_parser_sees() -> None:
    """A key after any valid text is counted, whatever strings stand before it."""
    rng = random.Random(1)
    parts = ("'", '"', "'''", '"""', "\\", "\n", "#", "[", "]", "{", "}", ".", " ", "a", "=", ",")
    valid = 0
    for _ in range(20_000):
        text = "x=" + "".join(rng.choices(parts, k=rng.randint(1, 12))) + "\n"
        try:
            tomllib.loads(text)
        except ValueError:
            continue
        valid += 1
        with pytest.raises(ValueError, match=PARTS):
            toml.parse(text + "a." * 8 + "a = 1", "game file")
    assert valid > 50


def test_the_scan_is_linear() -> None:
    """No match is begun in vain or overlaps another, so nothing is scanned again."""
    endless = '"""a"\\' * 10_000
    assert toml._STRING_OR_COMMENT.findall(endless) == [endless]
    texts = (endless, "'''a'" * 10_000, '"\\' * 30_000, "'\n" * 30_000, '"' * 60_000)
    for text in texts:
        matches = toml._STRING_OR_COMMENT.findall(text)
        assert sum(map(len, matches)) <= len(text)
        with pytest.raises(ValueError, match="not TOML"):
            toml.parse(text, "game file")
