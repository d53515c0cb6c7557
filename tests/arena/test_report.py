"""The report: its sums, and the same figures in text, JSON, CSV and on the page."""

from __future__ import annotations

import csv
import io
import json
from copy import copy
from html.parser import HTMLParser
from itertools import permutations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.tournaments import played, tournament

from lastpick.arena.intervals import wilson
from lastpick.arena.played import Decisions, Failed, Played
from lastpick.arena.progress_line import ProgressLine
from lastpick.arena.report.csv import to_csv
from lastpick.arena.report.data import Report, as_data, report
from lastpick.arena.report.drawing import Mark, intervals, steps
from lastpick.arena.report.page import page
from lastpick.arena.report.text import lines
from lastpick.arena.results import open_results
from lastpick.arena.tally import Tally
from lastpick.players.player import Options
from lastpick.players.usage import Usage
from lastpick.terminal.progress import Progress


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Report:
    path = tmp_path_factory.mktemp("arena") / "results.jsonl"
    return report(played(tournament(players="random,greedy,perfect,level:2"), path))


@pytest.fixture
def rude() -> Report:
    """Players and words that would break a page or a table, and every kind of trouble."""
    of = tournament(
        games=["divisor-duel"],
        players=["A<script>&=random,greedy", "exec:./engine '\"><img src=x>' and much, much more"],
        rounds=1,
        options=Options(prices=(2.0, 10.0)),
    )
    tally = Tally(of)
    nobody = Decisions()
    for number in range(1, of.total + 1):
        pairing = of.pairing(number)
        bad = 1 if pairing.first == 2 else 2 if pairing.second == 2 else 0
        failed = Failed(bad, "garbage", "said </td><script>alert(1)</script>") if bad else None
        usage = tuple(Usage(3, 1000, 100) if bad == seat else None for seat in (1, 2))
        decisions = (Decisions(4, 3, 1), nobody)
        tally.add(Played(number, (), 3 - bad if bad else 1, failed, decisions, usage))  # type: ignore[arg-type]
    return report(tally)


def test_the_first_failure_of_a_kind_is_told_in_whatever_order_games_come_in() -> None:
    of = tournament(games=["divisor-duel"], players="random,greedy", rounds=2)
    told = {1: ("crash", "z"), 2: ("crash", "a"), 3: ("hang", "z"), 4: ("hang", "a")}
    nobody = (Decisions(), Decisions())
    for order in permutations(told):
        tally = Tally(of)
        for number in order:
            seat = 1 if of.pairing(number).first == 0 else 2  # it is always the same who fails
            failed = Failed(seat, *told[number])
            tally.add(Played(number, (), 3 - seat, failed, nobody, (None, None)))
        assert tally.failures == [{"crash": 2, "hang": 2}, {}]
        row = next(row for row in as_data(report(tally))["standings"] if row["player"] == "random")
        assert row["failures"] == {
            "crash": {"number": 1, "text": "z"},
            "hang": {"number": 3, "text": "z"},
        }


def repeating(lines: list[tuple[int, ...]]) -> Report:
    """Of two players, each line played in turn in games that the first one always wins."""
    of = tournament(games=["divisor-duel"], players="A=random,B<b>=greedy", rounds=len(lines))
    tally = Tally(of)
    for number in range(1, of.total + 1):
        pairing = of.pairing(number)
        picks, best = lines[pairing.round - 1], 1 if pairing.first == 0 else 2
        decisions = (Decisions(2, 1), Decisions(2, 1))
        tally.add(Played(number, picks, best, None, decisions, (None, None)))
    return report(tally)


def test_a_repeated_game_weighs_as_one() -> None:
    once, often = repeating([(11, 1)]), repeating([(11, 1)] * 50)
    assert not once.repeated
    assert not once.warnings
    assert "Different games" not in "\n".join(lines(once)) + page(once)
    for one, other in zip(once.standings, often.standings, strict=True):
        assert other.rating == pytest.approx(one.rating, abs=1e-6)
        assert other.rating.low < 0 < other.rating.high  # two games tell little
        assert other.decisions.kept == pytest.approx(one.decisions.kept)
        assert other.by_game[0].kept == pytest.approx(one.by_game[0].kept)
    assert often.seats[0].worth == pytest.approx(once.seats[0].worth)
    warning = "A and B<b> repeat themselves: 2 of their 100 games were different, and only these"
    assert [text.startswith(warning) for text in often.warnings] == [True]
    data = as_data(often)
    assert data["warnings"] == often.warnings
    assert data["cross"]["different"] == [[None, 2], [2, None]]
    rows = list(csv.DictReader(io.StringIO(to_csv(often))))
    assert [row["different_against_A"] for row in rows] == ["", "2"]
    for width in (40, 80):
        shown = list(lines(often, width))
        assert max(map(len, shown)) <= width
        assert warning in " ".join(line.strip() for line in shown)
    assert "A and B&lt;b&gt; repeat themselves" in page(often)


