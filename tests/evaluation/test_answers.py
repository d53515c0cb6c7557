"""lastpick suite score: answers that anything has made, graded as lastpick evaluate grades."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.chatting import Endpoint, good
from support.evaluating import Lastpick, report
from support.recorded import Answers, recorded, write_answers
from support.running import Done, refused, run

from lastpick.errors import LastpickError
from lastpick.evaluation import answers as reading
from lastpick.evaluation import command, prompt, score
from lastpick.evaluation.suite import Suite, standard

ONE = ("--each", "1")
SUITE = standard().cut(1)
FIRST, *_, LAST = SUITE.items


def graded(done: Done) -> Any:
    assert done.code == 0, done.err
    assert done.err == ""
    return done.json


def line(name: object = "standard-1/1", answer: object = "PICK 16") -> str:
    return json.dumps({"id": name, "answer": answer})


# --- the same score everywhere ----------------------------------------------------------


@pytest.fixture
def answering() -> Iterator[Callable[[Suite, Answers], str]]:
    """A chat endpoint that gives recorded answers, each to the question that it belongs to."""
    opened: list[Endpoint] = []

    def serve(suite: Suite, answers: Answers) -> str:
        said = {prompt(item).user: answers[suite.id_of(item)] for item in suite.items}

        def answer(handler: BaseHTTPRequestHandler) -> None:
            text = said[opened[-1].heard[-1].body["messages"][-1]["content"]]
            reply = good(text, "content_filter" if text is None else "stop")
            handler.send_response(reply.status)
            handler.send_header("Content-Length", str(len(reply.body)))
            handler.end_headers()
            handler.wfile.write(reply.body)

        opened.append(Endpoint(answer))
        return opened[-1].url

    yield serve
    for endpoint in opened:
        endpoint.close()


def test_the_same_answers_score_the_same_as_in_evaluate(
    lastpick: Lastpick, answering: Callable[[Suite, Answers], str], tmp_path: Path
) -> None:
    """To the last digit, in all that is reported."""
    answers = recorded(SUITE)
    url = answering(SUITE, answers)
    words = ("--each", 1, "--mistakes", 100, "--json")
    asked = report(lastpick("evaluate", "llm:toy", *words, "--games", 0, "--base-url", url))
    file = write_answers(tmp_path / "answers.jsonl", answers)
    scored = graded(lastpick("suite", "score", file, *words))
    for only in ("player", "usage", "prompts"):  # nobody knows what others asked with
        del asked[only], scored[only]
    for mistake in (*asked["mistakes"]["first"], *scored["mistakes"]["first"]):
        if mistake["failure"]:  # an endpoint has other words for it
            del mistake["refutation"]
    assert scored == asked
    assert {"garbage", "illegal", "refused"} == scored["failures"].keys()
    assert 0 < scored["score"] < 100
    assert len(scored["strata"]) == 72


def test_each_answer_counts_what_the_pure_pair_says(lastpick: Lastpick, tmp_path: Path) -> None:
    answers = recorded(SUITE)
    file = write_answers(tmp_path / "answers.jsonl", answers)
    for lenient in (False, True):
        words = ("--lenient",) if lenient else ()
        data = graded(lastpick("suite", "score", file, *ONE, "--json", "--mistakes", 100, *words))
        scores = [score(item, answers[SUITE.id_of(item)], lenient) for item in SUITE.items]
        assert data["score"] == pytest.approx(100 * sum(one.kept for one in scores) / len(scores))
        assert data["legal"] == pytest.approx(sum(one.legal for one in scores) / len(scores))
        assert data["failures"]["refused"] == [*answers.values()].count(None)
        wrong = [(one.item.number, one.refutation) for one in scores if not one.kept]
        assert [(one["item"], one["refutation"]) for one in data["mistakes"]["first"]] == wrong


def test_the_order_of_the_lines_changes_nothing(lastpick: Lastpick, tmp_path: Path) -> None:
    answers = recorded(SUITE)
    there = write_answers(tmp_path / "there", answers)
    back = write_answers(tmp_path / "back", dict(reversed(answers.items())))
    found = [graded(lastpick("suite", "score", file, *ONE, "--json")) for file in (there, back)]
    assert [one.pop("player") for one in found] == [str(there), str(back)]
    assert found[0] == found[1]


def test_an_item_without_an_answer_is_garbage(lastpick: Lastpick, tmp_path: Path) -> None:
    answers: Answers = {SUITE.id_of(one): f"PICK {one.winning[0]}" for one in SUITE.items[:-1]}
    file = write_answers(tmp_path / "answers", answers)
    data = graded(lastpick("suite", "score", file, *ONE, "--json"))
    assert data["score"] == pytest.approx(100 * 71 / 72)
    assert data["failures"] == {"garbage": 1}
    (mistake,) = data["mistakes"]["first"]
    assert (mistake["item"], mistake["refutation"]) == (LAST.number, "there is no answer to it")
    with file.open("a") as lines:
        lines.write(json.dumps({"id": SUITE.id_of(LAST), "model": "m"}) + "\n")
    again = graded(lastpick("suite", "score", file, *ONE, "--json"))
    assert (again["score"], again["failures"]) == (data["score"], data["failures"])


def test_the_text_is_the_report_of_an_evaluation(lastpick: Lastpick, tmp_path: Path) -> None:
    file = write_answers(tmp_path / "a", recorded(SUITE))
    done = lastpick("suite", "score", "a", *ONE, "--mistakes", 2)
    assert (done.code, done.err) == (0, "")
    assert done.lines[0] == f"{file.name} on standard-1"
    assert "by disguise" in done.out
    assert "The first 2 of " in done.out
    assert "Conversion" not in done.out


def test_standard_input_is_read_and_other_fields_are_let_pass() -> None:
    said = json.dumps({"model": "toy", "id": "standard-1/1", "answer": "PICK 16", "tokens": [1]})
    done = run("suite", "score", "-", "--json", stdin=b"\xef\xbb\xbf" + f"\n{said}\r\n \n".encode())
    data = graded(done)
    assert data["player"] == "standard input"
    assert data["failures"] == {"garbage": 575}


def test_no_answers_at_all_need_the_name_of_a_suite(lastpick: Lastpick, tmp_path: Path) -> None:
    (tmp_path / "none").write_text("\n")
    said = refused(lastpick("suite", "score", "none"))
    assert "none holds no answer; --suite says what was to be answered" in said
    done = run("suite", "score", "-", stdin=b"")
    assert "standard input holds no answer; --suite says" in refused(done)
    data = graded(lastpick("suite", "score", "none", "--suite", "standard", *ONE, "--json"))
    assert (data["score"], data["failures"]) == (0, {"garbage": 72})


def test_a_private_suite_is_named_by_its_seed(
    lastpick: Lastpick, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opened(_: str, seed: int | None, *__: object) -> Suite:  # making one takes seconds
        return SUITE if seed is None else SUITE._replace(seed=str(seed))

    monkeypatch.setattr(command, "open_suite", opened)
    words = ("--suite-seed", 11, *ONE)
    assert lastpick("suite", "export", "private", *words).code == 0
    lines = (tmp_path / "private" / "standard-1@11.jsonl").read_text().splitlines()
    rows = [json.loads(one) for one in lines]
    file = write_answers(tmp_path / "a", {one["id"]: f"PICK {one['winning'][-1]}" for one in rows})
    assert graded(lastpick("suite", "score", file, *words, "--json"))["score"] == 100
    more = write_answers(tmp_path / "more", {"standard-1@11/9999": ""})
    said = refused(lastpick("suite", "score", more, *words))
    assert "is none of the 72 items" in said
    assert "--each says if there were more" in said
    said = refused(lastpick("suite", "score", file))
    assert "line 1: 'standard-1@11/1' is of a private suite" in said
    assert "add --suite standard-1 --suite-seed 11" in said
    said = refused(lastpick("suite", "score", file, "--suite", "standard"))
    assert "'standard-1@11/1' is of another suite than standard-1" in said


# --- what is wrong with a file ----------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"{line()}\nnonsense\n", "line 2: it is no JSON"),
        (f"{line()}\n\n{line()[:-1]}", "line 3: it is no JSON"),
        ("[1]", "line 1: expected an object"),
        ('[["id", "standard-1/1"]]', "line 1: expected an object"),
        (
            f'{line()}\n{{"id": "standard-1/2", "answer": "PICK 1", "answer": "PICK 2"}}',
            "line 2: 'answer' stands in it 2 times; leave one",
        ),
        ('{"id": "standard-1/1", "id": "standard-1/1"}', "line 1: 'id' stands in it 2 times"),
        ('"PICK 16"', "line 1: expected an object"),
        ('{"id": "standard-1/1", "anwser": ""}', "'answer' is missing; did you mean anwser?"),
        ('{"answer": "PICK 16"}', "line 1: 'id' is missing"),
        (line(17), "line 1: 'id' is no string but 17"),
        (line(answer=16), "line 1: 'answer' is neither a string nor null but 16"),
        (line(answer=["PICK 16"]), "'answer' is neither a string nor null but a list"),
        (line(answer={}), "'answer' is neither a string nor null but an object"),
        (line("17"), "line 1: expected an id such as standard-1/17, found '17'"),
        (line("standrad-1/1"), "found 'standrad-1/1'; did you mean standard-1?"),
        (f"{line()}\n{line('standard-1/01')}", "line 2: 'standard-1/01' is none of the 576 items"),
        (line("standard-1/" + "9" * 5_000), "999' is none of the 576 items"),
        (line(" standard-1/1"), "found ' standard-1/1'; did you mean standard-1?"),
        (line("standard-1/1 "), "'standard-1/1 ' is none of the 576 items"),
        (line("standard/1"), "found 'standard/1'; did you mean standard-1?"),
        (f"{line()}\n{line('standard/2')}", "line 2: expected an id such as standard-1/1, found"),
        (line("standard@7/1"), "found 'standard@7/1'; did you mean standard-1?"),
        (line("standard-1/577"), "items from standard-1/1 to standard-1/576"),
        (f"{line()}\n{line('17')}", "line 2: expected an id such as standard-1/1, found '17'"),
        (f"{line()}\n{line('standrad-1/2')}", "found 'standrad-1/2'; did you mean standard-1?"),
        (f"{line()}\n{line('standard-1@3/1')}", "is of another suite than standard-1; score each"),
        (line("standard-1@3+0badcafe/1"), "--suite-seed 3, and --rules FILE for each of its games"),
        (f"{line()}\n\n{line()}", "line 3: standard-1/1 stands in line 1 too"),
        ("[" * 100_000, "line 1: it is no JSON"),
        ('{"id": "standard-1/1", "answer": ' + "9" * 5000 + "}", "line 1: it is no JSON"),
        (line("x\n" * 5000), "line 1: expected an id such as standard-1/17"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_line_with_its_number(
    lastpick: Lastpick, tmp_path: Path, text: str, why: str
) -> None:
    (tmp_path / "a").write_text(text)
    said = refused(lastpick("suite", "score", "a"))
    assert why in said
    assert said.startswith("lastpick: a, line ")
    assert len(said) < 250


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\xff\xfe" + line().encode("utf-16-le"), "line 1: it is no text in UTF-8"),
        (line().encode() + b'\n{"id": "\xe9"}', "line 2: it is no text in UTF-8"),
        (line(answer="x" * 1000).encode(), "line 1: it is longer than 0 MB"),
    ],
)
def test_what_is_no_text_or_has_no_end_is_one_line(
    lastpick: Lastpick, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes, why: str
) -> None:
    monkeypatch.setattr(reading, "LONGEST_LINE", 500)
    (tmp_path / "a").write_bytes(data)
    assert why in refused(lastpick("suite", "score", "a"))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("nowhere.jsonl",), "cannot read nowhere.jsonl: No such file"),
        (("\0",), r"cannot read \x00: embedded null byte"),
        ((".",), "cannot read .: Is a directory"),
        (("a", "--force"), "nothing is written; leave out --force"),
        (("a", "--suite", "hard"), "no suite is called 'hard'; expected standard"),
        ((), "required: FOLDER|ANSWERS"),
    ],
)
def test_bad_usage_is_one_line(lastpick: Lastpick, words: tuple[str, ...], why: str) -> None:
    assert why in refused(lastpick("suite", "score", *words))


def test_an_answer_of_any_signs_is_graded_and_shown(lastpick: Lastpick, tmp_path: Path) -> None:
    odd = "\ud800\x1b[31m\u202e\n" * 3
    (tmp_path / "a").write_text(line(answer=odd))
    done = lastpick("suite", "score", "a", *ONE, "--mistakes", 1)
    assert done.code == 0
    assert "expected a last line such as PICK 12, found" in done.out
    assert "\x1b" not in done.out


@given(st.lists(st.binary(max_size=30) | st.text(max_size=30).map(line).map(str.encode)))
def test_any_bytes_are_answers_or_one_line(parts: list[bytes]) -> None:
    try:
        said = [str(one.line) for one in reading.read(io.BytesIO(b"\n".join(parts)), "a")]
    except LastpickError as error:
        said = [str(error)]
    assert not [one for one in said if "\n" in one or not (one.isdigit() or "a, line " in one)]
