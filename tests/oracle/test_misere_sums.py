"""Misère games where anything may follow: brute force says the same; lies are found."""

from __future__ import annotations

import os
from functools import cache
from random import Random

import pytest
from support.brute import Brute, game_of, reachable
from support.model import FOLLOWERS, OPENINGS, REMOVALS, Rules

from lastpick.errors import BudgetError
from lastpick.game import Game
from lastpick.oracle import Budget, solve, verify
from lastpick.oracle.misere_sums import _BandRuns
from lastpick.oracle.misere_words import MisereWords
from lastpick.oracle.sieve import common_form, divisibility
from lastpick.oracle.sieve_form import SieveForm

THOROUGH = bool(os.environ.get("LASTPICK_THOROUGH"))


def misere(first: int, last: int, removes: str, opens: str = "any") -> Game:
    return game_of(first, last, opens, removes=removes, last_pick="loses")


@pytest.mark.parametrize("opens", ["any", "n % 2 == 0"])
@pytest.mark.parametrize("removes", REMOVALS)
def test_every_reachable_position(removes: str, opens: str) -> None:
    for first, last in ((1, 9), (4, 12)):
        rules = Rules(
            first, last, OPENINGS[opens], FOLLOWERS["any"], REMOVALS[removes], last_pick="loses"
        )
        brute = Brute(rules)
        for position in reachable(misere(first, last, removes, opens)):
            verdict = solve(position)
            winning = brute.winning(position)
            assert (verdict.winning, verdict.nimber) == (winning, None), position
            assert verdict.wins is (bool(winning) or not position.legal)
            assert verify(position, verdict)


@pytest.mark.parametrize("removes", ["multiple", "neighbour", "abs(m - n) <= 2"])
def test_sieves_and_rows_on_pools_of_11(removes: str) -> None:
    game = misere(2, 12, removes)
    for position in reachable(game):
        assert solve(position).winning == plainly(game, position.bits), position


def plainly(game: Game, bits: int) -> tuple[int, ...]:
    picks = game.numbers.decode(bits)
    return tuple(n for n in picks if lost(game, bits & game.move(n)[0]))


@cache
def lost(game: Game, bits: int) -> bool:
    picks = game.numbers.decode(bits)
    return bool(picks) and not any(lost(game, bits & game.move(n)[0]) for n in picks)


def test_any_pool_of_any_sieve_or_row() -> None:
    rng = Random(1)
    for _ in range(150):
        first = rng.choice((0, 1, 2, 3, 50))
        removes = rng.choice(("multiple", "neighbour", "abs(m - n) <= 3", "gcd(m, n) > 1"))
        game = misere(first, first + rng.choice((12, 40, 90)), removes)
        pool = rng.sample(range(first, game.numbers.last + 1), rng.randrange(11))
        position = game.position(pool)
        verdict = solve(position)
        assert verdict.winning == plainly(game, position.bits), position
        assert verify(position, verdict)


def test_primes_do_not_cancel() -> None:
    """2, 4 and 3, 9 are two heaps of two, which are won by whoever does not begin."""
    game = misere(2, 9, "multiple")
    assert not solve(game.position([2, 4, 3, 9])).wins
    form = SieveForm(common_form().numbers, cancels=False)
    words = MisereWords(*divisibility(form.numbers), form)
    assert words.lost(form.placed(0b1000011100, 0))  # 2, 3, 4 and 9
    assert not words.lost(0), "no pick at all wins"


