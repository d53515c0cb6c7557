"""The results file of an evaluation: gone on with, damaged, another one's, read alone."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from support.evaluating import ONE, QUICK, Evaluate, report, unable

from lastpick import cli
from lastpick.errors import ArenaError
from lastpick.evaluation.report.data import as_data
from lastpick.evaluation.report.data import report as make_report
from lastpick.evaluation.results import read_results


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


# --- read alone -------------------------------------------------------------------------


def test_a_finished_evaluation_is_read_from_its_file_alone(evaluate: Evaluate) -> None:
    words = ("level:2", *QUICK, "--suite-seed", 5, "--seed", 3, "--json", "--output", "a")
    told = report(evaluate(*words))
    os.chmod("a", 0o444)
    assert json.loads(json.dumps(as_data(make_report(*read_results("a")), 5))) == told


def without(text: str, key: str) -> str:
    head = json.loads(text.partition("\n")[0])
    del head[key]
    return damaged(text, 0, json.dumps(head))


def with_(text: str, **changes: object) -> str:
    return damaged(text, 0, json.dumps({**json.loads(text.partition("\n")[0]), **changes}))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda text: "", "is no results file of an evaluation"),
        (lambda text: "[1]\n", "is no results file of an evaluation"),
        (lambda text: with_(text, **{"lastpick evaluation": 9}), "another version of Lastpick"),
        (lambda text: without(text, "seed"), "is damaged in line 1"),
        (lambda text: with_(text, suite_seed="x"), "is damaged in line 1"),
        (lambda text: with_(text, suite=3), "is damaged in line 1"),
        (lambda text: with_(text, checksum="0"), 'cannot be made again (checksum: "0" there'),
        (lambda text: with_(text, secret=1), "cannot be made again (secret: 1 there, null here)"),
        (lambda text: damaged(text, 5, "{}"), "is damaged in line 6: it is no answer"),
        (lambda text: text[: len(text) // 2], "is not finished"),
        (lambda text: text[:-9], "is not finished: 1 decision or game is open"),
        (
            lambda text: damaged(text, 73, '{"kind":"game","item":1,"ply":2,"pick":7}'),
            "7 is neither a divisor nor",
        ),
    ],
)
def test_what_cannot_be_read_is_one_line_and_left_as_it_is(
    tmp_path: Path, whole_file: str, change: Callable[[str], str], why: str
) -> None:
    file = tmp_path / "a"
    file.write_text(change(whole_file))
    before = file.read_bytes()
    with pytest.raises(ArenaError, match=re.escape(why)) as error:
        read_results(str(file))
    assert "--output" not in str(error.value)
    assert "\n" not in str(error.value)
    assert file.read_bytes() == before


def test_there_must_be_a_file(tmp_path: Path) -> None:
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(ArenaError, match="cannot read the results file"):
            read_results(str(path))
