"""The small parts of the server: tokens, terms, settings, pace, origins, logs, own games."""

import json
import logging
import os
from contextlib import suppress
from typing import Any

import pytest
from support.game_logs import BOOKS, terms

from lastpick.catalog import Book, names, open_book, read_book
from lastpick.errors import LastpickError, NumbersError
from lastpick.web.asking.book_cache import own_book
from lastpick.web.asking.questions import Source, about, as_toml, open_source, opened
from lastpick.web.errors import Forbidden, NoToken, Stale, StoreError, TooFast, status
from lastpick.web.game import tokens
from lastpick.web.game.terms import PERSON, Clock
from lastpick.web.http import limits
from lastpick.web.http.limits import Buckets, Limits, Streams
from lastpick.web.http.logging_setup import Lines
from lastpick.web.http.settings import Settings
from lastpick.web.networks import Caller
from lastpick.web.store import connect
from lastpick.web.store.rows import terms_from_json, terms_to_json

# --- tokens -------------------------------------------------------------------------------------


def test_a_token_is_of_one_game_one_seat_and_one_owner() -> None:
    one, two = tokens.new_secret(), tokens.new_secret()
    made = {
        tokens.seat_token(secret, seat, credential)
        for secret in (one, two)
        for seat in (1, 2)
        for credential in ("a", "b", "1 a", "invite")
    } | {tokens.invite(one), tokens.invite(two)}
    assert len(made) == 2 * 2 * 4 + 2
    assert tokens.seat_token(one, 1, "a") == tokens.seat_token(one, 1, "a")
    assert all(len(token) == 43 and token.isascii() for token in made)


def test_what_is_random_is_never_the_same_twice() -> None:
    for make in (tokens.new_id, tokens.new_secret, tokens.new_credential):
        assert len({make() for _ in range(1000)}) == 1000
    assert len(tokens.new_id()) == 16
    assert len(tokens.new_secret()) == 32


def test_tokens_are_compared_whatever_they_hold() -> None:
    assert tokens.same("abc", "abc")
    assert not tokens.same("abc", "abd")
    assert not tokens.same("abc", "")
    for strange in ("\u00e9", "\ud800", "\0", "x" * 100_000):
        assert len(tokens.digest(strange)) == 32
        assert not tokens.same(strange, "abc")


# --- terms and settings -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"clock": Clock(300, 5), "best_of": 3, "number": 2, "score": (1, 0), "previous": "abc"},
        {
            "toml": 'title = "\u2028 \\u0000 \u674e"\n',
            "seats": ("level:1", PERSON),
            "invited_seat": 2,
        },
        {"shared": True, "seed": 2**48 - 1},
    ],
)
def test_terms_are_the_same_after_a_round_trip(changes: dict[str, Any]) -> None:
    agreed = terms(**changes)
    read = terms_from_json(terms_to_json(agreed))
    assert read == agreed
    assert [type(part) for part in read] == [type(part) for part in agreed]


def test_settings_travel_through_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LASTPICK_SERVE", raising=False)
    for settings in (
        Settings(),
        Settings(
            host="::1",
            port=0,
            database="a b.sqlite",
            workers=3,
            proxy="::1",
            rate=0.0,
            streams=5,
            origins=("https://a.example", "http://b"),
            claim_after=1.5,
            quiet=True,
        ),
    ):
        monkeypatch.setenv("LASTPICK_SERVE", "")
        settings.to_environment()
        assert Settings.from_environment() == settings
        assert json.loads(os.environ["LASTPICK_SERVE"]).keys() == settings._asdict().keys()


def test_games_are_kept_in_the_users_folder_unless_told_otherwise(home: object) -> None:
    assert Settings().store == f"{home}/web.sqlite"
    assert Settings(database="x.sqlite").store == "x.sqlite"


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("games.sqlite", "Sqlite"),
        ("/a/b", "Sqlite"),
        ("postgresql://x/y", "Postgres"),
        ("postgres://x/y", "Postgres"),
    ],
)
def test_an_address_says_which_store_it_is(address: str, kind: str) -> None:
    assert type(connect(address)).__name__ == kind


# --- the guard ----------------------------------------------------------------------------------


