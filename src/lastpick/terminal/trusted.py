"""What a saved game may make this program do: only what this user has typed or confirmed.

A saved game names its players, which may be a program to start or a model to ask, and a file for
its record. Anybody may have written it. So each of these is looked up in a list of what was typed
or confirmed before, and asked about if it is not there. The list is never in LASTPICK_HOME, which
may hold somebody else's files.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from stat import S_ISREG
from typing import NamedTuple

from ..errors import JournalError
from ..files import Log, LogKind, make_private, own_home, read_lines
from ..players import comes_from_outside, is_model
from ..players.keys import lacks_key, without_keys
from ..players.player import Options
from .screen import plain

START, ASK, WRITE = "start", "ask", "write"
LONGEST = 1000  # characters of a command or a path, as it is shown
_KIND = LogKind("", JournalError)
_LARGEST = 1024**2
_ABOUT = {
    START: ("This game starts a program", "It runs as you, with your files and your network."),
    ASK: ("This game asks a language model", "It is sent your key, if you have set one."),
    WRITE: ("This game adds its record to a file", "Whoever wrote the game chose the names in it."),
}
_HERE = {START: " in this folder before", ASK: " before", WRITE: " before"}


class Deed(NamedTuple):
    """Something that a saved game would have done."""

    kind: str
    what: str  # the name of the player, or the path of the record
    where: str = ""  # the folder that a program starts in, the address of a model

    @property
    def shown(self) -> str:
        """The whole of it, with every character seen."""
        return "\n    ".join(filter(None, (_visible(self.what), self._place)))

    @property
    def _place(self) -> str:
        name = {START: "in the folder ", ASK: "at "}.get(self.kind, "")
        return _visible(name + self.where)

    @property
    def question(self) -> str:
        """What somebody has to know who decides."""
        what, about = _ABOUT[self.kind]
        return f"{what} that you have not named{_HERE[self.kind]}:\n\n    {self.shown}\n\n{about}"

    @property
    def answer(self) -> str:
        """The answer that lets it be done."""
        return {START: "Start it", ASK: "Ask it", WRITE: "Write it"}[self.kind]

    @property
    def plays(self) -> bool:
        """Whether the game cannot be played without it."""
        return self.kind != WRITE


def playing(name: str, options: Options) -> Deed:
    """What seating a player from outside does."""
    if not is_model(name):
        try:
            return Deed(START, name, os.getcwd())
        except OSError:  # a folder that was deleted
            return Deed(START, name)
    from ..players.llm.endpoint import Endpoint

    return Deed(ASK, name, Endpoint(options.base_url).shown)


def deeds(players: Iterable[str | None], record: str | None, options: Options) -> list[Deed]:
    """What a game with these players and a file for its record has done, once each."""
    found = [playing(name, options) for name in players if name and comes_from_outside(name)]
    if record:
        folder, name = os.path.split(os.path.abspath(record))
        found.append(Deed(WRITE, os.path.join(os.path.realpath(folder), name)))
    return list(dict.fromkeys(found))


def unknown(found: Iterable[Deed]) -> list[Deed]:
    """Those that this user has neither typed nor confirmed."""
    wanted = list(found)
    known = set(_known()) if wanted else set()
    return [deed for deed in wanted if deed not in known]


def trust(found: Iterable[Deed]) -> None:
    """Keep what was typed or confirmed; where that cannot be, it is asked about again."""
    new = [deed for deed in unknown(found) if not lacks_key(without_keys(deed.what))]
    if not new:
        return
    try:
        make_private(os.path.dirname(_path()))
        with Log.open(_path(), _KIND, shared=True, private=True) as log:
            log.append(json.dumps(deed) for deed in new)
    except (OSError, JournalError):
        return


def unaskable(deed: Deed) -> str:
    """Why nobody can be asked about it; nothing if somebody can."""
    if lacks_key(deed.what):
        return f"its player's key is not kept ({_short(deed)})"
    if len(deed.shown) > LONGEST:
        return f"it names {_short(deed)} in more than {LONGEST:,} characters"
    if not deed.plays and not _may_be_written(deed.what):
        return f"{_short(deed)} is a link or no ordinary file"
    return ""


def refusal(game: str, seat: int, deed: Deed) -> JournalError:
    """Why a game is not gone on with, and what helps."""
    form = "llm:MODEL" if deed.kind == ASK else "exec:COMMAND"
    why = unaskable(deed) or (
        f"it would {deed.kind} {_short(deed)}, which you have not named{_HERE[deed.kind]};"
        " at a terminal lastpick resume asks you"
    )
    return JournalError(
        f"{plain(game)} is not gone on with: {why};"
        f" to name the player anew: lastpick resume {plain(game)} --p{seat} '{form}'"
    )


def not_written(deed: Deed) -> str:
    """What is said of a record that is not written."""
    why = unaskable(deed) or f"the game names {_short(deed)}, and you have not"
    return f"no record is written: {why}; --record FILE names one"


def _may_be_written(path: str) -> bool:
    """Whether there is an ordinary file, or none yet."""
    try:
        return S_ISREG(os.lstat(path).st_mode)
    except (OSError, ValueError):  # ValueError: a NUL in the name
        return not os.path.lexists(path)


def _known() -> Iterator[Deed]:
    try:
        if not os.path.lexists(_path()):
            return
        for line in read_lines(_path(), _KIND, _LARGEST):
            try:
                yield Deed(*map(str, json.loads(line)))
            except (ValueError, TypeError, RecursionError):
                continue  # cut short, or not ours
    except JournalError:
        return


def _path() -> str:
    return os.path.join(own_home(), "trusted.jsonl")


def visible(text: str, longest: int = LONGEST) -> str:
    """A text with every character seen, also those that look like others or like nothing."""
    return plain(_visible(text), longest)


def _visible(text: str) -> str:
    return "".join(c if " " <= c <= "~" else c.encode("unicode_escape").decode() for c in text)


def _short(deed: Deed) -> str:
    return visible(deed.what, 200)
