"""Picking alone over the wire: the board is the engine's, the best is the coach's."""

import random
from typing import Any

import pytest
from support.visitor import Visitor

from lastpick.catalog import load, names, open_book
from lastpick.coach import solo_words as words
from lastpick.coach.longest import Longest, best, best_after
from lastpick.errors import IllegalPick
from lastpick.game import Position
from lastpick.record import gone


def board(guest: Visitor, **body: object) -> Any:
    answer = guest.post("/api/solo", body)
    assert answer.status == 200, answer.body
    return answer.json


def reached(position: Position) -> set[int]:
    """Every number that some picks from here come to, tried out."""
    found: set[int] = set()
    seen: set[tuple[int, int | None]] = set()
    todo = [position]
    while todo:
        at = todo.pop()
        if (at.bits, at.last) in seen:
            continue
        seen.add((at.bits, at.last))
        found |= set(at.legal)
        todo += [at.pick(n) for n in at.legal]
    return found


@pytest.mark.parametrize("game", names())
def test_a_board_is_the_engines_at_every_pick(guest: Visitor, game: str) -> None:
    rng, position = random.Random(f"solo {game}"), load(game).start()
    told = board(guest, game=game)
    while position.choices:
        n = rng.choice(position.legal)
        others = [m for m in position.removal(n) if m != n]
        told = board(guest, game=game, picks=list(position.picks), pick=n)
        position = position.pick(n)
        assert told["picks"] == list(position.picks)
        assert told["legal"] == list(position.legal)
        assert told["gone"] == {str(n): by for n, by in gone(position).items()}
        assert bool(told["also_gone"]) is bool(others)
        assert told["over"] is not position.choices
        assert told["over"] is bool(told["text"].startswith(words.NOTHING_LEFT))
    assert told["legal"] == told["lost"] == []
    assert told["title"] == open_book(game).title
    again = board(guest, game=game, picks=list(position.picks))
    assert {**told, "also_gone": ""} == again


@pytest.mark.parametrize("game", names())
def test_what_is_out_of_reach_can_never_be_picked(guest: Visitor, game: str) -> None:
    rng = random.Random(f"lost {game}")
    for _ in range(4):
        position = load(game, "2-12").start()
        for _ in range(rng.randrange(6)):
            if position.choices:
                position = position.pick(rng.choice(position.legal))
        told = board(guest, game=game, numbers="2-12", picks=list(position.picks))
        lost = set(position.pool) - reached(position) if position.choices else set()
        assert set(told["lost"]) == lost
        assert bool(told["lost_text"]) is bool(lost)


def test_a_pick_that_the_rules_refuse_changes_nothing(guest: Visitor) -> None:
    told = board(guest, game="divisor-duel", picks=[6], pick=4)
    with pytest.raises(IllegalPick) as why:
        load("divisor-duel").play([6, 4])
    assert told["refused"] == f"{why.value}."
    assert told["picks"] == [6]
    assert {**told, "refused": ""} == board(guest, game="divisor-duel", picks=[6])


@pytest.mark.parametrize("game", names())
def test_the_best_is_the_coachs(guest: Visitor, game: str) -> None:
    told = guest.get(f"/api/solo/{game}/best").json
    known = best(load(game))
    assert (told["length"], told["at_most"], told["proved"]) == (known.length, known.at_most, True)
    assert told["text"] == f"The best possible: {known.length}."


def test_every_game_can_be_picked_alone(guest: Visitor) -> None:
    """Those that are the same for one stand together, and chains come first."""
    games = guest.get("/api/solo").json["games"]
    told = [title for game in games for title in (game["title"], *game["also"])]
    assert sorted(told) == sorted(open_book(name).title for name in names())
    chains = [not load(game["name"]).follows.trivial for game in games]
    assert chains == sorted(chains, reverse=True)
    for game in games:
        for title in game["also"]:
            same = next(name for name in names() if open_book(name).title == title)
            assert load(same).same_rules(load(game["name"]))
        for pool in game["pools"]:
            assert pool["length"] == best(load(game["name"], pool["numbers"])).length
            assert pool["proved"]


def outlook(guest: Visitor, **body: object) -> Any:
    answer = guest.post("/api/solo/outlook", body)
    assert answer.status == 200, answer.body
    return answer.json


def test_how_far_one_can_get_and_how_near_one_came(guest: Visitor) -> None:
    asked = {"game": "divisor-duel", "numbers": "1-12"}
    known = best(load("divisor-duel", "1-12"))
    start = outlook(guest, **asked)
    assert (start["length"], start["proved"]) == (known.length, True)
    after = outlook(guest, **asked, picks=[9, 1])  # 7 and 11 would end it, and 5 leads to 10
    assert after["length"] == best_after(load("divisor-duel", "1-12").play([9, 1])).length
    assert after["length"] < known.length
    assert after["text"] == f"From here you can still get to {after['length']}, and no further."
    end = outlook(guest, **asked, picks=[7, 1, 11])
    assert end["text"] == words.judged(3, known) == f"3 picks; the best possible is {known.length}."
    whole = outlook(guest, **asked, picks=list(known.picks))
    assert whole["text"].endswith("the best possible! Nobody can do better.")


def test_where_nobody_knows_the_best_both_bounds_are_told(guest: Visitor) -> None:
    told = guest.get("/api/solo/juniper-green/best?numbers=1-171").json
    assert 100 <= told["length"] <= told["at_most"] <= 171
    assert told["text"] == words.aim(Longest((0,) * told["length"], told["at_most"]))


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"game": "chess"}, "no game is called 'chess'"),
        ({"game": "divisor-duel", "numbers": "1-5000"}, "at most 1,000"),
        ({"game": "divisor-duel", "numbers": "x"}, "x"),
        ({"game": "divisor-duel", "picks": [6, 4]}, "4 is neither"),
        ({"game": "divisor-duel", "picks": ["6"]}, "picks.0"),
        ({}, "game"),
    ],
)
def test_what_makes_no_sense_is_refused(guest: Visitor, body: dict[str, Any], why: str) -> None:
    for path in ("/api/solo", "/api/solo/outlook"):
        answer = guest.post(path, body)
        assert answer.status == 422
        assert why in answer.error


def test_every_number_of_the_largest_pool_can_be_picked(guest: Visitor) -> None:
    picks = list(range(100_999, 99_999, -1))
    told = board(guest, game="prime-rumble", numbers="100000-100999", picks=picks)
    assert told["over"]
    assert len(told["picks"]) == 1_000
