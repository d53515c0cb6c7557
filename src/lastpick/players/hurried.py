"""Connections that end in time, whatever the other side does."""

from __future__ import annotations

import io
import socket
from time import monotonic
from typing import Any


class Hurried:
    """A socket whose every step has to end by one point in time.

    A timeout alone bounds each step, so a byte now and then would keep it going forever.
    """

    def __init__(self, sock: socket.socket, until: float) -> None:
        self._sock = sock
        self._until = until

    def _hurry(self) -> socket.socket:
        left = self._until - monotonic()
        if left <= 0:
            raise TimeoutError
        self._sock.settimeout(left)
        return self._sock

    def sendall(self, data: bytes) -> None:
        self._hurry().sendall(data)

    def makefile(self, _: str) -> io.BufferedReader:
        return io.BufferedReader(_Reader(self))

    def receive(self, into: Any) -> int:
        return self._hurry().recv_into(into)

    def close(self) -> None:
        """Nothing: the connection calls this when the headers have been read."""


class _Reader(io.RawIOBase):
    def __init__(self, hurried: Hurried) -> None:
        self._hurried = hurried

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any) -> int:
        return self._hurried.receive(into)
