"""The example that trains an agent: it runs, it learns, and its seed repeats it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_agent.py"


def run(*arguments: object) -> str:
    command = [sys.executable, str(EXAMPLE), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=900).stdout


def test_the_agent_learns_and_its_seed_repeats_it() -> None:
    arguments = ("divisor-duel", "--numbers", "1-8", "--steps", 60_000, "--minutes", 60,
                 "--questions", 100, "--games", 10, "--seed", 1)  # fmt: skip
    said = run(*arguments)
    chance, before, after = (float(share) for share in re.findall(r" in ([\d.]+)%", said))
    assert after > 85 > max(chance, before) + 15
    assert re.findall(r"against (\S+)", said) == [
        "random", "greedy", "level:2", "level:4", "perfect",
    ]  # fmt: skip
    assert run(*arguments) == said


def test_steps_and_minutes_are_bounds() -> None:
    said = run("non-consecutive", "--minutes", 0, "--questions", 20, "--games", 2)
    assert "after 0 picks" in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess"], "no game is called 'chess'"),
        (["divisor-duel", "--numbers", "1-1"], "divisor-duel 1-1 has no decisions that matter"),
        (["divisor-duel", "--numbers", "1-5000"], "at most 1,024"),
        (["divisor-duel", "--questions", "0"], "--questions: 0 is below 1"),
        (["divisor-duel", "--games", "x"], "--games: invalid"),
    ],
)
def test_bad_input_gets_one_line(arguments: list[str], message: str) -> None:
    command = [sys.executable, str(EXAMPLE), *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    said = ran.stderr.splitlines()[-1]
    assert message in said
    assert ran.returncode == 2
    assert "Traceback" not in ran.stderr


def test_the_examples_in_the_docs_run() -> None:
    page = (EXAMPLE.parents[1] / "docs" / "envs.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 4
    for block in blocks:
        command = [sys.executable, "-W", "ignore", "-c", block]
        ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
        assert ran.stdout
        for line in re.findall(r"^# (.*\n)", block, re.MULTILINE):
            assert ran.stdout == line
