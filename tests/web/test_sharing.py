"""Servers come and go: several share a database, and what was acknowledged outlives them."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from support.serving import Server, new_database
from support.visitor import Answer, Table, Visitor

_NUMBERS = count(1)


def at(table: Table, visitor: Visitor) -> Table:
    """The same game with the same tokens, called through another server."""
    other = Table(visitor, table.created)
    other.tokens = dict(table.tokens)
    return other


@pytest.fixture(scope="module")
def pair(
    postgres_database: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Visitor, Visitor]]:
    """Visitors of two servers that share a PostgreSQL."""
    address = new_database(postgres_database, f"pair-{next(_NUMBERS)}")
    one, two = (tmp_path_factory.mktemp(name) for name in ("one", "two"))
    with (
        Server(one, "--rate", 0, database=address) as first,
        Server(two, "--rate", 0, database=address) as second,
        Visitor(first.url) as here,
        Visitor(second.url) as there,
    ):
        yield here, there
        first.stop()
        second.stop()


def test_two_servers_share_a_game(pair: tuple[Visitor, Visitor]) -> None:
    here, there = pair
    table = here.create("me", "friend")
    other = at(table, there)
    joined = other.join("friend", name="Bob").json
    table.tokens |= joined["tokens"]
    other.tokens |= joined["tokens"]
    assert table.join("other").status == 403
    for k, n in enumerate((6, 3, 9, 18)):
        assert (table, other)[k % 2].pick(k % 2 + 1, n, k).status == 201
    assert table.state["picks"] == other.state["picks"] == [6, 3, 9, 18]
    assert table.state["people"][1]["name"] == "Bob"


def test_a_pick_at_one_server_is_news_at_the_other(pair: tuple[Visitor, Visitor]) -> None:
    here, there = pair
    table = here.friends()
    other = at(table, there)
    with here.news(table.id) as one, there.news(table.id) as two:
        for stream in (one, two):
            stream.through("state")
        for k, n in enumerate((6, 3, 9, 18, 2, 12)):
            assert (table, other)[k // 2 % 2].pick(k % 2 + 1, n, k).status == 201
        for stream in (one, two):
            frames = stream.through("state", lambda state: state["version"] == 6)
            told = [frame.data["version"] for frame in frames if frame.event == "change"]
            assert told == [1, 2, 3, 4, 5, 6]


def test_somebody_who_joins_at_one_server_is_news_at_the_other(
    pair: tuple[Visitor, Visitor],
) -> None:
    here, there = pair
    table = here.create("me", "friend")
    with there.news(table.id) as stream:
        stream.through("state")
        table.join(name="Bob")
        stream.through("state", lambda state: state["people"][1]["name"] == "Bob")


def test_a_wrong_token_is_no_news(pair: tuple[Visitor, Visitor]) -> None:
    here, there = pair
    table = here.friends()
    with here.news(table.id) as stream:
        stream.through("state")
        for k in range(5):
            assert here.post(f"{table.path}/resign", _call(0, k), "wrong").status == 403
        at(table, there).pick(1, 6, 0)
        events = [frame.event for frame in stream.through("change")]
        assert "state" not in events


def _call(version: int, key: object) -> dict[str, object]:
    return {"version": version, "key": f"k{key}"}


def test_of_two_calls_at_two_servers_one_counts(pair: tuple[Visitor, Visitor]) -> None:
    here, there = pair
    for _ in range(5):
        table = here.friends()
        other = at(table, there)
        other.state  # noqa: B018 - known there too, and then out of date
        answers: list[Answer] = [table.pick(1, 6, 0), other.pick(1, 4, 0)]
        assert [answer.status for answer in answers] == [201, 409]
        assert answers[1].json["state"]["picks"] == [6]
        again = other.pick(2, 3, 1, "same")
        assert again.status == 201
        assert table.pick(2, 3, 1, "same").body == again.body


def test_a_rematch_at_two_servers_is_one_game(pair: tuple[Visitor, Visitor]) -> None:
    here, there = pair
    table = here.friends()
    other = at(table, there)
    table.act("resign", 1)
    assert other.act("rematch", 2).json["id"] is None
    made = table.act("rematch", 1).json
    got = other.act("rematch", 2).json
    assert made["id"] == got["id"]
    new = Table(there, got)
    new.tokens |= made["tokens"]
    assert new.play(6, 3)["version"] == 2


def test_a_bot_moves_once_whoever_looks(pair: tuple[Visitor, Visitor]) -> None:
    here, there = pair
    table = here.create("me", "greedy")
    with there.news(table.id) as stream:
        stream.through("state")
        table.play(6)
        frames = stream.through("state", lambda state: state["version"] == 2)
    assert [frame.data["seat"] for frame in frames if frame.event == "change"] == [1, 2]
    assert at(table, there).state["version"] == 2


# --- restarts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_what_was_acknowledged_outlives_a_kill(
    tmp_path: Path, request: pytest.FixtureRequest, kind: str
) -> None:
    """One kill for several promises, since a start costs most."""
    database = None
    if kind == "postgres":
        there: str = request.getfixturevalue("postgres_database")
        database = new_database(there, f"kill-{next(_NUMBERS)}")
    with Server(tmp_path, database=database) as server, Visitor(server.url) as visitor:
        table = visitor.friends(clock={"seconds": 600, "increment": 1})
        first = table.pick(1, 6, 0, "first")
        table.pick(2, 3, 1)
        own = visitor.create(toml='numbers = "1-9"\nremoves = "neighbour"\n')
        own_first = own.pick(1, 5, 0, "own")
        over = visitor.friends()
        over.act("resign", 1)
        made = [over.act("rematch", seat).json for seat in (1, 2)][1]
        before = table.state, own.state
        waiting = visitor.create("friend", "greedy")
        waiting.tokens |= waiting.join().json["tokens"]
        assert waiting.pick(1, 6).status == 201  # the bot's answer may or may not come in time
        server.kill()
        server.start()
        assert table.pick(1, 6, 0, "first").body == first.body
        assert own.pick(1, 5, 0, "own").body == own_first.body
        for game, known in ((table, before[0]), (own, before[1])):
            state = game.state
            for key in set(state) - {"people", "now"}:
                assert state[key] == known[key]
        assert table.join("friend").json["tokens"] == {"2": table.tokens["2"]}
        assert over.act("rematch", 2).json["tokens"] == made["tokens"]
        state = waiting.until(lambda state: state["version"] == 2)
        assert state["turn"] == 1
        assert table.pick(1, 9).status == 201


def test_a_bot_to_move_moves_when_somebody_looks_after_a_restart(tmp_path: Path) -> None:
    """The pick is put into the log as a server does that is killed before its bot answers."""
    import sqlite3

    with Server(tmp_path) as server, Visitor(server.url) as visitor:
        table = visitor.create("me", "level:2")
        server.kill()
        with sqlite3.connect(server.database) as db:
            db.execute(
                "INSERT INTO events VALUES (?, 1, 1, 'pick', 1.0, 6, '1 k', 1, NULL)", (table.id,)
            )
        db.close()
        server.start()
        assert table.pick(1, 6, 0, "k").json["picks"] == [6]
        state = table.until(lambda state: state["version"] == 2)
        assert (state["turn"], state["picks"][0]) == (1, 6)


def test_old_games_are_cleaned_up_at_the_start(tmp_path: Path) -> None:
    import sqlite3

    with Server(tmp_path, "--keep-days", 1) as server, Visitor(server.url) as visitor:
        old, kept = visitor.create(), visitor.create()
        kept.play(6)
        server.kill()
        with sqlite3.connect(server.database) as db:
            db.execute("UPDATE games SET created = created - 90000")
            db.execute("UPDATE clock SET began = began - 90000")  # and it has passed
        db.close()
        server.start()
        answer = visitor.get(old.path)
        while answer.status == 200:  # cleaning up begins with the start, beside the first calls
            answer = visitor.get(old.path)
        assert (answer.status, kept.state["version"]) == (404, 1)
