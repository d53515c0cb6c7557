"""What the commands for those who measure players may be told: `arena` and all that follow it."""

from __future__ import annotations

from .arguments import bots_named, executor
from .outside import add_outside, prices

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
    parser.add_argument(
        "--executor",
        type=executor,
        default="processes",
        metavar="WHO",
        help="this machine (default), or dask:ADDRESS for a cluster",
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


def add_mcp(parser: Parser) -> None:
    parser.epilog = _FOR_ASSISTANTS


_FOR_ASSISTANTS = """\
A chat assistant starts it and speaks to it on standard input and output, by the Model Context \
Protocol. Put this into the assistant's settings, where its servers stand:

{
  "mcpServers": {
    "lastpick": {"command": "lastpick", "args": ["mcp"]}
  }
}

If the assistant does not find the program, give its whole path as the command. Games are kept \
where they always are; "env": {"LASTPICK_HOME": "FOLDER"} beside the command names another folder.

It needs the extra mcp: pip install 'lastpick[mcp]'"""


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


def add_compare(parser: Parser) -> None:
    parser.add_argument(
        "results",
        nargs="+",
        metavar="RESULT",
        help="results of `lastpick evaluate PLAYER --output RESULT`, finished; the others are"
        " compared with the first",
    )
    parser.add_argument("--csv", metavar="FILE", help="write all figures to a .csv file")
    parser.add_argument("--html", metavar="FILE", help="write the report to a .html file")
    parser.add_argument(
        "--prices",
        type=prices,
        action="append",
        default=[],
        metavar="P,A",
        help="what a million tokens of prompts and of answers cost, as in 0.15,0.6; once for all,"
        " or once for each RESULT",
    )
