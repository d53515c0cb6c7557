"""A person at a browser: what they do on the pages, and what must never happen there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urlsplit

from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Dialog,
    Locator,
    Page,
    Request,
    Response,
    WebError,
    expect,
)
from support.visitor import Table

# Keeps what screen readers are told, and makes a breach of the Content-Security-Policy an error.
LISTEN = """
window.heard = [];
new MutationObserver((changes) => {
  for (const { target } of changes) {
    const node = target.nodeType === 1 ? target : target.parentElement;
    const region = node?.closest('[role=status], [role=alert], [aria-live]');
    if (region && !region.hidden && region.textContent) window.heard.push(region.textContent);
  }
}).observe(document, { subtree: true, childList: true, characterData: true });
addEventListener('securitypolicyviolation', (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
"""

# Of each tile: its kind, whose pick it was or removed it, and the small print.
TILES = """(board) => Object.fromEntries([...board.querySelectorAll('.tile')].map((tile) => {
  const kind = /\\bis-(open|legal|free|picked|removed)\\b/.exec(tile.className)[1];
  return [tile.dataset.n, [kind, tile.dataset.by ?? '', tile.dataset.sub]];
}))"""

LAST = re.compile(r"\bis-last\b(?!.*\bis-sent\b)")  # and the server has said yes


class Person:
    """One browser context with one page, and everything that went over its wire."""

    def __init__(self, browser: Browser, url: str, **options: Any) -> None:
        self.url = url
        # A service worker's requests are hidden from whoever listens; few tests are about it.
        options = {"service_workers": "block", "locale": "en-GB", **options}
        self.context = browser.new_context(base_url=url, **options)
        self.context.add_init_script(LISTEN)
        self.requests: list[tuple[str, str]] = []  # method and address
        self.problems: list[str] = []
        self.tolerated: list[str] = ["Service Worker registration blocked by Playwright"]
        self.context.on("request", self._on_request)
        self.context.on("response", self._on_response)
        self.context.on("console", self._on_console)
        self.context.on("weberror", self._on_error)
        self.context.on("dialog", self._on_dialog)
        self.page: Page = self.context.new_page()

    # --- what must never happen -------------------------------------------------------------------

    def tolerate(self, *texts: str) -> None:
        """Chromium writes refused calls to its console; a test says which ones it provokes."""
        self.tolerated.extend(texts)

    def _on_request(self, request: Request) -> None:
        self.requests.append((request.method, request.url))

    def _on_response(self, response: Response) -> None:
        if response.request.resource_type != "document":
            return
        policy = response.headers.get("content-security-policy", "")
        if "default-src 'none'" not in policy or "unsafe" in policy:
            self.problems.append(f"{response.url} has the policy {policy!r}")

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        text = f"{message.text} at {message.location['url']}"
        if not any(tolerated in text for tolerated in self.tolerated):
            self.problems.append(f"console {message.type}: {text}")

    def _on_error(self, error: WebError) -> None:
        self.problems.append(f"page error: {error.error}")

    def _on_dialog(self, dialog: Dialog) -> None:
        self.problems.append(f"the browser's own dialog: {dialog.message}")
        dialog.dismiss()

    def secrets(self) -> list[str]:
        """The tokens, invitations and keys that this browser keeps."""
        found = []
        for origin in self.context.storage_state()["origins"]:
            for entry in origin["localStorage"]:
                if entry["name"].startswith("lastpick:seat:"):
                    seat = json.loads(entry["value"])
                    found += [*seat["tokens"].values(), seat.get("invite"), seat.get("key")]
        return [secret for secret in found if secret]

    def leave(self) -> None:
        """Close the browser; complain of what should not have happened."""
        self.context.set_offline(False)
        secrets = self.secrets()
        self.context.close()
        for _, address in self.requests:
            parts = urlsplit(address)
            if parts.scheme not in ("data", "blob"):
                if f"{parts.scheme}://{parts.netloc}" != self.url:
                    self.problems.append(f"a request to another host: {address}")
                if any(secret in urldefrag(address).url for secret in secrets):
                    self.problems.append(f"a secret in an address: {address}")
        assert not self.problems, "\n".join(self.problems)

    # --- the start page and the set-up ------------------------------------------------------------

    def start_page(self) -> None:
        self.page.goto("/")
        expect(self.page.locator("#families article")).to_have_count(4)

    def family(self, title: str) -> Locator:
        """The card of the family that this book belongs to, with the book chosen."""
        books = self.page.locator("#families article").filter(has_text=title)
        choice = books.locator("label", has_text=re.compile(f"^{re.escape(title)}$"))
        if choice.count():
            choice.click()
        return books

    def play_bot(self, title: str) -> None:
        """One tap on a card: a game against a bot."""
        self.family(title).get_by_role("button", name="Play a bot").click()

    def open_set_up(self, title: str) -> None:
        self.family(title).get_by_role("button", name="Options").click()

    def set_up(
        self,
        title: str,
        opponent: str,
        numbers: str | None = None,
        best: str | None = None,
        clock: str | None = None,
        starts: str | None = None,
    ) -> None:
        """Make a game through the set-up of a game's card."""
        self.start_page()
        self.open_set_up(title)
        self.choose("Opponent", opponent)
        if numbers:
            self.choose("Numbers", "Other…")
            self.page.get_by_label("First and last number").fill(numbers)
        if starts:
            self.choose("Who starts", starts)
        if best:
            self.page.get_by_label("Match").select_option(best)
        if clock:
            self.page.get_by_label("Clock, each").select_option(clock)
        self.go()

    def choose(self, group: str, label: str) -> None:
        """One of the choices of the set-up."""
        box = self.page.locator("#setup").get_by_role("group", name=group)
        box.locator("label", has_text=re.compile(f"^{re.escape(label)}$")).click()

    def go(self) -> None:
        self.page.locator("#setup-go").click()
        self.page.wait_for_url("**/game/*")
        expect(self.tiles.first).to_be_visible()

    # --- a game -----------------------------------------------------------------------------------

    def sit(self, table: Table, *seats: int) -> None:
        """Open a game that was made through the interface, with the tokens of these seats."""
        held: dict[str, Any] = {"tokens": {str(seat): table.tokens[str(seat)] for seat in seats}}
        if seats and table.invite:
            held |= {"invite": table.invite, "qr": table.qr}
        if seats:
            key, value = json.dumps(f"lastpick:seat:{table.id}"), json.dumps(json.dumps(held))
            self.context.add_init_script(
                f"if (location.origin !== 'null') localStorage.setItem({key}, {value})"
            )
        self.page.goto(f"/game/{table.id}")
        expect(self.tiles.first).to_be_visible()
        self.is_connected()

    def is_connected(self, state: str = "live") -> None:
        expect(self.page.locator("#connection")).to_have_attribute("data-state", state)

    @property
    def game(self) -> str:
        """The id of the game on this page."""
        return urlsplit(self.page.url).path.rpartition("/")[2]

    @property
    def invite_link(self) -> str:
        return self.page.get_by_label("Invite link").input_value()

    @property
    def watch_link(self) -> str:
        """The link for whoever only watches, from its dialog."""
        self.button("Watch link").click()
        link = self.page.get_by_role("textbox", name="Watch link").input_value()
        self.page.keyboard.press("Escape")
        return link

    @property
    def board(self) -> Locator:
        return self.page.locator("#board")

    @property
    def tiles(self) -> Locator:
        return self.board.locator(".tile")

    def tile(self, n: int, within: str = "#board") -> Locator:
        return self.page.locator(f'{within} .tile[data-n="{n}"]')

    def pick(self, n: int) -> None:
        """Pick a number with the pointer, and see it on the board."""
        self.tile(n).click()
        expect(self.tile(n)).to_have_class(LAST)

    def sees_pick(self, n: int) -> None:
        expect(self.tile(n)).to_have_class(LAST)

    def shows(self, state: Any) -> None:
        """The board is the server's state, tile by tile."""
        if state["picks"]:
            self.sees_pick(state["picks"][-1])
            expect(self.board.locator(".tile.is-last")).to_have_count(1)
        assert self.board.evaluate(TILES) == tiles_of(state)
        listed = self.page.locator("#picks td span:not([aria-hidden])").all_inner_texts()
        assert listed == [str(n) for n in state["picks"]]

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    def says(self, text: str | re.Pattern[str]) -> None:
        """The line above the board."""
        expect(self.page.locator("#look")).to_have_text(text)

    def ends(self, title: str, why: str = "") -> None:
        """The game is over, with this result."""
        expect(self.page.locator("#turn-text")).to_have_text(title)
        expect(self.page.locator("#table")).to_contain_text(why)

    def hears(self, text: str) -> None:
        """Screen readers were told."""
        self.page.wait_for_function("(text) => heard.some((said) => said.includes(text))", arg=text)

    def has_counted(self, game: str) -> None:
        """A game that is over is in the local record, by a part that is loaded for it."""
        counted = "(id) => localStorage.getItem('lastpick:progress')?.includes(id)"
        self.page.wait_for_function(counted, arg=game)

    def is_reviewing(self) -> None:
        """The review of the game on this page is there, and has explained its first moment."""
        expect(self.review.get_by_role("slider")).to_be_visible()
        expect(self.review.locator(".why:not(.is-waiting)")).to_be_visible()

    @property
    def review(self) -> Locator:
        return self.page.locator("#review")

    def saves(self, button: Locator) -> str:
        """The text of the file that a button offers."""
        with self.page.expect_download() as download:
            button.click()
        return Path(download.value.path()).read_text()


def tiles_of(state: Any) -> dict[str, list[str]]:
    """What the tiles should say of a state, worked out from the interface alone."""
    first, last = map(int, state["numbers"].split("-"))
    seats = {n: str(i % 2 + 1) for i, n in enumerate(state["picks"])}
    shown = {str(n): ["open", "", ""] for n in range(first, last + 1)}
    for n in state["legal"]:
        shown[str(n)] = ["legal", "", ""]
    for key, cause in state["gone"].items():
        shown[key] = ["removed", seats.get(cause, ""), f"by {cause}"]
        if cause not in seats:
            shown[key][2] = "start"
    for i, n in enumerate(state["picks"]):
        shown[str(n)] = ["picked", seats[n], f"{'●■'[i % 2]}{i + 1}"]
    return shown
