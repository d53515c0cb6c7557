"""Seats on disk: private, held by one, and read again whatever happened."""

import json
import os
import stat
import time
from pathlib import Path

import pytest

from lastpick.errors import JournalError
from lastpick.online.kept_seats import (
    GUEST,
    HOST,
    SeatInUse,
    clean_up,
    find_kept,
    keep_new,
    kept_pages,
)
from lastpick.online.link import GameLink
from lastpick.online.outbox import Outgoing

LINK = GameLink("http://127.0.0.1:1", "game", "invite")


def only_file(home: Path) -> Path:
    (found,) = (home / "seats").iterdir()
    return found


def test_a_seat_is_for_its_user_alone(home: Path) -> None:
    before = os.umask(0)
    try:
        keep_new(LINK, GUEST).close()
    finally:
        os.umask(before)
    assert stat.S_IMODE(only_file(home).stat().st_mode) == 0o600
    assert stat.S_IMODE((home / "seats").stat().st_mode) == 0o700
    assert "invite" not in only_file(home).name


def test_a_seat_leads_nowhere_else(home: Path) -> None:
    """Whoever wrote the file: the game is where the user says."""
    keep_new(LINK._replace(server="http://127.0.0.1:2"), GUEST).close()
    theirs = only_file(home)
    keep_new(LINK, GUEST).close()
    (ours,) = {*theirs.parent.iterdir()} - {theirs}
    theirs.replace(ours)
    with pytest.raises(JournalError, match=r"the seat .* is damaged; delete that file"):
        find_kept(LINK, GUEST)


def test_a_seat_is_come_back_to() -> None:
    kept = keep_new(LINK, GUEST)
    kept.take(2, "token")
    first, last = Outgoing.new("picks", 3, pick=6), Outgoing.new("resign", 4)
    kept.note(first)
    kept.note(last)
    kept.close()
    again = find_kept(GameLink(LINK.server, LINK.game), GUEST)  # by the page alone
    assert again is not None
    assert (again.seat, again.token, again.key) == (2, "token", kept.key)
    assert again.link == LINK
    assert again.unanswered == last
    assert first.key != last.key
    again.close()
    assert find_kept(LINK, HOST) is None
    assert find_kept(LINK._replace(game="other"), GUEST) is None


def test_a_seat_is_held_while_somebody_plays() -> None:
    kept = keep_new(LINK, GUEST)
    with pytest.raises(SeatInUse):
        find_kept(LINK, GUEST)
    kept.close()
    assert find_kept(LINK, GUEST)


def test_a_last_line_that_was_cut_short_counts_for_nothing(home: Path) -> None:
    kept = keep_new(LINK, GUEST)
    kept.take(1, "token")
    kept.close()
    with only_file(home).open("ab") as file:
        file.write(b'{"call": "picks", "vers')
    again = find_kept(LINK, GUEST)
    assert again is not None
    assert (again.token, again.unanswered) == ("token", None)


def test_a_seat_that_was_never_asked_for_is_dropped(home: Path) -> None:
    keep_new(LINK, GUEST).close()
    only_file(home).write_bytes(b'{"lastpick se')
    assert find_kept(LINK, GUEST) is None
    assert not list((home / "seats").iterdir())


@pytest.mark.parametrize("line", [b"{}", b"[]", b"no JSON", b'{"token": "x"}'])
def test_a_damaged_seat_is_told_and_left(home: Path, line: bytes) -> None:
    keep_new(LINK, GUEST).close()
    with only_file(home).open("ab") as file:
        file.write(line + b"\n")
    with pytest.raises(JournalError, match="is damaged; delete that file"):
        find_kept(LINK, GUEST)
    assert only_file(home).exists()


def test_old_seats_are_cleaned_up(home: Path) -> None:
    keep_new(LINK, GUEST).close()
    clean_up()
    old = time.time() - 91 * 24 * 3600
    assert only_file(home).exists()
    os.utime(only_file(home), (old, old))
    clean_up()
    assert not list((home / "seats").iterdir())


def test_pages_to_come_back_to(home: Path) -> None:
    assert kept_pages() == []
    keep_new(LINK, GUEST).close()
    keep_new(LINK._replace(game="other"), HOST).close()
    (home / "seats" / "broken.seat").write_text("nothing")
    assert sorted(kept_pages()) == ["http://127.0.0.1:1/game/game", "http://127.0.0.1:1/game/other"]


def test_calls_are_kept_as_they_are_sent() -> None:
    call = Outgoing.new("picks", 3, pick=6)
    assert Outgoing(**json.loads(call.to_json())) == call
