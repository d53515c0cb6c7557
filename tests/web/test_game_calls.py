"""Games over the wire: made, joined and played, each call once, on either store."""

from typing import Any

import pytest
from support.visitor import Visitor, new_key, until

from lastpick.catalog import load, names, open_book
from lastpick.players import BOTS

OWN = """
title = "Sums"
summary = "A game of my own."
numbers = "2-30"
follows = "(n + last) % 3 != 0"
removes = "neighbour"
"""


# --- making one -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", names())
def test_a_new_game_is_the_engines_game(visitor: Visitor, game: str) -> None:
    state = visitor.create(game=game).created["state"]
    position = load(game).start()
    assert (state["game"], state["numbers"]) == (game, str(load(game).numbers))
    assert state["legal"] == list(position.legal)
    assert state["removes"] == {str(n): list(position.removal(n)) for n in position.legal}
    assert (state["version"], state["turn"], state["outcome"]) == (0, 1, None)
    assert (state["picks"], state["gone"], state["rematch"]) == ([], {}, [])
    assert state["match"] == {"best_of": 1, "number": 1, "score": [0, 0]}
    assert (state["title"], state["rule"]) == open_book(game)[1:3]
    assert set(state["relations"]) == {"opens", "follows", "removes"}
    assert [state[key] for key in ("takeback", "next", "previous", "clock")] == [None] * 4


@pytest.mark.parametrize("bot", list(BOTS))
def test_every_kind_of_bot_takes_a_seat_and_moves(guest: Visitor, bot: str) -> None:
    table = guest.create(bot, "me", numbers="1-12")
    assert list(table.tokens) == ["2"]
    assert table.invite is None
    assert table.created["state"]["seats"] == [bot, "person"]
    state = table.until(lambda state: state["turn"] == 2)
    assert len(state["picks"]) == 1


@pytest.mark.parametrize(
    ("seats", "tokens", "invited"),
    [
        (("me", "me"), ["1", "2"], False),
        (("me", "friend"), ["1"], True),
        (("friend", "me"), ["2"], True),
        (("friend", "random"), [], True),
        (("me", "random"), ["1"], False),
    ],
)
def test_tokens_are_given_for_the_seats_that_are_mine(
    visitor: Visitor, seats: tuple[str, str], tokens: list[str], invited: bool
) -> None:
    table = visitor.create(*seats)
    assert sorted(table.tokens) == tokens
    assert (table.invite is not None) is invited
    joined = [person["joined"] for person in table.created["state"]["people"]]
    assert joined == [seat != "friend" for seat in seats]


def test_two_bots_play_by_themselves(guest: Visitor) -> None:
    table = guest.create("random", "greedy", numbers="1-8")
    assert table.tokens == {}
    assert table.until(lambda state: state["outcome"])["legal"] == []


def test_names_numbers_match_and_clock_are_as_asked(visitor: Visitor) -> None:
    table = visitor.create(
        "me", "friend", numbers="5-17", names=["Ann", None], best_of=5,
        clock={"seconds": 300, "increment": 5},
    )  # fmt: skip
    state = table.state
    assert state["numbers"] == "5-17"
    assert [person["name"] for person in state["people"]] == ["Ann", None]
    assert state["match"]["best_of"] == 5
    assert state["clock"] == {
        "seconds": 300, "increment": 5, "left": [300.0, 300.0], "since": None, "running": False,
    }  # fmt: skip


def test_a_toss_lets_either_start(guest: Visitor) -> None:
    starts: set[str] = set()
    while starts != {"1", "2"}:  # ends with certainty, and bounded by the run's own limit
        table = guest.create("me", "friend", names=["Ann", "Bob"], toss=True)
        (mine,) = table.tokens
        starts.add(mine)
        called = [person["name"] for person in table.created["state"]["people"]]
        assert called == (["Ann", "Bob"] if mine == "1" else ["Bob", "Ann"])


def test_a_game_of_ones_own(visitor: Visitor) -> None:
    table = visitor.create(toml=OWN)
    state = table.created["state"]
    assert (state["game"], state["title"], state["rule"]) == (
        "own-game", "Sums", "A game of my own."
    )  # fmt: skip
    assert state["numbers"] == "2-30"
    assert state["removes"]["5"] == [4, 5, 6]
    state = table.play(5)
    assert set(state["gone"]) == {"4", "5", "6"}
    assert state["legal"] == [n for n in range(2, 31) if n not in (4, 5, 6) and (n + 5) % 3]
    assert table.play_out()["outcome"]["reason"] == "no legal pick"


