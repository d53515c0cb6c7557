"""A binary fuse: a function that gives the value of each key, without storing the keys.

Three slots are computed from a key, and the xor of what they hold is its value. They lie in
three neighbouring segments (Graf and Lemire, 2022), so 1.125 slots a key are enough. A key that
was not put in gets an arbitrary answer: ask only for keys that were.
"""

from __future__ import annotations

from array import array

M64 = (1 << 64) - 1
PER_WORD = 12  # values of five bits in a word
_A, _B = 0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53


class BinaryFuse:
    """Values packed into words; `length`, a power of two, is that of a segment."""

    def __init__(self, words: array[int], seed: int, length: int, segments: int) -> None:
        self.words = words
        self.seed = seed
        self.bits = length.bit_length() - 1
        self.length = length
        self.segments = segments
        self.one = 0
        self.two = 0
        self.three = 0

    def value(self, key: int) -> int:
        self.place(key)
        return self.get(self.one) ^ self.get(self.two) ^ self.get(self.three)

    def get(self, slot: int) -> int:
        return self.words[slot // PER_WORD] >> slot % PER_WORD * 5 & 31

    def place(self, key: int) -> None:
        """Find the three slots of a key."""
        h = (key ^ self.seed) & M64
        h = (h ^ h >> 33) * _A & M64
        h = (h ^ h >> 33) * _B & M64
        h = h ^ h >> 33
        mask = self.length - 1
        at = ((h >> 32) * self.segments >> 32) << self.bits
        self.one = at + (h & mask)
        self.two = at + self.length + (h >> 16 & mask)
        h = h * _B & M64
        self.three = at + 2 * self.length + (h >> 40 & mask)


def build(
    keys: array[int], values: bytearray, seed: int, length: int, segments: int
) -> array[int] | None:
    """The words for these keys and values; None if this seed does not work out.

    Keys that stand alone in a slot are peeled off, last to be written, until none is left.
    """
    count, slots = len(keys), (segments + 2) * length
    found = BinaryFuse(array("Q", [0]), seed, length, segments)
    crowd = bytearray(slots)
    mixed = array("I", bytes(4 * slots))
    for i in range(count):
        found.place(keys[i])
        _toggle(crowd, mixed, found.one, i, 1)
        _toggle(crowd, mixed, found.two, i, 1)
        _toggle(crowd, mixed, found.three, i, 1)
    order = array("I", bytes(4 * count))
    slot_of = array("I", bytes(4 * count))
    stack = array("I", bytes(4 * slots))
    top, done = 0, 0
    for s in range(slots):
        if crowd[s] == 1:
            stack[top] = s
            top += 1
    while top:
        top -= 1
        s = stack[top]
        if crowd[s] != 1:
            continue
        i = mixed[s]
        order[done] = i
        slot_of[done] = s
        done += 1
        found.place(keys[i])
        for s in (found.one, found.two, found.three):
            _toggle(crowd, mixed, s, i, 255)
            if crowd[s] == 1:
                stack[top] = s
                top += 1
    if done < count:
        return None
    words = array("Q", bytes(8 * (slots // PER_WORD + 1)))
    found.words = words
    filled = words
    while done:
        done -= 1
        i = order[done]
        s = slot_of[done]  # still empty, and in no slot of a key written before
        missing = found.value(keys[i]) ^ values[i]
        filled[s // PER_WORD] |= missing << s % PER_WORD * 5
    return words


def _toggle(crowd: bytearray, mixed: array[int], slot: int, key: int, step: int) -> None:
    """Put a key into a slot (step 1), or take it out (255, which is -1)."""
    crowd[slot] = crowd[slot] + step & 255
    mixed[slot] ^= key
