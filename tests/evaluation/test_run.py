"""lastpick evaluate: the same figures however it is run, resumed, and asked of outside players."""

from __future__ import annotations

import json
import os
import re
import shlex
import socket
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import pytest
from support.running import Done, refused, run

from lastpick import cli
from lastpick.evaluation import prompt
from lastpick.evaluation import run as running_room
from lastpick.evaluation.ask import DECISION, GAME, Answer
from lastpick.evaluation.results import Plan, Results
from lastpick.evaluation.suite import Item, standard
from lastpick.game import Position
from lastpick.oracle import Budget
from lastpick.players.llm.prompt import read_pick
from lastpick.players.player import BotPlayer, Options

ROOT = Path(__file__).parents[2]
QUICK = ("--each", 1, "--games", 1)
ONE = ("--each", 1, "--games", 0)


Evaluate = Callable[..., Done]


@pytest.fixture
def evaluate(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Evaluate:
    """Run the command in this process, which is fast, in a folder of the test's own."""
    monkeypatch.chdir(tmp_path)

    def evaluate(*args: object) -> Done:
        try:
            code = cli.main(["evaluate", *map(str, args)])
        except SystemExit as left:
            code = int(str(left.code))
        return Done(*capsys.readouterr(), code)

    return evaluate


def report(done: Done) -> Any:
    assert done.code == 0, done.err
    return done.json


def unable(done: Done) -> str:
    """The last line of a run that could not be finished."""
    assert (done.out, done.code) == ("", 1), done
    return done.err.splitlines()[-1]


def test_perfect_is_perfect(evaluate: Evaluate) -> None:
    data = report(evaluate("perfect", *QUICK, "--json"))
    assert (data["score"], data["skill"], data["legal"]) == (100, 100, 1)
    assert data["conversion"]["share"] == 1
    assert data["decisions"] == 72
    assert data["usage"] is None


def test_the_report_fits_eighty_columns(evaluate: Evaluate) -> None:
    done = evaluate("level:2", *QUICK, "--mistakes", 3)
    assert (done.code, done.err) == (0, "")
    assert done.lines[0] == "level:2 on standard-1"
    told = [line for line in done.lines if not line.startswith("  ")]
    assert max(map(len, told)) <= 80
    for name in ("game", "size", "depth", "disguise"):
        assert f"by {name}" in done.out
    assert "Conversion: " in done.out
    assert re.search(r"The first 3 of \d+ mistakes:", done.out)
    assert re.search(r"\d+ loses to .*answers?, \d+: |\d+ loses to .* One is \d+: ", done.out)
    for line in done.lines:
        assert line == line.rstrip()


def test_the_same_seed_gives_the_same_on_one_process_and_on_two(evaluate: Evaluate) -> None:
    words = ("level:3", *QUICK, "--json", "--seed")
    alone = report(evaluate(*words, 5))
    assert report(evaluate(*words, 5, "--processes", 2)) == alone
    assert report(evaluate(*words, 6)) != alone


def lines_of(path: Path) -> dict[tuple[str, int, int], Any]:
    found = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    return {(one["kind"], one["item"], one["ply"]): one["pick"] for one in found}


def test_a_bot_s_chance_depends_on_the_seed_and_the_item_alone(evaluate: Evaluate) -> None:
    few, more = Path("few"), Path("more")
    evaluate("random", *ONE, "--output", few)
    evaluate("random", "--each", 3, "--games", 1, "--output", more)
    assert lines_of(few).items() <= lines_of(more).items()


def test_a_private_suite_has_the_same_make_up(evaluate: Evaluate) -> None:
    data = report(evaluate("perfect", *ONE, "--suite-seed", 11, "--json"))
    assert data["score"] == 100
    assert data["suite"]["seed"] == "11"
    assert data["decisions"] == 72


# --- the results file -------------------------------------------------------------------


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


KILLER = """
import json, os, signal, sys
count = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "killer"}), flush=True)
    elif message["type"] == "position":
        count += 1
        if count == int(sys.argv[2]) and not os.path.exists(sys.argv[1]):
            open(sys.argv[1], "w").close()
            os.kill(os.getppid(), signal.SIGKILL)
        print(json.dumps({"type": "pick", "pick": message["legal"][0]}), flush=True)
    elif message["type"] == "quit":
        break
"""


@pytest.mark.parametrize("after", [20, 80])  # among the decisions, and in a won game
def test_a_killed_run_resumes_to_the_same_result(
    evaluate: Evaluate, tmp_path: Path, after: int
) -> None:
    engine, flag = tmp_path / "engine.py", tmp_path / "killed"
    engine.write_text(KILLER)
    command = f"exec:{sys.executable} {shlex.quote(str(engine))} {shlex.quote(str(flag))} {after}"
    words = (command, *QUICK, "--pick-seconds", 50, "--json", "--output")
    killed = run("evaluate", *words, tmp_path / "a")
    assert killed.code == -9
    assert (tmp_path / "a").read_text().count("\n") == after  # the head, and all answers but one
    resumed = report(evaluate(*words, "a"))
    assert report(evaluate(*words, "b")) == resumed
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert resumed["legal"] == 1


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


# --- bad input --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("nobody",), "no player is called 'nobody'; expected random, greedy"),
        (("level:9",), "no player is called 'level:9'"),
        (("mcts:0",), "mcts: takes a number of playouts"),
        (("exec:",), "exec"),
        (("exec:/no/such/program",), "cannot start"),
        (("llm:",), "needs the name of a model"),
        (("llm:m", "--base-url", "nonsense"), "no address of an endpoint"),
        (("llm:m", "--output", "a", "--log", "./a"), "--output and --log name the same file"),
        (("random", "--suite", "hard"), "no suite is called 'hard'; expected standard"),
        (("random", "--suite-seed", "x"), "expected a whole number"),
        (("random", "--each", "0"), "expected 1 or more"),
        ((), "required: PLAYER"),
    ],
)
def test_bad_input_is_one_line(
    evaluate: Evaluate, args: tuple[object, ...], why: str, tmp_path: Path
) -> None:
    assert why in refused(evaluate(*args))
    assert not list(tmp_path.glob("*.jsonl"))