DOWN = """
title = "Down"
numbers = "0-9"
start = 9
last_pick = "loses"
follows = "n < last and last - n <= 3"
"""


def test_a_game_of_ones_own_with_a_start_that_the_last_pick_loses(visitor: Visitor) -> None:
    table = visitor.create(toml=DOWN)
    state = table.created["state"]
    assert (state["start"], state["last"], state["last_pick"]) == (9, 9, "loses")
    assert (state["legal"], state["gone"], state["picks"]) == ([6, 7, 8], {"9": 9}, [])
    follows = "n < last and last - n <= 3"
    assert state["task"] == f"Pick a number n that fits the last one, 9: {follows}."
    refused = table.act("picks", 1, pick=9)
    assert (refused.status, refused.error) == (422, "9 is gone: the game started from it")
    for n in (6, 3):
        state = table.play(n)
    assert (state["last"], state["legal"]) == (3, [0, 1, 2])
    state = table.play(0)
    assert state["outcome"] == {"winner": 2, "reason": "no legal pick"}
    assert state["task"] is None
    assert state["stuck"] == "There is no number that fits 0 in 0-9. Whoever cannot pick wins."
    assert state["match"]["score"] == [0, 1]
    reviewed = visitor.get(f"{table.path}/review").json
    assert (reviewed["start"], reviewed["last_pick"]) == (9, "loses")
    assert reviewed["result"] == "Player 2 wins (no legal pick)"
    told = visitor.post("/api/verdict", {"toml": reviewed["toml"], "picks": [6]}).json
    assert (told["start"], told["last"], told["last_pick"]) == (9, 6, "loses")
    assert (told["legal"], told["gone"]) == ([3, 4, 5], {"6": 6, "9": 9})


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"game": "chess"}, "no game is called 'chess'"),
        ({"game": "/etc/passwd"}, "no game is called"),
        ({"game": "../catalog/divisor-duel"}, "no game is called"),
        ({"game": None}, "give either game"),
        ({"toml": OWN}, "give either game"),
        ({"numbers": "20-1"}, "20-1"),
        ({"numbers": "1-1001"}, "at most 1,000 can be played"),
        ({"numbers": "-1-5"}, "-1-5"),
        ({"seats": ["friend", "friend"]}, "one seat at most can be a friend's"),
        ({"seats": ["me"]}, "seats"),
        ({"seats": ["me", "me", "me"]}, "seats"),
        ({"seats": ["me", "level:6"]}, "seats.1"),
        ({"best_of": 2}, "best of an odd number"),
        ({"best_of": 101}, "best_of"),
        ({"names": ["Ann", "Ann"]}, "both players are called Ann"),
        ({"names": ["A\nB", None]}, "is no name"),
        ({"names": ["", None]}, "names.0"),
        ({"names": ["x" * 41, None]}, "names.0"),
        ({"clock": {"seconds": 9}}, "clock.seconds"),
        ({"clock": {"seconds": 60, "increment": -1}}, "clock.increment"),
        ({"toss": 1}, "toss"),
        ({"game": None, "toml": "numbers = ["}, "your game"),
        ({"game": None, "toml": 'numbers = "1-5"\nfollows = "x"'}, "your game"),
        ({"game": None, "toml": 'numbers = "1-2000"'}, "1,000"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(
    guest: Visitor, changes: dict[str, Any], why: str
) -> None:
    body = {"game": "divisor-duel", "seats": ["me", "me"], **changes}
    answer = guest.post("/api/games", {k: v for k, v in body.items() if v is not None})
    assert answer.status == 422
    assert why in answer.error


# --- joining --------------------------------------------------------------------------------------


def test_a_friend_joins_once_with_a_key_of_theirs(visitor: Visitor) -> None:
    table = visitor.create("me", "friend", names=["Ann", None])
    first = table.join("bob", name="Bob")
    assert first.status == 201
    assert list(first.json["tokens"]) == ["2"]
    assert first.json["state"]["people"][1]["name"] == "Bob"
    again = table.join("bob", name="Bob")
    assert (again.status, again.json["tokens"]) == (201, first.json["tokens"])
    other = table.join("eve", name="Eve")
    assert other.status == 403
    assert "somebody else has taken this seat" in other.error
    people = table.state["people"]
    assert [(person["name"], person["joined"]) for person in people] == [
        ("Ann", True), ("Bob", True)
    ]  # fmt: skip


def test_the_same_key_gives_the_same_token_later_too(visitor: Visitor) -> None:
    table = visitor.friends()
    table.play(6, 3)
    assert table.join("friend").json["tokens"] == {"2": table.tokens["2"]}


@pytest.mark.parametrize("invite", ["", "x", "A" * 43, "\u00e9", "x" * 200])
def test_a_wrong_invitation_is_refused(visitor: Visitor, invite: str) -> None:
    table = visitor.create("me", "friend")
    answer = visitor.post(f"{table.path}/join", {"invite": invite, "key": "k"})
    assert answer.status == 403
    assert not table.state["people"][1]["joined"]


def test_an_invitation_is_for_one_game(visitor: Visitor) -> None:
    one, two, alone = visitor.create("me", "friend"), visitor.create("me", "friend"), None
    assert two.join(invite=one.invite).status == 403
    alone = visitor.create("me", "me")
    assert alone.join(invite=one.invite).status == 403


def test_two_people_need_two_names(visitor: Visitor) -> None:
    table = visitor.create("me", "friend", names=["Ann", None])
    assert table.join(name="Ann").status == 422
    assert table.join(name=" Ann").status == 422
    assert table.join(name="Bob").status == 201


def test_whoever_joined_says_who_they_are(visitor: Visitor) -> None:
    table = visitor.create("me", "friend", names=["Ann", None])
    table.tokens |= table.join().json["tokens"]
    path, token = f"{table.path}/name", table.tokens["2"]
    with visitor.news(table.id) as stream:
        stream.through("state")
        named = visitor.post(path, {"name": "Bob"}, token)
        assert (named.status, named.json["people"][1]["name"]) == (201, "Bob")
        stream.through("state", lambda state: state["people"][1]["name"] == "Bob")
    assert visitor.post(path, {"name": "Bob"}, token).status == 201
    for name, text in (("Ann", "both players are called Ann"), (" Bob", "name")):
        answer = visitor.post(path, {"name": name}, token)
        assert answer.status == 422
        assert text in answer.error
    assert visitor.post(path, {"name": "Eve"}).status == 401
    assert visitor.post(path, {"name": "Eve"}, "x" * 43).status == 403

    def people() -> list[str | None]:
        return [person["name"] for person in table.state["people"]]

    def record() -> str:
        return visitor.get(f"{table.path}/record").body.decode()

    until(people, lambda seen: seen == ["Ann", "Bob"])  # as soon as each worker has heard of it
    until(record, lambda text: "Player 2: Bob" in text)


# --- the rules ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", names())
def test_the_rules_are_those_of_the_book(visitor: Visitor, game: str) -> None:
    book = open_book(game)
    told = visitor.get(f"{visitor.create(game=game).path}/rules").json
    assert told == {"title": book.title, "rules": book.rules, "tips": list(book.tips)}


def test_a_game_of_ones_own_has_rules_in_words(visitor: Visitor) -> None:
    table = visitor.create(toml=OWN)
    told = visitor.get(f"{table.path}/rules").json
    assert told["title"] == "Sums"
    assert "picking from the numbers 2-30" in told["rules"]
    assert "(n + last) % 3 != 0" in told["rules"]
    assert told["tips"] == []


@pytest.mark.parametrize("game", names())
def test_why_a_number_cannot_be_picked_is_told_as_a_pick_would_be_refused(
    visitor: Visitor, game: str
) -> None:
    table = visitor.create(game=game)
    table.play(*open_book(game).example[:2])
    state = table.state
    for n in (-1, 0, 1, 2, 3, 50, 101, 10**9, *state["picks"], *state["legal"][:3]):
        told = visitor.get(f"{table.path}/why-not/{n}").json
        assert (told["pick"], told["version"]) == (n, 2)
        if n in state["legal"]:
            assert told["text"] == ""
        else:
            assert told["text"] == table.pick(1, n, 2).error
    table.act("resign", 1)
    assert visitor.get(f"{table.path}/why-not/1").json["text"] == "the game is over"


# --- picking --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", names())
def test_two_people_play_a_game_to_its_end(visitor: Visitor, game: str) -> None:
    table = visitor.friends(game=game, numbers="2-14")
    position = load(game, "2-14").start()
    state = table.state
    while state["legal"]:
        n = state["legal"][-1]
        answer = table.pick(state["turn"], n, state["version"])
        assert answer.status == 201
        state, position = answer.json, position.pick(n)
        assert state["picks"] == list(position.picks)
        assert state["legal"] == list(position.legal)
        assert "people" not in state
    assert position.outcome
    assert state["outcome"] == position.outcome._asdict()
    assert [change["pick"] for change in table.log] == state["picks"]


def test_an_illegal_pick_is_refused_in_the_engines_words(visitor: Visitor) -> None:
    table = visitor.friends()
    table.play(6)
    for n, why in (
        (14, "14 is neither a divisor nor a multiple of 6"),
        (6, "6"),
        (99, "99"),
        (-1, "-1"),
        (0, "0"),
        (10**4000, "a number of that size is not in the range 1-20"),
    ):
        answer = table.pick(2, n)
        assert answer.status == 422
        assert why in answer.error
    assert table.state["version"] == 1


def test_a_stale_pick_is_told_the_state(visitor: Visitor) -> None:
    table = visitor.friends()
    table.play(6, 3)
    for version in (0, 1, 3, 1_000_000):
        answer = table.pick(1, 9, version=version)
        assert answer.status == 409
        assert answer.error
        state = answer.json["state"]
        assert (state["version"], state["picks"]) == (2, [6, 3])
        assert state["people"]


def test_a_pick_needs_the_token_of_whose_turn_it_is(visitor: Visitor) -> None:
    table = visitor.friends()
    body = {"pick": 6, "version": 0, "key": "k"}
    nobody = visitor.post(f"{table.path}/picks", body)
    assert nobody.status == 401
    assert nobody.headers["www-authenticate"] == "Bearer"
    assert visitor.post(f"{table.path}/picks", body, "wrong").status == 403
    assert table.pick(2, 6).status == 403
    assert table.state["version"] == 0
    assert visitor.post("/api/games/none/picks", body, table.tokens["1"]).status == 404


def test_a_game_that_is_over_says_so(visitor: Visitor) -> None:
    table = visitor.create()
    state = table.play_out()
    answer = table.pick(state["turn"], 1)
    assert answer.status == 422
    assert "the game is over" in answer.error


# --- once -----------------------------------------------------------------------------------------


def test_repeating_a_call_gives_the_same_answer_and_does_nothing_twice(visitor: Visitor) -> None:
    table = visitor.friends(best_of=3, clock={"seconds": 600, "increment": 2})
    keys = [new_key() for _ in range(6)]
    calls: list[tuple[str, int, int, dict[str, Any]]] = [
        ("picks", 1, 0, {"pick": 6}),
        ("picks", 2, 1, {"pick": 3}),
        ("takeback", 1, 2, {}),
        ("takeback", 2, 3, {"agree": True}),
        ("picks", 1, 5, {"pick": 20}),
        ("resign", 1, 6, {}),
    ]
    answers = []
    for key, (call, seat, version, more) in zip(keys, calls, strict=True):
        answers.append(table.act(call, seat, version, key, **more))
        assert answers[-1].status == 201, answers[-1].body
    for key, (call, seat, version, more), before in zip(keys, calls, answers, strict=True):
        again = table.act(call, seat, version, key, **more)
        assert (again.status, again.body) == (201, before.body)
        other = table.act(call, seat, version + 1, key, **more)  # a call that answers another state
        assert other.status == 422
        assert "this key was used for another call" in other.error
    assert table.state["version"] == 7


def test_a_key_is_for_one_call(visitor: Visitor) -> None:
    table = visitor.friends()
    assert table.pick(1, 6, 0, "mine").status == 201
    for call, more in (("picks", {"pick": 3}), ("resign", {}), ("takeback", {}), ("claim", {})):
        answer = table.act(call, 1, key="mine", **more)
        assert answer.status == 422
        assert "this key was used for another call" in answer.error
    assert table.pick(2, 3, 1, "mine").status == 201  # the other seat's keys are its own
    table.act("resign", 1)
    assert table.act("rematch", 1, key="mine").status == 422
    assert table.pick(1, 6, 0, "mine").status == 201
    assert table.state["version"] == 3
