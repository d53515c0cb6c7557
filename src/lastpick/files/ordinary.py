"""Files that are met in the user's folder: nobody knows who put them there, or what they are."""

from __future__ import annotations

import errno
import os
from stat import S_ISDIR, S_ISREG
from typing import BinaryIO

# A pipe that nobody writes to would otherwise be waited for.
_HOW = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def open_ordinary(path: str, most: int) -> BinaryIO:
    """An ordinary file of at most so many bytes, to be read; OSError for anything else.

    What is behind a link counts: a pipe may never say anything, and a device never end.
    """
    _check(os.stat(path), most)
    file = open(path, "rb", opener=lambda name, _: os.open(name, _HOW))  # noqa: SIM115 - for the caller
    try:
        _check(os.fstat(file.fileno()), most)  # it may be another one by now
    except OSError:
        file.close()
        raise
    return file


def _check(about: os.stat_result, most: int) -> None:
    if S_ISDIR(about.st_mode):
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not S_ISREG(about.st_mode):
        raise OSError(errno.EINVAL, "it is no ordinary file")
    if about.st_size > most:
        raise OSError(errno.EFBIG, f"it is larger than {most // 1024**2} MB")
