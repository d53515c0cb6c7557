"""What a server tells, checked: every wrong value is refused, and no text breaks a screen."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from support.visitor import Visitor

from lastpick.catalog import open_book
from lastpick.errors import LastpickError
from lastpick.online.told import (
    read_change,
    read_game,
    read_presence,
    read_seat,
    read_state,
    read_words,
)

OWN = """
title = "Own"
numbers = "1-9"
follows = "abs(n - last) <= 3"
[wording]
prompt = "What now, {player}? "
"""


@pytest.fixture
def state(visitor: Visitor) -> Any:
    table = visitor.friends(names=["Ann", None], clock={"seconds": 300}, best_of=3)
    table.play(6, 3)
    return table.state


def test_a_state_is_read(state: Any) -> None:
    told = read_state(state)
    assert told.picks == (6, 3)
    assert (told.turn, told.winner, told.version) == (1, None, 2)
    assert told.clock is not None
    assert told.clock.running
    assert told.people is not None
    assert [one.name for one in told.people] == ["Ann", None]
    assert read_game(state).rules == open_book("divisor-duel").game.rules


WRONG: list[tuple[str, Any]] = [
    (key, value)
    for key in (
        "id", "version", "picks", "turn", "outcome", "match", "rematch", "clock", "people", "now",
    )
    for value in ("\x1b[2J" * 20, -1, [1, 2, 3], {"x": 1}, 10**30, True)
    if (key, value) != ("rematch", [1, 2, 3])
]  # fmt: skip


@pytest.mark.parametrize(("key", "value"), WRONG)
def test_a_wrong_value_is_refused(state: Any, key: str, value: Any) -> None:
    if key == "picks" and value == [1, 2, 3]:
        value = [1, "2"]
    state[key] = value
    with pytest.raises(LastpickError):
        read_state(state)


@pytest.mark.parametrize("key", ["id", "version", "picks", "turn", "match", "clock", "takeback"])
def test_a_missing_value_is_refused(state: Any, key: str) -> None:
    del state[key]
    with pytest.raises(LastpickError, match="is missing"):
        read_state(state)


def test_names_are_made_harmless(state: Any) -> None:
    state["people"][0]["name"] = "\x1b[31mAnn\n\u202e" + "x" * 500
    state["people"][1]["name"] = "You"
    told = read_state(state)
    assert told.people is not None
    one, two = (person.name for person in told.people)
    assert one is not None
    assert one.isprintable()
    assert len(one) <= 40
    assert two is None  # which is somebody else here


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"version": 1, "kind": "dance", "seat": 1},
        {"version": 1, "kind": "pick", "seat": 1},
        {"version": 1, "kind": "pick", "seat": 3, "pick": 1},
        {"version": 0, "kind": "undo", "seat": 1},
        {"version": 1, "kind": "pick", "seat": 1, "pick": 1.5},
        [],
        None,
    ],
)
def test_a_wrong_change_is_refused(change: Any) -> None:
    with pytest.raises(LastpickError):
        read_change(change)


def test_presence_and_seats() -> None:
    assert read_presence({"seen": [None, 3.5]}) == (None, 3.5)
    with pytest.raises(LastpickError):
        read_presence({"seen": [1]})
    made = {"id": "a", "tokens": {"2": "t"}, "invite": "i"}
    assert read_seat(made) == ("a", "i", 2, "t")
    for wrong in ({"2": "a b"}, {"3": "t"}, {"2": "\n"}):
        with pytest.raises(ValueError):  # noqa: PT011 - of whatever kind
            read_seat({**made, "tokens": wrong})


def test_relations_are_read_by_the_closed_language(state: Any) -> None:
    for wrong in ("__import__('os')", "n ** n", "x" * 5_000, 7):
        hostile = deepcopy(state)
        hostile["relations"]["follows"] = wrong
        with pytest.raises(LastpickError):
            read_game(hostile)
    state["numbers"] = "1-1000000"
    with pytest.raises(LastpickError):
        read_game(state)


def own(visitor: Visitor) -> Any:
    return visitor.create("me", "friend", toml=OWN).state


def shipped(visitor: Visitor) -> Any:
    return visitor.create("me", "friend").state


@pytest.mark.parametrize(
    ("make", "file", "title", "prompt"),
    [
        (shipped, None, "Divisor Duel", "Select"),
        (shipped, OWN, "Divisor Duel", "Select"),  # ours, whatever the server sends
        (own, OWN, "Own", "What now"),
        (own, None, "Own", ""),
        (own, "no TOML at all", "Own", ""),
        (own, OWN.replace("<= 3", "<= 4"), "Own", ""),  # words of another game
    ],
)
def test_the_words_of_a_game(
    visitor: Visitor, make: Callable[[Visitor], Any], file: str | None, title: str, prompt: str
) -> None:
    state = make(visitor)
    book = read_words(read_game(state), state, file)
    assert book.title == title
    assert book.game.same_rules(read_game(state))
    assert prompt in book.wording.templates["prompt"]


def test_the_server_gives_the_file(visitor: Visitor) -> None:
    table = visitor.create("me", "friend", toml=OWN)
    assert visitor.get(f"{table.path}/file").body.decode() == OWN
    text = visitor.get(f"{visitor.create('me', 'friend').path}/file").body.decode()
    assert 'title = "Divisor Duel"' in text
    assert visitor.get("/api/games/none/file").status == 404
