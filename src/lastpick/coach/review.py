"""A played game, graded pick by pick by the oracle. Nothing here is an estimate.

Whoever wins with best play before a move is *winning*. A pick in a won position keeps the
win or throws it away; in a lost one it can only set a trap.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from ..game import Position
from ..oracle import Budget, Verdict, solve
from ..oracle.budget import A_LOOK, NO_DEADLINE
from ..oracle.judge import KEPT, LOST, THREW, UNKNOWN, Judgement, judge
from ..oracle.traps import answers, hardest
from ..players import display_name
from ..record import CONCEDE, ENDINGS, PASS, Event, Play, Record, result
from .lesson_choice import treating
from .plain import advice, missed
from .plain.words import Called, by_seat
from .refutation import of_last

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Tell = Callable[[int, int], object]

_LONGEST = 20  # characters of a name in a reason
OFFERED = "offered"  # the first pick, where it could be taken over
GIVEN = "given"  # made before the game began, which was from a position
GAINED = "passed into the win"  # what else a step was worth, the judge says
NOT_GRADED = "not graded"  # for lack of time
GRADES = (KEPT, THREW, LOST, UNKNOWN, GAINED, OFFERED, GIVEN, NOT_GRADED)
UNASKED = Verdict(
    wins=None,
    winning=(),
    complete=False,
    nimber=None,
    method="none",
    reason={"kind": "unknown", "text": "Not graded: the time was up."},
)


class GradedStep(NamedTuple):
    """One thing that a player did, and what it was worth."""

    number: int  # which move of the game, from 1
    seat: int
    event: Event  # a pick, a pass, or what ended the game early
    legal: int  # how many picks there were
    winning: tuple[int, ...]  # those that would have won
    grade: str
    mattered: bool  # a pick, the position was won, and not every legal pick won
    best: tuple[int, ...] = ()  # the hardest traps, in a lost position where there are any
    reason: str = ""  # why the winning picks win, exactly
    plain: str = ""  # and in plain words; where the win was kept, why by this very pick
    lesson: str | None = None  # the one that treats this mistake

    @property
    def trap(self) -> bool | None:
        """In a lost position, whether the hardest trap was set; else None."""
        return self.event in self.best if self.best and self.is_pick else None

    @property
    def is_pick(self) -> bool:
        return isinstance(self.event, int)

    @property
    def mistake(self) -> bool:
        """Whether it was a decision that mattered, and wrong."""
        return self.mattered and self.grade == THREW


class SeatChoices(NamedTuple):
    """A player's decisions that mattered, and how many of them were right."""

    mattered: int
    right: int

    @property
    def mistakes(self) -> int:
        return self.mattered - self.right

    @property
    def share(self) -> float | None:
        return self.right / self.mattered if self.mattered else None

    @property
    def words(self) -> str:
        """The same to be said of somebody: "Ann had to choose ..."."""
        if not self.mattered:
            return "never had to choose between winning and losing"
        chose = f"had to choose between winning and losing {_times(self.mattered)}, and chose"
        if self.mistakes in (0, self.mattered):
            each = " each time" if self.mattered > 1 else ""
            return f"{chose} {'wrong' if self.mistakes else 'right'}{each}"
        return f"{chose} wrong {_times(self.mistakes)}"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


class Review(NamedTuple):
    """A game and its grades."""

    record: Record
    result: str
    steps: tuple[GradedStep, ...]
    winners: tuple[int | None, ...]  # who was winning at the start and after each step

    @property
    def turning_point(self) -> GradedStep | None:
        """The last step of those who played that changed who wins."""
        known = list(zip(self.steps, self.winners, self.winners[1:], strict=False))
        turns = [s for s, before, after in known if before and after and before != after]
        return turns[-1] if turns and turns[-1].grade != GIVEN else None

    @property
    def not_graded(self) -> int:
        """How many steps there was no time for."""
        return sum(step.grade == NOT_GRADED for step in self.steps)

    def score(self, seat: int) -> SeatChoices:
        mattered = [step for step in self.steps if step.seat == seat and step.mattered]
        return SeatChoices(len(mattered), sum(not step.mistake for step in mattered))

    def called(self, seat: int) -> str:
        """A player as the record names them; where both have the same name, with the seat."""
        one, two = map(display_name, self.record.players)
        name = two if seat == 2 else one
        return f"{name} (Player {seat})" if one == two else name


