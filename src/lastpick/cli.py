"""The command line: arguments in, a room called, exit code out."""

from __future__ import annotations

import argparse
import os
import sys

from . import __version__
from .errors import BudgetError, JournalError, LastpickError, PlotError
from .terminal import DONE, INTERRUPTED, UNABLE, WRONG

TYPE_CHECKING = False  # as in typing, without the time that importing it takes
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import NoReturn

    from .terminal.screen import Screen

    Run = Callable[[argparse.Namespace, Screen], int]


MOST_IN_A_RECORD = 9999  # games of a match, and strikes: four digits


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
    from .terminal.start import as_data, describe, resume

    if not args.list and not args.json:
        return resume(args.name, screen)
    unfinished = Journal().unfinished()
    if args.json:
        return _json([as_data(saved) for saved in unfinished])
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
    screen.say(f"{counted.games} complete game{'s' * (counted.games != 1)}")
    return DONE


def run_solve(args: argparse.Namespace, screen: Screen) -> int:
    from .oracle import Budget, as_data, solve
    from .oracle.parts import trouble
    from .terminal.progress import Progress
    from .terminal.verdicts import chain_sets, find_position, show_sets, show_verdict

    position = find_position(args.source, args.numbers, args.after)
    if args.sets:
        sets = chain_sets(position)
        if args.json:
            return _json(sets)
        show_sets(screen, position, sets)
        return DONE
    with Progress() as progress:
        budget = Budget(
            args.seconds, progress=lambda found: progress.show(f"{found:,} positions solved")
        )
        verdict = solve(position, budget, args.one)
    for line in trouble:
        screen.note(f"lastpick: {line}; going on without it")
    if args.json:
        _json(as_data(position, verdict))
    else:
        show_verdict(screen, position, verdict)
    return UNABLE if verdict.wins is None else DONE


def run_sequence(args: argparse.Namespace, screen: Screen) -> int:
    from .catalog import load
    from .terminal.progress import Progress
    from .terminal.verdicts import counts_nimbers, sequence

    game = load(args.game)
    terms = []
    with Progress() as progress:
        for last, value in sequence(game, args.start, args.end):
            progress.show(f"{game.numbers.first}-{last}")
            terms.append((last, value))
    what = "nimber" if counts_nimbers(game) else "winning openings"
    if args.plot:
        from .coach.plots import plot_sequence

        plot_sequence(args.plot, f"{game.name}: {what}", terms)
    if args.json:
        return _json({"game": game.name, "what": what, "terms": terms})
    if not args.bfile:
        screen.say(f"last,{what}")
    for last, value in terms:
        shown = "" if value is None else str(value)
        screen.say(f"{last} {shown}" if args.bfile else f"{last},{shown}")
    return DONE if all(value is not None for _, value in terms) else UNABLE


def run_table(args: argparse.Namespace, screen: Screen) -> int:
    from .oracle.table import PATH, digest, write
    from .terminal.progress import Progress

    path = args.output or PATH
    before = digest(PATH)
    with Progress() as progress:
        entries = write(
            path,
            lambda what, done, of: progress.show(
                f"{what} {progress.bar(done, of)}" if of else what
            ),
        )
    same = "the same as" if digest(path) == before else "not the same as"
    about = f"; {same} the one that was shipped" if before else ""
    screen.say(f"{entries:,} entries, each proved by the mex rule, in {path}{about}")
    return DONE


def run_review(args: argparse.Namespace, screen: Screen) -> int:
    from .coach import plots
    from .coach.review import as_data
    from .terminal.files import load_records
    from .terminal.reviews import read_reviews, show_review

    if args.plot:
        plots.check(args.plot)
    reviews = read_reviews(load_records(args.record))
    if args.plot:
        plots.plot_reviews(args.plot, reviews)
    if args.json:
        return _json([as_data(review) for review in reviews])
    for review in reviews:
        show_review(screen, review)
    return DONE


def run_puzzle(args: argparse.Namespace, screen: Screen) -> int:
    from .catalog import open_book
    from .coach.puzzles import as_data
    from .terminal.files import check_page, save_page
    from .terminal.puzzles import read_puzzles, sit

    if args.sheet:
        check_page(args.sheet)
    book = open_book(args.game, args.numbers)
    puzzles = read_puzzles(book.game, args.count, args.level, args.seed)
    if args.sheet:
        from .coach.sheet import sheet

        save_page(args.sheet, sheet(book, puzzles))
    if args.json:
        return _json([as_data(puzzle) for puzzle in puzzles])
    if args.sheet:
        screen.say(f"The sheet is in {args.sheet}")
        return DONE
    return sit(book, puzzles, screen)


