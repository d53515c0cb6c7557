"""Measuring players: against each other, and by the oracle."""

from __future__ import annotations

from .options import add_executor, add_processes, add_report_files, bots_named, leave_out
from .outside import add_outside, options_of, prices
from .parser import number

TYPE_CHECKING = False  # as in typing, without the time that importing it takes
if TYPE_CHECKING:
    import argparse

    from ..terminal.screen import Screen
    from .parser import Parser


def add_arena(parser: Parser) -> None:
    parser.add_argument(
        "games",
        nargs="+",
        metavar="GAME",
        help="a game's name or file; GAME@A-B brings a pool of its own",
    )
    parser.add_argument("--numbers", metavar="A-B", help="another pool for all, as in 1-100")
    parser.add_argument(
        "--players",
        action="append",
        required=True,
        metavar="A,B,C",
        help="bots, mcts:PLAYOUTS, search:DEPTH, careful:DEPTH, llm:MODEL, and exec:COMMAND,"
        " which takes the rest of the value; NAME=PLAYER names one; may be given several times",
    )
    parser.add_whole("--rounds", "N", "how many (default 10)", least=1, most=1_000_000, default=10)
    parser.add_whole("--seed", "S", "all the chance there is (default 1)", least=0, default=1)
    parser.add_argument(
        "--output",
        metavar="FILE",
        help="the results, a line a game; the same command goes on with them"
        " (default: arena-ID.jsonl here, with an ID made of all that was agreed)",
    )
    add_report_files(parser, "the table")
    add_executor(parser, "processes of this machine (default), or dask:ADDRESS for a cluster")
    add_processes(parser)
    parser.add_whole(
        "--grade",
        "N",
        "positions that grading a decision may look at (default 20000; 0: no grading)",
        least=0,
        most=1 << 26,
        default=20_000,
    )
    add_outside(parser)


def run_arena(args: argparse.Namespace, screen: Screen) -> int:
    from ..arena.command import ArenaRequest, hold
    from ..arena.entrants import read_games, read_players
    from ..arena.tournament import Tournament

    tournament = Tournament(
        books=read_games(args.games, args.numbers),
        players=read_players(args.players),
        rounds=args.rounds,
        seed=args.seed,
        grade=args.grade,
        options=options_of(args),
    )
    request = ArenaRequest(
        output=args.output,
        executor=args.executor,
        processes=args.processes,
        csv=args.csv,
        html=args.html,
        json=args.json,
    )
    return hold(tournament, request, screen)


def add_evaluate(parser: Parser) -> None:
    parser.add_argument(
        "player",
        metavar="PLAYER",
        help=f"{bots_named()}, mcts:PLAYOUTS, search:DEPTH, careful:DEPTH, exec:COMMAND, llm:MODEL",
    )
    parser.add_argument(
        "--suite",
        default="standard",
        metavar="NAME",
        help="standard, that is standard-1 (default), or standard-2, which tells how far a player"
        " looks ahead",
    )
    _add_private(parser)
    parser.add_whole(
        "--games",
        "N",
        "won games to play on for each game, size and disguise (default 2; 0: none)",
        least=0,
        most=1000,
        default=2,
    )
    parser.add_whole(
        "--attempts",
        "N",
        "tries that an llm: player has for a decision, each told why the last was no legal pick"
        " (default 1, at most 10)",
        least=1,
        most=10,
        default=1,
    )
    parser.add_whole(
        "--repeat",
        "N",
        "ask about each item N times, for players that do not always answer alike, as models with"
        " a temperature above 0 (default 1)",
        least=1,
        most=1000,
        default=1,
    )
    parser.add_argument(
        "--max-cost",
        type=number(1e-6, 1e9),
        metavar="C",
        help="stop before an llm: player's answers have cost more, by --prices or what the endpoint"
        " reports; the same command with a higher one goes on",
    )
    parser.add_argument(
        "--lenient",
        action="store_true",
        help="let bold print, a code block or a full stop around an llm: player's pick pass",
    )
    parser.add_whole("--seed", "S", "the bots' chance (default 1)", least=0, default=1)
    parser.add_argument(
        "--output",
        metavar="FILE",
        help="keep each answer in FILE; the same command goes on with it (default: for exec: and"
        " llm:, evaluation-ID.jsonl here, with an ID made of all that was agreed)",
    )
    add_executor(parser, "this machine (default), or dask:ADDRESS for a cluster")
    add_processes(parser, "ask so many copies of the player at once (default 1)", default=1)
    parser.add_whole(
        "--mistakes",
        "N",
        "how many of the first mistakes to show with their refutation (default 5)",
        least=0,
        most=10_000,
        default=5,
    )
    add_outside(parser)


