"""A tournament from beginning to end: checked, played, reported."""

from __future__ import annotations

import os
import socket
from typing import NamedTuple
from urllib.parse import urlsplit

from ..errors import ArenaError, LastpickError
from ..players import is_model, open_player
from ..terminal.progress import Progress
from ..terminal.reporting import check_report, give_report
from ..terminal.screen import Screen, plain
from ..workers import hire, usable_processors
from .batch import JOB
from .progress_line import ProgressLine
from .report.csv import to_csv
from .report.data import as_data, report
from .report.page import page
from .report.text import show
from .results import Results, open_results, usual_path
from .run import run
from .tournament import Tournament

_PATIENCE = 10  # seconds for an endpoint to be there


class ArenaRequest(NamedTuple):
    """Where and how; nothing that the results depend on."""

    output: str | None = None
    executor: str = "processes"
    processes: int | None = None
    csv: str | None = None
    html: str | None = None
    json: bool = False


def hold(tournament: Tournament, request: ArenaRequest, screen: Screen) -> int:
    """Play what is missing and report; Ctrl-C leaves what was played on disk."""
    check_report(request)
    path = request.output or usual_path(tournament)
    _check_apart(path, request.csv, request.html, tournament.options.log)
    log = _log(tournament, path)
    check_players(tournament, log)
    with open_results(path, tournament) as results:
        _play(results, request, log, screen)
        found = report(results.tally)
    return give_report(found, request, screen, to_csv=to_csv, page=page, as_data=as_data, show=show)


def _play(results: Results, request: ArenaRequest, log: str | None, screen: Screen) -> None:
    tally, total = results.tally, results.tournament.total
    if tally.played:
        screen.note(f"{results.path}: {tally.played:,} of {total:,} games are there.")
    else:
        screen.note(f"Results go to {results.path}")
    if tally.played == total:
        return
    processes = min(request.processes or usable_processors(), total - tally.played)
    try:
        with hire(request.executor, processes, JOB) as workers, Progress() as progress:
            run(results, workers, log, ProgressLine(progress, tally.played))
    except KeyboardInterrupt:
        done = f"{tally.played:,} of {total:,} games"
        raise KeyboardInterrupt(f"Stopped after {done}; the same command goes on.") from None


def _check_apart(*paths: str | None) -> None:
    """Refuse to write one report over another, or over the results."""
    named = [os.path.realpath(path) for path in paths if path]
    if len(set(named)) < len(named):
        raise LastpickError("--output, --csv, --html and --log need a file each")


def check_players(tournament: Tournament, log: str | None) -> None:
    """Refuse, before any game is played, a player that does not exist or cannot be reached."""
    for player in tournament.players:
        open_player(player.name, tournament.options._replace(log=log)).close()
    if _has_models(tournament):
        _check_endpoint(tournament.options.base_url)


def _check_endpoint(base_url: str | None) -> None:
    from ..players.llm.endpoint import DEFAULT_URL

    url = base_url or os.environ.get("OPENAI_BASE_URL") or DEFAULT_URL
    parts = urlsplit(url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        socket.create_connection((parts.hostname or "", port), _PATIENCE).close()
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise ArenaError(
            f"no endpoint answers at {plain(url)} ({why}); --base-url names another"
        ) from None


def _log(tournament: Tournament, path: str) -> str | None:
    """The models' log: beside the results, so that going on costs nothing twice."""
    if tournament.options.log:
        return tournament.options.log
    return f"{os.path.splitext(path)[0]}-models.jsonl" if _has_models(tournament) else None


def _has_models(tournament: Tournament) -> bool:
    return any(is_model(player.name) for player in tournament.players)
