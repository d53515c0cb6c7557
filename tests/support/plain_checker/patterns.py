"""Every sentence that the coach says in plain words, and what is held against it."""

from __future__ import annotations

from support.plain_checker.copying import (
    even_left,
    in_twos,
    odd_alone,
    one_left,
    two_alike,
    two_left,
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
    only_one_is_lost,
    only_then_end,
    only_two_end,
    some_met,
    takes_all,
    tried,
)

N = r"(\d[\d,]*)"
NAMES = rf"({NAME}(?:(?:, | and ){NAME})*)"
SERIES = r"(\d+(?:(?:, | and )\d+)*)"
ONE_EACH = rf"({NAMES[1:-1]}|[\d,]+ (?:numbers|stretches|groups))"
PAIRS = r"(\d+ and \d+(?:, \d+ and \d+)*)"
HOW = r"(: |; some pairs are )"
TO = r"((?:to \d+ with \d+(?:, | and )?)+)"
BY = r"((?:\d+ answers \d+(?:, | and )?)+)"

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
    (rf"I worked out that each of the {N} (?:answers|picks) loses", each_loses),
    (r"I worked out that the only (?:answer|pick) loses", only_one_is_lost),
    (
        rf"{ONE_EACH} are left and go with one pick each: an even count, so"
        r" (?:every answer has a reply|every pick has an answer)",
        even_left,
    ),
    (
        rf"{ONE_EACH} are left and go with one pick each:"
        r" (?:whichever comes, the other is a reply|whichever is picked, the other is an answer)",
        two_left,
    ),
    (
        rf"{NAMES} are left and alike: each (?:answer|pick) can be copied in the other one",
        two_alike,
    ),
    (
        rf"(.*? are (?:alike|too|alike in twos))(?:, and {ONE_EACH} go with one pick each)?:"
        r" each (?:answer|pick) can be copied in what is like it",
        in_twos,
    ),
    (
        rf"{N} numbers are left and go with one pick each, an odd count:"
        r" (?:the last pick, which loses, falls to the other player"
        r"|whoever picks now makes the last pick, which loses)",
        odd_alone,
    ),
    (r"(\d+) is the last number left, and whoever picks it loses", one_left),
]
