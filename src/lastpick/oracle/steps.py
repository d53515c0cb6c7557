"""Values of a race: after each number the same steps lead on, all upwards or all downwards."""

from __future__ import annotations

from array import array
from collections.abc import Callable

_BREATH = 1 << 20  # steps between two questions to the budget


def values(
    alive: bytes, steps: array[int], misere: bool, tick: Callable[[int], object]
) -> array[int]:
    """For each place its nimber as a pick; in misère play 0 where it wins, and else 1.

    `alive` has a byte for each place: 1 where it is left.
    """
    size, count = len(alive), len(steps)
    made = array("i", bytes(4 * size))
    found = made
    stamps = array("q", bytes(8 * (count + 2)))
    stamp = stamps
    upwards = count > 0 and steps[0] > 0
    work = 0
    for turn in range(size):
        place = size - 1 - turn if upwards else turn
        work += count + 1
        if work > _BREATH:
            work = 0
            tick(0)
        some, lost = False, False
        for i in range(count):
            to = place + steps[i]
            if 0 <= to < size and alive[to]:
                some = True
                stamp[found[to]] = turn + 1
                if found[to] == 0:
                    lost = True
        if misere:
            found[place] = 1 if lost or not some else 0
        else:
            value = 0
            while stamp[value] == turn + 1:
                value += 1
            found[place] = value
    return made


def distances(
    alive: bytes, steps: array[int], misere: bool, tick: Callable[[int], object]
) -> array[int]:
    """For each place how many picks are still made after it, if the winner hurries."""
    size, count = len(alive), len(steps)
    made = array("i", bytes(4 * size))
    found = made
    upwards = count > 0 and steps[0] > 0
    odd = 1 if misere else 0
    work = 0
    for turn in range(size):
        place = size - 1 - turn if upwards else turn
        work += count + 1
        if work > _BREATH:
            work = 0
            tick(0)
        nearest, farthest = -1, -1
        for i in range(count):
            to = place + steps[i]
            if 0 <= to < size and alive[to]:
                if found[to] % 2 == odd:
                    if nearest < 0 or found[to] < nearest:
                        nearest = found[to]
                elif found[to] > farthest:
                    farthest = found[to]
        found[place] = 1 + (nearest if nearest >= 0 else farthest)
    return made
