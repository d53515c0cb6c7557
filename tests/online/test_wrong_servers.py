"""Servers that are away, are none, or mean harm: one line, and nothing that breaks a terminal."""

import json
import socket
from pathlib import Path
from typing import Any

import pytest
from support.false_server import Said, data, false_server, news
from support.running import Done, run
from support.screens import terminal
from support.serving import Server
from support.visitor import Visitor

SECRET = "the-secret-of-this-invitation"


def join(url: str, *more: object) -> Done:
    return run("join", f"{url}/game/abc#invite={SECRET}", *more)


def one_line(done: Done, code: int = 1) -> str:
    """The reason; no secret in it, and nothing that a terminal would obey."""
    assert (done.out, done.code) == ("", code)
    assert done.err.count("\n") == 1
    assert done.err.rstrip("\n").isprintable()
    assert SECRET not in done.err
    assert done.err.startswith("lastpick: ")
    return done.err


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (Said(b"<!doctype html><p>Hello"), "what it sends is no JSON"),
        (Said(b"<h1>Not Found</h1>", 404), "what it sends is no JSON"),
        (Said(b"[1]"), "what it sends is no object"),
        (Said(b"{}"), "'tokens' is missing"),
        (Said(b"{}", 404), "status 404 without a reason"),
        (Said(b"[" * 100_000), "what it sends is no JSON"),
        (Said(b"", 302, {"location": "https://else\x1b[2J/where"}), "it sends us on to https://"),
        (Said(b"SSH-2.0-OpenSSH_9\r\n", None), "it does not speak HTTP"),
        (Said(b"{" + b" " * (8 * 1024 * 1024)), "an answer of more than 1 MB"),
        (data({"error": "go\x1b[31m away\n" + "x" * 5_000}, 403), "/game/abc: go [31m away xxx"),
        (data({"error": "there is no such game"}, 404), "/game/abc: there is no such game"),
        (data({"error": "a moment"}, 503), "a moment"),
        (data({"id": "abc", "tokens": {"2": "x\r\ny: z"}}), "a token that is none"),
        (data({"id": "abc", "tokens": {}}), "it gives no seat to whoever joins"),
        (data({"id": "abc", "tokens": {"2": "t"}, "version": "\x1b"}), "'match' is missing"),
    ],
)
def test_what_is_no_server_of_ours_is_told(said: Said, why: str) -> None:
    with false_server({"": said}) as server:
        line = one_line(join(server.url))
    assert why in line
    assert "\x1b" not in line


def test_a_server_that_is_away_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and nobody listens there
        line = one_line(join(f"http://127.0.0.1:{taken.getsockname()[1]}"))
    assert "cannot reach http://127.0.0.1:" in line
    assert "Connection refused" in line


def test_a_name_that_no_host_has_is_told() -> None:
    assert "cannot reach http://nowhere.invalid" in one_line(join("http://nowhere.invalid"))


def test_a_server_without_tls_is_told(server: Server) -> None:
    assert "does not speak TLS" in one_line(join(server.url.replace("http:", "https:")))


def test_a_link_that_leads_nowhere_is_told(server: Server, visitor: Visitor, home: Path) -> None:
    assert "there is no such game" in one_line(join(server.url))
    table = visitor.create("me", "friend")
    page = f"{server.url}/game/{table.id}"
    wrong = one_line(run("join", f"{page}#invite=wrong"))
    assert "this invitation is not for this game; ask for the link once more" in wrong
    table.join()
    taken = one_line(run("join", f"{page}#invite={table.invite}"))
    assert "somebody else has taken this seat" in taken
    assert "this link has no invitation" in one_line(run("join", page), code=2)
    assert not list((home / "seats").iterdir())  # nothing is kept of seats that were not taken


@pytest.mark.parametrize(
    ("words", "why", "code"),
    [
        (["divisor-duel", "--server", "localhost:8000"], "did you mean http://localhost:8000?", 2),
        (["divisor-dul", "--server", "http://x"], "did you mean divisor-duel?", 2),
        (["divisor-duel", "--server", "http://x", "--clock", "5:00"], "is no clock; expected", 2),
        (["divisor-duel", "--server", "http://x", "--clock", "0"], "is no clock; expected", 2),
        (["divisor-duel", "--server", "http://127.0.0.1:1"], "cannot reach", 1),
    ],
)
def test_invitations_that_cannot_be_made_are_told(words: list[str], why: str, code: int) -> None:
    assert why in one_line(run("invite", *words), code)


def test_the_server_has_the_last_word_about_a_new_game(server: Server) -> None:
    words = ("invite", "divisor-duel", "--numbers", "1-5000", "--server", server.url)
    assert "1,000" in one_line(run(*words))


# --- a game that is told wrongly ------------------------------------------------------------------


@pytest.fixture
def state(visitor: Visitor) -> Any:
    table = visitor.friends(names=["Ann", None])
    table.play(6)
    return {**table.state, "id": "abc"}


def answers(state: Any, *events: tuple[str, Any]) -> dict[str, Said]:
    return {
        "/join": data({"id": "abc", "state": state, "tokens": {"2": "token"}}),
        "/events": news(*events),
        "": data(state),
    }


PICKED = ("change", {"version": 1, "kind": "pick", "seat": 1, "pick": 6, "removed": [6]})


@pytest.mark.parametrize(
    ("events", "why"),
    [
        ([("change", {**PICKED[1], "pick": 99})], "do not agree about the game"),
        ([("change", {**PICKED[1], "seat": 2})], "do not agree about the game"),
        ([("change", {**PICKED[1], "version": 2})], "do not agree about the game"),
        ([("change", {**PICKED[1], "kind": "dance"})], "does not answer as a Lastpick server"),
        ([("state", None)], "what it sends is no object"),
        ([("state", {"id": 1})], "does not answer as a Lastpick server"),
        ([("state", "same")], "do not agree about the game"),
    ],
)
def test_a_game_that_is_told_wrongly_is_left(state: Any, events: list[Any], why: str) -> None:
    told = [(kind, state if it == "same" else it) for kind, it in events]
    with false_server(answers(state, *told)) as server:
        done = join(server.url)
    assert why in one_line(done)


def test_secrets_go_where_they_belong(state: Any) -> None:
    """The invitation in one body, the token in one header, and nothing of it in an address."""
    gone = {**PICKED[1], "version": 9}
    with false_server(answers(state, ("change", gone))) as server:
        join(server.url)
    assert len(server.asked) == 3
    for _, path, headers, body in server.asked:
        assert SECRET not in path + json.dumps(headers)
        assert "token" not in path
        assert (SECRET.encode() in body) == path.endswith("/join")
        assert headers.get("Authorization") == (None if path.endswith("/join") else "Bearer token")


def test_names_cannot_break_the_terminal(state: Any) -> None:
    state["people"][0]["name"] = "\x1b]0;owned\x07\x1b[2JEve\r\n" + "e" * 100
    with (
        false_server(answers(state, PICKED, ("state", state))) as server,
        terminal("join", f"{server.url}/game/abc#invite=x", columns=150) as ben,
    ):
        ben.expect("Select number: ")
        assert "]0;owned  [2JEve eee" in ben.raw
        assert "\x1b]0" not in ben.raw
        assert "\x1b[2J" not in ben.raw
        assert "e" * 41 not in ben.raw