def test_a_dead_endpoint_is_one_line_and_no_score(evaluate: Evaluate, tmp_path: Path) -> None:
    with socket.socket() as taken:  # bound, and nobody listens
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        done = evaluate("llm:m", *ONE, "--base-url", url, "--retries", 0)
    assert "cannot connect" in unable(done)
    assert "name another endpoint with --base-url, and the same command goes on" in unable(done)
    (file,) = tmp_path.glob("evaluation-??????????.jsonl")
    assert file.read_text().count("\n") == 1  # nothing is held against the model


# --- players from outside ---------------------------------------------------------------


@pytest.mark.parametrize(("kind", "failure"), [("crash", "crash"), ("illegal", "illegal")])
def test_an_engine_that_fails_scores_nought_and_the_run_goes_on(
    evaluate: Evaluate, tmp_path: Path, kind: str, failure: str
) -> None:
    engine = tmp_path / "engine.py"
    reply = "sys.exit(3)" if kind == "crash" else 'say(type="pick", pick=message["last"])'
    engine.write_text(
        "import json, sys\n"
        "def say(**m): print(json.dumps(m), flush=True)\n"
        "for line in sys.stdin:\n"
        "    message = json.loads(line)\n"
        "    if message['type'] == 'hello': say(type='hello', protocol=1, name='bad')\n"
        f"    elif message['type'] == 'position': {reply}\n"
        "    elif message['type'] == 'quit': break\n"
    )
    player = f"exec:{sys.executable} {shlex.quote(str(engine))}"
    data = report(evaluate(player, *QUICK, "--pick-seconds", 50, "--json"))
    assert (data["score"], data["legal"]) == (0, 0)
    assert data["failures"] == {failure: 72}
    assert data["skill"] < 0
    assert (data["conversion"]["won"], data["conversion"]["failures"]) == (0, 24)
    assert data["mistakes"]["first"][0]["failure"] == failure


def test_an_engine_is_asked_by_several_threads_and_gives_the_same(evaluate: Evaluate) -> None:
    engine = f"exec:{sys.executable} {ROOT}/examples/engines/simple.py"
    words = (engine, *QUICK, "--pick-seconds", 50, "--json", "--output")
    alone = report(evaluate(*words, "a"))
    assert alone["legal"] == 1
    assert report(evaluate(*words, "b", "--processes", 3)) == alone


