"""The command line: arguments in, a room called, exit code out."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn

from . import __version__
from .errors import BudgetError, JournalError, LastpickError
from .terminal import DONE, INTERRUPTED, UNABLE, WRONG

if TYPE_CHECKING:
    from .terminal.screen import Screen

Run = Callable[[argparse.Namespace, "Screen"], int]


# --- the commands, each importing its room when it runs --------------------------------


def run_menu(_: argparse.Namespace, screen: Screen) -> int:
    from .terminal.menu import menu

    return menu(screen)


def run_play(args: argparse.Namespace, screen: Screen) -> int:
    from .terminal.start import Wishes, play

    wishes = Wishes(
        args.game,
        args.numbers,
        (args.p1, args.p2),
        (args.name1, args.name2),
        args.first,
        args.best_of,
        args.seed,
        args.strikes,
        args.record,
    )
    return play(wishes, screen)


def run_resume(args: argparse.Namespace, screen: Screen) -> int:
    from .journal import Journal
    from .terminal.start import describe, resume

    if not args.list:
        return resume(args.name, screen)
    unfinished = Journal().unfinished()
    if args.json:
        return _json([{"name": saved.name, "about": describe(saved)} for saved in unfinished])
    for saved in unfinished:
        screen.say(f"{saved.name}  {describe(saved)}")
    if not unfinished:
        screen.say("There is no unfinished game.")
    return DONE


def run_games(args: argparse.Namespace, screen: Screen) -> int:
    from .catalog import names
    from .terminal.about import as_data, show_games

    if args.json:
        return _json([as_data(name) for name in names()])
    show_games(screen)
    return DONE


def run_rules(args: argparse.Namespace, screen: Screen) -> int:
    from .catalog import open_book
    from .terminal.about import as_data, show_rules

    if args.json:
        return _json(as_data(args.game, args.numbers))
    show_rules(screen, open_book(args.game, args.numbers))
    return DONE


def run_stats(args: argparse.Namespace, screen: Screen) -> int:
    from .terminal.stats import read_tallies, show_stats

    if args.json:
        found = read_tallies(screen, args.player, args.game)
        return _json([tally._asdict() for tally in found])
    show_stats(screen, args.player, args.game)
    return DONE


def run_replay(args: argparse.Namespace, screen: Screen) -> int:
    from .terminal.files import load_records
    from .terminal.replay import replay

    try:
        for record in load_records(args.file):
            if not replay(record, screen):
                break
    except EOFError:
        screen.say()
    return DONE


def run_check(args: argparse.Namespace, screen: Screen) -> int:
    from .terminal.check import check, in_words

    found = check(args.file)
    if args.json:
        return _json(found)
    for entry in found:
        screen.say(in_words(entry))
    return DONE


def run_perft(args: argparse.Namespace, screen: Screen) -> int:
    from .catalog import load
    from .perft import perft
    from .terminal.progress import Progress

    game = load(args.game, args.numbers)
    with Progress() as progress:
        counted = perft(
            game, args.plies, lambda ply, found: progress.show(f"pick {ply}: {found:,} positions")
        )
    if args.json:
        return _json(
            {
                "game": game.name,
                "numbers": str(game.numbers),
                "sequences": counted.sequences,
                "games": counted.games,
                "by_length": counted.by_length,
            }
        )
    screen.say(f"{game.name} {game.numbers}", "bold")
    screen.say("picks  sequences  complete games")
    for ply, (reached, ended) in enumerate(
        zip(counted.sequences, counted.complete, strict=True), 1
    ):
        screen.say(f"{ply:5}  {reached:9}  {ended:14}")
    screen.say(f"{counted.games} complete games")
    return DONE


def _json(data: object) -> int:
    import json

    print(json.dumps(data))
    return DONE


# --- the arguments ---------------------------------------------------------------------


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong, and where to find help."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG, f"{self.prog}: {message} (try {self.prog} --help)\n")


def whole(least: int, odd: bool = False) -> Callable[[str], int]:
    """A type for arguments: a whole number from `least` up."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or len(text) > 15:
            raise argparse.ArgumentTypeError(f"expected a whole number, found {text[:20]!r}")
        if int(text) < least:
            raise argparse.ArgumentTypeError(f"expected {least} or more, found {text}")
        if odd and int(text) % 2 == 0:
            raise argparse.ArgumentTypeError(f"expected an odd number, found {text}")
        return int(text)

    return read


