"""standard-2: frozen, right in every item that is looked at, and as even as its games allow.

LASTPICK_THOROUGH=1 makes it again as a whole and looks at every item.
"""

from __future__ import annotations

import os
from collections import Counter
from math import inf
from pathlib import Path

import pytest
from support.brute import reachable, winning
from support.plain_checker.hints import remoteness as by_brute_force

from lastpick.catalog import load
from lastpick.evaluation import generator
from lastpick.evaluation.disguise import DISGUISES, PLAIN
from lastpick.evaluation.finding import matters, rest, solved
from lastpick.evaluation.generator import FAMILIES, MAKE_UPS, SIZES, generate, resized
from lastpick.evaluation.suite import (
    BANDS,
    CHECKSUMS,
    Item,
    Suite,
    band_of,
    frozen,
    open_suite,
    standard,
)
from lastpick.evaluation.suite_text import from_text, to_text
from lastpick.game import Position
from lastpick.oracle import Budget
from lastpick.oracle.remoteness import remoteness

THOROUGH = os.environ.get("LASTPICK_THOROUGH") == "1"
NAME = "standard-2"
FILE = Path(generator.__file__).with_name(f"{NAME}.jsonl")
SMALL = 10  # numbers left: few enough to try everything


@pytest.fixture(scope="module")
def suite() -> Suite:
    return frozen(NAME)


def test_it_is_what_was_published(suite: Suite) -> None:
    assert (suite.name, suite.generator, suite.seed) == (NAME, 2, "public")
    assert suite.checksum == CHECKSUMS[NAME]
    assert to_text(suite) == FILE.read_text()
    assert from_text(FILE.read_text()) == suite
    assert FILE.stat().st_size < 700_000
    assert open_suite(NAME) == suite
    assert standard().name == "standard-1"


def test_a_thousand_positions_are_spread_evenly_over_all_strata_that_have_any(
    suite: Suite,
) -> None:
    strata = suite.strata()
    everything = {(g, s, b) for g in FAMILIES for s in SIZES for b in BANDS}
    filled = {stratum[:3] for stratum in strata}
    assert filled | {gap[:3] for gap in suite.empty} == everything
    assert not filled & {gap[:3] for gap in suite.empty}
    assert len(filled) * len(DISGUISES) == len(strata)
    assert (len(suite.items), suite.items[-1].position) == (3000, 1000)
    sizes = Counter(map(len, strata.values()))
    assert sizes == {24: 3 * 34, 23: 3 * 8}  # 1000 is 42 times 23, and 34
    by_band = Counter((item.game, item.band) for item in suite.items if item.disguise == PLAIN)
    assert min(by_band.values()) >= 20


def test_however_much_is_cut_off_it_stays_even(suite: Suite) -> None:
    for most in (1, 2, 7):
        small = suite.cut(most)
        assert set(Counter(item.stratum for item in small.items).values()) == {most}
        assert small.items == suite.items[: len(small.items)]


def looked_up(item: Item) -> tuple[int, tuple[int, ...] | None, int | None]:
    """What the oracle says about an item as it stands."""
    position = item.start()
    far = remoteness(position, Budget(inf, 1 << 17))
    return position.choices.bit_count(), matters(position), far


def test_every_version_of_a_position_is_solved_by_itself(suite: Suite) -> None:
    tested = suite.items[:: 1 if THOROUGH else 23]
    assert {item.stratum for item in tested} == set(suite.strata())
    for item in tested:
        assert looked_up(item) == (item.legal, item.winning, item.remoteness), item
        assert 2 * len(item.winning) <= item.legal


@pytest.mark.parametrize("name", ["standard-1", NAME])
def test_small_items_by_trying_everything(name: str) -> None:
    tried: Counter[tuple[str, str | None]] = Counter()
    for item in frozen(name).items:
        position = item.start()
        if position.bits.bit_count() > SMALL or tried[item.disguise, item.band] >= 6:
            continue
        assert item.winning == tuple(winning(position)), item
        far = by_brute_force(position.game, position.bits, position.choices)
        assert item.remoteness == far, item
        tried[item.disguise, item.band] += 1
    assert sum(tried.values()) > 60
    assert len(tried) >= 3 * 5


