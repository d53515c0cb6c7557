"""A tournament, played: batches go out to the workers, results come in and are kept."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice

from .. import __version__
from ..errors import ArenaError, LastpickError
from .crew import Crew
from .results import Results

MOST_IN_A_BATCH = 50
BATCH_SECONDS = 2.0  # what a batch takes at most, but for its last game
_AHEAD = 2  # batches handed out for each worker, so that none waits for us
_PAUSE = 0.5  # seconds between two looks, if nothing happens


def run(
    results: Results,
    crew: Crew,
    log: str | None = None,
    tell: Callable[[Results], object] = lambda _: None,
) -> None:
    """Play all games that are missing; `tell` hears how it stands."""
    tournament, line = results.tournament, results.tournament.line
    left = tournament.total - results.tally.played
    missing = results.missing()
    again: deque[int] = deque()  # what slow batches have left
    playing: dict[Future[list[str]], tuple[int, ...]] = {}
    while left or playing:
        while left and len(playing) < _AHEAD * crew.size:
            # Batches shrink towards the end, so that all workers finish together.
            size = max(1, min(MOST_IN_A_BATCH, left // (2 * _AHEAD * crew.size)))
            first = [again.popleft() for _ in range(min(size, len(again)))]
            numbers = (*first, *islice(missing, size - len(first)))
            left -= len(numbers)
            playing[crew.submit(line, log, numbers, BATCH_SECONDS, __version__)] = numbers
        done, _ = wait(playing, timeout=_PAUSE, return_when=FIRST_COMPLETED)
        for future in [future for future in playing if future in done]:  # as they were handed out
            numbers = playing.pop(future)
            lines = _lines(future)
            results.append(lines)
            again.extend(numbers[len(lines) :])
            left += len(numbers) - len(lines)
        tell(results)


def _lines(future: Future[list[str]]) -> list[str]:
    """What a batch has brought; whatever a worker ran into, in one line."""
    try:
        return future.result()
    except (LastpickError, BrokenProcessPool, CancelledError):
        raise
    except Exception as error:
        if type(error).__name__ == "KilledWorker":  # the cluster's, and told by it
            raise
        what = str(error).strip().partition("\n")[0]
        raise ArenaError(f"a worker could not play: {type(error).__name__}: {what}") from None
