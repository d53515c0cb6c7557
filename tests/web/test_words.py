"""What people read stands in page/words: nowhere else, each text once, and all of it is used."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import lastpick

WEB = Path(lastpick.__file__).parent / "web"
PAGE = WEB / "page"
SECTIONS: dict[str, dict[str, Any]] = {
    path.stem: json.loads(path.read_text()) for path in sorted((PAGE / "words" / "en").iterdir())
}
SCRIPTS = sorted(PAGE.rglob("*.js"))
TEXTS = sorted(PAGE.rglob("*.html"))

COMMENT = re.compile(r"/\*.*?\*/|(?<![:\w'\"`])//[^\n]*", re.DOTALL)
LITERAL = re.compile(r"'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`")
GAP = re.compile(r"\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")

# Two words in a row, the end of a sentence, or a word with a capital.
SPOKEN = re.compile(r"[A-Za-z]{2,},? +[A-Za-z]|[A-Za-z]{2,}[.?!\u2026]$|^[A-Z][a-z]+$")

# What looks like words and is none: what ends, grades and keys are called in data, selectors, and
# the text of a game file.
DATA = {
    "given up", "nothing new", "something else", "no legal pick", "kept the win", "threw it away",
    "already lost", "your opponent", "passed into the win", "not graded", "Enter", "Backspace",
    "Escape", "Line",
    "input, textarea, select, dialog", "#families input:checked", "button, a",
    "input, textarea, select, dialog, [contenteditable], #review", ".is-new, .is-leaving",
    'follows = "abs(n - last) <= 3 or n % last == 0"',
}  # fmt: skip

# Lists of classes, of which one at least could be no word.
CLASSES = re.compile(r"[a-z-]+(?: [a-z-]+)*")


def code(path: Path) -> str:
    return COMMENT.sub("", path.read_text())


def literals(text: str) -> Iterator[tuple[str, str]]:
    """The texts of a script, each with what stands before it."""
    for found in LITERAL.finditer(text):
        said = found[1] if found[1] is not None else found[2]
        yield text[: found.start()].rstrip()[-60:], said


def shown(text: str, before: str) -> bool:
    """Whether a text of a script may be one for people."""
    plain = GAP.sub("", text).strip()
    if not SPOKEN.search(plain) or text in DATA or before.endswith(("Error(", "class:")):
        return False
    if text.startswith(("/", "Bearer ")):  # addresses, and a header
        return False
    return not (CLASSES.fullmatch(plain) and "-" in plain)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.relative_to(PAGE).as_posix())
def test_no_script_speaks_for_itself(path: Path) -> None:
    found = [text for before, text in literals(code(path)) if shown(text, before)]
    assert found == []


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("say('Your turn');", True),
        ("say(`After ${pick}`);", True),
        ("say(`Pick ${n} now`);", True),
        ("say('Copied');", True),
        ("say('nothing left.');", True),
        ("el('p', { class: 'small muted' })", False),
        ("throw new Error('no such thing');", False),
        ("button(words.x, act, 'is-small is-quiet')", False),
    ],
)
def test_the_check_of_scripts_finds_words(script: str, found: bool) -> None:
    assert any(shown(text, before) for before, text in literals(script)) == found


# --- pages ----------------------------------------------------------------------------------------

TECHNICAL = re.compile(
    r"<!--.*?-->|{{.*?}}|<kbd>.*?</kbd>|<span class=\"mono\">.*?</span>", re.DOTALL
)
SAID = re.compile(r'(?:aria-label|title|placeholder|alt)="([^"]*[A-Za-z]{2}[^"]*)"')
DESCRIBED = re.compile(r'<meta name="description"\s+content="([^"]*[A-Za-z][^"]*)"')
BETWEEN = re.compile(r">([^<]*[A-Za-z][^<]*)<")


def spoken(html: str) -> list[str]:
    bare = TECHNICAL.sub("", html)
    return [*SAID.findall(bare), *DESCRIBED.findall(bare), *BETWEEN.findall(bare)]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(PAGE).as_posix())
def test_no_page_speaks_for_itself(path: Path) -> None:
    assert spoken(path.read_text()) == []


def test_the_check_of_pages_finds_words() -> None:
    assert spoken('<p title="{{x.y}}">{{x.z}}</p><kbd>Enter</kbd>') == []
    assert spoken('<p aria-label="Board">Pick</p>') == ["Board", "Pick"]


# --- the words ------------------------------------------------------------------------------------


def used() -> dict[str, set[str]]:
    """The keys of each section that a page, a script or the server uses."""
    found: dict[str, set[str]] = {name: set() for name in SECTIONS}
    for path in TEXTS + sorted(PAGE.rglob("*.webmanifest")):
        for name, key in re.findall(r"{{([\w-]+)\.(\w+)}}", path.read_text()):
            found[name].add(key)
    scripts = [code(path) for path in SCRIPTS]
    for text in scripts:
        for name, key in re.findall(r"\bwords\.(\w+)\.(\w+)", text):
            found.get(name, set()).add(key)
        for alias, name in re.findall(r"\bconst (\w+) = words\.(\w+);", text):
            found[name] |= set(re.findall(rf"\b{alias}\.(\w+)", text))
        for keys, name in re.findall(r"\bconst {([^}]*)} = words\.(\w+);", text):
            found[name] |= {key.split(":")[0].strip() for key in keys.split(",")}
    for name in found:  # by a name that is chosen as the page runs
        if any(re.search(rf"\bwords\.{name}\[", text) for text in scripts):
            found[name] |= {said for text in scripts for _, said in literals(text)}
    said = "".join(path.read_text() for path in sorted((WEB / "http").glob("*.py")))
    for name, key in re.findall(r"{{([\w-]+)\.(\w+)}}", said):
        found[name].add(key)
    for name in ("links", "shared", "start"):
        found[name] |= set(re.findall(r"[\"'](\w+)[\"']", said))
    return found


@pytest.mark.parametrize("name", SECTIONS)
def test_every_word_is_used(name: str) -> None:
    assert sorted(set(SECTIONS[name]) - used()[name]) == []


def test_what_the_server_says_is_there() -> None:
    said = (WEB / "http" / "links.py").read_text()
    keys = re.findall(r"_say\(\s*['\"](\w+)['\"]", said)
    assert len(keys) > 8
    assert {key for key in keys if key not in SECTIONS["links"] | SECTIONS["shared"]} == set()


def test_no_text_stands_twice() -> None:
    texts = Counter(json.dumps(text) for section in SECTIONS.values() for text in section.values())
    assert [text for text, count in texts.items() if count > 1] == []


def test_a_text_that_depends_on_a_count_has_both_forms() -> None:
    for section in SECTIONS.values():
        for key, text in section.items():
            if isinstance(text, dict) and "one" in text:
                assert set(text) == {"one", "other"}, key
                assert "{n}" in text["other"], key
