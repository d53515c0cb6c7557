"""Where Prometheus reads what the server counts: an address of its own, served by a thread.

Several workers are read at one place, by their supervisor: each writes what it counts to files in
one folder, and what a worker counted before it died still counts, so that no total ever shrinks.
A port for each worker would have had Prometheus know how many there are, and lose those totals.
"""

from __future__ import annotations

import glob
import os
import shutil
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

from ...errors import ServeError
from .metrics_server import MetricsServer
from .settings import Settings

if TYPE_CHECKING:
    from prometheus_client import Metric

_FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # read by prometheus_client when it is imported


@contextmanager
def exposed(settings: Settings) -> Iterator[str | None]:
    """The metrics at their address, if they are asked for, until the block ends."""
    os.environ.pop(_FOLDER, None)
    if settings.metrics is None:
        yield None
        return
    folder = tempfile.mkdtemp(prefix="lastpick-metrics-") if settings.workers > 1 else None
    try:
        if folder:
            os.environ[_FOLDER] = folder
        yield _start(settings.metrics, folder)
    finally:
        if folder:
            shutil.rmtree(folder, ignore_errors=True)


def _start(address: str, folder: str | None) -> str:
    try:
        from prometheus_client import CollectorRegistry, make_wsgi_app
        from prometheus_client.process_collector import ProcessCollector

        from .metrics import REGISTRY
    except ImportError as error:
        raise ServeError(
            f"--metrics needs {error.name}, which is not installed;"
            " install it with: pip install 'lastpick[metrics]'"
        ) from None
    registry = REGISTRY
    if folder is None:
        ProcessCollector(registry=registry)
    else:
        registry = CollectorRegistry()
        registry.register(AllWorkers(folder))
    host, _, port = address.rpartition(":")
    try:
        server = MetricsServer(host.strip("[]"), int(port), make_wsgi_app(registry))
    except (OSError, UnicodeError) as error:  # UnicodeError: no such name can be
        why = getattr(error, "strerror", None) or str(error)
        raise ServeError(f"cannot show metrics at {address}: {why}; try another port") from None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://{host}:{server.server_port}/metrics"


class AllWorkers:
    """What all workers have counted, added up; memory and open files of each that lives.

    It holds nothing: several may be reading at once, each in a thread.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def collect(self) -> Iterable[Metric]:
        from prometheus_client.multiprocess import MultiProcessCollector
        from prometheus_client.process_collector import ProcessCollector

        alive = self._alive()
        yield from MultiProcessCollector.merge(self._files())  # type: ignore[no-untyped-call]
        found: dict[str, Metric] = {}
        for pid in map(str, alive):
            for metric in ProcessCollector(pid=partial(str, pid), registry=None).collect():
                first = found.setdefault(metric.name, metric)
                samples = [one._replace(labels={"pid": pid}) for one in metric.samples]
                first.samples = samples if first is metric else first.samples + samples
        yield from found.values()

    def _files(self) -> list[str]:
        """Without those in which nothing is yet, or ever, if their worker was killed there."""
        return [file for file in glob.glob(os.path.join(self._folder, "*.db")) if _size(file)]

    def _alive(self) -> list[int]:
        """The workers that live; what others were doing at the last is forgotten."""
        from prometheus_client.multiprocess import mark_process_dead

        files = glob.glob(os.path.join(self._folder, "gauge_live*.db"))
        alive = []
        for pid in sorted({int(name.rpartition("_")[2].removesuffix(".db")) for name in files}):
            try:
                os.kill(pid, 0)
                alive.append(pid)
            except OSError:
                with suppress(FileNotFoundError):  # another reader was faster
                    mark_process_dead(pid, self._folder)  # type: ignore[no-untyped-call]
        return alive


def _size(file: str) -> int:
    try:
        return os.path.getsize(file)
    except FileNotFoundError:  # another reader has found its worker dead
        return 0
