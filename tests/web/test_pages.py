"""The pages as they are served: put together from their parts, each file where it is asked for."""

from __future__ import annotations

import json
import posixpath
import re
from html import escape
from pathlib import Path

import pytest
from support.visitor import Visitor

import lastpick
from lastpick.players import BOTS
from lastpick.record import parse
from lastpick.record.endings import WHY_LOST
from lastpick.web.http import links, page_text
from lastpick.web.http.error_answers import nothing_here
from lastpick.web.http.pages import Page
from lastpick.web.http.reading import Call, reads
from lastpick.web.http.route import Route

PAGE = Path(lastpick.__file__).parent / "web" / "page"
PAGES = ("/", "/learn", "/puzzles", "/review", "/solo", "/game/anything", "/learn/partner",
         "/solo/divisor-duel", "/puzzle/anything", "/daily/2026-11-17")  # fmt: skip
BREAKPOINTS = {"(max-width: 379px)", "(max-width: 479px)", "(max-width: 639px)",
               "(min-width: 640px)", "(min-width: 960px)"}  # fmt: skip
TILES = PAGE / "shared" / "board.css"  # the print on a tile grows with the tile
STYLES = sorted(PAGE.rglob("*.css"))
IMPORT = re.compile(r"(?:from|import\() ?'(\.[^']+)'")


def page(guest: Visitor, path: str) -> str:
    answer = guest.get(path)
    assert answer.status == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    return answer.body.decode()


def code(text: str) -> str:
    """A script or a style without its comments: types are imported in those."""
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


def data(text: str, name: str) -> str:
    found = re.search(rf'<script type="[a-z/]+" id="{name}">(.*?)</script>', text, re.DOTALL)
    assert found
    return found[1]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_whole(guest: Visitor, path: str) -> None:
    text = page(guest, path)
    assert "<!-- include" not in text
    assert text.count("<header") == text.count("<nav") == text.count("<title>") == 1
    own = re.findall(r'<a href="([^"]*)" aria-current="page">', text)
    assert own == ([] if path.count("/") > 1 else [path])
    assert text.count("aria-current") == len(own)


@pytest.mark.parametrize("length", [10, 15_000])
def test_what_is_kept_of_pages_is_bounded(length: int) -> None:
    """Addresses are anybody's: what is not there has a page too."""
    page, link = Page("game/game.html"), links.of_anything()
    route = Route("/game/{game_id}", ("GET",), nothing_here, reads(nothing_here, ""))
    for number in range(100):
        path = f"/game/{number:'>{length}}"
        scope = {"type": "http", "path": path, "headers": [], "query_string": b""}
        answer = page.response(Call(scope, route, {}), "http://localhost", link, "/picture")
        assert escape(path).encode() in bytes(answer.body)
    assert page._file.cache_info().currsize == (64 if length == 10 else 0)


def test_a_page_that_is_not_there_leads_back(guest: Visitor) -> None:
    answer = guest.call("GET", "/nowhere", headers={"accept": "text/html"})
    assert answer.status == 404
    assert b"<nav" in answer.body
    assert b"aria-current" not in answer.body


def test_pages_know_the_words_of_other_rooms_and_a_record(guest: Visitor) -> None:
    text = page(guest, "/review")
    words = json.loads(data(text, "words"))
    assert words["bots"] == {bot.name: bot.title for bot in BOTS.values()}
    assert words["whyLost"] == WHY_LOST
    (record,) = parse(data(text, "sample"))
    assert record.play().outcome


def test_words_for_later_are_left_for_later(guest: Visitor) -> None:
    """A game ends in a review, whose words come with it; the page of reviews has them at once."""
    text = page(guest, "/game/anything")
    assert json.loads(data(text, "words"))["review"] == {}
    said = json.loads(data(page(guest, "/review"), "words"))["review"]
    assert said["grades"] == page_text.section("review")["grades"]
    answer = guest.get(f"/static/{page_text.digest()}/words/review.json")
    assert said.items() <= answer.json.items() <= page_text.section("review").items()
    assert answer.headers["content-type"] == "application/json"
    assert "immutable" in answer.headers["cache-control"]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_every_word_that_its_scripts_name(guest: Visitor, path: str) -> None:
    text = page(guest, path)
    words = json.loads(data(text, "words"))
    modules = re.findall(r'="/static/\w+/([\w/-]+\.js)"', text)
    for module in page_text.reached(modules, later=True):
        script = code((PAGE / module).read_text())
        named = set(re.findall(r"\bwords\.(\w+)\.(\w+)", script))
        for alias, name in re.findall(r"\bconst (\w+) = words\.(\w+);", script):
            named |= {(name, key) for key in re.findall(rf"\b{alias}\.(\w+)", script)}
        for name, key in named:
            assert key in (words[name] or page_text.section(name)), f"{module}: {name}.{key}"


def test_a_page_has_no_words_that_only_stand_in_it(guest: Visitor) -> None:
    words = json.loads(data(page(guest, "/game/anything"), "words"))
    assert "yourTurn" in words["game"]
    assert "needsScript" not in words["game"]


