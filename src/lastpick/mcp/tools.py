"""The tools, as an assistant sees them: what each takes, what it is for, what it answers."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

from mcp_types import CallToolResult, TextContent
from pydantic import BaseModel, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from ..catalog import names
from ..coach.hint import STEPS
from ..oracle.budget import A_LOOK
from ..players import BOTS, KINDS
from ..terminal.show_review import show_review
from ..terminal.show_rules import book_data, show_rules
from ..terminal.show_verdict import show_verdict
from . import answers, games, puzzles, questions, words
from .answers import (
    AskedPuzzleAnswer,
    GamesAnswer,
    HintAnswer,
    ReviewAnswer,
    RulesAnswer,
    StateAnswer,
    VerdictAnswer,
)
from .books import book_for
from .thinking import LONGEST

_MOST_UNFINISHED = 20
_REVIEW = 30.0  # seconds by default; many positions are looked at

_GAME = (
    "a game's name from list_games; or the whole text of a game file in TOML"
    ' of at most 64 kB, such as: numbers = "1-20"\\nfollows = "divisor or multiple"'
)


def _no_truth_value(value: object) -> object:
    """`true` is no pick, though it would be read as 1."""
    if isinstance(value, bool):
        raise PydanticCustomError("int_type", "Input should be a valid integer")
    return value


Number = Annotated[int, BeforeValidator(_no_truth_value)]
Game = Annotated[str, Field(description=_GAME)]
OtherGame = Annotated[str | None, Field(description=f"in place of an id: {_GAME}")]
Numbers = Annotated[
    str | None, Field(description="another pool for the game, such as 1-50; by default its own")
]
Picks = Annotated[
    list[Number] | None,
    Field(description="with game: the picks made so far, in order", max_length=100_000),
]
GameId = Annotated[str, Field(description="the id of a game, as new_game and list_games tell it")]
AnyId = Annotated[
    str | None,
    Field(description="the id of a game that was begun; by default the one played last"),
]
Seconds = Annotated[float, Field(description="how long it may take", ge=1, le=LONGEST)]


def list_games() -> Annotated[CallToolResult, GamesAnswer]:
    """List the number games that can be played, the bots to play against, and the games that were
    begun and are not over yet, here or at the user's terminal, with the ids to go on with them.
    """
    unfinished, damaged = games.unfinished(_MOST_UNFINISHED)
    forms = [kind.form for kind in KINDS.values() if not kind.outside]
    opponents = [games.NOBODY, *BOTS, *forms]
    data = GamesAnswer(
        games=[answers.shipped(name) for name in names()],
        opponents=opponents,
        unfinished=[answers.saved_game(saved) for saved in unfinished],
    )
    return _told(words.games(unfinished, damaged, opponents), data)


def rules(game: Game, numbers: Numbers = None) -> Annotated[CallToolResult, RulesAnswer]:
    """Explain a game: its rules in words and as exact conditions, an example, and tips. Also
    checks the text of a game file that the user has made up, and says what is wrong with it.
    """
    book = book_for(game, numbers)
    text = words.shown(lambda screen: show_rules(screen, book))
    return _told(text, answers.rules_answer(book_data(book)))


def new_game(
    game: Game,
    numbers: Numbers = None,
    opponent: Annotated[
        str,
        Field(
            description="a bot's name from list_games, which answers each pick at once; or nobody:"
            " both sides pick through this server, as when the user plays against you"
        ),
    ] = games.NOBODY,
    first: Annotated[
        Literal["player", "opponent", "toss"],
        Field(description="who makes the first pick: the player, the opponent, or a coin decides"),
    ] = "player",
    name: Annotated[
        str | None,
        Field(description="what the player is called, such as the user's name"),
    ] = None,
    opponent_name: Annotated[
        str | None,
        Field(description="what the opponent is called, such as your own name if you play"),
    ] = None,
    seed: Annotated[
        int | None, Field(description="makes the bot's chance and the coin repeatable", ge=0)
    ] = None,
) -> Annotated[CallToolResult, StateAnswer]:
    """Begin a game between two players and show its board. The user can play against you or a
    friend (opponent nobody), or against a bot; or you play a bot. The game is saved at once under
    the id in the answer; every further call about it takes that id. The user can go on with it at
    a terminal with `lastpick resume ID`, and games begun there can be gone on with here.
    """
    wish = games.GameWish(book_for(game, numbers), opponent, first, name, opponent_name, seed)
    return _state(games.begin(wish))


def pick(
    id: GameId,  # noqa: A002 - as an assistant is told it
    number: Annotated[Number, Field(description="the number to pick")],
) -> Annotated[CallToolResult, StateAnswer]:
    """Pick a number in a game, for whoever's turn it is; a bot that is the opponent answers in the
    same call. The answer tells what happened and shows the board. An illegal pick changes nothing:
    the error says why it is illegal and which picks are valid. Pick for the user only what they
    said.
    """
    return _state(games.pick(id, number))


def take_back(id: GameId) -> Annotated[CallToolResult, StateAnswer]:  # noqa: A002
    """Take back the last pick of a game that is not over; a bot's answer to it goes with it."""
    return _state(games.take_back(id))


