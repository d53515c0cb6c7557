"""Answers that nobody reads: bounded in bytes, for one visitor and for all, and in time."""

from __future__ import annotations

import asyncio
import socket
from contextlib import nullcontext
from functools import cache
from math import inf

import pytest
from starlette.responses import Response
from support.connections import Pipe, maker, with_place
from support.loops import in_loop

from lastpick.web.http import connection
from lastpick.web.http.guard import Guard
from lastpick.web.http.limits import Limits
from lastpick.web.http.reading import Call
from lastpick.web.http.route import Routes
from lastpick.web.http.settings import Settings
from lastpick.web.http.unread import MOST, MOST_OF_ONE, SEND_TIMEOUT, SLOWEST, Mailbox, Unread
from lastpick.web.networks import Caller

LARGE = 155_000
GET = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"


class Time:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Books:
    """Mailboxes over pipes that take nothing until they are told to."""

    def __init__(self, most_of_one: int = 1000, most: int = 3000) -> None:
        self.clock = Time()
        self.unread = Unread(most_of_one, most, self.clock)

    def mailbox(self, visitor: str) -> tuple[Mailbox, Pipe]:
        pipe = Pipe()
        mailbox = Mailbox(pipe, self.unread)
        mailbox.serve(Caller.connected(visitor))
        return mailbox, pipe

    def answer(self, mailbox: Mailbox, pipe: Pipe, size: int) -> None:
        with mailbox.holding(size):
            pipe.unsent += size

    def after(self, seconds: float) -> None:
        self.clock.now += seconds
        self.unread.look()


# --- how much -------------------------------------------------------------------------------------


@in_loop
async def test_what_is_taken_is_no_longer_held() -> None:
    books = Books()
    mailbox, pipe = books.mailbox("a")
    for _ in range(100):  # far more than one visitor may have, but it is read
        books.answer(mailbox, pipe, 900)
        pipe.unsent = 0
    assert not pipe.aborted
    books.after(1)
    assert books.unread.bytes == 0


@in_loop
async def test_a_visitor_has_so_much_held_and_loses_what_is_oldest() -> None:
    books = Books()
    other, fine = books.mailbox("b")
    books.answer(other, fine, 900)
    pipes = []
    for _ in range(20):
        books.clock.now += 0.1
        mailbox, pipe = books.mailbox("a")
        books.answer(mailbox, pipe, 200)
        pipes.append(pipe)
        assert books.unread.bytes <= 1000 + 900
    cut = [pipe.aborted for pipe in pipes]
    assert cut == sorted(cut, reverse=True)  # the oldest of them
    assert 2 <= cut.count(False) <= 5
    assert not fine.aborted


@in_loop
async def test_who_waits_for_an_answer_to_little_is_not_taken_for_one_who_does_not_read() -> None:
    books = Books()
    asking, kept = books.mailbox("a")
    with asking.holding(5):
        for _ in range(20):
            books.clock.now += 0.2
            books.answer(*books.mailbox("a"), 300)
    assert not kept.aborted


@in_loop
async def test_all_together_have_so_much_held_and_the_largest_lose_theirs() -> None:
    books = Books()
    small, fine = books.mailbox("small")
    books.answer(small, fine, 100)
    for number in range(50):
        mailbox, pipe = books.mailbox(f"large {number}")
        books.answer(mailbox, pipe, 900)
        assert books.unread.bytes <= 3000
    assert not fine.aborted


@in_loop
async def test_what_is_about_to_be_sent_counts_and_so_does_a_body_that_comes() -> None:
    books = Books()
    mailbox, pipe = books.mailbox("a")
    with mailbox.holding() as held:
        held.add(400)
        held.add(300)
        books.after(1)
        assert books.unread.bytes == 700
        books.after(100)  # as long as it may take to think about it
        assert not pipe.aborted
        held.add(400)
        assert pipe.aborted
    assert books.unread.bytes == 0


