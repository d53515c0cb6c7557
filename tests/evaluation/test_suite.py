"""The suite: frozen to the byte, right in every item, and made up as it says."""

from __future__ import annotations

import re
from collections import Counter
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from support.brute import winning

from lastpick.catalog import load, open_book
from lastpick.errors import ArenaError, LastpickError
from lastpick.evaluation import generator, prompt
from lastpick.evaluation.disguise import DISGUISES, PLAIN, RESTATED
from lastpick.evaluation.finding import matters, stopped
from lastpick.evaluation.generator import FAMILIES, SIZES, confirmed, families, generate, resized
from lastpick.evaluation.suite import (
    CHECKSUMS,
    DEPTHS,
    STANDARD,
    Item,
    Rules,
    Suite,
    check_name,
    frozen,
    open_suite,
    standard,
)
from lastpick.evaluation.suite_text import from_text, to_text
from lastpick.game import Position
from lastpick.oracle import Budget, solve

FROZEN = Path(generator.__file__).with_name("standard-1.jsonl")
EACH = 8  # items of a stratum
SMALL = 15  # numbers left: few enough to try everything


@pytest.fixture(scope="module")
def suite() -> Suite:
    return standard()


def test_the_frozen_suite_comes_out_of_the_generator_byte_for_byte() -> None:
    assert generator.text() == FROZEN.read_text()


def test_the_frozen_suite_is_what_was_published(suite: Suite) -> None:
    assert suite.checksum == CHECKSUMS[STANDARD]
    assert (suite.name, suite.generator, suite.seed) == ("standard-1", 1, "public")
    assert len(suite.items) == 576
    assert FROZEN.stat().st_size < 300_000
    assert to_text(suite) == FROZEN.read_text()


def test_a_changed_suite_is_refused(tmp_path: Path) -> None:
    other = tmp_path / FROZEN.name
    text = FROZEN.read_text()
    other.write_text(text.replace('"winning":[16]', '"winning":[2]', 1))
    with pytest.raises(ArenaError, match=r"is not what was published.*install Lastpick anew"):
        frozen(STANDARD, str(tmp_path))
    with pytest.raises(ArenaError, match="No such file"):
        frozen(STANDARD, str(tmp_path / "none"))


@pytest.mark.parametrize("name", ["standard", "standard-1"])
def test_standard_means_the_frozen_one(name: str) -> None:
    assert check_name(name) == "standard-1"


def test_an_unknown_suite_is_one_line() -> None:
    with pytest.raises(LastpickError, match="no suite is called 'hard'; expected standard or"):
        check_name("hard")


def make_up(suite: Suite) -> Counter[tuple[str, ...]]:
    return Counter(item.stratum for item in suite.items)


def test_every_stratum_holds_the_same_number_of_items(suite: Suite) -> None:
    strata = make_up(suite)
    games = {game.name for game in families()}
    assert set(strata) == {
        (game, size, depth, disguise)
        for game in games
        for size in SIZES
        for depth in DEPTHS
        for disguise in DISGUISES
    }
    assert set(strata.values()) == {EACH}


def test_no_set_of_rules_is_there_twice() -> None:
    found = families()
    assert len(found) == 4
    for game in found:
        assert sum(game.same_rules(other) for other in found) == 1


@pytest.mark.parametrize("name", FAMILIES)
def test_the_rules_of_a_plain_game_hold_no_advice(name: str) -> None:
    rules = open_book(name).rules.lower()
    assert "prime" not in rules  # no relation speaks of primes, but advice does
    assert "best" not in rules


def test_larger_pools_are_larger() -> None:
    for game in families():
        shipped, larger = (resized(game, size) for size in SIZES)
        assert shipped.numbers == game.numbers
        assert larger.numbers.first == game.numbers.first
        assert larger.numbers.size > shipped.numbers.size
        assert larger.same_rules(game)


def solved(item: Item) -> tuple[Position, tuple[int, ...]]:
    position = item.start()
    verdict = solve(position, Budget(positions=1 << 18))
    assert verdict.wins
    assert verdict.complete
    return position, tuple(verdict.winning)


