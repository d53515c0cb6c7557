"""Picks without a solution: in the results, and in every form of the report."""

import json
from pathlib import Path

import pytest
from support.tournaments import game_lines, played, tournament
from support.unsolved import solve_nothing

from lastpick.arena.played import read_played
from lastpick.arena.report.csv import to_csv
from lastpick.arena.report.data import as_data, report
from lastpick.arena.report.page import page
from lastpick.arena.report.text import lines
from lastpick.errors import ArenaError


def test_they_are_counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    of = tournament(("divisor-duel",), "random,perfect", rounds=3)
    path = tmp_path / "results.jsonl"
    with monkeypatch.context() as patched:
        solve_nothing(patched)
        tally = played(of, path)
    count = 0
    for line in game_lines(path):
        game = json.loads(line)
        seat = 0 if game["first"] == "perfect" else 1
        assert game["unsolved"][seat] == len(game["picks"][seat::2]) > 0
        assert game["unsolved"][1 - seat] == 0
        assert read_played(line, of).line(of) == line
        count += game["unsolved"][seat]
    found = report(tally)
    table = {row["player"]: row["unsolved"] for row in as_data(found)["standings"]}
    assert table == {"perfect": count, "random": 0}
    shown = list(lines(found))
    assert shown[shown.index("Picks without a solution:") + 1] == f"  perfect: {count}"
    assert f"<td>{count}</td>" in page(found).partition("<h2>Picks without a solution</h2>")[2]
    header, *rows = (row.split(",") for row in to_csv(found).splitlines())
    assert {row[1]: row[header.index("unsolved")] for row in rows} == {
        "perfect": str(count),
        "random": "0",
    }
    again = played(of, path)  # read from the file, and nothing played
    assert again.unsolved == tally.unsolved


def test_without_any_nothing_is_said(tmp_path: Path) -> None:
    of = tournament(("divisor-duel",), "random,perfect", rounds=1)
    path = tmp_path / "results.jsonl"
    found = report(played(of, path))
    assert not any("unsolved" in line for line in game_lines(path))
    assert "without a solution" not in "\n".join(lines(found)) + page(found)


@pytest.mark.parametrize("wrong", [[1], [0, -1], [0, 1.5], [0, 0]])
def test_counts_that_cannot_be_are_refused(wrong: list[float], tmp_path: Path) -> None:
    of = tournament(("divisor-duel",), "random,greedy", rounds=1)
    path = tmp_path / "results.jsonl"
    played(of, path)
    header, first, *rest = path.read_text().splitlines()
    spoilt = json.dumps({**json.loads(first), "unsolved": wrong})
    path.write_text("\n".join([header, spoilt, *rest]) + "\n")
    with pytest.raises(ArenaError):
        played(of, path)
