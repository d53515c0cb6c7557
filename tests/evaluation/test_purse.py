"""`--max-cost` and `--repeat`: how much is asked, and what is made of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest
from support import chatting
from support.evaluating import ONE, Answers, Evaluate, Lastpick, questions, report, unable
from support.running import refused

from lastpick.errors import ArenaError
from lastpick.evaluation import score
from lastpick.evaluation.purse import Purse
from lastpick.evaluation.scoring import rate
from lastpick.players.usage import Usage

Serve = Callable[[Answers], str]
FILE = Path("answers.jsonl")


def lines() -> int:
    return FILE.read_text().count("\n") - 1


def test_a_run_stops_before_it_costs_more_and_goes_on(evaluate: Evaluate, model: Serve) -> None:
    calls = [0]

    def answer(_: list[str]) -> str:
        calls[0] += 1
        return "PICK 1"

    words = ("llm:toy", *ONE, "--base-url", model(answer), "--json", "--output", FILE)
    paid = (*words, "--prices", "10000,0")  # an answer costs 1
    said = unable(evaluate(*paid, "--max-cost", 3.5))
    assert "stopped before --max-cost 3.5 is exceeded: 3 is spent, and an answer has" in said
    assert "cost up to 1; the same command with a higher --max-cost goes on" in said
    assert (calls[0], lines()) == (3, 3)
    assert unable(evaluate(*paid, "--max-cost", 3.5)) == said
    assert calls[0] == 3
    assert "6 is spent" in unable(evaluate(*paid, "--max-cost", 6, "--processes", 4))
    assert calls[0] == 6 >= lines()  # and not one more, however many ask
    assert report(evaluate(*paid, "--max-cost", 72))["usage"]["cost"] == 72
    stopped, calls[0] = FILE.read_bytes(), 0
    FILE.unlink()
    Path("answers-prompts.jsonl").unlink()
    report(evaluate(*words))
    assert FILE.read_bytes() == stopped  # prices leave no trace in it
    FILE.unlink()
    said = unable(evaluate(*words, "--max-cost", 5))
    assert "the endpoint reports no cost; --max-cost needs --prices then" in said
    assert calls[0] == 72  # the log had answered
    for wrong in (("random", "--max-cost", 1), (*words, "--max-cost", 1, "--executor", "dask:x")):
        assert "--max-cost is" in refused(evaluate(*wrong))


def test_what_the_endpoint_reports_is_enough(
    evaluate: Evaluate, monkeypatch: pytest.MonkeyPatch
) -> None:
    choice = {"message": {"content": "PICK 1"}, "finish_reason": "stop"}
    said = chatting.whole({"choices": [choice], "usage": {"cost": 0.1}})
    with chatting.serving(monkeypatch) as serve:
        words = ("llm:toy", *ONE, "--base-url", serve(said).url, "--output", FILE)
        assert "0.3 is spent" in unable(evaluate(*words, "--max-cost", 0.35))
        data = report(evaluate(*words, "--json"))
    assert data["usage"]["cost"] == pytest.approx(7.2)
    assert {json.loads(line)["usage"][3] for line in FILE.read_text().splitlines()[1:]} == {0.1}


def test_nothing_is_begun_that_could_cost_too_much() -> None:
    """The first alone; then as many as the dearest so far allows."""
    purse = Purse(10.0, None, [])
    purse.begin()
    second = Thread(target=purse.begin, daemon=True)
    second.start()
    second.join(0.05)
    assert second.is_alive()  # nobody knows what the first will cost
    purse.end(Usage(1, cost=4.0), True)
    second.join(60)
    assert not second.is_alive()
    third = Thread(target=purse.begin, daemon=True)
    third.start()
    third.join(0.05)
    assert third.is_alive()  # 4 are spent, 4 are held back, and it might be 4 more
    purse.end(Usage(1, cost=1.0), True)
    third.join(60)
    assert not third.is_alive()
    purse.end(Usage(1), False)  # a silence tells no cost
    purse.begin()
    purse.end(Usage(1, cost=1.5), True)
    with pytest.raises(ArenaError, match=r"6\.5 is spent, and an answer has cost up to 4;"):
        purse.begin()
    purse = Purse(10.0, None, [])
    purse.close()  # as Ctrl-C does
    with pytest.raises(ArenaError):
        purse.begin()
    for used, prices in ((Usage(1, 10, 10), None), (Usage(1), (1.0, 1.0))):
        purse = Purse(10.0, prices, [])
        purse.begin()
        with pytest.raises(ArenaError, match="the endpoint reports no"):
            purse.end(used, True)


def test_items_are_asked_about_several_times(
    evaluate: Evaluate, lastpick: Lastpick, model: Serve
) -> None:
    asked = questions()
    heard: dict[int, int] = {}

    def answer(talk: list[str]) -> str:
        item = asked[talk[1]]
        heard[item.number] = heard.get(item.number, 0) + 1
        keeps = (True, heard[item.number] == 2, False)[item.number % 3]
        return f"PICK {item.winning[0]}" if keeps else "PICK 100000"

    words = ("llm:toy", *ONE, "--base-url", model(answer), "--json", "--output", FILE)
    data = report(evaluate(*words, "--repeat", 2))
    assert set(heard.values()) == {2}
    assert data["usage"]["calls"] == data["decisions"] == 144
    assert data["repeat"] == {"times": 2, "always": 24, "sometimes": 24, "never": 24}
    graded = [
        score(item, f"PICK {item.winning[0] if number % 3 < 1 or number % 3 == time == 1 else 0}")
        for number, item in ((item.number, item) for item in asked.values())
        for time in range(2)
    ]
    whole = rate(graded)  # as Inspect's epochs are counted
    assert (data["score"], data["positions"]) == (pytest.approx(100 * whole.kept), 24)
    assert data["intervals"]["score"] == pytest.approx([100 * end for end in whole.interval])
    assert [(one["item"], one.get("time")) for one in data["mistakes"]["first"]][:3] == [
        (item.number, None) for item in list(asked.values()) if item.number % 3
    ][:3]
    text = FILE.read_text().splitlines(keepends=True)
    FILE.write_text("".join(text[:100]))
    said = evaluate(*words[:-3], "--output", FILE, "--repeat", 2, "--mistakes", 49).out
    assert FILE.read_text() == "".join(text)
    assert set(heard.values()) == {2}  # nothing was asked again
    assert "Asked about 2 times, it kept the win of 24 items each time, of 24 sometimes," in said
    assert ", time 2: " in said
    evaluate("random", *ONE, "--output", "once.jsonl")
    said = lastpick("compare", FILE, "once.jsonl").err
    assert "repeat is 2 in the first and 1 in the second" in said
    FILE.write_text("".join([text[0].replace('"repeat": 2', '"repeat": "x"'), *text[1:]]))
    assert "damaged in line 1" in lastpick("compare", FILE, "once.jsonl").err


def test_answers_that_cannot_be_read_are_told_of(evaluate: Evaluate, model: Serve) -> None:
    asked = questions()
    address = model(lambda talk: f"**PICK {asked[talk[1]].winning[0]}**")
    words = ("llm:toy", *ONE, "--base-url", address)
    told = evaluate(*words, "--output", FILE).err.splitlines()[-1]
    assert "72 of 72 answers could not be read strictly; --lenient with --log" in told
    assert "answers-prompts.jsonl and another --output reads the same answers leniently" in told
    lenient = evaluate(*words, "--lenient", "--log", "answers-prompts.jsonl", "--json")
    assert report(lenient)["score"] == 100
    assert "could not be read" not in lenient.err
    assert Path("answers-prompts.jsonl").read_text().count("\n") == 72
