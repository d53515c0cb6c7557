"""lastpick compare: players side by side, on the same items, and never what does not belong."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from support.evaluating import Lastpick
from support.running import Done

from lastpick import cli
from lastpick.evaluation.compare.csv import cell, to_csv
from lastpick.evaluation.compare.data import Comparison, as_data, comparison
from lastpick.evaluation.compare.page import page
from lastpick.evaluation.compare.plot import MOST
from lastpick.evaluation.compare.read import read_contestants
from lastpick.evaluation.compare.text import lines

PLAYERS = ("random", "greedy", "level:4")
RUDE = 'llm:=1+1\x1b[31m"><script>alert(1)</script>&'


def evaluated(folder: Path, player: str, each: int, games: int) -> str:
    file = str(folder / f"{player}.jsonl")
    words = ["evaluate", player, "--each", str(each), "--games", str(games), "--output", file]
    assert cli.main(words) == 0
    return file


@pytest.fixture(scope="module")
def played_on(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Results of three bots: a decision of each kind, and won games played on."""
    folder = tmp_path_factory.mktemp("played-on")
    return [evaluated(folder, player, 1, 1) for player in PLAYERS]


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The same without the games, which take time to read."""
    folder = tmp_path_factory.mktemp("compare")
    return [evaluated(folder, player, 1, 0) for player in PLAYERS]


@pytest.fixture(scope="module")
def found(played_on: list[str]) -> Comparison:
    return comparison(read_contestants(played_on))


Compare = Callable[..., Done]


def test_conversion_is_compared_in_the_games_that_both_played(found: Comparison) -> None:
    one, other = found.players[:2]
    some = one._replace(report=one.report._replace(games=one.report.games[2:]))
    between = comparison([some, other]).conversion[1]
    assert between is not None
    won = {game.item.number: game.won for game in one.report.games[2:]}
    theirs = [(game.won, won[game.item.number]) for game in other.report.games[2:]]
    assert between.better + between.worse + between.same == between.positions <= len(won)
    mean = sum(mine - yours for mine, yours in theirs) / len(theirs)
    assert between.value == pytest.approx(mean)
    none = one._replace(report=one.report._replace(games=()))
    assert comparison([none, other]).conversion == (None, None)


@pytest.fixture
def compare(lastpick: Lastpick) -> Compare:
    return partial(lastpick, "compare")


def changed(source: str, target: Path, **head: object) -> str:
    """A results file with another head, and otherwise the same answers."""
    first, rest = Path(source).read_text().split("\n", 1)
    target.write_text(f"{json.dumps({**json.loads(first), **head})}\n{rest}")
    return str(target)


def refusal(done: Done) -> str:
    assert done.out == ""
    assert done.code in (1, 2), done
    (line,) = done.err.splitlines()
    assert line.isprintable()
    return line


# --- the figures ------------------------------------------------------------------------


def test_the_figures_are_those_of_the_evaluations(
    compare: Compare, played_on: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    data = compare(*played_on, "--json").json
    assert data["against"] == "random"
    assert [one["name"] for one in data["players"]] == list(PLAYERS)
    words = [
        "evaluate",
        "greedy",
        "--each",
        "1",
        "--games",
        "1",
        "--output",
        played_on[1],
        "--json",
    ]
    assert cli.main(words) == 0
    alone = json.loads(capsys.readouterr().out)
    greedy = data["players"][1]
    for key in ("score", "skill", "legal", "intervals", "horizon", "conversion", "by", "strata"):
        assert greedy[key] == alone[key], key
    assert data["suite"] == alone["suite"]
    assert (data["decisions"], data["positions"]) == (72, 24)


def test_differences_are_those_of_the_scores(found: Comparison) -> None:
    data = as_data(found)
    first, *others = data["players"]
    assert first["difference"] is None
    for one in others:
        between = one["difference"]
        for key in ("score", "skill", "legal"):
            assert between[key]["value"] == pytest.approx(one[key] - first[key])
            low, high = between[key]["interval"]
            assert low <= between[key]["value"] <= high
        shares = [player["conversion"]["share"] for player in (one, first)]
        assert between["conversion"]["value"] == pytest.approx(shares[0] - shares[1])
        assert list(between["by"]) == list(one["by"])
        for group, values in between["by"].items():
            for value, more in values.items():
                kept = [player["by"][group][value]["kept"] for player in (one, first)]
                assert more["value"] == pytest.approx(100 * (kept[0] - kept[1]))
                assert more["better"] + more["worse"] + more["same"] == more["positions"]
                assert more["positions"] == one["by"][group][value]["positions"]


def test_it_says_how_many_differences_it_tells(found: Comparison) -> None:
    values = sum(map(len, as_data(found)["players"][0]["by"].values()))
    assert found.intervals == 2 * (1 + values)
    assert f"Differences told: {found.intervals}, all from random" in " ".join(lines(found))


def test_the_same_answers_differ_in_nothing(paths: list[str], tmp_path: Path) -> None:
    twin = changed(paths[1], tmp_path / "twin.jsonl")
    found = comparison(read_contestants([paths[1], twin]))
    assert [one.name for one in found.players] == ["greedy (greedy.jsonl)", "greedy (twin.jsonl)"]
    more = found.whole.rows[1].score
    assert more is not None
    assert (more.value, more.same, more.low) == (0, 24, -more.high)
    assert more.high > 0.1  # 24 positions without a difference do not prove that there is none


def test_files_of_the_same_name_are_told_apart_by_their_folders(
    paths: list[str], tmp_path: Path
) -> None:
    twin = changed(paths[1], tmp_path / "greedy.jsonl")
    names = [one.name for one in read_contestants([paths[1], twin])]
    assert names == [f"greedy ({paths[1]})", f"greedy ({twin})"]


def test_prices_are_one_for_all_or_one_for_each(
    compare: Compare, paths: list[str], tmp_path: Path
) -> None:
    priced = tmp_path / "priced.jsonl"
    head, first, *rest = Path(paths[0]).read_text().splitlines()
    answer = {**json.loads(first), "usage": [1, 1_000_000, 500_000, None]}
    priced.write_text("\n".join([head, json.dumps(answer), *rest, ""]))
    for prices, cost in ((), None), (("2,4",), 4.0), (("2,4", "9,9"), 4.0):
        options = [word for price in prices for word in ("--prices", price)]
        data = compare(priced, paths[1], "--json", *options).json
        assert [one["usage"] and one["usage"]["cost"] for one in data["players"]] == [cost, None]
    twice = ("--prices", "1,1", "--prices", "1,1")
    assert refusal(compare(priced, *paths[1:], *twice)) == (
        "lastpick: --prices is given 2 times, but there are 3 results files; give it once for all"
        " of them, or once for each in their order"
    )
    assert refusal(compare(priced, *twice)) == (
        "lastpick: --prices is given 2 times, but there is 1 results file; give it once"
    )


# --- what is never mixed ----------------------------------------------------------------


def test_other_suites_are_refused(compare: Compare, paths: list[str], tmp_path: Path) -> None:
    other = evaluated(tmp_path, "random", 2, 0)
    line = refusal(compare(paths[0], other))
    assert f"{paths[0]} and {other} cannot be compared: --each is 1 in the first" in line
    assert "and 2 in the second" in line
    assert cli.main(["evaluate", "random", "--games", "0", "--output", f"{tmp_path}/all"]) == 0
    line = refusal(compare(f"{tmp_path}/all", paths[0]))
    assert "--each is not given in the first and 1 in the second" in line


@pytest.mark.parametrize(
    ("key", "value"), [("prompts", 2), ("lenient", True), ("attempts", 5), ("show_legal", True)]
)
def test_models_that_were_asked_otherwise_are_refused(
    compare: Compare, paths: list[str], tmp_path: Path, key: str, value: object
) -> None:
    one = changed(paths[0], tmp_path / "one.jsonl", player="llm:one")
    other = changed(paths[1], tmp_path / "other.jsonl", player="llm:other", **{key: value})
    line = refusal(compare(paths[2], one, other))  # a bot beside them is no matter
    assert f"{one} and {other} cannot be compared: {key.replace('_', ' ')} is" in line
    third = changed(paths[0], tmp_path / "third.jsonl", player="llm:third", **{key: value})
    assert compare(other, third, paths[2]).code == 0


def test_how_players_were_run_may_differ_and_is_shown(
    compare: Compare, paths: list[str], tmp_path: Path
) -> None:
    head = {"player": "llm:m", "prompts": 2, "temperature": 0.5, "set": {"effort": "high"}}
    model = changed(paths[0], tmp_path / "model.jsonl", **head)
    done = compare(model, paths[1])
    assert done.code == 0
    assert "llm:m: seed 1, temperature 0.5, prompts 2, set {'effort': 'high'}" in done.out
    options = compare(model, paths[1], "--json").json["players"][0]["options"]
    assert options["set"] == {"effort": "high"}


def test_unfinished_results_are_refused(
    compare: Compare, played_on: list[str], tmp_path: Path
) -> None:
    whole = Path(played_on[0]).read_text().splitlines(keepends=True)
    for kept in (40, len(whole) - 1):
        part = tmp_path / "part.jsonl"
        part.write_text("".join(whole[:kept]))
        line = refusal(compare(part))
        assert f"{part} is not finished" in line
        assert "the command that began it goes on" in line
        assert part.read_text() == "".join(whole[:kept])


@pytest.mark.parametrize("head", [{"games": "x"}, {"player": 3}, {"checksum": "0"}, {"each": {}}])
def test_a_damaged_head_is_one_line(
    compare: Compare, paths: list[str], tmp_path: Path, head: dict[str, object]
) -> None:
    file = changed(paths[0], tmp_path / "bad.jsonl", **head)
    assert file in refusal(compare(file))


def test_bad_input_is_one_line(compare: Compare, paths: list[str], tmp_path: Path) -> None:
    assert "required: RESULT" in refusal(compare())
    assert "No such file" in refusal(compare(tmp_path / "none.jsonl"))
    assert "is named twice" in refusal(compare(paths[0], paths[0]))
    assert "ends in .csv" in refusal(compare(paths[0], "--csv", tmp_path / "a.txt"))
    assert "ends in .html" in refusal(compare(paths[0], "--html", tmp_path / "a.txt"))
    assert "there is no folder" in refusal(compare(paths[0], "--csv", tmp_path / "no/a.csv"))
    same = tmp_path / "a.csv"
    same.write_text(Path(paths[0]).read_text())
    assert "is one of the results" in refusal(compare(same, "--csv", same))


# --- how it is shown --------------------------------------------------------------------


def test_the_text_fits_eighty_columns(compare: Compare, paths: list[str]) -> None:
    done = compare(*paths)
    assert (done.code, done.err) == (0, "")
    assert done.lines[0] == "3 players on standard-1"
    for line in done.lines:
        assert len(line) <= 80
        assert line == line.rstrip()
    for group in ("game", "size", "depth", "remoteness", "disguise"):
        assert f"by {group} " in done.out
    assert re.search(r"^ +5 .*o.* \d+\.\d", done.out, re.MULTILINE)  # of the picture
    assert "Points of score more than random, on the same positions:" in done.lines


def test_one_player_is_shown_alone(compare: Compare, paths: list[str], tmp_path: Path) -> None:
    html = tmp_path / "a.html"
    done = compare(paths[1], "--html", html)
    assert done.lines[0] == "greedy on standard-1"
    assert "more than" not in done.out + html.read_text()
    assert "Differences" not in done.out
    data = compare(paths[1], "--json").json
    assert (data["intervals"], data["players"][0]["difference"]) == (0, None)


def test_csv_has_a_row_for_each_player_and_part(found: Comparison) -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(found))))
    data = as_data(found)
    parts = 1 + sum(map(len, data["players"][0]["by"].values()))
    assert len(rows) == 3 * parts
    at = {(row["player"], row["group"], row["value"]): row for row in rows}
    for one in data["players"]:
        whole = at[one["name"], "all", ""]
        assert float(whole["score"]) == one["score"]
        assert float(whole["conversion"]) == one["conversion"]["share"]
        assert int(whole["horizon"]) == one["horizon"]
        for group, values in one["by"].items():
            for value, figures in values.items():
                row = at[one["name"], group, value]
                assert float(row["score"]) == pytest.approx(100 * figures["kept"])
                assert row["conversion"] == ""
                more = one["difference"] and one["difference"]["by"][group][value]
                assert row["difference"] == ("" if more is None else str(more["value"]))
                if more:
                    ends = [float(row["difference_low"]), float(row["difference_high"])]
                    assert ends == more["interval"]


class Reader(HTMLParser):
    """The tags of a page, its text, and what the browser would fetch or run."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.fetched: list[tuple[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.fetched += [one for one in attrs if one[0] in ("src", "href") or one[0][:2] == "on"]

    def handle_data(self, data: str) -> None:
        self.text += data


