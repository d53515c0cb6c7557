"""TOML that anybody may have written: bounded before it is parsed.

A parser keeps every prefix of a dotted key, so that a key of many parts costs the square of its
length, and it calls itself for each level of nesting. Both are counted first, in linear time. Where
a text is TOML, the scan and the parser agree on what is a string; where it is not, the parser ends
at its first mistake, and the scan has counted everything before that.
"""

from __future__ import annotations

import re
from typing import Any

LARGEST = 64 * 1024  # bytes
MOST_PARTS = 8  # of a key, or of a table's name
DEEPEST = 16  # arrays and inline tables in one another

_STRING_OR_COMMENT = re.compile(  # one without an end reaches to the end of its line or text
    r"#[^\n]*+"
    r'|"""(?:[^"\\]|\\.|"{1,2}(?!"))*+(?:"{3,5}|\\?\Z)'
    r"|'''(?:[^']|'{1,2}(?!'))*+(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\[^\n])*+"?'
    r"|'[^'\n]*+'?",
    re.DOTALL,
)
_STATEMENT_END = re.compile(r"[\n=,\[\]{}]")
_BRACKET = re.compile(r"[\[\]{}]")


def read_file(path: str, what: str) -> str:
    """The text of a file; ValueError says in one line why it is not TOML of ours."""
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise ValueError(f"cannot read the {what} {path}: {error.strerror}") from None
    except ValueError:  # a NUL, which no file's name can hold
        raise ValueError(f"cannot read the {what} {path!r}: no file has that name") from None
    if len(data) > LARGEST:
        raise ValueError(f"{path}: {_too_large(what)}")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ValueError(f"{path}: line {line}: not UTF-8 text; save it as UTF-8") from None


def parse(text: str, what: str) -> dict[str, Any]:
    """The table in a text; ValueError says in one line what is wrong with it."""
    import tomllib

    if len(text) > LARGEST or len(text.encode(errors="replace")) > LARGEST:
        raise ValueError(_too_large(what))
    bare = _STRING_OR_COMMENT.sub("", text)
    if any(part.count(".") >= MOST_PARTS for part in _STATEMENT_END.split(bare)):
        raise ValueError(f"a key of more than {MOST_PARTS} parts; expected a {what}")
    try:
        if _depth(bare) > DEEPEST:
            raise RecursionError
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError(f"nested too deeply to be a {what}") from None
    except ValueError as error:  # TOMLDecodeError, or a number with thousands of digits
        raise ValueError(f"not TOML: {error}") from None


def _too_large(what: str) -> str:
    return f"larger than {LARGEST // 1024} kB; expected a {what}"


def _depth(bare: str) -> int:
    """How many brackets are open at once."""
    depth = deepest = 0
    for bracket in _BRACKET.findall(bare):
        depth = depth + 1 if bracket in "[{" else max(0, depth - 1)
        deepest = max(deepest, depth)
    return deepest
