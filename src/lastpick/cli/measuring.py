"""What the commands that measure players may be told: `arena` and `evaluate`."""

from __future__ import annotations

from .arguments import bots_named, executor
from .outside import add_outside

TYPE_CHECKING = False  # as in typing, without the time that importing it takes
if TYPE_CHECKING:
    from .arguments import Parser


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
        help="bots, mcts:PLAYOUTS, search:DEPTH, careful:DEPTH, llm:MODEL, and exec:COMMAND, which takes the rest of the"
        " value; NAME=PLAYER names one; may be given several times",
    )
    parser.add_whole("--rounds", "N", "how many (default 10)", least=1, most=1_000_000, default=10)
    parser.add_whole("--seed", "S", "all the chance there is (default 1)", least=0, default=1)
    parser.add_argument(
        "--output",
        metavar="FILE",
        help="the results, a line a game; the same command goes on with them"
        " (default: arena-ID.jsonl here, with an ID made of all that was agreed)",
    )
    parser.add_argument("--csv", metavar="FILE", help="write the table to a .csv file")
    parser.add_argument("--html", metavar="FILE", help="write the report to a .html file")
    parser.add_argument(
        "--executor",
        type=executor,
        default="processes",
        metavar="WHO",
        help="processes of this machine (default), or dask:ADDRESS for a cluster",
    )
    parser.add_whole("--processes", "N", "how many (default: a processor each)", least=1, most=256)
    parser.add_whole(
        "--grade",
        "N",
        "positions that grading a decision may look at (default 20000; 0: no grading)",
        least=0,
        most=1 << 26,
        default=20_000,
    )
    add_outside(parser)


def add_evaluate(parser: Parser) -> None:
    parser.add_argument(
        "player",
        metavar="PLAYER",
        help=f"{bots_named()}, mcts:PLAYOUTS, search:DEPTH, careful:DEPTH, exec:COMMAND, llm:MODEL",
    )
    parser.add_argument(
        "--suite", default="standard", metavar="NAME", help="standard, that is standard-1 (default)"
    )
    parser.add_whole(
        "--suite-seed", "S", "a private suite of the same make-up, made from this seed", least=0
    )
    parser.add_whole(
        "--each",
        "N",
        "only N decisions of each stratum, for a quick look (default: all)",
        least=1,
        most=1000,
    )
    parser.add_whole(
        "--games",
        "N",
        "won games to play on for each game, size and disguise (default 2; 0: none)",
        least=0,
        most=1000,
        default=2,
    )
    parser.add_whole("--seed", "S", "the bots' chance (default 1)", least=0, default=1)
    parser.add_argument(
        "--output",
        metavar="FILE",
        help="keep each answer in FILE; the same command goes on with it (default: for exec: and"
        " llm:, evaluation-ID.jsonl here, with an ID made of all that was agreed)",
    )
    parser.add_whole(
        "--processes",
        "N",
        "ask so many copies of the player at once (default 1)",
        least=1,
        most=256,
        default=1,
    )
    parser.add_whole(
        "--mistakes",
        "N",
        "how many of the first mistakes to show with their refutation (default 5)",
        least=0,
        most=10_000,
        default=5,
    )
    add_outside(parser)