def test_repeats_are_pairs_of_equal_games() -> None:
    """Whoever wins them, in whatever order they come; a line played by the other way is another."""
    found = repeating([(11, 1), (7, 1), (11, 1), (3, 1), (11, 1), (7, 1)])
    assert found.different == ((None, 6), (6, None))
    assert not found.warnings  # half of the twelve
    kept = found.standings[0].decisions
    assert kept.counts == Decisions(24, 12)
    assert kept.repeats == 2 * 2 * (3 * 2 + 2 * 1)  # seats, decisions, pairs of equal games
    assert kept.kept is not None
    assert kept.kept[1:] == pytest.approx(wilson(0.5, 24 * 24 / (24 + 32)))


def test_the_cross_table_adds_up(found: Report) -> None:
    between = found.tournament.rounds * len(found.tournament.books) * 2
    for i, row in enumerate(found.cross):
        assert row[i] is None
        assert sum(wins for wins in row if wins is not None) == found.standings[i].wins
        for j in range(i):
            one, two = row[j], found.cross[j][i]
            assert one is not None
            assert two is not None
            assert one + two == between
    assert sum(s.wins for s in found.standings) == found.played == found.tournament.total
    assert {s.games for s in found.standings} == {3 * between}
    for s in found.standings:
        assert (s.first[0] + s.second[0], s.first[1] + s.second[1]) == (s.wins, s.games)
    assert sum(seat.won for seat in found.seats) == sum(s.first[0] for s in found.standings)


def test_flawless_play_keeps_every_win(found: Report) -> None:
    best = next(s for s in found.standings if s.label == "perfect")
    assert best.rank == 1
    assert best.decisions.counts.kept == best.decisions.counts.mattered > 0
    assert best.decisions.lost_per_decision == 0
    worst = next(s for s in found.standings if s.label == "random")
    assert 0 < (worst.decisions.lost_per_decision or 0) < 1


def test_json_tells_everything(found: Report) -> None:
    data = json.loads(json.dumps(as_data(found)))
    assert data["tournament"] == found.tournament.agreed()
    assert (data["played"], data["complete"]) == (found.tournament.total, True)
    assert [row["rank"] for row in data["standings"]] == [1, 2, 3, 4]
    for row in data["standings"]:
        decisions = row["decisions"]
        assert row["low"] < row["rating"] < row["high"]
        assert decisions["kept"] + decisions["lost"] == decisions["mattered"]
        parts = decisions["by_game"].values()
        assert sum(part["mattered"] for part in parts) == decisions["mattered"]
    assert [game["game"] for game in data["moving_first"]] == found.tournament.titles


def test_csv_tells_the_same(found: Report) -> None:
    data = as_data(found)
    rows = list(csv.DictReader(io.StringIO(to_csv(found))))
    assert [row["player"] for row in rows] == data["cross"]["players"]
    for row, full, wins in zip(rows, data["standings"], data["cross"]["wins"], strict=True):
        assert int(row["wins"]) == full["wins"]
        assert float(row["rating"]) == full["rating"]
        assert float(row["lost_per_decision"]) == full["decisions"]["lost_per_decision"]
        for other, count in zip(data["cross"]["players"], wins, strict=True):
            assert row[f"wins_against_{other}"] == ("" if count is None else str(count))


def test_how_models_were_asked(rude: Report) -> None:
    of = copy(rude.tournament)
    of.options = of.options._replace(temperature=None, further=json.dumps({"note": "<b>" * 20}))
    found = rude._replace(tournament=of)
    for width in (40, 80):
        shown = list(lines(found, width))
        assert max(map(len, shown)) <= width
        assert "Asked without a temperature," in "\n".join(shown)
        assert any(line.startswith('  With {"note": "<b>') for line in shown)
    assert "<dt>temperature</dt><dd>none</dd><dt>further fields</dt>" in page(found)
    assert "&lt;b&gt;&lt;b&gt;" in page(found)


