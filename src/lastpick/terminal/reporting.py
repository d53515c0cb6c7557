"""Where a command's report goes: into files, and to standard output as JSON or in words."""

from __future__ import annotations

from . import DONE

TYPE_CHECKING = False  # as in typing, without the time that importing it takes
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol, TypeVar

    from .screen import Screen

    Found = TypeVar("Found")

    class ReportRequest(Protocol):
        """The part of a request that says where its report goes."""

        @property
        def csv(self) -> str | None: ...
        @property
        def html(self) -> str | None: ...
        @property
        def json(self) -> bool: ...


def print_json(data: object) -> int:
    """Data on one line of standard output; the exit code."""
    import json

    print(json.dumps(data))
    return DONE


def check_report(request: ReportRequest) -> None:
    """Refuse, before any work is done, files that the report could not be written to."""
    from ..files import PAGE, check_file

    if request.csv:
        check_file(request.csv, ".csv")
    if request.html:
        check_file(request.html, *PAGE)


def give_report(
    found: Found,
    request: ReportRequest,
    screen: Screen,
    *,
    to_csv: Callable[[Found], str],
    page: Callable[[Found], str],
    as_data: Callable[[Found], object],
    show: Callable[[Screen, Found], None],
) -> int:
    """What was found, in each of the shapes that were asked for; the exit code."""
    from ..files import write_whole

    if request.csv:
        write_whole(request.csv, to_csv(found))
    if request.html:
        write_whole(request.html, page(found))
    if request.json:
        return print_json(as_data(found))
    show(screen, found)
    return DONE
