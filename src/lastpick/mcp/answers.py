"""What the tools answer as data, beside the words. Lists of numbers end after a thousand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, Field

from ..catalog import Book, open_book
from ..coach.puzzle_attempt import Attempt
from ..coach.review import Review
from ..coach.review import as_data as review_data
from ..game import Position
from ..journal import Saved
from ..oracle import Verdict
from .games import Seen

MOST_LISTED = 1_000


class ShippedGame(BaseModel):
    name: str
    title: str
    numbers: str = Field(description="the pool that it is played on unless another is asked for")
    summary: str


class UnfinishedGame(BaseModel):
    id: str
    game: str
    title: str
    numbers: str
    players: list[str]
    picks: list[int]


class GamesAnswer(BaseModel):
    games: list[ShippedGame]
    opponents: list[str]
    unfinished: list[UnfinishedGame]


class RulesAnswer(BaseModel):
    game: str
    title: str
    summary: str
    numbers: str
    opens: str = Field(description="what the first pick must fulfil; n is the pick")
    follows: str = Field(description="what each later pick n must fulfil; last is the one before")
    removes: str = Field(description="which other numbers m leave the pool when n is picked")
    start: int | None = Field(None, description="counts as the last pick before the first one")
    last_pick: str = Field("wins", description="what the last pick does for whoever makes it")
    rules: str
    example: list[int]
    tips: list[str]


class StateAnswer(BaseModel):
    """A game as it stands."""

    id: str
    game: str
    title: str
    numbers: str
    players: list[str] = Field(description="Player 1, who makes the first pick, and Player 2")
    bots: list[str | None] = Field(description="for each of the two which bot it is; null: no bot")
    happened: list[str] = Field(description="what this call let happen, bots' picks included")
    picks: list[int]
    last: int | None = Field(description="the number that the next pick must fit, if any")
    to_move: str | None = Field(description="who is to pick; null when the game is over")
    legal: list[int] = Field(description="the valid picks, a thousand at most")
    legal_count: int
    left: list[int] = Field(description="the numbers that are left, a thousand at most")
    left_count: int
    over: bool
    winner: str | None
    reason: str | None = Field(description="why it is over")
    score: list[int] | None = Field(
        description="games won by each in a match of several; else null"
    )
    in_use: bool = Field(description="whether another program is playing it right now")


class HintAnswer(BaseModel):
    step: int
    hint: str
    more: bool = Field(description="whether a further step tells more")


class VerdictAnswer(BaseModel):
    game: str
    numbers: str
    picks: list[int]
    to_move: int = Field(description="the player to move, 1 or 2")
    wins: bool | None = Field(description="whether the player to move wins; null: unknown")
    winning: list[int] = Field(description="winning picks, a thousand at most")
    winning_count: int
    complete: bool = Field(description="whether these are all the winning picks")
    nimber: int | None
    method: str
    reason: str = Field(description="why, in plain words")
    proof: str = Field(description="why, exactly")


class StepAnswer(BaseModel):
    move: int
    player: int
    event: int | str = Field(description="the pick, or what else happened")
    grade: str
    winning: list[int] = Field(description="the picks that would have won")
    mistake: bool
    plain: str = Field(description="why, in plain words")


class PlayerAnswer(BaseModel):
    name: str
    bot: str | None
    mattered: int = Field(description="how often there was a choice between winning and losing")
    right: int
    mistakes: int
    said: str


class ReviewedGame(BaseModel):
    game: str
    numbers: str
    result: str
    players: list[PlayerAnswer]
    winners: list[int | None] = Field(
        description="who was winning before each step, and at the end"
    )
    turning_point: int | None = Field(description="the move that decided it, if one did")
    not_graded: int = Field(description="how many steps there was no time for")
    steps: list[StepAnswer]


class ReviewAnswer(BaseModel):
    id: str
    games: list[ReviewedGame] = Field(description="one, unless it was a match of several")


class AskedPuzzleAnswer(BaseModel):
    id: str = Field(description="give it back with a pick, or to get a hint or the answer")
    game: str
    title: str
    numbers: str
    level: int = Field(description="how hard it is, from 1 to 5")
    picks: list[int]
    last: int | None
    left: list[int] = Field(description="the numbers that are left, a thousand at most")
    legal: list[int] = Field(description="the valid picks, a thousand at most")
    tries: list[int]
    hints: int
    right: bool | None = Field(description="whether the pick of this call wins; null without one")
    solved: bool
    gave_up: bool
    answer: int | None = Field(description="the winning pick, once it is solved or given up")


def shipped(name: str) -> ShippedGame:
    book = open_book(name)
    return ShippedGame(
        name=name, title=book.title, numbers=str(book.game.numbers), summary=book.summary
    )


def saved_game(saved: Saved) -> UnfinishedGame:
    match = saved.match
    return UnfinishedGame(
        id=saved.name,
        game=match.game.name,
        title=saved.setup.book().title,
        numbers=str(match.game.numbers),
        players=[person.name for person in match.people],
        picks=_some(match.begin().position.picks),
    )


def game_state(seen: Seen, reason: str) -> StateAnswer:
    match, play = seen.match, seen.match.play
    position, outcome, seats = play.position, play.outcome, match.seats()
    legal = () if outcome else position.legal
    return StateAnswer(
        id=seen.name,
        game=match.game.name,
        title=seen.book.title,
        numbers=str(match.game.numbers),
        players=[person.name for person in seats],
        bots=[person.bot for person in seats],
        happened=list(seen.happened),
        picks=list(position.picks),
        last=position.last,
        to_move=None if outcome else seats[play.turn - 1].name,
        legal=_some(legal),
        legal_count=len(legal),
        left=_some(position.pool),
        left_count=position.bits.bit_count(),
        over=outcome is not None,
        winner=seats[outcome.winner - 1].name if outcome else None,
        reason=reason or None,
        score=list(match.score) if match.best_of > 1 else None,
        in_use=not seen.free,
    )


def verdict_answer(position: Position, verdict: Verdict, plain: str) -> VerdictAnswer:
    return VerdictAnswer(
        game=position.game.name,
        numbers=str(position.game.numbers),
        picks=list(position.picks),
        to_move=position.turn,
        wins=verdict.wins,
        winning=_some(verdict.winning),
        winning_count=len(verdict.winning),
        complete=verdict.complete,
        nimber=verdict.nimber,
        method=verdict.method,
        reason=plain,
        proof=verdict.text,
    )


def review_answer(name: str, reviews: Sequence[Review]) -> ReviewAnswer:
    games = [review_data(found) for found in reviews]
    for game in games:
        for step in game["steps"]:
            step["winning"] = _some(step["winning"])
    return ReviewAnswer(id=name, games=[ReviewedGame.model_validate(game) for game in games])


def puzzle_answer(name: str, book: Book, attempt: Attempt, right: bool | None) -> AskedPuzzleAnswer:
    puzzle, result = attempt.puzzle, attempt.result
    position = puzzle.position
    return AskedPuzzleAnswer(
        id=name,
        game=position.game.name,
        title=book.title,
        numbers=str(position.game.numbers),
        level=puzzle.level,
        picks=list(position.picks),
        last=position.last,
        left=_some(position.pool),
        legal=_some(position.legal),
        tries=list(result.tries),
        hints=result.hints,
        right=right,
        solved=result.solved,
        gave_up=result.gave_up,
        answer=puzzle.answer if result.done else None,
    )


def rules_answer(data: dict[str, Any]) -> RulesAnswer:
    return RulesAnswer.model_validate(data)


def _some(numbers: Sequence[int]) -> list[int]:
    return list(numbers[:MOST_LISTED])
