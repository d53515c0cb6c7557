"""One of several server processes; `workers` starts it, and hears on its output how that went."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from contextlib import suppress

from ...errors import LastpickError
from . import logging_setup
from .one_process import OneProcess
from .settings import Settings
from .stopping import Stopping

READY = "ready"


class Worker(OneProcess):
    """It leaves with whoever has started it, so that the next server finds the port free."""

    async def _with_games(self) -> None:
        loop = asyncio.get_running_loop()

        def leave() -> None:
            loop.remove_reader(sys.stdin)
            signal.raise_signal(signal.SIGTERM)

        loop.add_reader(sys.stdin, leave)  # nothing ever comes there but its end
        await super()._with_games()


def main() -> None:
    stopping = Stopping()
    listening = socket.socket(fileno=int(sys.argv[1]))
    listening.set_inheritable(False)  # whoever answers questions may outlive this process
    with logging_setup.set_up():
        try:
            Worker(Settings.from_environment(), listening, stopping, lambda: _say(READY)).work()
        except LastpickError as error:
            _say(str(error))


def _say(what: str) -> None:
    logging_setup.drain()
    with suppress(OSError):  # nobody is there any more
        print(what, flush=True)


if __name__ == "__main__":
    main()
