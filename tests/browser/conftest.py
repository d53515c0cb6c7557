"""One Chromium and one server for each worker of the run; a browser context for each person."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from support.serving import Server, left_out
from support.visitor import Visitor

from .person import Person

Meet = Callable[..., Person]

PATIENCE = 60_000  # bounds a page that hangs; nothing waits for it otherwise
_FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, or Chrome: whichever is on the PATH."""
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        left_out("Chromium", "install it with: apt-get install chromium")
        return
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, headless=True, args=_FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as people start it, with its limits, that lets a game be claimed soon."""
    with Server(tmp_path_factory.mktemp("site"), "--claim-after", 2) as server:
        yield server


@pytest.fixture
def api(site: Server) -> Iterator[Visitor]:
    """The public interface of the same server, to see what the page should show."""
    with Visitor(site.url) as visitor:
        yield visitor


@pytest.fixture
def meet(chromium: Browser, site: Server) -> Iterator[Meet]:
    """Makes people, each at a browser of their own; at the end each is asked for trouble."""
    there: list[Person] = []

    def someone(url: str | None = None, **options: Any) -> Person:
        person = Person(chromium, url or site.url, **options)
        person.context.set_default_timeout(PATIENCE)
        there.append(person)
        return person

    yield someone
    problems = []
    for person in there:
        try:
            person.leave()
        except AssertionError as error:
            problems.append(str(error))
    assert not problems, "\n".join(problems)


@pytest.fixture
def ann(meet: Meet) -> Person:
    return meet()


@pytest.fixture
def ben(meet: Meet) -> Person:
    return meet()
