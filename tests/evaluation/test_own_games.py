"""Suites of own games: any that the oracle solves, right in every item, and named where empty."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.brute import winning
from support.plain_checker.hints import remoteness as by_brute_force

from lastpick.catalog import file_text
from lastpick.errors import LastpickError
from lastpick.evaluation import generator, prompt
from lastpick.evaluation.command import EvaluateRequest, evaluate, gaps_told
from lastpick.evaluation.disguise import DISGUISES, PLAIN
from lastpick.evaluation.finding import rest
from lastpick.evaluation.generator import LEAST, MAKE_UPS, SIZES, generate
from lastpick.evaluation.plan import Plan, planned
from lastpick.evaluation.report.text import rules_told
from lastpick.evaluation.suite import DEPTHS, Gap, Rules, Suite, frozen, open_suite, standard
from lastpick.players.player import Options
from lastpick.terminal.screen import Screen

CHAIN = 'title = "Links"\nnumbers = "1-12"\nfollows = "divisor or multiple"\n'
GAMES = {
    "misere": f'{CHAIN}last_pick = "loses"\n',
    "opening": f'{CHAIN}opens = "n % 3 == 0"\n',
    "race": 'numbers = "1-26"\nfollows = "last < n <= last + 6"\nstart = 2\n',
    "one-way": 'numbers = "0-7"\nfollows = "n != last + 1"\nremoves = "m == n + 2"\n',
    "row": 'numbers = "3-14"\nremoves = "abs(m - n) <= 2"\nlast_pick = "loses"\n',
}
SMALL = 10  # numbers left: few enough to try everything


@pytest.fixture(autouse=True)
def made_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small suites, with few tries."""
    monkeypatch.setattr(generator, "_OWN_TRIES", 200)
    small = {name: make_up._replace(each=5) for name, make_up in MAKE_UPS.items()}
    monkeypatch.setattr(generator, "MAKE_UPS", small)


def own(name: str) -> Rules:
    return Rules(name, GAMES[name])


def strata_of(suite: Suite, game: str) -> set[tuple[str, str, str]]:
    named = {gap[:3] for gap in suite.empty if gap.game == game}
    held = {stratum[:3] for stratum in suite.strata() if stratum[0] == game}
    assert not named & held
    return named | held


@pytest.mark.parametrize("make_up", MAKE_UPS)
@pytest.mark.parametrize("name", GAMES)
def test_any_game_makes_a_suite_whose_items_are_right(name: str, make_up: str) -> None:
    suite = generate(make_up, 5, [own(name)])
    levels = MAKE_UPS[make_up].levels
    assert strata_of(suite, name) == {(name, size, level) for size in SIZES for level in levels}
    assert all(gap.why.startswith(("proven: ", "not found: ")) for gap in suite.gaps)
    assert {item.disguise for item in suite.items} == set(DISGUISES)
    for stratum, items in suite.strata().items():
        assert len(items) >= LEAST - 1, stratum
    starts = {item: item.start() for item in suite.items}
    for item, position in starts.items():
        assert 2 * len(item.winning) <= item.legal == len(position.legal)
    small = [item for item in starts if rest(starts[item])[0].bit_count() <= SMALL]
    assert small
    for item in small[:12]:
        position = starts[item]
        assert item.winning == tuple(winning(position)), item
        far = by_brute_force(position.game, position.bits, position.choices)
        assert item.remoteness == far, item
    plain = [item for item in suite.items if item.disguise == PLAIN]
    assert {(item.name, item.toml) for item in plain} == {(name, GAMES[name])}
    if make_up != "standard-1":
        assert len({rest(item.start()) for item in plain}) == len(plain)


def test_in_misere_play_no_win_is_one_pick_away() -> None:
    suite = generate("standard-2", 5, [own("misere")])
    assert {item.remoteness % 2 for item in suite.items if item.remoteness} == {0}
    assert ("1", True) in {(gap.level, "even number" in gap.why) for gap in suite.gaps}
    assert {item.band for item in suite.items if item.remoteness == 2} == {"3"}


def test_the_rules_that_a_suite_keeps_make_it_again(tmp_path: Path) -> None:
    files = []
    for name in ("opening", "race"):
        files.append(tmp_path / f"{name}.toml")
        files[-1].write_text(GAMES[name])
    suite = open_suite("standard", rules=files, each=2)
    assert (suite.seed, [game.name for game in suite.rules]) == ("1", ["opening", "race"])
    again = open_suite(suite.name, seed=int(suite.seed), rules=suite.rules, each=2)
    assert again == suite
    other = open_suite("standard", seed=2, rules=files, each=2)
    assert other.items != suite.items
    assert other.label.replace("@2", "@1") == suite.label
    assert suite.label != open_suite("standard", rules=files[::-1], each=2).label
    assert suite.label.startswith("standard-1@1+")


def test_more_of_each_stratum_begin_with_the_same_positions() -> None:
    for make_up in MAKE_UPS:
        usual = generate(make_up, 5, [own("opening")])
        more = generate(make_up, 5, [own("opening")], each=7)
        assert more.items[: len(usual.items)] == usual.items
        assert len(more.items) > len(usual.items)
        assert open_suite(make_up, 5, [own("opening")], each=3).items == usual.cut(3).items