def test_csv_of_failures(rude: Report) -> None:
    rows = {row["player"][:4]: row for row in csv.DictReader(io.StringIO(to_csv(rude)))}
    assert (rows["exec"]["forfeits"], rows["exec"]["garbage"]) == ("4", "4")
    assert rows["exec"]["crash"] == "0"


@pytest.mark.parametrize("width", [40, 60, 76, 79, 80])
def test_text_fits(found: Report, rude: Report, width: int) -> None:
    for one in (found, rude):
        shown = list(lines(one, width))
        assert max(map(len, shown)) <= width
        text = "\n".join(shown)
        for s in one.standings:
            assert s.label[:6] in text
            assert f"{s.rating.low:+.0f}" in text


@pytest.mark.parametrize("width", [40, 80])
def test_text_tells_the_points_lost_per_decision(found: Report, width: int) -> None:
    shown = list(lines(found, width))
    for s in found.standings:
        lost = f" {s.decisions.lost_per_decision:.3f}"
        after = shown[next(at for at, line in enumerate(shown) if s.label in line) :]
        assert after[0 if width == 80 else 4].endswith(lost)


def test_text_tells_the_failures_and_the_cost(rude: Report) -> None:
    text = "\n".join(lines(rude))
    assert ": 4 garbage" in text
    assert "12 calls" in text
    assert "Asked at temperature 0, again at most 2 times." in text
    assert "cost 0.0120" in text  # 4 games of 1000 tokens at 2 and 100 at 10 a million
    assert "nobody knows who wins: 6 decisions" in text


class Page(HTMLParser):
    """Tags that are open, and everything that would reach outside the page."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.reaching: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in ("meta", "br"):
            self.open.append(tag)
        self.reaching += [name for name, _ in attrs if name in ("src", "href") or name[:2] == "on"]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_stands_alone(found: Report, rude: Report) -> None:
    for one in (found, rude):
        text = page(one)
        seen = Page()
        seen.feed(text)
        seen.close()
        assert seen.open == []
        assert not seen.reaching
        assert not {"script", "img", "link", "iframe"} & set(seen.tags)
        assert seen.tags.count("svg") == 3
        assert "prefers-color-scheme: dark" in text
        for s in one.standings:
            assert s.label in seen.text
            assert f"{s.wins:,}" in seen.text
        for start in range(text.count("<svg")):
            drawn = text.split("<svg")[start + 1].split("</svg>")[0]
            root = ElementTree.fromstring(f"<svg{drawn}</svg>")
            assert root.get("role") == "img"
            assert all(s.label in (root.get("aria-label") or "") for s in one.standings) or start


def test_the_page_tells_the_failures(rude: Report) -> None:
    text = page(rude)
    assert "said &lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "0.0120" in text
    assert "<dt>temperature</dt><dd>0</dd><dt>retries</dt><dd>2</dd>" in text


def test_a_plot_holds_everything_within_its_scale() -> None:
    marks = [Mark("a", 300, 250, 350, "x"), Mark("b", -20, -1, 5, "y")]
    root = ElementTree.fromstring(intervals("t", marks, "u"))
    for element in root.iter():
        for key in ("x", "x1", "x2", "cx"):
            if (place := element.get(key)) is not None:
                assert 0 <= float(place.rstrip("%")) <= 100


@pytest.mark.parametrize(("low", "high"), [(0, 0), (-3, 4), (-1234, 17), (0, 0.02), (-1e6, 1e6)])
def test_ticks_are_round_and_hold_the_range(low: float, high: float) -> None:
    found = steps(low, high)
    assert found[0] <= low
    assert found[-1] >= high
    assert 0 in found
    assert 2 <= len(found) <= 9


def test_the_line_of_progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(Progress, "show", lambda _, text: shown.append(text))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    path = tmp_path / "results.jsonl"
    played(tournament(), path)
    with open_results(str(path), tournament()) as results:
        ProgressLine(Progress(), 0)(results)
    assert shown[0].startswith("[############] 100% 24/24 ")
    assert shown[0].index("perfect") < shown[0].index("random")
    assert len(shown[0]) < 80