@in_loop
async def test_a_proxys_connection_counts_for_whom_it_serves() -> None:
    books = Books()
    mailbox, pipe = books.mailbox("a")
    for number in range(3):
        mailbox.serve(Caller.connected(f"visitor {number}"))
        books.answer(mailbox, pipe, 200)
        other, more = books.mailbox("visitor 0")
        books.answer(other, more, 200)
    assert not pipe.aborted
    mailbox.serve(Caller.connected("visitor 0"))  # who has 600 already
    books.answer(mailbox, pipe, 1)
    assert pipe.aborted


@in_loop
async def test_what_is_held_is_counted_for_each_network_of_ipv6() -> None:
    """A /56 holds four times as much as one of its /64, however many of these there are."""
    books = Books(most_of_one=1000, most=100_000)
    pipes = []
    for number in range(100):
        books.clock.now += 0.01
        mailbox, pipe = books.mailbox(f"2001:db8:0:{number:x}::1")
        books.answer(mailbox, pipe, 400)
        pipes.append(pipe)
        assert books.unread.bytes <= 4 * 1000
    assert books.unread.held_for("2001:db8::/56") == books.unread.bytes
    assert not pipes[-1].aborted


@in_loop
async def test_a_players_answers_are_cut_off_last() -> None:
    books = Books()
    playing, mine = books.mailbox("a")
    playing.serve(Caller.connected("a").in_seat("game", 1))
    books.answer(playing, mine, 300)
    for _ in range(20):
        books.clock.now += 0.1
        mailbox, pipe = books.mailbox("a")
        books.answer(mailbox, pipe, 300)
    assert not mine.aborted


@in_loop
async def test_nothing_is_remembered_of_a_connection_that_has_ended() -> None:
    books = Books()
    mailbox, pipe = books.mailbox("a")
    books.answer(mailbox, pipe, 500)
    books.unread.remove(mailbox)
    books.answer(mailbox, pipe, 500)  # by a call that has not heard of it
    assert books.unread.bytes == 0
    assert not books.unread._mailboxes
    assert not books.unread._bytes_of


# --- how long -------------------------------------------------------------------------------------


@in_loop
async def test_whoever_takes_nothing_is_cut_off() -> None:
    books = Books(MOST_OF_ONE, MOST)
    mailbox, pipe = books.mailbox("a")
    books.answer(mailbox, pipe, LARGE)
    books.after(SEND_TIMEOUT - 1)
    assert not pipe.aborted
    books.answer(mailbox, pipe, 10)  # which is no reading
    books.after(1)
    assert pipe.aborted


@in_loop
async def test_whoever_takes_a_little_is_cut_off_and_whoever_reads_slowly_is_not() -> None:
    books = Books(MOST_OF_ONE, MOST)
    drip, slow = books.mailbox("a"), books.mailbox("b")
    for mailbox, pipe in (drip, slow):
        books.answer(mailbox, pipe, LARGE)
    for _ in range(8):
        drip[1].unsent -= 100
        slow[1].unsent -= SLOWEST
        books.after(SEND_TIMEOUT - 1)
        if drip[1].aborted:
            break
    assert drip[1].aborted
    assert not slow[1].aborted


@in_loop
async def test_what_leaves_the_system_for_a_slow_client_is_taken() -> None:
    """The system asks for more long after it has sent some of what it holds."""
    books = Books(MOST_OF_ONE, MOST)
    none, slow = books.mailbox("a"), books.mailbox("b")
    for mailbox, pipe in (none, slow):
        pipe.in_system = 100_000
        books.answer(mailbox, pipe, LARGE)
    for _ in range(5):
        slow[1].in_system -= SLOWEST
        books.after(SEND_TIMEOUT - 1)
    assert none[1].aborted
    assert not slow[1].aborted


# --- over sockets ---------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_most", cache(lambda: inf))