def test_an_interrupt_asks_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games at once: when the first has ended comes the interrupt, amid all others."""
    suite = standard().cut(1)
    plan = Plan("exec:x", suite, 1, 1, 1, Options())
    results, amid, go = Results(), Event(), Event()
    for item in suite.items:
        results.keep(Answer(DECISION, item.number, len(item.picks), item.winning[0]))
    first = suite.items[0]

    class Waiting(BotPlayer):
        def choose(self, position: Position, rng: Random, budget: Budget | None = None) -> int:
            if position.game == first.start().game:
                assert amid.wait(60)
            else:
                amid.set()
                assert go.wait(60)
            return super().choose(position, rng, budget)

    right = ThreadPoolExecutor.shutdown

    def shutdown(pool: ThreadPoolExecutor, *args: Any, **options: Any) -> None:
        go.set()
        right(pool, *args, **options)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(running_room, "open_player", lambda *_: Waiting("perfect"))
    monkeypatch.setattr(ThreadPoolExecutor, "shutdown", shutdown)
    with pytest.raises(KeyboardInterrupt):
        running_room.run(plan, results, 2, interrupted)
    asked = Counter(item for kind, item, _ in results.answers if kind == GAME)
    assert asked.pop(first.number) > 1
    assert set(asked.values()) == {1}


Answers = Callable[[str], str | None]


@pytest.fixture
def model() -> Iterator[Callable[[Answers], str]]:
    """A local endpoint that answers as it is told; its address."""
    opened: list[ThreadingHTTPServer] = []

    def serve(answer: Answers) -> str:
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                said = answer(body["messages"][1]["content"])
                self.send_response(500 if said is None else 200)
                self.end_headers()
                message = {"message": {"content": said}, "finish_reason": "stop"}
                usage = {"prompt_tokens": 100, "completion_tokens": 7}
                self.wfile.write(json.dumps({"choices": [message], "usage": usage}).encode())

            def log_message(self, *_: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        opened.append(server)
        Thread(target=server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{server.server_address[1]}/v1"

    yield serve
    for server in opened:
        server.shutdown()
        server.server_close()


def questions() -> dict[str, Item]:
    """What a model is asked for each item."""
    found = {}
    for item in standard().cut(1).items:
        found[prompt(item).user] = item
    assert len(found) == 72
    return found


def test_a_model_is_asked_logged_and_charged(
    evaluate: Evaluate, tmp_path: Path, model: Callable[[Answers], str]
) -> None:
    asked = questions()

    def answer(question: str) -> str:
        item = asked[question]
        if item.disguise == "plain":
            return f"Let me see.\nPICK {item.winning[0]}"
        if item.disguise == "restated":
            return f"I would say {item.winning[0]}."
        return "PICK 100000"

    words = ("llm:toy", *ONE, "--base-url", model(answer), "--json")
    assert report(evaluate(*words))["usage"]["cost"] is None
    data = report(evaluate(*words, "--prices", "1000,2000"))  # of answers that are there already
    assert data["score"] == pytest.approx(100 / 3)
    assert data["legal"] == pytest.approx(1 / 3)
    assert data["failures"] == {"garbage": 24, "illegal": 24}
    assert {name: one["kept"] for name, one in data["by"]["disguise"].items()} == {
        "plain": 1,
        "relabelled": 0,
        "restated": 0,
    }
    assert data["usage"]["calls"] == 72
    assert data["usage"]["prompt_tokens"] == 7200
    assert data["usage"]["cost"] == pytest.approx(72 * (0.1 + 0.014))
    (log,) = tmp_path.glob("*-prompts.jsonl")
    logged = [json.loads(line) for line in log.read_text().splitlines()]
    assert {entry["prompt"] for entry in logged} == {prompt(item).whole for item in asked.values()}


def test_whoever_repeats_the_example_has_picked_nothing() -> None:
    for question, item in questions().items():
        assert read_pick(question) not in item.start().game.numbers


def test_an_endpoint_that_dies_on_the_way_loses_nothing(
    evaluate: Evaluate, model: Callable[[Answers], str]
) -> None:
    asked, calls = questions(), [0]

    def answer(question: str) -> str | None:
        calls[0] += 1
        return None if calls[0] == 31 else f"PICK {asked[question].winning[0]}"

    words = ("llm:toy", *ONE, "--base-url", model(answer), "--retries", 0)
    said = unable(evaluate(*words))
    assert "500" in said
    assert "keeps the answers so far" in said
    data = report(evaluate(*words, "--json"))
    assert data["score"] == 100
    assert data["usage"]["calls"] == 72
    assert calls[0] == 73
