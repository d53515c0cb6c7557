"""The results file of an evaluation: gone on with, damaged, another one's, read alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.evaluating import ONE, QUICK, Evaluate, report, unable

from lastpick import cli


def test_a_run_that_was_cut_short_goes_on_to_the_same_end(evaluate: Evaluate) -> None:
    file = Path("answers.jsonl")
    command = ("random", *QUICK, "--output", file, "--json")
    whole = report(evaluate(*command))
    data = file.read_bytes()
    assert report(evaluate(*command)) == whole
    assert file.read_bytes() == data  # nothing was asked again
    ends = [i for i, byte in enumerate(data) if byte == 10]
    for cut in (0, 30, ends[0], ends[40] + 9, ends[-9] + 1, len(data) - 2):
        file.write_bytes(data[:cut])
        assert report(evaluate(*command)) == whole, cut
        assert file.read_bytes() == data


@pytest.fixture(scope="module")
def whole_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The results of a finished evaluation."""
    file = tmp_path_factory.mktemp("whole") / "answers.jsonl"
    assert cli.main(["evaluate", "random", *map(str, QUICK), "--output", str(file)]) == 0
    return file.read_text()


def damaged(text: str, line: int, new: str) -> str:
    lines = text.splitlines()
    lines[line] = new
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("line", "new", "why"),
    [
        (3, "nonsense", "line 4: it is no JSON"),
        (3, "[]", "line 4: it is no answer"),
        (3, '{"kind":"decision","item":1}', "line 4: it is no answer"),
        (3, '{"kind":"decision","item":9999,"ply":2,"pick":1}', "the suite has no item 9999"),
        (3, '{"kind":"decision","item":1,"ply":9,"pick":1}', "item 1 is not decided at ply 9"),
        (3, '{"kind":"decision","item":1,"ply":2,"pick":7}', "7 is neither a divisor nor"),
        (3, '{"kind":"decision","item":1,"ply":2}', "either a pick or a failure"),
        (3, '{"kind":"decision","item":1,"ply":2,"pick":true}', "it is no answer"),
        (3, '{"kind":"decision","item":1,"ply":2,"pick":16}', "stands in it twice"),
        (3, '{"kind":"game","item":1,"ply":44,"pick":16}', "games that did not come to them"),
        (73, '{"kind":"game","item":1,"ply":2,"pick":7}', "7 is neither a divisor nor"),
        (0, '{"a":1}', "is no results file of an evaluation"),
        (0, "hello", "is no results file of an evaluation"),
        (0, '{"lastpick evaluation":2}', "written by another version of Lastpick"),
    ],
)
def test_a_damaged_file_is_one_line_and_left_as_it_is(
    evaluate: Evaluate, whole_file: str, line: int, new: str, why: str
) -> None:
    file = Path("answers.jsonl")
    before = damaged(whole_file, line, new)
    file.write_text(before)
    said = unable(evaluate("random", *QUICK, "--output", file))
    assert why in said
    assert "name another" in said
    assert file.read_text() == before


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("greedy", *ONE), 'player: "random" there, "greedy" here'),
        (("random", *ONE, "--seed", 2), "seed: 1 there, 2 here"),
        (("random", "--each", 2, "--games", 0), "each: 1 there, 2 here"),
        (("random", *ONE, "--suite-seed", 3), 'suite_seed: "public" there, "3" here'),
    ],
)
def test_a_file_of_another_evaluation_is_not_touched(
    evaluate: Evaluate, change: tuple[object, ...], told: str
) -> None:
    file = Path("answers.jsonl")
    evaluate("random", *ONE, "--output", file)
    before = file.read_bytes()
    said = unable(evaluate(*change, "--output", file))
    assert "holds another evaluation" in said
    assert told in said
    assert file.read_bytes() == before


def test_a_file_that_cannot_be_written_is_one_line(evaluate: Evaluate, tmp_path: Path) -> None:
    for file in ("none/x", tmp_path):
        done = evaluate("random", *ONE, "--output", file)
        assert "cannot open the results file" in unable(done)


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there are no devices here")
def test_a_device_is_no_results_file(evaluate: Evaluate) -> None:
    for device in ("/dev/zero", "/dev/null"):
        said = unable(evaluate("random", *ONE, "--output", device))
        assert f"{device} is no ordinary file; name another with --output" in said
