"""The server: the tools over standard input and output, and every refusal in one line."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, InputRequiredResult, TextContent, ToolAnnotations
from pydantic import ValidationError

from .. import __version__
from ..errors import LastpickError, meant
from ..terminal.screen import Screen
from . import tools

_ABOUT = (
    "Number games for two: players take turns picking numbers from a pool, and whoever cannot"
    " pick loses (in a few games wins). Begin with list_games and rules; new_game begins a game"
    " and tells its id, and pick makes a pick in it. The user may play against you, against a"
    " bot, or have you play a bot. Let the user make their own picks, and show them the board"
    " after each. Do not work out yourself what is legal or who wins: position, hint, verdict"
    " and review know exactly. Every pick is saved at once; position shows the game that was"
    " played last."
)


class LastpickServer(MCPServer[Any]):
    """A server whose tools refuse as the rest of the program does."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        known = {tool.name: tool.input_schema["properties"] for tool in await self.list_tools()}
        if name not in known:
            near = meant(name, known) or f"; the tools are {', '.join(known)}"
            return _refused(f"no tool is called {name[:40]!r}{near}")
        for key in arguments:
            if key not in known[name]:
                near = meant(key, known[name]) or f"; it takes {', '.join(known[name]) or 'none'}"
                return _refused(f"{name} takes no argument {key[:40]!r}{near}")
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, LastpickError):
                return _refused(str(cause))
            if isinstance(cause, ValidationError):
                return _refused(_in_one_line(cause))
            if isinstance(cause, MemoryError | RecursionError):
                return _refused("there is not enough memory to answer that")
            raise


def _in_one_line(error: ValidationError) -> str:
    """What is wrong with the first of the arguments that are wrong."""
    first = error.errors(include_url=False)[0]
    where = ".".join(map(str, first["loc"]))
    if first["type"] == "missing":
        return f"{where} is missing"
    said = first["msg"].replace("Input should be", "expected").partition(", unable")[0]
    return f"{where}: {said}, found {first['input']!r:.40}"


def _refused(why: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=why.replace("\n", " "))], is_error=True)


def make_server() -> LastpickServer:
    """The server with its tools, before it serves anybody."""
    server = LastpickServer(
        "lastpick",
        title="Lastpick",
        instructions=_ABOUT,
        version=__version__,
        log_level="ERROR",
        subscriptions=False,
    )
    for tool in tools.TOOLS:
        about = ToolAnnotations(
            read_only_hint=tool in tools.LOOKS,
            destructive_hint=tool is tools.resign,
            open_world_hint=False,
        )
        told = " ".join((tool.__doc__ or "").split())
        server.add_tool(tool, description=told, annotations=about, structured_output=True)
    return server


def serve(screen: Screen) -> None:
    """Serve until the other side closes our input."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _leave)
    if screen.is_person:
        screen.complain(
            "waiting for a chat assistant on standard input; lastpick mcp --help says how to set"
            " one up, and Ctrl-C ends"
        )
    make_server().run("stdio")


def _leave(number: int, _: object) -> None:
    """Leave on the spot: a thread waits for input that may never come, and all is on disk."""
    if number == signal.SIGINT and sys.stderr.isatty():
        os.write(sys.stderr.fileno(), b"\n")  # after the ^C that the terminal has shown
    os._exit(128 + number)
