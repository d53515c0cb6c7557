"""What a route's function is given of a request: its parameters say it.

| a parameter's type | what it gets |
| --- | --- |
| a model | the body, checked |
| `Token` | the caller's seat token |
| `Annotated[...]` | what the path says under its name, or else the query, checked |
| `Call` | the request itself |
| any other class | what the application shares, such as `Games` |
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, NewType, get_origin, get_type_hints

from pydantic import BaseModel, TypeAdapter, ValidationError
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.types import Scope

from ..errors import NoToken, TooLarge, Unreadable, WrongShape
from ..networks import Caller

if TYPE_CHECKING:
    from .route import Route

Token = NewType("Token", str)


class Call:
    """A request, and the route that it is for."""

    __slots__ = ("body", "caller", "headers", "route", "scope", "values")

    def __init__(self, scope: Scope, route: Route, values: Mapping[str, str]) -> None:
        self.scope = scope
        self.route = route
        self.values = values  # what the path says where the route leaves it open
        self.headers: dict[bytes, bytes] = dict(reversed(scope["headers"]))  # the first counts
        self.body = b""
        self.caller = Caller()  # whom it counts for

    @property
    def address(self) -> str:
        return str(self.scope["client"][0]) if self.scope.get("client") else ""

    @property
    def port(self) -> int:
        return int(self.scope["client"][1]) if self.scope.get("client") else 0

    @property
    def game(self) -> str:
        """The id of the game that the call is for; empty where it is for none."""
        return self.values.get("game_id", "")

    @property
    def token(self) -> str:
        """The seat token that is shown, valid or not; empty where there is none."""
        kind, _, token = self.header(b"authorization").partition(" ")
        return token.strip() if kind.lower() == "bearer" else ""

    @property
    def request(self) -> Request:
        return Request(self.scope)

    def header(self, name: bytes) -> str:
        return self.headers.get(name, b"").decode("latin-1")


class Value(NamedTuple):
    """A parameter of a path or a query."""

    name: str
    type: TypeAdapter[Any]
    default: Any = None


class Reads(NamedTuple):
    """What a function wants, each under the name of its parameter."""

    body: tuple[str, type[BaseModel]] | None
    path: tuple[Value, ...]
    query: tuple[Value, ...]
    token: str | None
    call: str | None
    shared: tuple[tuple[str, type], ...]


def reads(function: Callable[..., Any], path: str) -> Reads:
    """What a function's parameters ask for."""
    hints = get_type_hints(function, include_extras=True)
    body, token, call = None, None, None
    in_path, in_query, shared = [], [], []
    for name, parameter in inspect.signature(function).parameters.items():
        hint = hints[name]
        if hint is Token:
            token = name
        elif hint is Call:
            call = name
        elif get_origin(hint) is Annotated:
            if f"{{{name}}}" in path:
                in_path.append(Value(name, TypeAdapter(hint)))
            elif parameter.default is parameter.empty:
                raise TypeError(f"{path} has no {{{name}}}; what a query may say needs a default")
            else:
                in_query.append(Value(name, TypeAdapter(hint), parameter.default))
        elif issubclass(hint, BaseModel):
            body = (name, hint)
        else:
            shared.append((name, hint))
    return Reads(body, tuple(in_path), tuple(in_query), token, call, tuple(shared))


def arguments(call: Call, shared: Mapping[type, Any]) -> dict[str, Any]:
    """What the function of a call is called with.

    The order decides which of several mistakes is told: a body that cannot be read, no token, a
    wrong path, query or body.
    """
    wants = call.route.reads
    given: dict[str, Any] = {name: shared[kind] for name, kind in wants.shared}
    content = _content(call) if wants.body else None
    if wants.token:
        given[wants.token] = seat_token(call)
    for value in wants.path:
        given[value.name] = _value(value, call.values[value.name])
    if wants.query:
        query = QueryParams(call.scope["query_string"])
        for value in wants.query:
            said = query.get(value.name)
            given[value.name] = value.default if said is None else _value(value, said)
    if wants.body:
        name, model = wants.body
        given[name] = _body(model, content)
    if wants.call:
        given[wants.call] = call
    return given


def check_size(body: bytes, most: int) -> None:
    if len(body) > most:
        raise too_large(most)


def too_large(most: int) -> TooLarge:
    return TooLarge(f"the body is larger than {most // 1024} kB")


def seat_token(call: Call) -> Token:
    if not call.token:
        raise NoToken("this needs your seat's token, as in Authorization: Bearer TOKEN")
    return Token(call.token)


def _value(value: Value, said: str) -> Any:
    try:
        return value.type.validate_python(said)
    except ValidationError as error:
        raise _wrong(error, value.name) from None


_NOTHING = object()


def _content(call: Call) -> object:
    """The body as data, if it says that it is JSON."""
    if not call.body:
        return _NOTHING
    kind = call.headers.get(b"content-type", b"")
    if kind != b"application/json" and not _is_json(kind.decode("latin-1")):
        return call.body
    try:
        return json.loads(call.body, object_pairs_hook=_each_once)
    except WrongShape:
        raise
    except json.JSONDecodeError:
        raise WrongShape("the body is not valid JSON") from None
    except (ValueError, RecursionError):  # no text at all, or nested as no honest client does
        raise Unreadable("There was an error parsing the body") from None


def _is_json(kind: str) -> bool:
    main, _, sub = kind.partition(";")[0].strip().lower().partition("/")
    return main == "application" and (sub == "json" or (sub.endswith("+json") and "/" not in sub))


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object that names no key twice: readers differ on which of two counts."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise WrongShape("a key stands twice in the body")
    return found


def _body(model: type[BaseModel], content: object) -> BaseModel:
    if content is _NOTHING:
        raise WrongShape("the body: Field required")
    try:
        # With `from_attributes` the refusal of what is no object does not name our classes.
        return model.model_validate(content, from_attributes=True)
    except ValidationError as error:
        raise _wrong(error) from None


def _wrong(error: ValidationError, *place: str) -> WrongShape:
    """The first mistake: one line that can be sent, whatever a client has put into it."""
    found = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in (*place, *found["loc"])) or "the body"
    text = f"{where}: {found['msg']}".encode("utf-8", "replace").decode()
    return WrongShape(" ".join(text.split())[:300])
