"""Torture of the web server, and of the full screen, which keeps its games in files.

    python tools/torture.py                        everything, in full: about an hour
    python tools/torture.py kills --count 50       one part, shorter
    python tools/torture.py --table                ends with a table for the docs

Play that must not suffer: kills, races, disconnects, fuzz, slow. Attacks by one client, beside a
victim who just plays: headers to scrapes; calls tries every route. Faults of store and machine:
backends to ipv6. Files and servers of somebody who means harm: saved-games, joining, inputs. Each
part says in one line what it found; where picks are made, the history of all calls and answers is
checked (`tools/history.py`).
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from full_screen import NotShown
from input_costs import inputs
from playing import Wrong
from processes import stolen
from rig import Run, new_database, postgres
from torture_calls import calls
from torture_class import classroom
from torture_clock import clock
from torture_cuts import disconnects
from torture_faults import backends, disk, failover, ipv6, restarts
from torture_fuzz import fuzz
from torture_games import files, locked, oldkeys, prefix, questions, thinking
from torture_hosts import names, scrapes
from torture_joining import joining
from torture_kills import kills
from torture_newcomers import newcomers
from torture_races import races
from torture_saved import saved_games
from torture_screen import screen
from torture_server import crowd, hung_worker, unread_log
from torture_slow import slow
from torture_wire import headers, streams, unread


class Place(NamedTuple):
    """A store with so many server processes, and its share of a part's count."""

    store: str
    workers: int
    share: float


class Part(NamedTuple):
    """What is done, how often in the full run, and where."""

    run: Callable[[Run, int], Coroutine[Any, Any, str]]
    full: int
    places: tuple[Place, ...]


_SQLITE, _FILES = (Place("SQLite", 1, 1.0),), (Place("files", 1, 1.0),)
PARTS = {
    "kills": Part(
        kills,
        1_000,
        (Place("SQLite", 1, 0.4), Place("PostgreSQL", 1, 0.2), Place("PostgreSQL", 2, 0.4)),
    ),
    "races": Part(races, 10_000, (Place("SQLite", 1, 0.5), Place("PostgreSQL", 4, 0.5))),
    "disconnects": Part(disconnects, 1_000, (Place("SQLite", 1, 0.5), Place("PostgreSQL", 4, 0.5))),
    "fuzz": Part(fuzz, 1_000_000, (Place("SQLite", 1, 0.7), Place("PostgreSQL", 1, 0.3))),
    "slow": Part(slow, 50, (Place("SQLite", 1, 1.0),)),
    "headers": Part(headers, 360, _SQLITE),
    "oldkeys": Part(oldkeys, 1_998, _SQLITE),
    "streams": Part(streams, 900, _SQLITE),
    "thinking": Part(thinking, 215, _SQLITE),
    "questions": Part(questions, 40, _SQLITE),
    "prefix": Part(prefix, 300, _SQLITE),
    "newcomers": Part(newcomers, 60, _SQLITE),
    "files": Part(files, 725, _SQLITE),
    "classroom": Part(classroom, 20, _SQLITE),
    "unread": Part(unread, 1_500, _SQLITE),
    "locked": Part(locked, 3, _SQLITE),
    "unread-log": Part(unread_log, 2_000, (Place("SQLite", 1, 0.5), Place("PostgreSQL", 2, 0.5))),
    "hung-worker": Part(hung_worker, 3, (Place("PostgreSQL", 2, 1.0),)),
    "crowd": Part(crowd, 2_000, _SQLITE),
    "names": Part(names, 2_000, _SQLITE),
    "scrapes": Part(scrapes, 200, _SQLITE),
    "calls": Part(calls, 5, _SQLITE),
    "backends": Part(backends, 60, (Place("PostgreSQL", 1, 0.5), Place("PostgreSQL", 4, 0.5))),
    "restarts": Part(restarts, 20, (Place("PostgreSQL", 1, 0.5), Place("PostgreSQL", 4, 0.5))),
    "failover": Part(failover, 6, (Place("PostgreSQL", 1, 0.5), Place("PostgreSQL", 4, 0.5))),
    "disk": Part(disk, 10, (Place("SQLite", 1, 0.5), Place("PostgreSQL", 1, 0.5))),
    "clock": Part(clock, 16, (Place("SQLite", 1, 0.5), Place("PostgreSQL", 1, 0.5))),
    "ipv6": Part(ipv6, 10, (Place("SQLite", 1, 0.5), Place("PostgreSQL", 4, 0.5))),
    "screen": Part(screen, 100, _FILES),
    "saved-games": Part(saved_games, 300, _FILES),
    "joining": Part(joining, 5, _FILES),
    "inputs": Part(inputs, 1, _FILES),
}


