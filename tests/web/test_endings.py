"""Resigning, taking back, claiming, running out of time, and the next game."""

import pytest
from support.visitor import Table, Visitor

from lastpick.web.game.terms import PERSON


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("picks", [(), (6,)])
def test_either_may_resign_at_either_turn(
    visitor: Visitor, seat: int, picks: tuple[int, ...]
) -> None:
    table = visitor.friends()
    for n in picks:
        table.play(n)
    answer = table.act("resign", seat)
    assert answer.status == 201
    assert answer.json["outcome"] == {"winner": 3 - seat, "reason": "resignation"}
    assert answer.json["legal"] == []
    assert answer.json["match"]["score"] == ([0, 1] if seat == 1 else [1, 0])
    assert table.act("resign", 3 - seat).status == 422


# --- takeback -------------------------------------------------------------------------------------


def test_a_takeback_is_by_consent(visitor: Visitor) -> None:
    table = visitor.friends()
    table.play(6, 3)
    asked = table.act("takeback", 1)
    assert (asked.status, asked.json["takeback"]) == (201, 1)
    assert asked.json["picks"] == [6, 3]
    assert table.act("takeback", 1).status == 422  # asking twice helps nobody
    agreed = table.act("takeback", 2, agree=True)
    assert (agreed.status, agreed.json["picks"]) == (201, [])
    assert (agreed.json["takeback"], agreed.json["turn"]) == (None, 1)
    assert agreed.json["gone"] == {}
    kinds = [(change["kind"], change["seat"]) for change in table.log]
    assert kinds == [("pick", 1), ("pick", 2), ("ask", 1), ("undo", 2), ("undo", 2)]


def test_a_takeback_can_be_declined(visitor: Visitor) -> None:
    table = visitor.friends()
    table.play(6)
    table.act("takeback", 1)
    answer = table.act("takeback", 2, agree=False)
    assert (answer.status, answer.json["takeback"], answer.json["picks"]) == (201, None, [6])
    assert table.act("takeback", 2, agree=False).status == 422
    table.act("takeback", 1)
    assert table.play(3)["takeback"] is None  # a pick declines too


def test_a_bot_and_the_same_screen_agree_at_once(visitor: Visitor) -> None:
    alone = visitor.create()
    alone.play(6, 3)
    assert alone.act("takeback", 1).json["picks"] == [6]
    against = visitor.create("me", "greedy")
    against.play(6)
    against.until(lambda state: len(state["picks"]) == 2)
    assert against.act("takeback", 1).json["picks"] == []


# --- claim ----------------------------------------------------------------------------------------


def test_a_game_that_the_other_one_left_can_be_claimed(visitor: Visitor) -> None:
    table = visitor.friends()
    table.play(6)
    assert table.act("claim", 2).status == 403  # it is their turn; and they are heard by this
    early = table.act("claim", 1)
    assert early.status in (201, 422)  # a second may have passed already
    table.until(lambda _: table.state["outcome"] is not None or table.act("claim", 1).status == 201)
    state = table.state
    assert state["outcome"] == {"winner": 1, "reason": "left the game"}
    assert table.log[-1]["kind"] == "left"
    assert table.log[-1]["seat"] == 2


def test_whoever_is_there_cannot_be_claimed_from(guest: Visitor) -> None:
    table = guest.friends()
    with guest.news(table.id, table.tokens["2"]) as stream:
        stream.through("state")
        table.play(6)
        began = table.state["now"]
        table.until(lambda state: state["now"] > began + 1.1)
        refused = table.act("claim", 1)
        assert refused.status == 422
        assert "player 2 was here 0 seconds ago" in refused.error


def test_a_friend_who_never_came_cannot_have_left(visitor: Visitor) -> None:
    table = visitor.create("me", "friend")
    assert table.pick(1, 6).status == 201  # one need not wait to begin
    refused = table.act("claim", 1)
    assert refused.status == 422
    assert "nobody has taken the other seat yet" in refused.error


def test_a_bot_cannot_have_left(guest: Visitor) -> None:
    table = guest.create("me", "me")
    table.play(6)
    assert table.act("claim", 1).status == 422