def _called(record: Record, seat: int) -> Called:
    """What a reason calls the player of a seat, who is to move, and the other one."""
    names = [display_name(person) for person in record.players]
    short = names[0] != names[1] and max(map(len, names)) <= _LONGEST
    return by_seat(seat, names) if short else by_seat(seat)


def review(record: Record, tell: Tell | None = None, budget: Budget = NO_DEADLINE) -> Review:
    """Grade what stands of a game; picks that were taken back are left out.

    It goes back from the end, where a position is quickest to see through: if the time is up,
    what is left is not graded. `tell` hears how many of the moves are done.
    """
    play = record.play()
    positions = [record.game.start()]
    for move in play.moves:
        positions.append(positions[-1] if move is None else positions[-1].pick(move))
    verdict = _verdict(positions[-1], budget)
    steps: list[GradedStep] = []
    winners = [_winner(verdict, play.turn)]
    if play.ending:
        steps.append(_ending(positions[-1], verdict, play, record, budget))
        winners.append(3 - steps[-1].seat)
    for number in range(len(play.moves), 0, -1):
        if tell:
            tell(len(play.moves) - number, len(play.moves))
        position, move = positions[number - 1], play.moves[number - 1]
        seat, after = 2 - number % 2, verdict
        if move is not None:
            verdict = _verdict(position, budget)
        event = PASS if move is None else move
        called = _called(record, seat)
        step = _step(position, verdict, number, seat, event, called, budget)
        if step.grade == KEPT and after.wins is False:
            step = step._replace(
                plain=of_last(positions[number], after, budget, called.turned) or ""
            )
        if number <= record.given:
            step = step._replace(grade=GIVEN, mattered=False, best=(), lesson=None)
        elif number == 1 and record.swap and step.is_pick and step.grade != NOT_GRADED:
            step = step._replace(grade=OFFERED, mattered=False, best=(), lesson=None)
        steps.insert(0, step)
        winners.insert(0, _winner(verdict, seat))
    return Review(record=record, result=result(play), steps=tuple(steps), winners=tuple(winners))


def _verdict(position: Position, budget: Budget) -> Verdict:
    """Who wins; if the time is up nobody is asked."""
    if budget.over:
        return UNASKED
    verdict = solve(position, budget.part(A_LOOK))
    return UNASKED if verdict.wins is None and budget.over else verdict


def _winner(verdict: Verdict, seat: int) -> int | None:
    """The seat that wins, when `seat` is to move."""
    return None if verdict.wins is None else seat if verdict.wins else 3 - seat


def _step(
    position: Position,
    verdict: Verdict,
    number: int,
    seat: int,
    event: Event,
    called: Called,
    budget: Budget,
) -> GradedStep:
    lost_pick = verdict.wins is False and isinstance(event, int)
    judged = _judged(position, verdict, event)
    mattered = judged.mattered and isinstance(event, int)
    wrong = mattered and judged.grade == THREW
    if judged.grade == THREW and verdict.winning:
        plain = missed(position, verdict, called)
    else:
        plain = verdict.text if verdict is UNASKED else advice(position, verdict, called=called)
    return GradedStep(
        number=number,
        seat=seat,
        event=event,
        legal=position.choices.bit_count(),
        winning=tuple(verdict.winning),
        grade=judged.grade,
        mattered=mattered,
        best=_traps(position, budget) if lost_pick else (),
        reason=verdict.text,
        plain=plain,
        lesson=treating(position, int(event), verdict) if wrong else None,
    )


def _ending(
    position: Position, verdict: Verdict, play: Play, record: Record, budget: Budget
) -> GradedStep:
    """The step with which somebody gave up, at the turn of either player."""
    event = play.ending or ""
    if event == CONCEDE and verdict.wins is not None:
        # What the one who waits gives up is the reverse of the position.
        verdict = verdict._replace(wins=not verdict.wins, winning=())
    seat = 3 - play.turn if event == CONCEDE else play.turn
    step = _step(position, verdict, len(play.moves) + 1, seat, event, _called(record, seat), budget)
    return step._replace(legal=0, plain="") if event == CONCEDE else step


