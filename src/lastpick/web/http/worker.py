"""One of several server processes; `workers` starts it, and hears on its output how that went, and
then every second that its loop runs.

It leaves with whoever has started it, so that the next server finds the port free.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import select
import signal
import socket
import sys
import threading
from contextlib import suppress

from ...errors import LastpickError
from . import logging_setup
from .one_process import SHUTDOWN, OneProcess
from .settings import Settings
from .stopping import Stopping

READY = "ready"
BEAT = 1.0  # seconds
_PR_SET_PDEATHSIG = 1


class Worker(OneProcess):
    """Says that its loop runs, also while it opens its games."""

    async def _with_games(self) -> None:
        os.set_blocking(1, False)  # a supervisor that is stopped stops nobody
        _beat()
        await super()._with_games()


def main() -> None:
    stopping = Stopping()
    _leave_with_supervisor()
    listening = socket.socket(fileno=int(sys.argv[1]))
    listening.set_inheritable(False)  # whoever answers questions may outlive this process
    with logging_setup.set_up():
        try:
            Worker(Settings.from_environment(), listening, stopping, lambda: _say(READY)).work()
        except LastpickError as error:
            _say(str(error))


def _leave_with_supervisor() -> None:
    """Linux ends this process, even one that is stopped; elsewhere a thread does, in good order."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)

    def leave() -> None:
        os.read(0, 1)  # nothing ever comes there but its end
        os.kill(os.getpid(), signal.SIGTERM)
        select.select((), (), (), 2 * SHUTDOWN)  # time.sleep fails under libfaketime
        os._exit(1)  # the loop hangs

    threading.Thread(target=leave, daemon=True).start()


def _beat() -> None:
    with suppress(OSError):
        os.write(1, b"\n")
    asyncio.get_running_loop().call_later(BEAT, _beat)


def _say(what: str) -> None:
    logging_setup.drain()
    with suppress(OSError):  # nobody is there any more
        print(what, flush=True)


if __name__ == "__main__":
    main()
