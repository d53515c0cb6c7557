"""Serving browsers, and chat assistants."""

from __future__ import annotations

import argparse
import re

from ..terminal import DONE

TYPE_CHECKING = False  # as in typing, without the time that importing it takes
if TYPE_CHECKING:
    from ..terminal.screen import Screen
    from .parser import Parser


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
        type=_database,
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
        type=_origin,
        action="append",
        default=[],
        metavar="URL",
        help="another name of this server, as in https://play.example.org",
    )
    parser.add_argument(
        "--embed",
        type=_origin,
        action="append",
        default=[],
        metavar="URL",
        help="a site whose pages may show games, puzzles and lessons in a frame",
    )
    parser.add_argument(
        "--proxy",
        type=_proxies,
        metavar="ADDRESS",
        help="take the word of a proxy at this address or network about its clients' addresses",
    )
    parser.add_argument(
        "--metrics",
        type=_host_and_port,
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
        "--connections",
        "N",
        "connections in all for each process (default 10000, or what open files allow)",
        least=1,
        default=10_000,
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


def run_serve(args: argparse.Namespace, screen: Screen) -> int:
    import sys

    from ..errors import ServeError
    from ..kernels import advice

    try:
        from ..web.http.serve import serve
        from ..web.http.settings import Settings
    except ImportError as error:
        raise ServeError(
            f"the server needs {error.name}, which is not installed;"
            " install it with: pip install 'lastpick[web]'"
        ) from None
    settings = Settings(
        host=args.host,
        port=args.port,
        database=args.database,
        workers=args.workers,
        origins=tuple(args.origin),
        embeds=tuple(args.embed),
        proxy=args.proxy,
        metrics=args.metrics,
        rate=args.rate,
        streams=args.streams,
        connections=args.connections,
        claim_after=args.claim_after,
        keep_days=args.keep_days,
        quiet=args.quiet,
    )
    if sys.stderr.isatty() and (faster := advice()):
        screen.note(f"lastpick: {faster}")
    serve(settings, not args.no_browser)
    return DONE


def _origin(text: str) -> str:
    """A type for arguments: how a browser names a site."""
    if not re.fullmatch(r"(?ai)https?://([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?/?", text):
        raise argparse.ArgumentTypeError(
            f"expected an address without a path, as in https://play.example.org, found {text!r}"
        )
    return text.rstrip("/").lower()


def _database(text: str) -> str:
    """A type for arguments: where games are kept."""
    if not text or ("://" in text and not text.startswith(("postgresql://", "postgres://"))):
        raise argparse.ArgumentTypeError(f"expected a file or postgresql://..., found {text!r}")
    return text


def _host_and_port(text: str) -> str:
    """A type for arguments: an address of this machine, with a port."""
    found = re.fullmatch(r"(?ai)([\w.-]+|\[[\da-f:.]+\]):(\d{1,5})", text)
    if not found or int(found[2]) > 65535:
        raise argparse.ArgumentTypeError(
            f"expected an address and a port, as in 127.0.0.1:9464, found {text!r}"
        )
    return text


def _proxies(text: str) -> str:
    """A type for arguments: addresses or networks, with commas between them."""
    from ipaddress import ip_network

    try:
        return ",".join(str(ip_network(part.strip())) for part in text.split(","))
    except ValueError:  # a name would never be found among addresses, and * would believe anybody
        raise argparse.ArgumentTypeError(
            f"expected an address or a network, as in 127.0.0.1 or 10.0.0.0/8, found {text!r}"
        ) from None


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


def add_mcp(parser: Parser) -> None:
    parser.epilog = _FOR_ASSISTANTS


def run_mcp(_: argparse.Namespace, screen: Screen) -> int:
    from ..errors import ServeError

    try:
        from ..mcp.server import serve
    except ImportError as error:
        raise ServeError(
            f"serving a chat assistant needs {error.name}, which is not installed;"
            " install it with: pip install 'lastpick[mcp]'"
        ) from None
    serve(screen)
    return DONE
