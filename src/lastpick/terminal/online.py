"""Setting the table at somebody else's house: joining a friend's game, or inviting one."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from ..catalog import open_book
from ..errors import LastpickError
from ..online.entering import Seated, invite, join
from ..online.link import read_link, read_server
from .live_screen import LiveScreen
from .online_lines import OnlineLines
from .online_session import OnlineSession
from .record_files import check_target
from .screen import Screen
from .show_link import show_link
from .start import Trouble, check_playable

_LONGEST_LINK = 2_000


class JoinRequest(NamedTuple):
    """A seat to take, or to come back to."""

    link: str
    name: str | None = None
    record: str | None = None


class InviteRequest(NamedTuple):
    """A game to make for a friend and oneself."""

    server: str
    game: str
    numbers: str | None = None
    name: str | None = None
    first: str = "1"  # 1: whoever invites, 2: the friend, toss: by chance
    best_of: int = 1
    clock: tuple[int, int] | None = None  # seconds, and those that each pick adds
    record: str | None = None


Request = JoinRequest | InviteRequest


def play_online(request: Request, screen: Screen) -> int:
    """Take the seat and play, in lines."""
    return OnlineLines(sit_online(request, screen.complain), LiveScreen(screen)).sit()


def sit_online(request: Request, trouble: Trouble) -> OnlineSession:
    """The seat, as it was asked for."""
    if request.record:
        check_target(request.record)
    seated = _join(request) if isinstance(request, JoinRequest) else _invite(request)
    record = os.path.abspath(request.record) if request.record else None
    return OnlineSession(seated, trouble, record)


def await_friend(session: OnlineSession, screen: Screen) -> None:
    """Show the link, and wait until the friend has come; nothing is asked meanwhile."""
    live = LiveScreen(screen)
    session.wake = live.wake
    session.open()
    shown = False
    while not (session.known and session.joined):
        if session.known and not shown:
            shown = True
            show_link(live, session.seated.kept.link)
            live.say("Waiting for your friend (Ctrl-C leaves) ...", "dim")
        live.wait()
        for _ in session.news():
            pass


def _join(request: JoinRequest) -> Seated:
    return join(read_link(request.link), request.name)


def _invite(request: InviteRequest) -> Seated:
    server = read_server(request.server)
    book = open_book(request.game, request.numbers)
    check_playable(book)
    wanted: dict[str, Any] = {
        "numbers": str(book.game.numbers),
        "seats": ["me", "friend"],
        "best_of": request.best_of,
        "toss": request.first == "toss",
    }
    if book.source is None:
        wanted["game"] = book.game.name
    else:
        wanted["toml"] = book.source
    if request.name:
        wanted["names"] = [request.name, None]
    if request.first == "2":
        wanted["seats"].reverse()
        if request.name:
            wanted["names"].reverse()
    if request.clock:
        seconds, increment = request.clock
        wanted["clock"] = {"seconds": seconds, "increment": increment}
    return invite(server, wanted)


def typed_link(screen: Screen) -> str:
    """The first line of what is entered, and nothing more: the rest is for the game."""
    line, handle = b"", screen.source.fileno()
    while len(line) < _LONGEST_LINK and not line.endswith(b"\n") and (one := os.read(handle, 1)):
        line += one
    return line.decode(errors="replace")


def read_clock(text: str) -> tuple[int, int]:
    """Minutes for each player, and seconds that every pick adds, as in 5+3."""
    minutes, plus, seconds = text.partition("+")
    digits = minutes.isascii() and minutes.isdigit() and len(minutes) < 5
    more = not plus or (seconds.isascii() and seconds.isdigit() and len(seconds) < 5)
    if not (digits and more and 1 <= int(minutes) <= 1440 and int(seconds or 0) <= 3600):
        raise LastpickError(
            f"{text[:20]!r} is no clock; expected minutes from 1 to 1440, and seconds that each"
            " pick adds if it does, as in 5 or 5+3"
        )
    return 60 * int(minutes), int(seconds or 0)
