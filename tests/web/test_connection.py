"""Connections that say nothing, or only half of what they have to: none is held for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from math import inf

import pytest
from starlette.types import Receive, Scope, Send
from support.connections import Talk, with_connection

from lastpick.web.http import connection

HALF = b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\nhalf."


@pytest.fixture(autouse=True)
def most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_most", cache(lambda: inf))


@pytest.fixture
def lose_patience(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From here on, silence that begins is short."""
    return lambda: monkeypatch.setattr(connection, "PATIENCE", 0.05)


async def answer(scope: Scope, _: Receive, send: Send) -> None:
    """An application that answers without waiting for the body."""
    assert scope["type"] == "http"
    headers = [(b"content-length", b"2")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"ok"})


def with_server(talk: Talk) -> None:
    with_connection(answer, talk)


async def ends(reader: asyncio.StreamReader) -> None:
    with suppress(ConnectionResetError):
        await reader.read()


def test_a_silent_connection_is_ended(lose_patience: Callable[[], None]) -> None:
    async def talk(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
        await ends(reader)

    lose_patience()
    with_server(talk)


def test_half_a_request_that_was_answered_is_not_waited_for(
    lose_patience: Callable[[], None],
) -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(HALF)
        await ends(reader)

    lose_patience()
    with_server(talk)


def test_silence_after_a_request_that_was_answered_early_has_an_end(
    lose_patience: Callable[[], None],
) -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(HALF)
        assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
        lose_patience()
        writer.write(b"rest.")
        await ends(reader)

    with_server(talk)


def test_the_next_request_is_answered_when_the_rest_has_come() -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(HALF)
        await reader.readuntil(b"ok")
        writer.write(b"rest.GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
        assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")

    with_server(talk)


def test_line_ends_alone_keep_no_connection(lose_patience: Callable[[], None]) -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
        await reader.readuntil(b"ok")
        lose_patience()
        writer.write(b"\r\n")
        await ends(reader)

    with_server(talk)