def run_evaluate(args: argparse.Namespace, screen: Screen) -> int:
    from ..evaluation.command import EvaluateRequest, evaluate

    request = EvaluateRequest(
        player=args.player,
        suite=args.suite,
        suite_seed=args.suite_seed,
        rules=tuple(args.rules),
        seed=args.seed,
        each=args.each,
        games=args.games,
        options=options_of(args)._replace(lenient=args.lenient),
        attempts=args.attempts,
        repeat=args.repeat,
        max_cost=args.max_cost,
        output=args.output,
        executor=args.executor,
        processes=args.processes,
        mistakes=args.mistakes,
        json=args.json,
    )
    return evaluate(request, screen)


def add_suite(parser: Parser) -> None:
    parser.add_argument(
        "action",
        choices=("export", "score"),
        metavar="export|score",
        help="export: write suites as a dataset into a folder; score: grade a file of answers",
    )
    parser.add_argument(
        "path",
        metavar="FOLDER|ANSWERS",
        help="the folder, or a file with a line of JSON for each answer, as in"
        ' {"id": "standard-1/17", "answer": "PICK 12"} (-: standard input)',
    )
    parser.add_argument(
        "--suite",
        metavar="NAME",
        help="which (default: export all that are frozen; score the one that the ids name)",
    )
    _add_private(parser)
    parser.add_argument(
        "--force", action="store_true", help="export: write over files that are there and differ"
    )
    parser.add_argument(
        "--lenient",
        action="store_true",
        help="score: let bold print, a code block or a full stop around the pick pass",
    )
    parser.add_whole(
        "--mistakes",
        "N",
        "score: how many of the first mistakes to show with their refutation (default 5)",
        least=0,
        most=10_000,
    )


def run_suite(args: argparse.Namespace, screen: Screen) -> int:
    from ..evaluation.suite_command import ScoreRequest, SuiteWanted, export, score_answers

    wanted = SuiteWanted(args.suite, args.suite_seed, tuple(args.rules), args.each)
    if args.action == "export":
        leave_out(
            "nothing is graded", {"--lenient": args.lenient or None, "--mistakes": args.mistakes}
        )
        return export(args.path, wanted, screen, args.force, args.json)
    leave_out("nothing is written", {"--force": args.force or None})
    request = ScoreRequest(
        path=args.path,
        suite=wanted,
        lenient=args.lenient,
        mistakes=5 if args.mistakes is None else args.mistakes,
        json=args.json,
    )
    return score_answers(request, screen)


def _add_private(parser: Parser) -> None:
    """What makes another suite of a frozen one's make-up, or takes a part of it."""
    parser.add_whole(
        "--suite-seed", "S", "a private suite of the same make-up, made from this seed", least=0
    )
    parser.add_argument(
        "--rules",
        action="append",
        default=[],
        metavar="FILE",
        help="a suite of the same make-up, of your own game in FILE (or of a shipped one, by its"
        " name); may be given several times",
    )
    parser.add_whole(
        "--each",
        "N",
        "N decisions of each stratum: fewer for a quick look, or more, of suites with a seed or"
        " rules of their own (default: all that the suite usually has)",
        least=1,
        most=1000,
    )


def add_compare(parser: Parser) -> None:
    parser.add_argument(
        "results",
        nargs="+",
        metavar="RESULT",
        help="results of `lastpick evaluate PLAYER --output RESULT`, finished; the others are"
        " compared with the first",
    )
    add_report_files(parser, "all figures")
    parser.add_argument(
        "--prices",
        type=prices,
        action="append",
        default=[],
        metavar="P,A",
        help="what a million tokens of prompts and of answers cost, as in 0.15,0.6; once for all,"
        " or once for each RESULT",
    )


def run_compare(args: argparse.Namespace, screen: Screen) -> int:
    from ..evaluation.compare.command import CompareRequest, compare

    request = CompareRequest(
        results=tuple(args.results),
        prices=tuple(args.prices),
        csv=args.csv,
        html=args.html,
        json=args.json,
    )
    return compare(request, screen)
