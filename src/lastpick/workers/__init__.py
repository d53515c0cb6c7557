"""Batches of work on this machine's processes or threads, or on a cluster; what the work is, they
do not know."""

from __future__ import annotations

from .job import Job
from .workers import (
    BATCH_SECONDS,
    DASK,
    HERE,
    PROCESSES,
    THREADS,
    Workers,
    hire,
    usable_processors,
)

__all__ = [
    "BATCH_SECONDS",
    "DASK",
    "HERE",
    "PROCESSES",
    "THREADS",
    "Job",
    "Workers",
    "hire",
    "usable_processors",
]
