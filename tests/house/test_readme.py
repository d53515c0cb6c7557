"""The README tells the truth: its commands run, its game is solved, its Python says so too."""

from __future__ import annotations

import ast
import re
import subprocess
import tokenize
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from support.running import PROGRAM, TIMEOUT, Done, environment, run

import lastpick
from lastpick.cli import COMMANDS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
BLOCK = re.compile(r"^```([a-z]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OWN = "mygame.toml"
FILLED_IN = {"GAME": "divisor-duel", "FILE": "game.txt"}
SERVED = {  # what needs a server or serves for ever: only read here, run by the tests of its room
    "lastpick serve",
    "lastpick mcp",
    "lastpick join LINK",
    "lastpick invite divisor-duel --server ADDRESS",
    "lastpick evaluate llm:MODEL --base-url http://127.0.0.1:8080/v1",
}
ENDS_EARLY = {r"printf '6\n3\n' | lastpick play divisor-duel"}  # the input does, before the game


def blocks(language: str) -> list[str]:
    return [text for marked, text in BLOCK.findall(README) if marked == language]


def commands() -> Iterator[str]:
    """Every command line in a block or in the text, once; what `make` passes on included."""
    lines = [line.removeprefix("$ ") for block in blocks("") for line in block.splitlines()]
    spans = re.findall(r"`([^`\n]+)`", BLOCK.sub("", README))
    for line in dict.fromkeys(line.replace(r"\|", "|") for line in (*lines, *spans)):
        if found := re.match(r'make play ARGS="(.*)"$', line):
            yield f"lastpick {found[1]}"
        elif re.search(r"(^|\| )lastpick ", line):
            yield re.sub(r"\s+# .*", "", line)


LINES = list(dict.fromkeys(commands()))


def typed(line: str, folder: Path) -> Done:
    """What a shell makes of it, in a folder with a game of one's own and a record."""
    (folder / OWN).write_text(*blocks("toml"))
    run("play", "divisor-duel", "--record", "game.txt", stdin=(6, 3, "quit"), cwd=folder)
    for word, meant in FILLED_IN.items():
        line = re.sub(rf"\b{word}\b", meant, line)
    ours = " ".join(f"'{word}'" for word in PROGRAM)
    found = subprocess.run(
        ["sh", "-c", f'lastpick() {{ {ours} "$@"; }}\n{line}'],
        input=b"quit\n" * 2,
        capture_output=True,
        timeout=TIMEOUT,
        env=environment(),
        cwd=folder,
        check=False,
    )
    return Done(found.stdout.decode(), found.stderr.decode(), found.returncode)


@pytest.mark.parametrize("line", [line for line in LINES if line not in SERVED])
def test_commands_run(line: str, tmp_path: Path) -> None:
    done = typed(line, tmp_path)
    assert done.code == (1 if line in ENDS_EARLY else 0), done.err
    assert "Traceback" not in done.err
    assert done.out
    if line.startswith("lastpick solve"):
        assert "wins with best play" in done.out


@pytest.mark.parametrize("line", sorted(SERVED))
def test_commands_that_serve_are_read(line: str) -> None:
    assert line in LINES
    _, name, *words = line.split()
    assert COMMANDS[name].parser(name).parse_args(words)


def test_the_commands_are_found() -> None:
    named = {line.partition("lastpick ")[2].split()[0] for line in LINES}
    assert len(LINES) > 20
    assert named >= {"play", "resume", "solve", "review", "puzzle", "balance", "evaluate", "arena"}
    assert {f"lastpick solve {OWN}", *ENDS_EARLY} <= {*LINES}


def test_options_that_stand_alone_are_known() -> None:
    reference = (ROOT / "docs" / "cli.md").read_text()
    alone = re.findall(r"`(--[a-z0-9-]+)", README)
    assert len(alone) > 5
    for option in alone:
        assert f" {option} " in reference, option


def test_targets_are_in_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text()
    named = set(re.findall(r"(?:^|`)make\s+([a-z]+)", README, re.MULTILINE))
    assert {"play", "test", "serve", "bench", "lint"} <= named
    for target in named:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_what_solve_shows() -> None:
    begins = "$ lastpick solve prime-rumble\n"
    (shown,) = (block for block in blocks("") if block.startswith(begins))
    assert run("solve", "prime-rumble").out.startswith(shown.partition("\n")[2])


def test_the_game_that_is_shown_can_be_played() -> None:
    """Somewhere among the first seeds the bot picks as it does there."""
    (shown,) = (block for block in blocks("") if block.startswith('$ make play ARGS="play '))
    first, _, transcript = shown.removesuffix("_\n").partition("\n")
    words = first.split('"')[1].split()
    played = (run(*words, "--seed", seed, stdin=(6,)).out for seed in range(1, 9))
    assert any(out.startswith(transcript) for out in played)


def test_the_python_example() -> None:
    """Each line with a comment gives what the comment begins with, or is refused with it."""
    (block,) = blocks("python")
    told = {
        token.start[0]: token.string.removeprefix("# ")
        for token in tokenize.generate_tokens(StringIO(block).readline)
        if token.type == tokenize.COMMENT
    }
    names: dict[str, object] = {}
    checked = 0
    for statement in ast.parse(block).body:
        code = ast.unparse(statement)
        if not isinstance(statement, ast.Expr):
            exec(code, names)
            continue
        try:
            found = repr(eval(code, names))
        except lastpick.IllegalPick as error:
            assert told[statement.lineno].startswith("IllegalPick: ")
            found = f"IllegalPick: {error}"
        said = told[statement.lineno].removesuffix(" ...")
        assert said.startswith(found) or found.startswith(said)
        checked += 1
    assert checked == 4