# --- the clock ------------------------------------------------------------------------------------


def test_with_a_clock_both_must_be_here_before_it_starts(visitor: Visitor) -> None:
    table = visitor.create("me", "friend", clock={"seconds": 60})
    refused = table.pick(1, 6)
    assert refused.status == 422
    assert "wait for the other player" in refused.error
    table.tokens |= table.join().json["tokens"]
    state = table.pick(1, 6).json
    assert state["clock"]["running"]
    assert state["clock"]["left"] == [60.0, 60.0]
    state = table.pick(2, 3).json
    assert 0 < state["clock"]["left"][1] <= 60.0
    assert state["clock"]["left"][0] == 60.0


# --- the next game --------------------------------------------------------------------------------


def rematch(table: Table, seat: int) -> Table:
    """Ask for another game, and take a seat there."""
    answer = table.act("rematch", seat)
    assert answer.status == 201, answer.body
    return Table(table.visitor, answer.json)


def both_again(table: Table) -> Table:
    """The next game of two people, with both tokens."""
    waits = table.act("rematch", 1)
    assert (waits.status, waits.json["id"], waits.json["tokens"]) == (201, None, {})
    assert waits.json["state"]["rematch"] == [1]
    new = rematch(table, 2)
    assert list(new.tokens) == ["1"]  # whoever was second starts now
    same = rematch(table, 1)
    assert same.id == new.id
    assert list(same.tokens) == ["2"]
    new.tokens |= same.tokens
    return new


def test_a_match_of_three_games_between_two_people(visitor: Visitor) -> None:
    first = visitor.friends(best_of=3, names=["Ann", None], numbers="1-12")
    assert first.act("rematch", 1).status == 422
    first.act("resign", 2)
    second = both_again(first)
    state = second.state
    assert state["match"] == {"best_of": 3, "number": 2, "score": [0, 1]}  # Ann is Player 2 now
    assert [person["name"] for person in state["people"]] == [None, "Ann"]
    assert (state["previous"], first.state["next"]) == (first.id, second.id)
    assert (state["numbers"], state["seats"]) == ("1-12", [PERSON, PERSON])
    assert second.act("resign", 2).json["match"]["score"] == [1, 1]
    third = both_again(second)
    assert third.state["match"] == {"best_of": 3, "number": 3, "score": [1, 1]}
    assert third.act("resign", 2).json["match"]["score"] == [2, 1]
    another = both_again(third)
    assert another.state["match"] == {"best_of": 3, "number": 1, "score": [0, 0]}


def test_a_rematch_gives_the_same_answer_again(visitor: Visitor) -> None:
    table = visitor.friends()
    table.act("resign", 1)
    new = both_again(table)
    again = rematch(table, 2)
    assert (again.id, again.tokens) == (new.id, {"1": new.tokens["1"]})
    assert rematch(table, 1).tokens == {"2": new.tokens["2"]}
    assert len(table.log) == 3


def test_asking_twice_for_a_rematch_is_asking_once(visitor: Visitor) -> None:
    table = visitor.friends()
    table.act("resign", 1)
    for _ in range(2):
        assert table.act("rematch", 1).json["id"] is None
    assert table.state["rematch"] == [1]
    assert table.act("rematch", 2, version=0).status == 409


def test_a_bot_always_wants_another_game(visitor: Visitor) -> None:
    table = visitor.create("me", "greedy", best_of=3)
    table.act("resign", 1)
    new = rematch(table, 1)
    assert list(new.tokens) == ["2"]
    state = new.until(lambda state: state["turn"] == 2)
    assert state["seats"] == ["greedy", PERSON]
    assert state["match"] == {"best_of": 3, "number": 2, "score": [1, 0]}


def test_at_one_screen_both_tokens_come_along(visitor: Visitor) -> None:
    table = visitor.create()
    table.act("resign", 2)
    new = rematch(table, 2)
    assert sorted(new.tokens) == ["1", "2"]
    assert rematch(table, 1).tokens == new.tokens
    assert new.play(6, 3)["version"] == 2
