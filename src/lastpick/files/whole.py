"""Files that are written whole or not at all.

What a command can make again, as a page or a table, replaces the file that had its name; what it
cannot, as the record of a game or a log, is added to what is there, and replaces nothing.
"""

from __future__ import annotations

import os
import tempfile

from ..errors import LastpickError

PAGE = (".html", ".htm")  # how the name of a page ends


def check_folder(path: str) -> None:
    """Refuse a file in a folder that is not there."""
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder):
        raise LastpickError(f"cannot write {path}: there is no folder {folder}")


def check_file(path: str, *endings: str) -> None:
    """Refuse, before any work is done, a file of another kind or in a folder that is not there."""
    if not path.lower().endswith(endings):
        raise LastpickError(f"cannot write {path}: expected a name that ends in {endings[0]}")
    check_writable(path)


def check_writable(path: str) -> None:
    """Refuse, before any work is done, a file that could not be written."""
    check_folder(path)
    if os.path.isdir(path):
        raise LastpickError(f"cannot write {path}: it is a folder")
    there = path if os.path.exists(path) else os.path.dirname(os.path.abspath(path))
    if not os.access(there, os.W_OK):
        raise LastpickError(f"cannot write {path}: permission denied")


def write_whole(path: str, content: str | bytes, private: bool = False) -> None:
    """Write a file; whoever looks sees the old content or the new one, never a part.

    One that is private is for this user's eyes only.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        if os.path.exists(path) and not os.path.isfile(path):  # such as /dev/stdout
            with open(path, "wb") as stream:
                stream.write(data)
            return
        target = os.path.realpath(path)
        handle, part = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".lastpick-")
        try:
            with open(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(part, 0o600 if private else 0o666 & ~_umask())
            os.replace(part, target)
        except BaseException:
            os.unlink(part)
            raise
    except OSError as error:
        raise LastpickError(f"cannot write {path}: {error.strerror}") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
