"""Nobody plays for somebody else: every wrong token on every call, and what is never told."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from support.serving import Server
from support.visitor import Table, Visitor

CALLS: list[tuple[str, dict[str, Any]]] = [
    ("picks", {"pick": 9}),
    ("resign", {}),
    ("takeback", {}),
    ("takeback", {"agree": False}),
    ("claim", {}),
    ("rematch", {}),
]


class Games(NamedTuple):
    """A game in play, one that is over with its rematch, and others whose tokens are tried."""

    play: Table
    over: Table
    again: Table
    others: list[Table]


@pytest.fixture(scope="module")
def games(server: Server) -> Iterator[Games]:
    with Visitor(server.url) as visitor:
        play, over = visitor.friends(), visitor.friends()
        play.play(6, 3)
        over.act("resign", 1)
        again = Table(visitor, [over.act("rematch", seat).json for seat in (1, 2)][1])
        again.tokens |= over.act("rematch", 1).json["tokens"]
        others = [visitor.friends(), visitor.create(), visitor.create("me", "random")]
        yield Games(play, over, again, others)


def wrong_tokens(games: Games, target: Table) -> dict[str, str]:
    """Every token and invitation of the other games, and what was never a token."""
    found = {
        f"{name} {seat}": token
        for name, table in [
            ("play", games.play),
            ("over", games.over),
            ("again", games.again),
            *(("other", table) for table in games.others),
        ]
        if table is not target
        for seat, token in table.tokens.items()
    }
    mine = target.tokens["1"]
    found |= {f"invite {table.id}": str(table.invite) for table in games.others if table.invite}
    found |= {"invite": str(target.invite or games.play.invite), "id": target.id}
    found |= {
        "cut": mine[:-1],
        "longer": mine + "A",
        "case": mine.swapcase(),
        "quoted": f'"{mine}"',
    }
    return found


@pytest.mark.parametrize("which", ["play", "over", "again"])
def test_no_other_token_does_anything(games: Games, which: str) -> None:
    target: Table = getattr(games, which)
    visitor, before = target.visitor, target.state
    for name, token in wrong_tokens(games, target).items():
        for call, more in CALLS:
            body = {"version": before["version"], "key": "stolen", **more}
            answer = visitor.post(f"{target.path}/{call}", body, token)
            assert answer.status == 403, (name, call, answer.body)
            assert answer.error == "this token is not for this game"
        for look in ("", "/hint", "/events"):
            assert visitor.get(target.path + look, token).status == 403, (name, look)
    after = target.state
    assert {**after, "now": 0, "people": 0} == {**before, "now": 0, "people": 0}


@pytest.mark.parametrize("which", ["play", "over", "again"])
def test_a_spectator_can_do_nothing(games: Games, which: str) -> None:
    target: Table = getattr(games, which)
    visitor, before = target.visitor, target.state["version"]
    for header in (None, "", "Bearer", "Basic eDp5", target.tokens["1"], "Token x"):
        headers = {} if header is None else {"authorization": header}
        for call, more in CALLS:
            body = {"version": before, "key": "k", **more}
            answer = visitor.call("POST", f"{target.path}/{call}", body, headers=headers)
            assert answer.status == 401, (header, call)
            assert answer.headers["www-authenticate"] == "Bearer"
        assert visitor.call("GET", f"{target.path}/hint", headers=headers).status == 401
    assert target.state["version"] == before


def test_the_other_seat_cannot_pick_agree_or_claim_for_one(visitor: Visitor) -> None:
    table = visitor.friends()
    table.play(6, 3)
    assert table.pick(2, 9).status == 403
    assert visitor.get(f"{table.path}/hint", table.tokens["2"]).status == 403
    assert table.act("claim", 1).status == 403
    table.act("takeback", 2)
    assert table.act("takeback", 2).status == 422  # who asks cannot agree
    assert table.state["picks"] == [6, 3]
    assert table.act("resign", 2).json["outcome"]["winner"] == 1  # each resigns for itself alone


def test_an_empty_seat_has_no_token(visitor: Visitor) -> None:
    table = visitor.create("me", "friend")
    for token in ("None", "null", "2", "friend"):
        answer = visitor.post(f"{table.path}/picks", {"pick": 6, "version": 0, "key": "k"}, token)
        assert answer.status == 403
    assert table.join("x" * 65).status == 422
    assert not table.state["people"][1]["joined"]


# --- secrets --------------------------------------------------------------------------------------


def test_no_secret_is_ever_told(server: Server, visitor: Visitor) -> None:
    """Whoever sees everything public, and the log of the server, has no token of anybody."""
    table = visitor.create("me", "friend", names=["Ann", None])
    seen: list[bytes] = []
    with visitor.news(table.id) as stream:
        stream.through("state")
        joined = table.join("the-key-of-a-friend")
        table.tokens |= joined.json["tokens"]
        refused = table.join("another-key")
        seen += [table.pick(1, 6).body, table.pick(2, 3).body, table.pick(1, 14).body]
        seen += [refused.body, table.pick(2, 3, 0).body, table.act("resign", 2).body]
        waits = table.act("rematch", 1)
        new = Table(visitor, table.act("rematch", 2).json)
        mine = table.act("rematch", 1)
        frames = stream.through("state", lambda state: state["next"])
    seen += [json.dumps(frame.data).encode() for frame in frames]
    seen += [visitor.get(table.path + look).body for look in ("", "/record", "/review", "/verdict")]
    seen += [visitor.get(new.path).body, waits.body, server.log.read_bytes()]
    secrets = {
        **{f"token {seat}": token for seat, token in table.tokens.items()},
        **{f"next {seat}": token for seat, token in new.tokens.items()},
        **{f"next {seat}": token for seat, token in mine.json["tokens"].items()},
        "invite": str(table.invite),
        "key": "the-key-of-a-friend",
        "other": "another-key",
    }
    assert len(secrets) == 7
    for name, secret in secrets.items():
        for said in seen:
            assert secret.encode() not in said, (name, said)
    for given, own in ((joined, "token 2"), (mine, "next 2")):
        for name, secret in secrets.items():
            assert (secret.encode() in given.body) is (name == own), name


def test_the_log_has_a_line_for_each_request_and_no_query(
    sqlite_server: Server, guest: Visitor
) -> None:
    table = guest.create()
    guest.get(f"{table.path}/hint?step=1&secret=in-a-query", table.tokens["1"])
    for _ in range(1000):  # it is written after the answer was sent
        guest.get(table.path)
        whole = sqlite_server.log.read_text().rpartition("\n")[0]
        lines = [json.loads(line) for line in whole.splitlines()]
        mine = [line for line in lines if line.get("path") == f"{table.path}/hint"]
        if mine:
            break
    assert len(mine) == 1
    assert (mine[0]["method"], mine[0]["status"], mine[0]["event"]) == ("GET", 200, "request")
    assert "in-a-query" not in sqlite_server.log.read_text()
