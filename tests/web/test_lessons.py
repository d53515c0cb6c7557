"""Lessons over the wire: each walked through to its end, with what the coach itself says."""

from typing import Any

import pytest
from support.visitor import Visitor

from lastpick.coach import lesson_words as words
from lastpick.coach.lesson import (
    LEARNER,
    PICK,
    PLAY,
    READ,
    LessonStep,
    Playing,
    answered,
    expected,
)
from lastpick.coach.lesson_file import open_lesson, shipped
from lastpick.game import Position
from lastpick.oracle import Budget, solve

MOST_TRIES = 30  # of a game against a bot that goes wrong by chance, always the same way


def posted(guest: Visitor, call: str, **body: object) -> Any:
    answer = guest.post(f"/api/lessons/{call}", body)
    assert answer.status == 200, answer.body
    return answer.json


def same_board(told: Any, step: LessonStep, position: Position) -> None:
    assert told["picks"] == list(position.picks)
    assert told["last"] == position.last
    mine = step.position.turn if step.begins == LEARNER else 3 - step.position.turn
    made = [1 + at % 2 for at in range(len(position.picks))]
    assert told["makers"] == [1 if seat == mine else 2 for seat in made]
    assert told["turn"] == (1 if position.turn == mine else 2)
    assert told["legal"] == list(position.legal)
    assert told["removes"] == {str(n): list(position.removal(n)) for n in position.legal}
    assert {int(n) for n in told["gone"]} == set(position.gone)
    causes = {by for by in told["gone"].values() if by is not None}
    assert causes <= {*position.picks, position.game.start_from}
    left_out = {n for n, by in told["gone"].items() if by is None}
    if not step.position.picks:  # a position that the lesson has set up
        assert left_out == {str(n) for n in step.position.gone}


def test_the_list_is_the_coachs(guest: Visitor) -> None:
    told = guest.get("/api/lessons").json["lessons"]
    lessons = [open_lesson(name) for name in shipped()]
    assert [one["name"] for one in told] == list(shipped())
    for one, lesson in zip(told, lessons, strict=True):
        assert (one["title"], one["goal"], one["minutes"]) == lesson[1:4]
        assert one["steps"] == [step.digest for step in lesson.steps]
        assert one["games"][0] == lesson.steps[0].book.title
    assert len(told[-1]["games"]) == 3


@pytest.mark.parametrize("name", shipped())
def test_a_lesson_is_taken_to_its_end(guest: Visitor, name: str) -> None:
    lesson, told = open_lesson(name), guest.get(f"/api/lessons/{name}").json
    assert told["aim"] == words.goal(lesson)
    after = list(shipped())[list(shipped()).index(name) + 1 :]
    assert (told["next"] and told["next"]["name"]) == (after[0] if after else None)
    for number, (step, shown) in enumerate(zip(lesson.steps, told["steps"], strict=True), 1):
        assert (shown["id"], shown["text"], shown["kind"]) == (step.digest, step.text, step.task)
        assert shown["numbers"] == str(step.book.game.numbers)
        assert told["books"][shown["game"]]["rules"] == step.book.rules
        same_board(shown, step, step.position)
        asked = {"lesson": name, "step": number}
        if step.task == PICK:
            take_picking(guest, asked, step)
        elif step.task == PLAY:
            assert shown["begins"] == words.begins(step)
            take_playing(guest, asked, step, shown)


def take_picking(guest: Visitor, asked: dict[str, Any], step: LessonStep) -> None:
    right = expected(step)
    wrong = next((n for n in step.position.legal if n not in right), None)
    too = next((n for n in solve(step.position).winning if n not in right), None)
    for n in (right[0], wrong, too):
        if n is not None:
            told = posted(guest, "answer", **asked, pick=n)
            found = answered(step, n)
            assert told.pop("wrong") is (not found.right and n not in solve(step.position).winning)
            assert told == {"legal": True, "right": found.right, "text": words.judged(found)}
            assert told["right"] or n not in right
    text, picks = words.answer(step, Budget())
    shown = posted(guest, "show", **asked, tries=1)
    assert shown == {"shown": True, "text": text, "picks": list(picks)}
    given, more = 0, True
    while more:
        hint = posted(guest, "hint", **asked, given=given)
        assert hint == words.next_hint(step, step.position, given, Budget())._asdict()
        assert hint["given"] == given + 1 or not hint["more"]
        given, more = hint["given"], hint["more"]


