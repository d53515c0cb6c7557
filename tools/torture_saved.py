"""Saved games of somebody who means harm: nothing that they name is started, asked or written.

Such games are put in the folder, one at a time: with a program, a model or a file for the record
that the user has never named, in all the ways that were thought of. Each is then met by a door of
the program. A program that ran would leave a mark, a model's endpoint would have a visitor, and a
file that was written would differ.
"""

from __future__ import annotations

import os
import random
import shlex
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from full_screen import PATIENCE, full_screen
from playing import Wrong
from rig import Progress, Run
from support.strangers import plant

from lastpick.record import Person

_RECORD = "Lastpick record 1\n"
_YES = "\n".join(["yes"] * 9 + ["6", "quit"])
_ON_A_TERMINAL = 0.1  # of the games, which take longer there


async def saved_games(run: Run, count: int) -> str:
    """So many games."""
    return try_games(run.folder, count, run.seed)


def try_games(folder: Path, count: int, seed: int) -> str:
    """So many games, each by one door."""
    chance = random.Random(f"saved/{seed}")
    progress = Progress("saved-games", count)
    tried: dict[str, int] = {}
    with socket.create_server(("127.0.0.1", 0)) as endpoint:
        endpoint.setblocking(False)
        for number in range(count):
            bait = _bait(folder / str(number))
            env = {
                "HOME": str(bait / "user"),
                "XDG_CONFIG_HOME": str(bait / "user" / "config"),
                "LASTPICK_HOME": str(bait / "games"),
                "OPENAI_BASE_URL": f"http://127.0.0.1:{endpoint.getsockname()[1]}/v1",
                "LASTPICK_API_KEY": "secret",
            }
            before = _seen(bait)
            door = chance.choice(_ON_TERMINALS if chance.random() < _ON_A_TERMINAL else _IN_PIPES)
            wishes = _plant(bait, chance, env)
            door(env)
            if (after := _seen(bait)) != before:
                raise Wrong(f"{door.__name__} changed {after.items() ^ before.items()}: {wishes}")
            if _visited(endpoint):
                raise Wrong(f"{door.__name__} asked a model: {wishes}")
            tried[door.__name__] = tried.get(door.__name__, 0) + 1
            progress(number + 1)
    doors = ", ".join(f"{many} by {door[1:]}" for door, many in sorted(tried.items()))
    return f"{count} games ({doors}): nothing ran, nobody was asked, nothing was written"


def _bait(folder: Path) -> Path:
    """What a game might be after: the places of somebody who plays here."""
    user = folder / "user"
    (user / "config").mkdir(parents=True)
    (user / "record.txt").write_text(_RECORD)
    (user / "link").symlink_to(user / ".profile")
    return folder


def _seen(folder: Path) -> dict[str, str | None]:
    """Whatever lies there but the saved games, with the text of each file."""
    found = {path: path.is_file() and not path.is_symlink() for path in folder.rglob("*")}
    games = folder / "games"
    return {
        str(path): path.read_text() if is_file else None
        for path, is_file in found.items()
        if path != games and games not in path.parents
    }


def _visited(endpoint: socket.socket) -> bool:
    try:
        endpoint.accept()[0].close()
    except BlockingIOError:
        return False
    return True


def _plant(bait: Path, chance: random.Random, env: Mapping[str, str]) -> dict[str, Any]:
    """Put a game there: what it wishes for."""
    user = bait / "user"
    mark = shlex.quote(str(user / "ran"))
    code = shlex.quote(f"open({str(user / 'ran')!r}, 'w')")
    commands = (
        f"touch {mark}", f"sh -c {shlex.quote(f'touch {mark}')}", f"env A=1 touch {mark}",
        f"{shlex.quote(sys.executable)} -c {code}",
        f"touch {mark} {'x' * chance.choice((10, 900, 5000))}",
    )  # fmt: skip
    bots = [f"exec:{command}" for command in commands]
    bots += ["llm:m", "perfect", "exec:", f"exec:touch {mark} \x1b[2K\r", "mcts:10"]
    one, two = (chance.choice([*bots, None]) for _ in range(2))
    names = ("Ann", "Perfect bot", "$(touch ran)", "`touch ran`", "; touch ran #")
    here, there = chance.sample(names, 2)
    paths = (".profile", "link", "config", "record.txt", "../user/.zshenv", "config/x/y")
    record = chance.choice([*(str(user / path) for path in paths), ".profile", None])
    wishes: dict[str, Any] = {
        "people": (Person(here, one), Person(there, two)),
        "record": record,
        "solo": chance.random() < 0.2,
        "first": chance.randrange(2),
        "best_of": chance.choice((1, 3)),
        "date": chance.choice(("2026-01-01", "2026-01-01\ntouch ran")),
    }
    plant(None, env["LASTPICK_HOME"], **wishes)
    for folder in (bait / "games", bait / "games" / "lastpick"):  # a file vouches for no other
        folder.mkdir(exist_ok=True)
        deeds = [f'["start", "{bot}", "{user}"]\n["ask", "{bot}", ""]\n' for bot in (one, two)]
        (folder / "trusted.jsonl").write_text("".join(deeds))
    return wishes


# --- the doors ------------------------------------------------------------------------


def _piped(env: Mapping[str, str], *words: str, entered: str = _YES) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "lastpick", *words],
        input=entered,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, **env},
        cwd=env["HOME"],
        check=False,
    )
    if "Traceback" in done.stderr or "\x1b" in done.stdout + done.stderr:
        raise Wrong(f"{words} ended in {done.stderr[-300:]!r}")


def _resume(env: Mapping[str, str]) -> None:
    _piped(env, "resume")


def _resume_by_name(env: Mapping[str, str]) -> None:
    (game,) = Path(env["LASTPICK_HOME"], "games").glob("*.game")
    _piped(env, "resume", game.stem)


def _menu(env: Mapping[str, str]) -> None:
    _piped(env, "--plain", entered=f"c\n1\n{_YES}\nq\n")


def _lists(env: Mapping[str, str]) -> None:
    for words in (("resume", "--list"), ("resume", "--json"), ("stats",), ("review", "last")):
        _piped(env, *words)


def _prompt(env: Mapping[str, str]) -> None:
    """On a terminal, by somebody who agrees to nothing."""
    with full_screen("resume", columns=80, lines=24, env=env) as terminal:
        for _ in range(4):
            terminal.press("enter")
        terminal.press("quit", "enter", "q", "enter")
        terminal.read_for(1.0)


def _app(env: Mapping[str, str]) -> None:
    """On the full screen, by somebody who presses Enter all the time."""
    with full_screen(columns=80, lines=24, env=env) as app:
        app.wait("Arrow keys")
        for _ in range(4):
            app.press("enter")
            app.read_for(0.3)
        app.kill()


_Door = Callable[[Mapping[str, str]], None]
_IN_PIPES: tuple[_Door, ...] = (_resume, _resume_by_name, _menu, _lists)
_ON_TERMINALS: tuple[_Door, ...] = (_prompt, _app)