@pytest.mark.parametrize("path", PAGES)
def test_everything_that_a_page_needs_is_served(guest: Visitor, path: str) -> None:
    waiting = re.findall(r'(?:src|href)="(/static/[^"]+)"', page(guest, path))
    seen: set[str] = set()
    while waiting:
        address = waiting.pop()
        if address in seen:
            continue
        seen.add(address)
        answer = guest.get(address)
        assert answer.status == 200, address
        if address.endswith(".js"):
            folder = posixpath.dirname(address)
            names = IMPORT.findall(code(answer.body.decode()))
            waiting += [posixpath.normpath(posixpath.join(folder, name)) for name in names]
    assert any(address.endswith(".js") for address in seen)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_names_every_module_that_it_needs_at_once(guest: Visitor, path: str) -> None:
    """So that no import waits for another; those that are imported later are left for later."""
    text = page(guest, path)
    named = re.findall(
        r'<(?:script type="module" src|link rel="modulepreload" href)="([^"]+)"', text
    )
    assert len(set(named)) == len(named) > 0
    for address in named:
        module = code(guest.get(address).body.decode())
        for name in re.findall(r"from '(\.[^']+)'", module):
            assert posixpath.normpath(posixpath.join(posixpath.dirname(address), name)) in named


def test_a_file_is_sent_once(guest: Visitor) -> None:
    address = re.findall(r'href="(/static/[^"]+)"', page(guest, "/"))[0]
    file = guest.get(address)
    assert file.headers["cache-control"] == "max-age=31536000, immutable"
    assert file.headers["vary"] == "accept-encoding"
    assert "etag" not in file.headers
    first = guest.get("/")
    again = guest.call("GET", "/", headers={"if-none-match": first.headers["etag"]})
    assert again.status == 304
    assert again.body == b""


SOURCES = sorted(path for path in PAGE.rglob("*") if path.suffix in (".js", ".css"))


TEXT_OR_COMMENT = re.compile(
    r"""('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|/\*.*?\*/ ?|//[^\n]*""",
    re.DOTALL,
)


def bare(text: str) -> list[str]:
    """The lines of code alone."""
    lines = TEXT_OR_COMMENT.sub(lambda found: found[1] or "", text).splitlines()
    return [line.strip() for line in lines if line.strip()]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_a_file_is_sent_without_its_comments(path: Path) -> None:
    """Every line where it was, and the same code."""
    name = path.relative_to(PAGE).as_posix()
    before, after = path.read_text(), page_text.as_sent(name).decode()
    assert len(before.splitlines()) == len(after.splitlines())
    assert bare(after) == bare(before)
    if path.suffix == ".js":
        assert "/**" not in after
        for line in after.splitlines():
            assert line.count("`") % 2 == 0, f"a text that spans lines would change: {line}"


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("  /** One. */\n  a();\n", "\na();\n"),
        ("/**\n * Two.\n */\nb();\n", "\n\n\nb();\n"),
        ("// three\nc(); // four\n", "\nc();\n"),
        ("const d = /** @type {'x'} */ (1);\n/* five */\n", "const d = (1);\n\n"),
        ("e('/* no */');\n", "e('/* no */');\n"),
        ("f('no // no', `no // no`);\n", "f('no // no', `no // no`);\n"),
    ],
)
def test_code_stays(text: str, sent: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.js").write_text(text)
    monkeypatch.setattr(page_text, "_FOLDER", str(tmp_path))
    assert page_text.as_sent("x.js").decode() == sent


def test_a_page_of_another_version_gets_what_there_is_and_asks_again(guest: Visitor) -> None:
    address = re.findall(r'href="(/static/[^"]+)"', page(guest, "/"))[0]
    digest = address.split("/")[2]
    older = guest.get(address.replace(digest, "0" * len(digest)))
    assert older.body == guest.get(address).body
    assert older.headers["cache-control"] == "no-cache"
    assert guest.get(f"/static/{digest}/shared/nothing.js").status == 404


@pytest.mark.parametrize("path", [*PAGES, "/nowhere"])
def test_words_are_filled_in(guest: Visitor, path: str) -> None:
    text = guest.call("GET", path, headers={"accept": "text/html"}).body.decode()
    assert "{{" not in text


def test_a_word_that_is_missing_is_noticed_when_the_server_starts() -> None:
    with pytest.raises(KeyError, match="nothing"):
        page_text.with_words("<p>{{shared.nothing}}</p>")


@pytest.mark.parametrize("style", STYLES, ids=lambda path: path.name)
def test_styles_keep_to_the_measures(style: Path) -> None:
    """Few widths, sizes and radii: they are those of tokens.css."""
    text = code(style.read_text())
    assert set(re.findall(r"\((?:min|max)-width: [^)]*\)", text)) <= BREAKPOINTS
    if style == TILES or style.name == "tokens.css":
        return
    assert re.findall(r"font(?:-size)?: [^;]*\d(?:rem|px)[^;]*", text) == []
    assert re.findall(r"border-radius: [^;]*\dpx", text) == []
