"""Where files go that nobody named: the user's own folder, and names that are not taken."""

from __future__ import annotations

import os
import sys
from errno import ENOTDIR


def home() -> str:
    """The folder for this user's data, by the platform's own convention."""
    return os.environ.get("LASTPICK_HOME") or _usual_home()


def _usual_home() -> str:
    user = os.path.expanduser("~")
    if sys.platform == "darwin":
        base = os.path.join(user, "Library", "Application Support")
    elif sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.join(user, "AppData", "Local")
    else:
        base = os.environ.get("XDG_DATA_HOME") or os.path.join(user, ".local", "share")
    return os.path.join(base, "lastpick")


def config_home() -> str:
    """The folder for this user's settings; the same as for the data where the platform has one."""
    return os.environ.get("LASTPICK_HOME") or own_home()


def own_home() -> str:
    """The usual folder for settings, wherever LASTPICK_HOME leads: that may be somebody else's."""
    if sys.platform in ("darwin", "win32"):
        return _usual_home()
    user = os.path.expanduser("~")
    base = os.environ.get("XDG_CONFIG_HOME") or os.path.join(user, ".config")
    return os.path.join(base, "lastpick")


def make_private(folder: str) -> None:
    """Make a folder that nobody else can look into, and what is missing above it.

    One that is there stays as it is.
    """
    folder = os.path.abspath(folder)
    if os.path.isdir(folder):
        return
    make_private(os.path.dirname(folder))
    try:
        os.mkdir(folder, 0o700)
    except FileExistsError:
        if not os.path.isdir(folder):  # else another process was quicker
            raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), folder) from None


def new_name(ending: str) -> str:
    """A file's name by the time of day, so that names sort, and some chance beside it."""
    from datetime import datetime

    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    return f"{stamp}-{os.urandom(3).hex()}{ending}"
