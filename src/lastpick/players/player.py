"""A player at a table, wherever it comes from: a bot, another program, a language model."""

from __future__ import annotations

from random import Random
from typing import NamedTuple, Protocol, runtime_checkable

from ..catalog import Book
from ..errors import IllegalPick, PlayerError
from ..game import Outcome, Position
from .bot import Choose
from .bots import find_bot
from .usage import Prices, Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..oracle import Budget

CRASH, HANG, GARBAGE, FLOOD, ILLEGAL, REFUSED, ENDPOINT = (
    "crash", "hang", "garbage", "flood", "illegal", "refused", "endpoint",
)  # fmt: skip


def clean(text: str, longest: int) -> str:
    """Somebody else's words on one line of ours: printable, and not too many."""
    shown = "".join(c if c.isprintable() else " " for c in " ".join(text.split()))
    return shown if len(shown) <= longest else shown[: longest - 3] + "..."


def no_answer(seconds: float) -> str:
    """What is wrong with a player that let its time pass."""
    return f"no answer in {'1 second' if seconds == 1 else f'{seconds:g} seconds'}"


class Failure(PlayerError):
    """A player from outside gave no legal pick: what kind of failure, and what it said."""

    def __init__(self, kind: str, text: str, answer: str | None = None) -> None:
        super().__init__(text)
        self.kind = kind
        self.answer = answer

    def __reduce__(self) -> tuple[type[Failure], tuple[str, str, str | None]]:
        return Failure, (self.kind, str(self), self.answer)


def legal_pick(position: Position, n: int, answer: str | None = None) -> int:
    """The pick of a player, if the rules allow it; from here on nobody has to check it again."""
    try:
        position.pick(n)
    except IllegalPick as error:
        raise Failure(ILLEGAL, f"an illegal pick: {error}", answer) from None
    return n


class Options(NamedTuple):
    """How to deal with players from outside."""

    seconds: float | None = None  # for a pick; None: 10 for a program, 120 for a model
    base_url: str | None = None  # of an OpenAI-compatible endpoint
    temperature: float | None = 0.0  # None: none is sent
    retries: int = 2  # of an endpoint that does not answer, not of a wrong answer
    log: str | None = None  # a file for every prompt and answer; one that exists is resumed
    prices: Prices | None = None  # for a million tokens of prompts, of answers
    lenient: bool = False  # let markup around a model's pick pass
    show_legal: bool = False  # tell a model its legal picks; else finding them is its own task
    further: str = ""  # further fields of a model's request: a JSON object
    no_system: bool = False  # one message of the user holds everything; none of the system


class Player(Protocol):
    """One player, opened. It plays one game at a time: begin, choose as often as needed, end."""

    name: str

    def begin(self, book: Book, seat: int) -> None: ...

    def choose(self, position: Position, rng: Random) -> int:
        """A legal pick, a Guess if it cannot tell who wins; Failure says why there is none."""
        ...

    def end(self, outcome: Outcome | None) -> None: ...

    def usage(self) -> Usage | None: ...

    def close(self) -> None: ...


@runtime_checkable
class Teachable(Player, Protocol):
    """A player that can be told why its answer was no pick, and try again."""

    def choose_again(self, position: Position, rng: Random) -> int:
        """A further try at what `choose`, or this, has just failed by."""
        ...


class BotPlayer:
    """A bot of ours."""

    def __init__(self, name: str, choose: Choose | None = None) -> None:
        self.name = name
        self._choose = choose or find_bot(name).choose

    def __reduce__(self) -> tuple[object, tuple[str]]:  # its name says all
        from .kinds import open_player

        return open_player, (self.name,)

    def begin(self, book: Book, seat: int) -> None:
        pass

    def choose(self, position: Position, rng: Random, budget: Budget | None = None) -> int:
        return legal_pick(position, self._choose(position, rng, budget))

    def end(self, outcome: Outcome | None) -> None:
        pass

    def usage(self) -> Usage | None:
        return None

    def close(self) -> None:
        pass