def test_every_item_is_won_and_asks_a_question(suite: Suite) -> None:
    for item in suite.items:
        position, wins = solved(item)
        assert wins == item.winning, item
        assert position.choices.bit_count() == item.legal
        assert 1 <= len(wins) <= item.legal / 2  # some pick throws it away


def test_small_items_by_trying_everything(suite: Suite) -> None:
    tried = 0
    for item in suite.items:
        position = item.start()
        if position.bits.bit_count() <= SMALL:
            assert tuple(winning(position)) == item.winning, item
            tried += 1
    assert tried > 150


def test_the_versions_of_a_position_are_the_same_position(suite: Suite) -> None:
    versions: dict[int, list[Item]] = {}
    for item in suite.items:
        versions.setdefault(item.position, []).append(item)
    assert len(versions) == len(suite.items) // len(DISGUISES)
    for same in versions.values():
        assert [item.disguise for item in same] == list(DISGUISES)
        plain, moved, retold = same
        assert plain.toml is None
        assert (retold.picks, retold.winning) == (plain.picks, plain.winning)
        assert retold.numbers == plain.numbers
        old, new = plain.picks + plain.winning, moved.picks + moved.winning
        assert moved.numbers != plain.numbers or moved.picks != plain.picks
        assert len({(item.legal, len(item.winning), len(item.picks)) for item in same}) == 1
        shifted = {b - a for a, b in zip(sorted(old), sorted(new), strict=True)}
        mirrored = {a + b for a, b in zip(sorted(old), sorted(new, reverse=True), strict=True)}
        assert 1 in (len(shifted), len(mirrored))


def test_both_kinds_of_relabelling_come_in_every_stratum(suite: Suite) -> None:
    for stratum, items in suite.strata().items():
        if stratum[3] == "relabelled":
            mirrored = sum(bool(re.search(r"[0-9] - [nm]\b", item.toml or "")) for item in items)
            assert mirrored == EACH / 2, stratum


def positions(suite: Suite) -> set[tuple[str, str, int, int]]:
    starts = ((item, item.start()) for item in suite.items if item.disguise == PLAIN)
    return {(item.name, item.numbers, start.bits, start.choices) for item, start in starts}


def test_no_position_comes_twice(suite: Suite) -> None:
    assert len(positions(suite)) == len(suite.items) / len(DISGUISES)


@pytest.mark.parametrize("third", range(3))
def test_depth_is_the_share_of_the_picks_that_are_made(third: int) -> None:
    game = load("prime-rumble")
    found = 0
    for seed in range(200):
        position = stopped(game, third, Random(seed))
        length = len(game.start().playout(Random(seed)).picks)
        if position is not None:
            found += 1
            assert third / 3 <= len(position.picks) / length < (third + 1) / 3
    assert found > 150


def test_what_does_not_matter_is_left_out() -> None:
    game = load("divisor-duel")
    assert matters(game.start()) == ()  # nearly every opening wins
    assert matters(game.play([14])) == ()  # 2 and 7 win, of 1, 2 and 7
    assert matters(game.play([4, 8])) == (16,)
    assert matters(load("non-consecutive").start()) == ()  # lost


def test_a_private_suite_is_of_the_same_make_up_and_another_one(suite: Suite) -> None:
    told: list[tuple[int, int]] = []
    private = generate(STANDARD, 7, tell=lambda done, of: told.append((done, of)))
    assert private.seed == "7"
    assert make_up(private) == make_up(suite)
    assert told[-1] == (192, 192)
    assert private.checksum != suite.checksum
    assert not positions(private) & positions(suite)
    assert len(positions(private)) == 192
    for item in private.items[::5]:
        assert solved(item)[1] == item.winning


@pytest.mark.parametrize(("each", "seed"), [(0, None), (-1, None), (0, 7)])
def test_a_suite_of_nothing_is_refused(each: int, seed: int | None) -> None:
    with pytest.raises(LastpickError, match=f"1 item of each stratum or more, not {each}$"):
        open_suite("standard", seed, each=each)