def plots(text: str) -> list[Any]:
    found = re.findall(r'<svg class="plot" role="img".*?\n</svg>', text, re.DOTALL)
    return [ElementTree.fromstring(one) for one in found]


def test_the_page_needs_nothing_else_and_tells_the_same(found: Comparison) -> None:
    text = page(found)
    reader = Reader(text)
    assert not {"script", "link", "img", "iframe"} & set(reader.tags)
    assert reader.fetched == []
    assert "url(" not in text
    assert "prefers-color-scheme: dark" in text
    for row in found.whole.rows:
        assert f"{100 * row.rate.kept:.1f}" in reader.text
    drawn = plots(text)
    assert len(drawn) == 1 + 1 + 2 * len(found.groups)  # the main one, all, two by each group
    for one in drawn:
        told = one.get("aria-label")
        assert told.count(";") >= 1 or "random" in told
        assert one.find("title").text
    main = drawn[0].get("aria-label")
    assert main.startswith("Score against remoteness")
    for player in found.players:
        assert player.name in main


def test_many_players_share_no_colour_in_a_picture(found: Comparison) -> None:
    many = [found.players[at % 3]._replace(name=f"player {at}") for at in range(MOST + 2)]
    text = page(comparison(many))
    first, second = plots(text)[:2]
    assert "player 0" in first.get("aria-label")
    assert f"player {MOST - 1}" in first.get("aria-label")
    assert f"player {MOST}" not in first.get("aria-label")
    assert f"player {MOST}" in second.get("aria-label")


def test_names_from_a_file_do_no_harm(compare: Compare, paths: list[str], tmp_path: Path) -> None:
    file = changed(
        paths[0],
        tmp_path / "=2+2 <b>.jsonl",
        player=RUDE,
        base_url="http://a/\x1b[2J<i>",
        prompts=2,
    )
    html, sheet = tmp_path / "a.html", tmp_path / "a.csv"
    done = compare(file, paths[1], "--html", html, "--csv", sheet)
    assert done.code == 0
    assert "\x1b" not in done.out + html.read_text() + sheet.read_text()
    reader = Reader(html.read_text())
    assert not {"script", "b", "i"} & set(reader.tags)
    assert plots(html.read_text())
    for row in csv.reader(io.StringIO(sheet.read_text())):
        for text in row[:4]:
            assert not text.startswith(("=", "+", "-", "@")), row


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", "\n=1"])
def test_no_text_is_a_formula(text: str) -> None:
    assert cell(text)[0] == "'"
    assert cell(f"a{text}")[0] == "a"
