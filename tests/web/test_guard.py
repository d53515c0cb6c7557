"""What no visitor needs is refused, in one line, and changes nothing."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.connections import raw
from support.serving import Server
from support.visitor import Answer, Visitor, until

from lastpick.web.http.page_text import digest

NEW = {"game": "divisor-duel", "seats": ["me", "me"]}


def refused(answer: Answer, *statuses: int) -> str:
    assert answer.status in (statuses or (400, 413, 415, 422)), answer
    return answer.error


# --- origins --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "x", "//"]
)
def test_other_sites_are_refused(guest: Visitor, origin: str) -> None:
    table = guest.create()
    headers = {"origin": origin, "authorization": f"Bearer {table.tokens['1']}"}
    body = {"pick": 6, "version": 0, "key": "k"}
    for method, path, sent in (
        ("POST", f"{table.path}/picks", body),
        ("POST", "/api/games", NEW),
        ("GET", table.path, None),
        ("GET", f"{table.path}/events", None),
        ("OPTIONS", f"{table.path}/picks", None),
    ):
        answer = guest.call(method, path, sent, headers=headers)
        assert refused(answer, 403) == "requests from other sites are refused"
        assert "access-control-allow-origin" not in answer.headers
    assert table.state["version"] == 0


def test_the_page_itself_may_call(guest: Visitor) -> None:
    headers = {"origin": guest.url, "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors"}
    assert guest.call("POST", "/api/games", NEW, headers=headers).status == 201


def test_a_fetch_from_another_site_is_refused_and_a_link_works(guest: Visitor) -> None:
    cross = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}
    assert guest.call("POST", "/api/games", NEW, headers=cross).status == 403
    assert guest.call("GET", "/api/catalog", headers=cross).status == 403
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert guest.call("GET", "/", headers=link).status == 200


@pytest.mark.parametrize(
    ("target", "hosts", "status"),
    [
        ("/healthz", ["LOCALHOST:1"], 200),
        ("/healthz", ["evil.example"], 403),
        ("/healthz", ["localhost", "evil.example"], 400),
        ("/healthz", [], 400),
        ("http://localhost/healthz", ["evil.example"], 403),
    ],
)
def test_a_server_answers_under_its_own_names(
    sqlite_server: Server, target: str, hosts: list[str], status: int
) -> None:
    head = "".join(f"Host: {host}\r\n" for host in hosts)
    request = f"GET {target} HTTP/1.1\r\n{head}\r\n"
    assert raw(sqlite_server, request.encode())[0] == status


# --- sizes ----------------------------------------------------------------------------------------


def in_pieces(content: bytes) -> Iterator[bytes]:
    for start in range(0, len(content), 1000):
        yield content[start : start + 1000]


@pytest.mark.parametrize("chunked", [False, True])
def test_bodies_are_small(guest: Visitor, chunked: bool) -> None:
    table = guest.create()

    def send(path: str, content: bytes) -> Answer:
        sent = in_pieces(content) if chunked else content
        return guest.call("POST", path, content=sent, token=table.tokens["1"])

    pick = json.dumps({"pick": 6, "version": 0, "key": "k"}).encode()
    for call in ("picks", "resign", "takeback", "claim", "rematch", "join"):
        answer = send(f"{table.path}/{call}", pick.ljust(4097))
        assert refused(answer, 413) == "the body is larger than 4 kB"
    assert send("/api/puzzles/answer", b"{}".ljust(4097)).status == 413
    assert send("/api/games", json.dumps(NEW).encode().ljust(4097)).status == 413
    assert table.state["version"] == 0
    assert send(f"{table.path}/picks", pick.ljust(4096)).status == 201
    assert send("/api/games", json.dumps(NEW).encode().ljust(4096)).status == 201


@pytest.mark.parametrize("chunked", [False, True])
def test_a_game_file_may_have_64_kilobytes(guest: Visitor, chunked: bool) -> None:
    toml = 'numbers = "1-9"\n# '

    def send(size: int, filler: str = "x") -> Answer:
        fill = filler * ((size - len(toml)) // len(filler.encode()))
        body = json.dumps({"toml": toml + fill, "seats": ["me", "me"]}, ensure_ascii=False)
        sent = in_pieces(body.encode()) if chunked else body.encode()
        return guest.call("POST", "/api/games", content=sent)

    assert send(64 * 1024).status == 201
    refused(send(64 * 1024 + 1), 413, 422)
    assert refused(send(70_000, "\u00e9"), 413) == "the text is larger than 64 kB"
    assert refused(send(200_000), 413) == "the body is larger than 160 kB"
    record = guest.post("/api/review", {"record": "x" * (64 * 1024 + 1)})
    refused(record, 413, 422)


@pytest.mark.parametrize("length", ["5000", "4097", "999999999999", "9" * 20, "-1", "x", "+5"])
def test_a_length_that_is_too_much_or_none_is_refused_at_once(
    sqlite_server: Server, length: str
) -> None:
    head = (
        f"POST /api/games/x/picks HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n"
    )
    status, _ = raw(sqlite_server, head.encode())
    assert status in (400, 413)


# --- shapes ---------------------------------------------------------------------------------------

WRONG: dict[str, bytes] = {
    "empty": b"",
    "null": b"null",
    "a list": b"[]",
    "a string": b'"x"',
    "a number": b"5",
    "cut off": b'{"pick": 6, "version": 0, "key": "k"',
    "a comma too many": b'{"pick": 6, "version": 0, "key": "k",}',
    "nothing": b"{}",
    "no key": b'{"pick": 6, "version": 0}',
    "no version": b'{"pick": 6, "key": "k"}',
    "no pick": b'{"version": 0, "key": "k"}',
    "unknown key": b'{"pick": 6, "version": 0, "key": "k", "x": 1}',
    "key twice": b'{"pick": 5, "pick": 6, "version": 0, "key": "k"}',
    "float": b'{"pick": 6.0, "version": 0, "key": "k"}',
    "float version": b'{"pick": 6, "version": 0.0, "key": "k"}',
    "exponent": b'{"pick": 6e0, "version": 0, "key": "k"}',
    "string": b'{"pick": "6", "version": 0, "key": "k"}',
    "true": b'{"pick": true, "version": 0, "key": "k"}',
    "false version": b'{"pick": 6, "version": false, "key": "k"}',
    "null pick": b'{"pick": null, "version": 0, "key": "k"}',
    "nan": b'{"pick": NaN, "version": 0, "key": "k"}',
    "infinity": b'{"pick": 6, "version": Infinity, "key": "k"}',
    "huge pick": b'{"pick": 6%s, "version": 0, "key": "k"}' % (b"0" * 4000),
    "huge version": b'{"pick": 6, "version": 1%s, "key": "k"}' % (b"0" * 4000),
    "negative version": b'{"pick": 6, "version": -1, "key": "k"}',
    "empty key": b'{"pick": 6, "version": 0, "key": ""}',
    "long key": b'{"pick": 6, "version": 0, "key": "%s"}' % (b"k" * 65),
    "spaced key": b'{"pick": 6, "version": 0, "key": "a b"}',
    "newline key": b'{"pick": 6, "version": 0, "key": "k\\n"}',
    "accented key": '{"pick": 6, "version": 0, "key": "\u00e9"}'.encode(),
    "zero byte key": b'{"pick": 6, "version": 0, "key": "\\u0000"}',
    "surrogate key": b'{"pick": 6, "version": 0, "key": "\\ud800"}',
    "surrogate name": b'{"pick": 6, "version": 0, "key": "k", "\\ud800": 1}',
    "number key": b'{"pick": 6, "version": 0, "key": 5}',
    "invalid utf-8": b'{"pick": 6, "version": 0, "key": "\xff"}',
    "utf-16": '{"pick": 6, "version": 0, "key": "k", "x": 1}'.encode("utf-16"),
    "deep": b"[" * 2000,
    "deep and closed": b'{"pick": ' + b"[" * 1500 + b"]" * 1500 + b', "version": 0, "key": "k"}',
    "deep objects": b'{"a":' * 700,
    "not json": b"pick=6&version=0&key=k",
    "zeros": b"\0" * 100,
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_body_of_another_shape_is_refused(guest: Visitor, kind: str) -> None:
    table = guest.create()
    for path in (
        f"{table.path}/picks", f"{table.path}/resign", f"{table.path}/takeback",
        f"{table.path}/claim", f"{table.path}/rematch", f"{table.path}/join",
        "/api/games", "/api/verdict", "/api/review", "/api/puzzles/answer",
    ):  # fmt: skip
        answer = guest.call("POST", path, content=WRONG[kind], token=table.tokens["1"])
        if kind != "no pick" or path.endswith("/picks"):  # for the others that is right
            refused(answer)
    assert table.state["picks"] == []


@pytest.mark.parametrize(
    "changes",
    [
        {"numbers": "\ud800"}, {"game": "\ud800"}, {"names": ["\ud800", None]},
        {"seats": ["me", "\ud800"]}, {"\ud800": 1}, {"numbers": "\0"}, {"game": "\0"},
        {"names": ["\0", None]}, {"names": ["\u202e", None]}, {"numbers": "9" * 40},
        {"numbers": "\u0661-\u0665"}, {"clock": []}, {"clock": {"seconds": 60, "x": 1}},
        {"names": "ab"}, {"seats": "me"}, {"best_of": 1.0}, {"toss": "yes"},
    ],
)  # fmt: skip
def test_strange_text_is_refused_too(guest: Visitor, changes: dict[str, Any]) -> None:
    refused(guest.post("/api/games", {**NEW, **changes}))


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "x", ""])
def test_json_is_sent_as_json(guest: Visitor, kind: str) -> None:
    headers = {"content-type": kind}
    sent = json.dumps(NEW).encode()
    refused(guest.call("POST", "/api/games", content=sent, headers=headers))


@pytest.mark.parametrize(
    "game", ["none", "%00", "%ff", "x" * 41, "%E2%80%AE", "..%2f", "%20", "a.b"]
)
def test_a_name_of_no_game_is_refused(guest: Visitor, game: str) -> None:
    for path in ("", "/events", "/verdict", "/review", "/record"):
        refused(guest.get(f"/api/games/{game}{path}"), 404, 422)
    refused(guest.post(f"/api/games/{game}/join", {"invite": "x", "key": "k"}), 404, 422)


# --- answers --------------------------------------------------------------------------------------


def test_every_answer_has_the_headers_that_protect(guest: Visitor) -> None:
    table = guest.create()
    answers = [
        guest.get(path)
        for path in ("/", f"/static/{digest()}/shared/icon.svg", "/nowhere", table.path,
                     "/api/games/none", "/healthz", "/openapi.json", "/api/puzzles?seed=x",
                     f"{table.path}/hint")
    ]  # fmt: skip
    answers += [
        guest.post("/api/games", NEW),
        guest.post("/api/games", {}),
        guest.call("GET", "/", headers={"origin": "null"}),
        guest.call("POST", f"{table.path}/picks", content=b"x" * 5000),
        guest.call("DELETE", table.path),
        guest.call("HEAD", "/"),
    ]
    with guest.news(table.id) as stream:
        answers.append(Answer(stream.status, stream.response.headers, b""))
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "server" not in answer.headers
        assert "x-powered-by" not in answer.headers
    assert {200, 201, 401, 403, 404, 405, 413, 422} == {answer.status for answer in answers}
    assert guest.get(table.path).headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path",
    ["../app.py", "..%2fapp.py", "%2e%2e/app.py", "....//app.py", "/etc/passwd", "%2fetc%2fpasswd",
     "..\\app.py", "shared/base.css%00", "shared/base.css/", "", ".", "shared", "shared/",
     "__pycache__", "shared/../../http/app.py", "shared/header.html",
     "game/game.html", "shared/types.d.ts", "words/en/shared.json", "words/en.json",
     "words/shared.json"],
)  # fmt: skip
def test_nothing_but_the_page_is_served(sqlite_server: Server, path: str) -> None:
    for version in (digest(), "older"):
        request = f"GET /static/{version}/{path} HTTP/1.1\r\nHost: localhost\r\n\r\n"
        status, answer = raw(sqlite_server, request.encode())
        assert status in (400, 404)
        assert b"import" not in answer
        assert b"root:" not in answer


def test_a_page_may_be_framed_by_the_sites_that_the_owner_names(tmp_path: Path) -> None:
    site = "https://school.example"
    with Server(tmp_path, "--embed", f"{site}/") as server, Visitor(server.url) as api:
        policy = api.get("/game/x").headers["content-security-policy"]
        assert policy.endswith(f"frame-ancestors {site}")
        for path in ("/", "/puzzles", "/review", "/api/catalog", "/nowhere", "/away"):
            policy = api.get(path).headers["content-security-policy"]
            assert policy.endswith("frame-ancestors 'none'"), path
        framed = api.call("GET", "/game/x", headers={"sec-fetch-dest": "iframe"}).body
        assert b'<html class="is-framed"' in framed
        assert framed == api.get("/game/x?embed").body
        assert b"is-framed" not in api.get("/game/x").body
        assert b"is-framed" not in api.get("/?embed").body


# --- streams --------------------------------------------------------------------------------------


def test_an_address_holds_so_many_streams(tmp_path: Path) -> None:
    with Server(tmp_path, "--streams", 1) as server, Visitor(server.url) as visitor:
        table = visitor.create()
        with visitor.news(table.id) as stream:
            assert stream.next().event == "state"
            second = until(lambda: visitor.get(f"{table.path}/events"), _tells_of_streams)
            assert second.headers["retry-after"]
        until(lambda: _opens(visitor, table.id), bool)  # one that ended makes room


def test_dear_calls_from_one_address_are_refused_in_the_end(tmp_path: Path) -> None:
    with Server(tmp_path, "--rate", 20) as server, Visitor(server.url) as visitor:
        dear = until(lambda: visitor.post("/api/review", {}), lambda said: said.status == 429)
        assert dear.error.startswith("too many requests")


def _tells_of_streams(answer: Answer) -> bool:
    assert answer.status == 429
    return "1 streams of news are open" in answer.error


def _opens(visitor: Visitor, game: str) -> bool:
    with visitor.news(game) as stream:
        return stream.status == 200