def test_a_cut_suite_keeps_the_first_of_each_stratum(suite: Suite) -> None:
    small = suite.cut(2)
    assert set(make_up(small).values()) == {2}
    assert small.items[0] == suite.items[0]
    assert suite.cut(None) is suite
    assert len({item.position for item in small.items}) == len(small.items) / 3


def test_a_position_that_cannot_be_found_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generator, "_MOST_TRIES", 3)
    with pytest.raises(ArenaError, match=r"positions found for .* try another --suite-seed"):
        generate(STANDARD, 1)


def test_an_item_that_the_oracle_denies_is_refused(suite: Suite) -> None:
    item = next(item for item in suite.items if item.disguise == RESTATED)
    confirmed(item)
    with pytest.raises(ArenaError, match="expected the winning picks"):
        confirmed(item._replace(winning=(999,)))
    with pytest.raises(ArenaError, match="expected the winning picks"):
        confirmed(item._replace(legal=item.legal + 1))


def test_text_and_suite_are_the_same(suite: Suite) -> None:
    text = FROZEN.read_text()
    assert to_text(suite) == text
    found = from_text(text)
    kept = zip(found.items, suite.items, strict=True)  # how far ahead is kept beside the text
    assert all(mine._replace(remoteness=other.remoteness) == other for mine, other in kept)


def test_the_prompts_of_the_frozen_suite_are_what_they_were() -> None:
    """Answers to other prompts could not be compared; the checksum is that of the first release."""
    told = sha256()
    for item in standard().items:
        for show_legal in (False, True):
            told.update(prompt(item, show_legal).whole.encode())
    assert told.hexdigest() == "203628f36009fa0a8c60635221e66145f59fa67af0d0ab44e2af30a89e509d97"


# --- ids and bands ----------------------------------------------------------------------


def test_an_id_finds_its_item(suite: Suite) -> None:
    assert suite.id_of(suite.items[16]) == "standard-1/17"
    small = suite.cut(1)
    for item in small.items:
        assert small.find(small.id_of(item)) is item
    for wrong in (
        "standard-1/4",
        "standard-1/577",
        "standard-2/1",
        "1",
        "standard-1/01",
        "x/²",
        "",
    ):
        with pytest.raises(LastpickError, match=r"expected an id such as standard-1/1$"):
            small.find(wrong)


def test_ids_tell_suites_apart(suite: Suite) -> None:
    private = suite._replace(seed="7")
    assert private.label == "standard-1@7"
    own = [private._replace(rules=(Rules("a", text),)).label for text in ("x", "y")]
    assert own[0] != own[1]
    assert all(re.fullmatch(r"standard-1@7\+[0-9a-f]{8}", label) for label in own)


@pytest.mark.parametrize(
    ("far", "band"),
    [(None, None), (1, "1"), (2, "3"), (3, "3"), (4, "5"), (9, "9"), (10, "11+"), (31, "11+")],
)
def test_a_band_is_how_far_one_has_to_look(suite: Suite, far: int | None, band: str | None) -> None:
    item = suite.items[0]._replace(remoteness=far)
    assert item.band == band
    assert item.stratum == suite.items[0].stratum  # this suite goes by depth
    assert item._replace(depth=None).stratum[2] == (band or "")


@pytest.mark.parametrize(("name", "most"), [("standard", 8), ("standard-2", 24)])
def test_a_frozen_suite_has_no_more_items_than_it_has(name: str, most: int) -> None:
    strata = Counter(item.stratum for item in open_suite(name, each=most).items)
    assert max(strata.values()) == most
    with pytest.raises(LastpickError, match=rf"has {most} items of each .*; --suite-seed makes"):
        open_suite(name, each=most + 1)


def test_a_private_suite_can_be_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generator, "FAMILIES", ("non-consecutive",))
    whole = open_suite("standard", 5)
    assert open_suite("standard", 5, each=2) == whole.cut(2)
