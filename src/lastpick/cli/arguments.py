"""What each command may be told."""

from __future__ import annotations

import argparse
import os
import re
import sys

from .. import __version__
from ..errors import meant
from ..terminal import WRONG

TYPE_CHECKING = False  # as in typing, without the time that importing it takes
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

MOST_IN_A_RECORD = 9999  # games of a match, and strikes: four digits


def complain(text: str) -> None:
    """One line on standard error, wrapped if that is a terminal."""
    from ..terminal.screen import Screen

    Screen(target=sys.stderr).say(text)


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong, and where to find help."""

    def __init__(self, prog: str, description: str) -> None:
        self.arguments: list[argparse.Action] = []  # in order, for completion and the man page
        super().__init__(
            prog, description=description, formatter_class=Formatter, allow_abbrev=False
        )

    def add_argument(self, *names: Any, **more: Any) -> argparse.Action:
        action = super().add_argument(*names, **more)
        self.arguments.append(action)
        return action

    def add_whole(
        self,
        name: str,
        metavar: str,
        help: str,  # noqa: A002 - as argparse calls it
        *,
        least: int,
        most: int = 10**15,
        odd: bool = False,
        **more: Any,
    ) -> None:
        """An option that takes a whole number."""
        read = whole(least, most, odd)
        self.add_argument(name, type=read, metavar=metavar, help=help, **more)

    def parse_words(self, words: list[str]) -> argparse.Namespace:
        """What the words say; an option that is unknown is named before anything else is."""
        known = [name for action in self.arguments for name in action.option_strings]
        for word in words:
            name = word.partition("=")[0]
            if word == "--":
                break
            if word.startswith("--") and " " not in name and name not in known:
                self.error(f"unknown option {name[:40]}{meant(name, known)}")
        return self.parse_args(words)

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


def whole(least: int, most: int, odd: bool) -> Callable[[str], int]:
    """A type for arguments: a whole number from `least` to `most`."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or len(text) > 16:
            raise argparse.ArgumentTypeError(
                f"expected a whole number from {least} on, found {text[:20]!r}"
            )
        if int(text) < least:
            raise argparse.ArgumentTypeError(f"expected {least} or more, found {text}")
        if int(text) > most:
            raise argparse.ArgumentTypeError(f"expected {most} or less, found {text}")
        if odd and int(text) % 2 == 0:
            raise argparse.ArgumentTypeError(f"expected an odd number, found {text}")
        return int(text)

    return read


def bots_named() -> str:
    """The bots by name, those of a kind as in level:1 to level:5."""
    from ..players import BOTS

    kinds: dict[str, list[str]] = {}
    for name in BOTS:
        kinds.setdefault(name.partition(":")[0], []).append(name)
    return ", ".join(" to ".join(dict.fromkeys((kind[0], kind[-1]))) for kind in kinds.values())


def add_nothing(_: Parser) -> None:
    pass


def add_help(parser: Parser) -> None:
    parser.add_argument(
        "command", nargs="?", metavar="COMMAND", help="which one (default: list them)"
    )


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


def add_game(parser: Parser) -> None:
    add_name(parser)
    add_numbers(parser)


