"""What stands beside an exported suite: its card, and the file that lets Inspect run a part of it.

The card begins with the YAML that hubs of datasets read: which file is which configuration, and
the type of every field, so that an empty list or a missing value is read like any other.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from math import inf

from .decision import PROMPTS, prompt
from .suite import PUBLIC, Suite

LINE: dict[str, str | list[str] | dict[str, str]] = {  # a list of them, or of objects
    "id": "string",
    "position": "int64",
    "game": "string",
    "size": "string",
    "depth": "string",
    "remoteness_band": "string",
    "disguise": "string",
    "system": "string",
    "user": "string",
    "messages": {"role": "string", "content": "string"},
    "rules": "string",
    "numbers": "string",
    "picks": ["int64"],
    "pool": ["int64"],
    "legal": ["int64"],
    "winning": ["int64"],
    "chance": "float64",
    "remoteness": "int64",
    "suite": "string",
    "checksum": "string",
    "generator": "int64",
    "prompts": "int64",
}
SINGLE_LINE: dict[str, str | list[str] | dict[str, str]] = {
    "id": "string",
    "user": "string",
    "target": "string",
}

# The strict reader as an expression: the last line is PICK, a space and the number.
PICK = r"(?:\A|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029])PICK (0|[1-9][0-9]{0,14})\s*\Z"

_TEXT = """\
# Lastpick: decisions that can be graded exactly

Two players pick numbers from a pool, by rules that every prompt tells in full, and whoever cannot
pick loses (or wins, where the rules say that the last pick loses). Each line is a position in which
the choice matters: the player to move can win, and at most half of the legal picks keep the win. An
exact solver knows which. So every answer is right or wrong, no judge and no opponent comes into it,
and flawless play scores 100.

{suites}
{private}
## Ask and score

Send `messages` as they are (or `system` and `user`), keep what comes back, and write a line of
JSON for each item:

```
{{"id": "{example}", "answer": "... \\nPICK 16"}}
```

`answer` is the whole text; null says that the model refused. Then

```
pip install lastpick
lastpick suite score answers.jsonl{options}
```

gives `score` (0 to 100: decisions that kept the win, each stratum weighing the same), `skill`
(the same where random legal picks are 0 in expectation) and `legal`, with intervals, by game,
size, disguise and how far ahead the win is. An item without an answer counts as a wrong one.

## Fields

| field | |
| --- | --- |
| `id` | what an answer names it by |
| `game`, `size`, `depth`, `remoteness_band`, `disguise` | where it stands in the suite; game, size, disguise and `depth` (where that is null, `remoteness_band`) make a stratum. Either may be null |
| `position` | the versions of a position share this number: they are one observation, not three |
| `system`, `user`, `messages` | the prompt, version {prompts}, apart and as a chat |
| `rules`, `numbers`, `picks`, `pool` | the rules in words, the pool at the start, the picks so far, what is left |
| `legal`, `winning` | the picks that the rules allow now, and those of them that keep the win |
| `chance` | how often a random legal pick keeps it |
| `remoteness` | picks to the end if the winner hurries and the loser delays; null where unknown |
| `suite`, `checksum`, `generator`, `prompts` | what a score has to be quoted with |

The files that end in `-single` are the items with one winning pick, for tools that compare with
one answer. `eval.yaml` lets Inspect run them from a hub; that is a plain share of a part, and no
`score`. The whole suite runs in Inspect by `inspect eval lastpick/standard`.

## How not to misuse it

- **Do not train on it**, nor on its prompts, nor choose between training runs by it. To train,
  make positions of your own: `lastpick suite export FOLDER --suite-seed S`.
- **What is published can be learned by heart.** `checksum` stands in every line: a model that can
  continue it has seen the file. Confirm a score on a private suite of a seed that nobody knows,
  and compare `plain` with the two disguises, which are the same positions in other words.
- **The reader is strict.** The last line is `PICK`, a space and the number, and nothing else; the
  prompt says so. `--lenient` lets markup pass; a score read so is another figure, and says so.
- **Leave nothing out.** Refusals, illegal picks and what cannot be read count 0 and stay in.
- **Do not show `legal` or `winning`** to whoever is asked.
- **Quote the interval, the suite with its checksum, and the version of the prompts.** Scores on
  other suites or prompts are other figures.