def test_all_versions_of_a_position_are_equally_far_from_the_end() -> None:
    for name in CHECKSUMS.keys() & MAKE_UPS.keys():
        far: dict[int, set[tuple[int | None, int, int]]] = {}
        for item in frozen(name).items:
            known = item.remoteness, item.legal, len(item.winning)
            far.setdefault(item.position, set()).add(known)
        assert {len(found) for found in far.values()} == {1}


def test_the_remoteness_of_the_older_suite_is_known_for_most_positions() -> None:
    plain = [item for item in standard().items if item.disguise == PLAIN]
    unknown = Counter(item.game for item in plain if item.remoteness is None)
    assert sum(unknown.values()) == 10
    for item in plain[::9]:
        found = remoteness(item.start(), Budget(inf, 1 << 15))
        assert found in (None, item.remoteness), item


def asked(suite: Suite) -> list[tuple[str, tuple[int, int]]]:
    plain = (item for item in suite.items if item.disguise == PLAIN)
    return [(item.game, rest(item.start())) for item in plain]


def test_no_position_comes_twice_on_whatever_pool_nor_is_in_the_older_suite(suite: Suite) -> None:
    mine = asked(suite)
    assert len(set(mine)) == len(mine)
    assert not set(mine) & set(asked(standard()))


def test_the_generator_makes_it(suite: Suite) -> None:
    """The first positions of some strata, or all."""
    if THOROUGH:
        assert generator.text(NAME) == FILE.read_text()
    made = generator._Making(NAME, "public", ())
    made.strata = [stratum for stratum in made.strata if stratum.size == SIZES[0]]
    sampled = list(made.strata)
    for stratum in sampled:
        assert made._add(stratum)
    wanted = suite.cut(1).strata()
    for item in made.items:
        kept = wanted[item.stratum].pop(0)
        assert item._replace(number=0, position=0) == kept._replace(number=0, position=0)
    assert len(made.items) == 3 * 20


# --- strata that stay empty -------------------------------------------------------------


def asking(position: Position) -> bool:
    return 0 < 2 * len(winning(position)) <= len(position.legal)


def test_in_a_row_of_twenty_few_positions_are_one_or_nine_picks_from_the_end() -> None:
    game, pools = load("non-consecutive"), Counter[str | None]()
    for bits in {position.bits for position in reachable(game)}:
        position = Position(game, bits, None, None, bits)
        if asking(position):
            pools[band_of(by_brute_force(game, bits, bits))] += 1
    assert pools == {"1": 16, "3": 1258, "5": 1888, "7": 425, "9": 12}


def test_one_pick_wins_a_larger_row_only_with_three_numbers_left() -> None:
    game = resized(load("non-consecutive"), "larger")
    found = []
    for n in range(1, 41):
        near = [m for m in (n - 1, n, n + 1) if m in game.numbers]
        for which in range(1 << len(near)):  # all that one pick takes away
            pool = [m for i, m in enumerate(near) if which >> i & 1]
            if n in pool and asking(game.position(pool)):
                found.append(pool)
    assert found == [[n, n + 1, n + 2] for n in range(1, 39)]


@pytest.mark.parametrize(("size", "count"), [("shipped", 8), ("larger", 9)])
def test_one_pick_wins_a_sieve_only_with_powers_of_one_prime_left(size: str, count: int) -> None:
    game = resized(load("prime-rumble"), size)
    found = []
    for n in range(2, game.numbers.last + 1):
        # play leaves with a number all its divisors, and all are to be multiples of n
        able = [
            m
            for m in range(n, game.numbers.last + 1)
            if all(d % n == 0 for d in range(2, m + 1) if m % d == 0)
        ]
        for k in range(1, len(able) + 1):
            assert k == 1 or able[k - 1] == able[k - 2] * n
            if asking(game.position(able[:k])):
                found.append(able[:k])
    assert len(found) == count


