"""The command line: arguments in, a room called, exit code out."""

from __future__ import annotations

import os
import sys

from ..errors import (
    ArenaError,
    BudgetError,
    JournalError,
    LastpickError,
    OnlineError,
    PlotError,
    ServeError,
    WorkersError,
    meant,
)
from ..terminal import INTERRUPTED, UNABLE, WRONG
from .parser import Parser, Version, complain

TYPE_CHECKING = False  # as in typing, without the time that importing it takes
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence
    from typing import Any

    from ..terminal.screen import Screen

    Run = Callable[[argparse.Namespace, Screen], int]


# What could not be done, whatever was asked for; the other errors are wrong usage or input.
_NOT_DONE = (
    ArenaError,
    BudgetError,
    JournalError,
    OnlineError,
    PlotError,
    ServeError,
    WorkersError,
)


def _from(file: str, name: str) -> Any:
    from importlib import import_module

    return getattr(import_module(f".{file}", __name__), name)


class Command:
    """A subcommand: `add_NAME` says what it may be told, `run_NAME` does it, both in `file`.

    Only the file of the one that is asked for is imported, to start fast. One that `reports` can
    do so as JSON.
    """

    def __init__(self, file: str, summary: str, reports: bool = True):
        self.file = file
        self.summary = summary
        self.reports = reports

    def parser(self, name: str) -> Parser:
        parser = Parser(f"lastpick {name}", f"{self.summary[0].upper()}{self.summary[1:]}.")
        add: Callable[[Parser], None] = _from(self.file, f"add_{name}")
        add(parser)
        if self.reports:
            parser.add_argument("--json", action="store_true", help="report as JSON")
        return parser

    def run(self, name: str) -> Run:
        run: Run = _from(self.file, f"run_{name}")
        return run


COMMANDS = {
    "play": Command("playing", "play a game in the voice of its rule book", reports=False),
    "join": Command("playing", "take a friend's seat by a link, or come back to it", reports=False),
    "invite": Command("playing", "invite a friend to a game on a server", reports=False),
    "solo": Command("practising", "alone: as many picks as you can"),
    "resume": Command("playing", "go on with a saved game, by default the latest"),
    "history": Command("looking_up", "list the games that are over"),
    "games": Command("looking_up", "list the games"),
    "rules": Command("looking_up", "explain a game in our own words"),
    "stats": Command("looking_up", "wins and losses per player, game and opponent"),
    "replay": Command("looking_up", "step through a record", reports=False),
    "check": Command("looking_up", "validate a record, a game file (.toml) or a verdict"),
    "solve": Command("studying", "who wins from a position, and why, if that is known"),
    "sequence": Command("studying", "values for growing pools"),
    "table": Command("studying", "make the shipped table of nimbers anew", reports=False),
    "review": Command("practising", "grade every pick of a game"),
    "learn": Command("practising", "lessons: learn to win, and see how far you are"),
    "puzzle": Command("practising", "find the one winning pick"),
    "balance": Command("studying", "how fair a game is, and what evens it out"),
    "longest": Command("studying", "the longest complete game, or the shortest"),
    "arena": Command("measuring", "a tournament of bots, programs and language models"),
    "evaluate": Command("measuring", "how well a player decides, graded exactly"),
    "suite": Command("measuring", "positions as a dataset, and answers to them graded"),
    "compare": Command("measuring", "evaluated players side by side, on the same items"),
    "serve": Command("serving", "play in the browser, alone or with friends", reports=False),
    "mcp": Command("serving", "let a chat assistant play, explain and review", reports=False),
    "perft": Command("studying", "count pick sequences and complete games"),
    "completion": Command("helping", "what makes a shell complete our words", reports=False),
    "help": Command("helping", "what a command may be told", reports=False),
}


def top_parser() -> Parser:
    """What stands before any command."""
    wide = max(map(len, COMMANDS))
    commands = "\n".join(f"  {name:{wide}} {command.summary}" for name, command in COMMANDS.items())
    parser = Parser(
        "lastpick",
        "Two-player number games in which whoever cannot pick loses.\n"
        "Without a command, the full screen opens, or a menu where that cannot be.\n\n"
        f"commands:\n{commands}",
    )
    parser.add_argument("--version", action=Version, nargs=0, help="show the version and leave")
    parser.add_argument("--plain", action="store_true", help="open the menu in lines of text")
    parser.add_argument("command", nargs="?", choices=COMMANDS, metavar="COMMAND")
    return parser


def parser_of(command: str | None) -> Parser:
    """What a command may be told; without one, what stands before any."""
    if command is None:
        return top_parser()
    if command not in COMMANDS:
        near = meant(command, COMMANDS) or f"; the commands are {', '.join(COMMANDS)}"
        top_parser().error(f"no command is called {command[:40]!r}{near}")
    return COMMANDS[command].parser(command)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; the exit code."""
    from .ending import HeedSignals

    _open_streams()
    try:
        try:
            with HeedSignals():
                return _run(sys.argv[1:] if argv is None else list(argv))
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
    except OSError as error:
        # Nobody reads on, or the disk is full: what is left to say has nowhere to go.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            try:
                print(f"lastpick: {error.strerror or error}", file=sys.stderr)
            except OSError:  # the terminal is gone
                os.dup2(nowhere, sys.stderr.fileno())
        return UNABLE
    except KeyboardInterrupt as stopped:
        if sys.stderr.isatty():  # it shows ^C; words are written over that
            print(end="\r" if stopped.args else "\n", file=sys.stderr)
        for words in stopped.args:
            complain(words)
        return INTERRUPTED


def _run(words: list[str]) -> int:
    name = words.pop(0) if words and not words[0].startswith("-") else None
    args = parser_of(name).parse_words(words)
    run: Run = _from("playing", "run_menu") if name is None else COMMANDS[name].run(name)
    from ..terminal.screen import Screen, prepare_streams

    prepare_streams()
    try:
        return run(args, Screen())
    except _NOT_DONE as error:
        return _fail(error, UNABLE)
    except LastpickError as error:
        return _fail(error, WRONG)
    except MemoryError:
        return _fail("there is not enough memory for that", UNABLE)
    except RecursionError:
        return _fail("that is nested too deeply", UNABLE)


def _fail(error: LastpickError | str, code: int) -> int:
    sys.stdout.flush()
    complain(f"lastpick: {error}")
    return code


def _open_streams() -> None:
    """Replace each stream that the shell closed, as with >&-, by one that leads nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - it lasts as long as we do
