"""A sequence, row by row: each is kept and shown when it is known."""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple

from ..catalog import open_book
from ..coach import plots
from ..coach.sequence_file import KeptTerms, open_kept
from ..coach.sequences import PoolSequence, Term
from ..oracle import Budget
from . import DONE, UNABLE
from .progress import Progress
from .reporting import print_json
from .screen import Screen

_PAUSE = 0.1  # seconds for which quick rows wait for each other, so that the disk keeps up


class SequenceRequest(NamedTuple):
    """What is asked for, and where it goes."""

    game: str
    start: int
    end: int
    seconds: float
    step: int = 1
    matching: bool = False
    output: str | None = None
    executor: str | None = None
    processes: int | None = None
    plot: str | None = None
    bfile: bool = False
    json: bool = False


class _Rows:
    """Rows in order, each on disk before it is shown."""

    def __init__(
        self, ends: range, request: SequenceRequest, kept: KeptTerms, screen: Screen
    ) -> None:
        self._ends = ends
        self._request = request
        self._kept = kept
        self._screen = screen
        self._early: dict[int, int | None] = {}  # came before one that belongs above them
        self._fresh: list[Term] = []
        self._pause_ends = 0.0
        self.shown: list[Term] = []
        self.progress = Progress()

    def add(self, term: Term) -> None:
        self._fresh.append(term)
        self.look()

    def look(self, *_: object) -> None:
        """Tell how far it is, and show what is ready, if there was a pause."""
        if monotonic() >= self._pause_ends:
            self.flush()
        self.progress.show(f"after {self.shown[-1][0]}" if self.shown else "working")

    def flush(self) -> None:
        """Keep and show all that is ready."""
        fresh, self._fresh = self._fresh, []
        if not fresh:
            return
        self._kept.keep(fresh)
        self._early.update(fresh)
        ready: list[Term] = []
        for last in self._ends[len(self.shown) :]:
            if last not in self._early:
                break
            ready.append((last, self._early.pop(last)))
        self.shown += ready
        if not self._request.json and ready:
            self.progress.wipe()
            self._screen.say("\n".join(map(self._row, ready)))
            self._screen.target.flush()
        self._pause_ends = monotonic() + _PAUSE

    def _row(self, term: Term) -> str:
        last, value = term
        shown = "" if value is None else str(value)
        return f"{last} {shown}" if self._request.bfile else f"{last},{shown}"


def show_sequence(request: SequenceRequest, screen: Screen) -> int:
    """Work a sequence out and show it; what was shown stays when it is broken off."""
    if request.plot:
        plots.check(request.plot)
    book = open_book(request.game)
    game = book.game
    sequence = PoolSequence(game, request.start, request.end, request.step, request.matching)
    with open_kept(request.output, sequence) as kept:
        if not request.json:
            screen.say(_heading(sequence, request.bfile))
        rows = _Rows(sequence.ends, request, kept, screen)
        _run(sequence, request, kept, rows)
    if request.plot:
        plots.plot_sequence(request.plot, f"{book.title}: {sequence.what}", rows.shown)
    if request.json:
        print_json({"game": game.name, "what": sequence.what, "terms": rows.shown})
    return DONE if all(value is not None for _, value in rows.shown) else UNABLE


def _heading(sequence: PoolSequence, bfile: bool) -> str:
    if bfile:
        return f"# {sequence.what} of the pools {sequence.first}-n, {sequence.game.name}"
    return f"last,{sequence.what}"


def _run(sequence: PoolSequence, request: SequenceRequest, kept: KeptTerms, rows: _Rows) -> None:
    budget = Budget(request.seconds, progress=rows.look)
    with rows.progress:
        try:
            if request.executor:
                for term in sequence.spread(
                    request.executor, request.processes, budget, kept.known
                ):
                    rows.add(term) if term else rows.look()
            else:
                for term in sequence.terms(budget, kept.known):
                    rows.add(term)
        finally:
            rows.flush()
