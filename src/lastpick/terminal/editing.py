"""Editing a line, recalling earlier ones and completing words, where terminal and Python can.

Readline is imported at the first question to a person. Without it a line is read as it comes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TextIO


def edits(source: TextIO, target: TextIO) -> bool:
    """Whether `edited` serves these streams: it talks to the program's own terminal only."""
    return (
        source is sys.stdin
        and target is sys.stdout
        and source.isatty()
        and target.isatty()
        and os.environ.get("TERM", "dumb") != "dumb"
        and _readline() is not None
    )


def edited(prompt: str, words: Sequence[str]) -> str:
    """What is entered after the prompt; Tab completes one of the words."""
    readline = _readline()

    def complete(text: str, at: int) -> str | None:
        first = readline.get_line_buffer().lstrip()
        fitting = [word for word in words if word.startswith(text.lower()) and text == first]
        return fitting[at] if at < len(fitting) else None

    readline.set_completer(complete)
    return input(prompt)  # readline shows the prompt where the target is, not on stderr


def typed(source: TextIO, target: TextIO) -> str:
    """The current content of the line being edited."""
    return str(_readline().get_line_buffer()) if edits(source, target) else ""


@lru_cache(maxsize=1)
def _readline() -> Any:
    """The module, set up; None where there is none, as on Windows."""
    try:
        import readline
    except ImportError:
        return None
    readline.set_completer_delims(" \t")
    if "libedit" in (readline.__doc__ or ""):  # as macOS has it
        readline.parse_and_bind("bind ^I rl_complete")
    else:
        readline.parse_and_bind("tab: complete")
        readline.parse_and_bind("set enable-bracketed-paste off")  # its codes are no text
    return readline