def parser() -> Parser:
    """The whole command line."""
    top = Parser(
        prog="lastpick",
        description="Two-player number games in which whoever cannot pick loses."
        " Without a command, a menu opens.",
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"lastpick {__version__}")
    top.set_defaults(run=run_menu)
    commands = top.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)

    def command(name: str, run: Run, summary: str, json: bool = False) -> Parser:
        made: Parser = commands.add_parser(
            name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.",
            allow_abbrev=False,
        )  # fmt: skip
        made.set_defaults(run=run)
        if json:
            made.add_argument("--json", action="store_true", help="report as JSON")
        return made

    _add_play(command("play", run_play, "play a game in the voice of its rule book"))
    resume = command("resume", run_resume, "go on with a saved game, by default the latest", True)
    resume.add_argument("name", nargs="?", metavar="NAME", help="a name from --list")
    resume.add_argument("--list", action="store_true", help="list the unfinished games")
    command("games", run_games, "list the games", True)
    _add_game(command("rules", run_rules, "explain a game in our own words", True))
    stats = command("stats", run_stats, "wins and losses per player, game and opponent", True)
    stats.add_argument("--player", metavar="NAME", help="only this player's")
    stats.add_argument("--game", metavar="GAME", help="only this game's")
    replay = command("replay", run_replay, "step through a record")
    replay.add_argument("file", metavar="FILE", help="a file written with --record")
    check = command("check", run_check, "validate a record, or a game file (.toml)", True)
    check.add_argument("file", metavar="FILE", help="a record, or a game file")
    perft = command("perft", run_perft, "count pick sequences and complete games", True)
    _add_game(perft)
    perft.add_argument("--plies", type=whole(1), metavar="K", help="stop after K picks")
    return top


def _add_game(command: Parser) -> None:
    command.add_argument("game", metavar="GAME", help="a game's name, or the path of a game file")
    command.add_argument("--numbers", metavar="A-B", help="another pool, as in 1-100")


def _add_play(play: Parser) -> None:
    _add_game(play)
    for seat in "12":
        play.add_argument(
            f"--p{seat}",
            metavar="PLAYER",
            default="human",
            help="human (default), random or greedy",
        )
    for seat in "12":
        play.add_argument(f"--name{seat}", metavar="NAME", help="what this player is called")
    play.add_argument(
        "--first",
        choices=("1", "2", "toss"),
        default="1",
        help="which of the two becomes Player 1; toss tosses a coin",
    )
    play.add_argument(
        "--best-of",
        type=whole(1, odd=True),
        default=1,
        metavar="N",
        help="play a match of at most N games (odd); the starter alternates",
    )
    play.add_argument(
        "--seed", type=whole(0), metavar="S", help="repeat the bots' picks and the coin toss"
    )
    play.add_argument(
        "--strikes",
        type=whole(1),
        metavar="N",
        help="N invalid entries in a row forfeit the turn, where the rule book allows it",
    )
    play.add_argument("--record", metavar="FILE", help="write the record of the match to FILE")


# --- running ---------------------------------------------------------------------------


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; the exit code."""
    args = parser().parse_args(argv)
    from .terminal.screen import Screen, prepare_streams

    prepare_streams()
    try:
        code: int = args.run(args, Screen())
        sys.stdout.flush()
        return code
    except (BudgetError, JournalError) as error:
        return _fail(error, UNABLE)
    except LastpickError as error:
        return _fail(error, WRONG)
    except BrokenPipeError:
        # Whoever was reading has gone: what is left to say has no reader.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNABLE
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


def _fail(error: LastpickError, code: int) -> int:
    sys.stdout.flush()
    print(f"lastpick: {error}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
