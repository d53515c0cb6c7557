"""Workers of a Dask cluster that runs already: the extra `dask`."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from ..errors import WorkersError
from .job import Job

_PATIENCE = 10  # seconds for the scheduler to answer, and for a worker to be there


@contextmanager
def cluster(address: str, job: Job) -> Iterator[tuple[Executor, int]]:
    """The cluster at a scheduler's address, as an executor, and how many threads it has."""
    try:
        import dask
        from distributed import Client
        from distributed.scheduler import KilledWorker
    except ImportError as error:
        raise WorkersError(
            f"a cluster needs {error.name}, which is not installed;"
            " install it with: pip install 'lastpick[dask]'"
        ) from None
    _silence()
    with dask.config.set({"distributed.comm.timeouts.connect": f"{_PATIENCE}s"}):
        client = _connect(Client, address)
        executor = client.get_executor(pure=False)
        try:
            yield executor, max(1, sum(client.nthreads().values()))
        except KilledWorker as error:
            raise WorkersError(
                f"the cluster at {address} gave up on some {job.parts}, because several workers"
                f" died of them ({type(error).__name__}); the same command goes on"
            ) from None
        finally:
            executor.shutdown(wait=False)
            client.close(timeout=_PATIENCE)


def _connect(connect: Any, address: str) -> Any:
    from distributed.comm.addressing import get_address_host_port

    try:
        get_address_host_port(address)  # a client that trips over it leaves a traceback behind
        client = connect(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise WorkersError(
            f"there is no Dask scheduler at {address} ({_line(error)});"
            " expected an address such as tcp://127.0.0.1:8786"
        ) from None
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError:
        client.close(timeout=_PATIENCE)
        raise WorkersError(
            f"the Dask scheduler at {address} has no workers;"
            f" start some with: dask worker {address}"
        ) from None
    return client


def _silence() -> None:
    """Keep the libraries' own loggers, each with its own level, from telling what we tell."""
    for name in ("distributed", "tornado", "asyncio", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _line(error: BaseException) -> str:
    text = str(error).strip().partition("\n")[0]
    return (text or type(error).__name__)[:120]
