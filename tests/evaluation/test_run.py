"""lastpick evaluate: the same figures however it is run, resumed, and asked of outside players."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import sys
from collections import Counter
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest
from support.evaluating import ONE, QUICK, Answers, Evaluate, questions, report
from support.running import refused

from lastpick.evaluation import run as running_room
from lastpick.evaluation.ask import DECISION, GAME, Answer
from lastpick.evaluation.results import Plan, Results
from lastpick.evaluation.suite import standard
from lastpick.game import Position
from lastpick.oracle import Budget
from lastpick.players.player import BotPlayer, Options
from lastpick.workers.threads import Threads

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
    assert re.search(r"\d+ loses: .* picks win. One is \d+: ", done.out)
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


@pytest.mark.parametrize("late", [False, True])
def test_an_interrupt_asks_nothing_more(monkeypatch: pytest.MonkeyPatch, late: bool) -> None:
    """Two games at once: when the first has ended comes the interrupt, amid the other.

    An answer that still comes is kept; one that comes after we have left is not.
    """
    suite = standard().cut(1)
    plan = Plan("exec:x", suite, 1, 1, 1, Options())
    results, amid, go = Results(), Event(), Event()
    for item in suite.items:
        results.keep(Answer(DECISION, item.number, len(item.picks), item.winning[0]))
    first = suite.items[0]
    heard: list[Position] = []

    class Waiting(BotPlayer):
        def choose(self, position: Position, rng: Random, budget: Budget | None = None) -> int:
            if position.game == first.start().game:
                assert amid.wait(60)
            else:
                heard.append(position)
                amid.set()
                assert go.wait(60)
            return super().choose(position, rng, budget)

    pools: list[Threads] = []
    leave = Threads.leave

    def leaving(pool: Threads, seconds: float | None = None) -> None:
        assert seconds is not None
        pools.append(pool)
        if not late:
            go.set()
        leave(pool, 0.0 if late else 60.0)

    def interrupted(done: int, _: int) -> None:
        if done > len(suite.items):
            raise KeyboardInterrupt

    monkeypatch.setattr(running_room, "open_player", lambda *_: Waiting("perfect"))
    monkeypatch.setattr(Threads, "leave", leaving)
    with pytest.raises(KeyboardInterrupt):
        running_room.run(plan, results, 2, interrupted)
    go.set()
    (pool,) = pools
    leave(pool, 60.0)
    asked = Counter(item for kind, item, _ in results.answers if kind == GAME)
    assert asked.pop(first.number) > 1
    assert list(asked.values()) == ([] if late else [1])
    assert len(heard) <= 2  # of the thread that is amid one, and of the one that had the first


def test_an_interrupt_does_not_wait_for_a_model_that_thinks(
    evaluate: Evaluate, model: Callable[[Answers], str], tmp_path: Path
) -> None:
    """And what it says later is in nobody's way: the run goes on to the same bytes."""
    right, over, calls = questions(), Event(), count(1)

    def answer(talk: list[str]) -> str:
        return f"PICK {right[talk[1]].winning[0]}"

    def stuck(talk: list[str]) -> str:
        call = next(calls)
        if call == 9:
            os.kill(os.getpid(), signal.SIGINT)
        if call > 8:
            over.wait(60)
        return answer(talk)

    words = ("llm:toy", *ONE, "--base-url")
    url = model(lambda talk: answer(talk) if over.is_set() else stuck(talk))
    try:
        done = evaluate(*words, url, "--processes", 3, "--output", "a", "--pick-seconds", 50)
    finally:
        over.set()
    assert (done.code, done.out) == (130, "")
    kept = (tmp_path / "a").read_text().count("\n") - 1
    assert kept <= 8
    assert re.search(f"^Stopped after {kept} answers?; the same command goes on.$", done.err, re.M)
    more = ("--pick-seconds", 50, "--json", "--output")
    assert report(evaluate(*words, url, *more, "a"))["score"] == 100
    assert report(evaluate(*words, url, *more, "b"))["score"] == 100
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_progress_is_told_before_there_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Event()

    class Waiting(BotPlayer):
        def choose(self, position: Position, rng: Random, budget: Budget | None = None) -> int:
            assert told.wait(20)
            return super().choose(position, rng, budget)

    monkeypatch.setattr(running_room, "open_player", lambda *_: Waiting("random"))
    heard: list[tuple[int, int]] = []

    def tell(*at: int) -> None:
        heard.append((at[0], at[1]))
        told.set()

    running_room.run(Plan("exec:x", standard().cut(1), 1, 1, 0, Options()), Results(), 1, tell)
    assert (heard[0], heard[-1]) == ((0, 72), (72, 72))
