"""`lastpick sequence`: rows as they are known, kept in a file, gone on with, and spread."""

import json
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.clusters import scheduler, worker
from support.running import command, environment, refused, run

from lastpick.coach.sequences import PoolSequence, Term
from lastpick.errors import BudgetError
from lastpick.game import Game
from lastpick.oracle import Budget, solve
from lastpick.relations import FOLLOWS, Numbers, Relation

CHAIN = ("sequence", "divisor-duel")
OWN = """title = "Own"
numbers = "{numbers}"
follows = "{follows}"
"""


def own(folder: Path, numbers: str, follows: str) -> Path:
    file = folder / "own.toml"
    file.write_text(OWN.format(numbers=numbers, follows=follows))
    return file


def rows(path: Path) -> list[list[int]]:
    return [json.loads(line) for line in path.read_text().splitlines()[1:]]


def test_a_file_is_gone_on_with(tmp_path: Path) -> None:
    whole = run(*CHAIN, "--from", 1, "--to", 40)
    path = tmp_path / "kept.jsonl"
    for start, end in ((10, 20), (1, 15), (1, 40)):
        done = run(*CHAIN, "--from", start, "--to", end, "--output", path)
        assert (done.code, done.err) == (0, "")
        assert done.lines[1:] == whole.lines[start : end + 1]
    assert [f"{last},{value}" for last, value in sorted(rows(path))] == whole.lines[1:]
    path.write_text(path.read_text()[:-3])  # a last line that was cut short
    again = run(*CHAIN, "--from", 1, "--to", 40, "--output", path)
    assert again.out == whole.out


def test_what_is_known_is_not_worked_out_again(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    run("sequence", "prime-rumble", "--from", 2, "--to", 6, "--output", path)
    path.write_text(path.read_text().replace("[4, 3]", "[4, 77]"))
    done = run("sequence", "prime-rumble", "--from", 2, "--to", 7, "--output", path)
    assert done.lines[1:] == ["2,1", "3,0", "4,77", "5,2", "6,1", "7,0"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", None),
        ("hello\n", "exists and is no results file of a sequence"),
        ('{"lastpick-sequence": 99}\n', "was written by another version"),
    ],
)
def test_files_that_are_no_sequence(tmp_path: Path, text: str, said: str | None) -> None:
    path = tmp_path / "kept.jsonl"
    path.write_text(text)
    done = run(*CHAIN, "--from", 1, "--to", 3, "--output", path)
    assert (said or "") in done.err
    assert done.code == (2 if said else 0)
    if said:
        assert (done.out, done.err.count("\n"), path.read_text()) == ("", 1, text)


