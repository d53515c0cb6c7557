"""What somebody else may have written: saved games, and a program that tells when it has run."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from lastpick.journal import Journal, Setup
from lastpick.record import Person

SIMPLE = Path(__file__).parents[2] / "examples" / "engines" / "simple.py"


def program(folder: Path, ran: Path) -> str:
    """A player that leaves a file behind, and plays well."""
    file = folder / "theirs.py"
    file.write_text(f"import runpy; open({str(ran)!r}, 'w'); runpy.run_path({str(SIMPLE)!r})")
    return f"exec:{shlex.join([sys.executable, str(file)])}"


def plant(bot: str | None, home: str | None = None, **more: object) -> str:
    """A saved game with that bot in it: its name."""
    setup = Setup(
        game="divisor-duel",
        toml=None,
        numbers="1-20",
        people=(Person("Ann"), Person("Perfect bot", bot)),
        named=(True, True),
        first=0,
        best_of=1,
        strikes=None,
        seed=1,
        date="2026-01-01",
        record=None,
    )
    journal = Journal(home and f"{home}/games")
    log = journal.begin(setup._replace(**more))  # type: ignore[arg-type]
    log.close()
    return log.name
