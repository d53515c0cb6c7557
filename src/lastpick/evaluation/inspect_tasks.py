"""Inspect's tasks: `inspect eval lastpick/standard --model ...`, and so on.

Inspect finds this module by its entry point, asks, keeps the log and goes on with a run that was
stopped. What is asked and what an answer is worth is ours.
"""

from __future__ import annotations

from collections.abc import Awaitable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

try:
    from inspect_ai import Task, task
    from inspect_ai._util.error import PrerequisiteError  # what it tells in one line
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import (
        ChatMessage,
        ChatMessageAssistant,
        ChatMessageSystem,
        ChatMessageUser,
        ModelOutput,
        get_model,
    )  # fmt: skip
    from inspect_ai.solver import Generate, Solver, TaskState, solver
    from pydantic import ValidationError
except ImportError as error:
    raise ImportError(
        f"lastpick.evaluation.inspect_tasks needs {error.name};"
        " it comes with: pip install 'lastpick[inspect]'"
    ) from None

from ..errors import LastpickError
from ..game import Position
from ..players.llm.endpoint import THIS_ONE
from ..players.llm.player import NOTHING
from ..players.llm.prompt import prompt as prompt_at
from ..players.llm.prompt import read
from ..players.player import GARBAGE, ILLEGAL, Failure, Options
from ..terminal.progress import Progress
from .ask import GAME, Answer, resistance, to_data
from .decision import PROMPTS, Prompt, again, prompt
from .inspect_scorers import (
    ANSWERS,
    CHANCE,
    NO_CHOICE,
    TRIES,
    decision,
    grade,
    item_of,
    won_game,
    words,
)
from .inspect_scorers import to_data as found_data
from .plan import Plan
from .suite import STANDARD, Item, Suite, open_suite

__all__ = ["ask", "decision", "play_on", "private", "standard", "won_game", "won_games"]


@task
def standard(
    suite: str = STANDARD,
    each: int | None = None,
    attempts: int = 1,
    show_legal: bool = False,
    lenient: bool = False,
) -> Task:
    """The decisions of a frozen suite."""
    with _told("lastpick/private -T seed=S"):
        return _decisions(_Suite(suite, each=each), attempts, show_legal, lenient)


@task
def private(
    seed: int | None = None,
    rules: str | Sequence[str] | None = None,
    suite: str = STANDARD,
    each: int | None = None,
    attempts: int = 1,
    show_legal: bool = False,
    lenient: bool = False,
) -> Task:
    """The decisions of a suite that nobody has seen: by a seed, of own games if wanted."""
    with _told():
        if seed is None and not rules:
            raise LastpickError("a private suite needs a seed, as in -T seed=7, or -T rules=FILE")
        return _decisions(_Suite(suite, seed, rules, each), attempts, show_legal, lenient)


@task
def won_games(
    suite: str = STANDARD,
    seed: int | None = None,
    rules: str | Sequence[str] | None = None,
    each: int | None = None,
    games: int = 2,
    show_legal: bool = False,
    lenient: bool = False,
) -> Task:
    """Won games of a suite, played on against the bot that resists best."""
    with _told():
        count, shown = _number("games", games, 1), _yes("show_legal", show_legal)
        how = {"solver": play_on(shown, _yes("lenient", lenient)), "scorer": won_game()}
        opened = _opened(_Suite(suite, seed, rules, each))
        plan = Plan("", opened, CHANCE, each, count, Options())
        return _task(opened, plan.won_games(), shown, **how)


def _decisions(suite: _Suite, attempts: int, show_legal: bool, lenient: bool) -> Task:
    tries, shown = _number("attempts", attempts, 1), _yes("show_legal", show_legal)
    scorer = decision(_yes("lenient", lenient))
    opened = _opened(suite)
    return _task(opened, opened.items, shown, solver=ask(tries, lenient), scorer=scorer)


def _task(suite: Suite, items: Sequence[Item], show_legal: bool, **how: Any) -> Task:
    samples = [
        Sample(
            id=suite.id_of(item),
            input=_messages(prompt(item, show_legal)),
            target=[str(n) for n in item.winning],
            metadata=item._asdict(),
        )
        for item in items
    ]
    told = {
        "suite": suite.name,
        "suite_seed": suite.seed,
        "generator": suite.generator,
        "checksum": suite.checksum,
        "prompts": PROMPTS,
    }
    dataset = MemoryDataset(samples, name=suite.label)
    return Task(dataset=dataset, version=PROMPTS, metadata=told, **how)


def _messages(asked: Prompt) -> list[ChatMessage]:
    return [ChatMessageSystem(content=asked.system), ChatMessageUser(content=asked.user)]


# --- what -T may say --------------------------------------------------------------------