def run_balance(args: argparse.Namespace, screen: Screen) -> int:
    from .catalog import open_book
    from .coach import plots
    from .coach.balance import as_data
    from .terminal.balances import read_balance, show_balance

    if args.plot:
        plots.check(args.plot)
    book = open_book(args.game, args.numbers)
    found = read_balance(book)
    if args.plot:
        plots.plot_balance(args.plot, book.title, found)
    if args.json:
        return _json(as_data(book.title, found))
    show_balance(screen, book, found)
    return DONE


def _json(data: object) -> int:
    import json

    print(json.dumps(data))
    return DONE


# --- the arguments ---------------------------------------------------------------------


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong, and where to find help."""

    def __init__(self, prog: str, description: str) -> None:
        super().__init__(
            prog, description=description, formatter_class=Formatter, allow_abbrev=False
        )

    def error(self, message: str) -> NoReturn:
        _complain(f"{self.prog}: {message} (try {self.prog} --help)")
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
        from .terminal.screen import wrap

        return "\n".join(
            f"{indent}{part}" for line in text.split("\n") for part in wrap(line, width)
        )


class Version(argparse.Action):
    """Prints the version, without the imports that argparse formats it with."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from .kernels import running

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
    "play": Command(run_play, add_play, "play a game in the voice of its rule book", False),
    "resume": Command(run_resume, add_resume, "go on with a saved game, by default the latest"),
    "games": Command(run_games, add_nothing, "list the games"),
    "rules": Command(run_rules, add_game, "explain a game in our own words"),
    "stats": Command(run_stats, add_stats, "wins and losses per player, game and opponent"),
    "replay": Command(run_replay, add_replay, "step through a record", False),
    "check": Command(run_check, add_check, "validate a record, or a game file (.toml)"),
    "solve": Command(run_solve, add_solve, "who wins from a position, and why"),
    "sequence": Command(run_sequence, add_sequence, "values for growing pools"),
    "table": Command(run_table, add_table, "make the table for Prime Rumble anew", False),
    "review": Command(run_review, add_review, "grade every pick of a record"),
    "puzzle": Command(run_puzzle, add_puzzle, "find the one winning pick"),
    "balance": Command(run_balance, add_balance, "how fair a game is, and what evens it out"),
    "perft": Command(run_perft, add_perft, "count pick sequences and complete games"),
}


def top_parser() -> Parser:
    """What stands before any command."""
    commands = "\n".join(f"  {name:8} {command.summary}" for name, command in COMMANDS.items())
    parser = Parser(
        "lastpick",
        "Two-player number games in which whoever cannot pick loses.\n"
        f"Without a command, a menu opens.\n\ncommands:\n{commands}",
    )
    parser.add_argument("--version", action=Version, nargs=0, help="show the version and leave")
    parser.add_argument("command", nargs="?", choices=COMMANDS, metavar="COMMAND")
    return parser


# --- running ---------------------------------------------------------------------------


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; the exit code."""
    _open_streams()
    try:
        try:
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
    if words and words[0] in COMMANDS:
        name = words.pop(0)
        run = COMMANDS[name].run
        args = COMMANDS[name].parser(name).parse_args(words)
    else:
        run = run_menu
        args = top_parser().parse_args(words)
    from .terminal.screen import Screen, prepare_streams

    prepare_streams()
    try:
        return run(args, Screen())
    except (BudgetError, JournalError, PlotError) as error:
        return _fail(error, UNABLE)
    except LastpickError as error:
        return _fail(error, WRONG)


def _fail(error: LastpickError, code: int) -> int:
    sys.stdout.flush()
    _complain(f"lastpick: {error}")
    return code


def _complain(text: str) -> None:
    """One line on standard error, wrapped if that is a terminal."""
    from .terminal.screen import Screen

    Screen(target=sys.stderr).say(text)


def _open_streams() -> None:
    """Put nothing in place of a stream that was closed, as with >&-."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - it lasts as long as we do


if __name__ == "__main__":
    sys.exit(main())