- It measures exact look-ahead in one family of small, open games: no bluff, no chance, no long
  plans under uncertainty, and nothing of a model in general.
"""  # noqa: E501 - a row of a table is one line
_PRIVATE = """
**This suite is private.** It is worth something only as long as nobody who is asked has seen it:
do not publish this folder, nor the seed in its name.
"""


_SIZES = ((10**3, "n<1K"), (10**4, "1K<n<10K"), (10**5, "10K<n<100K"), (inf, "100K<n<1M"))


def card(suites: Sequence[Suite], sizes: Mapping[str, int], each: int | None = None) -> str:
    """The README.md of a dataset: `sizes` says how many lines each of its files has.

    `each` is how many items of each stratum were taken, if not all.
    """
    private = next((one for one in suites if one.seed != PUBLIC or one.rules), None)
    options = [_options(private)] if private else []
    options += [f"--each {each}"] if each else []
    listed = "\n".join(
        f"- `{one.label}.jsonl`: {len(one.items):,} items, checksum `{one.checksum}`"
        for one in suites
    )
    text = _TEXT.format(
        suites=f"{listed}\n",
        private=_PRIVATE if private else "",
        example=suites[0].id_of(suites[0].items[0]),
        options="".join(f" {option}" for option in options),
        prompts=PROMPTS,
    )
    return "\n".join([*_head(suites, sizes), text])


def _options(suite: Suite) -> str:
    """What tells `suite score` which suite it was."""
    seed = "" if suite.seed == PUBLIC else f" --suite-seed {suite.seed}"
    return f"--suite {suite.name}{seed}" + len(suite.rules) * " --rules FILE"


def _head(suites: Sequence[Suite], sizes: Mapping[str, int]) -> Iterator[str]:
    total = sum(len(suite.items) for suite in suites)
    whole = {suite.label for suite in suites}
    yield "---"
    yield "license: mit"
    yield "language: [en]"
    yield "pretty_name: Lastpick"
    yield "task_categories: [text-generation]"
    yield "tags: [benchmark, games, reasoning, combinatorial-game-theory]"
    yield f"size_categories: [{next(name for most, name in _SIZES if total < most)}]"
    yield "configs:"
    for name in sizes:
        yield f"- config_name: {json.dumps(name)}"
        if name == suites[0].label:
            yield "  default: true"
        yield "  data_files:"
        yield "  - split: test"
        yield f"    path: {json.dumps(f'{name}.jsonl')}"
    yield "dataset_info:"
    for name in sizes:
        yield f"- config_name: {json.dumps(name)}"
        yield "  features:"
        for field, kind in (LINE if name in whole else SINGLE_LINE).items():
            yield f"  - name: {field}"
            if isinstance(kind, str):
                yield f"    dtype: {kind}"
            elif isinstance(kind, list):
                yield f"    list: {kind[0]}"
            else:
                yield "    list:"
                for part, dtype in kind.items():
                    yield f"    - name: {part}"
                    yield f"      dtype: {dtype}"
    yield "---\n"


def eval_yaml(suites: Sequence[Suite], sizes: Mapping[str, int]) -> str:
    """The tasks that Inspect can run from a hub: those of one right answer, by its own scorer."""
    whole = {suite.label for suite in suites}
    system = prompt(suites[0].items[0]).system  # the same for all
    lines = [
        "name: Lastpick",
        "description: >-",
        "  Exact decisions in two-player number games, graded by a solver. These tasks are the",
        "  items with one winning pick; the score of a whole suite needs the lastpick package.",
        "evaluation_framework: inspect-ai",
        "tasks:",
    ]
    for name in sizes:
        if name not in whole:
            lines += [
                f"- id: {json.dumps(name)}",
                f"  config: {json.dumps(name)}",
                "  split: test",
                "  field_spec:",
                "    input: user",
                "    target: target",
                "    metadata: [id]",
                "  solvers:",
                "  - name: system_message",
                "    args:",
                f"      template: {json.dumps(system)}",
                "  - name: generate",
                "    args:",
                "      tool_calls: none",
                "  scorers:",
                "  - name: pattern",
                "    args:",
                f"      pattern: {json.dumps(PICK)}",
                "      ignore_case: false",
            ]
    return "".join(f"{line}\n" for line in lines)
