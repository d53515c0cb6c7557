"""Every sentence on what parts are worth, and what is held against it; lessons alone say them."""

from __future__ import annotations

from support.plain_checker.cancelling import (
    all_left,
    alone_are,
    alone_left,
    cancel_out,
    cancel_with_one,
    count_left,
    count_parts_left,
    one_alone,
    one_part,
    one_too,
    same_each,
    singles_are,
    so_many_alone,
    so_many_single,
    whole_is_nothing,
    zero,
)
from support.plain_checker.deciding import (
    changes,
    changes_one,
    it_leaves_nothing_of_worth,
    it_leaves_pieces,
    leaves_nothing_of_worth,
    leaves_pieces,
    makes_equal,
    makes_it,
    takes_own,
)
from support.plain_checker.patterns import NAMES, PATTERNS, SERIES, N
from support.plain_checker.reader import NAME, Handler

PART = rf"(?:stretch|group) ({NAME})"
PARTS = rf"(?:stretches|groups) {NAMES}"
WHY = r"(?:, as ([^.]*))?"
EVERY = r"whatever <l> picks, <w> has an answer"
PARITY = r"(an even count, so these cancel out|an odd count, so these are worth 1 together)"
OWN = r"what decides is the "

WORTHS: list[tuple[str, Handler]] = [
    (rf"{SERIES} are left and stand alone: an even count, so {EVERY}", alone_left),
    (rf"{N} numbers are left and stand alone: an even count, so {EVERY}", count_left),
    (rf"the {PARTS} are left and take one pick each: an even count, so {EVERY}", all_left),
    (
        rf"{N} (?:stretches|groups) are left and take one pick each: an even count, so {EVERY}",
        count_parts_left,
    ),
    (rf"the {PART} is worth 0, so {EVERY}", whole_is_nothing),
    (r"(\d+) stands alone and is worth 1", one_alone),
    (rf"the {PART} takes one pick and is worth 1", one_part),
    (rf"{SERIES} stand alone: {PARITY}", alone_are),
    (rf"the {PARTS} take one pick each: {PARITY}", singles_are),
    (rf"{N} numbers stand alone \(({NAME}) is the first\): {PARITY}", so_many_alone),
    (
        rf"{N} (?:stretches|groups) take one pick each \(({NAME}) is the first\): {PARITY}",
        so_many_single,
    ),
    (rf"the {PART} is worth 0", zero),
    (rf"the {PARTS} are worth 0 each", zero),
    (rf"the {PART} is worth 1 too, so these cancel out", one_too),
    (rf"the {PARTS} are worth (\d+) each, so these cancel out", same_each),
    (rf"the {PARTS} are worth {SERIES}, which cancel out{WHY}", cancel_out),
    (rf"the {PARTS} are worth {SERIES}, and with that 1 these cancel out{WHY}", cancel_with_one),
    (rf"{OWN}{PART}, and (\d+) takes it all", takes_own),
    (rf"{OWN}{PART}, and (\d+) leaves it worth 0", leaves_nothing_of_worth),
    (rf"it leaves the {PART} worth 0", it_leaves_nothing_of_worth),
    (rf"{OWN}{PART}, and (\d+) leaves (.*)", leaves_pieces),
    (r"it leaves (.*)", it_leaves_pieces),
    (rf"the {PART} is worth (\d+), and (\d+) makes it worth (\d+) too", makes_it),
    (rf"the {PARTS} are worth {SERIES}, and (\d+) makes both equal: (\d+) each", makes_equal),
    (
        rf"the {PART} is worth {SERIES}, and (\d+) makes the {PART} worth (\d+) instead of"
        rf" (\d+), so all cancel out{WHY}",
        changes_one,
    ),
    (
        rf"the {PARTS} are worth {SERIES}( each)?, and (\d+) makes the {PART} worth (\d+)"
        rf" instead of (\d+), so all cancel out{WHY}",
        changes,
    ),
    *PATTERNS,
]
