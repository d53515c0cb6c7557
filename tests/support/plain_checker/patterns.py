"""Every sentence that the coach says in plain words, and what is held against it."""

from __future__ import annotations

from support.plain_checker.cancelling import (
    all_left,
    alone_are,
    alone_left,
    cancel_out,
    cancel_with_one,
    count_left,
    count_stretches_left,
    counts_cancel,
    even_counts,
    one_alone,
    one_stretch,
    one_too,
    same_each,
    singles_are,
    so_many_alone,
    so_many_single,
    so_many_zero,
    whole_is_nothing,
    zero,
)
from support.plain_checker.deciding import (
    changes,
    changes_one,
    in_all,
    it_leaves_nothing_of_worth,
    it_leaves_pieces,
    leaves_nothing_of_worth,
    leaves_pieces,
    makes_equal,
    makes_it,
    odd_alone,
    one_left,
    others_cancel,
    others_together,
    takes_own,
)
from support.plain_checker.partners import (
    only_one_loses,
    only_partnered,
    partnered,
    partnered_but_one,
)
from support.plain_checker.reader import NAME, Handler
from support.plain_checker.replies import (
    all_met,
    answered_end,
    each_loses,
    every_last,
    landings,
    last_number,
    later_answers,
    nothing_follows,
    one_answers_each,
    one_answers_each_ends,
    one_reply,
    one_reply_ends,
    only_end,
    only_last,
    only_loses,
    only_met,
    only_then_end,
    only_two_end,
    some_met,
    takes_all,
    tried,
)

N = r"(\d[\d,]*)"
NAMES = rf"({NAME}(?:(?:, | and ){NAME})*)"
PART = rf"(?:stretch|group) (of [\d,]+ numbers from \d+ to \d+|{NAME})"
PARTS = rf"(?:stretches|groups) {NAMES}"
SERIES = r"(\d+(?:(?:, | and )\d+)*)"
WHY = r"(?:, as ([^.]*))?"
EVERY = r"(?:every pick has an answer|every answer has a reply)"
PARITY = r"(an even count, so they cancel out|an odd count, so they are worth 1 together)"
PAIRS = r"(\d+ and \d+(?:, \d+ and \d+)*)"
HOW = r"(: |; some pairs are )"
TO = r"((?:to \d+ with \d+(?:, | and )?)+)"
BY = r"((?:\d+ answers \d+(?:, | and )?)+)"
OWN = r"what decides is the "

