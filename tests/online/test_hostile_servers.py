"""Servers that send without end: what is kept is bounded, and play goes on or one line ends it.

`make torture ARGS=joining` runs the program itself against all of them.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from itertools import count, islice, repeat
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any

import pytest
from support.full_screen import Driver, driven
from support.hostile_server import ATTACKS, STATE, Attack, event, hostile_server, over

from lastpick.errors import LastpickError, OnlineError
from lastpick.online import calls as online_calls
from lastpick.online.calls import Calls
from lastpick.online.entering import join
from lastpick.online.link import read_link
from lastpick.online.news import AWAY, read_events
from lastpick.online.told import read_game, read_hint, read_state
from lastpick.terminal.full.online_game import OnlineGame
from lastpick.terminal.live_screen import LiveScreen
from lastpick.terminal.online import JoinRequest, sit_online
from lastpick.terminal.online_session import Happened, OnlineSession
from lastpick.terminal.screen import Screen

CALLS = Calls("http://127.0.0.1:1")
LARGEST = online_calls.LARGEST_ANSWER
PATIENCE = 60  # seconds, after which something hangs


@pytest.mark.parametrize(
    "endless",
    [
        (b"f%d: a\n" % n for n in count()),
        repeat(b": a comment\n"),
        repeat(b"data: a\n"),
        repeat(b"a" * 1000),  # one line in pieces
    ],
    ids=["fields", "comments", "data", "a line"],
)
def test_one_event_is_bounded(endless: Iterator[bytes]) -> None:
    read = 0

    def counted() -> Iterator[bytes]:
        nonlocal read
        for line in endless:
            read += len(line)
            assert read <= LARGEST + len(line)
            yield line

    with pytest.raises(OnlineError, match="news of more than 1 MB at once"):
        next(read_events(counted(), CALLS))


def test_events_one_after_the_other_are_not() -> None:
    piece = [b"event: a\n", b"data: " + b"b" * 1000 + b"\n", b"id: 7\n", b"\n"]
    many = 2 * LARGEST // 1000
    found = list(islice(read_events((line for _ in range(many) for line in piece), CALLS), many))
    assert found == [("a", "b" * 1000, "7")] * many


def sat(link: str) -> OnlineSession:
    return sit_online(JoinRequest(link), lambda _: None)


def test_the_inbox_is_bounded_and_the_reader_waits() -> None:
    """Nobody takes the news: the thread that reads them stops reading."""
    with hostile_server(ATTACKS["silence in place of news"]) as server:
        session = sat(server.link)
        heard = session._heard("g0")
        told = threading.Semaphore(0)

        def read() -> None:
            for _ in range(1_000):
                heard(AWAY, "why")
                told.release()

        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        for _ in range(32):
            assert told.acquire(timeout=PATIENCE)
        assert not told.acquire(blocking=False)
        assert len(session._inbox) == 32
        heard_of = 0
        while heard_of < 1_000:  # all of it is told in the end
            heard_of += sum(1 for _ in session.news())
        reader.join(PATIENCE)
        assert not reader.is_alive()
        session.close()


def test_closing_lets_a_reader_go_that_waits() -> None:
    with hostile_server(ATTACKS["silence in place of news"]) as server:
        session = sat(server.link)
        heard = session._heard("g0")
        for _ in range(32):
            heard(AWAY, "")
        reader = threading.Thread(target=heard, args=(AWAY, ""), daemon=True)
        reader.start()
        session.close()
        reader.join(PATIENCE)
        assert not reader.is_alive()


def interrupted(step: int, act: Callable[[], object]) -> bool:
    """Do something with Ctrl-C at one of its steps; whether it has that many."""
    steps = count()

    def trace(frame: FrameType, _: str, __: object) -> Any:
        if frame.f_code.co_name != "interrupted" and next(steps) == step:
            raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        act()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


def test_ctrl_c_while_news_are_taken_leaves_nothing_locked() -> None:
    """It may come wherever the main thread is; whoever closes the session must not wait then."""
    with hostile_server(ATTACKS["silence in place of news"]) as server:
        for step in count():
            session = sat(server.link)
            session._heard("g0")(AWAY, "")
            goes_on = interrupted(step, session.any_news)
            closing = threading.Thread(target=session.close, daemon=True)
            closing.start()
            closing.join(PATIENCE)
            assert not closing.is_alive(), f"after Ctrl-C at step {step}"
            if not goes_on:
                break
        assert step > 10


def test_a_flood_of_news_is_one_note_at_a_time() -> None:
    screen = LiveScreen(Screen())
    for _ in range(1_000):
        screen.wake()
    assert screen._came.qsize() == 1
    assert screen.wait(0.0) or screen.wait(PATIENCE)
    screen.wake()
    assert screen._came.qsize() == 1


def test_keys_are_heard_beside_a_flood(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much the server tells, the app comes back to its keys, and then hears the rest."""
    calls = 0

    def flood(_: OnlineSession) -> Iterator[Happened]:
        nonlocal calls
        calls += 1
        end = monotonic() + PATIENCE
        while calls < 4:
            assert monotonic() < end, "the news are taken without end"
            yield Happened(AWAY, text="a flood")

    async def script(app: Driver) -> None:
        await app.until(lambda: "a flood" in app.part("news"))
        assert calls >= 4

    with hostile_server(ATTACKS["silence in place of news"]) as server:
        link = server.link
        monkeypatch.setattr(OnlineSession, "news", flood)
        driven(script, lambda: OnlineGame(sat(link)))


