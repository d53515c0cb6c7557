"""Which lesson treats a mistake: held against the lessons themselves, and against the rules."""

from random import Random

import pytest

from lastpick.catalog import load, names, read_book
from lastpick.coach.lesson import READ
from lastpick.coach.lesson_choice import LAST_PICK, treating
from lastpick.coach.lesson_file import open_lesson, shipped
from lastpick.coach.review import as_data, review
from lastpick.oracle import solve
from lastpick.record import Person, Record

TRAP = "trap"  # about positions that are lost, in which nothing is a mistake


@pytest.mark.parametrize("name", [name for name in shipped() if name != TRAP])
def test_a_lesson_treats_mistakes_in_its_own_positions(name: str) -> None:
    found = []
    for step in open_lesson(name).steps:
        verdict = solve(step.position)
        if step.task == READ or not verdict.wins:
            continue
        wrong = [n for n in step.position.legal if n not in verdict.winning]
        found += [treating(step.position, n, verdict) for n in wrong]
    assert name in found


@pytest.mark.parametrize("name", names())
def test_every_mistake_of_a_shipped_game_has_a_lesson_on_such_rules(name: str) -> None:
    rng = Random(name)
    numbers = {"prime-rumble": "2-30", "juniper-green": "1-40"}.get(name)
    game = load(name, numbers)
    people = (Person("Ann"), Person("Bob"))
    lessons = set()
    for _ in range(12):
        picks = game.start().playout(rng).picks
        told = as_data(review(Record(game, people, "2026-11-16", picks)))
        for step in told["steps"]:
            assert bool(step["lesson"]) == step["mistake"]
            if step["lesson"]:
                lessons.add(step["lesson"]["name"])
                assert step["lesson"]["title"] == open_lesson(step["lesson"]["name"]).title
    assert len(lessons) > 1
    for lesson in lessons - {LAST_PICK}:
        taught = open_lesson(lesson).steps[0].book.game
        assert taught.follows.trivial == game.follows.trivial
        assert taught.removes == game.removes


def test_there_is_no_lesson_where_the_last_pick_loses() -> None:
    book = read_book('numbers = "1-9"\nlast_pick = "loses"\nremoves = "abs(m - n) <= 1"\n', "own")
    rng = Random(1)
    wrong = 0
    for _ in range(20):
        picks = book.game.start().playout(rng).picks
        record = Record(book.game, (Person("Ann"), Person("Bob")), "2026-11-16", picks)
        for step in review(record).steps:
            wrong += step.mistake
            assert step.lesson is None
    assert wrong
