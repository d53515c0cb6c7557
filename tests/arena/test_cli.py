"""Bad input to `lastpick arena`: one clear line, and nothing that was written is lost."""

from __future__ import annotations

import shlex
import socket
from contextlib import closing
from pathlib import Path

import pexpect
import pytest
from support.running import TIMEOUT, command, environment, refused, run
from support.tournaments import SMALL, arena, game_lines

TWO = ("--players", "random,greedy", "--rounds", 1)


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("divisor-duel", "--players", "random,grredy"), "no player is called 'grredy'"),
        (("divisor-dual", *TWO), "did you mean divisor-duel?"),
        (("divisor-duel", "--players", "random"), "at least two players"),
        (("divisor-duel", "--players", "random,exec:"), "exec: needs a command"),
        (("divisor-duel", "--players", "random,exec:/no/such/thing"), "was not found"),
        (("divisor-duel", "--players", "random,llm:"), "llm: needs the name of a model"),
        (("divisor-duel",), "the following arguments are required: --players"),
        (("divisor-duel", *TWO, "--executor", "spark"), "expected processes, or dask:ADDRESS"),
        (("divisor-duel", *TWO, "--executor", "dask:"), "expected processes, or dask:ADDRESS"),
        (("divisor-duel", *TWO, "--rounds", "0"), "expected 1 or more"),
        (("divisor-duel", *TWO, "--numbers", "20-1"), "20-1"),
        (("divisor-duel@9-1", *TWO), "9-1"),
        (("divisor-duel", *TWO, "--html", "a.txt"), "a name that ends in .html"),
        (("divisor-duel", *TWO, "--html", "/no/where/a.html"), "there is no folder"),
        (("divisor-duel", *TWO, "--csv", "a.html"), "a name that ends in .csv"),
        (("divisor-duel", *TWO, "--csv", "a.csv", "--output", "./a.csv"), "need a file each"),
    ],
)
def test_wrong_usage_is_told(args: tuple[str, ...], why: str, tmp_path: Path) -> None:
    assert why in refused(run("arena", *args, cwd=tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_dead_endpoint_is_told(tmp_path: Path) -> None:
    with closing(socket.socket()) as taken:  # nobody listens at a port that is bound
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        done = arena(tmp_path / "x.jsonl", "--players", "random,llm:m", "--base-url", url)
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        f"lastpick: no endpoint answers at {url} (Connection refused); --base-url names another\n"
    )


def test_reports_are_written(tmp_path: Path) -> None:
    page, sheet = tmp_path / "a.html", tmp_path / "a.csv"
    done = arena(tmp_path / "x.jsonl", *SMALL, "--html", page, "--csv", sheet)
    assert done.code == 0
    assert done.err == f"Results go to {tmp_path / 'x.jsonl'}\n"
    assert done.out.startswith("3 players, 2 rounds, seed 5: 24 games\n\nStandings:\n")
    assert page.read_text().startswith("<!DOCTYPE html>")
    assert sheet.read_text().startswith("rank,player,name,")


def test_a_game_of_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text('numbers = "1-9"\nremoves = "abs(m - n) <= 2"\n')
    path = tmp_path / "x.jsonl"
    assert arena(path, *TWO, games=[str(own)]).code == 0
    assert '"game": "mine 1-9"' in path.read_text()
    own.write_text('numbers = "1-9"\n')  # other rules under the same name
    done = arena(path, *TWO, games=[str(own)])
    assert done.code == 1
    assert "holds another tournament (games: " in done.err


def test_the_page_begins_with_something_that_runs(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "arena.md").read_text()
    block = page.split("```")[1].strip()
    program, *words = shlex.split(block)
    assert program == "lastpick"
    words[words.index("--rounds") + 1] = "1"
    done = run(*words, cwd=tmp_path)
    assert done.code == 0
    assert (tmp_path / "report.html").exists()


def test_progress_and_ctrl_c_on_a_terminal(tmp_path: Path) -> None:
    """A bar with the standings; Ctrl-C reaches the workers too, and nobody complains."""
    path = tmp_path / "x.jsonl"
    args = ("arena", "divisor-duel", "prime-rumble", "--players", "random,greedy,level:3,perfect")
    program, *words = command((*args, "--rounds", 2000, "--output", path))
    child = pexpect.spawn(
        program, words, env=environment(), dimensions=(24, 80), timeout=TIMEOUT, encoding="utf-8"
    )
    child.expect(r"\[[#.]{12}\] \d+% [\d,]+/48,000 [\d,]+/s  \S+ \d+%")
    child.sendintr()
    child.expect(r"Stopped after [\d,]+ of 48,000 games; the same command goes on\.\r\n")
    child.expect(pexpect.EOF)
    assert not child.before
    child.close()
    assert child.exitstatus == 130
    assert len(game_lines(path)) > 0
