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
from . import arguments as add
from . import commands
from .arguments import Parser, Version, complain

TYPE_CHECKING = False  # as in typing, without the time that importing it takes
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

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


class Command:
    """A subcommand. Only the one that runs has its arguments set up, to start fast."""

    def __init__(self, run: Run, add: Callable[[Parser], None], summary: str, reports: bool = True):
        self.run = run
        self.add = add
        self.summary = summary
        self.reports = reports

    def parser(self, name: str) -> Parser:
        parser = Parser(f"lastpick {name}", f"{self.summary[0].upper()}{self.summary[1:]}.")
        self.add(parser)
        if self.reports:
            parser.add_argument("--json", action="store_true", help="report as JSON")
        return parser


COMMANDS = {
    "play": Command(
        commands.run_play, add.add_play, "play a game in the voice of its rule book", False
    ),
    "join": Command(
        commands.run_join, add.add_join, "take a friend's seat by a link, or come back to it", False
    ),
    "invite": Command(
        commands.run_invite, add.add_invite, "invite a friend to a game on a server", False
    ),
    "solo": Command(commands.run_solo, add.add_solo, "alone: as many picks as you can"),
    "resume": Command(
        commands.run_resume, add.add_resume, "go on with a saved game, by default the latest"
    ),
    "history": Command(commands.run_history, add.add_nothing, "list the games that are over"),
    "games": Command(commands.run_games, add.add_nothing, "list the games"),
    "rules": Command(commands.run_rules, add.add_game, "explain a game in our own words"),
    "stats": Command(
        commands.run_stats, add.add_stats, "wins and losses per player, game and opponent"
    ),
    "replay": Command(commands.run_replay, add.add_replay, "step through a record", False),
    "check": Command(
        commands.run_check, add.add_check, "validate a record, or a game file (.toml)"
    ),
    "solve": Command(
        commands.run_solve, add.add_solve, "who wins from a position, and why, if that is known"
    ),
    "sequence": Command(commands.run_sequence, add.add_sequence, "values for growing pools"),
    "table": Command(
        commands.run_table, add.add_table, "make the shipped table of nimbers anew", False
    ),
    "review": Command(commands.run_review, add.add_review, "grade every pick of a game"),
    "learn": Command(
        commands.run_learn, add.add_learn, "lessons: learn to win, and see how far you are"
    ),
    "puzzle": Command(commands.run_puzzle, add.add_puzzle, "find the one winning pick"),
    "balance": Command(
        commands.run_balance, add.add_balance, "how fair a game is, and what evens it out"
    ),
    "longest": Command(
        commands.run_longest, add.add_longest, "the longest complete game, or the shortest"
    ),
    "arena": Command(
        commands.run_arena, add.add_arena, "a tournament of bots, programs and language models"
    ),
    "evaluate": Command(
        commands.run_evaluate, add.add_evaluate, "how well a player decides, graded exactly"
    ),
    "suite": Command(
        commands.run_suite, add.add_suite, "positions as a dataset, and answers to them graded"
    ),
    "compare": Command(
        commands.run_compare, add.add_compare, "evaluated players side by side, on the same items"
    ),
    "serve": Command(
        commands.run_serve, add.add_serve, "play in the browser, alone or with friends", False
    ),
    "mcp": Command(
        commands.run_mcp, add.add_mcp, "let a chat assistant play, explain and review", False
    ),
    "perft": Command(commands.run_perft, add.add_perft, "count pick sequences and complete games"),
    "completion": Command(
        commands.run_completion, add.add_completion, "what makes a shell complete our words", False
    ),
    "help": Command(commands.run_help, add.add_help, "what a command may be told", False),
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
    except OSError as error:
        # Nobody reads on, or the disk is full: what is left to say has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(f"lastpick: {error.strerror or error}", file=sys.stderr)
        return UNABLE
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


def _run(words: list[str]) -> int:
    name = words.pop(0) if words and not words[0].startswith("-") else None
    args = parser_of(name).parse_words(words)
    run = commands.run_menu if name is None else COMMANDS[name].run
    from ..terminal.screen import Screen, prepare_streams

    prepare_streams()
    try:
        return run(args, Screen())
    except _NOT_DONE as error:
        return _fail(error, UNABLE)
    except LastpickError as error:
        return _fail(error, WRONG)


def _fail(error: LastpickError, code: int) -> int:
    sys.stdout.flush()
    complain(f"lastpick: {error}")
    return code


def _open_streams() -> None:
    """Replace each stream that the shell closed, as with >&-, by one that leads nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - it lasts as long as we do


if __name__ == "__main__":
    sys.exit(main())