def add_name(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's name, or the path of a game file")


def add_numbers(parser: Parser) -> None:
    parser.add_argument("--numbers", metavar="A-B", help="another pool, as in 1-100")


def add_plot(parser: Parser) -> None:
    parser.add_argument("--plot", metavar="FILE", help="draw it to a .png or .svg file")


def add_seconds(parser: Parser, default: float | None = None) -> None:
    """How long a command may take; it then tells what it knows."""
    from .outside import number

    usual = "as long as it takes" if default is None else f"{default:g}"
    parser.add_argument(
        "--seconds",
        type=number(0.01, 1e9),
        default=default,
        metavar="S",
        help=f"stop after so long with what is known (default {usual})",
    )


def add_outside(parser: Parser) -> None:
    from . import outside

    outside.add_outside(parser)


def add_play(parser: Parser) -> None:
    add_game(parser)
    for seat in "12":
        parser.add_argument(
            f"--p{seat}",
            metavar="PLAYER",
            default="human",
            help=f"human (default), {bots_named()}, mcts:PLAYOUTS, search:DEPTH, careful:DEPTH,"
            " exec:COMMAND (a program), or llm:MODEL (a language model)",
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
    parser.add_whole(
        "--best-of",
        "N",
        "play a match of at most N games (odd); the starter alternates",
        least=1,
        most=MOST_IN_A_RECORD,
        odd=True,
        default=1,
    )
    parser.add_whole("--seed", "S", "repeat the bots' picks and the coin toss", least=0)
    parser.add_whole(
        "--strikes",
        "N",
        "N invalid entries in a row forfeit the turn, where the rule book allows it",
        least=1,
        most=MOST_IN_A_RECORD,
    )
    parser.add_argument(
        "--swap", action="store_true", help="Player 2 may take over the first pick (enter swap)"
    )
    parser.add_argument("--record", metavar="FILE", help="write the record of the match to FILE")
    parser.add_argument("--full", action="store_true", help="on the full screen, with a board")
    add_exact(parser)
    add_outside(parser)


def add_join(parser: Parser) -> None:
    parser.add_argument(
        "link",
        metavar="LINK",
        help="as the page gives it to a friend, or your own game's to come back; -: read it from"
        " standard input, where no list of processes shows it",
    )
    add_online(parser)


def add_invite(parser: Parser) -> None:
    add_game(parser)
    parser.add_argument(
        "--server",
        metavar="ADDRESS",
        required=True,
        help="where the game is played, as in https://play.example.org: a running lastpick serve",
    )
    parser.add_argument(
        "--first",
        choices=("1", "2", "toss"),
        default="1",
        metavar="WHO",
        help="who becomes Player 1: 1 (default), you; 2, your friend; or toss for a coin toss",
    )
    parser.add_whole(
        "--best-of",
        "N",
        "play a match of at most N games (odd); the starter alternates",
        least=1,
        most=99,
        odd=True,
        default=1,
    )
    parser.add_argument(
        "--clock",
        metavar="M[+S]",
        help="M minutes for each player, and S seconds more with every pick, as in 5+3",
    )
    add_online(parser)


def add_online(parser: Parser) -> None:
    parser.add_argument("--name", metavar="NAME", help="what you are called")
    parser.add_argument("--record", metavar="FILE", help="write the record of the match to FILE")
    parser.add_argument("--full", action="store_true", help="on the full screen, with a board")


def add_exact(parser: Parser) -> None:
    parser.add_argument(
        "--exact",
        action="store_true",
        help="reasons as lastpick solve gives them, instead of plain words",
    )


def add_resume(parser: Parser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="a name from --list")
    parser.add_argument("--list", action="store_true", help="list the unfinished games")
    add_exact(parser)


def add_solo(parser: Parser) -> None:
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help="a game's name, or the path of a game file"
    )
    add_numbers(parser)
    parser.add_argument("--best", action="store_true", help="show your personal bests instead")
    parser.add_argument(
        "--sheet",
        metavar="FILE",
        help="write a class sheet to a .html file, on several pools or on that of --numbers",
    )


def add_stats(parser: Parser) -> None:
    parser.add_argument("--player", metavar="NAME", help="only this player's")
    parser.add_argument("--game", metavar="GAME", help="only this game's")


def add_replay(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a file written with --record")


def add_check(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record, or a game file (.toml)")


def add_perft(parser: Parser) -> None:
    add_game(parser)
    parser.add_whole("--plies", "K", "stop after K picks", least=1)
    add_seconds(parser)


def add_solve(parser: Parser) -> None:
    parser.add_argument("source", metavar="GAME|RECORD", help="a game, or a record's last position")
    add_numbers(parser)
    parser.add_argument("--after", metavar="PICKS", help="after these picks, as in 6,3,9")
    parser.add_argument(
        "--pool", metavar="LIST", help="with just these numbers left, as in 3,5,8-12"
    )
    parser.add_whole("--last", "N", "the number picked last before that pool was left", least=0)
    parser.add_argument("--one", action="store_true", help="stop at the first winning pick found")
    parser.add_argument(
        "--remoteness", action="store_true", help="how many picks it takes to the end"
    )
    parser.add_argument("--sets", action="store_true", help="the sets D, A and C of a chain game")
    add_seconds(parser, 600)


def add_sequence(parser: Parser) -> None:
    add_name(parser)
    parser.add_whole("--from", "A", "first pool end", least=0, dest="start", required=True)
    parser.add_whole("--to", "B", "last pool end", least=0, dest="end", required=True)
    parser.add_whole("--step", "K", "every K-th of them (default 1)", least=1, default=1)
    parser.add_argument(
        "--matching",
        action="store_true",
        help="of a chain: how many pairs a largest pairing of the pool has",
    )
    parser.add_argument("--bfile", action="store_true", help="as an OEIS b-file instead of CSV")
    parser.add_argument(
        "--output",
        metavar="FILE",
        help="keep what was worked out in FILE; the same command goes on with it",
    )
    parser.add_argument(
        "--executor",
        type=executor,
        metavar="WHO",
        help="hand out the pools: to processes of this machine, or to dask:ADDRESS, a cluster"
        " (default: one after the other, here)",
    )
    parser.add_whole("--processes", "N", "how many (default: a processor each)", least=1, most=256)
    parser.add_whole(
        "--seconds", "S", "stop after so long (default: never)", least=1, default=float("inf")
    )
    add_plot(parser)


def add_table(parser: Parser) -> None:
    parser.add_argument("action", choices=("build",), metavar="build", help="work out every entry")
    parser.add_argument("--output", metavar="FILE", help="where to (default: in its place)")


def add_review(parser: Parser) -> None:
    parser.add_argument(
        "record",
        metavar="RECORD",
        help="a file written with --record, a name from lastpick history, or last",
    )
    add_exact(parser)
    add_seconds(parser)
    add_plot(parser)


def add_learn(parser: Parser) -> None:
    parser.add_argument(
        "lesson",
        nargs="?",
        metavar="LESSON",
        help="a lesson's name or number, or the path of a lesson file (default: list them)",
    )


def add_puzzle(parser: Parser) -> None:
    parser.add_argument(
        "game",
        nargs="?",
        metavar="GAME",
        help="a game's name, the path of a game file, or a puzzle's id; --daily brings its own",
    )
    add_numbers(parser)
    parser.add_argument(
        "--daily",
        nargs="?",
        const="",
        metavar="DATE",
        help="the one puzzle of a day, as YYYY-MM-DD (default: today, by UTC)",
    )
    parser.add_whole("--level", "L", "how hard to see, 1 to 5 (default: any)", least=1, most=5)
    parser.add_whole("--count", "N", "how many (default 5)", least=1, most=100)
    parser.add_whole("--seed", "S", "repeat a set of puzzles", least=0)
    parser.add_argument("--sheet", metavar="FILE", help="write a class sheet to a .html file")
    add_exact(parser)
    add_seconds(parser, 600)


def add_balance(parser: Parser) -> None:
    add_game(parser)
    add_seconds(parser)
    add_plot(parser)


def add_longest(parser: Parser) -> None:
    add_game(parser)
    parser.add_argument("--shortest", action="store_true", help="the shortest complete game")
    add_seconds(parser, 60)


def executor(text: str) -> str:
    """A type for arguments: who plays the games of a tournament."""
    if text == "processes" or (text.startswith("dask:") and text != "dask:"):
        return text
    raise argparse.ArgumentTypeError(
        f"expected processes, or dask:ADDRESS as in dask:tcp://127.0.0.1:8786, found {text[:40]!r}"
    )


def add_arena(parser: Parser) -> None:
    from .measuring import add_arena as add  # as for all who measure: only where it is asked for

    add(parser)


def add_evaluate(parser: Parser) -> None:
    from .measuring import add_evaluate as add

    add(parser)


def add_mcp(parser: Parser) -> None:
    from .measuring import add_mcp as add

    add(parser)


def add_suite(parser: Parser) -> None:
    from .measuring import add_suite as add

    add(parser)


def add_compare(parser: Parser) -> None:
    from .measuring import add_compare as add

    add(parser)


def origin(text: str) -> str:
    """A type for arguments: how a browser names a site."""
    if not re.fullmatch(r"(?ai)https?://([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?/?", text):
        raise argparse.ArgumentTypeError(
            f"expected an address without a path, as in https://play.example.org, found {text!r}"
        )
    return text.rstrip("/").lower()


def database(text: str) -> str:
    """A type for arguments: where games are kept."""
    if not text or ("://" in text and not text.startswith(("postgresql://", "postgres://"))):
        raise argparse.ArgumentTypeError(f"expected a file or postgresql://..., found {text!r}")
    return text


def host_and_port(text: str) -> str:
    """A type for arguments: an address of this machine, with a port."""
    found = re.fullmatch(r"(?ai)([\w.-]+|\[[\da-f:.]+\]):(\d{1,5})", text)
    if not found or int(found[2]) > 65535:
        raise argparse.ArgumentTypeError(
            f"expected an address and a port, as in 127.0.0.1:9464, found {text!r}"
        )
    return text


def proxies(text: str) -> str:
    """A type for arguments: addresses or networks, with commas between them."""
    from ipaddress import ip_network

    try:
        return ",".join(str(ip_network(part.strip())) for part in text.split(","))
    except ValueError:  # a name would never be found among addresses, and * would believe anybody
        raise argparse.ArgumentTypeError(
            f"expected an address or a network, as in 127.0.0.1 or 10.0.0.0/8, found {text!r}"
        ) from None


def add_serve(parser: Parser) -> None:
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="the address to listen at (default 127.0.0.1: this machine only; 0.0.0.0: everybody)",
    )
    parser.add_whole(
        "--port",
        "P",
        "the port (default 8000; 0: any that is free)",
        least=0,
        most=65535,
        default=8000,
    )
    parser.add_argument(
        "--database",
        type=database,
        metavar="WHERE",
        help="an SQLite file (default: in the user's folder), or postgresql://...",
    )
    parser.add_whole(
        "--workers",
        "N",
        "so many server processes, which share a PostgreSQL",
        least=1,
        most=64,
        default=1,
    )
    parser.add_argument(
        "--origin",
        type=origin,
        action="append",
        default=[],
        metavar="URL",
        help="another name of this server, as in https://play.example.org",
    )
    parser.add_argument(
        "--embed",
        type=origin,
        action="append",
        default=[],
        metavar="URL",
        help="a site whose pages may show games, puzzles and lessons in a frame",
    )
    parser.add_argument(
        "--proxy",
        type=proxies,
        metavar="ADDRESS",
        help="take the word of a proxy at this address or network about its clients' addresses",
    )
    parser.add_argument(
        "--metrics",
        type=host_and_port,
        metavar="HOST:PORT",
        help="let Prometheus read metrics there, as in 127.0.0.1:9464 (default: nowhere)",
    )
    parser.add_whole(
        "--rate",
        "N",
        "calls a second that one address may make (default 500; 0: any)",
        least=0,
        default=500,
    )
    parser.add_whole(
        "--streams",
        "N",
        "streams of news that one address may hold (default 1000)",
        least=1,
        default=1000,
    )
    parser.add_whole(
        "--claim-after",
        "S",
        "seconds of silence after which a game can be claimed (default 60)",
        least=1,
        default=60,
    )
    parser.add_whole(
        "--keep-days",
        "D",
        "forget games in which nothing has happened for so long (default 30)",
        least=1,
        default=30,
    )
    parser.add_argument("--quiet", action="store_true", help="log no requests")
    parser.add_argument("--no-browser", action="store_true", help="open no browser")
