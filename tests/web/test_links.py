"""How a link looks where it is pasted: tags in the head of its page, and a picture of the board."""

from __future__ import annotations

import asyncio
import re
from base64 import b64decode
from html import unescape
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from support.visitor import Answer, Visitor

from lastpick.catalog import names, open_book
from lastpick.coach.daily import daily, read_day
from lastpick.coach.lesson_file import open_lesson, shipped
from lastpick.record.board import Tiles
from lastpick.relations import Numbers
from lastpick.web.asking.picture import HEIGHT, WIDTH, draw, plain, shown_part
from lastpick.web.asking.pool import Pool
from lastpick.web.http import pictures
from lastpick.web.http.links import LinkCard
from lastpick.web.http.pictures import Pictures

NASTY = 'Ann "><script>alert(1)</script> & co'
DAY = "2026-11-17"
PUZZLE = "divisor-duel_1-20_6-3-9"
PAPER, CIRCLE, SQUARE = (247, 245, 239), (184, 67, 10), (29, 91, 191)


def tags(guest: Visitor, path: str, **headers: str) -> dict[str, str]:
    """What the head of a page says of a link to it."""
    answer = guest.call("GET", path, headers={"accept": "text/html", **headers})
    head = answer.body.decode().partition("</head>")[0]
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">', head)
    assert len(dict(found)) == len(found) > 0
    return {name: unescape(said) for name, said in found}


def image(answer: Answer) -> Image.Image:
    assert answer.status == 200, answer.body
    assert answer.headers["content-type"] == "image/png"
    found = Image.open(BytesIO(answer.body)).convert("RGB")
    assert found.size == (WIDTH, HEIGHT) == (1200, 630)
    return found


def near(found: Any, wanted: tuple[int, int, int]) -> bool:
    return all(abs(a - b) < 8 for a, b in zip(found, wanted, strict=True))


# --- what is said ---------------------------------------------------------------------------------


def test_a_game_says_who_plays_and_by_which_rule(guest: Visitor) -> None:
    table = guest.create("me", "friend", names=[NASTY, None])
    rule = open_book("divisor-duel").summary
    page = guest.get(f"/game/{table.id}").body.decode()
    assert "<script>alert" not in page
    said = tags(guest, f"/game/{table.id}")
    assert said["og:title"] == "Divisor Duel 1\u201320"
    assert said["og:description"] == f"{NASTY} invites you to a game. {rule}"
    assert said["og:url"] == f"{guest.url}/game/{table.id}"
    assert said["og:image"] == f"{guest.url}/picture/game/{table.id}.png"
    assert said["twitter:card"] == "summary_large_image"
    assert said["og:type"] == "website"
    table.tokens |= table.join(name="Ben").json["tokens"]
    assert tags(guest, f"/game/{table.id}")["og:description"] == f"{NASTY} against Ben. {rule}"
    table.act("resign", 1)
    assert tags(guest, f"/game/{table.id}")["og:description"] == (
        f"Ben has won against {NASTY}. {rule}"
    )


def test_a_bot_and_somebody_without_a_name_are_called_something(guest: Visitor) -> None:
    table = guest.create("me", "level:3")
    assert tags(guest, f"/game/{table.id}")["og:description"].startswith(
        "Player 1 against Friendly bot. "
    )


def test_a_long_description_is_cut(guest: Visitor) -> None:
    own = f'numbers = "1-9"\nsummary = "{"any number " * 1000}"'
    said = tags(guest, f"/game/{guest.create(toml=own).id}")["og:description"]
    assert said.startswith("Player 1 against Player 2. any number")
    assert said.endswith((" any …", " number …"))
    assert len(said) <= 300


def test_a_link_shows_no_secret(guest: Visitor) -> None:
    table = guest.create("me", "friend", names=["Ann", None])
    page = guest.get(f"/game/{table.id}").body.decode()
    for secret in (*table.tokens.values(), table.invite):
        assert secret
        assert secret not in page


