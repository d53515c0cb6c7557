"""lastpick evaluate against endpoints that refuse a question, some, or all of them."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from support.chatting import By, Endpoint, Heard, Say, Serve, good, serving, whole
from support.evaluating import report, unable
from support.running import TIMEOUT, Done, command, environment

from lastpick import cli
from lastpick.errors import ArenaError
from lastpick.evaluation import prompt
from lastpick.evaluation.ask import DECISION, Answer, Try
from lastpick.evaluation.command import _pausing
from lastpick.evaluation.results import Results, read_results
from lastpick.evaluation.suite import Item, standard
from lastpick.evaluation.unanswered import UNHEARD, Unanswered
from lastpick.players.llm import endpoint as room

ONE = ("--each", 1, "--games", 0)
NO = whole({"error": {"message": "I do not like this one"}}, 400)
FILE = Path("answers.jsonl")


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Serve]:
    monkeypatch.chdir(tmp_path)
    with serving(monkeypatch) as start:
        yield start


Evaluate = Callable[..., Done]


@pytest.fixture
def evaluate(capsys: pytest.CaptureFixture[str]) -> Evaluate:
    """Ask an endpoint one question of each kind, in this process."""

    def evaluate(endpoint: Endpoint, *args: object) -> Done:
        words = ["evaluate", "llm:toy", *ONE, "--base-url", endpoint.url, "--output", FILE, *args]
        code = cli.main([*map(str, words), "--json"])
        return Done(*capsys.readouterr(), code)

    return evaluate


@cache
def order() -> dict[str, tuple[int, Item]]:
    """The place of each question in the order, and what it is about."""
    items = standard().cut(1).items
    return {prompt(item).user: (place, item) for place, item in enumerate(items)}


def model(refuses: Callable[[int, int], bool], no: Say = NO) -> By:
    """Answers flawlessly what it does not refuse, by the place and by how many it was asked."""
    asked = [0]

    def say(heard: Heard) -> Say:
        asked[0] += 1
        place, item = order()[heard.body["messages"][-1]["content"]]
        return no if refuses(place, asked[0]) else good(f"PICK {item.winning[0]}")

    return By(say)


def kept() -> list[str | None]:
    """The failures in the results file, in their order."""
    return [json.loads(line).get("failure") for line in FILE.read_text().splitlines()[1:]]


def test_a_refused_item_costs_that_item(serve: Serve, evaluate: Evaluate) -> None:
    refused = (0, 3, *range(40, 52), 71)  # the first and the last among them, and many in a row
    endpoint = serve(model(lambda place, _: place in refused))
    data = report(evaluate(endpoint))
    assert data["failures"] == {"refused": 15}
    assert data["score"] == pytest.approx(100 * 57 / 72)
    assert data["legal"] == pytest.approx(57 / 72)
    assert [place for place, kind in enumerate(kept()) if kind == "refused"] == list(refused)
    said = data["mistakes"]["first"][0]["refutation"]
    assert "400 Bad Request: I do not like this one" in said
    assert len(endpoint.heard) == 75  # tried after 5 and 10 in a row, and at the end
    alone = FILE.read_bytes()
    FILE.unlink()
    assert report(evaluate(endpoint, "--processes", 4)) == data
    assert FILE.read_bytes() == alone


@pytest.mark.parametrize("threads", [1, 3])
def test_an_endpoint_that_refuses_everything_stops_the_run(
    serve: Serve, evaluate: Evaluate, threads: int
) -> None:
    endpoint = serve(NO)
    said = unable(evaluate(endpoint, "--processes", threads))
    assert "400 Bad Request: I do not like this one; it has answered none of 5 questions;" in said
    assert "mend that, and the same command goes on; or begin anew with another --base" in said
    assert kept() == []
    heard = len(endpoint.heard)
    assert heard >= 5 if threads > 1 else heard == 5  # of several, those beside a slow one go on
    assert unable(evaluate(endpoint)) == said  # and goes on doing so


@pytest.mark.parametrize("status", [401, 403, 404])
def test_what_is_never_about_one_item_stops_the_run_at_once(
    serve: Serve, evaluate: Evaluate, status: int
) -> None:
    no = whole({"error": {"message": "go away"}}, status)
    endpoint = serve(model(lambda place, _: place == 3, no))
    assert f"{status} " in unable(evaluate(endpoint))
    assert kept() == [None] * 3


def test_an_endpoint_that_begins_to_refuse_everything_stops_the_run(
    serve: Serve, evaluate: Evaluate
) -> None:
    """As one does whose account is empty; nothing of it is held against the model."""
    endpoint = serve(model(lambda place, asked: place == 7 or 40 < asked <= 46))
    said = unable(evaluate(endpoint))
    assert "it did not answer any of 5 in a row, nor now what it had; mend" in said
    assert "keeps the answers so far" in said
    assert kept() == [*[None] * 7, "refused", *[None] * 32]
    assert report(evaluate(endpoint))["failures"] == {"refused": 1}
    assert kept() == [*[None] * 7, "refused", *[None] * 64]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (None, "no answer in 0.05 seconds; it has answered none of 5 questions; mend that, and"),
        (whole({"choices": []}), "without choices[0].message.content; it has answered none of 5"),
    ],
)
def test_a_model_that_was_never_heard_has_no_score(
    serve: Serve, evaluate: Evaluate, said: Say | None, why: str
) -> None:
    def wait(_: BaseHTTPRequestHandler) -> None:
        endpoint.done.wait(50)

    endpoint = serve(said or wait)
    line = unable(evaluate(endpoint, *(() if said else ("--pick-seconds", 0.05))))
    assert why in line
    assert line.endswith("another --base-url" + (" or a longer --pick-seconds", "")[bool(said)])
    assert kept() == []
    endpoint.close()  # it has heard all that was said to it
    assert len(endpoint.heard) == 5


def test_progress_tells_of_a_pause_and_the_end_of_the_run_ends_it(
    serve: Serve, evaluate: Evaluate
) -> None:
    busy = whole({"error": {"message": "slow down"}}, 429, Retry_After="500")
    told: list[str] = []

    def say(heard: Heard) -> Say:
        if order()[heard.body["messages"][-1]["content"]][0] == 0:
            return busy
        while not (told and told[-1]) and not endpoint.done.wait(0.01):
            told.append(_pausing())
        return whole({}, 401)

    endpoint = serve(By(say))
    assert "401 Unauthorized" in unable(evaluate(endpoint, "--processes", 2))
    assert told[-1] in (", asks again in 500 s", ", asks again in 499 s")
    assert _pausing() == ""


def test_an_answer_that_is_none_costs_its_item_and_is_counted(
    serve: Serve, evaluate: Evaluate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "LARGEST_BODY", 4096)
    bodies = {3: whole({"choices": []}), 7: good("So. " * 2000), 9: whole({}, 200)}
    says = model(lambda place, _: place in bodies)

    def say(heard: Heard) -> Say:
        place, _ = order()[heard.body["messages"][-1]["content"]]
        return bodies.get(place) or says.say(heard)

    endpoint = serve(By(say))
    data = report(evaluate(endpoint))
    assert data["failures"] == {"refused": 2, "flood": 1}
    assert data["usage"]["calls"] == len(endpoint.heard) == 72
    assert data["score"] == pytest.approx(100 * 69 / 72)


# --- when a refusal is believed ---------------------------------------------------------


class Case:
    """Refusals with results in memory, and an endpoint that answers when it is tried, or not."""

    def __init__(self, answers: bool = True) -> None:
        self.results = Results()
        self.tried: list[int] = []
        self.answers = answers
        self.unanswered = Unanswered(self.results, self.again)

    def again(self, item: int) -> Answer:
        self.tried.append(item)
        return answered(item) if self.answers else refusal(item)

    @property
    def kept(self) -> list[int]:
        return [item for _, item, _ in self.results.answers]


def answered(item: int, failure: str | None = None) -> Answer:
    return Answer(DECISION, item, 2, None if failure else 5, failure)


def refusal(item: int) -> Answer:
    """One question without an answer: refused, not answered in time, or answered without end."""
    return Answer(DECISION, item, 2, None, UNHEARD[item % len(UNHEARD)], f"no {item}")


def test_a_refusal_waits_for_an_answer_and_stays_in_its_place() -> None:
    case = Case()
    case.unanswered.keep(refusal(1))
    case.unanswered.keep(refusal(2))
    assert case.kept == []
    case.unanswered.keep(answered(3), refusal(4))
    assert case.kept == [1, 2, 3]
    case.unanswered.keep(answered(5, "garbage"))
    assert case.kept == [1, 2, 3, 4, 5]
    case.unanswered.settle()
    assert case.tried == []


def test_a_later_try_that_is_refused_waits_too() -> None:
    case = Case()
    tried = answered(1, "illegal")._replace(
        later=(Try(None, "illegal"), Try(None, "refused", "no"))
    )
    case.unanswered.keep(tried)
    assert case.kept == []
    case.unanswered.keep(answered(2, "illegal")._replace(later=(Try(None, "illegal"), Try(5))))
    assert case.kept == [1, 2]
    case.unanswered.keep(tried._replace(item=3))
    case.answers = False
    with pytest.raises(ArenaError, match="no; it did not answer this, nor now what it had; mend"):
        case.unanswered.settle()


def test_what_waits_at_the_end_is_believed_if_the_endpoint_still_answers() -> None:
    case = Case()
    case.unanswered.keep(answered(1, "hang"), answered(2), refusal(3))
    case.unanswered.settle()
    assert (case.kept, case.tried) == ([1, 2, 3], [2])
    case.unanswered.settle()
    assert case.tried == [2]


def test_what_waits_is_not_kept_if_nothing_is_answered_any_more() -> None:
    case = Case(answers=False)
    case.unanswered.keep(answered(1), refusal(2), refusal(3))
    with pytest.raises(ArenaError, match="no 3; it did not answer any of 2 in a row, nor now what"):
        case.unanswered.settle()
    assert case.kept == [1]
    case = Case(answers=False)
    case.unanswered.keep(answered(1), refusal(2))
    with pytest.raises(ArenaError, match="no 2; it did not answer this, nor now"):
        case.unanswered.settle()


def test_five_in_a_row_are_enough_to_try_and_four_are_not() -> None:
    case = Case()
    case.unanswered.keep(answered(1), *map(refusal, range(2, 6)))
    assert (case.kept, case.tried) == ([1], [])
    case.unanswered.keep(refusal(6))
    assert (case.kept, case.tried) == ([1, 2, 3, 4, 5, 6], [1])


@pytest.mark.parametrize("at_once", [1, 3, 12])
def test_it_makes_no_difference_how_many_come_at_once(at_once: int) -> None:
    """Several do whenever an earlier answer was late."""
    case = Case()
    answers = [answered(1), *map(refusal, range(2, 11)), answered(11), refusal(12)]
    for start in range(0, len(answers), at_once):
        case.unanswered.keep(*answers[start : start + at_once])
    assert (case.kept, case.tried) == (list(range(1, 12)), [1])


@pytest.mark.parametrize(
    ("count", "what"), [(1, "nothing"), (5, "none of 5 questions"), (8, "none of 5 questions")]
)
def test_an_endpoint_that_has_answered_nothing_is_not_tried(count: int, what: str) -> None:
    case = Case()

    def ask() -> None:
        case.unanswered.keep(*map(refusal, range(1, count + 1)))
        case.unanswered.settle()

    with pytest.raises(ArenaError, match=f"it has answered {what}; mend that"):
        ask()
    assert (case.kept, case.tried) == ([], [])


# --- killed -----------------------------------------------------------------------------


def legal(heard: Heard) -> Say:
    """Picks the first number that it may, and refuses some questions for what they are."""
    question = heard.body["messages"][-1]["content"]
    if sha256(question.encode()).digest()[0] < 30:
        return NO
    found = re.search(r"^Numbers that you may pick now: (\d+)", question, re.MULTILINE)
    assert found
    return good(f"Well.\nPICK {found[1]}")


def test_a_killed_run_resumes_to_the_same_bytes(serve: Serve, evaluate: Evaluate) -> None:
    """Killed twice: among the decisions, and in a won game."""
    running: list[subprocess.Popen[bytes]] = []

    def say(heard: Heard) -> Say:
        if running and len(endpoint.heard) in (24, 90):
            running[-1].kill()
            running[-1].wait(TIMEOUT)
        return legal(heard)

    endpoint = serve(By(say))
    more = ("--games", 1, "--show-legal")
    words = ("evaluate", "llm:toy", *ONE, "--base-url", endpoint.url, "--output", FILE, *more)
    lines = [0]
    for _ in range(2):
        running.append(
            subprocess.Popen(command(words), env=environment(), stderr=subprocess.DEVNULL)
        )
        assert running[-1].wait(TIMEOUT) == -9
        lines.append(FILE.read_text().count("\n"))
    assert lines == sorted(set(lines))
    running.clear()
    resumed = report(evaluate(endpoint, *more))
    assert resumed["failures"]["refused"] > 3
    left, asked = FILE.read_bytes(), len(endpoint.heard)
    FILE.unlink()
    Path("answers-prompts.jsonl").unlink()
    assert report(evaluate(endpoint, *more)) == resumed
    assert FILE.read_bytes() == left
    assert asked <= len(endpoint.heard) - asked + 10  # next to nothing was asked again


# --- what was agreed --------------------------------------------------------------------


def test_settings_are_part_of_what_was_agreed(serve: Serve, evaluate: Evaluate) -> None:
    endpoint = serve(good("PICK 0"))
    sent = ("--set", "max_tokens=5", "--temperature", "none", "--no-system")
    assert report(evaluate(endpoint, *sent))["score"] == 0
    assert len(endpoint.heard) == 72
    plan, _ = read_results(str(FILE))
    assert (plan.options.temperature, plan.options.no_system) == (None, True)
    assert plan.options.further == '{"max_tokens": 5}'
    before = FILE.read_bytes()
    for other, told in (
        (sent[2:], 'set: {"max_tokens": 5} there, {} here'),
        (("--set", "max_tokens=6", *sent[2:]), '{"max_tokens": 5} there, {"max_tokens": 6} here'),
        ((*sent[:2], "--no-system"), "temperature: null there, 0.0 here"),
        (sent[:4], "no_system: true there, false here"),
    ):
        assert told in unable(evaluate(endpoint, *other))
    assert FILE.read_bytes() == before
    assert len(endpoint.heard) == 72
