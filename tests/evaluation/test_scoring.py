"""The formulas, on cases that are worked out by hand, and on players whose score is known."""

from __future__ import annotations

from math import sqrt

import pytest

from lastpick.arena.intervals import cautious
from lastpick.evaluation.ask import DECISION, GAME, Answer, replayed, total
from lastpick.evaluation.decision import Score
from lastpick.evaluation.report.data import Report, as_data, report
from lastpick.evaluation.results import Plan, Results
from lastpick.evaluation.run import run
from lastpick.evaluation.scoring import corrected, random_score, rate
from lastpick.evaluation.suite import Item, Suite, standard
from lastpick.players.player import Options
from lastpick.players.usage import Usage


def item(number: int, depth: str, legal: int, winning: tuple[int, ...], position: int = 0) -> Item:
    return Item(
        number, position or number, "divisor-duel", "shipped", depth, "plain", "divisor-duel",
        None, "1-20", (4, 8), legal, winning,
    )  # fmt: skip


def graded(depth: str, kept: bool, legal: bool = True, chance: int = 4, number: int = 1) -> Score:
    result = "kept" if kept else "lost" if legal else "illegal"
    return Score(item(number, depth, chance, (1,)), result, 1 if legal else None)


def test_every_stratum_weighs_the_same() -> None:
    one = rate([graded("early", True), *(graded("late", False, number=n) for n in (2, 3, 4))])
    assert one.kept == 0.5
    assert (one.decisions, one.positions) == (4, 4)


def test_chance_and_legality_are_averaged_like_the_score() -> None:
    entries = [
        graded("early", True, chance=2),
        graded("late", False, legal=False, chance=4),
        graded("late", False, chance=4, number=2),
        graded("late", False, chance=4, number=3),
    ]
    one = rate(entries)
    assert one.chance == (1 / 2 + 1 / 4) / 2
    assert one.legal == pytest.approx((1 + 2 / 3) / 2)
    assert one.kept == 0.5


def test_skill_is_nought_for_chance_and_one_for_no_mistake() -> None:
    assert corrected(0.25, 0.25) == 0
    assert corrected(1.0, 0.25) == 1
    assert corrected(0.625, 0.25) == 0.5
    assert corrected(0.0, 0.25) == pytest.approx(-1 / 3)  # worse than picking anything legal


def test_versions_of_a_position_are_no_further_evidence() -> None:
    same = [
        Score(item(n, "early", 4, (1,), position=1), "kept" if n < 3 else "lost", 1)
        for n in (1, 2, 3)
    ]
    assert rate(same).positions == 1
    assert rate(same).interval == cautious(2 / 3, 1)


def test_the_expectation_of_random_is_exact() -> None:
    items = [item(1, "early", 2, (1,)), item(2, "late", 4, (1,)), item(3, "late", 5, (1, 2))]
    mean, error = random_score(items)
    assert mean == pytest.approx(100 * (1 / 2 + (1 / 4 + 2 / 5) / 2) / 2)
    late = (1 / 4 * 3 / 4 + 2 / 5 * 3 / 5) / 4
    assert error == pytest.approx(100 * sqrt(1 / 4 + late) / 2)


def tiny(*items: Item) -> Plan:
    return Plan("exec:x", Suite("s", 1, "1", "c", items), 1, None, 0, Options())


def answered(plan: Plan, *answers: Answer) -> Report:
    results = Results()
    for answer in answers:
        results.keep(answer)
    return report(plan, results)


def test_an_illegal_answer_counts_nought_and_stays_in_the_score() -> None:
    plan = tiny(*(item(n, "early", 3, (16,)) for n in (1, 2, 3, 4)))
    found = answered(
        plan,
        Answer(DECISION, 1, 2, 16, usage=Usage(1, 10, 2)),
        Answer(DECISION, 2, 2, None, "illegal", "7 is neither", Usage(1, 20, 3)),
        Answer(DECISION, 3, 2, None, "hang", "no answer in 10 seconds"),
        Answer(DECISION, 4, 2, 1),
    )
    data = as_data(found, 9)
    assert (data["score"], data["legal"]) == (25, 0.5)
    assert data["skill"] == pytest.approx(100 * (1 / 4 - 1 / 3) / (2 / 3))
    assert data["failures"] == {"illegal": 1, "hang": 1}
    assert data["usage"] == {"calls": 2, "prompt_tokens": 30, "answer_tokens": 5, "cost": None}
    assert data["conversion"] is None
    assert data["mistakes"]["count"] == 3
    illegal, hung, wrong = data["mistakes"]["first"]
    assert (illegal["refutation"], hung["refutation"]) == (
        "7 is neither",
        "no answer in 10 seconds",
    )
    assert wrong["pick"] == 1
    assert wrong["refutation"] == (
        "1 loses: 13 of the opponent's 17 picks win."
        " One is 11: nothing can follow it, so the player cannot pick."
    )
    assert (wrong["legal"], wrong["winning"]) == ([1, 2, 16], [16])
    assert len(as_data(found, 2)["mistakes"]["first"]) == 2


def test_without_usage_there_is_none() -> None:
    assert total({}, None) is None
    answer = Answer(DECISION, 1, 2, 16, usage=Usage(1, 1, 1))
    assert total({answer.place: answer}, None) == Usage(1, 1, 1, None)
    assert total({answer.place: answer}, (2e6, 3e6)) == Usage(1, 1, 1, 5.0)


def whole(player: str, games: int) -> Report:
    plan = Plan(player, standard(), 1, None, games, Options())
    results = Results()
    run(plan, results)
    return report(plan, results)


def test_random_scores_what_theory_says() -> None:
    found = whole("random", 0)
    data = as_data(found, 0)
    expected, error = random_score(standard().items)
    assert data["random"] == {"score": expected, "standard_error": error}
    assert abs(data["score"] - expected) < 4 * error
    assert abs(data["skill"]) < 4 * error * 100 / (100 - expected)
    assert data["legal"] == 1


def test_perfect_scores_100_and_wins_every_won_game() -> None:
    data = as_data(whole("perfect", 1), 5)
    assert (data["score"], data["skill"], data["legal"]) == (100, 100, 1)
    assert data["mistakes"] == {"count": 0, "first": []}
    assert (data["conversion"]["games"], data["conversion"]["share"]) == (24, 1)
    for groups in data["by"].values():
        assert all(group["kept"] == 1 for group in groups.values())
    assert len(data["strata"]) == 72


def test_levels_are_told_apart() -> None:
    scores = [whole(f"level:{level}", 0).whole.kept for level in (1, 3, 5)]
    assert scores == sorted(scores)
    assert scores[2] - scores[0] > 0.4


def test_a_won_game_is_won_by_whoever_the_rules_say() -> None:
    """From 2 one can only count down: 1, then 0 by the other one, who made the last pick."""
    text = 'numbers = "0-1"\nstart = 2\nfollows = "n == last - 1"\n'
    for more, won in (('last_pick = "loses"\n', True), ("", False)):
        asked = item(1, "late", 1, (1,))._replace(
            name="down", toml=text + more, numbers="0-1", picks=()
        )
        answer = Answer(kind=GAME, item=asked.number, ply=0, pick=1)
        found = replayed(asked, 1, {answer.place: answer})
        assert (found.over, found.won, found.asked) == (True, won, 1)