def test_a_shipped_game_by_its_name_brings_no_frozen_position() -> None:
    suite = open_suite("standard-2", rules=["divisor-duel"])
    assert suite.rules == (Rules("divisor-duel", file_text("divisor-duel")),)
    mine = {rest(item.start()) for item in suite.items if item.disguise == PLAIN}
    for item in (*frozen("standard-2").items, *standard().items):
        if item.game == "divisor-duel" and item.disguise == PLAIN:
            assert rest(item.start()) not in mine


def test_a_prompt_on_a_larger_pool_names_that_pool() -> None:
    suite = generate("standard-1", 5, [own("opening")])
    item = next(i for i in suite.items if (i.size, i.disguise) == ("larger", PLAIN))
    assert item.numbers == "1-24"
    assert item.start().game.numbers.last == 24
    assert "Links" in prompt(item).user


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ([own("race"), own("race")], "two of the games are called race; a game is called like its"),
        ([Rules("tiny", 'numbers = "1-2"')], "no suite can be made of tiny: the oracle finds too"),
        (
            [Rules("huge", 'numbers = "1-5000"\nfollows = "divisor or multiple"')],
            "no suite can be made of huge: 5,000 numbers are too many; suites are made on up to",
        ),
        (["none.toml"], "cannot read the game file none.toml"),
        (["divisor-dual"], "did you mean divisor-duel"),
    ],
)
def test_what_makes_no_suite_is_one_line(rules: list[str | Rules], said: str) -> None:
    with pytest.raises(LastpickError, match=said) as error:
        open_suite("standard-2", rules=rules)
    assert "\n" not in str(error.value)


# --- evaluated ---------------------------------------------------------------------------


def test_results_keep_the_rules_and_are_enough_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, kept = tmp_path / "row.toml", tmp_path / "kept.jsonl"
    file.write_text(GAMES["row"])
    request = EvaluateRequest(
        "greedy", rules=(str(file),), each=1, games=1, output=str(kept), json=True
    )
    assert evaluate(request, Screen()) == 0
    first = capsys.readouterr()
    header, *answers = kept.read_text().splitlines()
    assert json.loads(header)["rules"] == [["row", GAMES["row"]]]
    plan = planned(json.loads(header))
    assert plan.suite == open_suite("standard", rules=[str(file)], each=1)
    assert plan.agreed() == json.loads(header)
    kept.write_text("\n".join([header, *answers[:5]]) + "\n")
    assert evaluate(request, Screen()) == 0
    assert capsys.readouterr().out == first.out
    assert kept.read_text().splitlines()[0] == header
    file.write_text(GAMES["row"].replace("2", "1"))
    with pytest.raises(LastpickError, match="holds another evaluation"):
        evaluate(request, Screen())


def test_without_rules_a_header_says_what_it_always_said() -> None:
    plan = Plan("random", standard(), 1, None, 2, Options())
    assert "rules" not in plan.agreed()
    assert planned(plan.agreed()).suite == standard()


def test_won_games_are_long_ones() -> None:
    by_depth = Plan("random", standard(), 1, None, 2, Options()).won_games()
    assert {item.depth for item in by_depth} == {DEPTHS[0]}
    assert len(by_depth) == 2 * 4 * 2 * 3
    by_band = Plan("random", frozen("standard-2"), 1, None, 2, Options()).won_games()
    assert len(by_band) == 2 * 4 * 2 * 3
    for item in by_band:
        row = (item.game, item.size) == ("non-consecutive", "shipped")
        assert item.band == ("7" if row else "11+")


def test_empty_strata_are_told_in_few_lines() -> None:
    told = gaps_told(frozen("standard-2"))
    assert told[2] == (
        "non-consecutive, shipped: no positions of remoteness 11+"
        " (proven: no game has more than 10 picks)"
    )
    assert len(told) == 6
    suite = generate("standard-2", 5, [own("race")])
    assert len(gaps_told(suite)) < len(suite.gaps)


def test_strata_that_have_what_was_asked_for_are_not_told() -> None:
    gap = Gap("race", "shipped", "early", 5, "not found")
    suite = frozen("standard-1")._replace(gaps=(gap,))
    assert gaps_told(suite) == ["race, shipped: only 5 positions of depth early (not found)"]
    assert gaps_told(suite, 6) == gaps_told(suite)
    assert gaps_told(suite, 5) == []


def test_mistakes_say_that_the_last_pick_loses() -> None:
    item = standard().items[0]
    assert list(rules_told(item)) == []
    text = 'numbers = "1-9"\nfollows = "n < last"\nlast_pick = "loses"\n'
    own_item = item._replace(name="down", toml=text, numbers="1-9", picks=())
    assert list(rules_told(own_item)) == ["  follows: n < last", "  the last pick loses"]


def test_reports_say_that_a_suite_is_of_own_rules() -> None:
    suite = frozen("standard-1")
    assert suite.title == "standard-1"
    private = suite._replace(seed="7")
    assert private.title == "standard-1, private suite of seed 7"
    mine = private._replace(rules=(Rules("race", ""),))
    assert mine.title == "standard-1, private suite of seed 7, of own rules"
