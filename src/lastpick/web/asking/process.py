"""A process that answers questions, as the server sees it; `worker` is what runs in it."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from typing import Any

_LONGEST_ANSWER = 16 << 20
_LONGEST_COMPLAINT = 16 << 10  # bytes of what it printed last that are logged
_MEMORY = 1 << 30


logger = logging.getLogger("lastpick.web")


class Process:
    """One that is running; a question and its answer are a line each."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._complaining = asyncio.ensure_future(self._log_complaints())
        self.pid = process.pid

    @classmethod
    async def start(cls) -> Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "lastpick.web.asking.worker", str(_MEMORY),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE, limit=_LONGEST_ANSWER, start_new_session=True,
        )  # fmt: skip
        started = cls(process)
        try:
            await started._read()  # it can be asked now
        except BaseException:
            await started.end()
            raise
        return started

    @property
    def ended(self) -> bool:
        return self._process.returncode is not None

    async def ask(self, asked: dict[str, Any]) -> bytes:
        """What the worker says, without the end of its line."""
        questions = self._process.stdin
        if questions is None:
            raise OSError("the process has no pipes")
        questions.write(json.dumps(asked).encode() + b"\n")
        await questions.drain()
        return await self._read()

    async def _read(self) -> bytes:
        line = await self._process.stdout.readline() if self._process.stdout else b""
        if not line.endswith(b"\n"):
            raise OSError("the process has ended")
        return line[:-1]

    async def _log_complaints(self) -> None:
        """Read its standard error, so that it never waits, and log that when it has ended."""
        said, complaints = b"", self._process.stderr
        while complaints and (piece := await complaints.read(_LONGEST_COMPLAINT)):
            said = (said + piece)[-_LONGEST_COMPLAINT:]
        if said:
            what = said.decode(errors="replace")
            logger.error("a process that thinks has failed", extra={"said": what})

    async def end(self) -> None:
        if not self.ended:
            try:
                self._process.kill()
            except ProcessLookupError:
                pass
        await self._process.wait()
