"""Where files go that nobody named: the user's own folder, and names that are not taken."""

from __future__ import annotations

import os
import sys


def home() -> str:
    """The folder for this user's data, by the platform's own convention."""
    if own := os.environ.get("LASTPICK_HOME"):
        return own
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
    if sys.platform in ("darwin", "win32") or os.environ.get("LASTPICK_HOME"):
        return home()
    user = os.path.expanduser("~")
    base = os.environ.get("XDG_CONFIG_HOME") or os.path.join(user, ".config")
    return os.path.join(base, "lastpick")


def new_name(ending: str) -> str:
    """A file's name by the time of day, so that names sort, and some chance beside it."""
    from datetime import datetime

    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    return f"{stamp}-{os.urandom(3).hex()}{ending}"
