"""A route: everything about one call, declared where its function is; and the table of all.

The function's parameters say what it reads of a request (see `reading`), the decorator says the
rest: what it answers, what a call costs, how large a body may be. The guard, the door and the
OpenAPI document ask this table; nothing about a route stands anywhere else.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel
from starlette.responses import Response

from ...catalog.book import LARGEST_FILE
from . import error_answers
from .reading import Reads, reads
from .shapes import Problem, StaleProblem

# Bytes that a body may have. Most say little. A game file or a record comes as a JSON string, in
# which line ends and quotes take two bytes, and letters beyond ASCII up to three times their own.
SMALL = 4 * 1024
ALL_PICKS = 16 * 1024  # as many as the largest pool has numbers
WITH_TEXT = LARGEST_FILE * 5 // 2

# Bytes that a call may add to the store, as SQLite's file grows by them, and somewhat more. A game
# counts when it is made, with every pick that it can have: no pick is refused later on.
A_GAME = 1024  # with its end
A_PICK = 128  # by anybody
AN_EVENT = 256  # of another kind, or somebody's name

Refusals = Mapping[int, type[BaseModel]]
PROBLEMS: Refusals = dict.fromkeys(
    (400, 401, 403, 404, 405, 410, 413, 414, 415, 422, 429, 431, 500, 503), Problem
)
STALE: Refusals = {**PROBLEMS, 409: StaleProblem}
DOWN: Refusals = {503: Problem}

Answers = type[BaseModel] | str | None  # a model, a kind of content, or not described
Function = Callable[..., Awaitable[Response | bytes]]
Declared = TypeVar("Declared", bound=Function)


class Route(NamedTuple):
    """One call that the server answers."""

    path: str
    methods: tuple[str, ...]
    function: Function
    reads: Reads
    answers: Answers = None
    status: int = 200
    cost: float = 1  # against the rate of the caller's address
    largest: int = SMALL  # bytes of a body
    keeps: int = 0  # bytes that a call may add to the store
    refusals: Refusals = PROBLEMS
    framed: bool = False  # whether the sites that the server's owner names may show it in a frame


class Routes:
    """Routes by path and method, found by one look-up: a dictionary, or else one pattern."""

    def __init__(self, others: Iterable[Route] = ()) -> None:
        self.all: list[Route] = []
        self._places: dict[str, Place] = {}
        self._pattern: re.Pattern[str] | None = None  # of the paths that leave something open
        self._by_group: dict[str, Place] = {}
        self.elsewhere(error_answers.nothing_here)
        for route in others:
            self.add(route)

    def add(self, route: Route) -> None:
        self.all.append(route)
        place = self._places.setdefault(route.path, Place(route.path))
        place.add(route)
        self._pattern = None

    def elsewhere(self, function: Declared) -> Declared:
        """What is done with a request for a path that no route has."""
        self._nowhere = Route("", (), function, reads(function, ""))
        return function

    def find(self, method: str, path: str) -> tuple[Route, Mapping[str, str]]:
        """The route of a request, and what its path says where the route leaves it open."""
        place = self._places.get(path)
        if place is not None and not place.names:
            return place.route(method), _NOTHING_OPEN
        match = (self._pattern or self._compiled()).fullmatch(path)
        if match is None:
            return self._nowhere, _NOTHING_OPEN
        place = self._by_group[str(match.lastgroup)]
        values = {name: match[f"{match.lastgroup}_{name}"] for name in place.names}
        return place.route(method), values

    def _compiled(self) -> re.Pattern[str]:
        places = [place for place in self._places.values() if place.names]
        self._by_group = {f"p{number}": place for number, place in enumerate(places)}
        self._pattern = re.compile(
            "|".join(place.pattern(group) for group, place in self._by_group.items()) or "(?!)"
        )
        return self._pattern

    # --- declaring ----------------------------------------------------------------------------

    def get(
        self,
        path: str,
        answers: Answers,
        *,
        cost: float = 1,
        refusals: Refusals = PROBLEMS,
    ) -> Callable[[Declared], Declared]:
        return self._declare(path, "GET", answers=answers, cost=cost, refusals=refusals)

    def post(
        self,
        path: str,
        answers: Answers,
        *,
        status: int = 200,
        cost: float = 1,
        largest: int = SMALL,
        keeps: int = 0,
        refusals: Refusals = PROBLEMS,
    ) -> Callable[[Declared], Declared]:
        return self._declare(
            path, "POST", answers=answers, status=status, cost=cost, largest=largest,
            keeps=keeps, refusals=refusals,
        )  # fmt: skip

    def page(
        self, path: str, *, cost: float = 1, framed: bool = False
    ) -> Callable[[Declared], Declared]:
        """What is there for browsers: the OpenAPI document does not tell of it."""
        return self._declare(path, "GET", "HEAD", cost=cost, framed=framed)

    def _declare(self, path: str, *methods: str, **more: Any) -> Callable[..., Any]:
        def declare(function: Declared) -> Declared:
            self.add(Route(path, methods, function, reads(function, path), **more))
            return function

        return declare


_NOTHING_OPEN: Mapping[str, str] = {}
_OPEN = re.compile(r"{(\w+)}")


class Place:
    """A path, and what may be done there."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.names = _OPEN.findall(path)
        self._routes: dict[str, Route] = {}

    def add(self, route: Route) -> None:
        for method in route.methods:
            if method in self._routes:
                raise ValueError(f"{method} {self.path} is declared twice")
            self._routes[method] = route
        self._wrong = self._wrong_method()

    def route(self, method: str) -> Route:
        return self._routes.get(method, self._wrong)

    def _wrong_method(self) -> Route:
        """What every other method gets; it costs as much as the right one."""
        allowed, routes = ", ".join(self._routes), self._routes.values()

        async def refuse() -> Response:
            return error_answers.wrong_method(allowed)

        cost = max(route.cost for route in routes)
        largest = max(route.largest for route in routes)
        return Route(self.path, (), refuse, reads(refuse, ""), cost=cost, largest=largest)

    def pattern(self, group: str) -> str:
        literal = re.split(r"{\w+}", self.path)
        parts = [re.escape(literal[0])]
        for name, after in zip(self.names, literal[1:], strict=True):
            parts.append(f"(?P<{group}_{name}>[^/]+){re.escape(after)}")
        return f"(?P<{group}>{''.join(parts)})"
