"""What a user has settled once for all games: a small TOML file in the folder for settings."""

from __future__ import annotations

import os
from typing import NamedTuple

from ..errors import LastpickError
from ..files import config_home, make_private, open_ordinary, toml, write_whole

AUTO, LIGHT, DARK, CONTRAST, NONE = "auto", "light", "dark", "high contrast", "none"
COLOURS = (AUTO, LIGHT, DARK, CONTRAST, NONE)
_LARGEST = 1024**2  # bytes, for what takes a hundred
_MOST_TROUBLES = 10
PACES = {"slow": 1.5, "normal": 0.7, "quick": 0.25}  # seconds that a bot's answer takes at least


class UserSettings(NamedTuple):
    """The settings, each with what holds if nothing was said."""

    name: str = ""  # what the user is called; nothing: Player 1, or You
    friend: str = ""  # the one they play with at this keyboard
    colours: str = AUTO
    show_legal: bool = True  # which picks are legal
    pace: str = "normal"
    motion: bool = True  # whether anything moves by itself

    @property
    def pause(self) -> float:
        """Seconds that a bot's answer takes at least."""
        return PACES[self.pace]


def path() -> str:
    return os.path.join(config_home(), "settings.toml")


def load() -> tuple[UserSettings, list[str]]:
    """The settings, and what is wrong with the file: what cannot be read has its default."""
    file = path()
    try:
        with open_ordinary(file, _LARGEST) as stream:
            found = toml.parse(stream.read().decode(), "settings file")
    except FileNotFoundError:
        return UserSettings(), []
    except (OSError, ValueError) as error:  # not TOML, or not text
        said = error.strerror if isinstance(error, OSError) else str(error).splitlines()[0]
        return UserSettings(), [f"cannot read {file}: {said}; the defaults hold"]
    read = {key: value for key, value in found.items() if _wrong(key, value) is None}
    troubles = [f"{file}: {wrong}" for key, value in found.items() if (wrong := _wrong(key, value))]
    return UserSettings(**read), troubles[:_MOST_TROUBLES]


def save(settings: UserSettings) -> None:
    """Write the settings, whole."""
    import json

    file = path()
    try:
        make_private(os.path.dirname(file))
    except OSError as error:
        raise LastpickError(f"cannot write {file}: {error.strerror}") from None
    lines = [
        f"{key} = {json.dumps(value, ensure_ascii=False)}"
        for key, value in settings._asdict().items()
    ]
    write_whole(file, "\n".join(lines) + "\n", private=True)


def _wrong(key: str, value: object) -> str | None:
    """What is wrong with a setting, if anything is."""
    if key in ("name", "friend"):
        return _no_name(key, value)
    if key in ("show_legal", "motion"):
        return None if isinstance(value, bool) else f"{key} is true or false, not {_shown(value)}"
    choices = {"colours": COLOURS, "pace": tuple(PACES)}.get(key)
    if choices is None:
        return f"there is no setting {_shown(key)}; known are {', '.join(UserSettings._fields)}"
    return (
        None if value in choices else f"{key} is one of {', '.join(choices)}, not {_shown(value)}"
    )


def _shown(value: object) -> str:
    try:
        return repr(value)[:40]
    except ValueError:  # thousands of digits
        return "a number of that size"


def _no_name(key: str, value: object) -> str | None:
    if not isinstance(value, str):
        return f"{key} is a text, not {_shown(value)}"
    if not value:
        return None
    from ..record import check_name  # which needs much that the first screen does not

    try:
        check_name(value)
    except LastpickError as error:
        return f"{key}: {error}"
    return None
