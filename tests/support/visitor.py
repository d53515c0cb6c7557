"""A client of the server: one call a method, and news read frame by frame with a deadline."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Callable, Iterator, Mapping
from types import TracebackType
from typing import Any, NamedTuple

import httpx

PATIENCE = 120.0  # bounds a server that hangs; nothing waits for it otherwise
_KEYS = itertools.count(1)


class Answer(NamedTuple):
    """What the server said."""

    status: int
    headers: httpx.Headers
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def error(self) -> str:
        """The one line that a refusal gives."""
        said = self.json["error"]
        assert isinstance(said, str)
        assert said
        assert "\n" not in said
        return said


class Frame(NamedTuple):
    """One server-sent event."""

    event: str
    id: str | None
    data: Any


def new_key() -> str:
    return f"key-{next(_KEYS)}"


class Visitor:
    """Calls the server; each call has a connection of its own, so any worker may get it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(
            base_url=url,
            timeout=PATIENCE,
            trust_env=False,
            verify=False,
            headers={"connection": "close"},
        )

    def __enter__(self) -> Visitor:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.http.close()

    def call(
        self,
        method: str,
        path: str,
        body: object = None,
        token: str | None = None,
        content: bytes | Iterator[bytes] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Any call: `body` is sent as JSON, `content` as it is."""
        sent = dict(headers or {})
        if token is not None:
            sent["authorization"] = f"Bearer {token}"
        if body is not None:
            content = json.dumps(body).encode()
        if content is not None:
            sent.setdefault("content-type", "application/json")
        got = self.http.request(method, path, content=content, headers=sent)
        return Answer(got.status_code, got.headers, got.content)

    def get(self, path: str, token: str | None = None) -> Answer:
        return self.call("GET", path, token=token)

    def post(self, path: str, body: object, token: str | None = None) -> Answer:
        return self.call("POST", path, body, token)

    def state(self, game: str, token: str | None = None) -> Any:
        answer = self.get(f"/api/games/{game}", token)
        assert answer.status == 200, answer.body
        return answer.json

    def create(self, *seats: str, game: str = "divisor-duel", **more: Any) -> Table:
        """A new game; `seats` are me and me if none are given."""
        wanted = {"game": game, "seats": list(seats or ("me", "me")), "qr": "friend" in seats}
        wanted |= more
        if "toml" in more:
            del wanted["game"]
        answer = self.post("/api/games", wanted)
        assert answer.status == 201, answer.body
        return Table(self, answer.json)

    def friends(self, **more: Any) -> Table:
        """A game of two people, both of them there."""
        table = self.create("me", "friend", **more)
        answer = table.join()
        assert answer.status == 201, answer.body
        table.tokens |= answer.json["tokens"]
        return table

    def news(self, game: str, token: str | None = None, last: str | None = None) -> Stream:
        return Stream(self, game, token, last)


class Table:
    """A game and the tokens for it."""

    def __init__(self, visitor: Visitor, created: Any) -> None:
        self.visitor = visitor
        self.created = created
        self.id: str = created["id"]
        self.path = f"/api/games/{self.id}"
        self.tokens: dict[str, str] = dict(created["tokens"])
        self.invite: str | None = created.get("invite")
        self.qr: str | None = created.get("qr")

    @property
    def state(self) -> Any:
        return self.visitor.state(self.id)

    @property
    def log(self) -> list[Any]:
        """Every change so far."""
        with self.visitor.news(self.id, last="0") as stream:
            return [frame.data for frame in stream.through("state") if frame.event == "change"]

    def join(self, key: str = "friend", invite: str | None = None, **more: object) -> Answer:
        body = {"invite": invite or self.invite, "key": key, **more}
        return self.visitor.post(f"{self.path}/join", body)

    def act(
        self, call: str, seat: int, version: int | None = None, key: str | None = None, **more: Any
    ) -> Answer:
        """A player's call that answers the state of now, unless told otherwise."""
        at = self.state["version"] if version is None else version
        body = {"version": at, "key": key or new_key(), **more}
        return self.visitor.post(f"{self.path}/{call}", body, self.tokens[str(seat)])

    def pick(self, seat: int, n: int, version: int | None = None, key: str | None = None) -> Answer:
        return self.act("picks", seat, version, key, pick=n)

    def play(self, *picks: int) -> Any:
        """Picks of both players in turn; the last state."""
        for n in picks:
            seat = self.state["turn"]
            answer = self.pick(seat, n)
            assert answer.status == 201, answer.body
        return answer.json

    def play_out(self) -> Any:
        """The first legal pick, until there is none."""
        state = self.state
        while state["legal"]:
            answer = self.pick(state["turn"], state["legal"][0], state["version"])
            assert answer.status == 201, answer.body
            state = answer.json
        return state

    def until(self, condition: Callable[[Any], bool]) -> Any:
        """The state, as soon as the condition holds."""
        return until(lambda: self.state, condition)


class Stream:
    """News of a game, until the block ends."""

    def __init__(self, visitor: Visitor, game: str, token: str | None, last: str | None) -> None:
        headers = {} if last is None else {"last-event-id": last}
        if token is not None:
            headers["authorization"] = f"Bearer {token}"
        self._opening = visitor.http.stream("GET", f"/api/games/{game}/events", headers=headers)

    def __enter__(self) -> Stream:
        self.response = self._opening.__enter__()
        self.status = self.response.status_code
        self._lines = self.response.iter_lines()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._opening.__exit__(None, None, None)

    def __iter__(self) -> Iterator[Frame]:
        fields: dict[str, str] = {}
        for line in self._lines:
            if not line:
                if "data" in fields:
                    yield Frame(fields["event"], fields.get("id"), json.loads(fields["data"]))
                fields = {}
            elif not line.startswith(":"):
                name, _, value = line.partition(": ")
                fields[name] = value

    def next(self) -> Frame:
        return next(iter(self))

    def through(self, event: str, condition: Callable[[Any], bool] = lambda _: True) -> list[Frame]:
        """Everything up to an event of this kind whose data meets the condition."""
        end = time.monotonic() + PATIENCE
        frames = []
        for frame in self:
            frames.append(frame)
            if frame.event == event and condition(frame.data):
                return frames
            assert time.monotonic() < end, f"no such {event} came"
        raise AssertionError(f"the stream ended before such a {event} came")


def until(look: Callable[[], Any], condition: Callable[[Any], bool]) -> Any:
    """What is seen, as soon as the condition holds for it."""
    end = time.monotonic() + PATIENCE
    while not condition(seen := look()):
        assert time.monotonic() < end, f"it stayed {seen}"
        time.sleep(0.02)  # between two looks; nothing depends on how long
    return seen
