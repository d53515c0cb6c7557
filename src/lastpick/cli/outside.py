"""What the commands that seat players from outside may be told about them."""

from __future__ import annotations

import argparse

from .parser import number

TYPE_CHECKING = False  # as in typing, without the time that importing it takes
if TYPE_CHECKING:
    from ..players.player import Options
    from .parser import Parser


def temperature(text: str) -> float | None:
    """A type for arguments: a temperature, or none."""
    return None if text == "none" else number(0, 100, " or none")(text)


def prices(text: str) -> tuple[float, float]:
    """A type for arguments: two prices, as in 0.15,0.6."""
    parts = text.split(",")
    if len(parts) != 2:
        raise argparse.ArgumentTypeError(f"expected two prices such as 0.15,0.6, not {text[:20]!r}")
    price = number(0, 1e9)
    return price(parts[0]), price(parts[1])


def add_outside(parser: Parser) -> None:
    """Options for exec: and llm: players."""
    parser.add_argument(
        "--pick-seconds",
        type=number(0.01, 86_400),
        metavar="S",
        help="how long an exec: or llm: player may take for a pick (default 10 and 120)",
    )
    parser.add_argument(
        "--base-url",
        metavar="URL",
        help="the OpenAI-compatible endpoint of llm: players, as in http://127.0.0.1:8080/v1;"
        " the key for it comes from LASTPICK_API_KEY or OPENAI_API_KEY",
    )
    parser.add_argument(
        "--temperature",
        type=temperature,
        default=0.0,
        metavar="T",
        help="of llm: players (default 0); none: it is not sent, for models that refuse it",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=JSON",
        help="a further field of the request to llm: players, as in max_tokens=2000 or"
        " 'reasoning_effort=\"low\"'; may be given several times",
    )
    parser.add_argument(
        "--no-system",
        action="store_true",
        help="send llm: players one message of the user alone, for models without a system role",
    )
    parser.add_argument(
        "--retries",
        type=int,
        choices=range(11),
        default=2,
        metavar="N",
        help="how often an endpoint that does not answer is asked again (default 2, at most 10);"
        " one that says it is busy, as with 429, 8 times or more, unless N is 0",
    )
    parser.add_argument(
        "--log",
        metavar="FILE",
        help="write every prompt and answer to FILE, and answer from it what it holds already",
    )
    parser.add_argument(
        "--prices",
        type=prices,
        metavar="P,A",
        help="what a million tokens of prompts and of answers cost, as in 0.15,0.6",
    )
    parser.add_argument(
        "--show-legal",
        action="store_true",
        help="list the legal picks in the prompts for llm: players",
    )


def options_of(args: argparse.Namespace) -> Options:
    """What `add_outside` has read."""
    from ..players.player import Options

    further = ""
    if args.set:
        from ..players.llm.request import further as read

        further = read(args.set)
    return Options(
        seconds=args.pick_seconds,
        base_url=args.base_url,
        temperature=args.temperature,
        retries=args.retries,
        log=args.log,
        prices=args.prices,
        show_legal=args.show_legal,
        further=further,
        no_system=args.no_system,
    )
