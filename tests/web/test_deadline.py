"""Every question that is asked of the oracle ends with its deadline, whatever it is about.

The clock is a made one. A question that was not handed its budget would take its time, and
know the answer.
"""

import json
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from lastpick.coach.plain import NOT_KNOWN
from lastpick.game import Game
from lastpick.players import find_bot, rng_for
from lastpick.record import Person, Record, write
from lastpick.web.asking import puzzles as about_puzzles
from lastpick.web.asking import questions
from lastpick.web.asking.questions import OF_THE_ORACLE, Source, open_source
from lastpick.web.asking.worker import reply

HARD = Source("", 'numbers = "1-16"\nfollows = "n != last + 1 and last != n + 3"\n', None)
LATE = [1, 13]  # picks after which the position is lost, and hard to see through
NO_TIME_FOR_PUZZLE = "there was no time to see whether this is a puzzle"
NO_TIME = "there was no time to look at all positions"


def game() -> Game:
    return open_source(HARD).game


def ask(question: str, *words: Any, late: bool) -> dict[str, Any]:
    """A question as it comes over the wire; if late, the deadline has passed at the first look."""
    clock = count(0, 1000 if late else 0)
    asked = json.loads(json.dumps({"question": question, "words": words, "seconds": 4.0}))
    return reply(asked, clock=lambda: float(next(clock)))


def record() -> str:
    return write(Record(game(), (Person("A"), Person("B")), "2026-01-01", (*LATE, 6)))


def test_a_verdict() -> None:
    assert NO_TIME in ask("verdict", HARD, LATE, late=True)["answer"]["verdict"]["reason"]["text"]
    assert ask("verdict", HARD, LATE, late=False)["answer"]["verdict"]["wins"] is not None


@pytest.fixture
def nothing_seen(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Hints look at a position once; this forgets it."""

    def forget() -> None:
        monkeypatch.setattr(questions, "_looks", {})

    forget()
    return forget


@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_hint(step: int, nothing_seen: Callable[[], None]) -> None:
    late = ask("hint", HARD, LATE, step, late=True)["answer"]
    assert (late["step"], late["area"], late["pick"]) == (step, None, None)
    told = (NOT_KNOWN, "You have 12 picks. ", "16 leaves your opponent the most answers, 13. ")
    assert late["text"].startswith(told[step - 1])
    assert ask("hint", HARD, LATE, step, late=False)["answer"] == late, "it is not tried again"
    nothing_seen()
    in_time = ask("hint", HARD, LATE, step, late=False)["answer"]
    assert not in_time["text"].startswith(told[step - 1])


def test_a_hint_for_whose_trap_there_is_no_time(nothing_seen: Callable[[], None]) -> None:
    """The position is lost. If the time is up as soon as that is known, no pick is named."""
    looks = count()
    answer = {"question": "verdict", "words": [HARD, LATE], "seconds": 4.0}
    assert reply(answer, clock=lambda: 0.0 * next(looks))["answer"]["verdict"]["wins"] is False
    first, again = next(looks), count()
    asked = {"question": "hint", "words": [HARD, LATE, 3], "seconds": 4.0}
    late = reply(asked, clock=lambda: 1000.0 * (next(again) >= first))["answer"]
    assert (late["kind"], late["area"], late["pick"]) == (None, None, None)
    nothing_seen()
    assert ask("hint", HARD, LATE, 3, late=False)["answer"]["text"] != late["text"]


def test_a_review() -> None:
    late = ask("review", record(), late=True)["answer"]
    assert {step["grade"] for step in late["steps"]} == {"not graded"}
    assert late["not_graded"] == len(late["steps"]) == 3
    in_time = ask("review", record(), late=False)["answer"]
    assert not {"unknown", "not graded"} & {step["grade"] for step in in_time["steps"]}
    assert in_time["not_graded"] == 0


def test_a_bot() -> None:
    """Without time to see the best pick, it plays as the greedy one does."""
    picks = [*LATE, 6]
    position = game().play(picks)
    greedy = [find_bot("greedy").choose(position, rng_for(s, 1, len(picks))) for s in range(5)]
    for seed, pick in enumerate(greedy):
        assert ask("choose", HARD, picks, "perfect", seed, late=True) == {"answer": pick}
    best = [ask("choose", HARD, picks, "perfect", seed, late=False)["answer"] for seed in range(5)]
    assert best != greedy


def test_puzzles() -> None:
    for asked in (
        ("puzzle", HARD, None, 1),
        ("any_puzzle", None, None, 1),
    ):
        late = ask(*asked, late=True)
        assert late["kind"] == "BudgetError"
        assert "no puzzle found on" in late["error"]
        assert "in 1 try; there was no time for more" in late["error"]
        assert ask(*asked, late=False)["answer"]["level"] in range(1, 6)


def test_a_puzzle_by_its_id() -> None:
    asked = ("named_puzzle", "prime-rumble_2-50_7-11")
    late = ask(*asked, late=True)
    assert late["kind"] == "BudgetError"
    assert late["error"].startswith("there was no time to see how hard")
    assert ask(*asked, late=False)["answer"]["level"] in range(1, 6)


@pytest.mark.usefixtures("nothing_seen")
def test_a_hint_for_a_puzzle() -> None:
    follows = "n % last == 0 or last % n == 1 or n > last + 4"
    hard = Source("", f'numbers = "1-16"\nfollows = "{follows}"\n', None)
    late = ask("puzzle_hint", hard, [1, 7], 1, late=True)
    assert late == {"error": NO_TIME_FOR_PUZZLE, "kind": "BudgetError"}
    told = ask("puzzle_hint", hard, [1, 7], 1, late=False)["answer"]["text"]
    assert "the winning pick" in told


def test_a_result_to_share() -> None:
    asked = ("daily_share", "2026-01-02", 2, 1, True, 3)
    assert ask(*asked, late=True)["kind"] == "BudgetError"
    assert "Solved on try 2, 1 hint" in ask(*asked, late=False)["answer"]["text"]


def test_a_picture_of_the_puzzle_of_a_day() -> None:
    asked = ("daily_picture", "2026-01-03", ["one", "two", "three"])
    assert ask(*asked, late=True)["kind"] == "BudgetError"
    assert "answer" in ask(*asked, late=False)


def test_the_puzzle_of_a_day() -> None:
    late = ask("daily", "2026-01-01", late=True)
    assert late["kind"] == "BudgetError"
    assert late["error"] == "there was no time to find the puzzle of 2026-01-01"
    assert ask("daily", "2026-01-01", late=False)["answer"]["date"] == "2026-01-01"


def test_the_answer_to_a_puzzle() -> None:
    follows = "n % last == 0 or last % n == 1 or n > last + 4"
    hard = Source("", f'numbers = "1-16"\nfollows = "{follows}"\n', None)
    for pick in (12, 14):
        assert ask("answer", hard, [1, 7], pick, late=False)["answer"]["right"] is (pick == 12)
        assert ask("answer", hard, [1, 7], pick, late=True) == {
            "error": "this position is no puzzle: it has not exactly one winning pick",
            "kind": "RecordError",
        }


def test_nothing_else_is_asked() -> None:
    asked = {"verdict", "hint", "review", "choose"}
    asked |= {"puzzle", "any_puzzle", "named_puzzle", "puzzle_hint", "answer"}
    asked |= {"daily", "daily_share", "daily_picture"}
    answered = {*OF_THE_ORACLE, *about_puzzles.OF_THE_ORACLE}
    assert answered == asked, "ask the new question above too, and name it here"
