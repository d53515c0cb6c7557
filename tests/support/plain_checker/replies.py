"""Statements on what ends the game, and on what answers what."""

from __future__ import annotations

import re

from support.plain_checker.reader import Reader, Untrue, number, numbers
from support.plain_checker.truth import winning


def last_number(r: Reader) -> bool:
    return not r.game.misere and list(r.before.pool) == [r.pick]


def takes_all(r: Reader) -> bool:
    return not r.game.misere and not r.at.pool and len(r.before.pool) > 1


def nothing_follows(r: Reader) -> bool:
    return r.pick is not None and not r.legal() and not r.game.misere


def only_then_end(r: Reader, n: str, end: str) -> bool:
    return r.legal() == [int(n)] and r.ends(int(n), int(end))


def only_two_end(r: Reader, n: str, m: str, end: str) -> bool:
    return r.legal() == [int(n), int(m)] and all(r.ends(k, int(end)) for k in r.legal())


def only_end(r: Reader, ns: str, said: str) -> bool:
    """ "only 1 and 2 can follow it: reply to 1 with 5 and to 2 with 7, which ends the game"."""
    pairs = replies_of(said)
    return r.legal() == numbers(ns) == list(pairs) and all(r.ends(*pair) for pair in pairs.items())


def answered_end(r: Reader, said: str) -> bool:
    pairs = answers_of(said)
    return r.legal() == list(pairs) and all(r.ends(*pair) for pair in pairs.items())


def only_last(r: Reader, n: str) -> bool:
    return r.legal() == [int(n)] and every_last(r)


def every_last(r: Reader) -> bool:
    return r.game.misere and bool(r.legal()) and not any(r.at.pick(n).legal for n in r.legal())


def replies_of(said: str) -> dict[int, int]:
    return _ascending([(int(n), int(m)) for n, m in re.findall(r"to (\d+) with (\d+)", said)])


def answers_of(said: str) -> dict[int, int]:
    return _ascending([(int(n), int(m)) for m, n in re.findall(r"(\d+) answers (\d+)", said)])


def _ascending(pairs: list[tuple[int, int]]) -> dict[int, int]:
    """What answers each number; none is named twice."""
    if sorted(dict(pairs)) != [n for n, _ in pairs]:
        raise Untrue(f"named twice, or not in order: {pairs}")
    return dict(pairs)


def all_met(r: Reader, said: str) -> bool:
    pairs = replies_of(said) or answers_of(said)
    return r.legal() == list(pairs) and all(r.met(*pair) for pair in pairs.items())


def some_met(r: Reader, count: str, said: str) -> bool:
    pairs = replies_of(said) or answers_of(said)
    return r.all_lose(count) and bool(pairs) and all(r.met(*pair) for pair in pairs.items())


def one_reply(r: Reader, reply: str) -> bool:
    return bool(r.legal()) and all(r.met(n, int(reply)) for n in r.legal())


def one_reply_ends(r: Reader, reply: str) -> bool:
    return one_reply(r, reply) and all(r.ends(n, int(reply)) for n in r.legal())


def landings(r: Reader, reply: str, later: str) -> bool:
    """Each landing can be reached from the one before, whatever comes between, to the end."""
    if not one_reply(r, reply):
        return False
    fresh = {(n, int(reply)) for n in r.legal()}
    ways = [r.at.pick(n).pick(m) for n, m in fresh]
    for landing in numbers(later):
        ways = [at.pick(n) for at in ways for n in at.legal]
        if not ways or not all(landing in at.legal for at in ways):
            return False
        ways = [at.pick(landing) for at in ways]
        ways = ways[:400]
    return not any(at.legal for at in ways)


def one_answers_each(r: Reader, reply: str, count: str) -> bool:
    return number(count) == len(r.legal()) and one_reply(r, reply)


def one_answers_each_ends(r: Reader, reply: str, count: str) -> bool:
    return number(count) == len(r.legal()) and one_reply_ends(r, reply)


def later_answers(r: Reader, reply: str, count: str, later: str) -> bool:
    return number(count) == len(r.legal()) and landings(r, reply, later)


def only_met(r: Reader, n: str, reply: str) -> bool:
    return r.legal() == [int(n)] and r.met(int(n), int(reply))


def only_loses(r: Reader, n: str) -> bool:
    return r.legal() == [int(n)] and not winning(r.at)


def each_loses(r: Reader, count: str) -> bool:
    return r.all_lose(count)


def only_one_is_lost(r: Reader) -> bool:
    return len(r.legal()) == 1 and not winning(r.at)


def tried(r: Reader) -> None:
    """It goes with a sentence that says what came out."""
