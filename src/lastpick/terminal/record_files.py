"""Records in files that a user names: checked, written and read."""

from __future__ import annotations

import os
import sys

from ..errors import LastpickError, RecordError
from ..files import check_writable, write_whole
from ..record import TITLE, Record, parse
from .progress import Progress

LARGEST_RECORD = 16 * 1024 * 1024


def check_target(path: str) -> None:
    """Refuse a file that cannot be written, or that holds anything but records."""
    try:
        check_writable(path)
    except LastpickError as error:
        raise RecordError(str(error)) from None
    try:
        if not os.path.isfile(path):
            return
        with open(path, "rb") as file:
            start = file.read(len(TITLE))
    except OSError as error:
        raise RecordError(f"cannot write {path}: {error.strerror}") from None
    if start and start != TITLE.encode():
        raise RecordError(f"{path} exists and is no record; choose another file")


def save_text(path: str, text: str) -> None:
    """Write a record, whole or not at all."""
    check_target(path)
    write_whole(path, text)


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
