"""What goes over the wire: how much at the first load, to whom, and never a secret in an address.

That no page calls another host, breaks its policy or shows a secret in an address is checked at
the end of every test in this folder; see `Person.leave`.
"""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from support.serving import Server
from support.visitor import Visitor

from .conftest import Meet
from .meter import Meter
from .person import Person
from .states import State, imported, inviting, lesson_answered, over_a_chain, puzzle_answered


def start(ann: Person, _: Visitor) -> None:
    ann.start_page()


def board(ann: Person, api: Visitor) -> None:
    ann.sit(api.create("me", "level:1", names=["Ann", None]), 1)


@pytest.mark.parametrize(
    ("load", "most"),
    [
        (start, 60_000),
        (board, 60_000),
        (inviting, 65_000),  # with the part that invites
        (over_a_chain, 100_000),
        (imported, 100_000),
        (puzzle_answered, 100_000),
        (lesson_answered, 100_000),
    ],
    ids=lambda load: getattr(load, "__name__", ""),
)
def test_a_first_load_is_small(load: State, most: int, ann: Person, api: Visitor) -> None:
    meter = Meter(ann.context, ann.page)
    load(ann, api)
    assert any(path.endswith(".js") for path in meter.paths)
    assert 5_000 < meter.total < most, meter.told()


def test_a_warm_start_takes_two_requests(ann: Person, api: Visitor) -> None:
    """No more than: the page, and the news, which begin with the state. All else is there."""
    table = api.create("me", "me")
    ann.start_page()
    ann.sit(table, 1, 2)
    warm = ann.context.new_page()
    meter = Meter(ann.context, warm)
    warm.goto(f"/game/{table.id}")
    expect(warm.locator("#connection")).to_have_attribute("data-state", "live")
    meter.settle()
    assert meter.paths == [f"/game/{table.id}", f"{table.path}/events"]
    assert meter.total < 15_000


def test_secrets_stay_where_they_belong(
    ann: Person, ben: Person, meet: Meet, site: Server, api: Visitor
) -> None:
    ann.set_up("Non-Consecutive", "A friend, by link", numbers="1-3")
    link = ann.invite_link
    invite = link.rpartition("=")[2]
    ben.page.goto(link)
    ann.pick(2)
    ben.ends("You lost")
    ben.button("Rematch").click()
    expect(ann.page.locator("#over")).to_contain_text("would like another game")
    ann.button("Rematch").click()
    expect(ben.page.locator("#turn-text")).to_have_text("Your turn")
    cy = meet()
    cy.page.goto(ann.page.url)
    expect(cy.board).to_be_visible()
    hers, his = ann.secrets(), ben.secrets()
    assert len(hers) >= 3, "two tokens and the invitation"
    assert len(his) >= 3, "two tokens and the key"
    assert set(hers) & set(his) <= {invite}
    assert cy.secrets() == []
    log = site.log.read_text()
    assert "/api/games" in log
    for secret in {*hers, *his}:
        assert secret not in log
        for person in (ann, ben, cy):
            assert all(secret not in urlsplit(address).query for _, address in person.requests)
            assert all(secret not in urlsplit(address).path for _, address in person.requests)
    assert api.get("/").headers["referrer-policy"] == "no-referrer"


def test_the_check_at_the_end_of_each_test_sees_things(meet: Meet) -> None:
    """The guard that all tests rely on, tried on a page that does everything wrong."""
    bad = meet()
    bad.start_page()
    bad.context.route("http://elsewhere.test/*", lambda route: route.abort())
    bad.page.evaluate(
        """async () => {
          localStorage.setItem('lastpick:seat:x', JSON.stringify({ tokens: { 1: 'sesame' } }));
          await fetch('/healthz?token=sesame');
          await fetch('http://elsewhere.test/x').catch(() => {});
          console.error('oh no');
          setTimeout(() => { throw new Error('a surprise'); });
          const image = document.createElement('img');
          image.src = 'http://elsewhere.test/y';
          document.body.append(image);
        }"""
    )
    expect(bad.page.locator("#trouble")).to_be_visible()
    with pytest.raises(AssertionError) as found:
        bad.leave()
    bad.leave = lambda: None  # type: ignore[method-assign]
    for text in ("a secret in an address", "oh no", "a surprise", "policy: "):
        assert text in str(found.value)


def test_every_page_works_where_nothing_may_be_kept(meet: Meet, api: Visitor) -> None:
    """Storage that is switched off: the seat lasts as long as the tab."""
    ann = meet()
    ann.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } });"
    )
    ann.start_page()
    ann.play_bot("Divisor Duel")
    expect(ann.page.locator("#turn-text")).to_have_text("Your turn")
    expect(ann.page.locator("#notes")).to_contain_text("keeps nothing")
    ann.page.reload()
    expect(ann.page.locator("#turn-text")).to_have_text("Your turn")
    ann.tile(12).click()
    expect(ann.board.locator(".tile.is-picked")).to_have_count(2)
    ann.shows(api.state(ann.game))
