"""What is asked and what an answer is worth: the pure pair that all who evaluate go through."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastpick.evaluation import Prompt, Score, prompt, score
from lastpick.evaluation.suite import Item, standard
from lastpick.players.llm.prompt import read_lenient, read_pick

ITEMS = standard().items
ITEM = ITEMS[0]
RIGHT = ITEM.winning[0]
WRONG = next(n for n in ITEM.start().legal if n not in ITEM.winning)


def test_a_question_is_two_messages_that_say_everything() -> None:
    asked = prompt(ITEM)
    assert asked == Prompt(*asked)
    assert asked.whole == f"{asked.system}\n\n{asked.user}"
    assert "you want to win it" in asked.system
    assert "Numbers left in the pool: " in asked.user
    assert "you may pick now" not in asked.user
    assert "you may pick now" in prompt(ITEM, show_legal=True).user


@pytest.mark.parametrize(
    ("answer", "result", "refutation"),
    [
        (f"PICK {RIGHT}", "kept", ""),
        (f"I think.\n\nPICK {RIGHT}\n \n", "kept", ""),
        (f"PICK {WRONG}", "lost", f"{WRONG} loses: "),
        ("PICK 999999", "illegal", "an illegal pick: "),
        ("PICK 0", "garbage", "the 0 of the form only stands for the number"),
        ("", "garbage", "expected a last line such as PICK 12, found ''"),
        (f"PICK {RIGHT}.", "garbage", "expected a last line"),
        (None, "refused", "an answer was refused"),
    ],
)
def test_what_an_answer_is_worth(answer: str | None, result: str, refutation: str) -> None:
    found = score(ITEM, answer)
    assert (found.result, found.kept) == (result, result == "kept")
    assert found.refutation.startswith(refutation)
    assert bool(found.refutation) == (result != "kept")
    assert found.legal == (result in ("kept", "lost"))


def test_every_legal_pick_of_every_item_is_kept_or_lost_as_the_suite_says() -> None:
    for item in ITEMS[::7]:
        for n in item.start().legal:
            found = score(item, f"PICK {n}")
            assert found == Score(item, "kept" if n in item.winning else "lost", n)


LENIENT = [
    "**PICK 12**", "PICK **12**", "PICK 12.", "**PICK 12.**", "`PICK 12`", "```\nPICK 12\n```",
    "```text\nPICK 12\n```\n", "PICK: 12", "**PICK:** 12", "pick 12", "> PICK 12", "_PICK 12_.",
    "### PICK 12", "~~~\nPICK 12\n~~~",
]  # fmt: skip


@pytest.mark.parametrize("answer", LENIENT)
def test_markup_passes_the_lenient_reader_only(answer: str) -> None:
    answer = f"PICK 3 would lose.\n{answer}"
    assert read_pick(answer) is None
    assert read_lenient(answer) == 12


@pytest.mark.parametrize(
    "answer",
    [
        "", "12", "PICK12", "PICK", "PICK 012", "PICK 1_2", "PICK 1 2", "PICK 12 or 13", "PICK -12",
        "PICK 12, since it wins", "I PICK 12", "PICK 12\nThat wins.", "PICK 1,200", "PICK 12.5",
        "```\n```", "PICK ١٢", "PICK twelve", "UNPICK 12", "PICK 12..",
    ],
)  # fmt: skip
def test_whatever_says_more_or_less_is_no_pick_for_either(answer: str) -> None:
    assert read_pick(answer) is None
    assert read_lenient(answer) is None


@given(st.text(alphabet="PICKpick 0123456789\n*_`.:>#~\r", max_size=40))
def test_the_lenient_reader_takes_all_that_the_strict_one_takes(answer: str) -> None:
    strict = read_pick(answer)
    if strict is not None:
        assert read_lenient(answer) == strict
    found = read_lenient(answer)
    assert found is None or str(found) in answer


def test_leniency_is_by_option() -> None:
    answer = f"**PICK {RIGHT}**"
    assert score(ITEM, answer).result == "garbage"
    assert score(ITEM, answer, lenient=True).kept


@pytest.mark.parametrize("item", ITEMS[::100], ids=lambda item: str(item.number))
def test_whoever_repeats_the_question_has_picked_nothing(item: Item) -> None:
    asked = prompt(item)
    for lenient in (False, True):
        assert score(item, asked.user, lenient).result == "garbage"
        assert score(item, asked.whole, lenient).result == "garbage"


@pytest.mark.parametrize("begin", ["PICK", "PICK 12", "PICK ", "> "])
@pytest.mark.parametrize("mark", ["*", " ", "`"])
def test_markup_without_end_is_read_in_one_pass(begin: str, mark: str) -> None:
    """Tried in every way, so much of it would take hours."""
    assert read_lenient(begin + 400_000 * mark + "x") is None
