"""Files: written whole or not at all, and the one log that only grows and loses nothing."""

from .agreed import Agreed, difference, open_agreed, read_agreed
from .log import ADVICE, Log, LogKind, is_free, read_lines
from .ordinary import open_ordinary
from .places import config_home, home, make_private, new_name, own_home
from .whole import PAGE, check_file, check_folder, check_writable, write_whole

__all__ = [
    "ADVICE",
    "PAGE",
    "Agreed",
    "Log",
    "LogKind",
    "check_file",
    "check_folder",
    "check_writable",
    "config_home",
    "difference",
    "home",
    "is_free",
    "make_private",
    "new_name",
    "open_agreed",
    "open_ordinary",
    "own_home",
    "read_agreed",
    "read_lines",
    "write_whole",
]
