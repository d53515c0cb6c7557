"""Draw the icons of an installed page from page/shared/icon.svg, which they lie beside.

    python tools/icons.py

The picture is made of rectangles and circles, and no more than these is understood.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from PIL import Image
from PIL.ImageDraw import Draw

FOLDER = Path(__file__).parent.parent / "src" / "lastpick" / "web" / "page" / "shared"
FINE = 8  # drawn so many times as large and made smaller, so that edges are smooth


class Icon(NamedTuple):
    """A file, its width, and how much of it the picture takes up.

    Where the system cuts the shape out itself the ground fills the square.
    """

    name: str
    size: int
    share: float
    filled: bool


ICONS = (
    Icon("icon-192.png", 192, 1, False),
    Icon("icon-512.png", 512, 1, False),
    Icon("icon-maskable.png", 512, 0.75, True),
    Icon("icon-apple.png", 180, 0.9, True),
)


def draw(icon: Icon) -> Image.Image:
    svg = ElementTree.fromstring((FOLDER / "icon.svg").read_text())
    units = float(svg.attrib["viewBox"].split()[2])
    ground, *shapes = svg
    side = icon.size * FINE
    image = Image.new("RGBA", (side, side), ground.attrib["fill"] if icon.filled else (0, 0, 0, 0))
    pen = Draw(image)
    scale = side * icon.share / units
    edge = side * (1 - icon.share) / 2
    for shape in shapes if icon.filled else (ground, *shapes):
        has = {key: float(text) for key, text in shape.attrib.items() if key != "fill"}
        if shape.tag.endswith("circle"):
            box = (has["cx"] - has["r"], has["cy"] - has["r"], has["cx"] + has["r"],
                   has["cy"] + has["r"])  # fmt: skip
            radius = has["r"]
        else:
            x, y = has.get("x", 0), has.get("y", 0)
            box = (x, y, x + has["width"], y + has["height"])
            radius = has.get("rx", 0)
        left, top, right, bottom = (edge + at * scale for at in box)
        pen.rounded_rectangle(
            (left, top, right - 1, bottom - 1), radius * scale, shape.attrib["fill"]
        )
    return image.reduce(FINE)


def main() -> None:
    for icon in ICONS:
        draw(icon).quantize(64).save(FOLDER / icon.name, optimize=True)


if __name__ == "__main__":
    main()