@contextmanager
def _told(private: str = "-T seed=S") -> Iterator[None]:
    """Errors of ours as Inspect shows them: one line, no traceback, and by its own options."""
    try:
        yield
    except LastpickError as error:
        said = str(error).replace("--suite-seed", private)
        raise PrerequisiteError(said.replace("[", r"\[")) from None  # it reads markup


class _Suite(NamedTuple):
    """Which suite, as -T says it."""

    name: str
    seed: int | None = None
    rules: str | Sequence[str] | None = None
    each: int | None = None


def _opened(suite: _Suite) -> Suite:
    rules = suite.rules or ()
    seed = None if suite.seed is None else _number("seed", suite.seed)
    each = None if suite.each is None else _number("each", suite.each, 1)
    with Progress() as progress:
        return open_suite(
            str(suite.name),
            seed,
            [rules] if isinstance(rules, str) else list(map(str, rules)),
            each,
            lambda done, of: progress.show(f"suite {progress.bar(done, of)}"),
        )


def _number(name: str, value: object, least: int | None = None) -> int:
    if type(value) is not int:
        raise LastpickError(f"{name}: expected a whole number, found {str(value)[:40]!r}")
    if least is not None and value < least:
        raise LastpickError(f"{name}: expected {least} or more, found {value}")
    return value


def _yes(name: str, value: object) -> bool:
    if type(value) is not bool:
        raise LastpickError(f"{name}: expected true or false, found {str(value)[:40]!r}")
    return value


# --- single decisions -------------------------------------------------------------------


@solver
def ask(attempts: int = 1, lenient: bool = False) -> Solver:
    """Asks once, whatever comes back: there are no tools to call.

    With several attempts it asks again after an answer that was no legal pick, and says why.
    """

    ear = _Ear()

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        item, tries = item_of(state.metadata), []

        async def answer() -> ModelOutput:
            return (await generate(state, tool_calls="none")).output

        while True:
            state.output = await ear.hear(state.messages, answer())
            if attempts == 1:
                return state
            found = grade(item, state.output, lenient)
            tries.append(found_data(found))
            state.store.set(TRIES, tries)
            if len(tries) == attempts or found.result not in (ILLEGAL, GARBAGE):
                return state
            told = again(item, state.output.completion, lenient)
            said = state.output.completion
            state.messages[-1] = ChatMessageAssistant(content=said if said.strip() else NOTHING)
            state.messages.append(ChatMessageUser(content=told))  # a call would want a result

    return solve


# What Inspect's providers raise for an answer that has not the form which they expect.
_UNREADABLE = (TypeError, AttributeError, LookupError, ValidationError)


class _Ear:
    """Distinguishes a question that fails from an endpoint that is down."""

    def __init__(self) -> None:
        self._answered: list[ChatMessage] = []  # what it has answered last

    async def hear(self, asked: list[ChatMessage], answer: Awaitable[ModelOutput]) -> ModelOutput:
        """Return the answer, or an empty output if only this question fails."""
        question = list(asked)
        try:
            output = await answer
        except _UNREADABLE:
            error = NO_CHOICE
        except Exception as refused:
            status = getattr(refused, "status_code", None)
            if status not in THIS_ONE:
                raise
            error = f"the endpoint says {status}: {getattr(refused, 'provider_message', '')}"
        else:
            if output.choices:
                self._answered = question
                return output
            error = NO_CHOICE
        if self._answered and not (await get_model().generate(self._answered)).choices:
            raise RuntimeError(f"{error}; nor does it answer now what it had answered")
        return ModelOutput(model=get_model().name, error=error)


# --- won games --------------------------------------------------------------------------


@solver
def play_on(show_legal: bool = False, lenient: bool = False) -> Solver:
    """Plays a won game to its end. Each turn is asked for by itself, with all that there is to say.

    The sample's messages hold all turns, for whoever reads them; the model gets the last one's.
    """

    ear = _Ear()

    async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001 - Inspect's
        item = item_of(state.metadata)
        book, position = item.book(), item.start()
        me, resist = position.turn, resistance(item, CHANCE)
        answers: list[dict[str, Any]] = []
        state.messages = state.messages[:1]
        while position.choices:
            if position.turn != me:
                position = resist(position, len(position.picks))
                continue
            asked = _messages(prompt_at(book, position, show_legal))
            state.messages.append(asked[-1])
            state.output = await ear.hear(asked, get_model().generate(asked))
            state.messages += [choice.message for choice in state.output.choices[:1]]
            answer = _answer(item, position, state.output, lenient)
            answers.append(to_data(answer))
            state.store.set(ANSWERS, answers)
            if answer.pick is None:
                break
            position = position.pick(answer.pick)
        state.completed = True
        return state

    return solve


def _answer(item: Item, position: Position, output: ModelOutput, lenient: bool) -> Answer:
    pick, failure, text = None, None, None
    try:
        pick = read(position, words(output), lenient)
    except Failure as failed:
        failure, text = failed.kind, str(failed)
    return Answer(GAME, item.number, len(position.picks), pick, failure, text)
