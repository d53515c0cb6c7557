"""kill -9 of the full-screen app at random moments: what it showed is on disk.

A match is begun in the app and killed, taken up by the app or by line mode, killed again, until
somebody has won it; then comes the next. Numbers are typed ahead, some of them wrong, and some
picks are taken back, so that a kill falls anywhere: before, in and after what happens.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

from full_screen import PATIENCE, FullScreen, full_screen
from playing import Wrong
from rig import Progress, Run

from lastpick.journal import Journal, Saved
from lastpick.record import PASS, Event, Match, Play

_SCENES: tuple[tuple[str, ...], ...] = (
    ("number-knockout",),
    ("prime-rumble", "--p2", "random"),
    ("divisor-duel", "--numbers", "1-60", "--name1", "Ada", "--name2", "Emmy"),
    ("number-bind", "--numbers", "1-8", "--best-of", "3", "--p1", "random"),
    ("non-consecutive", "--swap"),
)
_LONGEST = 0.8  # seconds from typing to a kill, in which a bot may answer too
_PANEL = re.compile(r"▏ (.*)")


async def screen(run: Run, count: int) -> str:
    """So many kills."""
    return kill_app(run.folder, count, run.seed)


def kill_app(home: Path, count: int, seed: int) -> str:
    """Kill the app so often, in games that are kept under a folder."""
    chance = random.Random(f"screen/{seed}")
    home.mkdir(parents=True, exist_ok=True)
    (home / "settings.toml").write_text('pace = "quick"\n')
    progress = Progress("screen", count)
    lines = begun = 0
    with patch.dict(os.environ, LASTPICK_HOME=str(home)):
        for done in range(count):
            match = _going() if chance.random() < 0.85 else None
            if match is not None and chance.random() < 0.4:
                lines += _line_mode(match, chance)
                match = _going()
            begun += match is None
            _app(match, chance)
            progress(done + 1)
    return f"{count} kills: {begun} matches, {lines} picks in line mode, nothing shown was lost"


# --- what is on disk ------------------------------------------------------------------


def _latest() -> Saved:
    found = next(iter(Journal().saved()))
    if not isinstance(found, Saved):
        raise Wrong(f"the journal is damaged: {found}")
    return found


def _going() -> Match | None:
    """The match to go on with, if there is one."""
    found = next(iter(Journal().saved()), None)
    if found is not None and not isinstance(found, Saved):
        raise Wrong(f"the journal is damaged: {found}")
    return None if found is None or found.match.winner else found.match


def _events(match: Match) -> list[Event]:
    return [event for play in match.plays for event in play.events]


def _moves(play: Play) -> list[str]:
    return [PASS if move is None else str(move) for move in play.moves]


def _was_there(match: Match, shown: list[str]) -> bool:
    """Whether these picks stood on the board at some time, by what the journal says."""
    for play in match.plays:
        again = Play(match.game, match.strikes, swap=match.swap)
        stood = [_moves(again)]
        for event in play.events:
            again.add(event)
            stood.append(_moves(again))
        if shown in stood:
            return True
    return not shown


# --- playing on -----------------------------------------------------------------------


def _app(match: Match | None, chance: random.Random) -> None:
    """Open the app, play a little, and kill it."""
    if match is None:
        game, *more = chance.choice(_SCENES)
        options: tuple[object, ...] = (
            "play",
            game,
            "--full",
            *more,
            "--seed",
            chance.randrange(99),
        )
    else:
        options = ()
    before = _events(match) if match else []
    with full_screen(*options, columns=100, lines=44) as app:
        if match is not None:
            app.wait("Continue")
            app.press("enter")
            app.wait("Games to go on with")
            app.press("enter")
        app.wait("h hint")
        had = _moves(match.begin()) if match else []
        app.wait(lambda app: _shown(app)[: len(had)] == had)
        app.press(*_entries(match, chance))
        app.read_for(chance.uniform(0, _LONGEST))
        app.kill()
        shown = _shown(app)
    after = _latest().match
    if _events(after)[: len(before)] != before:
        raise Wrong(f"{before} were on disk, and now {_events(after)}")
    if not _was_there(after, shown):
        raise Wrong(f"{shown} were shown, but on disk are {_events(after)}")


def _entries(match: Match | None, chance: random.Random) -> list[object]:
    """What is typed ahead: mostly what may be picked, now and then anything, or a pick back."""
    position = match.begin().position if match else None
    entries: list[object] = []
    for _ in range(chance.randint(1, 4)):
        if chance.random() < 0.15:
            entries.append("u")
        elif position and position.legal and chance.random() < 0.9:
            entries.append(n := chance.choice(position.legal))
            position = position.pick(n)
        else:
            entries.append(chance.randint(2, 20))
    return entries


def _line_mode(match: Match, chance: random.Random) -> int:
    """Take it up in line mode, with two picks at most: how many of them it took."""
    before = _events(match)
    play = match.begin()
    entries = [chance.choice(play.position.legal), chance.randint(1, 20)][: chance.randint(1, 2)]
    done = subprocess.run(
        [sys.executable, "-m", "lastpick", "resume"],
        input="".join(f"{n}\n" for n in entries),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    after = _events(_latest().match)
    if done.returncode not in (0, 1) or "Traceback" in done.stderr:
        raise Wrong(f"line mode could not resume: {done.stderr}")
    at, yours = len(before), match.seats()[play.turn - 1].bot is None
    if after[:at] != before or (yours and after[at : at + 1] != entries[:1]):
        raise Wrong(f"line mode was told {entries} after {before}, and kept {after}")
    return len(after) - len(before)


def _shown(app: FullScreen) -> list[str]:
    """The picks that stand in the panel, in the order in which they were made."""
    panel = [found[1].rstrip() if (found := _PANEL.search(line)) else "" for line in app.lines]
    heads = [at for at, line in enumerate(panel) if re.fullmatch(r"\S.*\S {2,}\S.*", line)]
    for at in heads:
        rows: list[str] = []
        for line in panel[at + 1 :]:
            if not re.fullmatch(r"(\d+|pass)( +(\d+|pass))?", line):
                break
            rows += line.split()
        if rows:
            return rows
    return []