async def large(_: Call) -> Response:
    return Response(b"x" * LARGE)


def guarded() -> Guard:
    return Guard(Routes(), large, Limits(0, 1, 1), Settings(quiet=True), nullcontext)


async def ask(place: tuple[str, int], address: str, requests: bytes) -> socket.socket:
    """Ask, and read nothing."""
    asking = socket.socket()
    asking.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    asking.bind((address, 0))
    asking.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(asking, place)
    await loop.sock_sendall(asking, requests)
    return asking


async def ended(asking: socket.socket) -> int:
    """Read until the connection ends; how many bytes came."""
    loop, size = asyncio.get_running_loop(), 0
    try:
        while part := await loop.sock_recv(asking, 1 << 16):
            size += len(part)
    except ConnectionError:
        pass
    asking.close()
    return size


async def served(place: tuple[str, int], address: str) -> None:
    reader, writer = await asyncio.open_connection(*place, local_addr=(address, 0))
    writer.write(GET)
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
    assert await reader.readexactly(LARGE) == b"x" * LARGE
    writer.close()


@pytest.mark.parametrize("pipelined", [1, 10])
def test_many_who_do_not_read_hold_no_more_than_one_visitor_may(
    pipelined: int, caplog: pytest.LogCaptureFixture
) -> None:
    unread = Unread(1 << 20, 2 << 20)

    async def talk(place: tuple[str, int]) -> None:
        silent, most = [], 0
        for _ in range(40):  # six megabytes of answers
            silent.append(await ask(place, "127.0.0.2", GET * pipelined))
            await served(place, "127.0.0.3")  # which takes its turn after those above
            most = max(most, unread.held_for("127.0.0.2"))
        assert 1 << 19 < most <= 1 << 20
        cut = silent[:20]
        assert all(size < LARGE for size in [await ended(one) for one in cut])
        for one in silent[20:]:
            one.close()

    with_place(guarded(), talk, unread)
    assert not caplog.records  # it is no failure of ours that somebody left


def test_an_answer_that_is_not_read_ends_with_its_connection() -> None:
    clock = Time()
    unread = Unread(clock=clock)

    async def talk(place: tuple[str, int]) -> None:
        one = await ask(place, "127.0.0.2", GET)
        closing = await ask(place, "127.0.0.2", GET[:-2] + b"connection: close\r\n\r\n")
        await served(place, "127.0.0.3")
        unread.look()
        assert LARGE < unread.bytes <= 2 * LARGE + 2048
        clock.now += SEND_TIMEOUT
        unread.look()
        assert unread.bytes == 0
        assert await ended(one) < LARGE
        assert await ended(closing) < LARGE

    with_place(guarded(), talk, unread)


@in_loop
async def test_a_refusal_that_is_not_read_counts_too() -> None:
    unread, pipe = Unread(), Pipe()
    fed = maker(guarded(), unread)()
    fed.connection_made(pipe)
    fed.data_received(b"no HTTP at all\r\n\r\n")
    pipe.unsent = len(pipe.sent)
    unread.look()
    assert unread.bytes == len(pipe.sent)
    fed.connection_lost(None)
    assert unread.bytes == 0


def test_whoever_is_cut_off_leaves_nothing_in_the_system() -> None:
    """Closed as usual, a socket would keep what was sent and not read for minutes."""

    class Sends(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            assert isinstance(transport, asyncio.Transport)
            transport.write(b"x" * LARGE)
            connection.Pipe(transport).abort()

    async def read_all(client: socket.socket) -> None:
        while await asyncio.get_running_loop().sock_recv(client, 1 << 20):
            pass

    async def cut() -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(Sends, "127.0.0.1", 0)
        with socket.socket() as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.setblocking(False)
            await loop.sock_connect(client, server.sockets[0].getsockname())
            with pytest.raises(ConnectionResetError):
                await read_all(client)
        server.close()
        await server.wait_closed()

    asyncio.run(cut())
