"""`lastpick mcp` as a process: killed, told to leave, without its package, and what it prints."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from random import Random

from support.assistant import assisted
from support.running import TIMEOUT, read, run, started, tell

from lastpick.catalog import load

HARD = 'numbers = "1-90"\nfollows = "(2 * n + last) % 5 != 0"\nremoves = "abs(m - n) == 3"\n'


def test_a_server_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    """Picks are answered while a question is worked out; then it is killed in the middle."""
    home, rng = tmp_path / "home", Random(5)
    position = load("juniper-green", "1-30").start()
    with assisted(tmp_path / "first", home) as assistant:
        question = assistant.begin("verdict", game=HARD, seconds=60)
        name = assistant.get("new_game", game="juniper-green", numbers="1-30")["id"]
        for _ in range(3):
            n = rng.choice(position.legal)
            position = position.pick(n)
            assert assistant.get("pick", id=name, number=n)["picks"] == list(position.picks)
        assert not question.done()
        assistant.kill()
        assert question.exception(TIMEOUT) is not None
    with assisted(tmp_path / "second", home) as assistant:
        state = assistant.get("position")
        assert (state["id"], state["picks"]) == (name, list(position.picks))
        n = position.legal[0]
        assert assistant.get("pick", id=name, number=n)["picks"] == [*position.picks, n]
        assert assistant.errors == ""


def test_nothing_but_the_protocol_is_on_standard_output() -> None:
    """Also where a line is none of the protocol's; and it leaves when its input ends."""
    ask = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    }
    with started("mcp") as server:
        tell(
            server,
            "no JSON",
            json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": ask}),
        )
        shown = b""
        while b'"id":1' not in shown:
            shown += read(server)
        assert server.stdin is not None
        server.stdin.close()
        while more := read(server):
            shown += more
        assert server.wait(TIMEOUT) == 0
        assert server.stderr is not None
        assert b"Traceback" not in server.stderr.read()
    for line in shown.splitlines():
        assert json.loads(line)["jsonrpc"] == "2.0"
    assert b'"name":"lastpick"' in shown


def test_it_leaves_when_it_is_told_to() -> None:
    ask = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    with started("mcp") as server:
        tell(server, json.dumps(ask))
        read(server)  # it is up
        server.send_signal(signal.SIGTERM)
        assert server.wait(TIMEOUT) == 128 + signal.SIGTERM


def test_without_the_package_one_line_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "mcp.py").write_text("raise ModuleNotFoundError('no mcp', name='mcp')\n")
    paths = [str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]
    done = run("mcp", env={"PYTHONPATH": os.pathsep.join(paths)})
    assert (done.out, done.code) == ("", 1)
    assert done.err == (
        "lastpick: serving a chat assistant needs mcp, which is not installed;"
        " install it with: pip install 'lastpick[mcp]'\n"
    )


def test_help_says_how_to_set_it_up() -> None:
    shown = run("mcp", "--help").out
    settings = shown[shown.index("{") : shown.index("}\n}") + 3]
    assert json.loads(settings)["mcpServers"]["lastpick"]["args"] == ["mcp"]
    assert "pip install" in shown