class Result(NamedTuple):
    """How a part went at one place."""

    part: str
    place: str
    held: bool
    found: str
    seconds: float
    away: float  # seconds that the processors were with other machines of the same host

    @property
    def took(self) -> str:
        away = f", {self.away:.1f} s of the processors elsewhere" if self.away >= 0.05 else ""
        return f"{self.seconds:.0f} s{away}"

    def line(self) -> str:
        return f"{self.part}, {self.place}: {self.found} [{self.took}]"


def torture(
    name: str, count: int | None, seed: int, store: str | None = None, workers: int | None = None
) -> list[Result]:
    """Run a part everywhere."""
    part, results = PARTS[name], []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="lastpick-torture-")))
        address = None
        for number, place in enumerate(part.places):
            if store not in (None, place.store.lower()) or workers not in (None, place.workers):
                continue
            database = None
            if place.store == "PostgreSQL":
                address = address or stack.enter_context(postgres())
                database = new_database(address, f"torture{number}")
            several = f", {place.workers} workers" if place.workers > 1 else ""
            run = Run(
                f"{place.store}{several}", folder / str(number), database, place.workers, seed
            )
            results.append(_run(name, run, max(1, round((count or part.full) * place.share))))
            print(results[-1].line(), flush=True)
    return results


def _run(name: str, run: Run, count: int) -> Result:
    """One part at one place; what it leaves is kept if it fails, whatever the reason."""
    began, away, held = time.monotonic(), stolen(), True
    try:
        found = asyncio.run(PARTS[name].run(run, count))
    except Exception as error:
        held = False
        found = f"FAILED (seed {run.seed}): {error or type(error).__name__}"
        if not isinstance(error, Wrong | NotShown):
            traceback.print_exc()
        if run.folder.exists():
            kept = Path(tempfile.mkdtemp(prefix="lastpick-torture-failed-"))
            shutil.copytree(run.folder, kept, symlinks=True, dirs_exist_ok=True)
            found += f" (what it left is in {kept})"
    return Result(name, run.name, held, found, time.monotonic() - began, stolen() - away)


def summary(results: list[Result], table: bool) -> str:
    """One line each; or a table for the docs."""
    if table:
        rows = [
            f"| {one.part} | {one.place} | {one.found.replace('|', '/')} | {one.took} |"
            for one in results
        ]
        return "\n".join(["| part | store | seen | took |", "| --- | --- | --- | --- |", *rows])
    width = max(len(f"{one.part}, {one.place}") for one in results)
    return "\n".join(
        f"{one.part + ', ' + one.place:{width}}  {'held' if one.held else 'FAILED'}"
        f"  {one.seconds:5.0f} s"
        for one in results
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], metavar="PART",
                        help=", ".join(PARTS) + " (default: all)")  # fmt: skip
    parser.add_argument("--count", type=int, help="how many in all, in place of the full count")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--store", help="only where it is this: sqlite, postgresql")
    parser.add_argument("--workers", type=int, help="only with so many server processes")
    parser.add_argument("--table", action="store_true", help="end with a table in Markdown")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that servers are ended too
    results: list[Result] = []
    for number, name in enumerate(parts := asked.parts or list(PARTS), 1):
        print(f"--- {name} ({number} of {len(parts)})", file=sys.stderr, flush=True)
        results += torture(name, asked.count, asked.seed, asked.store, asked.workers)
    if len(results) > 1 or asked.table:
        print("\n" + summary(results, asked.table), flush=True)
    sys.exit(0 if all(one.held for one in results) else 1)


if __name__ == "__main__":
    main()
