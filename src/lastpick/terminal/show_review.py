"""A review, shown: grades, the turning point, and who was winning, drawn in characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from ..catalog import ListStyle
from ..coach.plain.words import series
from ..coach.review import GradedStep, Review, in_words, review
from ..oracle.judge import KEPT, THREW, UNKNOWN
from ..record import ENDINGS, Record, doing
from .patience import Patience
from .screen import Screen
from .voice import introduced

_ACROSS = 30  # moves in a line of the picture
_LONGEST = 8  # characters of a name beside the picture, so that it fits into 40 columns
_LIST = ListStyle(separator=", ", conjunction="", runs=0, empty="none")
_STYLES = {THREW: "bad", KEPT: "good"}


def read_reviews(games: list[Record], patience: Patience) -> list[Review]:
    """Review every game of a file, with a bar if it takes long."""
    return [
        review(record, partial(patience.bar, f"game {number} of {len(games)}"), patience.budget)
        for number, record in enumerate(games, 1)
    ]


def in_time(reviews: Iterable[Review]) -> bool:
    """Whether there was time for every step."""
    return not any(found.not_graded for found in reviews)


def show_review(screen: Screen, found: Review, exact: bool = False) -> None:
    """A review; reasons in plain words, or exactly."""
    record = found.record
    title = record.book.title
    screen.say(f"\n{title} {record.game.numbers}, {record.date}", "bold")
    for seat, person in enumerate(record.players, 1):
        screen.say(introduced(seat, person))
    screen.say(f"Result: {ended(found)}")
    if why := record.play().stuck:
        screen.say(why)
    screen.say()
    if not found.steps:
        screen.say("Nobody has picked yet.")
    for step in found.steps:
        _show_step(screen, found, step, exact)
    screen.say("\nWho was winning:", "bold")
    for line in picture(found):
        screen.say(line)
    screen.say(f"\n{turning(found)}")
    if found.not_graded:
        many = f"{found.not_graded} of {len(found.steps)} moves"
        screen.say(f"Not graded, because the time was up: {many}.", "bad")
    for seat in (1, 2):
        screen.say(decisions(found, seat))


def ended(found: Review) -> str:
    """Who won; where somebody gave up or ran out of time, that it was the other one."""
    last = found.steps[-1] if found.steps else None
    if last and last.event in ENDINGS:
        did = ENDINGS[str(last.event)].whole
        return (
            f"{doing(found.called(3 - last.seat), 'wins')}, because {found.called(last.seat)} {did}"
        )
    play = found.record.play()
    if not play.outcome:
        return found.result
    wins = doing(found.called(play.outcome.winner), "wins")
    return f"{wins}, because {found.called(play.turn)} cannot pick"


def _show_step(screen: Screen, found: Review, step: GradedStep, exact: bool) -> None:
    screen.say(f"{step.number:3}. {told(found, step)}", _STYLES.get(step.grade))
    if said := instead(step, exact):
        screen.say(f"     {said}")


def instead(step: GradedStep, exact: bool = False) -> str:
    """What would have been better, and why; nothing where nothing would."""
    reason = step.reason if exact else step.plain
    if step.grade == THREW and step.winning:
        better = "The winning pick was" if len(step.winning) == 1 else "The winning picks were"
        return f"{better} {_LIST.text(step.winning, 12)}. {reason}"
    if step.trap is False:
        return f"{series(step.best[:6], 'or')} would have been harder to answer."
    return reason if step.grade == UNKNOWN else ""


def told(found: Review, step: GradedStep) -> str:
    """What somebody did, and what it was worth."""
    who = found.called(step.seat)
    return (
        f"{who} picked {step.event}: {in_words(step)}"
        if step.is_pick
        else f"{who} {in_words(step)}"
    )


def picture(found: Review) -> Iterator[str]:
    """A row for each player, a column for each move; # where that player was winning."""
    names = [found.called(seat) for seat in (1, 2)]
    if max(map(len, names)) > _LONGEST:
        names = ["Player 1", "Player 2"]
    wide = max(map(len, names)) + 1
    for start in range(0, len(found.winners), _ACROSS):
        part = found.winners[start : start + _ACROSS]
        if start:
            yield ""
        yield f"{'':{wide}}{_ruler(start, len(part))}"
        for seat, name in enumerate(names, 1):
            marks = ["?" if w is None else "#" if w == seat else "." for w in part]
            yield f"{name:{wide}}{''.join(marks)}"


def _ruler(start: int, length: int) -> str:
    """How many moves were made, at every tenth column."""
    return "".join(f"{n:<10}" for n in range(start, start + length, 10)).rstrip()


def turning(found: Review) -> str:
    step = found.turning_point
    if step is None and None in found.winners:
        return "Whether there was a turning point is unknown."
    if step is None:
        return "There was no turning point."
    who = found.called(step.seat)
    did = f"picked {step.event}" if step.is_pick else in_words(step)
    return f"Turning point: {who} {did} (move {step.number})."


def decisions(found: Review, seat: int) -> str:
    return f"{found.called(seat)} {found.score(seat).words}."
