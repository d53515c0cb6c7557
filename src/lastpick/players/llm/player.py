"""`llm:MODEL`: a language model behind any OpenAI-compatible chat endpoint."""

from __future__ import annotations

from collections import Counter
from random import Random

from ...catalog import Book
from ...errors import PlayerError
from ...game import Outcome, Position
from ..player import GARBAGE, Failure, Options, clean
from ..usage import Usage
from .endpoint import Endpoint, Reply
from .log import Key, PromptLog, digest
from .prompt import Prompt, prompt, read

PREFIX = "llm:"
SECONDS = 120.0  # for an answer, if nothing else is said
_CUT_OFF = "length"


class LlmPlayer:
    """A model that plays. Each pick is one question that says everything; nothing is kept."""

    def __init__(self, name: str, options: Options) -> None:
        self.name = name
        self.model = name.removeprefix(PREFIX)
        if not self.model or not self.model.isprintable():
            raise PlayerError("llm: needs the name of a model, as in llm:gpt-4o-mini")
        self._options = options
        self._seconds = SECONDS if options.seconds is None else options.seconds
        self._endpoint = Endpoint(options.base_url)
        self._asked = PromptLog(options.log, self.model)
        self._times: Counter[tuple[str, int]] = Counter()
        self._usage = Usage().at(options.prices)
        self._book: Book | None = None

    def begin(self, book: Book, seat: int) -> None:  # noqa: ARG002 - a position says whose turn it is
        self._book = book

    def choose(self, position: Position, rng: Random) -> int:
        assert self._book  # noqa: S101 - begin comes first
        question = prompt(self._book, position, self._options.show_legal)
        try:
            reply = self._reply(question, rng.getrandbits(53))
            return self._read(reply, position)
        except Failure as failure:
            text = f"{clean(self.name, 60)}: {clean(str(failure), 400)}"
            raise Failure(failure.kind, text, failure.answer) from None

    def end(self, outcome: Outcome | None) -> None:
        pass

    def usage(self) -> Usage:
        return self._usage

    def close(self) -> None:
        self._asked.close()

    def _reply(self, question: Prompt, chance: int) -> Reply:
        """The model's answer, from the log if it is there.

        `chance` tells this place of a run from others in which the same question comes up: a
        run that is begun again draws the same, on however many processes, in whatever order.
        """
        options = self._options
        hashed = digest("\0".join(question))
        self._times[hashed, chance] += 1
        key: Key = (
            self.model, options.temperature, hashed, chance, self._times[hashed, chance],
        )  # fmt: skip
        reply = self._asked.answer(key)
        if reply is None:
            body = {
                "model": self.model,
                "messages": [
                    {"role": role, "content": text} for role, text in question._asdict().items()
                ],
                "temperature": options.temperature,
            }
            more = {"endpoint": self._endpoint.shown}
            found = self._endpoint.ask(
                body,
                self._seconds,
                options.retries,
                lambda error: self._asked.note(key, question.whole, error, more),
            )
            reply = found._replace(text=self._endpoint.hide(found.text))
            self._asked.keep(key, question.whole, reply, more)
        told = Usage(1, reply.prompt_tokens, reply.answer_tokens)
        self._usage = self._usage.plus(told).at(options.prices)
        return reply

    def _read(self, reply: Reply, position: Position) -> int:
        if reply.finish == _CUT_OFF:
            raise Failure(GARBAGE, "its answer was cut off (finish_reason length)", reply.text)
        return read(position, reply.text, self._options.lenient)
