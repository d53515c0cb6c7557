"""Every kind of event, ending and grade that record and coach know has words on the page."""

from __future__ import annotations

import re
from pathlib import Path

import lastpick.web
from lastpick.coach.review import GRADES
from lastpick.record import ENDINGS, PASS, SWAP, UNDO
from lastpick.record.endings import WHY_LOST
from lastpick.record.play import _WORDS
from lastpick.web.http.page_text import section

TYPES = Path(lastpick.web.__file__).parent / "page" / "shared" / "types.d.ts"
LEFT_OUT = {
    UNDO,
    SWAP,
}  # a review grades what stands: a pick taken back is gone, a swap is an offer


def union(name: str) -> set[str]:
    """The texts that a type of the page stands for."""
    found = re.search(rf"export type {name} =([^;]*);", TYPES.read_text())
    assert found
    return set(re.findall(r"'([^']+)'", found[1]))


def test_what_happens_in_a_game_has_words_in_its_review() -> None:
    steps = set(_WORDS) - LEFT_OUT
    assert steps == {PASS, *ENDINGS}
    words = section("review")
    assert set(words["did"]) == set(words["letGo"]) == {"pick", *steps}
    assert set(words["inList"]) == steps
    assert union("EarlyEnd") == set(ENDINGS)


def test_every_grade_has_words() -> None:
    assert set(section("review")["grades"]) == union("Grade") == set(GRADES)


def test_every_reason_to_lose_has_words() -> None:
    assert {ending.reason for ending in ENDINGS.values()} < set(WHY_LOST)
    assert all(WHY_LOST.values())
