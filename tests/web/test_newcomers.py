"""How many newcomers are let in while the server is busy."""

from __future__ import annotations

import asyncio
import socket

import uvloop

from lastpick.web.http.one_process import accepting

CLIENTS = 48


def test_a_round_of_the_loop_lets_in_many() -> None:
    """Counted in rounds: with one file it takes as many rounds as there are newcomers."""
    assert uvloop.run(_rounds()) <= CLIENTS // 8


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