def resign(id: GameId) -> Annotated[CallToolResult, StateAnswer]:  # noqa: A002
    """Give up a game for the player to move: the other one wins. Only if the user wants that."""
    return _state(games.resign(id))


def position(id: AnyId = None) -> Annotated[CallToolResult, StateAnswer]:  # noqa: A002
    """Show how a game stands: players, picks, whose turn it is, the valid picks, the board, or who
    has won and why. Without an id it is the game that was played last, here or at the user's
    terminal.
    """
    saved = games.latest() if id is None else games.find(id)
    return _state(games.look(saved))


def hint(
    id: AnyId = None,  # noqa: A002
    step: Annotated[
        int, Field(description="1: a nudge, 2: where to look, 3: the pick itself", ge=1, le=STEPS)
    ] = 1,
    game: OtherGame = None,
    numbers: Numbers = None,
    picks: Picks = None,
    seconds: Seconds = A_LOOK,
) -> Annotated[CallToolResult, HintAnswer]:
    """A hint for the player to move, in three steps that each tell more; proven, never a guess.
    About a game that was begun (id), or about any position (game, numbers and picks instead of
    id).
    """
    at = questions.place(id, game, numbers, picks)
    text = questions.hint(at, step, seconds)
    return _told(text, HintAnswer(step=step, hint=text, more=step < STEPS))


def verdict(
    id: AnyId = None,  # noqa: A002
    game: OtherGame = None,
    numbers: Numbers = None,
    picks: Picks = None,
    seconds: Seconds = A_LOOK,
) -> Annotated[CallToolResult, VerdictAnswer]:
    """Who wins from a position with best play, every winning pick, and the proof. It gives the
    game away, so ask for it during a game only if the user wants to know. About a game that was
    begun (id), or about any position (game, numbers and picks instead of id). Where there is no
    time to work it out, the answer is unknown, never a guess.
    """
    at = questions.place(id, game, numbers, picks)
    found, plain = questions.verdict(at, seconds)
    text = words.shown(lambda screen: show_verdict(screen, at.book, at.position, found))
    return _told(
        f"{text}\nIn plain words: {plain}", answers.verdict_answer(at.position, found, plain)
    )


def review(
    id: Annotated[  # noqa: A002
        str | None, Field(description="the id of a game; by default the last one that is over")
    ] = None,
    seconds: Seconds = _REVIEW,
) -> Annotated[CallToolResult, ReviewAnswer]:
    """Grade every pick of a game exactly: who was winning when, which pick threw the win away,
    what would have won instead and why. For a game that is over, or for what stands of one that is
    not.
    """
    name, found = questions.reviews(id, seconds)
    text = "\n\n".join(words.shown(partial(show_review, found=one)) for one in found)
    return _told(text, answers.review_answer(name, found))


def puzzle(
    id: Annotated[  # noqa: A002
        str | None,
        Field(description="the id of a puzzle that was asked; without one, a new puzzle"),
    ] = None,
    pick: Annotated[Number | None, Field(description="with id: the pick that is tried")] = None,
    hint: Annotated[bool, Field(description="with id: tell the next of three hints")] = False,
    give_up: Annotated[bool, Field(description="with id: give up, and tell the answer")] = False,
    game: Annotated[
        str | None,
        Field(
            description="for a new puzzle: a game's name, or the text of a game file, which has to"
            " be given with the id too; by default the puzzle of the day, the same for everybody"
        ),
    ] = None,
    numbers: Numbers = None,
    level: Annotated[int | None, Field(description="how hard: 1 to 5; any", ge=1, le=5)] = None,
    seconds: Seconds = _REVIEW,
) -> Annotated[CallToolResult, AskedPuzzleAnswer]:
    """Puzzles: a position in which exactly one pick wins. Called without an id it asks a new one,
    or the puzzle of the day; with its id it takes the user's try and says why it is right or
    wrong, or gives a hint, or the answer. The first try counts in the user's statistics: try only
    what the user said.
    """
    wish = puzzles.PuzzleWish(id, game, numbers, level, pick, hint, give_up)
    told = puzzles.puzzle(wish, seconds)
    data = answers.puzzle_answer(told.name, told.book, told.attempt, told.right)
    return _told(told.text, data)


TOOLS = (
    list_games, rules, new_game, pick, position, take_back, resign, hint, verdict, review, puzzle,
)  # fmt: skip
LOOKS = {list_games, rules, hint, verdict, review}  # these change nothing


def _state(seen: games.Seen) -> CallToolResult:
    return _told(words.state(seen), answers.game_state(seen, words.over(seen.match)))


def _told(text: str, data: BaseModel) -> CallToolResult:
    content: dict[str, Any] = data.model_dump(mode="json")
    return CallToolResult(content=[TextContent(text=text)], structured_content=content)
