"""Wrapping a line, and making what somebody typed safe to show."""

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lastpick.terminal.screen import plain, wrap

WIDTHS = st.integers(10, 100)
LINES = st.one_of(
    st.text(alphabet="ab,. ", max_size=300),
    st.lists(st.integers(1, 10**9)).map(lambda numbers: ", ".join(map(str, numbers))),
    st.text(alphabet=st.characters(exclude_categories=["C", "Z"]), max_size=200),
)


@given(LINES, WIDTHS)
def test_no_piece_is_wider(line: str, width: int) -> None:
    assert all(len(piece) <= width for piece in wrap(line, width))


@given(LINES, WIDTHS)
def test_nothing_but_spaces_is_lost_and_the_order_is_kept(line: str, width: int) -> None:
    pieces = "".join(wrap(line, width))
    assert pieces.replace(" ", "") == line.replace(" ", "")


@given(LINES, WIDTHS)
def test_a_line_that_fits_is_left_alone(line: str, width: int) -> None:
    assume(len(line) <= width)
    assert list(wrap(line, width)) == [line]


@given(st.lists(st.text(alphabet="abc", min_size=1, max_size=10), min_size=1), WIDTHS)
def test_words_are_not_broken(words: list[str], width: int) -> None:
    pieces = wrap(" ".join(words), width)
    assert [word for piece in pieces for word in piece.split(" ")] == words


@given(st.lists(st.integers(1, 999), min_size=1), WIDTHS)
def test_lists_without_spaces_break_after_a_comma(numbers: list[int], width: int) -> None:
    *pieces, last = wrap(",".join(map(str, numbers)), width)
    assert all(piece.endswith(",") for piece in pieces)
    assert [int(n) for n in "".join([*pieces, last]).split(",")] == numbers


@given(
    st.integers(0, 8),
    st.lists(st.text(alphabet="abc", min_size=1, max_size=8), min_size=1),
    st.integers(20, 80),
)
def test_every_piece_is_indented_like_the_first(indent: int, words: list[str], width: int) -> None:
    pieces = list(wrap(" " * indent + " ".join(words), width))
    assert [len(piece) - len(piece.lstrip()) for piece in pieces] == [indent] * len(pieces)


@given(LINES, WIDTHS)
def test_as_much_as_fits_stands_on_a_line(line: str, width: int) -> None:
    """The first word of a piece would not have fitted on the piece before it."""
    line = " ".join(line.replace(",", " ").split())
    pieces = list(wrap(line, width))
    for before, after in pairwise(pieces):
        assert len(before) == width or len(f"{before} {after.split(' ')[0]}") > width


@pytest.mark.parametrize(
    ("line", "pieces"),
    [
        (
            " 2  Random, a bot: picks what it likes",
            [" 2  Random, a bot: picks", "    what it likes"],
        ),
        (
            "  save FILE  write its record to a file",
            ["  save FILE  write its", "             record to a", "             file"],
        ),
        ("- Large numbers have no multiples here", ["- Large numbers have no", "  multiples here"]),
        ("20261117-105034-782127  Number Bind", ["20261117-105034-782127", "Number Bind"]),
    ],
)
def test_what_follows_a_key_stays_beneath_itself(line: str, pieces: list[str]) -> None:
    assert list(wrap(line, 26)) == pieces


# --- what somebody typed --------------------------------------------------------------


@given(st.text(), st.integers(3, 80))
def test_plain_text_is_short_and_printable(text: str, longest: int) -> None:
    shown = plain(text, longest)
    assert len(shown) <= longest
    assert shown.isprintable()


@given(st.text(alphabet=st.characters(exclude_categories=["C", "Zl", "Zp"]), max_size=60))
def test_what_can_be_shown_is_shown_as_it_is(text: str) -> None:
    assume(text.isprintable())
    assert plain(text) == text


@given(st.text(alphabet="ab \u00e9\u738b", min_size=61, max_size=200))
def test_what_is_too_long_ends_in_dots(text: str) -> None:
    assert plain(text) == text[:57] + "..."


def test_what_cannot_be_shown_is_spelt_out() -> None:
    assert plain("\x1b[2J\a\n\u202e\0") == r"\x1b[2J\x07\n\u202e\x00"
    assert plain("\ud800") == r"\ud800"
