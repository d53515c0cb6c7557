"""Print docs/lastpick.1: the man page, from the same arguments as every command's --help."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

_ABOUT = """\
Two-player number games in which whoever cannot pick loses: play them as their rule books tell
them, learn them, solve them exactly, and measure players on them. Without a command, the
full screen opens, or a menu where that cannot be.
"""
_EXIT = {
    "0": "done",
    "1": "the job could not be done, or not all of it: an answer that is unknown in the time given,"
    " input that ended before the game did",
    "2": "wrong usage or input",
    "130": "interrupted",
}
_ENVIRONMENT = {
    "LASTPICK_HOME": "the folder in which games and progress are kept, in place of the user's own",
    "LASTPICK_KERNELS": "interpreted: run the sources even where compiled kernels are installed",
    "LASTPICK_API_KEY, OPENAI_API_KEY": "the key of an endpoint for llm: players",
    "NO_COLOR": "if set, nothing is coloured",
}


def text(words: str) -> str:
    """Words as roff shows them unchanged."""
    shown = words.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return "\\&" + shown if shown.startswith((".", "\\(aq")) else shown


def entry(head: str, told: str) -> list[str]:
    return [".TP", head, text(told)]


def argument(action: argparse.Action) -> list[str]:
    """How an argument is written, and what it says."""
    from lastpick.cli.completion import plain_help

    value = "" if action.nargs == 0 else str(action.metavar or action.dest.upper())
    names = [f"\\fB{text(name)}\\fR" for name in action.option_strings]
    shown = f"\\fI{text(value)}\\fR" if value else ""
    if action.nargs == "?" and names:
        shown = f"[{shown}]"
    return entry(" ".join(filter(None, [", ".join(names), shown])), plain_help(action))


def page() -> Iterator[str]:
    from lastpick import __version__
    from lastpick.cli import COMMANDS, top_parser

    yield f'.TH LASTPICK 1 "" "lastpick {__version__}" "User Commands"'
    yield from (".SH NAME", text("lastpick - number games in which whoever cannot pick loses"))
    yield from (".SH SYNOPSIS", "\\fBlastpick\\fR [\\fICOMMAND\\fR] [\\fIarguments\\fR]")
    yield from (".SH DESCRIPTION", text(_ABOUT.rstrip()), ".SH OPTIONS")
    for action in top_parser().arguments:
        if action.option_strings:
            yield from argument(action)
    yield ".SH COMMANDS"
    for name, command in COMMANDS.items():
        parser = command.parser(name)
        usage = " ".join(parser.format_usage().split()).removeprefix("usage: lastpick ")
        yield f".SS {name}"
        yield from (f"\\fB{text(usage)}\\fR", ".PP", text(f"{parser.description}"))
        for action in parser.arguments:
            if action.dest != "help":
                yield from argument(action)
    yield ".SH EXIT STATUS"
    for head, told in _EXIT.items():
        yield from entry(head, told)
    yield ".SH ENVIRONMENT"
    for head, told in _ENVIRONMENT.items():
        yield from entry(f"\\fB{text(head)}\\fR", told)


if __name__ == "__main__":
    print("\n".join(page()))
