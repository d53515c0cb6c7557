"""A game in the frame of another site: shown where the server's owner allows it, and else not."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, expect
from support.serving import Server
from support.visitor import Visitor, until

from .person import LAST


class Quiet(SimpleHTTPRequestHandler):
    """Files of a folder, without a log."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def school(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A site of somebody else's, and the folder that it shows."""
    folder = tmp_path / "school"
    folder.mkdir()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", folder
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_pupil_plays_in_the_page_of_a_teacher(
    school: tuple[str, Path], chromium: Browser, tmp_path: Path
) -> None:
    """By an invitation; what the browser keeps for a frame it keeps apart from everything else."""
    site, folder = school
    allowed = Server(tmp_path / "allowed", "--embed", "https://other.example", "--embed", site)
    with allowed, Server(tmp_path / "not") as other, Visitor(allowed.url) as api:
        table = api.create("me", "friend")
        for name, address in {
            "game": f"{allowed.url}/game/{table.id}#invite={table.invite}",
            "start": f"{allowed.url}/",
            "other": f"{other.url}/game/x",
        }.items():
            (folder / f"{name}.html").write_text(
                f'<!doctype html><title>{name}</title><iframe src="{address}" width="700"'
                ' height="600"></iframe>'
            )
        context = chromium.new_context(base_url=site, service_workers="block")
        page = context.new_page()
        page.goto("/game.html")
        frame = page.frame_locator("iframe")
        expect(frame.locator("#board .tile")).to_have_count(20)
        expect(frame.locator("header.top")).to_be_hidden()
        until(lambda: table.state["people"][1]["joined"], bool)
        table.act("picks", 1, pick=6)
        expect(frame.locator('#board .tile[data-n="6"]')).to_have_class(LAST)
        frame.locator('#board .tile[data-n="3"]').click()
        expect(frame.locator('#board .tile[data-n="3"]')).to_have_class(LAST)
        assert table.state["picks"] == [6, 3]
        for refused in ("start", "other"):
            page.goto(f"/{refused}.html")
            inside = page.frames[1]
            inside.wait_for_load_state()
            assert inside.url.startswith("chrome-error://"), refused
        context.close()


NOTHING_KEPT = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } });"
)


def test_where_a_frame_may_keep_nothing_the_site_around_it_cannot_read_the_seat(
    school: tuple[str, Path], chromium: Browser, tmp_path: Path
) -> None:
    """A reload keeps it, and so does another game; the name of a frame stays when that leaves."""
    site, folder = school
    with Server(tmp_path / "allowed", "--embed", site) as server, Visitor(server.url) as api:
        table = api.create("me", "friend")
        address = f"{server.url}/game/{table.id}#invite={table.invite}"
        (folder / "game.html").write_text(
            f'<!doctype html><iframe src="{address}" width="700" height="600"></iframe>'
        )
        (folder / "own.html").write_text("<!doctype html><p>of the school")
        context = chromium.new_context(base_url=site, service_workers="block")
        context.add_init_script(NOTHING_KEPT)
        page = context.new_page()
        page.goto("/game.html")
        frame, inside = page.frame_locator("iframe"), page.frames[1]
        expect(frame.locator("#notes")).to_contain_text("keeps nothing")
        table.act("picks", 1, pick=6)
        inside.evaluate("() => location.reload()")
        expect(frame.locator('#board .tile[data-n="6"]')).to_have_class(LAST)
        frame.locator('#board .tile[data-n="3"]').click()
        expect(frame.locator('#board .tile[data-n="3"]')).to_have_class(LAST)
        assert table.state["picks"] == [6, 3]
        table.act("resign", 1)
        frame.locator("#over").get_by_role("button", name="Rematch").click()
        until(lambda: table.state["rematch"], bool)
        table.act("rematch", 1)
        inside.wait_for_url(lambda url: table.id not in url)
        expect(frame.locator("#notes")).to_contain_text("keeps nothing")
        inside.goto(f"{site}/own.html")
        assert inside.evaluate("() => window.name") == ""
        context.close()