@pytest.mark.parametrize(
    "path", ["/", "/puzzles", "/review", "/game/nowhere", "/nowhere", f"/game/{'x' * 500}"]
)
def test_what_is_nothing_in_particular_is_told_of_in_general(guest: Visitor, path: str) -> None:
    said = tags(guest, path)
    assert said["og:title"] == "Lastpick"
    assert said["og:image"] == f"{guest.url}/picture/lastpick.png"


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/learn/partner", "Lesson 3: Answer with the partner"),
        (f"/puzzle/{PUZZLE}", "Puzzle: Divisor Duel 1\u201320"),
        (f"/daily/{DAY}", "Daily puzzle of 2026-11-17: Non-Consecutive 1\u201330"),
    ],
)
def test_a_puzzle_and_a_lesson_say_what_they_are(guest: Visitor, path: str, title: str) -> None:
    said = tags(guest, path)
    assert said["og:title"] == title
    kind, _, name = path[1:].partition("/")
    assert said["og:image"] == f"{guest.url}/picture/{kind}/{name}.png"
    assert said["og:description"]


# --- what is drawn --------------------------------------------------------------------------------


def test_a_game_is_drawn_as_it_stands(guest: Visitor) -> None:
    table = guest.create("me", "me")
    path = f"/picture/game/{table.id}.png"
    first = guest.get(path)
    image(first)
    assert first.headers["cache-control"] == "public, max-age=60"
    assert guest.call("GET", path, headers={"if-none-match": first.headers["etag"]}).status == 304
    table.act("picks", 1, pick=6)
    table.act("picks", 2, pick=3)
    second = guest.get(path)
    assert second.headers["etag"] != first.headers["etag"]
    board = image(second)
    pitch, left, top = 114, 844 - 2.5 * 114, 315 - 2 * 114

    def colours(n: int) -> list[Any]:
        """Near the corner of a tile, and further in."""
        row, column = divmod(n - 1, 5)
        x, y = left + column * pitch + pitch / 20, top + row * pitch + pitch / 20
        return [board.getpixel((round(x + at), round(y + at))) for at in (3, 30)]

    assert near(colours(6)[0], PAPER), "a circle has no corners"
    assert near(colours(6)[1], CIRCLE)
    assert near(colours(3)[0], SQUARE)
    assert near(colours(3)[1], SQUARE)
    table.act("resign", 1)
    assert guest.get(path).headers["cache-control"] == "public, max-age=86400"


@pytest.mark.parametrize("path", [f"daily/{DAY}", "learn/partner", "lastpick", f"puzzle/{PUZZLE}"])
def test_what_stays_as_it_is_may_be_kept(guest: Visitor, path: str) -> None:
    answer = guest.get(f"/picture/{path}.png")
    image(answer)
    assert answer.headers["cache-control"] == "public, max-age=86400"
    assert len(answer.body) < 60_000
    assert guest.call("HEAD", f"/picture/{path}.png").status == 200


@pytest.mark.parametrize(
    "path",
    [
        "game/nowhere",
        "daily/2026-13-01",
        "daily/x",
        "learn/nope",
        "learn/..%2f",
        "x/y",
        "puzzle/x",
        "puzzle/divisor-duel_1-20_6-7",
        "puzzle/divisor-duel_1-99999999",
        f"puzzle/divisor-duel_1-20_{'-1' * 2000}",
    ],
)
def test_nothing_is_drawn_of_what_is_not_there(guest: Visitor, path: str) -> None:
    answer = guest.get(f"/picture/{path}.png")
    assert answer.status in (404, 422)
    assert answer.error


