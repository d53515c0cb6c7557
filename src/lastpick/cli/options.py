"""What several commands may be told, each said once."""

from __future__ import annotations

import argparse

from .parser import number

TYPE_CHECKING = False  # as in typing, without the time that importing it takes
if TYPE_CHECKING:
    from .parser import Parser


def add_game(parser: Parser) -> None:
    add_name(parser)
    add_numbers(parser)


def add_name(parser: Parser, nargs: str | None = None) -> None:
    parser.add_argument(
        "game", nargs=nargs, metavar="GAME", help="a game's name, or the path of a game file"
    )


def add_numbers(parser: Parser) -> None:
    parser.add_argument("--numbers", metavar="A-B", help="another pool, as in 1-100")


def add_exact(parser: Parser) -> None:
    parser.add_argument(
        "--exact",
        action="store_true",
        help="reasons as lastpick solve gives them, instead of plain words",
    )


def add_seconds(parser: Parser, default: float | None = None) -> None:
    """How long a command may take; it then tells what it knows."""
    usual = "as long as it takes" if default is None else f"{default:g}"
    parser.add_argument(
        "--seconds",
        type=number(0.01, 1e9),
        default=default,
        metavar="S",
        help=f"stop after so long with what is known (default {usual})",
    )


def add_plot(parser: Parser) -> None:
    parser.add_argument("--plot", metavar="FILE", help="draw it to a .png or .svg file")


def add_report_files(parser: Parser, what: str) -> None:
    """Files for a report; `what` names what the table holds."""
    parser.add_argument("--csv", metavar="FILE", help=f"write {what} to a .csv file")
    parser.add_argument("--html", metavar="FILE", help="write the report to a .html file")


def add_executor(parser: Parser, told: str, default: str | None = "processes") -> None:
    parser.add_argument("--executor", type=_executor, default=default, metavar="WHO", help=told)


def add_processes(
    parser: Parser,
    told: str = "how many (default: a processor each)",
    default: int | None = None,
) -> None:
    parser.add_whole("--processes", "N", told, least=1, most=256, default=default)


def _executor(text: str) -> str:
    """A type for arguments: who does the work."""
    if text == "processes" or (text.startswith("dask:") and text != "dask:"):
        return text
    raise argparse.ArgumentTypeError(
        f"expected processes, or dask:ADDRESS as in dask:tcp://127.0.0.1:8786, found {text[:40]!r}"
    )


def bots_named() -> str:
    """The bots by name, those of a kind as in level:1 to level:5."""
    from ..players import BOTS

    kinds: dict[str, list[str]] = {}
    for name in BOTS:
        kinds.setdefault(name.partition(":")[0], []).append(name)
    return ", ".join(" to ".join(dict.fromkeys((kind[0], kind[-1]))) for kind in kinds.values())


def leave_out(why: str, options: dict[str, object]) -> None:
    """Refuse what was given of options that make no sense here."""
    from ..errors import LastpickError

    if given := [name for name, value in options.items() if value is not None]:
        raise LastpickError(f"{why}; leave out {given[0]}")
