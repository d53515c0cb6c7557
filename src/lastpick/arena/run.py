"""A tournament, played: batches go out to the workers, results come in and are kept."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from itertools import islice

from .. import __version__
from ..workers import BATCH_SECONDS, Workers
from .batch import play_batch
from .results import Results


def run(
    results: Results,
    workers: Workers,
    log: str | None = None,
    tell: Callable[[Results], object] = lambda _: None,
) -> None:
    """Play all games that are missing; `tell` hears how it stands."""
    missing = results.missing()
    left = results.tournament.total - results.tally.played
    again: deque[int] = deque()  # what slow batches have left

    def next_batch() -> tuple[int, ...] | None:
        """Game numbers, first of all those that came back."""
        nonlocal left
        size = workers.batch_size(left)
        first = [again.popleft() for _ in range(min(size, len(again)))]
        numbers = (*first, *islice(missing, size - len(first)))
        left -= len(numbers)
        return numbers or None

    work = partial(
        play_batch,
        results.tournament.line,
        log,
        seconds=BATCH_SECONDS,
        version=__version__,
        keep=workers.own,
    )
    for done in workers.do(work, next_batch):
        if done:
            numbers, lines = done
            results.append(lines)
            again.extend(numbers[len(lines) :])
            left += len(numbers) - len(lines)
        tell(results)
