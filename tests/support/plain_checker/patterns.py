"""Every sentence that the coach says in plain words, and what is held against it."""

from __future__ import annotations

from support.plain_checker.copying import (
    count_left,
    even_left,
    in_twos,
    odd_alone,
    one_left,
    two_alike,
    two_left,
)
from support.plain_checker.partners import (
    later_too_but,
    one_loses,
    one_of_a_pair,
    only_one_loses,
    only_partnered,
)
from support.plain_checker.reader import NAME, Handler
from support.plain_checker.replies import (
    all_lose,
    can_end,
    can_win,
    each_ends,
    each_met,
    every_last,
    for_example,
    landings,
    last_number,
    nothing_follows,
    one_reply,
    one_reply_ends,
    only_last,
    only_loses,
    only_met,
    only_then_end,
    so_many_follow,
    so_many_follow_misere,
    takes_all,
)

N = r"(\d[\d,]*)"
NAMES = rf"({NAME}(?:(?:, | and ){NAME})*)"
SERIES = r"(\d+(?:(?:, | and )\d+)*)"
ONE_EACH = rf"({NAMES[1:-1]}|[\d,]+ (?:numbers|stretches|groups))"
PAIRS = r"(\d+ and \d+(?:, \d+ and \d+)*)"
HOW = r"(: |; some pairs are )"
FIRST_AND_LAST = r"<l> makes the first, and <w> makes the last"

PATTERNS: list[tuple[str, Handler]] = [
    (r"it is the last number left, so <l> cannot pick", last_number),
    (r"it takes out all that is left, so <l> cannot pick", takes_all),
    (r"nothing can follow it, so <l> cannot pick", nothing_follows),
    (r"<l> can only pick (\d+), and <w> ends the game with (\d+)", only_then_end),
    (r"(if <l> picks \d+, <w> ends the game with \d+(?:; if \d+, with \d+)+)", each_ends),
    (r"whatever <l> picks, <w> ends the game with (\d+)", one_reply_ends),
    (r"whatever <l> picks, <w> can end the game", can_end),
    (r"for example, (if <l> picks \d+, <w> picks \d+(?:; if \d+, <w> picks \d+)*)", for_example),
    (r"<l> can only pick (\d+), and that is the last pick, which loses", only_last),
    (r"whatever <l> picks is the last pick, which loses", every_last),
    (rf"whatever is picked, exactly {N} more picks follow: {FIRST_AND_LAST}", so_many_follow),
    (
        rf"whatever is picked, exactly {N} more picks follow: <l> makes the last, which loses",
        so_many_follow_misere,
    ),
    (r"<l> can only pick (\d+), and <w> answers with its partner (\d+)", only_partnered),
    (r"(if <l> picks \d+, <w> picks \d+(?:; if \d+, <w> picks \d+)*)", each_met),
    (r"later too, <w> has a partner for every number( but 1)? that <l> can pick", later_too_but),
    (
        rf"if <l> picks one of a pair, <w> picks the other, now and later{HOW}{PAIRS}",
        one_of_a_pair,
    ),
    (r"1 loses for whoever picks it", one_loses),
    (r"<l> can only pick 1, and 1 loses for whoever picks it", only_one_loses),
    (r"whatever <l> picks, <w> answers with (\d+)", one_reply),
    (
        rf"whatever <l> picks, <w> answers with (\d+), and later in the same way with {SERIES}",
        landings,
    ),
    (r"<l> can only pick (\d+), and <w> answers with (\d+)", only_met),
    (r"whatever <l> picks, <w> can win", can_win),
    (r"<l> can only pick (\d+), and then <w> can win: I tried everything", only_loses),
    (r"whatever <l> picks, <w> can win: I tried everything", all_lose),
    (
        rf"two picks remain, one that takes ({NAME}) and one that takes ({NAME}):"
        r" <l> makes one, and <w> makes the other",
        two_left,
    ),
    (rf"{N} picks remain, one for each of {NAMES}: {FIRST_AND_LAST}", even_left),
    (
        rf"{N} picks remain, one for each (number|stretch|group) that is left: {FIRST_AND_LAST}",
        count_left,
    ),
    (
        rf"{N} picks remain, one for each number that is left: <l> makes the last, which loses",
        odd_alone,
    ),
    (r"<l> can only pick (\d+), the last number, which loses", one_left),
    (
        rf"{NAMES} are left and alike: whatever <l> picks in one, <w> copies in the other",
        two_alike,
    ),
    (
        rf"(.*? are (?:alike|too|alike in twos))(?:, and {ONE_EACH} take one pick each)?:"
        r" whatever <l> picks in one, <w> copies in another like it",
        in_twos,
    ),
]
