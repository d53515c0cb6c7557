"""What `lastpick serve` was told; workers get it through the environment."""

from __future__ import annotations

import json
import os
from typing import NamedTuple

from ...files import home

VARIABLE = "LASTPICK_SERVE"


class Settings(NamedTuple):
    """How to serve."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str | None = None  # a file, or postgresql://...; None: a file in the user's folder
    workers: int = 1
    origins: tuple[str, ...] = ()  # other names of this server, as in https://play.example.org
    embeds: tuple[str, ...] = ()  # sites whose pages may show a game, puzzle or lesson in a frame
    proxy: str | None = None  # an address whose word about its clients' addresses is taken
    metrics: str | None = None  # the host and port at which Prometheus may read them
    rate: float = 500.0  # cheap calls a second that one address may make; dearer ones count more
    streams: int = 1_000  # streams of news that one address may hold
    connections: int = 10_000  # that one process has in all
    claim_after: float = 60.0
    keep_days: float = 30.0
    quiet: bool = False  # whether requests are logged

    @property
    def store(self) -> str:
        return self.database or os.path.join(home(), "web.sqlite")

    def to_environment(self) -> None:
        os.environ[VARIABLE] = json.dumps(self._asdict())

    @classmethod
    def from_environment(cls) -> Settings:
        told = json.loads(os.environ[VARIABLE])
        lists = {key: tuple(said) for key, said in told.items() if isinstance(said, list)}
        return cls(**{**told, **lists})