def _judged(position: Position, verdict: Verdict, event: Event) -> Judgement:
    """What the judge says; what it was not asked and a pass in a lost position aside."""
    if verdict is UNASKED:
        return Judgement(grade=NOT_GRADED, mattered=False)
    if event == PASS and verdict.wins is False:
        return Judgement(grade=GAINED, mattered=False)
    pick = event if isinstance(event, int) else None
    return judge(verdict, position.choices.bit_count(), pick)


def _traps(position: Position, budget: Budget) -> tuple[int, ...]:
    """The hardest traps; none where one of the picks is unknown, or every answer wins."""
    found = answers(position, budget.part(A_LOOK))
    known = [left for left in found.values() if left is not None]
    if len(known) < len(found) or all(left.share == 1 for left in known):
        return ()
    return tuple(hardest(found))


# --- in words and as data ---------------------------------------------------------------


def in_words(step: GradedStep) -> str:
    """What a step was worth, without its player: of a pick, what follows it and a colon."""
    if isinstance(step.event, str):
        return _not_a_pick(step.event, step.grade)
    if step.grade in (NOT_GRADED, OFFERED, GIVEN):
        return step.grade
    worth = "losing already" if step.grade == LOST else step.grade
    if step.legal == 1:
        return f"{worth}, the only pick"
    if step.legal == len(step.winning):
        return f"{worth}, as every pick did"
    return f"{worth}, but no pick was harder to answer" if step.trap else worth


_WHERE = {
    THREW: " in a won position",
    LOST: " in a lost position",
    UNKNOWN: "; who was winning is unknown",
    NOT_GRADED: "; not graded",
}


def _not_a_pick(event: str, grade: str) -> str:
    """A turn that was forfeited, or the end of a game before its rules ended it."""
    if event == PASS:
        forfeited = {
            THREW: "forfeited the turn, and with it the win",
            GAINED: "forfeited the turn, and so handed a lost position over",
        }
        return forfeited.get(grade, f"forfeited the turn{_WHERE.get(grade, '')}")
    turn = " at the other player's turn," if event == CONCEDE else ""
    return f"{ENDINGS[event].whole}{turn}{_WHERE.get(grade, '')}"


def as_data(review: Review) -> dict[str, Any]:
    record, turning = review.record, review.turning_point
    play = record.play()
    return {
        "game": record.game.name,
        "numbers": str(record.game.numbers),
        "date": record.date,
        "result": review.result,
        "outcome": play.outcome._asdict() if play.outcome else None,
        "stuck": play.stuck,
        "swapped": play.swapped,
        "players": [_player(review, seat) for seat in (1, 2)],
        "winners": list(review.winners),
        "turning_point": turning.number if turning else None,
        "not_graded": review.not_graded,
        "steps": [_step_data(step) for step in review.steps],
    }


def _player(review: Review, seat: int) -> dict[str, Any]:
    person, score = review.record.players[seat - 1], review.score(seat)
    return {
        "name": person.name,
        "bot": person.bot,
        "mattered": score.mattered,
        "right": score.right,
        "share": score.share,
        "mistakes": score.mistakes,
        "said": score.words,
    }


def _step_data(step: GradedStep) -> dict[str, Any]:
    return {
        "move": step.number,
        "player": step.seat,
        "event": step.event,
        "grade": step.grade,
        "legal": step.legal,
        "winning": list(step.winning),
        "mattered": step.mattered,
        "mistake": step.mistake,
        "trap": step.trap,
        "traps": list(step.best),
        "reason": step.reason,
        "plain": step.plain,
        "lesson": _lesson_data(step.lesson) if step.lesson else None,
    }


@cache
def _lesson_data(name: str) -> dict[str, str]:
    from .lesson_file import open_lesson

    return {"name": name, "title": open_lesson(name).title}
