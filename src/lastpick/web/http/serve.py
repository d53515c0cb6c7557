"""`lastpick serve`: one process, or several that share a PostgreSQL."""

from __future__ import annotations

import errno
import signal
import socket
import sys
import threading
from collections.abc import Callable
from ipaddress import ip_address

from ...errors import ServeError
from . import logging_setup
from .hosts import reachable
from .metrics_endpoint import exposed
from .one_process import BACKLOG, OneProcess
from .settings import Settings
from .stopping import Stopping
from .workers import keep_workers

_TAKEN = (errno.EADDRINUSE, errno.EACCES)
_SEND_BUFFER = 1 << 16  # bytes that the system keeps of what is not read (Linux: twice that)


def serve(settings: Settings, browser: bool = False) -> None:
    """Serve until told to stop."""
    if settings.workers > 1:
        _check_workers(settings)
    _raise_limits()
    listening = _listen(settings)
    with exposed(settings) as metrics:
        _serve(settings, listening, lambda: _announce(listening, metrics, browser))


def _check_workers(settings: Settings) -> None:
    if not settings.store.startswith(("postgresql://", "postgres://")):
        raise ServeError(
            "several workers share games through PostgreSQL; add --database postgresql://..."
        )
    if sys.platform == "win32":
        raise ServeError("several workers need a system such as Linux; leave --workers out")


def _serve(settings: Settings, listening: socket.socket, announce: Callable[[], None]) -> None:
    settings.to_environment()
    stopping, announced = Stopping(), False

    def ready() -> None:
        nonlocal announced
        announce()
        announced = True

    with logging_setup.set_up():
        if settings.workers == 1:
            OneProcess(settings, listening, stopping, ready).work()
        else:
            stopping.run(lambda: keep_workers(settings.workers, listening, ready))
    if stopping.told == signal.SIGINT:
        raise KeyboardInterrupt
    if stopping.told and not announced:
        raise SystemExit(128 + stopping.told)


def _raise_limits() -> None:
    """Every connection is an open file, and the usual limit of a login is 1,024."""
    try:
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    except (ImportError, OSError, ValueError):  # then it stays as it is
        pass


def _listen(settings: Settings) -> socket.socket:
    if not settings.host:  # which a socket would take for every address of this machine
        raise ServeError("--host is empty; give an address, as in 127.0.0.1 or 0.0.0.0")
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
    try:
        listening.bind((settings.host, settings.port))
        listening.listen(BACKLOG)  # whoever is faster than the start waits in line
    except (OSError, TypeError) as error:  # TypeError: no such name can be
        listening.close()
        why = getattr(error, "strerror", None) or str(error)
        taken = getattr(error, "errno", None) in _TAKEN
        hint = "; try --port 0 for any that is free" if taken else ""
        raise ServeError(
            f"cannot listen at {settings.host} port {settings.port}: {why}{hint}"
        ) from None
    return listening


def _announce(listening: socket.socket, metrics: str | None, browser: bool) -> None:
    bound, port = listening.getsockname()[:2]
    host = reachable(bound)
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    text = f"Lastpick is at {address} (Ctrl-C stops it)\n"
    if metrics:
        text += f"Its metrics are at {metrics}\n"
    _print(text + what_that_means(bound))
    if browser and sys.stdout.isatty():
        import webbrowser

        # Some browsers end only when the user leaves them, and this server is what they show.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _print(text: str) -> None:
    """Print, also where nobody reads: the server serves all the same."""
    logging_setup.drain()  # what was logged before comes before it
    stream = logging_setup.QueuedStream(sys.stdout.fileno())
    stream.write(text)
    stream.drain()


def what_that_means(host: str) -> str:
    """What it means to listen at an address: nothing, if only this machine can reach it."""
    if ip_address(host.partition("%")[0]).is_loopback:
        return ""
    return (
        "Everybody on the network can reach it, and it speaks plain HTTP: others can read along.\n"
        "Among people you trust that is fine; for anybody else put a proxy with TLS before it,\n"
        "listen at 127.0.0.1, and add --proxy ADDRESS and --origin https://NAME.\n"
    )
