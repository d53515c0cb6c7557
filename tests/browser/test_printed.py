"""On paper: black on white, nothing to press, boards that fit and whose shapes need no colour."""

from __future__ import annotations

import re

import pytest
from support.visitor import Visitor

from .conftest import Meet
from .states import State, large, over_a_row, puzzle_asked, to_move

PAPER = 680  # pixels between the margins of A4

# What is seen of a page that is printed without backgrounds.
SEEN = """() => {
  const seen = (node) => node.checkVisibility() && node.getBoundingClientRect().width > 1;
  const all = [...document.querySelectorAll('body *')].filter(seen);
  const dark = ([r, g, b]) => r + g + b < 3 * 0x80;
  const colour = (node) => getComputedStyle(node).color.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const written = all.filter((node) =>
    [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()));
  const html = (node) => node.outerHTML.slice(0, 120);
  const edge = (node) => {
    const { borderTopWidth, borderTopStyle, borderTopLeftRadius } = getComputedStyle(node);
    return [parseFloat(borderTopWidth), borderTopStyle, borderTopLeftRadius];
  };
  return {
    pressed: all.filter((node) =>
      node.matches('button:not(.tile, .move), input, select, textarea, nav')).map(html),
    faint: written.filter((node) => !dark(colour(node))).map(html),
    wide: all.filter((node) => node.getBoundingClientRect().right > innerWidth + 1).map(html),
    circles: [...document.querySelectorAll('.tile.is-picked[data-by="1"]')].map(edge),
    squares: [...document.querySelectorAll('.tile.is-picked[data-by="2"]')].map(edge),
  };
}"""


@pytest.mark.parametrize(
    "state", [to_move, large, over_a_row, puzzle_asked], ids=lambda state: state.__name__
)
def test_it_prints_well(state: State, meet: Meet, api: Visitor) -> None:
    ann = meet(viewport={"width": 1280, "height": 800}, color_scheme="dark")
    state(ann, api)
    ann.page.emulate_media(media="print", color_scheme="dark")
    ann.page.set_viewport_size({"width": PAPER, "height": 1000})
    seen = ann.page.evaluate(SEEN)
    assert seen["pressed"] == []
    assert seen["faint"] == []
    assert seen["wide"] == []
    for width, style, radius in seen["circles"]:
        assert (width >= 2, style, radius) == (True, "solid", "50%")
    for width, style, radius in seen["squares"]:
        assert (width >= 2, style) == (True, "solid")
        assert re.fullmatch(r"\d%", radius), "the corners of a square are sharp"
    assert seen["circles"]