def test_the_reasons_say_so(suite: Suite) -> None:
    why = {gap[:3]: gap.why for gap in suite.empty}
    assert all(reason.startswith("proven: ") for reason in why.values())
    assert "16" in why["non-consecutive", "shipped", "1"]
    assert "12" in why["non-consecutive", "shipped", "9"]
    assert "38" in why["non-consecutive", "larger", "1"]
    assert "8" in why["prime-rumble", "shipped", "1"]
    assert "9" in why["prime-rumble", "larger", "1"]
    assert len(why) == 6


# --- private ones ------------------------------------------------------------------------


@pytest.fixture
def one_family(monkeypatch: pytest.MonkeyPatch) -> None:
    """Suites that are made soon."""
    monkeypatch.setattr(generator, "FAMILIES", ("divisor-duel",))
    few = {name: make_up._replace(total=make_up.total and 18) for name, make_up in MAKE_UPS.items()}
    monkeypatch.setattr(generator, "MAKE_UPS", few)


@pytest.mark.usefixtures("one_family")
@pytest.mark.parametrize("name", MAKE_UPS)
def test_a_larger_private_suite_begins_with_the_smaller_one(name: str) -> None:
    usual = generate(name, 3)
    larger = generate(name, 3, each=9)
    assert larger.items[: len(usual.items)] == usual.items
    assert set(Counter(item.stratum for item in larger.items).values()) == {9}
    assert set(larger.strata()) == set(usual.strata())
    assert larger.checksum != usual.checksum
    assert [item.number for item in larger.items] == [*range(1, len(larger.items) + 1)]
    plain = asked(larger)
    assert len(set(plain)) == len(plain)
    for item in larger.items[::7]:
        assert solved(item.start()).winning == item.winning


@pytest.mark.usefixtures("one_family")
def test_a_private_suite_has_no_position_of_the_frozen_ones(suite: Suite) -> None:
    private = generate(NAME, 4)
    assert private.label == "standard-2@4"
    assert len(private.items) == 54
    assert not set(asked(private)) & {*asked(suite), *asked(standard())}
    assert private != generate(NAME, 5)._replace(seed="4")
    assert private == generate(NAME, 4)


@pytest.mark.usefixtures("one_family")
def test_a_stratum_that_runs_out_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generator, "_MOST_TRIES", 60)
    private = generate(NAME, 6, each=1)
    short = [gap for gap in private.gaps if gap.why.startswith("not found: ")]
    assert short
    counts = Counter(item.stratum for item in private.items)
    for gap in short:
        found = counts[gap.game, gap.size, gap.level, PLAIN]
        assert found == gap.found < max(counts.values())
    assert private.empty == tuple(gap for gap in private.gaps if gap.found == 0)
    assert len({gap[:3] for gap in private.gaps}) == len(private.gaps)


@pytest.mark.usefixtures("one_family")
def test_what_the_oracle_cannot_solve_in_disguise_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert any(item.legal == 3 for item in generate(NAME, 4).items)
    monkeypatch.setattr(generator, "confirmed", lambda item: item.legal != 3)
    assert all(item.legal != 3 for item in generate(NAME, 4).items)


def test_the_same_numbers_left_on_a_larger_pool_are_the_same_question() -> None:
    small = load("non-consecutive").play([18, 2])
    large = load("non-consecutive", "1-40").play([18, 2, *range(22, 41, 3)])
    assert small.pool == large.pool
    assert rest(small) == rest(large)
    chain = load("divisor-duel")
    assert rest(chain.play([4])) != rest(chain.play([8]))
    lonely = [chain.play([13, 1, p]) for p in (11, 17)]
    assert rest(lonely[0]) == rest(lonely[1]) == (0, 0)  # whatever else is left
