"""What every page costs: requests, bytes, time until it can be used, and how much it moves.

    python tools/measure_page.py            # prints the table
    python tools/measure_page.py --write    # puts it into docs/web.md

Each page is loaded in Chromium on a slowed line (150 ms to and fro, 1.6 Mbit a second, as on a
phone where the network is poor), once with nothing kept and once more with what that load left.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "tests"))

from browser.meter import SLOW, Meter
from browser.shifts import WATCH
from playwright.sync_api import Browser, BrowserContext, sync_playwright
from support.serving import Server
from support.visitor import Visitor

DOCS = Path(__file__).parent.parent / "docs" / "web.md"
BEGIN, END = "<!-- measured by tools/measure_page.py -->", "<!-- measured until here -->"
WIDTHS = (390, 1280)
USABLE = 60_000  # ms; bounds a page that hangs

# By the page's own clock, once its scripts have run and this is there.
READY = """(selector) => {
  const { domContentLoadedEventEnd: run } = performance.getEntriesByType('navigation')[0];
  const node = document.querySelector(selector);
  return run && node?.checkVisibility() && !node.disabled && performance.now();
}"""


class Place(NamedTuple):
    """A page, and what is there as soon as it can be used."""

    name: str
    path: str
    usable: str


class Load(NamedTuple):
    """What one load of a page took."""

    requests: int
    kilobytes: float  # compressed content
    on_the_wire: float  # and with headers
    seconds: float
    moved: float


def main() -> None:
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        sys.exit("measuring needs Chromium; install it with: apt-get install chromium")
    folder = Path(tempfile.mkdtemp(prefix="lastpick-measure-"))
    with Server(folder, "--rate", 0, "--quiet") as server, Visitor(server.url) as api:
        places, kept = _places(api)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            rows = [_row(browser, server.url, place, kept) for place in places]
            browser.close()
    shutil.rmtree(folder)
    table = "\n".join((*_HEAD, *rows))
    if "--write" in sys.argv:
        text = DOCS.read_text()
        before, _, rest = text.partition(BEGIN)
        DOCS.write_text(f"{before}{BEGIN}\n\n{table}\n\n{END}{rest.partition(END)[2]}")
    print(table)


def _places(api: Visitor) -> tuple[list[Place], dict[str, str]]:
    """The pages, and what a browser keeps of the games among them."""
    going, over = api.create("me", "me"), api.create("me", "me")
    for at, n in enumerate((6, 3, 9, 18, 2, 12, 4, 8, 16, 1, 5, 10, 20)):
        over.act("picks", at % 2 + 1, pick=n)
    kept = {
        f"lastpick:seat:{table.id}": json.dumps({"tokens": table.tokens}) for table in (going, over)
    }
    legal = "#board .tile.is-legal"
    return [
        Place("start", "/", "main button"),
        Place("a game", f"/game/{going.id}", legal),
        Place("a game that is over, with its review", f"/game/{over.id}", "#review [role=slider]"),
        Place("lessons", "/learn", ".lesson-card"),
        Place("a lesson", "/learn/partner", "#board .tile"),
        Place("puzzles", "/puzzles", "main button"),
        Place("a puzzle", "/puzzle/divisor-duel_1-20_14-2-8", legal),
        Place("the puzzle of a day", "/daily/2026-11-17", legal),
        Place("solo", "/solo", ".solo-game a"),
        Place("a solo chain", "/solo/divisor-duel", legal),
        Place("reviews", "/review", "#import-go"),
    ], kept


_HEAD = (
    "| page | | requests | content, kB | with headers | usable after | moves at 390 | at 1280 |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
)


def _row(browser: Browser, url: str, place: Place, kept: dict[str, str]) -> str:
    lines = []
    loads = {width: _loads(browser, url, place, kept, width) for width in WIDTHS}
    for at, name in enumerate(("cold", "warm")):
        load = loads[WIDTHS[0]][at]
        moved = " | ".join(f"{loads[width][at].moved:.3f}" for width in WIDTHS)
        lines.append(
            f"| {place.name if not at else ''} | {name} | {load.requests} | {load.kilobytes:.1f}"
            f" | {load.on_the_wire:.1f} | {load.seconds:.1f} s | {moved} |"
        )
    print(f"measured: {place.name}", file=sys.stderr, flush=True)
    return "\n".join(lines)


def _loads(
    browser: Browser, url: str, place: Place, kept: dict[str, str], width: int
) -> tuple[Load, Load]:
    context = browser.new_context(
        base_url=url, viewport={"width": width, "height": 844}, service_workers="block"
    )
    context.set_default_timeout(USABLE)
    context.add_init_script(
        f"for (const [key, value] of Object.entries({json.dumps(kept)}))"
        " localStorage.setItem(key, value);"
    )
    try:
        return _load(context, place), _load(context, place)
    finally:
        context.close()


def _load(context: BrowserContext, place: Place) -> Load:
    page = context.new_page()
    moved: list[float] = []
    page.expose_function("shifted", lambda _, value, __: moved.append(value))
    page.add_init_script(WATCH)
    meter = Meter(context, page, SLOW)
    page.goto(place.path, wait_until="commit")
    seconds = page.wait_for_function(READY, arg=place.usable).json_value()
    page.wait_for_timeout(1500)  # what comes late may still move something
    found = Load(
        len(meter.paths), meter.content / 1000, meter.total / 1000, seconds / 1000, sum(moved)
    )
    page.close()
    return found


if __name__ == "__main__":
    main()
