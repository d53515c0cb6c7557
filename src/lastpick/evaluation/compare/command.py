"""A comparison from beginning to end: read, compared, shown."""

from __future__ import annotations

import json
import os
from typing import NamedTuple

from ...errors import LastpickError
from ...files import PAGE, check_file, write_whole
from ...players.usage import Prices
from ...terminal import DONE
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
    if request.csv:
        check_file(request.csv, ".csv")
    if request.html:
        check_file(request.html, *PAGE)
    _check_apart(request)
    found = comparison(read_contestants(request.results, request.prices))
    if request.csv:
        write_whole(request.csv, to_csv(found))
    if request.html:
        write_whole(request.html, page(found))
    if request.json:
        print(json.dumps(as_data(found)))
    else:
        show(screen, found)
    return DONE


def _check_apart(request: CompareRequest) -> None:
    """Refuse to write over what is read."""
    read = {os.path.realpath(path) for path in request.results}
    for path in filter(None, (request.csv, request.html)):
        if os.path.realpath(path) in read:
            raise LastpickError(f"{path} is one of the results; give the report another name")
