"""What players from outside have used, added up, told apart and priced."""

from __future__ import annotations

from lastpick.players.usage import Usage


def test_counts_add_up_and_are_told_apart() -> None:
    before, more = Usage(1, 10, 2), Usage(2, 300, 40, 5.0)
    assert before.plus(more) == more.plus(before) == Usage(3, 310, 42, 5.0)
    assert before.plus(before).cost is None
    assert before.plus(more).since(before) == more.since(None) == more
    tenth = Usage(1, 0, 0, 0.1)
    assert tenth.plus(tenth).plus(tenth).since(tenth.plus(tenth)) == tenth  # to the last digit


def test_a_cost_is_for_a_million_tokens() -> None:
    used = Usage(3, 2_000_000, 500_000)
    assert used.at((0.5, 4.0)) == Usage(3, 2_000_000, 500_000, 3.0)
    assert used.at((0.5, 4.0)).at(None).cost == 3.0  # what is known stays
    assert Usage().at((1.0, 1.0)).cost == 0.0
