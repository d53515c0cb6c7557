"""`lastpick serve`: one process, or several that share a PostgreSQL."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from ipaddress import ip_address

import uvicorn
from uvicorn.supervisors import Multiprocess

from ...errors import ServeError
from ..store import connect
from ..store.protocol import Store
from . import logging_setup
from .app import build, from_environment
from .connection import Connection
from .guard import Running
from .metrics_endpoint import exposed
from .settings import Settings

_TAKEN = (errno.EADDRINUSE, errno.EACCES)
_SHUTDOWN = 5  # seconds that open streams and calls get to end
_BACKLOG = 2048
_AT_ONCE = 16  # connections that are let in for each round of the event loop
_SEND_BUFFER = 1 << 16  # bytes that the system keeps of what is not read (Linux: twice that)
_WORKER_PATIENCE = 60  # seconds; with uvicorn's 5 a busy machine kills workers as they start


def serve(settings: Settings, browser: bool = False) -> None:
    """Serve until told to stop."""
    if settings.workers > 1 and not settings.store.startswith(("postgresql://", "postgres://")):
        raise ServeError(
            "several workers share games through PostgreSQL; add --database postgresql://..."
        )
    _raise_limits()
    listening = _listen(settings)
    with exposed(settings) as metrics:
        _serve(settings, listening, metrics, browser)


def _serve(
    settings: Settings, listening: socket.socket, metrics: str | None, browser: bool
) -> None:
    alone = settings.workers == 1
    store = connect(settings.store)
    if store.multi_server:
        asyncio.run(_try_store(store))
    settings.to_environment()
    logging_setup.set_up()
    guard = build(settings) if alone else None
    config = uvicorn.Config(
        guard or f"{from_environment.__module__}:{from_environment.__name__}",
        factory=not alone,
        lifespan="off" if alone else "on",
        http=Connection,
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        workers=settings.workers,
        backlog=_BACKLOG,
        proxy_headers=bool(settings.proxy),
        forwarded_allow_ips=settings.proxy or "",
        timeout_graceful_shutdown=_SHUTDOWN,
        timeout_worker_healthcheck=_WORKER_PATIENCE,
    )
    if hasattr(signal, "SIGHUP"):  # a terminal that is closed ends it as SIGTERM does
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))
    sockets = accepting(listening)
    if guard:
        signal.signal(signal.SIGTERM, lambda *_: None)  # uvicorn stops, then raises it once more
        announce = partial(_announce, listening, metrics, browser)
        _OneProcess(config, guard.running, announce).run(sockets=sockets)
    else:
        _announce(listening, metrics, browser)
        Multiprocess(config, sockets=sockets).run()


class _OneProcess(uvicorn.Server):
    """Opens its games itself, once: what keeps it from that is one line, before it is announced."""

    def __init__(
        self, config: uvicorn.Config, running: Running, announce: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._games = AsyncExitStack()
        self._running = running
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self._games.enter_async_context(self._running())
        await super().startup(sockets)
        self._announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        if not self.force_exit:
            await self._games.aclose()


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
    listening.set_inheritable(True)
    try:
        listening.bind((settings.host, settings.port))
        listening.listen(_BACKLOG)  # whoever is faster than the start waits in line
    except OSError as error:
        listening.close()
        why = error.strerror or str(error)
        hint = "; try --port 0 for any that is free" if error.errno in _TAKEN else ""
        raise ServeError(
            f"cannot listen at {settings.host} port {settings.port}: {why}{hint}"
        ) from None
    return listening


def accepting(listening: socket.socket) -> list[socket.socket]:
    """The same line of newcomers by several files.

    uvloop lets in one connection of each file for a round of its loop. Rounds are long when there
    is much to do, and newcomers would wait for seconds while those inside are served in no time.
    """
    return [listening, *(listening.dup() for _ in range(_AT_ONCE - 1))]


async def _try_store(store: Store) -> None:
    """Say at once, in one line, if games cannot be kept; Ctrl-C ends the waiting for an answer."""
    await store.open()
    await store.close()


def _announce(listening: socket.socket, metrics: str | None, browser: bool) -> None:
    bound, port = listening.getsockname()[:2]
    host = reachable(bound)
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    print(f"Lastpick is at {address} (Ctrl-C stops it)", flush=True)
    if metrics:
        print(f"Its metrics are at {metrics}", flush=True)
    print(what_that_means(bound), end="", flush=True)
    if browser and sys.stdout.isatty():
        import webbrowser

        webbrowser.open(address)


def what_that_means(host: str) -> str:
    """What it means to listen at an address: nothing, if only this machine can reach it."""
    if ip_address(host.partition("%")[0]).is_loopback:
        return ""
    return (
        "Everybody on the network can reach it, and it speaks plain HTTP: others can read along.\n"
        "Among people you trust that is fine; for anybody else put a proxy with TLS before it,\n"
        "listen at 127.0.0.1, and add --proxy ADDRESS and --origin https://NAME.\n"
    )


def reachable(host: str) -> str:
    """The address to give to others: listening everywhere is not a place to go to."""
    outside = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}.get(host)  # noqa: S104 - as asked for
    if outside is None:
        return host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((outside, 9))  # sends nothing, but finds this machine's own address
            return str(probe.getsockname()[0])
        except OSError:  # no network at all
            return socket.gethostname()
