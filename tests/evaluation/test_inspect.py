"""Inspect: the same questions, and the same figures from the same answers."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from support import inspecting
from support.chatting import Endpoint, whole

from lastpick import cli
from lastpick.evaluation import PROMPTS, prompt, score
from lastpick.evaluation.scoring import rate
from lastpick.evaluation.suite import standard

ROOT = Path(__file__).parents[2]
Job = dict[str, Any]


OWN = str(ROOT / "examples" / "games" / "race-to-30.toml")
EASY = {"show_legal": True, "lenient": True}
SECOND = {"suite": "standard-2", "each": 1, **EASY}
IN_TURN = {"limit": 6, "max_samples": 1}
JOBS: list[Job] = [
    {"task": "standard", "args": {"each": 1, "attempts": 3}, "model": "mixed"},
    {"task": "won_games", "args": {"games": 1}, "model": "mixed"},
    {"task": "standard", "args": {"each": 1}, "model": "random", "run": {"limit": 6, "epochs": 2}},
    {"task": "won_games", "args": {"games": 1}, "model": "perfect", "run": {"limit": 8}},
    {"task": "won_games", "args": {"games": 1}, "model": "random", "run": {"limit": 8}},
    {"task": "standard", "args": SECOND, "model": "first", "run": {"limit": 4}},
    {"task": "private", "args": {"seed": 7, "rules": OWN, "each": 1, **EASY}, "model": "first"},
    {"task": "won_games", "args": {"rules": [OWN], "games": 1, **EASY}, "model": "first"},
    {
        "task": "standard",
        "args": {"each": 1},
        "model": "caller",
        "run": {"limit": 6, "message_limit": 20},
    },
    {"task": "standard", "args": {"each": 1}, "model": "nobody", "run": {"limit": 2}},
    {"task": "won_games", "args": {"games": 1}, "model": "nobody", "run": {"limit": 2}},
    {"task": "standard", "args": {"each": 1}, "model": "partly", "run": IN_TURN},
    {"task": "standard", "args": {"each": 1}, "model": "tired", "run": IN_TURN},
    {"task": "won_games", "args": {"games": 1}, "model": "tired", "run": IN_TURN},
]
BAD: list[tuple[str, Job, str]] = [
    ("standard", {"suite": "hard"}, "no suite is called 'hard'; expected standard"),
    ("standard", {"each": 0}, "each: expected 1 or more, found 0"),
    ("standard", {"each": 99}, "; lastpick/private -T seed=S makes a private suite of any size"),
    ("won_games", {"each": 99}, "; -T seed=S makes a private suite of any size"),
    ("standard", {"attempts": 0}, "attempts: expected 1 or more, found 0"),
    ("standard", {"show_legal": "maybe"}, "show_legal: expected true or false, found 'maybe'"),
    ("private", {}, "a private suite needs a seed, as in -T seed=7, or -T rules=FILE"),
    ("private", {"seed": "x"}, "seed: expected a whole number, found 'x'"),
    ("private", {"rules": "none.toml"}, "none.toml"),
    ("won_games", {"games": True}, "games: expected a whole number, found 'True'"),
]
ONE = {"model": "silent", "run": {"limit": 1}}
AGAIN: list[tuple[Job, str]] = [  # logs given to scorers that cannot grade them
    ({"task": "foreign", "args": {}, "again": "decision"}, "and this is none (its metadata have"),
    ({"task": "foreign", "args": {}, "again": "won_game"}, "and this is none (its metadata have"),
    ({"task": "standard", "args": {}, "again": "won_game"}, "use --scorer lastpick/decision"),
    ({"task": "won_games", "args": {}, "again": "decision"}, "use --scorer lastpick/won_game"),
]


def run(folder: Path, *jobs: Job) -> list[Any]:
    """What Inspect's logs hold after these jobs."""
    done = subprocess.run(
        [*inspecting.COMMAND, json.dumps(jobs)],
        cwd=folder, env=inspecting.settings(folder), capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert isinstance(found, list)
    return found


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    """An endpoint with a model behind it that gives the mixed answers."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        asked = [message["content"] for message in server.heard[-1].body["messages"]]
        text, finish, more = reply = inspecting.reply("mixed", asked)
        message = {"role": "assistant", "content": text, **more}
        choices = [{"message": message, "finish_reason": finish}]
        usage = {"prompt_tokens": 100, "completion_tokens": 7}
        said = whole({"choices": [] if reply == inspecting.NOTHING else choices, "usage": usage})
        handler.send_response(said.status)
        handler.send_header("Content-Length", str(len(said.body)))
        handler.end_headers()
        handler.wfile.write(said.body)

    server = Endpoint(answer)
    yield server
    server.close()


def test_inspect_asks_the_same_and_finds_the_same(
    tmp_path: Path,
    endpoint: Endpoint,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """All in one process of Inspect's, because that takes seconds to start."""
    bad: list[Job] = [{"task": task, "args": args} for task, args, _ in BAD]
    found = run(tmp_path, *JOBS, *bad, *({**job, **ONE} for job, _ in AGAIN))
    decisions, games, twice, won, lost, second, own, own_games, called, *refused = found
    never, never_won, partly, tired, tired_game, *refused = refused

    monkeypatch.chdir(tmp_path)
    how = ("--each", "1", "--games", "1", "--attempts", "3", "--mistakes", "99", "--json")
    assert cli.main(["evaluate", "llm:toy", *how, "--base-url", endpoint.url]) == 0
    data = json.loads(capsys.readouterr().out)
    assert decisions["figures"] == dict(figures_of(data))
    assert data["score"] < data["attempts"]["score"]
    assert_same_results(decisions["samples"], data)
    assert_same_conversion(games["figures"], data["conversion"])
    heard = [[message["content"] for message in one.body["messages"]] for one in endpoint.heard]
    inspected = decisions["heard"] + games["heard"]
    assert set(map(tuple, inspected)) == set(map(tuple, heard))
    nothing = sum(inspecting.reply("mixed", one) == inspecting.NOTHING for one in heard)
    assert len(heard) <= len(inspected) <= len(heard) + nothing  # after which it asks once more
    tried = len(heard) - data["usage"]["calls"]
    assert tried in (0, 1)  # once more, where the last question had no answer

    assert (called["figures"]["score"], called["figures"]["legal"]) == (0, 0)
    assert len(called["heard"]) == called["figures"]["decisions"] == 6  # one call for each
    assert {one["metadata"]["result"] for one in called["samples"].values()} == {"garbage"}
    for silent in (never, never_won):  # a model that was never heard has no figures
        assert silent["figures"] == {}
        assert len(silent["heard"]) == 2
    assert partly["figures"]["score"] == pytest.approx(100 * 4 / 6)
    results = [one["metadata"]["result"] for one in partly["samples"].values()]
    assert results.count("refused") == 2
    assert len(partly["heard"]) == 6 + 2  # what was answered is asked again after each of these
    for stopped in (tired, tired_game):  # it has begun to refuse everything
        assert len(stopped["heard"]) == 5
        assert stopped["stopped"]

    assert_each_epoch_counts(twice)
    assert (won["figures"]["conversion"], won["figures"]["failures"]) == (1, 0)
    assert lost["figures"]["won"] < 4
    assert len(won["heard"]) > 2 * len(won["samples"])
    assert {len(asked) for asked in won["heard"]} == {2}  # each turn says all that there is to say

    for some, label in ((second, "standard-2"), (own, r"standard-1@7\+\w{8}")):
        assert some["figures"]["legal"] == 1  # with bold print, and the picks are shown
        assert all(re.fullmatch(rf"{label}/\d+", name) for name in some["samples"])
    assert any(name.startswith("remoteness/") for name in second["figures"])
    assert not any(name.startswith("depth/") for name in second["figures"])
    assert (own_games["figures"]["games"], own_games["figures"]["failures"]) == (6, 0)

    expected = [*(why for *_, why in BAD), *(why for _, why in AGAIN)]
    for why, one in zip(expected, refused, strict=True):
        assert one["error"] == "PrerequisiteError"  # which Inspect shows without a traceback
        assert why in one["text"]
        assert "\n" not in one["text"]


def figures_of(data: Any) -> Iterator[tuple[str, float]]:
    """A report of `evaluate` in the names of Inspect's metrics."""
    yield from ((name, data[name]) for name in ("score", "skill", "legal"))
    yield from ((name, data[name]) for name in ("decisions", "positions"))
    yield from zip(("score_low", "score_high"), data["intervals"]["score"], strict=True)
    yield "chance", data["random"]["score"]
    yield "horizon", data["horizon"]
    for name in ("score", "skill", "legal"):
        yield f"{name}_with_tries", data["attempts"][name]
    for group, parts in data["by"].items():
        for key, one in parts.items():
            yield f"{group}/{key}", 100 * one["kept"]


def assert_same_results(samples: dict[str, Any], data: Any) -> None:
    """The result of every single item, and what speaks against each wrong one."""
    wrong = {f"standard-1/{one['item']}": one for one in data["mistakes"]["first"]}
    kinds = set()
    for name, one in samples.items():
        assert one["value"] == (name not in wrong)
        if name in wrong:
            there, here = wrong[name], one["metadata"]
            assert here["pick"] == there["pick"]
            assert here["result"] == (there["failure"] or "lost")
            if there["pick"]:
                assert one["explanation"] == there["refutation"]
            kinds.add(here["result"])
    assert len(samples) == data["decisions"]
    assert kinds == {"lost", "illegal", "garbage", "refused"}


def assert_same_conversion(found: dict[str, float], data: Any) -> None:
    assert found["conversion"] == data["share"]
    assert [found["conversion_low"], found["conversion_high"]] == data["interval"]
    assert (found["games"], found["won"]) == (data["games"], data["won"])
    assert found["failures"] == data["failures"]
    assert found["won"]
    assert found["failures"]
    told = {f"{group}/{key}": one["share"]
            for group, keys in data["by"].items() for key, one in keys.items()}  # fmt: skip
    assert {name: value for name, value in found.items() if "/" in name} == told


def assert_each_epoch_counts(twice: Any) -> None:
    """Two epochs are two decisions in one position."""
    suite = standard()
    items = suite.cut(1).items[:6]
    assert sorted(twice["heard"]) == sorted(2 * [list(prompt(item)) for item in items])
    assert set(twice["samples"]) == {suite.id_of(item) for item in items}
    said = [(item, inspecting.at_random(prompt(item).user).text) for item in items]
    whole = rate([score(item, text) for item, text in said for _ in range(2)])
    found = twice["figures"]
    assert (found["score"], found["skill"]) == (100 * whole.kept, 100 * whole.skill)
    assert (found["score_low"], found["score_high"]) == tuple(100 * end for end in whole.interval)
    assert (found["decisions"], found["positions"]) == (12, whole.positions)
    assert twice["eval"]["task_version"] == PROMPTS
    assert twice["eval"]["metadata"]["checksum"] == suite.checksum
