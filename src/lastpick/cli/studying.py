"""Studying the games themselves: who wins, how fairly, how long, how many ways."""

from __future__ import annotations

from ..terminal import DONE, UNABLE
from ..terminal.reporting import print_json
from .options import (
    add_executor,
    add_game,
    add_name,
    add_numbers,
    add_plot,
    add_processes,
    add_seconds,
)

TYPE_CHECKING = False  # as in typing, without the time that importing it takes
if TYPE_CHECKING:
    import argparse

    from ..terminal.screen import Screen
    from .parser import Parser


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


def run_solve(args: argparse.Namespace, screen: Screen) -> int:
    from ..oracle import Budget, solve
    from ..oracle.remoteness import remoteness
    from ..oracle.sieve_table import trouble
    from ..terminal.find_position import find_position
    from ..terminal.progress import Progress
    from ..terminal.show_verdict import show_remoteness, show_sets, show_verdict

    progress = Progress()
    budget = Budget(args.seconds, progress=progress.positions)
    book, position = find_position(args.source, args.numbers, args.after, args.pool, args.last)
    if args.sets:
        from ..coach.sequences import chain_sets

        with progress:
            sets = chain_sets(position, budget)
        if args.json:
            return print_json(sets)
        show_sets(screen, book, sets)
        return DONE
    try:
        with progress:
            verdict = solve(position, budget, stop_at_first=args.one)
            picks = remoteness(position, budget) if args.remoteness else None
    except KeyboardInterrupt:
        raise KeyboardInterrupt(
            "lastpick: interrupted, who wins is unknown; --seconds S stops with what is known"
        ) from None
    for line in trouble:
        screen.note(f"lastpick: {line}; going on without it")
    if args.json:
        from ..catalog import is_shipped
        from ..catalog.rules import relations, special
        from ..coach.plain import with_plain

        more: dict[str, object] = {"remoteness": picks} if args.remoteness else {}
        if not is_shipped(book.game):  # so that lastpick check knows the game
            more |= {"relations": relations(book.game), **special(book.game)}
        print_json({**with_plain(position, verdict), **more})
    else:
        show_verdict(screen, book, position, verdict)
        if args.remoteness:
            show_remoteness(screen, picks)
    return UNABLE if verdict.wins is None else DONE


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
    add_executor(
        parser,
        "hand out the pools: to processes of this machine, or to dask:ADDRESS, a cluster"
        " (default: one after the other, here)",
        default=None,
    )
    add_processes(parser)
    parser.add_whole(
        "--seconds", "S", "stop after so long (default: never)", least=1, default=float("inf")
    )
    add_plot(parser)


def run_sequence(args: argparse.Namespace, screen: Screen) -> int:
    from ..terminal.show_sequence import SequenceRequest, show_sequence

    request = SequenceRequest(
        game=args.game,
        start=args.start,
        end=args.end,
        seconds=args.seconds,
        step=args.step,
        matching=args.matching,
        output=args.output,
        executor=args.executor,
        processes=args.processes,
        plot=args.plot,
        bfile=args.bfile,
        json=args.json,
    )
    return show_sequence(request, screen)


def add_table(parser: Parser) -> None:
    parser.add_argument("action", choices=("build",), metavar="build", help="work out every entry")
    parser.add_argument("--output", metavar="FILE", help="where to (default: in its place)")


def run_table(args: argparse.Namespace, screen: Screen) -> int:
    from ..files import check_writable
    from ..oracle.sieve_table import PATH, digest
    from ..oracle.sieve_table_build import write
    from ..terminal.progress import Progress

    path = args.output or PATH
    check_writable(path)
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


def add_balance(parser: Parser) -> None:
    add_game(parser)
    add_seconds(parser)
    add_plot(parser)


def run_balance(args: argparse.Namespace, screen: Screen) -> int:
    from ..catalog import open_book
    from ..coach import plots
    from ..coach.balance import as_data
    from ..terminal.patience import Patience
    from ..terminal.show_balance import read_balance, show_balance

    if args.plot:
        plots.check(args.plot)
    book = open_book(args.game, args.numbers)
    with Patience(args.seconds) as patience:
        found = read_balance(book, patience)
    if args.plot:
        plots.plot_balance(args.plot, book.title, found)
    if args.json:
        print_json(as_data(book.title, found))
    else:
        show_balance(screen, book, found)
    return patience.code(complete=not found.left_out)


def add_longest(parser: Parser) -> None:
    add_game(parser)
    parser.add_argument("--shortest", action="store_true", help="the shortest complete game")
    add_seconds(parser, 60)


def run_longest(args: argparse.Namespace, screen: Screen) -> int:
    from ..catalog import open_book
    from ..coach.longest import Longest, Shortest
    from ..terminal.patience import Patience
    from ..terminal.show_longest import as_data, read_longest, read_shortest, show_longest

    book = open_book(args.game, args.numbers)
    found: Longest | Shortest
    with Patience(args.seconds) as patience:
        read = read_shortest if args.shortest else read_longest
        found = read(book.game, patience)
    if args.json:
        print_json(as_data(book.game, found))
    else:
        show_longest(screen, book, found)
    return patience.code(complete=True)


def add_perft(parser: Parser) -> None:
    add_game(parser)
    parser.add_whole("--plies", "K", "stop after K picks", least=1)
    add_seconds(parser)


def run_perft(args: argparse.Namespace, screen: Screen) -> int:
    from ..catalog import open_book
    from ..terminal.patience import Patience
    from ..terminal.show_perft import as_data, count

    book = open_book(args.game, args.numbers)
    with Patience(args.seconds) as patience:
        counted, stopped = count(book, args.plies, patience, None if args.json else screen)
    if args.json:
        print_json(as_data(book.game, counted, stopped))
    if stopped:
        screen.note(f"lastpick: {stopped}")
    return patience.code(complete=stopped is None)
