"""Games that begin from a position: the picks before are terms, and all else goes by them."""

from __future__ import annotations

import pytest
from support.game_logs import add, game_log
from support.visitor import Visitor

from lastpick.catalog import open_book
from lastpick.coach.review import GIVEN
from lastpick.errors import RecordError
from lastpick.game import Game
from lastpick.record import gone, parse
from lastpick.web.game import actions
from lastpick.web.game.terms import PERSON, Clock

BEGUN = [6, 3, 9]


def game() -> Game:
    return open_book("divisor-duel").game


def test_the_state_is_that_of_the_position(visitor: Visitor) -> None:
    table = visitor.create("me", "me", picks=BEGUN)
    position = game().play(BEGUN)
    state = table.state
    assert (state["picks"], state["given"], state["version"]) == (BEGUN, 3, 0)
    assert (state["turn"], state["last"], state["outcome"]) == (2, 9, None)
    assert state["legal"] == list(position.legal)
    assert state["gone"] == {str(n): by for n, by in gone(position).items()}
    assert table.log == []
    table.play(18)
    assert (table.state["picks"], table.state["version"]) == ([*BEGUN, 18], 1)
    assert visitor.create().state["given"] == 0


@pytest.mark.parametrize(
    ("picks", "said"),
    [
        ([6, 7], "7 is neither a divisor nor a multiple of 6"),
        ([6, 6], "6"),
        ([6, 21], "21"),
        ([11, 1, 13], "the game is over after these picks; leave out the last of them"),
    ],
)
def test_the_engine_says_what_cannot_have_been(
    visitor: Visitor, picks: list[int], said: str
) -> None:
    body = {"game": "divisor-duel", "seats": ["me", "perfect"], "picks": picks}
    answer = visitor.post("/api/games", body)
    assert answer.status == 422
    assert said in answer.error


def test_an_own_game_begins_from_a_position_too(visitor: Visitor) -> None:
    own = 'numbers = "1-6"\nfollows = "abs(n - last) <= 2"\n'
    table = visitor.create(toml=own, picks=[1, 3])
    assert table.state["legal"] == [2, 4, 5]
    refused = visitor.post("/api/games", {"toml": own, "seats": ["me", "me"], "picks": [1, 4]})
    assert refused.status == 422


def test_a_bot_goes_on_from_there(visitor: Visitor) -> None:
    table = visitor.create("me", "perfect", picks=BEGUN)
    state = table.until(lambda state: len(state["picks"]) == 4)
    assert state["picks"][:3] == BEGUN
    assert state["turn"] == 1


def test_what_was_given_cannot_be_taken_back(visitor: Visitor) -> None:
    table = visitor.create("me", "greedy", picks=BEGUN)
    table.until(lambda state: len(state["picks"]) == 4)
    refused = table.act("takeback", 1)
    assert (refused.status, refused.error) == (422, "you have not picked anything yet")
    n = table.state["legal"][0]
    table.play(n)
    table.until(lambda state: state["turn"] == 1 or state["outcome"])
    if not table.state["outcome"]:
        assert table.act("takeback", 1).json["picks"][:4] == table.state["picks"][:4]
    alone = visitor.create(picks=BEGUN)
    assert alone.act("takeback", 1).status == 422
    alone.play(18)
    assert alone.act("takeback", 2).json["picks"] == BEGUN


def test_the_clock_waits_for_the_first_pick_that_is_made() -> None:
    log = game_log(picks=(6, 3), clock=Clock(60, 0))
    assert log.time_left(1e9) is None
    add(log, actions.pick(log, 1, 9), at=100.0)
    assert log.time_left(110.0) == 50.0


def test_the_next_game_begins_there_with_changed_sides(visitor: Visitor) -> None:
    table = visitor.create(picks=BEGUN)
    table.act("resign", 1)
    again = table.act("rematch", 1)
    assert again.json["id"]
    state = visitor.state(again.json["id"])
    assert (state["picks"], state["given"], state["previous"]) == (BEGUN, 3, table.id)
    bots = visitor.create("me", "level:1", picks=[6, 3])
    bots.act("resign", 1)
    state = visitor.state(bots.act("rematch", 1).json["id"])
    assert (state["seats"], state["picks"][:2]) == (["level:1", PERSON], [6, 3])


def test_record_and_review_tell_what_was_given(visitor: Visitor) -> None:
    # Of the sample game the 11th and the 12th pick were mistakes, one of each player.
    sample = [6, 3, 9, 18, 2, 12, 4, 8, 16, 1, 5, 10, 20]
    table = visitor.create(names=["Ann", "Ben"], picks=sample[:11])
    table.play(10, 20)
    text = visitor.get(f"{table.path}/record").body.decode()
    assert "\nGiven: 11 picks\n" in text
    (record,) = parse(text)
    assert (record.given, list(record.events)) == (11, sample)
    review = visitor.get(f"{table.path}/review").json
    assert [step["grade"] for step in review["steps"][:11]] == [GIVEN] * 11
    assert not any(step["mistake"] or step["mattered"] for step in review["steps"][:11])
    assert [player["mistakes"] for player in review["players"]] == [0, 1]
    assert review["turning_point"] == 12
    late = visitor.create(picks=sample[:12])
    late.play(20)
    assert visitor.get(f"{late.path}/review").json["turning_point"] is None
    whole = visitor.post("/api/review", {"record": text.replace("Given: 11 picks\n", "")}).json
    assert [player["mistakes"] for player in whole["players"]] == [1, 1]


def test_replaying_the_log_begins_there_too() -> None:
    log = game_log(picks=(6, 3))
    add(log, actions.pick(log, 1, 9))
    assert log.at(0).play.position.picks == (6, 3)
    assert log.at(1).state() == log.state()
    with pytest.raises(RecordError, match="you have not picked"):
        actions.takeback(log.at(0), 2, agree=True)