PATTERNS: list[tuple[str, Handler]] = [
    (r"it is the last number left", last_number),
    (r"it takes out all that is left", takes_all),
    (r"nothing can follow it", nothing_follows),
    (r"only (\d+) can follow it, and then (\d+) ends the game", only_then_end),
    (r"(\d+) is the only one, and then (\d+) ends the game", only_then_end),
    (r"only (\d+) and (\d+) can follow it, and after either (\d+) ends the game", only_two_end),
    (rf"only {SERIES} can follow it: reply {TO}, which ends the game", only_end),
    (rf"{BY}, which ends the game", answered_end),
    (r"only (\d+) can follow it, and that is the last pick, which loses", only_last),
    (r"(\d+) is the only one, and it is the last pick, which loses", only_last),
    (r"whatever follows it is the last pick, which loses", every_last),
    (r"every one is the last pick, which loses", every_last),
    (rf"each of the {N} answers has a partner to reply with, now and later{HOW}{PAIRS}", partnered),
    (rf"each of the {N} has a partner that answers it, now and later{HOW}{PAIRS}", partnered),
    (r"only (\d+) can follow it, and its partner (\d+) is the reply", only_partnered),
    (r"(\d+) is the only one, and its partner (\d+) answers it", only_partnered),
    (r"every later number has a partner too", tried),
    (
        rf"whoever picks 1 loses, and (?:each of the {N} other answers|the one other answer)"
        rf" has a partner to reply with, now and later{HOW}{PAIRS}",
        partnered_but_one,
    ),
    (
        rf"whoever picks 1 loses, and (?:each of the {N} other picks|the one other pick)"
        rf" has a partner that answers it, now and later{HOW}{PAIRS}",
        partnered_but_one,
    ),
    (r"only 1 can follow it, and whoever picks 1 here loses", only_one_loses),
    (r"1 is the only one, and whoever picks 1 here loses", only_one_loses),
    (r"whatever follows it, reply with (\d+)", one_reply),
    (r"whatever follows it, reply with (\d+), which ends the game", one_reply_ends),
    (rf"whatever follows it, reply with (\d+); then land on {SERIES} in the same way", landings),
    (rf"(\d+) answers each of the {N}", one_answers_each),
    (rf"(\d+) answers each of the {N}, which ends the game", one_answers_each_ends),
    (
        rf"(\d+) answers each of the {N}, and later {SERIES} do(?:es)? in the same way",
        later_answers,
    ),
    (r"only (\d+) can follow it, and (\d+) is the reply", only_met),
    (r"(\d+) is the only one, and (\d+) answers it", only_met),
    (rf"reply {TO}", all_met),
    (BY, all_met),
    (rf"each of the {N} answers loses: reply {TO}, for example", some_met),
    (rf"each of the {N} picks loses: {BY}, for example", some_met),
    (r"only (\d+) can follow it, and that loses", only_loses),
    (r"(\d+) is the only one, and it loses", only_loses),
    (r"I tried everything (?:that can come )?after it", tried),
    (rf"I tried everything that can come after it, and each of the {N} answers loses", each_loses),
    (rf"I tried each of the {N}, and every one loses", each_loses),
    (rf"{SERIES} are left and stand alone: an even count, so {EVERY}", alone_left),
    (rf"{N} numbers are left and stand alone: an even count, so {EVERY}", count_left),
    (rf"the {PARTS} are left and go with one pick each: an even count, so {EVERY}", all_left),
    (
        rf"{N} stretches are left and go with one pick each: an even count, so {EVERY}",
        count_stretches_left,
    ),
    (rf"the {PART} is worth 0, so {EVERY}", whole_is_nothing),
    (r"(\d+) stands alone and is worth 1", one_alone),
    (rf"the stretch ({NAME}) goes with one pick and is worth 1", one_stretch),
    (rf"{SERIES} stand alone: {PARITY}", alone_are),
    (rf"the {PARTS} go with one pick each: {PARITY}", singles_are),
    (rf"{N} numbers stand alone \(({NAME}) is the first\): {PARITY}", so_many_alone),
    (rf"{N} stretches go with one pick each \(({NAME}) is the first\): {PARITY}", so_many_single),
    (rf"the {PART} is worth 0", zero),
    (rf"the {PARTS} are worth 0 each", zero),
    (rf"{N} (?:stretches|groups) are worth 0 each", so_many_zero),
    (rf"the {PART} is worth 1 too, so they cancel out", one_too),
    (rf"the {PARTS} are worth (\d+) each, so they cancel out", same_each),
    (rf"the {PARTS} are worth {SERIES}, which cancel out{WHY}", cancel_out),
    (rf"the {PARTS} are worth {SERIES}, and with that 1 they cancel out{WHY}", cancel_with_one),
    (
        r"([\d,]+ (?:stretch|stretches|groups?) (?:is|are) worth [^.:]*):"
        r" even counts, so they cancel out",
        even_counts,
    ),
    (
        r"([\d,]+ (?:stretch|stretches|groups?) (?:is|are) worth [^.:]*?),"
        rf" and (with that 1 )?they cancel out{WHY}",
        counts_cancel,
    ),
    (rf"{OWN}{PART}, and (\d+) takes it all", takes_own),
    (rf"{OWN}{PART}, and (\d+) leaves it worth 0", leaves_nothing_of_worth),
    (rf"it leaves the {PART} worth 0", it_leaves_nothing_of_worth),
    (rf"{OWN}{PART}, and (\d+) leaves (.*)", leaves_pieces),
    (r"it leaves (.*)", it_leaves_pieces),
    (rf"the {PART} is worth (\d+), and (\d+) makes it worth (\d+) too", makes_it),
    (rf"the {PARTS} are worth {SERIES}, and (\d+) makes them equal: (\d+) each", makes_equal),
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
    (rf"{N} (?:stretches|groups) are left, and what they are worth cancels out", in_all),
    (rf"the {N} other (?:stretch|stretches|groups?) cancel out", others_cancel),
    (rf"the {N} other (?:stretches|groups) are worth (\d+) together", others_together),
    (
        rf"{N} numbers are left and each stands alone, an odd count: (?:the last pick, which loses,"
        r" falls to the other player|whoever picks now makes the last pick, which loses)",
        odd_alone,
    ),
    (r"(\d+) is the last number left, and whoever picks it loses", one_left),
]
