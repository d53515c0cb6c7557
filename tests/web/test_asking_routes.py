"""Every route that has something worked out pays for it, and asks only what is of a known kind."""

from collections.abc import Callable, Iterator
from functools import cache
from inspect import unwrap
from types import CodeType, FunctionType
from typing import Any, get_type_hints

import pytest

from lastpick.web.asking.pool import KINDS
from lastpick.web.http import links
from lastpick.web.http.calls import ROUTES
from lastpick.web.http.origins import Origins
from lastpick.web.http.pages import add_pages
from lastpick.web.http.pictures import Pictures, add_pictures
from lastpick.web.http.route import Route, Routes

# What a route may use to have something worked out, by its name in the code.
WAYS = {"ask", "ask_json", "pool", "books"}
CHEAPEST = {"POST /api/games": 5.0}  # it asks where the game is somebody's own
USUAL = 10.0


@cache
def routes() -> tuple[Route, ...]:
    found = Routes(ROUTES.all)
    add_pages(found, Origins("localhost", ()))
    add_pictures(found)
    return tuple(found.all)


def named(route: Route) -> str:
    return f"{route.methods[0]} {route.path}"


def code_of(function: Callable[..., Any]) -> Iterator[CodeType]:
    """The code of a function, and of all functions of the server that it can call by name."""
    waiting: list[Any] = [function]
    seen = set()
    while waiting:
        one = waiting.pop()
        if not isinstance(one, FunctionType) or one in seen:
            continue
        seen.add(one)
        if not one.__module__.startswith("lastpick.web.http"):
            continue
        yield one.__code__
        waiting += [one.__globals__[name] for name in one.__code__.co_names
                    if name in one.__globals__]  # fmt: skip
        waiting += [cell.cell_contents for cell in one.__closure__ or ()]


def asks(route: Route) -> bool:
    named_in_code = {name for code in code_of(route.function) for name in code.co_names}
    given = get_type_hints(route.function).values()
    return bool(named_in_code & WAYS) or Pictures in given


def test_what_asks_is_found() -> None:
    asking = {named(route) for route in routes() if asks(route)}
    assert len(asking) > 20
    for part in ("POST /api/games", "GET /api/games/{game_id}/verdict", "POST /api/solo/outlook",
                 "GET /api/puzzles/{puzzle_id}", "GET /picture/game/{name}.png"):  # fmt: skip
        assert part in asking
    assert not asking & {
        "GET /api/catalog",
        "POST /api/solo",
        "GET /game/{game_id}",
        "GET /healthz",
    }


@pytest.mark.parametrize("route", [route for route in routes() if asks(route)], ids=named)
def test_what_asks_costs_something(route: Route) -> None:
    assert route.cost >= CHEAPEST.get(named(route), USUAL), "say what a call costs: cost=10"


def test_nothing_else_is_dear() -> None:
    dear = {named(route) for route in routes() if route.cost >= USUAL}
    assert dear <= {named(route) for route in routes() if asks(route)}


def test_only_what_is_of_a_kind_is_asked() -> None:
    """Questions stand as words in the code of the routes, and of the cards of links."""
    words = set()
    cards = (*links.KINDS.values(), unwrap(links.of_anything))
    for function in (*(route.function for route in routes()), *cards):
        for code in code_of(function):
            if {"ask", "LinkCard"} & set(code.co_names):
                words |= set(words_in(code))
    asked = words & set(KINDS)
    assert set(KINDS) - asked == {"choose", "opened"}  # by bots, and by whoever opens a game


def words_in(code: CodeType) -> Iterator[str]:
    for constant in code.co_consts:
        for word in constant if isinstance(constant, tuple) else (constant,):
            if isinstance(word, str):
                yield word
