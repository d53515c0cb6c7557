"""What the lessons teach is enough: a player that knows only their rules beats level:4.

LASTPICK_THOROUGH=1 plays a thousand games of each family, half of them in each seat.
"""

import os
import re
from pathlib import Path
from random import Random

import pytest
import rules_of_thumb
from rules_of_thumb import FAMILIES, GAMES, TAUGHT, best_pairs, fit, lost, mended, pick, score
from support.claims import most_pairs

from lastpick.catalog import load
from lastpick.coach.lesson_file import open_lesson
from lastpick.oracle import solve

THOROUGH = bool(os.environ.get("LASTPICK_THOROUGH"))
ENOUGH = 0.6
QUICK = dict.fromkeys(FAMILIES, 200) | {"prime-rumble": 30}  # games in each seat


@pytest.mark.parametrize("name", FAMILIES)
def test_rules_of_thumb_beat_level_4(name: str) -> None:
    assert score(name, GAMES if THOROUGH else QUICK[name]).share >= ENOUGH


@pytest.mark.parametrize(("rule", "lesson", "words"), TAUGHT)
def test_each_rule_is_stated_by_its_lesson(rule: str, lesson: str, words: str) -> None:
    text = " ".join(" ".join(step.text.split()) for step in open_lesson(lesson).steps)
    assert words in text, rule


def test_every_decision_rests_on_a_lesson() -> None:
    taught = {rule for rule, _, _ in TAUGHT}
    assert {"ends", "wins_chain", "drawn_up", "mending", "chain_trap"} <= taught
    assert {"worth", "cancel", "row_trap", "struck_out", "lost", "largest"} <= taught


def test_no_rule_asks_the_oracle() -> None:
    source = Path(rules_of_thumb.__file__).read_text()
    imported = re.findall(r"^from (lastpick\S*) import|^import (lastpick\S*)", source, re.MULTILINE)
    assert sorted(one for one, _ in imported) == [
        "lastpick.catalog",
        "lastpick.game",
        "lastpick.players",
    ]


def test_a_pairing_by_hand_is_a_best_one() -> None:
    """Drawn up with care, and however clumsily it was begun."""
    start, chance, longer = load("divisor-duel", "1-40").start(), Random(5), 0
    for _ in range(100):
        left = frozenset(chance.sample(range(1, 41), 14))
        clumsy = clumsily(left)
        longer += len(clumsy) // 2 < most_pairs(start, left)
        assert len(best_pairs(left)) == most_pairs(start, left) == len(mended(left, clumsy))
    assert longer > 10


def clumsily(left: frozenset[int]) -> dict[int, int]:
    """A pairing that begins with the smallest numbers, which could have had any partner."""
    partner: dict[int, int] = {}
    for n in sorted(left):
        free = [m for m in left if fit(n, m) and m not in partner]
        if n not in partner and free:
            partner[n], partner[min(free)] = min(free), n
    return partner


def test_a_board_that_is_called_lost_is_lost() -> None:
    game = load("prime-rumble", "2-30")
    position = game.start()
    seen = 0
    while position.choices:
        for n in position.legal:
            after = position.pick(n)
            if lost(frozenset(after.pool)):
                seen += 1
                assert not solve(after).wins
        position = position.pick(pick(position))
    assert seen > 5
