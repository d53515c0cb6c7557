"""The pages in Firefox, by WebDriver BiDi: games, a review, a lesson, a daily puzzle, and axe."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import axe_playwright_python
from support.serving import Server, left_out
from support.visitor import Visitor

from lastpick.coach.lesson import expected
from lastpick.coach.lesson_file import open_lesson
from lastpick.web.http.page_text import section

HERE = Path(__file__).parent
AXE = Path(axe_playwright_python.__file__).parent / "axe.min.js"
LESSON, DAY = "last-pick", "2026-11-17"
STATIONS = ["start", "a game by mouse", "a review", "a game by keyboard", "a lesson",
            "a daily puzzle"]  # fmt: skip
_PATIENCE = 300


def needed() -> tuple[str, str]:
    """Firefox and node, if both are here, with what drives the one by the other."""
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    node = shutil.which("node")
    if firefox is None:
        left_out("Firefox", "install it with: apt-get install firefox-esr")
    if node is None or not (HERE / "node_modules" / "puppeteer-core").is_dir():
        left_out("what drives Firefox", "make test installs it")
    return str(firefox), str(node)


def lesson() -> dict[str, Any]:
    """The first two steps: one to read, one to answer wrong and then right."""
    read, pick = open_lesson(LESSON).steps[:2]
    right = expected(pick)[0]
    wrong = next(n for n in pick.position.legal if n not in expected(pick))
    texts = [step.text.split("\n")[0] for step in (read, pick)]
    return {"name": LESSON, "texts": texts, "right": right, "wrong": wrong}


def test_a_walk_through_the_pages(tmp_path: Path) -> None:
    firefox, node = needed()
    with Server(tmp_path, "--rate", 0) as server, Visitor(server.url) as api:
        tables: list[dict[str, Any]] = []
        for game, numbers, picks in (
            ("non-consecutive", "1-5", [3, 1, 5]),
            ("divisor-duel", "1-6", [4, 2, 6, 3, 1, 5]),
        ):
            table = api.create("me", "me", game=game, numbers=numbers)
            tables.append({"id": table.id, "tokens": table.tokens, "picks": picks})
        puzzle = api.get(f"/api/puzzles/daily?date={DAY}").json
        asked = {key: puzzle[key] for key in ("game", "numbers", "picks")}
        (right,) = api.post("/api/verdict", asked).json["verdict"]["winning"]
        given = {
            "url": server.url,
            "firefox": firefox,
            "axe": str(AXE),
            "words": {"learn": section("learn")},
            "tables": tables,
            "lesson": lesson(),
            "daily": {"day": DAY, "right": right},
        }
        done = subprocess.run(
            [node, "walk.js", json.dumps(given)],
            cwd=HERE, capture_output=True, text=True, timeout=_PATIENCE, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout)
        assert [(seen["name"], seen["problems"]) for seen in found] == [
            (name, []) for name in STATIONS
        ]
        assert [api.state(table["id"])["picks"] for table in tables] == [
            table["picks"] for table in tables
        ]