def take_playing(guest: Visitor, asked: dict[str, Any], step: LessonStep, shown: Any) -> None:
    """Won by the oracle's picks; where the coach's side is a bot, once it goes wrong."""
    for tries in range(1, MOST_TRIES):
        playing = Playing(step)
        playing.tries = tries
        made: list[int] = []
        if playing.coach_is_next:
            assert shown["coach_begins"]
            told = posted(guest, "play", **asked, tries=tries)
            assert told["landed"] is None
            made = follow(told, playing, None)
        while not playing.over:
            best = solve(playing.position)
            n = best.winning[0] if best.winning else playing.position.legal[0]
            told = posted(guest, "play", **asked, tries=tries, made=made, pick=n)
            made = follow(told, playing, n)
        assert told["won"] is playing.won
        assert told["text"].endswith(words.how_it_ended(playing))
        if playing.won:
            return
    raise AssertionError("the game could not be won")


def follow(told: Any, playing: Playing, n: int | None) -> list[int]:
    """Make the same picks beside, and compare what is said."""
    said = ""
    if n is not None:
        said = playing.pick(n)
        same_board(told["landed"], playing.step, playing.position)
    assert told["lets_go"] is bool(said)
    assert told["text"].startswith(said)
    reply = playing.reply() if playing.coach_is_next and not playing.over else None
    assert told["reply"] == reply
    assert told["news"] == ("" if reply is None else f"The coach picks {reply}.")
    assert told["over"] is playing.over
    same_board(told["board"], playing.step, playing.position)
    made: list[int] = told["made"]
    assert made == list(playing.position.picks[len(playing.step.position.picks) :])
    return made


def test_a_game_that_lets_go_of_the_win_says_so(guest: Visitor) -> None:
    name = "last-pick"
    number, step = next(
        (i, step) for i, step in enumerate(open_lesson(name).steps, 1) if step.task == PLAY
    )
    begun = posted(guest, "play", lesson=name, step=number)
    position = step.position.pick(begun["reply"])
    wrong = next(n for n in position.legal if n not in solve(position).winning)
    told = posted(guest, "play", lesson=name, step=number, made=begun["made"], pick=wrong)
    assert told["lets_go"]
    assert told["text"].startswith(f"{wrong} loses")
    again = posted(guest, "play", lesson=name, step=number, made=begun["made"], pick=wrong)
    assert again == told  # the same try gets the same reply


def test_a_pick_that_the_rules_refuse_is_no_try(guest: Visitor) -> None:
    told = posted(guest, "answer", lesson="last-pick", step=2, pick=99)
    assert told == {
        "legal": False,
        "right": None,
        "wrong": False,
        "text": "99 is not in the range 1-6.",
    }
    played = posted(guest, "play", lesson="last-pick", step=6, made=[2], pick=2)
    assert (played["legal"], played["text"]) == (False, "2 was already picked.")
    assert (played["made"], played["reply"]) == ([2], None)
    early = posted(guest, "show", lesson="last-pick", step=2, tries=0)
    assert early == {"shown": False, "text": words.TRY_FIRST, "picks": []}


@pytest.mark.parametrize(
    ("call", "body", "status", "why"),
    [
        ("answer", {"lesson": "chess", "step": 1, "pick": 1}, 404, "no lesson is called 'chess'"),
        ("answer", {"lesson": "../x.toml", "step": 1, "pick": 1}, 404, "no lesson is called"),
        ("answer", {"lesson": "last-pick", "step": 1, "pick": 1}, 422, "is only read"),
        ("answer", {"lesson": "last-pick", "step": 99, "pick": 1}, 422, "the steps 1 to 7"),
        ("answer", {"lesson": "last-pick", "step": 0, "pick": 1}, 422, "step"),
        ("hint", {"lesson": "last-pick", "step": 1}, 422, "is only read"),
        ("show", {"lesson": "last-pick", "step": 6, "tries": 1}, 422, "is a game"),
        ("play", {"lesson": "last-pick", "step": 2}, 422, "asks for one pick"),
        ("play", {"lesson": "last-pick", "step": 6, "made": [99]}, 422, "99 is not in the range"),
        ("play", {"lesson": "last-pick", "step": 6, "pick": 1}, 422, "it is the coach's turn"),
    ],
)
def test_what_makes_no_sense_is_refused(
    guest: Visitor, call: str, body: dict[str, Any], status: int, why: str
) -> None:
    answer = guest.post(f"/api/lessons/{call}", body)
    assert answer.status == status
    assert why in answer.error


def test_a_lesson_that_is_none_is_not_found(guest: Visitor) -> None:
    assert guest.get("/api/lessons/chess").status == 404
    assert {step.task for step in open_lesson("last-pick").steps} == {READ, PICK, PLAY}
