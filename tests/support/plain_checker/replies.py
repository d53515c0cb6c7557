"""Statements on what ends the game, and on what answers what."""

from __future__ import annotations

from functools import cache

from lastpick.game import Game, Position
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


def each_ends(r: Reader, said: str) -> bool:
    """ "if they pick 1, you end the game with 5; if 2, with 7": all that can be picked."""
    pairs = pairs_of(said)
    return r.legal() == list(pairs) and all(r.ends(*pair) for pair in pairs.items())


def can_end(r: Reader) -> bool:
    """Every pick can be answered so; examples have to follow."""
    r.example = r.ends
    return all(any(r.ends(n, m) for m in r.at.pick(n).legal) for n in r.legal())


def can_win(r: Reader) -> bool:
    r.example = r.met
    return all_lose(r)


def for_example(r: Reader, said: str) -> bool:
    """Some of the picks, with answers that do what has been said before."""
    pairs, does, r.example = pairs_of(said), r.example, None
    legal = set(pairs) <= set(r.legal()) and (len(pairs) < len(r.legal()) or does == r.met)
    return does is not None and legal and all(does(*pair) for pair in pairs.items())


def so_many_follow(r: Reader, count: str) -> bool:
    """An even count: the winner makes the last pick, which wins."""
    return not r.game.misere and number(count) % 2 == 0 and lengths(r.at) == {number(count)}


def so_many_follow_misere(r: Reader, count: str) -> bool:
    return r.game.misere and number(count) % 2 == 1 and lengths(r.at) == {number(count)}


def lengths(at: Position) -> set[int]:
    """How many picks the games from here have."""
    return _lengths(at.game, at.bits, at.choices)


@cache
def _lengths(game: Game, bits: int, choices: int) -> set[int]:
    found = set()
    for n in game.numbers.decode(choices):
        keep, after = game.move(n)
        found |= {1 + more for more in _lengths(game, bits & keep, bits & keep & after)}
    return found or {0}


def only_last(r: Reader, n: str) -> bool:
    return r.legal() == [int(n)] and every_last(r)


def every_last(r: Reader) -> bool:
    return r.game.misere and bool(r.legal()) and not any(r.at.pick(n).legal for n in r.legal())


def pairs_of(said: str) -> dict[int, int]:
    """Picks and what answers each, as they are named in turn; none is named twice."""
    named = numbers(said)
    pairs = dict(zip(named[::2], named[1::2], strict=True))
    if sorted(pairs) != named[::2]:
        raise Untrue(f"named twice, or not in order: {said}")
    return pairs


def each_met(r: Reader, said: str) -> bool:
    """ "if they pick 1, you pick 5; if 2, you pick 4": all that can be picked, or all but 1."""
    r.partners = pairs_of(said)
    asked = [n for n in r.legal() if n != 1 or not r.one_loses]
    return asked == list(r.partners) and all(r.met(*pair) for pair in r.partners.items())


def all_lose(r: Reader) -> bool:
    return bool(r.legal()) and not winning(r.at)


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


def only_met(r: Reader, n: str, reply: str) -> bool:
    return r.legal() == [int(n)] and r.met(int(n), int(reply))


def only_loses(r: Reader, n: str) -> bool:
    return r.legal() == [int(n)] and not winning(r.at)
