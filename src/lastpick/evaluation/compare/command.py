"""A comparison from beginning to end: read, compared, shown."""

from __future__ import annotations

import os
from typing import NamedTuple

from ...errors import LastpickError
from ...players.usage import Prices
from ...terminal.reporting import check_report, give_report
from ...terminal.screen import Screen
from .csv import to_csv
from .data import as_data, comparison
from .page import page
from .read import read_contestants
from .text import show


class CompareRequest(NamedTuple):
    """What to compare, and where to show it."""

    results: tuple[str, ...]
    prices: tuple[Prices, ...] = ()
    csv: str | None = None
    html: str | None = None
    json: bool = False


def compare(request: CompareRequest, screen: Screen) -> int:
    check_report(request)
    _check_apart(request)
    found = comparison(read_contestants(request.results, request.prices))
    return give_report(found, request, screen, to_csv=to_csv, page=page, as_data=as_data, show=show)


def _check_apart(request: CompareRequest) -> None:
    """Refuse to write over what is read."""
    read = {os.path.realpath(path) for path in request.results}
    for path in filter(None, (request.csv, request.html)):
        if os.path.realpath(path) in read:
            raise LastpickError(f"{path} is one of the results; give the report another name")
