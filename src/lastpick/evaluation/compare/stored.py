"""A results file, read."""

from __future__ import annotations

import json

from ...arena.results import RESULTS
from ...files import read_lines
from ...players.player import Options
from ..command import find_suite
from ..results import Plan, Results, _answer


def read_results(path: str) -> tuple[Plan, Results]:
    lines = read_lines(path, RESULTS, 1 << 30)
    head = json.loads(next(lines))
    seed = head["suite_seed"]
    suite = find_suite(None if seed == "public" else int(seed)).cut(head["each"])
    options = Options(
        seconds=head["seconds"],
        base_url=head["base_url"],
        temperature=head["temperature"],
        show_legal=head["show_legal"],
    )
    plan = Plan(head["player"], suite, head["seed"], head["each"], head["games"], options)
    results = Results(path)
    items = {item.number: item for item in suite.items}
    for line in lines:
        answer = _answer(line, items)
        results.answers[answer.place] = answer
    return plan, results
