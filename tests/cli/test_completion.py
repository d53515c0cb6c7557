"""Completion: what is offered for a line, and real shells that complete it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect
import pytest
from support.running import TIMEOUT, environment, refused, run
from support.serving import left_out
from support.strangers import plant

from lastpick.catalog import names
from lastpick.cli import COMMANDS, top_parser
from lastpick.coach.lesson_file import shipped
from lastpick.online.kept_seats import GUEST, keep_new
from lastpick.online.link import GameLink
from lastpick.players import BOTS


def offered(*words: str) -> list[str]:
    done = run("completion", "words", "--", "lastpick", *words)
    assert (done.err, done.code) == ("", 0)
    return [line.partition("\t")[0] for line in done.lines]


def test_commands_and_what_they_are() -> None:
    options = [name for action in top_parser().arguments for name in action.option_strings]
    assert offered("") == [*COMMANDS, *(name for name in options if name.startswith("--"))]
    assert offered("pl") == ["play"]
    assert offered("--v") == ["--version"]
    assert offered() == offered("")
    assert "play\tplay a game in the voice of its rule book" in run("completion", "words").lines


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_every_command(name: str) -> None:
    found = offered(name, "--")
    parser = COMMANDS[name].parser(name)
    options = [option for action in parser.arguments for option in action.option_strings]
    assert [word for word in found if word != "/"] == [o for o in options if o.startswith("--")]


def test_values() -> None:
    assert offered("play", "") == [*names(), "/"]
    assert offered("play", "pr") == ["prime-rumble", "/"]
    assert offered("play", "prime-rumble", "--p2", "") == [
        *("human", *BOTS, "mcts:", "search:", "careful:", "exec:", "llm:")
    ]
    assert offered("play", "prime-rumble", "--p2=lev") == [
        f"--p2={name}" for name in BOTS if name.startswith("level:")
    ]
    assert offered("play", "prime-rumble", "--first", "") == ["1", "2", "toss"]
    assert offered("evaluate", "p") == ["perfect"]
    assert offered("arena", "number-bind", "prime") == ["prime-rumble", "/"]
    assert offered("arena", "--players", "random,gr") == ["random,greedy"]
    assert offered("learn", "") == [*shipped(), "/"]
    assert offered("check", "") == ["/"]
    assert offered("compare", "a.jsonl", "") == ["/"]
    assert offered("table", "") == ["build"]
    assert offered("sequence", "number-bind", "--executor", "") == ["processes", "dask:"]
    assert offered("help", "pu") == ["puzzle"]


def test_options_come_after_what_must_stand_before_them_and_once() -> None:
    found = offered("play", "prime-rumble", "")
    assert found[0] == "--help"
    assert "--numbers" in found
    assert "--numbers" not in offered("play", "prime-rumble", "--numbers", "1-9", "")
    assert offered("play", "prime-rumble", "--numbers", "") == []
    assert "--json" in offered("puzzle", "--daily", "")  # whose date may be left out


def test_only_names_that_are_words_to_a_shell_are_offered(home: Path) -> None:
    """A file's name is anybody's, and bash puts it on the command line as it stands."""
    name = plant(None)
    game = home / "games" / f"{name}.game"
    game.with_name("x;touch owned;.game").write_bytes(game.read_bytes())
    assert offered("resume", "") == [name]


def test_saved_games() -> None:
    run("play", "number-bind", "--p2", "greedy", "--seed", "1", stdin=[6])
    (entry,) = run("resume", "--list", "--json").json
    assert offered("resume", "") == [entry["name"]]


def test_games_on_servers_to_come_back_to() -> None:
    assert "http://127.0.0.1:1/game/a" not in offered("join", "")
    keep_new(GameLink("http://127.0.0.1:1", "a", "secret"), GUEST).close()
    assert offered("join", "http") == ["http://127.0.0.1:1/game/a"]
    assert offered("invite", "divisor-duel", "--name", "") == []


def test_nothing_is_offered_where_nothing_fits() -> None:
    assert offered("nonsense", "") == []
    assert offered("play", "x", "--nonsense", "--p3") == []
    assert "--help" in refused(run("completion", "tcsh"))


# --- shells ---------------------------------------------------------------------------


@pytest.fixture
def shell_environment(tmp_path: Path, home: Path) -> dict[str, str]:
    """One in which `lastpick` is on the path, and a file can be completed."""
    program = tmp_path / "bin" / "lastpick"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m lastpick "$@"\n')
    program.chmod(0o755)
    (tmp_path / "my game.toml").write_text('numbers = "1-9"\n')
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    return environment({"PATH": path, "HOME": str(home), "PS1": "$ ", "TERM": "dumb"})


def found_shell(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        left_out(name, "the package of that name brings it")
    return str(path)


@contextmanager
def typing_at(shell: list[str], env: dict[str, str], folder: Path) -> Iterator[pexpect.spawn]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # a fork in a threaded process
        child = pexpect.spawn(
            found_shell(shell[0]), shell[1:], env=env, cwd=str(folder), encoding="utf-8",
            timeout=TIMEOUT, dimensions=(40, 200),
        )  # fmt: skip
    child.delaybeforesend = None
    try:
        yield child
    finally:
        child.close(force=True)


TYPED = [
    ("lastpick pla\t", ["lastpick", "play"]),
    ("lastpick play prime-r\t", ["lastpick", "play", "prime-rumble"]),
    ("lastpick play x --p2 level:\t4", ["lastpick", "play", "x", "--p2", "level:4"]),
    ("lastpick play x --p2 perf\t", ["lastpick", "play", "x", "--p2", "perfect"]),
    ("lastpick play x --p2=gre\t", ["lastpick", "play", "x", "--p2=greedy"]),
    ("lastpick play x --p2 mct\t9", ["lastpick", "play", "x", "--p2", "mcts:9"]),
    ("lastpick check my\t", ["lastpick", "check", "my game.toml"]),
    ("lastpick solve x --rem\t--one", ["lastpick", "solve", "x", "--remoteness", "--one"]),
]
READY = {
    "bash": 'eval "$(lastpick completion bash)"',
    "zsh": "autoload -Uz compinit; compinit -u -D; bindkey -e; source <(lastpick completion zsh)",
}
START = {"bash": ["bash", "--norc", "--noprofile", "-i"], "zsh": ["zsh", "-f", "-i"]}


@pytest.mark.parametrize("shell", START)
def test_a_shell_completes_what_is_typed(
    shell: str, shell_environment: dict[str, str], tmp_path: Path
) -> None:
    """Each line is typed with a Tab, and a command put before it that shows its words."""
    with typing_at(START[shell], shell_environment, tmp_path) as child:
        child.sendline(f"{READY[shell]}; shown() {{ printf '<%s>' \"$@\"; echo; }}; echo re''ady")
        child.expect("ready\r")
        for typed, words in TYPED:
            child.send(f"{typed}\x01shown \r")
            child.expect(r"\n(<.*>)\r")
            assert child.match[1] == "".join(f"<{word}>" for word in words)


def test_fish_completes_what_is_typed(shell_environment: dict[str, str], tmp_path: Path) -> None:
    lines = [f'complete -C "{typed.partition(chr(9))[0]}"; echo .' for typed, _ in TYPED]
    ran = subprocess.run(
        [found_shell("fish"), "--no-config", "-c",
         "; ".join(["lastpick completion fish | source", *lines])],
        env=shell_environment, cwd=tmp_path, capture_output=True, text=True, timeout=TIMEOUT,
    )  # fmt: skip
    assert (ran.stderr, ran.returncode) == ("", 0)
    found = [part.strip().split("\n") for part in ran.stdout.split(".\n")]
    words = [[line.partition("\t")[0] for line in lines] for lines in found]
    assert words[:2] == [["play"], ["prime-rumble"]]
    assert words[2] == [f"level:{n}" for n in range(1, 6)]
    assert words[3:6] == [["perfect"], ["--p2=greedy"], ["mcts:"]]
    assert words[7] == ["--remoteness"]
    assert "my game.toml" in ran.stdout
