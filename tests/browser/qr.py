"""Reads a QR code as a camera's program does, after ISO/IEC 18004: from a picture of the screen.

Byte mode at error correction level M or better, versions 1 to 10; there are no errors to correct,
so each block has to be a code word as it stands.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator

from playwright.sync_api import Locator

Rows = list[list[bool]]

CORNER, EDGE = 10, 2  # pixels in which the page may show: round corners, and parts of a pixel

# For versions 1 to 10, by the two bits of the level: error correction bytes in each block, and how
# many blocks.
M, Q, H = 0b00, 0b11, 0b10
EC_BYTES = {
    M: [10, 16, 26, 18, 24, 16, 18, 22, 22, 26],
    Q: [13, 22, 18, 26, 18, 24, 18, 22, 20, 24],
    H: [17, 28, 22, 16, 22, 28, 26, 26, 24, 28],
}
BLOCKS = {
    M: [1, 1, 1, 2, 2, 4, 4, 4, 5, 5],
    Q: [1, 1, 2, 2, 4, 4, 6, 6, 8, 8],
    H: [1, 1, 2, 4, 4, 4, 5, 6, 8, 8],
}
# The lightness of each pixel of a PNG picture, row by row, from 0 to f.
PIXELS = """async (text) => {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const sign = (_, i) => Math.min(...data.subarray(4 * i, 4 * i + 3)) >> 4;
  const signs = Array.from({ length: width * height }, sign).map((n) => n.toString(16)).join('');
  return signs.match(new RegExp(`.{${width}}`, 'g'));
}"""
ALIGNMENT = [
    [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46],
    [6, 28, 50],
]  # fmt: skip
FORMAT_PLACES = [
    *((8, y) for y in (0, 1, 2, 3, 4, 5, 7, 8)),
    *((x, 8) for x in (7, 5, 4, 3, 2, 1, 0)),
]


def photographed(shown: Locator) -> Rows:
    """The modules of a symbol on the screen; dark ones are true."""
    text = base64.b64encode(shown.screenshot(animations="disabled")).decode()
    pixels = [[int(sign, 16) for sign in row] for row in shown.page.evaluate(PIXELS, text)]
    wide, high = len(pixels[0]), len(pixels)
    dark = [
        (x, y)
        for y, row in enumerate(pixels)
        for x, light in enumerate(row)
        if light < 8 and _inside(min(x, wide - 1 - x), min(y, high - 1 - y))
    ]
    left, right = min(x for x, _ in dark), max(x for x, _ in dark) + 1
    top, low = min(y for _, y in dark), max(y for _, y in dark) + 1
    rough = 7 * (right - left) / _finder(pixels[top + 1][left:right])
    size = 17 + 4 * round((rough - 17) / 4)
    side = (right - left) / size
    margin = min(left, top, wide - right, high - low)
    assert margin > 3.5 * side, "the empty border is too narrow"
    edge = [row[x] for row in pixels[top:low] for x in (left - int(side), right + int(side) - 1)]
    assert min(edge) == 15, "the border is not white"
    assert min(min(row) for row in pixels) == 0, "the dark modules are not black"
    middle = [int((i + 0.5) * side) for i in range(size)]
    return [[pixels[top + y][left + x] < 8 for x in middle] for y in middle]


def _inside(from_side: int, from_end: int) -> bool:
    return min(from_side, from_end) >= EDGE and max(from_side, from_end) >= CORNER


def _finder(row: list[int]) -> int:
    """How many pixels the upper edge of the first finder takes; its outermost ones are blurred."""
    return next(i for i, light in enumerate(row) if light >= 8)


def read(rows: Rows) -> str:
    """The text of a symbol; an AssertionError says what is wrong with it."""
    size = len(rows)
    version = (size - 17) // 4
    assert size == 17 + 4 * version
    _check_patterns(rows, version)
    level, mask = _format(rows)
    free = [(x, y) for x, y in _path(size) if not _fixed(x, y, version)]
    bits = [rows[y][x] ^ _masked(mask, x, y) for x, y in free]
    words = [_number(bits[i : i + 8]) for i in range(0, len(bits) - 7, 8)]
    return _text(_data(words, version, level), version)


def _number(bits: list[bool]) -> int:
    return int("".join("01"[bit] for bit in bits), 2)


def _check_patterns(rows: Rows, version: int) -> None:
    size = len(rows)
    for left, top in ((0, 0), (size - 7, 0), (0, size - 7)):
        for y in range(7):
            for x in range(7):
                ring = max(abs(x - 3), abs(y - 3))
                assert rows[top + y][left + x] == (ring != 2), "a finder is wrong"
    for i in range(8, size - 8):
        assert rows[6][i] == rows[i][6] == (i % 2 == 0), "the timing is wrong"
    assert rows[size - 8][8], "the dark module is light"
    for x, y in _alignments(version):
        assert rows[y][x]
        assert not rows[y][x - 1]
        assert rows[y - 2][x - 2], "an alignment pattern is wrong"


def _alignments(version: int) -> list[tuple[int, int]]:
    lines = ALIGNMENT[version - 1]
    corners = {(6, 6), (6, lines[-1]), (lines[-1], 6)} if lines else set()
    return [(x, y) for x in lines for y in lines if (x, y) not in corners]


def _format(rows: Rows) -> tuple[int, int]:
    """The level and the mask; they are there twice."""
    size = len(rows)
    one = [rows[y][x] for x, y in FORMAT_PLACES]
    other = [rows[8][size - 1 - i] for i in range(8)] + [rows[size - 7 + i][8] for i in range(7)]
    assert one == other, "the two copies of the format differ"
    said = _number(one[::-1]) ^ 0b101010000010010
    rest = said
    for bit in range(14, 9, -1):
        if rest >> bit & 1:
            rest ^= 0b10100110111 << (bit - 10)
    assert rest == 0, "the format is no code word"
    assert said >> 13 in EC_BYTES, "the level is below M"
    return said >> 13, said >> 10 & 0b111


def _masked(mask: int, x: int, y: int) -> bool:
    return [
        (y + x) % 2, y % 2, x % 3, (y + x) % 3, (y // 2 + x // 3) % 2, y * x % 2 + y * x % 3,
        (y * x % 2 + y * x % 3) % 2, ((y + x) % 2 + y * x % 3) % 2,
    ][mask] == 0  # fmt: skip


def _fixed(x: int, y: int, version: int) -> bool:
    size = 17 + 4 * version
    if x == 6 or y == 6:
        return True
    if (x < 9 and y < 9) or (x < 9 and y >= size - 8) or (x >= size - 8 and y < 9):
        return True
    if version >= 7 and ((x < 6 and y >= size - 11) or (y < 6 and x >= size - 11)):
        return True
    return any(abs(x - i) <= 2 and abs(y - j) <= 2 for i, j in _alignments(version))


def _path(size: int) -> Iterator[tuple[int, int]]:
    """Two columns at a time from the right, up and down in turn, past the column of the timing."""
    up = True
    for right in [*range(size - 1, 6, -2), 5, 3, 1]:
        for i in range(size):
            y = size - 1 - i if up else i
            yield right, y
            yield right - 1, y
        up = not up


def _data(words: list[int], version: int, level: int) -> list[int]:
    """The blocks put together again, each found to be a Reed-Solomon code word."""
    count, extra = BLOCKS[level][version - 1], EC_BYTES[level][version - 1]
    room = len(words) - count * extra
    sizes = [room // count + (i >= count - room % count) for i in range(count)]
    blocks: list[list[int]] = [[] for _ in sizes]
    rest = iter(words)
    for i in range(max(sizes)):
        for block, size in zip(blocks, sizes, strict=True):
            if i < size:
                block.append(next(rest))
    for i in range(extra * count):
        blocks[i % count].append(next(rest))
    for block in blocks:
        for power in range(extra):
            assert _syndrome(block, power) == 0, "a block is no code word"
    return [word for block, size in zip(blocks, sizes, strict=True) for word in block[:size]]


def _syndrome(block: list[int], power: int) -> int:
    """The block as a polynomial over GF(256), at 2 to this power."""
    value = 0
    for word in block:
        for _ in range(power):
            value = value << 1 ^ (0x11D if value & 0x80 else 0)
        value ^= word
    return value


def _text(data: list[int], version: int) -> str:
    bits = "".join(f"{word:08b}" for word in data)
    width = 8 if version < 10 else 16
    assert bits[:4] == "0100", "the mode is not bytes"
    length, start = int(bits[4 : 4 + width], 2), 4 + width
    held = bits[start : start + 8 * length]
    return bytes(int(held[i : i + 8], 2) for i in range(0, len(held), 8)).decode()
