"""A chat assistant: the protocol's own client, with `lastpick mcp` as a process of its own."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client, StdioServerParameters, stdio_client
from mcp_types import CallToolResult, TextContent

from .running import PROGRAM, TIMEOUT, environment


class Told(NamedTuple):
    """What a tool has answered."""

    text: str
    data: Any
    is_error: bool


class Assistant:
    """Calls tools, and waits for what they answer."""

    def __init__(self, client: Client, portal: BlockingPortal, folder: Path, home: Path) -> None:
        self.client = client
        self.home = home
        self._portal = portal
        self._folder = folder

    def begin(self, tool: str, /, **arguments: object) -> Future[CallToolResult]:
        """Call a tool, and do not wait for it."""
        return self._portal.start_task_soon(self.client.call_tool, tool, arguments)

    def call(self, tool: str, /, **arguments: object) -> Told:
        """What a tool answers, or why it refuses."""
        found = self.begin(tool, **arguments).result(TIMEOUT)
        (content,) = found.content
        assert isinstance(content, TextContent)
        return Told(content.text, found.structured_content, bool(found.is_error))

    def get(self, tool: str, /, **arguments: object) -> Any:
        """The data of an answer."""
        told = self.call(tool, **arguments)
        assert not told.is_error, told.text
        assert told.text
        return told.data

    def refused(self, tool: str, /, **arguments: object) -> str:
        """The one line of a refusal."""
        told = self.call(tool, **arguments)
        assert told.is_error, told.text
        assert told.data is None
        assert "\n" not in told.text
        assert "Traceback" not in told.text
        return told.text

    def tools(self) -> dict[str, Any]:
        found = self._portal.call(self.client.list_tools)
        return {tool.name: tool for tool in found.tools}

    @property
    def errors(self) -> str:
        """What the server has written to its standard error."""
        return (self._folder / "errors").read_text()

    def kill(self) -> None:
        """End the server where it stands."""
        os.kill(int((self._folder / "pid").read_text()), signal.SIGKILL)


@contextmanager
def assisted(folder: Path, home: Path) -> Iterator[Assistant]:
    """An assistant that has started the server; both are gone in the end."""
    folder.mkdir(exist_ok=True)
    script = (
        f'echo $$ > "{folder / "pid"}"; exec "$@"'  # the same process, so that it can be killed
    )
    parameters = StdioServerParameters(
        command="sh",
        args=["-c", script, "sh", *PROGRAM, "mcp"],
        env=environment({"LASTPICK_HOME": str(home)}),
    )
    with (
        (folder / "errors").open("w") as errors,
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(
            Client(stdio_client(parameters, errlog=errors), read_timeout_seconds=TIMEOUT)
        ) as client,
    ):
        yield Assistant(client, portal, folder, home)
