"""A QR code drawn by the server: the right one, whole, and small enough to be asked for."""

from __future__ import annotations

import re

import pytest
import segno
from support.visitor import Visitor

from lastpick.web.asking.qr import qr

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
def test_the_picture_is_the_code_with_its_quiet_zone(guest: Visitor, text: str) -> None:
    answer = guest.post("/api/qr", {"text": text})
    assert answer.status == 200
    assert answer.headers["content-type"] == "image/svg+xml"
    picture = answer.body.decode()
    assert picture.startswith("<svg ")
    assert "class=" not in picture
    code = segno.make(text, micro=False, error="m")
    assert drawn(picture) == [list(row) for row in code.matrix_iter(border=BORDER)]
    assert picture == qr(text)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({}, "text: Field required"),
        ({"text": ""}, "text: String should have at least 1 character"),
        ({"text": "x" * 301}, "text: String should have at most 300 characters"),
        ({"text": 5}, "text: Input should be a valid string"),
        ({"text": "\ud800"}, "text: Input should be a valid string"),
        ({"text": "x", "scale": 9}, "scale: Extra inputs are not permitted"),
    ],
)
def test_what_is_no_text_is_not_drawn(guest: Visitor, body: dict[str, object], why: str) -> None:
    answer = guest.post("/api/qr", body)
    assert answer.status == 422
    assert answer.error.startswith(why)


def test_the_largest_text_can_be_drawn(guest: Visitor) -> None:
    answer = guest.post("/api/qr", {"text": "\U0001f600" * 300})
    assert answer.status == 200
    assert len(drawn(answer.body.decode())) > 100
