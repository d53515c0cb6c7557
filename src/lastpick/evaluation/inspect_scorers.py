"""Inspect's scorers: our scores of its samples, and our figures as its metrics.

A sample's metadata are the fields of its item, so that a log can be scored again by itself.
Metrics see every epoch's score: a question that was put five times counts as five decisions in
one position, whatever reducer was asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from inspect_ai._util.error import PrerequisiteError  # what it tells in one line
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import Metric, SampleScore, Scorer, Target, Value, metric, scorer
from inspect_ai.scorer import Score as InspectScore
from inspect_ai.solver import TaskState

from ..players.player import GARBAGE, HANG, REFUSED, Failure
from .ask import WonGame, from_data, replayed
from .decision import Score, score, score_failure, score_pick
from .horizon import horizon
from .report.data import WON_GROUPS, won_by, won_of
from .scoring import GROUPS, Rate, grouped, rate
from .suite import Item
from .unanswered import UNHEARD

ANSWERS, TRIES = "answers", "tries"  # of a won game, of a decision, in the sample's store
CHANCE = 1  # the seed of the resistance, as where `evaluate` is told none
_CUT_OFF = ("max_tokens", "model_length")
NO_CHOICE = "an answer without choices"
_UNFINISHED = "unfinished"  # a limit of the run ended the game
_OTHER = "the sample is {}, which this scorer cannot grade; use --scorer lastpick/{}"
_REASONS = {GARBAGE: "invalid_response_format", REFUSED: "refusal", HANG: "no_response"}


def item_of(metadata: Mapping[str, Any] | None) -> Item:
    """The item of a sample."""
    try:
        fields: dict[str, Any] = {name: (metadata or {})[name] for name in Item._fields}
    except KeyError as missing:
        raise PrerequisiteError(
            "Lastpick's scorers grade samples of Lastpick's tasks, and this is none (its metadata"
            f" have no {missing}); give them the log of an inspect eval lastpick/standard"
        ) from None
    return Item(**{**fields, "picks": tuple(fields["picks"]), "winning": tuple(fields["winning"])})


def words(output: ModelOutput) -> str:
    """What a model answered; Failure if that is no whole answer."""
    if output.empty and output.error:
        raise Failure(REFUSED, output.error)
    if output.empty:
        raise Failure(HANG, "there is no answer within the limits of the run")
    choice = output.choices[0]
    told = choice.stop_details
    if choice.stop_reason == "content_filter" or (told and told.type == "refusal"):
        why = output.error or (told and told.explanation) or "content_filter"
        raise Failure(REFUSED, f"it would not answer: {why}")
    if choice.stop_reason in _CUT_OFF:
        raise Failure(GARBAGE, f"its answer was cut off ({choice.stop_reason})")
    return output.completion


# --- single decisions -------------------------------------------------------------------


def grade(item: Item, output: ModelOutput, lenient: bool) -> Score:
    """What an answer to an item is worth."""
    try:
        return score(item, words(output), lenient)
    except Failure as failure:
        return score_failure(item, failure.kind, str(failure))


def to_data(one: Score) -> dict[str, Any]:
    """A score as plain data, without its item."""
    return {"result": one.result, "pick": one.pick, "said": one.said}


def _from_data(item: Item, fields: Mapping[str, Any]) -> Score:
    pick = fields["pick"]
    if pick is None:
        return score_failure(item, fields["result"], fields["said"])
    return score_pick(item, pick)


@metric(scores="unreduced")
def figures() -> Metric:
    """The figures of all decisions, as `lastpick evaluate` gives them: of the first tries."""

    def compute(scores: list[SampleScore]) -> Value:
        graded = _graded(scores)
        if not graded:
            return {}
        whole, bands = rate(graded), _rates(graded, "remoteness")
        low, high = whole.interval
        return {
            "score": 100 * whole.kept,
            "score_low": 100 * low,
            "score_high": 100 * high,
            "skill": 100 * whole.skill,
            "legal": whole.legal,
            "horizon": horizon(bands),
            "chance": 100 * whole.chance,
            "decisions": whole.decisions,
            "positions": whole.positions,
        }

    return compute


@metric(scores="unreduced")
def score_by(group: str) -> Metric:
    """The score of each game, or size, or depth, or remoteness, or disguise."""

    def compute(scores: list[SampleScore]) -> Value:
        found = _rates(_graded(scores), group)
        return {f"{group}/{key}": 100 * one.kept for key, one in found.items()}

    return compute


def _rates(graded: Sequence[Score], group: str) -> dict[str, Rate]:
    found = grouped(graded, group, lambda entry: entry.item)
    return {key: rate(part) for key, part in found.items()}


@metric(scores="unreduced")
def with_tries() -> Metric:
    """The figures of the last tries, where there could be several."""

    def compute(scores: list[SampleScore]) -> Value:
        if not any((one.score.metadata or {}).get(TRIES) for one in scores):
            return {}
        graded = _graded(scores, -1)
        if not graded:
            return {}
        whole = rate(graded)
        return {
            "score_with_tries": 100 * whole.kept,
            "skill_with_tries": 100 * whole.skill,
            "legal_with_tries": whole.legal,
        }

    return compute


def _graded(scores: Sequence[SampleScore], which: int = 0) -> list[Score]:
    """The decisions; none if the model was never heard, of which then nothing is known."""
    found = []
    for one in scores:
        told = one.score.metadata or {}
        found.append(_from_data(item_of(one.sample_metadata), (told.get(TRIES) or [told])[which]))
    if all(one.result in UNHEARD for one in found):
        return []
    return sorted(found, key=lambda entry: entry.item.number)  # they come as they were answered


@scorer(metrics=[figures(), with_tries(), *map(score_by, GROUPS)])
def decision(lenient: bool = False) -> Scorer:
    """1 if the pick kept the win; 0 if it threw it away, was illegal or never came.

    Where there were several tries, it is the first that counts.
    """

    async def graded(state: TaskState, target: Target) -> InspectScore:  # noqa: ARG001 - Inspect's
        item = item_of(state.metadata)
        if ANSWERS in state.store:
            raise PrerequisiteError(_OTHER.format("a won game", "won_game"))
        tries: list[dict[str, Any]] = state.store.get(TRIES, [])
        found = _from_data(item, tries[0]) if tries else grade(item, state.output, lenient)
        return InspectScore(
            value=int(found.kept),
            answer=None if found.pick is None else str(found.pick),
            explanation=found.refutation or f"{found.pick} keeps the win.",
            reason=_REASONS.get(found.result),
            metadata=to_data(found) | ({TRIES: tries} if tries else {}),
        )

    return graded


# --- won games --------------------------------------------------------------------------


@metric(scores="unreduced")
def conversion() -> Metric:
    """How many of the won games were won."""

    def compute(scores: list[SampleScore]) -> Value:
        games = _played(scores)
        if not games:
            return {}
        won, (low, high) = won_of(games)
        return {
            "conversion": won / len(games),
            "conversion_low": low,
            "conversion_high": high,
            "games": len(games),
            "won": won,
            "failures": sum(game.failure is not None for game in games),
        }

    return compute


@metric(scores="unreduced")
def conversion_by(group: str) -> Metric:
    """The same for each game, or size, or disguise."""

    def compute(scores: list[SampleScore]) -> Value:
        parts = won_by(_played(scores), group)
        return {f"{group}/{key}": won_of(part)[0] / len(part) for key, part in parts.items()}

    return compute


def _played(scores: Sequence[SampleScore]) -> list[WonGame]:
    found = []
    for one in scores:
        told = one.score.metadata or {}
        found.append(
            WonGame(item_of(one.sample_metadata), True, told["won"], told["failure"], told["asked"])
        )
    if all(game.asked <= 1 and game.failure in UNHEARD for game in found):
        return []
    return found


@scorer(metrics=[conversion(), *map(conversion_by, WON_GROUPS)])
def won_game() -> Scorer:
    """1 if the won game was won; one mistake, or one turn without a legal pick, loses it."""

    async def graded(state: TaskState, target: Target) -> InspectScore:  # noqa: ARG001 - Inspect's
        item = item_of(state.metadata)
        if ANSWERS not in state.store and not state.output.empty:
            raise PrerequisiteError(_OTHER.format("a single decision", "decision"))
        kept: list[dict[str, Any]] = state.store.get(ANSWERS, [])
        answers = [from_data(dict(one)) for one in kept]
        game = replayed(item, CHANCE, {answer.place: answer for answer in answers})
        failure = game.failure if game.over else _UNFINISHED
        said = answers[-1].text if answers else None
        return InspectScore(
            value=int(game.won),
            answer=", ".join(str(answer.pick) for answer in answers if answer.pick is not None),
            explanation=said or failure or ("It is won." if game.won else "It is lost."),
            reason=_REASONS.get(failure or ""),
            metadata={"won": game.won, "failure": failure, "asked": game.asked},
        )

    return graded