class Time:
    """A clock that stands still until it is moved."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    standing = Time()
    monkeypatch.setattr(limits, "time", standing)
    return standing


def taken(buckets: Buckets, who: str, cost: float, most: int = 1000) -> int:
    """How often it is granted in a row."""
    for count in range(most):
        try:
            buckets.take(who, cost)
        except TooFast:
            return count
    return most


def test_a_bucket_holds_four_seconds_and_fills_up_again(clock: Time) -> None:
    buckets = Buckets(10.0)
    assert taken(buckets, "a", 1) == 40
    assert taken(buckets, "b", 4) == 10
    clock.now += 0.5
    assert taken(buckets, "a", 1) == 5
    clock.now += 3600
    assert taken(buckets, "a", 1) == 40


def test_a_refused_call_costs_nothing(clock: Time) -> None:
    buckets = Buckets(1.0, 10.0)
    assert taken(buckets, "a", 8) == 1
    assert taken(buckets, "a", 8) == 0
    assert taken(buckets, "a", 2) == 1
    assert clock.now == 1000.0


@pytest.mark.parametrize("rate", [1.0, 2.0, 5.0])
def test_a_low_rate_puts_nothing_out_of_reach(clock: Time, rate: float) -> None:
    low = Limits(rate, 1, dearest=20)
    low.take(Caller.connected("a"), 20)
    with pytest.raises(TooFast):
        low.take(Caller.connected("a"), 20)
    assert clock.now == 1000.0


def test_no_rate_is_no_limit(clock: Time) -> None:
    assert taken(Buckets(0.0), "a", 1e9) == 1000
    assert clock.now == 1000.0


def test_a_game_has_so_many_streams() -> None:
    streams = Streams(5, on_game_of_one=2, on_game=3)
    a, b, c = (Caller.connected(address) for address in "abc")
    streams.enter(a, "one")
    streams.enter(a, "one")
    with pytest.raises(TooFast, match="2 streams of news are open on this game from your side"):
        streams.enter(a, "one")
    streams.enter(b, "one")
    with pytest.raises(TooFast, match="3 streams of news are open on this game, and no more"):
        streams.enter(c, "one")
    for game in ("two", "two", "three"):
        streams.enter(a, game)
    with pytest.raises(TooFast, match="5 streams of news are open from your side"):
        streams.enter(a, "four")
    streams.leave(a, "one")
    streams.enter(c, "one")
    with pytest.raises(TooFast):
        streams.enter(c, "one")
    for who, game in ((a, "one"), (b, "one"), (c, "one"), (a, "two"), (a, "two")):
        streams.leave(who, game)
    streams.leave(a, "three")
    assert not streams._open
    assert not streams.total


def test_no_stranger_keeps_a_player_out() -> None:
    """Neither those of the player's own address nor all that a game may have."""
    streams = Streams(5, on_game_of_one=2, on_game=3)
    stranger, other = Caller.connected("a", 1), Caller.connected("b", 1)
    for who in (stranger, stranger, other):
        streams.enter(who, "one")
    for number in range(3):
        streams.enter(stranger, f"other {number}")
    player = Caller.connected("a", 2).in_seat("one", 1)
    for _ in range(16):
        streams.enter(player, "one")
    with pytest.raises(TooFast, match="16 streams of news are open with your seat"):
        streams.enter(player, "one")
    streams.enter(Caller.connected("a", 2).in_seat("one", 2), "one")
    for _ in range(16):
        streams.leave(player, "one")
    assert streams.total == 7


def test_streams_are_counted_for_each_network_of_ipv6() -> None:
    streams = Streams(10, on_game_of_one=2)

    def opened(game: str, addresses: list[str]) -> int:
        count = 0
        for address in addresses:
            with suppress(TooFast):
                streams.enter(Caller.connected(address), game)
                count += 1
        return count

    assert opened("one", [f"2001:db8:0:{number:x}::1" for number in range(256)]) == 4 * 2
    assert opened("one", [f"2001:db8:0:{256 * n:x}::1" for n in range(256)]) == (16 - 4) * 2
    assert opened("one", ["2001:db8:1::1"]) == 1


def test_only_so_many_addresses_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_MOST_REMEMBERED", 3)
    buckets = Buckets(1.0)
    for who in range(10):
        buckets.take(who)
    assert list(buckets._levels) == [7, 8, 9]


def test_a_bucket_that_is_full_again_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("lastpick.web.http.limits.time.monotonic", lambda: now)
    buckets = limits.Buckets(rate=10.0, burst=40.0)
    buckets.take("dear", 40.0)
    for who in range(50):
        buckets.take(who)
    now = 1.0  # the cheap calls are made up for, the dear one is not
    for who in range(100, 125):
        buckets.take(who)
    assert list(buckets._levels) == ["dear", *range(50), *range(100, 125)]
    now = 4.5
    for who in range(200, 226):
        buckets.take(who)
    assert "dear" not in buckets._levels
    assert len(buckets._levels) == 101 - 2 * 26 + 1


# --- refusals and logs --------------------------------------------------------------------------


def test_each_refusal_has_its_status() -> None:
    given = [NoToken("x"), Forbidden("x"), Stale(b"{}"), TooFast("x"), StoreError("x")]
    assert [status(error) for error in given] == [401, 403, 409, 429, 503]
    assert status(LastpickError("x")) == status(NumbersError("x")) == 422


def test_a_line_of_the_log_is_one_json_object() -> None:
    record = logging.makeLogRecord(
        {"msg": "a\nb %s", "args": ("c",), "levelname": "INFO", "path": "/\n\ud800"}
    )
    line = Lines().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["event"], told["level"], told["path"]) == ("a\nb c", "info", "/\n\ud800")


# --- own games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: str(book.game.name))
def test_what_a_worker_says_about_a_game_is_the_game(book: Book) -> None:
    text = as_toml(book.game)
    if text is None:
        relations = ("opens", "follows", "removes")
        kept = {name: getattr(book.game, name) for name in relations}
        lines = [f'{name} = "{kept[name].text}"' for name in relations if not kept[name].trivial]
        text = "\n".join([f'numbers = "{book.game.numbers}"', *lines])
    direct = read_book(text, "own-game", None, where="x")
    told = json.loads(json.dumps(opened(Source("", text, None))))
    learned = own_book(told)
    assert about(learned) == about(direct)
    assert learned.game == direct.game
    assert learned.game.table() == direct.game.table()
    assert str(learned.game.numbers) == str(book.game.numbers)


@pytest.mark.parametrize("name", names())
def test_a_shipped_game_is_opened_as_the_catalog_does(name: str) -> None:
    for numbers in (None, "3-99"):
        found, meant = open_source(Source(name, None, numbers)), open_book(name, numbers)
        assert about(found) == about(meant)
        assert found.game == meant.game


@pytest.mark.parametrize("numbers", ["1-1001", "1-1000000000000"])
def test_a_pool_that_is_too_large_is_refused_before_it_is_looked_at(numbers: str) -> None:
    for source in (
        Source("divisor-duel", None, numbers),
        Source("", f'numbers = "{numbers}"', None),
        Source("", 'numbers = "1-10"', numbers),
    ):
        with pytest.raises(NumbersError):
            opened(source)