# --- games that follow ----------------------------------------------------------------------------


def test_a_chain_of_games_ends(home: Path) -> None:
    with hostile_server(ATTACKS["next games"]) as server:
        with pytest.raises(OnlineError, match="more than 100 games follow"):
            join(read_link(server.link), None)
        assert sum(path.endswith("/rematch") for path in server.asked) == 100
    assert len(list((home / "seats").iterdir())) == 101


def told_over(best_of: int) -> Attack:
    """A game that is over, with a next one, and then news that nobody knows."""
    state = over(STATE, best_of)
    resigned = {"version": 1, "kind": "resign", "seat": 1}
    pieces = (event("change", resigned), event("state", state), event("change", {"kind": "?"}))
    head = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n"
    return Attack(lambda _: iter((head, *pieces)))


def hear_all(session: OnlineSession) -> None:
    """Take the news until one of them is wrong."""
    woken = threading.Semaphore(0)
    session.wake = woken.release
    session.open()
    while woken.acquire(timeout=PATIENCE):
        for _ in session.news():
            pass


def test_nobody_follows_into_a_game_that_was_not_asked_for() -> None:
    """The server says that this player wants another game, who has never said so."""
    with hostile_server(told_over(1)) as server:
        session = sat(server.link)
        with pytest.raises(OnlineError, match="an event of a kind"):
            hear_all(session)
        assert session.outgoing is None  # nothing is on its way
        session.close()


@pytest.mark.parametrize("match", [{"best_of": 3, "number": 1}, {"best_of": 1, "number": 1}])
def test_a_next_game_is_of_the_same_match(match: dict[str, int]) -> None:
    """Else a match of which each game says that it is the first would have no end."""
    first = {"best_of": 3, "number": 1, "score": [0, 0]}

    def state(game: str) -> dict[str, Any]:
        if game == "g0":
            return {**over(STATE), "match": first}
        return {**STATE, "id": game, "match": {**match, "score": [0, 0]}}

    with (
        hostile_server(Attack(state=state)) as server,
        pytest.raises(OnlineError, match="the next game is of another match"),
    ):
        join(read_link(server.link), None)


def test_no_match_has_more_games_than_it_is_of() -> None:
    with pytest.raises(LastpickError, match="a number is missing, or too large"):
        read_state({**STATE, "match": {"best_of": 3, "number": 4, "score": [0, 0]}})


# --- what is told ---------------------------------------------------------------------------------


def test_a_relation_that_takes_too_long_is_refused() -> None:
    slow = "prime(n * last) and prime(n + last) and prime(n * n) or prime(last)"
    told = {**STATE, "numbers": "1-10000", "relations": {**STATE["relations"], "follows": slow}}
    with pytest.raises(LastpickError, match="would take too long"):
        read_game(told)


@pytest.mark.parametrize(
    "wrong",
    [
        {"text": [["a"] * 9] * 9},
        {"text": "a" * 3_000},
        {"text": "a", "pick": "7"},
        {"text": "a", "area": [1]},
        {"text": "a", "area": [1, 10**99]},
    ],
)
def test_a_hint_that_is_none_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(LastpickError):
        read_hint(wrong)


def test_a_hint_is_fit_to_be_shown() -> None:
    hint = read_hint({"text": "\x1b[2Jlook\nhere", "kind": None, "pick": None, "area": [1, 2]})
    assert hint == (" [2Jlook here", None, None, (1, 2))
