"""A page that is installed: its files are kept, and while the server is away it says so kindly."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from support.serving import Server
from support.visitor import Visitor, until

import lastpick

from .conftest import Meet
from .person import Person

# What the service worker keeps, once it serves this page.
KEPT = """async () => {
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) {
    await new Promise((done) => {
      navigator.serviceWorker.addEventListener('controllerchange', done, { once: true });
    });
  }
  const names = await caches.keys();
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return [names.length, kept.flat().map((request) => new URL(request.url).pathname)];
}"""


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    with Server(tmp_path / "mortal") as server:
        yield server


def kept(ann: Person, digest: str) -> list[str]:
    """The addresses that are kept: those of one version, and nothing that anybody said."""
    caches, paths = ann.page.evaluate(KEPT)
    assert caches == 1
    assert all(path == "/away" or path.startswith(f"/static/{digest}/") for path in paths), paths
    return [str(path) for path in paths]


def digest_of(url: str) -> str:
    with Visitor(url) as api:
        return api.get("/").body.decode().split("/static/")[1].split("/")[0]


def test_the_server_goes_away_and_comes_back_newer(
    mortal: Server, meet: Meet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = meet(mortal.url, service_workers="allow")
    ann.tolerate("net::ERR_", "Failed to load resource")
    with Visitor(mortal.url) as api:
        table = api.create("me", "me")
    first = digest_of(mortal.url)
    ann.start_page()
    assert "/away" in kept(ann, first)
    ann.sit(table, 1, 2)  # with the worker in between: news come through as before
    ann.pick(6)
    assert f"/static/{first}/game/game.js" in kept(ann, first)

    mortal.kill()
    ann.page.goto("/puzzles")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("The server does not answer")
    ann.button("Try again now").click()
    expect(ann.page.get_by_role("status")).to_have_text("Still no answer.")

    newer = tmp_path / "newer"
    shutil.copytree(Path(lastpick.__file__).parent, newer / "lastpick")
    with (newer / "lastpick" / "web" / "page" / "shared" / "base.css").open("a") as style:
        style.write("\n.newer {\n  color: red;\n}\n")
    monkeypatch.setenv("PYTHONPATH", str(newer))
    mortal.start()
    expect(ann.page.locator("nav")).to_be_visible()  # without anybody's doing
    second = digest_of(mortal.url)
    assert second != first
    sources = ann.page.locator("script[src]").evaluate_all("(all) => all.map(({ src }) => src)")
    assert all(f"/static/{second}/" in source for source in sources)
    session = ann.context.new_cdp_session(ann.page)
    session.send("Network.clearBrowserCache")  # as an hour does
    ann.page.evaluate("async () => (await navigator.serviceWorker.ready).update()")
    until(
        lambda: ann.page.evaluate("caches.keys()"),
        lambda names: names == [f"lastpick /static/{second}/"],
    )
    kept(ann, second)


def test_a_browser_finds_nothing_wrong_with_the_manifest(ann: Person) -> None:
    ann.start_page()
    session = ann.context.new_cdp_session(ann.page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    assert json.loads(found["data"])["name"] == "Lastpick"
    wrong = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in wrong] in ([], ["in-incognito"])
