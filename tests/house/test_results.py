"""docs/results.md: its commands run, and what they write is found again by other ways.

LASTPICK_THOROUGH=1 compares as far as the page says.
"""

import os
import re
from pathlib import Path
from random import Random

import pytest
from support import second_opinion
from support.running import run

from lastpick.catalog import load
from lastpick.oracle import solve, verify
from lastpick.oracle.memory import Memory
from lastpick.oracle.nimbers import Nimbers
from lastpick.oracle.sieve import affected, common_form
from lastpick.oracle.sieve_form import SieveForm

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "results.md").read_text()
THOROUGH = os.environ.get("LASTPICK_THOROUGH") == "1"
QUICK = 2.0  # seconds that a command may take to be run to its end


def told() -> list[tuple[str, float, str | None]]:
    """Each command of the page, the seconds that it is said to take, and the file that it wrote."""
    found = []
    for line in PAGE.splitlines():
        if command := re.search(r"^\|.*`lastpick (.*?)`", line):
            takes = re.search(r"\| ([\d.]+) (s|minutes) \|", line)
            assert takes, line
            file = re.search(r"\]\(results/(\S+\.txt)\)", line)
            seconds = float(takes[1]) * (60 if takes[2] == "minutes" else 1)
            found.append((command[1], seconds, file and file[1]))
    return found


COMMANDS = told()


def kept(name: str) -> dict[int, int]:
    """The terms of a file."""
    lines = (ROOT / "docs" / "results" / name).read_text().splitlines()
    assert lines[0].startswith("# ")
    rows = {int(n): int(value) for n, value in (line.split(" ") for line in lines[1:])}
    assert list(rows) == list(range(min(rows), min(rows) + len(lines) - 1))
    return rows


def test_every_file_has_its_command() -> None:
    assert {file for _, _, file in COMMANDS if file} == {
        path.name for path in (ROOT / "docs" / "results").iterdir()
    }
    assert len(COMMANDS) > 8


@pytest.mark.parametrize(("words", "seconds", "file"), COMMANDS)
def test_commands_run_as_they_stand(words: str, seconds: float, file: str | None) -> None:
    """What takes long is broken off after a second; what was printed by then is right."""
    whole = seconds <= QUICK
    more = () if whole else ("--seconds", "1")
    done = run(*words.split(), *more, cwd=ROOT)
    assert done.err.count("\n") <= (0 if whole else 1)
    assert done.code == 0 or (not whole and done.code == 1)
    if file:
        expected = (ROOT / "docs" / "results" / file).read_text().splitlines()
        assert done.lines == expected[: len(done.lines)]
        assert len(done.lines) == len(expected) if whole else len(done.lines) > 10


# --- other ways ------------------------------------------------------------------------------


def test_chains_by_a_matrix() -> None:
    openings, matching = kept("openings.txt"), kept("matching.txt")
    even, rng = kept("juniper-green.txt"), Random(1)
    pools = [*range(1, 301), 700, 1000] if THOROUGH else [*range(1, 81), 200]
    for last in pools:
        pairs, missed = second_opinion.missed(last, rng)
        assert (pairs, len(missed)) == (matching[last], openings[last]), last
        assert sum(n % 2 == 0 for n in missed) == even[last], last


def test_chains_by_certificates() -> None:
    openings, matching = kept("openings.txt"), kept("matching.txt")
    even = kept("juniper-green.txt")
    for last in range(1, 2001) if THOROUGH else (*range(1, 60), 500, 2000):
        start = load("divisor-duel", f"1-{last}").start()
        verdict = solve(start, memory=Memory())
        assert len(verdict.winning) == openings[last]
        assert len(verdict.reason["pairs"]) == matching[last]
        assert sum(n % 2 == 0 for n in verdict.winning) == even[last]
        assert verify(start, verdict), last


def test_who_wins_chains_for_whole_numbers_on() -> None:
    """The lists of pools that the second player wins."""
    for name, heading in (("openings.txt", "on 1-n with n ="), ("juniper-green.txt", "for n =")):
        lost = [n for n, count in kept(name).items() if count == 0]
        said = re.search(rf"{heading}((?:,?\s+(?:and )?\d+)+)", PAGE)
        assert said
        assert [int(n) for n in re.findall(r"\d+", said[1])] == lost


def test_rows_by_their_definition() -> None:
    for name, width, most in (
        ("row.txt", 1, 1_000),
        ("treblecross.txt", 2, 10_000 if THOROUGH else 1_000),
    ):
        values = second_opinion.row(width, most)
        found = kept(name)
        assert [found[n] for n in range(1, most + 1)] == values[1:]
    assert second_opinion.period(second_opinion.row(1, 1_000), 34) == 51


def test_sieves_by_their_definition() -> None:
    found = kept("sieve.txt")
    said = re.findall(r"^\| \d+-\d+ \| ([\d, ]+) \|$", PAGE, re.MULTILINE)
    assert [int(n) for line in said for n in line.split(",")] == list(found.values())
    for last, value in second_opinion.sieves(36 if THOROUGH else 28):
        assert found[last] == value, last


@pytest.mark.skipif(not THOROUGH, reason="takes minutes and a gigabyte")
def test_sieves_without_cancelling() -> None:
    form = SieveForm(common_form().numbers, cancels=False)
    kernel = Nimbers(*affected(form), form)
    kernel.most = 100_000_000
    for last, value in kept("sieve.txt").items():
        if last <= 50:
            assert kernel.value(form.placed((1 << last - 1) - 1, 2)) == value, last


def test_grids_by_their_definition() -> None:
    for width, most in ((3, 21 if THOROUGH else 12), (5, 11 if THOROUGH else 6)):
        grids = second_opinion.Grids(width)
        expected = [grids.value(height) for height in range(1, most + 1)]
        assert stated_grid(width)[:most] == expected
    published = [2, 1, 1, 0, 3, 3, 2, 2, 2, 3, 3, 5, 2, 4, 1, 3]  # OEIS A316632
    assert stated_grid(3)[:16] == published


def stated_grid(width: int) -> list[int]:
    line = re.search(rf"^\| {width} x n \| ([\d, ]+) \|", PAGE, re.MULTILINE)
    assert line
    return [int(n) for n in re.findall(r"\d+", line[1])]


def test_published_matching_numbers() -> None:
    """OEIS A344497, as far as its page shows it."""
    published = """0 1 1 2 2 3 3 3 4 5 5 5 5 6 7 7 7 8 8 8 9 10 10 10 11 12 12 13 13 13 13 14 14 15
        16 16 16 17 17 18 18 19 19 19 20 21 21 21 21 22 23 23 23 24 24 25 25 26 26 26 26 27 28 28 28
        29 29 30 30 31 31"""
    found = kept("matching.txt")
    assert [found[n] for n in range(1, 72)] == list(map(int, re.findall(r"\d+", published)))
