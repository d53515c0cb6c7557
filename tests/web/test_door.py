"""What the door makes of requests, right and wrong: the same status and words for every client."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.visitor import Table, Visitor

GOOD = {"pick": 99, "version": 0, "key": "k"}
REACHED = (422, "99 is not in the range 1-20")  # what the engine says to that, if it is asked
NO_OBJECT = "the body: Input should be a valid dictionary or object to extract fields from"
NO_INTEGER = "step: Input should be a valid integer, unable to parse string as an integer"
NO_TOKEN = "this needs your seat's token, as in Authorization: Bearer TOKEN"
NO_GAME = "there is no such game; it may have been cleaned up after some time"


@pytest.fixture(scope="module")
def table(sqlite_server: Any) -> Table:
    return Visitor(sqlite_server.url).create()


def said(table: Table, path: str = "picks", **how: Any) -> tuple[int, str]:
    how.setdefault("token", table.tokens["1"])
    path = path if path.startswith("/") else f"{table.path}/{path}"
    answer = table.visitor.call("POST", path, **how)
    return answer.status, answer.error


# --- bodies -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "is_json"),
    [
        ("application/json", True),
        ("application/json; charset=utf-8", True),
        ("application/json;charset=latin-1", True),
        ("APPLICATION/JSON", True),
        ("application/json\t;", True),
        ("application/vnd.api+json", True),
        ("application/+json", True),
        ("application/problem+JSON;x=y", True),
        ("", False),
        ("x", False),
        ("text/plain", False),
        ("text/json", False),
        ("application/json-x", False),
        ("application/json/x", False),
        ("application/x/y+json", False),
        ("application /json", False),
        ("application/json, text/plain", False),
        (";application/json", False),
        ("/json", False),
        ("application/x-www-form-urlencoded", False),
        ("multipart/form-data; boundary=x", False),
    ],
)
def test_a_body_is_read_as_json_if_it_says_so(table: Table, kind: str, is_json: bool) -> None:
    sent = json.dumps(GOOD).encode()
    found = said(table, content=sent, headers={"content-type": kind})
    assert found == (REACHED if is_json else (422, NO_OBJECT))


BODIES: list[tuple[bytes, int, str]] = [
    (b"", 422, "the body: Field required"),
    (b"null", 422, NO_OBJECT),
    (b"[]", 422, NO_OBJECT),
    (b'"x"', 422, NO_OBJECT),
    (b"5", 422, NO_OBJECT),
    (b"{", 422, "the body is not valid JSON"),
    (b"pick=6", 422, "the body is not valid JSON"),
    (b"\0" * 100, 422, "the body is not valid JSON"),
    (b"{}", 422, "version: Field required"),
    (b'{"pick": 5, "pick": 6, "version": 0, "key": "k"}', 422, "a key stands twice in the body"),
    (b'{"pick": 6, "version": 0, "key": "k", "x": {"y": 1, "y": 2}}', 422,
     "a key stands twice in the body"),
    (b'{"pick": 6.0, "version": 0, "key": "k"}', 422, "pick: Input should be a valid integer"),
    (b'{"pick": 6, "version": -1, "key": "k"}', 422,
     "version: Input should be greater than or equal to 0"),
    (b'{"pick": 6, "version": 0, "key": "a b"}', 422,
     "key: String should match pattern '^[!-~]+$'"),
    (b'{"pick": 6, "version": 0, "key": "k", "x": 1}', 422, "x: Extra inputs are not permitted"),
    (b'{"pick": 6, "version": 0, "key": "k", "a\\nb": 1}', 422,
     "a b: Extra inputs are not permitted"),
    (b'{"pick": 6, "version": 0, "key": "\\ud800"}', 422,
     "key: Input should be a valid string, unable to parse raw data as a unicode string"),
    (b'{"pick": 6, "version": 0, "key": "\xff"}', 400, "There was an error parsing the body"),
    (b'{"pick": 6%s}' % (b"0" * 4080), 422, "version: Field required"),
    (b"[" * 2000, 400, "There was an error parsing the body"),
]  # fmt: skip


@pytest.mark.parametrize(("sent", "status", "why"), BODIES, ids=range(len(BODIES)))
def test_the_first_mistake_of_a_body_is_told(
    table: Table, sent: bytes, status: int, why: str
) -> None:
    assert said(table, content=sent) == (status, why)


def test_a_mistake_inside_is_named_by_its_place(table: Table) -> None:
    new = {"game": "divisor-duel", "seats": ["me", "me"]}
    for wrong, why in (
        ({"clock": {"seconds": 1}}, "clock.seconds: Input should be greater than or equal to 10"),
        ({"clock": []}, "clock: Input should be a valid dictionary or object to extract"),
        ({"seats": ["me", "you"]}, "seats.1: Input should be 'me', 'friend', 'random'"),
        ({"k" * 500: 1}, "k" * 300),
    ):
        status, error = said(table, "/api/games", body={**new, **wrong})
        assert status == 422
        assert error.startswith(why)
        assert len(error) <= 300


# --- tokens, paths and queries ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("Bearer {}", REACHED),
        ("bearer {}", REACHED),
        ("BEARER  {}", REACHED),
        ("Bearer {} x", (403, "this token is not for this game")),
        ("Bearer \u00e9", (403, "this token is not for this game")),
        ("Bearer\t{}", (401, NO_TOKEN)),
        ("Bearer", (401, NO_TOKEN)),
        ("Basic {}", (401, NO_TOKEN)),
        ("{}", (401, NO_TOKEN)),
        ("", (401, NO_TOKEN)),
    ],
)
def test_a_token_is_what_follows_bearer(table: Table, header: str, found: tuple[int, str]) -> None:
    sent = header.format(table.tokens["1"]).encode("latin-1")
    answer = table.visitor.http.post(
        f"{table.path}/picks", json=GOOD, headers=[(b"authorization", sent)]
    )
    assert (answer.status_code, answer.json()["error"]) == found
    assert answer.headers.get("www-authenticate") == ("Bearer" if found[0] == 401 else None)


def test_of_two_tokens_the_first_counts(table: Table) -> None:
    one, other = (f"Bearer {token}" for token in (table.tokens["1"], "another"))
    for headers, status in (((one, other), 422), ((other, one), 403)):
        answer = table.visitor.http.post(
            f"{table.path}/picks", json=GOOD, headers=[("authorization", sent) for sent in headers]
        )
        assert answer.status_code == status


def test_of_several_mistakes_one_is_told_in_a_fixed_order(table: Table) -> None:
    """JSON that can be read, then the token, the path, the query, the body; then the game."""
    wrong, why = "/api/games/a.b/picks", "game_id: String should match pattern '^[\\w-]+$'"
    assert said(table, wrong, content=b"{", token=None)[1] == "the body is not valid JSON"
    assert said(table, wrong, content=b"{}", token=None) == (401, NO_TOKEN)
    assert said(table, wrong, content=b"{}") == (422, why)
    assert said(table, "/api/games/none/picks", content=b"{}")[1] == "version: Field required"
    assert said(table, "/api/games/none/picks", body=GOOD) == (404, NO_GAME)
    hint = table.visitor.get("/api/games/a.b/hint?step=9", table.tokens["1"])
    assert hint.error.startswith("game_id: ")
    broken = table.visitor.call("GET", "/api/games/none", headers={"authorization": "Basic x"})
    assert (broken.status, broken.error) == (404, NO_GAME)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", 1), ("?step=3", 3), ("?step=%202%20", 2), ("?step=1&step=3", 3), ("?step=2.0", 2),
        ("?Step=9&other=x", 1),
        ("?step=0", "step: Input should be greater than or equal to 1"),
        ("?step=4", "step: Input should be less than or equal to 3"),
        ("?step=", NO_INTEGER), ("?step=x", NO_INTEGER), ("?step=%ff", NO_INTEGER),
    ],
)  # fmt: skip
def test_a_query_is_checked_too(table: Table, query: str, found: int | str) -> None:
    answer = table.visitor.get(f"{table.path}/hint{query}", table.tokens["1"])
    told = answer.json["step"] if answer.status == 200 else answer.error
    assert (answer.status, told) == (200 if isinstance(found, int) else 422, found)


# --- methods and places -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/", "GET, HEAD"),
        ("/openapi.json", "GET, HEAD"),
        ("/game/x", "GET, HEAD"),
        ("/healthz", "GET"),
        ("/api/games", "POST"),
        ("/api/catalog", "GET"),
        ("/api/games/x", "GET"),
        ("/api/games/x/picks", "POST"),
        ("/api/games/x/events", "GET"),
    ],
)
def test_another_method_is_refused_with_those_that_are_allowed(
    guest: Visitor, path: str, allowed: str
) -> None:
    for method in {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"} - set(allowed.split(", ")):
        answer = guest.call(method, path)
        assert (answer.status, answer.headers["allow"]) == (405, allowed)
        if method != "HEAD":
            assert answer.error == "this cannot be called in this way"


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/api", "/api/", "/api/games/", "/api/games/x/", "/api/games/x/nothing", "/game/",
     "/api/catalog/", "/api//catalog", "/API/catalog", "/api/catalog%0A", "/docs", "/redoc"],
)  # fmt: skip
def test_people_get_a_page_and_programs_a_line_where_nothing_is(guest: Visitor, path: str) -> None:
    for method in ("GET", "POST", "DELETE"):
        line = guest.call(method, path)
        assert (line.status, line.error) == (404, "there is nothing here")
        page = guest.call(method, path, headers={"accept": "text/html,*/*"})
        assert page.status == 404
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert "<html" in page.body.decode()
