"""A played game, graded pick by pick by the oracle. Nothing here is an estimate.

Whoever wins with best play before a move is *winning*. A pick in a won position keeps the
win or throws it away; in a lost one it can only set a trap.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..game import Position
from ..oracle import Budget, Verdict, solve
from ..oracle.budget import A_LOOK, NO_DEADLINE
from ..oracle.judge import KEPT, THREW, Judgement, judge
from ..oracle.traps import answers, hardest
from ..record import CONCEDE, ENDINGS, PASS, Event, Play, Record, result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Tell = Callable[[int, int], object]

GAINED = "passed into the win"  # what else a step was worth, the judge says
NOT_GRADED = "not graded"  # for lack of time
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
    mattered: bool  # the position was won, and not every legal pick won
    best: tuple[int, ...] = ()  # the hardest traps, in a lost position
    reason: str = ""  # why the winning picks win

    @property
    def trap(self) -> bool | None:
        """In a lost position, whether the hardest trap was set; else None."""
        return self.event in self.best if self.best and self.is_pick else None

    @property
    def is_pick(self) -> bool:
        return isinstance(self.event, int)


class Score(NamedTuple):
    """A player's decisions that mattered, and how many of them were right."""

    mattered: int
    right: int

    @property
    def share(self) -> float | None:
        return self.right / self.mattered if self.mattered else None


class Review(NamedTuple):
    """A game and its grades."""

    record: Record
    result: str
    steps: tuple[GradedStep, ...]
    winners: tuple[int | None, ...]  # who was winning at the start and after each step

    @property
    def turning_point(self) -> GradedStep | None:
        """The last step that changed who wins."""
        known = list(zip(self.steps, self.winners, self.winners[1:], strict=False))
        turns = [s for s, before, after in known if before and after and before != after]
        return turns[-1] if turns else None

    @property
    def not_graded(self) -> int:
        """How many steps there was no time for."""
        return sum(step.grade == NOT_GRADED for step in self.steps)

    def score(self, seat: int) -> Score:
        mattered = [s for s in self.steps if s.seat == seat and s.mattered and s.is_pick]
        return Score(len(mattered), sum(step.grade == KEPT for step in mattered))


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
        steps.append(_ending(positions[-1], verdict, play, budget))
        winners.append(3 - steps[-1].seat)
    for number in range(len(play.moves), 0, -1):
        if tell:
            tell(len(play.moves) - number, len(play.moves))
        position, move = positions[number - 1], play.moves[number - 1]
        seat = 2 - number % 2
        if move is not None:
            verdict = _verdict(position, budget)
        event = PASS if move is None else move
        steps.insert(0, _step(position, verdict, number, seat, event, budget))
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
    position: Position, verdict: Verdict, number: int, seat: int, event: Event, budget: Budget
) -> GradedStep:
    lost_pick = verdict.wins is False and isinstance(event, int)
    judged = _judged(position, verdict, event)
    return GradedStep(
        number=number,
        seat=seat,
        event=event,
        legal=position.choices.bit_count(),
        winning=tuple(verdict.winning),
        grade=judged.grade,
        mattered=judged.mattered,
        best=_traps(position, budget) if lost_pick else (),
        reason=verdict.text,
    )


def _ending(position: Position, verdict: Verdict, play: Play, budget: Budget) -> GradedStep:
    """The step with which somebody gave up, at the turn of either player."""
    event = play.ending or ""
    if event == CONCEDE and verdict.wins is not None:
        # What the one who waits gives up is the reverse of the position.
        verdict = verdict._replace(wins=not verdict.wins, winning=())
    seat = 3 - play.turn if event == CONCEDE else play.turn
    step = _step(position, verdict, len(play.moves) + 1, seat, event, budget)
    return step._replace(legal=0, mattered=False) if event == CONCEDE else step


def _judged(position: Position, verdict: Verdict, event: Event) -> Judgement:
    """What the judge says; what it was not asked and a pass in a lost position aside."""
    if verdict is UNASKED:
        return Judgement(grade=NOT_GRADED, mattered=False)
    if event == PASS and verdict.wins is False:
        return Judgement(grade=GAINED, mattered=False)
    pick = event if isinstance(event, int) else None
    return judge(verdict, position.choices.bit_count(), pick)


def _traps(position: Position, budget: Budget) -> tuple[int, ...]:
    """The hardest traps; none where one of the picks is unknown."""
    found = answers(position, budget.part(A_LOOK))
    return () if None in found.values() else tuple(hardest(found))


# --- in words and as data ---------------------------------------------------------------


def in_words(step: GradedStep) -> str:
    """What a step was worth, in a sentence or two without its player."""
    if step.event == PASS:
        return {THREW: "forfeited the turn, and with it the win"}.get(
            step.grade, f"forfeited the turn: {step.grade}"
        )
    if isinstance(step.event, str):
        ended = ENDINGS[step.event].happened
        return {THREW: f"{ended} in a won position"}.get(step.grade, f"{ended}: {step.grade}")
    if step.grade == NOT_GRADED:
        return step.grade
    if step.legal == 1:
        return f"{step.grade}, the only pick"
    if step.legal == len(step.winning):
        return f"{step.grade}, as every pick did"
    if step.trap is not None:
        return f"{step.grade}, {'the hardest' if step.trap else 'not the hardest'} trap"
    return step.grade


def as_data(review: Review) -> dict[str, Any]:
    record, turning = review.record, review.turning_point
    return {
        "game": record.game.name,
        "numbers": str(record.game.numbers),
        "date": record.date,
        "result": review.result,
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
        "trap": step.trap,
        "traps": list(step.best),
        "reason": step.reason,
    }
