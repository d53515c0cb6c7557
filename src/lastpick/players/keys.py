"""Keys on a command line or in an address: found, and left out of all that is kept or shown."""

from __future__ import annotations

import re
import shlex

HIDDEN = "***"
_EXEC = "exec:"
_NAME = (
    r"(?:key|token|secret|pass(?:w(?:or)?d|phrase)?|pwd|auth|authorization|bearer|credentials?"
    r"|jwt|cookie)"
)
_OPTION = re.compile(rf"-{{1,2}}[\w.-]*{_NAME}", re.IGNORECASE)  # the next word is its value
_INSIDE = re.compile(rf"({_NAME}[\"']?(?:\s*[=:]\s*|\s+)).+", re.IGNORECASE | re.DOTALL)
_LOGIN = re.compile(r"(?<=://)[^/@\s]+(?=@)")
_SHAPE = re.compile(
    r"\b(?:(?:sk|pk|hf|gh[opsu]|glpat|xox[abp])[-_]|AIza|AKIA|eyJ)(?=[\w.-]*\d)[\w.-]{16,}"
)


def without_keys(name: str) -> str:
    """The name of a player without what looks like a key in its command."""
    if not name.startswith(_EXEC):
        return name
    try:
        words = shlex.split(name.removeprefix(_EXEC))
    except ValueError:  # no program can be started by it
        return _EXEC + _hidden(name.removeprefix(_EXEC))
    kept = [
        HIDDEN if at and _OPTION.fullmatch(words[at - 1]) else _hidden(word)
        for at, word in enumerate(words)
    ]
    return name if kept == words else _EXEC + shlex.join(kept)


def address_without_keys(url: str | None) -> str | None:
    """An address without what looks like a key in it."""
    return None if url is None else _hidden(url)


def lacks_key(name: str) -> bool:
    """Whether a command is kept without its key, and so cannot be started as it stands."""
    return name.startswith(_EXEC) and HIDDEN in name


def _hidden(word: str) -> str:
    word = _INSIDE.sub(rf"\g<1>{HIDDEN}", word)
    return _SHAPE.sub(HIDDEN, _LOGIN.sub(HIDDEN, word))
