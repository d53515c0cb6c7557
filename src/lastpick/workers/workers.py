"""Workers of every kind behind one interface, and the troubles that they can have."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from ..errors import LastpickError, WorkersError
from .job import Job

HERE, THREADS, PROCESSES, DASK = "here", "threads", "processes", "dask:"

BATCH_SECONDS = 2.0  # after which a batch of parts hands back what it has; the rest goes out again
_MOST_IN_A_BATCH = 50
_PAUSE = 0.5  # seconds between two looks, if nothing happens

Part = TypeVar("Part")
Found = TypeVar("Found")


class Workers(NamedTuple):
    """Workers that were hired for a job, and how many of them work at the same time."""

    executor: Executor
    size: int
    job: Job
    ahead: int  # parts handed out for each worker, so that none waits for us
    own: bool = False  # processes that do one part at a time and end with the job

    def batch_size(self, left: int) -> int:
        """How many parts go out together while so many are left to be handed out.

        Batches shrink towards the end, so that all workers finish together.
        """
        return max(1, min(_MOST_IN_A_BATCH, left // (2 * self.ahead * self.size)))

    def do(
        self, work: Callable[[Part], Found], next_part: Callable[[], Part | None]
    ) -> Iterator[tuple[Part, Found] | None]:
        """Hand out the parts of the job; each comes back with what was found.

        Parts that are done at the same time come in the order in which they were handed out.
        None says that nothing was done for a moment. `next_part` is asked whenever a worker
        could take more, so it may have none now and one after the next part has come back.
        """
        under_way: dict[Future[Found], Part] = {}
        while True:
            while len(under_way) < self.ahead * self.size:
                part = next_part()
                if part is None:
                    break
                under_way[self.executor.submit(work, part)] = part
            if not under_way:
                return
            done, _ = wait(under_way, timeout=_PAUSE, return_when=FIRST_COMPLETED)
            if not done:
                yield None
            for future in [future for future in under_way if future in done]:
                yield under_way.pop(future), self._result(future)

    def _result(self, future: Future[Found]) -> Found:
        """What a part has brought; whatever a worker ran into, in one line."""
        try:
            return future.result()
        except (LastpickError, BrokenProcessPool, CancelledError):
            raise
        except Exception as error:
            if type(error).__name__ == "KilledWorker":  # the cluster's, and told by it
                raise
            what = str(error).strip().partition("\n")[0]
            raise WorkersError(
                f"a worker could not {self.job.verb}: {type(error).__name__}: {what}"
            ) from None


@contextmanager
def hire(where: str, count: int, job: Job, ahead: int = 2) -> Iterator[Workers]:
    """The workers, for as long as they are needed; their troubles come as one clear line."""
    address = where.removeprefix(DASK)
    try:
        if where.startswith(DASK):
            from .cluster import cluster

            with cluster(address, job) as (executor, size):
                yield Workers(executor, size, job, ahead)
        elif where == PROCESSES:
            from .processes import processes

            with processes(count, job.leave) as executor:
                yield Workers(executor, count, job, ahead, own=True)
        elif where == THREADS:
            from .threads import threads

            with threads(count, job.leave) as executor:
                yield Workers(executor, count, job, ahead)
        else:
            from .threads import AtOnce

            yield Workers(AtOnce(), 1, job, ahead=1)
    except BrokenProcessPool:
        raise WorkersError(
            f"a worker process died; {job.safe}, and the same command goes on"
        ) from None
    except CancelledError:
        raise WorkersError(
            f"the cluster at {address} is gone; {job.safe}, and the same command goes on"
        ) from None


def usable_processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on macOS or Windows
        return os.cpu_count() or 1
