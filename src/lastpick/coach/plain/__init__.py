"""Reasons in plain words, made from a verdict's certificate.

`exact` is the verdict's own text, for those who study. `plain` is for people who play: it names
what can be seen and counted, in at most three lines of eighty columns, and cuts nothing off. It
always names who moves: `called` tells whether the reader is to move, has just picked, or is none
of the players. With `worths` a sum is told by what its parts are worth, for lessons on that.
"""

from __future__ import annotations

from typing import Any

from ...game import Position
from ...oracle import Budget, Verdict, as_data, solve
from ...oracle.budget import NO_DEADLINE
from ...oracle.misere_chain import proved
from . import by_worth, endings, groups, partners, replies, sums, walks
from .words import YOU, Called, Ways, by_seat, fit

TO_MOVER = Called()  # the reader is to move
_PAIRINGS = ("pairing", "misere pairing")
_LOOKED_AT = 24  # winning picks among which one that ends the game is looked for
NOT_KNOWN = "I could not work this out: there is too much to try."


def plain(position: Position, verdict: Verdict, called: Called = TO_MOVER) -> str:
    """Why a verdict holds: the pick that its certificate proves, or why none wins."""
    return _told(position, verdict, verdict.reason.get("pick"), called)


def advice(
    position: Position,
    verdict: Verdict,
    worths: bool = False,
    called: Called = TO_MOVER,
    pick: int | None = None,
) -> str:
    """The same with a given winning pick, or with the one that is easiest to see through."""
    if verdict.winning and pick is None:
        pick = easiest(position, verdict)
    return _told(position, verdict, pick if verdict.winning else None, called, worths)


def missed(position: Position, verdict: Verdict, called: Called) -> str:
    """Why a player who threw a win away would have kept it, after the fact."""
    pick = easiest(position, verdict)
    return fit(f"<winner would> have won with {pick}: ", won(position, verdict, pick), *called)


def easiest(position: Position, verdict: Verdict) -> int:
    """The winning pick that takes the fewest words.

    Of the smallest and largest ones, one that ends the game, or leaves a single answer and then an
    end, or a row and its mirror image; else the middle of a stretch, or the one that is proved.
    """
    pick: int = verdict.reason["pick"]
    won = () if position.game.misere else verdict.winning
    some = [*won[:_LOOKED_AT], *won[_LOOKED_AT:][-_LOOKED_AT:]]
    if verdict.reason["kind"] == "walk":
        end = walks.ending(position, some)
        return pick if end is None else end
    for n in some:
        if not position.pick_unchecked(n).choices:
            return n
    for n in [] if position.game.follows.trivial else some:
        after = position.pick_unchecked(n)
        if after.choices.bit_count() == 1 and endings.ending(after.pick_unchecked(after.legal[0])):
            return n
    if verdict.reason["kind"] == "parts":
        mirror = groups.mirroring(position, some)
        return mirror or groups.middle(position.game, verdict) or pick
    return pick


def _told(
    position: Position, verdict: Verdict, pick: int | None, called: Called, worths: bool = False
) -> str:
    if verdict.wins is None:
        return NOT_KNOWN
    if not position.choices:
        return endings.stuck(position)
    mover, other = called
    if pick is None:
        return fit("No pick wins: ", lost(position, verdict, worths), other, mover)
    lead = f"Pick {pick}: " if mover == YOU else f"<winner wins> with {pick}: "
    return fit(lead, won(position, verdict, pick, worths=worths), mover, other)


def won(
    position: Position,
    verdict: Verdict,
    pick: int,
    budget: Budget = NO_DEADLINE,
    worths: bool = False,
) -> Ways:
    """Why a winning pick wins, from the most telling words to the shortest."""
    reason = verdict.reason
    kind = reason["kind"]
    if kind == "walk":
        yield from walks.left(position, verdict, pick)
        return
    after = position.pick_unchecked(pick)
    yield from endings.won(position, after)
    if kind == "parts" and worths:
        yield from by_worth.won(position, verdict, pick)
    if kind == "parts" or (kind in _PAIRINGS and pick != reason["pick"]):
        yield from left(after, solve(after, budget), worths)  # what this very pick leaves
    else:
        yield from left(after, verdict, worths)


def left(after: Position, verdict: Verdict, worths: bool = False) -> Ways:
    """Why what a pick has left is lost for the player to move: the same as why that pick wins.

    The verdict is that on what is left; or on what was there before, if it proves this pick.
    """
    if not after.choices:
        yield endings.NOTHING_FOLLOWS
    elif verdict.reason["kind"] == "walk" and after.last is not None:
        yield from walks.left(after, verdict, after.last)
    else:
        yield from lost(after, verdict, worths, "then ")


def lost(position: Position, verdict: Verdict, worths: bool = False, then: str = "") -> Ways:
    """Why every pick loses, from the most telling words to the shortest."""
    kind = verdict.reason["kind"]
    if kind == "walk":
        yield from walks.lost(position, verdict, position.legal)
        return
    if not position.game.follows.trivial:
        yield from endings.lost(position)
    if kind == "parts":
        if worths:
            yield from by_worth.lost(position, verdict, then)
        yield from sums.lost(position, verdict, then)
    elif kind == "misere":
        yield from sums.lost_misere(position, then)
    elif kind in ("pairing", "partners"):
        yield from partners.lost(position, verdict.reason["pairs"])
    elif kind == "misere pairing" and proved(position):
        yield from partners.lost_misere(position, verdict.reason["pairs"])
    yield from replies.lost(position)


def with_plain(
    position: Position, verdict: Verdict, called: Called | None = None
) -> dict[str, Any]:
    """A verdict as data, with its reason in both registers, by default for a bystander."""
    data = as_data(position, verdict)
    data["reason"]["plain"] = plain(position, verdict, called or by_seat(position.turn))
    return data
