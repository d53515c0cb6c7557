"""How newcomers are let in: many at a time, and by several processes."""

from __future__ import annotations

import asyncio
import os
import socket

import uvloop

from lastpick.web.http.one_process import accepting

CLIENTS = 48


def test_a_round_of_the_loop_lets_in_many() -> None:
    """Counted in rounds: with one file it takes as many rounds as there are newcomers."""
    assert uvloop.run(_rounds()) <= CLIENTS // 8


def test_a_worker_that_joins_does_not_make_the_others_wait() -> None:
    """One that let people in with a line that waits would stand still until the next came."""
    with socket.create_server(("127.0.0.1", 0)) as first:
        first.setblocking(False)
        with socket.socket(fileno=os.dup(first.fileno())) as second:  # as another process has it
            joined = accepting(second)
            assert not os.get_blocking(first.fileno())
            for one in joined[1:]:
                one.close()


async def _rounds() -> int:
    inside: list[asyncio.BaseTransport] = []
    rounds = 0

    class Comes(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            inside.append(transport)

    with socket.create_server(("127.0.0.1", 0), backlog=CLIENTS) as listening:
        sockets, loop = accepting(listening), asyncio.get_running_loop()
        assert len({one.fileno() for one in sockets}) == len(sockets)
        servers = [await loop.create_server(Comes, sock=one) for one in sockets]
        clients = [socket.create_connection(listening.getsockname()) for _ in range(CLIENTS)]
        while len(inside) < CLIENTS:
            await asyncio.sleep(0)
            rounds += 1
        for transport in inside:
            transport.close()
        for server in servers:
            server.close()
            await server.wait_closed()
        for client in clients:
            client.close()
        for one in sockets[1:]:
            one.close()
    return rounds