def test_rows_that_fit_no_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is packed into a word and what is not give the same answers."""
    for width in (1, 2, 3):
        game = misere(1, 13, f"abs(m - n) <= {width}")
        for word in (4, 8, 64):
            monkeypatch.setattr("lastpick.oracle.misere_sums.WORD", word)
            rows = _BandRuns(width, Budget())
            for bits in range(0, 1 << 13, 5):
                assert bool(rows.lost(bits)) is lost(game, bits)


@pytest.mark.skipif(not THOROUGH, reason="takes a minute")
def test_rows_up_to_70_and_sieves_up_to_2_48() -> None:
    for last in range(1, 71):
        assert solve(misere(1, last, "neighbour").start(), Budget(60)).wins is not None
    for last in (40, 48):
        assert solve(misere(2, last, "multiple").start(), Budget(120)).wins is not None


def test_the_budget_is_asked_and_ends_it() -> None:
    asked: list[int] = []
    for game in (misere(2, 40, "multiple"), misere(1, 70, "neighbour")):
        verdict = solve(game.start(), Budget(positions=2_000, progress=asked.append))
        assert verdict.wins is None
        assert verdict.text == "Unknown: more than 2,000 positions would have to be looked at."
    assert len(asked) > 10
    large = solve(misere(2, 100, "multiple").start())
    assert "too many to be searched" in large.text


@pytest.mark.parametrize("removes", ["itself", "abs(m - n) <= 0"])
def test_where_a_pick_takes_only_itself_their_number_tells(removes: str) -> None:
    for last in (5, 6):
        game = misere(0, last, removes, "n != 3")
        verdict = solve(game.start())
        assert verdict.winning == (() if last == 6 else (0, 1, 2, 4, 5))
        assert verdict.complete
        assert verify(game.start(), verdict)
    assert verdict.text.endswith("an odd number of picks is left, and the last one loses.")
    asked: list[int] = []
    million = misere(1, 1_000_000, removes).start()
    assert len(solve(million, Budget(progress=asked.append)).winning) == 1_000_000
    assert not asked, "a million positions of a million numbers are not looked at"


def test_a_long_row_asks_the_budget_at_each_pick_and_holds_no_list_of_positions() -> None:
    asked: list[int] = []
    verdict = solve(misere(1, 800, "neighbour").start(), Budget(0, progress=asked.append))
    assert verdict.text == "Unknown: there was no time to look at all positions."
    assert len(asked) == 1
    rows = _BandRuns(1, Budget(positions=300, progress=asked.append))
    with pytest.raises(BudgetError, match="more than 300 positions"):
        rows.lost((1 << 800) - 1)
    assert len(asked) > 800, "asked for each place of the row"
    endless = solve(misere(1, 1_000_000, "neighbour").start())
    assert "999,998 numbers are too many to be searched" in endless.text


def test_lies_are_found() -> None:
    for game in (misere(2, 16, "multiple"), misere(1, 9, "neighbour"), misere(1, 6, "itself")):
        for position in (game.start(), game.start().pick(5)):
            verdict = solve(position)
            assert verify(position, verdict)
            pick = verdict.reason["pick"]
            for n in position.legal:
                picks = tuple(sorted({*verdict.winning} ^ {n}))
                reason = {**verdict.reason, "pick": picks[0] if picks else None}
                lie = verdict._replace(winning=picks, wins=bool(picks), reason=reason)
                assert not verify(position, lie)
            for lie in (
                verdict._replace(wins=not verdict.wins),
                verdict._replace(nimber=0),
                verdict._replace(method="parts"),
                verdict._replace(reason={**verdict.reason, "pick": 99}),
            ):
                assert not verify(position, lie), (position, lie, pick)


def test_a_misere_claim_proves_nothing_elsewhere() -> None:
    stuck = misere(1, 1, "itself").start().pick(1)
    verdict = solve(stuck)
    assert (verdict.wins, verdict.winning, verdict.complete) == (True, (), True)
    assert verify(stuck, verdict)
    assert not verify(game_of(1, 1).start().pick(1), verdict)
    assert not verify(stuck, verdict._replace(wins=False))
    position = misere(1, 4, "neighbour").start()
    normal = game_of(1, 4, removes="neighbour")
    assert not verify(position, solve(normal.start()))
    large = misere(2, 44, "multiple").start()
    claim = solve(position)._replace(winning=(), wins=False)
    claim = claim._replace(reason={**claim.reason, "pick": None})
    with pytest.raises(BudgetError, match="more than 100,000 positions follow"):
        verify(large, claim)
