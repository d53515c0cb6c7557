"""The example of a client: it joins by a link, and plays a whole game."""

import subprocess
import sys
from pathlib import Path

import pytest
from support.visitor import Visitor

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(EXAMPLE), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize("seats", [("random", "friend"), ("friend", "level:2")])
def test_it_plays_to_the_end(visitor: Visitor, seats: tuple[str, str]) -> None:
    table = visitor.create(*seats, game="non-consecutive")
    done = run(f"{visitor.url}/game/{table.id}#invite={table.invite}")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"Player {table.state['outcome']['winner']} wins\n"
    assert table.state["outcome"]["reason"] == "no legal pick"


@pytest.mark.parametrize("arguments", [(), ("http://127.0.0.1/game/x",), ("a", "b")])
def test_without_a_link_it_says_how_it_is_called(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 1
    assert "INVITE LINK" in done.stderr
    assert "Traceback" not in done.stderr
