"""Looking up the games that there are, and those that were played."""

from __future__ import annotations

from ..terminal import DONE
from ..terminal.reporting import print_json
from .options import add_game, add_seconds

TYPE_CHECKING = False  # as in typing, without the time that importing it takes
if TYPE_CHECKING:
    import argparse

    from ..terminal.screen import Screen
    from .parser import Parser


def add_games(_: Parser) -> None:
    """Nothing of its own."""


def run_games(args: argparse.Namespace, screen: Screen) -> int:
    from ..catalog import names
    from ..terminal.show_rules import as_data, show_games

    if args.json:
        return print_json([as_data(name) for name in names()])
    show_games(screen)
    return DONE


def add_rules(parser: Parser) -> None:
    add_game(parser)


def run_rules(args: argparse.Namespace, screen: Screen) -> int:
    from ..catalog import open_book
    from ..terminal.show_rules import as_data, show_rules

    if args.json:
        return print_json(as_data(args.game, args.numbers))
    show_rules(screen, open_book(args.game, args.numbers))
    return DONE


def add_history(_: Parser) -> None:
    """Nothing of its own."""


def run_history(args: argparse.Namespace, screen: Screen) -> int:
    from ..terminal.history import as_data, finished, show_history
    from ..terminal.progress import Progress

    with Progress() as progress:
        found = finished(screen.complain, progress.games)
    if args.json:
        return print_json([as_data(saved) for saved in found])
    show_history(screen, found)
    return DONE


def add_stats(parser: Parser) -> None:
    parser.add_argument("--player", metavar="NAME", help="only this player's")
    parser.add_argument("--game", metavar="GAME", help="only this game's")


def run_stats(args: argparse.Namespace, screen: Screen) -> int:
    from ..terminal.show_stats import read_standings, show_stats

    if args.json:
        found = read_standings(screen, args.player, args.game)
        return print_json([tally._asdict() for tally in found])
    show_stats(screen, args.player, args.game)
    return DONE


def add_replay(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a file written with --record")


def run_replay(args: argparse.Namespace, screen: Screen) -> int:
    from ..terminal.record_files import load_records
    from ..terminal.show_replay import replay

    try:
        for record in load_records(args.file):
            if not replay(record, screen):
                break
    except EOFError:
        screen.say()
    return DONE


def add_check(parser: Parser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a record, a game file (.toml), or a verdict of lastpick solve --json;"
        " - reads standard input",
    )
    add_seconds(parser, 600)


def run_check(args: argparse.Namespace, screen: Screen) -> int:
    from ..terminal.show_check import check, in_words

    found = check(args.file, args.seconds)
    if args.json:
        return print_json(found)
    for entry in found:
        screen.say(in_words(entry))
    return DONE
