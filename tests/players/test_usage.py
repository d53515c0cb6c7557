"""What players from outside have used, added up, told apart and priced."""

from __future__ import annotations

from lastpick.players.usage import Usage


def test_counts_add_up_and_are_told_apart() -> None:
    before, more = Usage(1, 10, 2), Usage(2, 300, 40, 5.0)
    assert before.plus(more) == Usage(3, 310, 42)
    assert before.plus(more).since(before) == Usage(2, 300, 40)
    assert more.since(None) == Usage(2, 300, 40)


def test_a_cost_is_for_a_million_tokens() -> None:
    used = Usage(3, 2_000_000, 500_000)
    assert used.at((0.5, 4.0)) == Usage(3, 2_000_000, 500_000, 3.0)
    assert used.at((0.5, 4.0)).at(None) == used
    assert Usage().at((1.0, 1.0)).cost == 0.0
