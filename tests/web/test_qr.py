"""An invitation's link, and the QR code that the server draws of it: the right one, and whole."""

from __future__ import annotations

import re

import pytest
import segno
from support.visitor import Visitor

from lastpick.web.http.invitation import qr_code

BORDER = 4
LINK = "http://192.168.1.20:8000/game/Ab3dEf6hIj9kLm2n#" + "Ab_-9" * 8 + "xyz"


def drawn(picture: str) -> list[list[int]]:
    """The modules of a picture, border and all: one where a dark line runs."""
    size = re.search(r'viewBox="0 0 (\d+) \1"', picture)
    lines = re.search(r'stroke="#000"[^>]* d="([^"]+)"', picture)
    assert size
    assert lines
    modules = [[0] * int(size[1]) for _ in range(int(size[1]))]
    x, y = 0, 0
    for how, across, down, dark in re.findall(r"([Mm])(-?\d+) ([-\d.]+)h(\d+)", lines[1]):
        x = int(across) + (x if how == "m" else 0)
        y = int(float(down)) + (y if how == "m" else 0)
        for _ in range(int(dark)):
            modules[y][x] = 1
            x += 1
    return modules


@pytest.mark.parametrize("text", ["1", LINK, "\u00e9 \u674e \U0001f600", "x" * 300])
def test_the_picture_is_the_code_with_its_quiet_zone(text: str) -> None:
    picture = qr_code(text)
    assert picture.startswith("<svg ")
    assert "class=" not in picture
    code = segno.make(text, micro=False, error="m", mask=0)
    assert drawn(picture) == [list(row) for row in code.matrix_iter(border=BORDER)]


def test_whoever_invites_gets_the_link_and_its_picture(guest: Visitor) -> None:
    body = {"game": "divisor-duel", "seats": ["me", "friend"]}
    answer = guest.post("/api/games", {**body, "qr": True}).json
    assert answer["link"] == f"{guest.url}/game/{answer['id']}#invite={answer['invite']}"
    assert answer["qr"] == qr_code(answer["link"])
    assert guest.post("/api/games", body).json["qr"] is None  # drawn only for those who ask


def test_nobody_else_gets_one(guest: Visitor) -> None:
    table = guest.create("me", "friend")
    body = {"game": "divisor-duel", "seats": ["me", "me"], "qr": True}
    for answer in (guest.post("/api/games", body), table.join()):
        assert answer.status == 201
        assert answer.json["invite"] is answer.json["link"] is answer.json["qr"] is None


def test_a_link_is_the_address_that_the_page_has(guest: Visitor) -> None:
    body = {"game": "divisor-duel", "seats": ["me", "friend"]}
    named = guest.call("POST", "/api/games", body, headers={"origin": guest.url}).json
    assert named["link"].startswith(f"{guest.url}/game/")
