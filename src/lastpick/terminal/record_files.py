"""Records in files that a user names: checked, written and read."""

from __future__ import annotations

import os
import sys

from ..errors import LastpickError, RecordError
from ..files import check_writable, write_whole
from ..record import TITLE, Record, parse, write
from .progress import Progress

LARGEST_RECORD = 16 * 1024 * 1024


def check_target(path: str) -> list[Record]:
    """The records in a file that is to hold more of them, if it is there.

    A file is refused that cannot be written, or that holds anything else.
    """
    try:
        check_writable(path)
    except LastpickError as error:
        raise RecordError(str(error)) from None
    try:
        if not os.path.isfile(path):
            return []
        with open(path, "rb") as file:
            start = file.read(len(TITLE))
    except OSError as error:
        raise RecordError(f"cannot write {path}: {error.strerror}") from None
    if start and start != TITLE.encode():
        raise RecordError(f"{path} exists and is no record; choose another file")
    return load_records(path) if start else []


def save_records(path: str, games: list[Record]) -> None:
    """Write records after those that the file holds, all of them or none.

    Of those there, any that is the beginning of a new one gives way to it: the game went on.
    """
    kept = [old for old in check_target(path) if not any(_goes_on(old, new) for new in games)]
    write_whole(path, write(*kept, *games))


def _goes_on(old: Record, new: Record) -> bool:
    """Whether a record is another one with more events, or the same ones.

    A swap gives the players other seats.
    """
    begun = new.events[: len(old.events)]
    same = new._replace(events=begun, players=old.players, unsolved=old.unsolved) == old
    return same and {*new.players} == {*old.players}


def load_records(path: str) -> list[Record]:
    """The records in a file; errors name the file."""
    return read_records(*read_text(path))


def read_text(path: str) -> tuple[str, str]:
    """What to call a file in an error, and its text; "-" is standard input."""
    where = "standard input" if path == "-" else path
    try:
        if path == "-":
            data = sys.stdin.buffer.read(LARGEST_RECORD + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(LARGEST_RECORD + 1)
    except OSError as error:
        raise RecordError(f"cannot read {where}: {error.strerror}") from None
    if len(data) > LARGEST_RECORD:
        most = LARGEST_RECORD // 1024**2
        raise RecordError(f"{where}: larger than {most} MB; expected a record")
    try:
        return where, data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(f"{where}: byte {error.start + 1} is not UTF-8 text") from None


def read_records(where: str, text: str) -> list[Record]:
    """The records in a text."""
    try:
        with Progress() as progress:
            return parse(text, progress.games)
    except RecordError as error:
        raise RecordError(f"{where}: {error}") from None