class Counting(Pool):
    """Processes that count what they are asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    async def ask(self, question: str, *words: Any, stored: bool = False) -> Any:
        self.asked += 1
        return await super().ask(question, *words, stored=stored)


def test_a_picture_is_drawn_once_and_not_kept_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "_MOST_KEPT", 2)

    async def run() -> None:
        pool = Counting()
        kept = Pictures(pool)
        links = [LinkCard("", "", ("lesson_picture", name, ("", "", ""))) for name in shipped()][:3]
        try:
            first = await kept.of(links[0])
            assert await kept.of(links[0]) is first
            assert pool.asked == 1
            await kept.of(links[1])
            await kept.of(links[0])  # so that the second is older
            await kept.of(links[2])
            assert pool.asked == 3
            await kept.of(links[0])
            assert pool.asked == 3
            await kept.of(links[1])
            assert pool.asked == 4
        finally:
            await pool.close()

    asyncio.run(run())


def test_a_puzzle_and_a_lesson_give_nothing_away(guest: Visitor) -> None:
    """The picture is that of the position, and of nothing that follows from it."""
    lesson, found, duel = open_lesson("partner"), daily(read_day(DAY)), open_book("divisor-duel")
    step = next(step for step in lesson.steps if step.task == "pick")
    for path, position, texts in (
        ("learn/partner", step.position, (lesson.title, lesson.goal, "Lesson 3")),
        (
            f"daily/{DAY}",
            found.puzzle.position,
            (found.book.title, found.book.summary, f"{DAY} \u00b7 Find the winning pick"),
        ),
        (
            f"puzzle/{PUZZLE}",
            duel.game.play((6, 3, 9)),
            (duel.title, duel.summary, "1-20 \u00b7 Find the winning pick"),
        ),
    ):
        png = b64decode(draw(texts, Tiles(position)))
        assert guest.get(f"/picture/{path}.png").body == png


@pytest.mark.parametrize("name", sorted(shipped()))
def test_every_lesson_has_a_link_and_its_picture(guest: Visitor, name: str) -> None:
    image(guest.get(f"/picture/learn/{name}.png"))


@pytest.mark.parametrize("name", names())
def test_every_game_fits(name: str) -> None:
    book = open_book(name)
    for numbers in (*book.pools, "1-6", "1-1000"):
        game = open_book(name, numbers).game
        png = b64decode(draw((book.title, book.summary, "note"), Tiles(game.start())))
        drawn = Image.open(BytesIO(png)).convert("RGB")
        edge = [drawn.getpixel((x, y)) for x in (4, 1195) for y in range(0, 630, 9)]
        edge += [drawn.getpixel((x, y)) for y in (4, 625) for x in range(0, 1200, 9)]
        assert all(near(pixel, PAPER) for pixel in edge), numbers


@pytest.mark.parametrize(
    ("numbers", "last", "shown"),
    [
        ("1-20", None, (1, 20)),
        ("2-50", 50, (2, 50)),
        ("1-120", 7, (1, 120)),
        ("1-1000", None, (1, 100)),
        ("1-1000", 100, (1, 100)),
        ("1-1000", 101, (101, 200)),
        ("1-1000", 1000, (901, 1000)),
        ("1-150", 149, (51, 150)),
        ("2-500", 2, (2, 101)),
    ],
)
def test_of_a_large_pool_a_part_is_shown(
    numbers: str, last: int | None, shown: tuple[int, int]
) -> None:
    part = shown_part(Numbers.parse(numbers), last)
    assert (part[0], part[-1]) == shown
    assert last is None or last in part


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Divisor Duel 1\u201320", "Divisor Duel 1-20"),
        ("\u674e's  game \u202eof 1", "'s game of 1"),
        ("\U0001f600", ""),
        ("x" * 1000, "x" * 200),
    ],
)
def test_letters_that_the_font_lacks_are_left_out(text: str, drawn: str) -> None:
    assert plain(text) == drawn


def test_a_game_of_somebodys_own_is_drawn_too(guest: Visitor) -> None:
    wide = "w" * 400
    toml = f'title = "\U0001f600\U0001f600"\nsummary = "{wide}"\nnumbers = "1-9"\n'
    table = guest.create(toml=toml)
    image(guest.get(f"/picture/game/{table.id}.png"))
    assert tags(guest, f"/game/{table.id}")["og:title"].startswith("\U0001f600")
