"""How far ahead a player sees: the figure, its picture, and that it measures what it says."""

from __future__ import annotations

import pytest

from lastpick.arena.intervals import Interval
from lastpick.evaluation.horizon import halfway, horizon
from lastpick.evaluation.report.data import Report, as_data, report
from lastpick.evaluation.report.picture import picture
from lastpick.evaluation.results import Plan, Results
from lastpick.evaluation.run import run
from lastpick.evaluation.scoring import Rate
from lastpick.evaluation.suite import BANDS, Suite, frozen, standard
from lastpick.players.player import Options


def band(low: float, chance: float = 0.2, kept: float = 0.9, positions: int = 50) -> Rate:
    interval = Interval(low, 1.0)
    return Rate(150, positions, 1.0, kept, chance, interval, Interval(0.9, 1.0))


BAND = band(0)


def test_the_mark_is_chance_and_half_of_what_is_left() -> None:
    assert halfway(band(0, chance=0.2)) == pytest.approx(0.6)
    assert halfway(band(0, chance=0.5)) == 0.75


@pytest.mark.parametrize(
    ("lows", "expected"),
    [
        ({"1": halfway(BAND)}, 0),  # on the mark is not above it
        ({"1": 0.61}, 1),
        ({"1": 0.61, "3": 0.61, "5": 0.5, "7": 0.9}, 3),  # what comes after a failure is luck
        ({"3": 0.7, "7": 0.7, "9": 0.1}, 7),  # bands without items are skipped
        ({"3": 0.1, "7": 0.7}, 0),
        (dict.fromkeys(BANDS, 0.9), 11),
        ({}, None),
    ],
)
def test_the_horizon_is_the_last_band_before_the_first_that_fails(
    lows: dict[str, float], expected: int | None
) -> None:
    assert horizon({name: band(low) for name, low in lows.items()}) == expected


def drawn(bands: dict[str, Rate], unknown: int = 0) -> list[str]:
    lines = [line for text in picture(bands, unknown) for line in text.split("\n")]
    assert all(len(line) <= 80 for line in lines)
    return lines


def test_the_picture() -> None:
    good = Rate(60, 20, 1.0, 0.9, 0.2, Interval(0.7, 0.96), Interval(0.9, 1.0))
    poor = Rate(60, 20, 1.0, 0.3, 0.3, Interval(0.2, 0.4), Interval(0.9, 1.0))
    assert drawn({"1": good, "3": poor}, 6) == [
        "",
        "How far ahead it sees: of 100 wins it kept so many, by the picks that they take",
        " picks  0         20        40        60        80        100",
        "     1            r                   |    ----------o---     90.0  found",
        "     3            -----o-----           |                     30.0",
        "        o kept   --- 95% interval   r random picks   | halfway from r to 100",
        "Horizon 1: it finds wins that take a single pick.",
        "At 3 its interval begins at 20.0, not above the mark | at 65.0.",
        "The suite has no wins that take 5 or 7 or 9 or 11+ picks.",
        "Not in the picture: 6 decisions whose wins take an unknown number of picks.",
    ]


def test_the_horizon_in_words() -> None:
    assert drawn({}) == []
    assert "Horizon 11 or more: it finds wins however many picks they take here." in drawn(
        dict.fromkeys(BANDS, band(0.9))
    )
    few = drawn({"1": band(0.5, positions=3)})
    assert "Horizon 0: it is not shown to find wins that take 1 pick." in few
    assert "The score is above it, but 3 positions are too few to tell." in few
    one = drawn({"1": band(0.5, positions=1)})
    assert "The score is above it, but 1 position is too few to tell." in one
    assert not [line for line in drawn({"1": band(0.1, kept=0.3)}) if "too few" in line]


# --- players of known sight ---------------------------------------------------------------


def measured(player: str, suite: Suite) -> Report:
    plan, results = Plan(player, suite, 1, None, 0, Options()), Results()
    run(plan, results)
    return report(plan, results)


@pytest.fixture(scope="module")
def plain() -> Suite:
    """A part of standard-2 that is large enough: eight positions of each stratum, undisguised."""
    suite = frozen("standard-2").cut(8)
    return suite._replace(items=tuple(item for item in suite.items if item.disguise == "plain"))


@pytest.mark.parametrize("depth", [1, 3, 5, 7, 9])
def test_the_horizon_of_one_who_sees_so_far_is_how_far_it_sees(depth: int, plain: Suite) -> None:
    found = measured(f"search:{depth}", plain)
    assert found.horizon == depth
    for name, one in found.groups("remoteness").items():
        seen = name != "11+" and int(name) <= depth
        assert (one.kept == 1) if seen else (abs(one.skill) < 0.3), name


def test_the_report_tells_the_horizon_and_its_bands(plain: Suite) -> None:
    data = as_data(measured("search:3", plain), 1)
    assert (data["horizon"], data["unknown_remoteness"]) == (3, 0)
    assert list(data["by"]) == ["game", "size", "remoteness", "disguise"]  # there is no depth
    assert list(data["by"]["remoteness"]) == list(BANDS)
    for one in data["by"]["remoteness"].values():
        assert one["halfway"] == pytest.approx((1 + one["chance"]) / 2)
    assert {stratum["remoteness"] for stratum in data["strata"]} == set(BANDS)
    assert data["mistakes"]["first"][0]["remoteness"] >= 5


def test_an_older_suite_has_depths_and_some_positions_of_unknown_remoteness() -> None:
    data = as_data(measured("random", standard().cut(2)), 0)
    assert list(data["by"]) == ["game", "size", "depth", "remoteness", "disguise"]
    known = sum(one["decisions"] for one in data["by"]["remoteness"].values())
    assert data["unknown_remoteness"] == data["decisions"] - known > 0
    assert data["horizon"] == 0
    assert {stratum["depth"] for stratum in data["strata"]} == {"early", "middle", "late"}
