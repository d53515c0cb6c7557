"""Seats that this user has taken, kept on disk so that whoever leaves can come back.

Each is a log of its own that nobody else can read: first where the game is and with which key the
seat is taken, then the token for it, then every call before it is sent. The last of these may not
have been answered, and is sent again by whoever comes back. While somebody plays, the log is held.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import time
from contextlib import suppress
from typing import Any

from ..errors import JournalError
from ..files import Log, LogKind, home, make_private, read_lines
from .link import GameLink
from .outbox import Outgoing

VERSION = 1
HOST, GUEST = "host", "guest"  # who made the game, and who was invited
_ENDING = ".seat"
_KIND = LogKind("the seat", JournalError)
_NO_SEAT = (ValueError, TypeError, LookupError, AttributeError, RecursionError)
_KEPT_DAYS = 90  # servers forget games much earlier


class SeatInUse(JournalError):
    """Somebody plays it in another window."""


class KeptSeat:
    """A seat, held by this process alone. Without a token it is not taken yet."""

    def __init__(self, log: Log, about: dict[str, Any]) -> None:
        self._log = log
        self.link = GameLink(str(about["server"]), str(about["game"]), about["invite"])
        self.role = str(about["role"])
        self.key = str(about["key"])
        self.seat: int | None = None
        self.token: str | None = None
        self.unanswered: Outgoing | None = None

    def take(self, seat: int, token: str) -> None:
        """The seat is ours."""
        self.seat, self.token = seat, token
        self._log.append([json.dumps({"seat": seat, "token": token})])

    def note(self, call: Outgoing) -> None:
        """Keep what is about to be sent."""
        self._log.append([call.to_json()])

    def close(self) -> None:
        self._log.close()

    def forget(self) -> None:
        """Give it up: it was never taken, or there is no such game any more."""
        self._log.delete()

    def _replay(self, line: bytes) -> None:
        said = json.loads(line)
        if "token" in said:
            self.seat, self.token = int(said["seat"]), str(said["token"])
        else:
            self.unanswered = Outgoing(**said)


def keep_new(link: GameLink, role: str) -> KeptSeat:
    """A seat that is about to be taken."""
    about = {
        "lastpick seat": VERSION,
        "server": link.server,
        "game": link.game,
        "role": role,
        "invite": link.invite,
        "key": secrets.token_urlsafe(24),
    }
    path = _path(link, role)
    try:
        make_private(os.path.dirname(path))
        log = Log.create(path, _KIND, json.dumps(about))
    except OSError as error:
        raise _KIND.trouble("keep", path, error) from None
    return KeptSeat(log, about)


def find_kept(link: GameLink, role: str) -> KeptSeat | None:
    """A seat that was taken before; SeatInUse, if another process plays it."""
    path = _path(link, role)
    if not os.path.exists(path):
        return None
    try:
        log = Log.open(path, _KIND)
    except BlockingIOError:
        raise SeatInUse("this game is being played in another window") from None
    try:
        log.drop_torn()
        lines = log.lines()
        seat = KeptSeat(log, json.loads(next(lines)))
        if seat.link.page != link.page:
            raise ValueError("it is a seat in another game")
        for line in lines:
            seat._replay(line)
    except StopIteration:  # cut short before it was asked for
        log.delete()
        return None
    except _NO_SEAT:
        log.close()
        raise JournalError(f"the seat {path} is damaged; delete that file") from None
    return seat


def kept_pages() -> list[str]:
    """The games that can be come back to, the latest first."""
    found: list[tuple[float, str]] = []
    for entry in _entries():
        with suppress(OSError, JournalError, *_NO_SEAT, StopIteration):
            about = json.loads(next(read_lines(entry.path, _KIND)))
            link = GameLink(str(about["server"]), str(about["game"]))
            found.append((entry.stat().st_mtime, link.page))
    return list(dict.fromkeys(page for _, page in sorted(found, reverse=True)))


def clean_up() -> None:
    """Delete what is older than any server keeps games."""
    oldest = time.time() - _KEPT_DAYS * 24 * 3600
    for entry in _entries():
        with suppress(OSError):
            if entry.stat().st_mtime < oldest:
                os.unlink(entry.path)


def _entries() -> list[os.DirEntry[str]]:
    """Whatever looks like a seat."""
    try:
        return [entry for entry in os.scandir(_folder()) if entry.name.endswith(_ENDING)]
    except OSError:
        return []


def _folder() -> str:
    return os.path.join(home(), "seats")


def _path(link: GameLink, role: str) -> str:
    name = hashlib.sha256(link.page.encode()).hexdigest()[:32]
    return os.path.join(_folder(), f"{name}-{role}{_ENDING}")
