"""What each command may be told."""

from __future__ import annotations

import argparse
import os
import sys

from .. import __version__
from ..terminal import WRONG

TYPE_CHECKING = False  # as in typing, without the time that importing it takes
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

MOST_IN_A_RECORD = 9999  # games of a match, and strikes: four digits


def complain(text: str) -> None:
    """One line on standard error, wrapped if that is a terminal."""
    from ..terminal.screen import Screen

    Screen(target=sys.stderr).say(text)


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong, and where to find help."""

    def __init__(self, prog: str, description: str) -> None:
        super().__init__(
            prog, description=description, formatter_class=Formatter, allow_abbrev=False
        )

    def error(self, message: str) -> NoReturn:
        complain(f"{self.prog}: {message} (try {self.prog} --help)")
        self.exit(WRONG)


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal, without the import that argparse asks the width with."""

    def __init__(self, prog: str) -> None:
        try:
            columns = int(os.environ.get("COLUMNS", 0)) or os.get_terminal_size().columns
        except (OSError, ValueError):
            columns = 80
        super().__init__(prog, width=max(38, columns - 2))

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        from ..terminal.screen import wrap

        return "\n".join(
            f"{indent}{part}" for line in text.split("\n") for part in wrap(line, width)
        )


class Version(argparse.Action):
    """Prints the version, without the imports that argparse formats it with."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from ..kernels import running

        print(f"lastpick {__version__} ({running()} kernels)")
        parser.exit()


def whole(least: int, most: int = 10**15, odd: bool = False) -> Callable[[str], int]:
    """A type for arguments: a whole number from `least` to `most`."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or len(text) > 16:
            raise argparse.ArgumentTypeError(f"expected a whole number, found {text[:20]!r}")
        if int(text) < least:
            raise argparse.ArgumentTypeError(f"expected {least} or more, found {text}")
        if int(text) > most:
            raise argparse.ArgumentTypeError(f"expected {most} or less, found {text}")
        if odd and int(text) % 2 == 0:
            raise argparse.ArgumentTypeError(f"expected an odd number, found {text}")
        return int(text)

    return read


def add_nothing(_: Parser) -> None:
    pass


def add_game(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's name, or the path of a game file")
    parser.add_argument("--numbers", metavar="A-B", help="another pool, as in 1-100")


def add_play(parser: Parser) -> None:
    add_game(parser)
    for seat in "12":
        parser.add_argument(
            f"--p{seat}",
            metavar="PLAYER",
            default="human",
            help="human (default), random, greedy, level:1 to level:5, or perfect",
        )
    for seat in "12":
        parser.add_argument(f"--name{seat}", metavar="NAME", help="what this player is called")
    parser.add_argument(
        "--first",
        choices=("1", "2", "toss"),
        default="1",
        metavar="WHO",
        help="which of the two becomes Player 1: 1 (default), 2, or toss for a coin toss",
    )
    parser.add_argument(
        "--best-of",
        type=whole(1, MOST_IN_A_RECORD, odd=True),
        default=1,
        metavar="N",
        help="play a match of at most N games (odd); the starter alternates",
    )
    parser.add_argument(
        "--seed", type=whole(0), metavar="S", help="repeat the bots' picks and the coin toss"
    )
    parser.add_argument(
        "--strikes",
        type=whole(1, MOST_IN_A_RECORD),
        metavar="N",
        help="N invalid entries in a row forfeit the turn, where the rule book allows it",
    )
    parser.add_argument("--record", metavar="FILE", help="write the record of the match to FILE")


def add_resume(parser: Parser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="a name from --list")
    parser.add_argument("--list", action="store_true", help="list the unfinished games")


def add_stats(parser: Parser) -> None:
    parser.add_argument("--player", metavar="NAME", help="only this player's")
    parser.add_argument("--game", metavar="GAME", help="only this game's")


def add_replay(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a file written with --record")


def add_check(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record, or a game file (.toml)")


def add_perft(parser: Parser) -> None:
    add_game(parser)
    parser.add_argument("--plies", type=whole(1), metavar="K", help="stop after K picks")


def add_solve(parser: Parser) -> None:
    parser.add_argument("source", metavar="GAME|RECORD", help="a game, or a record's last position")
    parser.add_argument("--numbers", metavar="A-B", help="another pool, as in 1-100")
    parser.add_argument("--after", metavar="PICKS", help="after these picks, as in 6,3,9")
    parser.add_argument("--one", action="store_true", help="stop at the first winning pick found")
    parser.add_argument("--sets", action="store_true", help="the sets D, A and C of a chain game")
    parser.add_argument(
        "--seconds",
        type=whole(1),
        default=600,
        metavar="S",
        help="give up after so long (default 600)",
    )


def add_sequence(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's name, or the path of a game file")
    parser.add_argument(
        "--from", dest="start", type=whole(1), required=True, metavar="A", help="first pool end"
    )
    parser.add_argument(
        "--to", dest="end", type=whole(1), required=True, metavar="B", help="last pool end"
    )
    parser.add_argument("--bfile", action="store_true", help="as an OEIS b-file instead of CSV")
    parser.add_argument("--plot", metavar="FILE", help="draw it to a .png or .svg file")


def add_table(parser: Parser) -> None:
    parser.add_argument("action", choices=("build",), metavar="build", help="work out every entry")
    parser.add_argument("--output", metavar="FILE", help="where to (default: in its place)")


def add_review(parser: Parser) -> None:
    parser.add_argument("record", metavar="RECORD", help="a file written with --record")
    add_plot(parser)


def add_puzzle(parser: Parser) -> None:
    add_game(parser)
    parser.add_argument(
        "--level", type=whole(1, 5), metavar="L", help="how hard to see, 1 to 5 (default: any)"
    )
    parser.add_argument(
        "--count", type=whole(1, 100), default=5, metavar="N", help="how many (default 5)"
    )
    parser.add_argument("--seed", type=whole(0), metavar="S", help="repeat a set of puzzles")
    parser.add_argument("--sheet", metavar="FILE", help="write a class sheet to a .html file")


def add_balance(parser: Parser) -> None:
    add_game(parser)
    add_plot(parser)


def add_plot(parser: Parser) -> None:
    parser.add_argument("--plot", metavar="FILE", help="draw it to a .png or .svg file")
