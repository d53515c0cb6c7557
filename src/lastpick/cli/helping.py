"""Helping somebody who types a command."""

from __future__ import annotations

import argparse

from ..terminal import DONE

TYPE_CHECKING = False  # as in typing, without the time that importing it takes
if TYPE_CHECKING:
    from ..terminal.screen import Screen
    from .parser import Parser


def add_help(parser: Parser) -> None:
    parser.add_argument(
        "command", nargs="?", metavar="COMMAND", help="which one (default: list them)"
    )


def run_help(args: argparse.Namespace, _: Screen) -> int:
    from . import parser_of

    parser_of(args.command).print_help()
    return DONE


def add_completion(parser: Parser) -> None:
    parser.add_argument(
        "shell",
        choices=("bash", "zsh", "fish", "words"),
        metavar="SHELL",
        help="bash, zsh or fish: print its script, whose first line tells where it goes;"
        " words: what fits a line, as these scripts ask",
    )
    parser.add_argument(
        "line",
        nargs=argparse.REMAINDER,
        metavar="-- LINE",
        help="all words of the line that was typed so far",
    )


def run_completion(args: argparse.Namespace, _: Screen) -> int:
    from .completion import SCRIPTS, offers

    if args.shell in SCRIPTS:
        print(SCRIPTS[args.shell], end="")
    else:
        line = args.line[args.line[:1] == ["--"] :]  # some versions of argparse leave it there
        for offer in offers(line[1:]):
            print(f"{offer.word}\t{offer.told}" if offer.told else offer.word)
    return DONE