def test_the_file_of_another_sequence_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    run(*CHAIN, "--from", 1, "--to", 3, "--output", path)
    before = path.read_text()
    for other in ("juniper-green", own(tmp_path, "0-9", "divisor or multiple")):
        done = run("sequence", other, "--from", 2, "--to", 3, "--output", path)
        assert (done.out, done.code, done.err.count("\n")) == ("", 2, 1)
        assert "holds another sequence" in done.err
    for damage in ("[5, -1]\n", "[3, 9]\n", "nonsense\n"):
        path.write_text(before + damage)
        done = run(*CHAIN, "--from", 1, "--to", 3, "--output", path)
        assert (done.out, done.code) == ("", 2)
        assert "is damaged in line 5" in done.err


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_what_was_printed_is_on_disk_whatever_happens(tmp_path: Path, end: signal.Signals) -> None:
    path = tmp_path / "kept.jsonl"
    args = (*CHAIN, "--from", 1, "--to", 400_000)
    child = subprocess.Popen(
        command((*args, "--output", path)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    with child:
        assert child.stdout
        assert child.stderr
        before = b"".join(child.stdout.readline() for _ in range(200))
        assert child.poll() is None
        child.send_signal(end)
        rest, err = child.stdout.read(), child.stderr.read()
    assert b"Traceback" not in err
    assert child.returncode == (-signal.SIGKILL if end == signal.SIGKILL else 130)
    shown = (before + rest).decode().split("\n")[1:-1]  # a last line may be cut short
    kept = [f"{last},{value}" for last, value in rows(path)]
    assert kept[: len(shown)] == shown
    last = len(kept) + 5
    done = run(*CHAIN, "--from", 1, "--to", last, "--output", path)
    assert done.out == run(*CHAIN, "--from", 1, "--to", last).out


def test_a_real_cluster_and_processes_give_the_same_rows(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    words, path = (*CHAIN, "--from", 2, "--to", 30), tmp_path / "kept.jsonl"
    expected = run(*words).out
    done = run(*words, "--executor", "processes", "--processes", 2)
    assert (done.out, done.err, done.code) == (expected, "", 0)
    with scheduler(tmp_path) as (address, _), worker(address, tmp_path / "one"):
        done = run(*words, "--executor", f"dask:{address}", "--output", path)
    assert (done.out, done.err, done.code) == (expected, "", 0)
    assert len(rows(path)) == 29


def test_pools_from_0(tmp_path: Path) -> None:
    done = run("sequence", own(tmp_path, "0-9", "divisor or multiple"), "--from", 0, "--to", 5)
    assert done.code == 0
    assert done.lines[1] == "0,1"
    assert len(done.lines) == 7


def test_matching_numbers(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    words = (*CHAIN, "--from", 8, "--to", 12, "--matching")
    done = run(*words, "--output", path)
    assert done.lines == ["last,matching number", "8,3", "9,4", "10,5", "11,5", "12,5"]
    assert run(*words, "--executor", "processes", "--processes", 1).out == done.out
    assert "holds another sequence" in refused(run(*words[:-1], "--output", path))
    for other in ("prime-rumble", own(tmp_path, "1-9", "n > last")):
        said = refused(run("sequence", other, "--from", 2, "--to", 5, "--matching"))
        assert "--matching is for chain games" in said


def test_every_third_pool(tmp_path: Path) -> None:
    for game in ("divisor-duel", "non-consecutive"):
        words, path = ("sequence", game, "--from", 2), tmp_path / game
        expected = [run(*words, "--to", 15).lines[i] for i in (0, 1, 4, 7, 10, 13)]
        run(*words, "--to", 8, "--step", 2, "--output", path)
        for more in ((), ("--output", path), ("--executor", "processes", "--processes", 2)):
            assert run(*words, "--to", 16, "--step", 3, *more).lines == expected


def test_pools_that_cannot_be_are_refused_before_anything_is_printed() -> None:
    for start, end, said in (
        (20, 1, "--from 20 --to 1: write the smaller number first"),
        (0, 5, "--from 0: the pool begins at 1"),
        (1, 99_999_999_999, "at most 10,000,000 can be played"),
    ):
        assert said in refused(run(*CHAIN, "--from", start, "--to", end))


def test_words_that_make_no_sense() -> None:
    for words in (("--executor", "spark"), ("--seconds", "0"), ("--from", "-1")):
        done = run(*CHAIN, "--from", 1, "--to", 3, *words)
        assert (done.out, done.code, done.err.count("\n")) == ("", 2, 1)


# --- in time --------------------------------------------------------------------------------


class Clock:
    """A clock that goes on with each look at it."""

    now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def take(terms: Iterator[Term], found: list[Term]) -> None:
    for term in terms:
        found.append(term)  # noqa: PERF402 - what came before an error counts


HARD = Game("own", Numbers(1, 9), None, Relation(FOLLOWS, "n != last + 1 and last != n + 3"))
EASY = Game("own", Numbers(1, 9), None, Relation(FOLLOWS, "divisor or multiple"))


@pytest.mark.parametrize(("game", "end"), [(HARD, 16), (EASY, 4000)])
def test_time_that_runs_out_leaves_the_rest_undone(game: Game, end: int) -> None:
    whole = list(PoolSequence(game, 1, end).terms(Budget()))
    assert [last for last, _ in whole] == list(range(1, end + 1))
    found: list[Term] = []
    terms = PoolSequence(game, 1, end).terms(Budget(40, clock=Clock()))
    with pytest.raises(BudgetError, match="there was no time for the pools from the one that ends"):
        take(terms, found)
    assert found == whole[: len(found)]
    assert 0 < len(found) < end


def test_counts_of_a_misere_game_and_of_one_with_a_start() -> None:
    for game in (
        Game("own", Numbers(1, 20), None, EASY.follows, last_pick="loses"),
        Game("own", Numbers(1, 20), None, EASY.follows, start_from=12),
    ):
        for last, value in PoolSequence(game, 12, 20).terms(Budget()):
            start = game.on(Numbers(1, last)).start()
            assert value == len(solve(start).winning)
