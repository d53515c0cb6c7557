"""The results file: durable, resumed to the same result, never overwritten."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from math import inf
from pathlib import Path
from random import Random

import pytest
from support.running import TIMEOUT, command, environment, run
from support.tournaments import GAMES, SMALL, arena, game_lines, played, tournament

from lastpick.arena.report.data import as_data, report
from lastpick.arena.results import open_results
from lastpick.errors import ArenaError

LONG = ("--players", "random,greedy,level:3,perfect", "--rounds", 25, "--processes", 2)
DEEP = b"[" * 100_000 + b"\n"  # deeper than a reader of JSON can go


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """A finished results file."""
    path = tmp_path / "whole.jsonl"
    played(tournament(), path)
    return path


def again(path: Path) -> object:
    """Go on with a file, and report."""
    return as_data(report(played(tournament(), path)))


def test_a_line_says_everything_about_its_game(whole: Path) -> None:
    header, first, *_ = whole.read_text().splitlines()
    assert json.loads(header) == tournament().agreed()
    found = json.loads(first)
    assert (found["number"], found["round"], found["game"]) == (1, 1, "divisor-duel 1-20")
    assert (found["first"], found["second"]) == ("random", "greedy")
    assert set(found) == {
        *("number", "round", "game", "first", "second"),
        *("picks", "winner", "failed", "decisions", "usage"),
    }


def test_a_cut_anywhere_is_gone_on_from(whole: Path, tmp_path: Path) -> None:
    data, expected = whole.read_bytes(), again(whole)
    lines = game_lines(whole)
    torn = tmp_path / "torn.jsonl"
    header = data.index(b"\n") + 1
    cuts = {0, 1, header - 1, header, header + 1, len(data) - 1, len(data)}
    cuts |= {Random(3).randrange(len(data)) for _ in range(5)}
    for cut in sorted(cuts):
        torn.write_bytes(data[:cut])
        assert again(torn) == expected
        assert game_lines(torn) == lines


def damaged(data: bytes, how: str) -> bytes:
    lines = data.splitlines(keepends=True)
    game = json.loads(lines[1])
    if how == "no JSON":
        lines[1] = b"{]\n"
    elif how == "no UTF-8":
        lines[1] = b"\xff\n"
    elif how == "half of it missing":
        del game["winner"]
        lines[1] = json.dumps(game).encode() + b"\n"
    elif how == "a list":
        lines[1] = b"[]\n"
    elif how == "a list in a list":
        lines[1] = DEEP
    elif how == "twice":
        lines.append(lines[1])
    elif how == "empty line":
        lines.insert(2, b"\n")
    else:
        changes: dict[str, dict[str, object]] = {
            "number": {"number": 10**6},
            "no number": {"number": "1"},
            "another player": {"first": "perfect"},
            "illegal picks": {"picks": [1, 1]},
            "picks of text": {"picks": ["a"]},
            "not over": {"picks": game["picks"][:-1]},
            "the loser wins": {"winner": 3 - game["winner"]},
            "a winner from nowhere": {"winner": 7},
            "decisions": {"decisions": [[1, 2, 0], [0, 0, 0]]},
            "too many decisions": {"decisions": [[0, 0, 0]] * 3},
            "endless decisions": {"decisions": [[inf, inf, 0], [0, 0, 0]]},
            "fewer than no decisions": {"decisions": [[0, -1, 0], [0, 0, 0]]},
            "use of less": {"usage": [[1, 2], None]},
            "use of text": {"usage": [["1", "2", "3"], None]},
            "use of too much": {"usage": [[10**400, 0, 0], None]},
            "more than a game": {"extra": 1},
            "failure of no kind": {
                "picks": [],
                "winner": 2,
                "failed": {"seat": 1, "kind": ["crash"], "text": ""},
            },
            "a strange failure": {"failed": {"seat": 1}},
        }
        lines[1] = json.dumps({**game, **changes[how]}).encode() + b"\n"
    return b"".join(lines)


@pytest.mark.parametrize(
    "how",
    [
        *("no JSON", "no UTF-8", "a list", "twice", "empty line", "number", "no number"),
        "half of it missing",
        *("another player", "illegal picks", "picks of text", "not over", "the loser wins"),
        *("a winner from nowhere", "decisions", "too many decisions", "more than a game"),
        *("a strange failure", "failure of no kind", "a list in a list"),
        *("endless decisions", "fewer than no decisions"),
        *("use of less", "use of text", "use of too much"),
    ],
)
def test_a_damaged_file_is_told_and_left_alone(how: str, whole: Path) -> None:
    data = damaged(whole.read_bytes(), how)
    whole.write_bytes(data)
    with pytest.raises(ArenaError, match=r"is damaged in line \d+: .") as caught:
        again(whole)
    assert "\n" not in str(caught.value)
    assert whole.read_bytes() == data


@pytest.mark.parametrize(
    "data",
    [
        b"my diary\n",
        b"my diary",
        b"{}\n",
        b"[]\n",
        b"\x00\xff",
        b'{"lastpick-arena": 1',
        b"\n",
        DEEP,
    ],
)
def test_a_file_of_something_else_is_left_alone(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "diary"
    path.write_bytes(data)
    if tournament().line.encode().startswith(data):
        again(path)  # a header that was cut short: nothing was lost
        return
    with pytest.raises(ArenaError, match="is no results file of a tournament; name another"):
        again(path)
    assert path.read_bytes() == data


def test_another_tournaments_file_is_left_alone(whole: Path) -> None:
    data = whole.read_bytes()
    for other, key in (
        (tournament(seed=6), "seed: 5 there, 6 here"),
        (tournament(rounds=3), "rounds: 2 there, 3 here"),
        (tournament(players="random,greedy"), "players: "),
        (tournament(games=["divisor-duel"]), "games: "),
        (tournament(grade=1), "grade: "),
    ):
        with pytest.raises(ArenaError, match=f"holds another tournament .{key}"):
            played(other, whole)
    whole.write_bytes(data.replace(b'"lastpick-arena": 1', b'"lastpick-arena": 2'))
    with pytest.raises(ArenaError, match="written by another version"):
        again(whole)


def test_the_command_goes_on_and_reports_the_same(whole: Path, tmp_path: Path) -> None:
    done = arena(whole)
    assert (done.code, done.err) == (0, f"{whole}: 24 of 24 games are there.\n")
    half = tmp_path / "half.jsonl"
    half.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    resumed = arena(half)
    assert (resumed.code, resumed.out) == (0, done.out)
    assert game_lines(half) == game_lines(whole)
    assert arena(whole, *SMALL, "--json").json == json.loads(json.dumps(again(whole)))


def test_a_file_in_use_is_refused(whole: Path) -> None:
    with open_results(str(whole), tournament()):
        done = arena(whole)
    assert (done.code, done.out) == (1, "")
    assert done.err == f"lastpick: {whole} is in use by another tournament that runs now\n"
    assert arena(whole).code == 0


def test_the_usual_file_belongs_to_the_command(tmp_path: Path) -> None:
    for seed, files in ((1, 1), (1, 1), (2, 2)):
        args = ("--players", "random,greedy", "--rounds", 1, "--seed", seed)
        assert run("arena", "divisor-duel", *args, cwd=tmp_path).code == 0
        assert len(list(tmp_path.glob("arena-*.jsonl"))) == files


@pytest.mark.parametrize(
    ("where", "why"),
    [("nowhere/x.jsonl", "No such file or directory"), (".", "Is a directory")],
)
def test_a_file_that_cannot_be_written_is_told(where: str, why: str, tmp_path: Path) -> None:
    done = arena(tmp_path / where)
    assert (done.code, done.out) == (1, "")
    assert done.err.count("\n") == 1
    assert f"cannot open the results file {tmp_path / where}: {why}" in done.err


@pytest.mark.parametrize("where", ["/dev/zero", "/dev/null", "pipe"])
def test_what_is_no_file_is_refused(where: str, tmp_path: Path) -> None:
    """Some of them have no end: reading them on would take all memory."""
    os.mkfifo(tmp_path / "pipe")
    done = arena(tmp_path / where)
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        f"lastpick: {tmp_path / where} is no ordinary file; name another with --output\n"
    )


def test_a_full_disk_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    limited = f"ulimit -f {max(1, len(tournament().line) // 1024 + 1)}; trap '' XFSZ"
    done = run("arena", *GAMES, *SMALL, "--output", path, shell=limited)
    assert (done.code, done.out) == (1, "")
    assert "cannot write the results file" in done.err
    assert arena(path).code == 0
    assert len(game_lines(path)) == 24


# --- real programs, killed ------------------------------------------------------------------------


def start(path: Path) -> subprocess.Popen[bytes]:
    args = ("arena", *GAMES, *LONG, "--output", path)
    return subprocess.Popen(
        command(args), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    )


def grown(child: subprocess.Popen[bytes], path: Path, size: int) -> bool:
    """Wait until a file has so many bytes; False if the child has left before."""
    while child.poll() is None:
        if path.exists() and path.stat().st_size >= size:
            return True
        os.sched_yield()
    return False


def test_a_killed_run_goes_on_to_the_same_result(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole.jsonl", tmp_path / "killed.jsonl"
    expected = arena(whole, *LONG)
    total, rng, killed = whole.stat().st_size, Random(9), 0
    for part in range(4):
        reached = path.stat().st_size if path.exists() else 0
        with start(path) as child:
            if grown(child, path, min(total, reached + rng.randrange(1 + total // 6))):
                child.send_signal(signal.SIGKILL)
                killed += 1
            # The workers hold these pipes too: that they close shows that nobody is left.
            child.communicate(timeout=TIMEOUT)
        if part % 2:
            with path.open("ab") as file:  # as a kill in the middle of a write leaves it
                file.write(b'{"number": 7, "rou')
    assert killed >= 2
    done = arena(path, *LONG)
    assert (done.code, done.out) == (0, expected.out)
    assert game_lines(path) == game_lines(whole)


def test_an_interrupted_run_leaves_cleanly(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    with start(path) as child:
        assert grown(child, path, 3000)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=TIMEOUT)
    assert (child.returncode, out) == (130, b"")
    last = err.splitlines()[-1]  # and no empty line
    assert re.fullmatch(rb"Stopped after [\d,]+ of [\d,]+ games; the same command goes on\.", last)
    assert b"Traceback" not in err
    kept = set(game_lines(path))
    assert arena(path, *LONG).code == 0
    assert kept < set(game_lines(path))
