"""lastpick evaluate: the same figures however it is run, resumed, and asked of outside players."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest
from support.evaluating import ONE, QUICK, Evaluate, report
from support.running import refused

from lastpick.evaluation import run as running_room
from lastpick.evaluation.ask import DECISION, GAME, Answer
from lastpick.evaluation.results import Plan, Results
from lastpick.evaluation.suite import standard
from lastpick.game import Position
from lastpick.oracle import Budget
from lastpick.players.player import BotPlayer, Options

ROOT = Path(__file__).parents[2]


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
