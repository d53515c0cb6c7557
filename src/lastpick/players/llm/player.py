"""`llm:MODEL`: a language model behind any OpenAI-compatible chat endpoint."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random

from ...catalog import Book
from ...errors import PlayerError
from ...game import Outcome, Position
from ..player import GARBAGE, ILLEGAL, REFUSED, Failure, Options, clean
from ..usage import Usage
from .endpoint import Endpoint
from .log import Key, PromptLog
from .prompt import Prompt, again, prompt, read
from .reply import CUT_OFF, Reply
from .request import Exchange, Talk, body, digest, fields

PREFIX = "llm:"
SECONDS = 120.0  # for an answer, if nothing else is said
NOTHING = "(no answer)"  # some endpoints take no message without a text


class LlmPlayer:
    """A model that plays. Each pick is one question that says everything; nothing is kept.

    Only where an answer was no pick, and it is let try again, is it told so in one conversation.
    """

    def __init__(self, name: str, options: Options) -> None:
        self.name = name
        self.model = name.removeprefix(PREFIX)
        if not self.model or not self.model.isprintable():
            raise PlayerError("llm: needs the name of a model, as in llm:gpt-4o-mini")
        fields(options.further)  # refused here rather than with the first question
        self._options = options
        self._seconds = SECONDS if options.seconds is None else options.seconds
        self._endpoint = Endpoint(options.base_url)
        self._asked = PromptLog(options.log, self.model)
        self._times: Counter[tuple[str, int]] = Counter()
        self._usage = Usage()
        self._book: Book | None = None
        self._talk: Talk = ()  # since the question that was asked last

    def begin(self, book: Book, seat: int) -> None:  # noqa: ARG002 - a position says whose turn it is
        self._book = book

    def choose(self, position: Position, rng: Random) -> int:
        self._talk = ()
        return self._try(position, rng)

    def choose_again(self, position: Position, rng: Random) -> int:
        """A further try, after one that has failed; the model is told why it was no pick."""
        return self._try(position, rng)

    def _try(self, position: Position, rng: Random) -> int:
        assert self._book  # noqa: S101 - begin comes first
        question = prompt(self._book, position, self._options.show_legal)
        try:
            reply = self._reply(question, rng.getrandbits(53))
            return self._read(reply, position)
        except Failure as failure:
            if failure.kind in (ILLEGAL, GARBAGE):
                said = failure.answer or ""
                told = again(position, said, self._options.lenient)
                self._talk += (Exchange(said if said.strip() else NOTHING, told),)
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
        hashed = digest(question, options, self._talk)
        self._times[hashed, chance] += 1
        key = Key(
            model=self.model,
            temperature=options.temperature,
            further=options.further,
            hash=hashed,
            chance=chance,
            occurrence=self._times[hashed, chance],
        )
        reply = self._asked.answer(key)
        if reply is None:
            more: dict[str, object] = {"endpoint": self._endpoint.shown}
            if self._talk:
                more["talk"] = self._talk
            found = self._endpoint.ask(
                body(self.model, question, options, self._talk),
                self._seconds,
                options.retries,
                lambda error: self._unanswered(key, question.whole, error, more),
            )
            reply = found.hidden(self._endpoint.hide)
            self._asked.keep(key, question.whole, reply, more)
        else:
            self._usage = self._usage.plus(Usage(reply.calls - 1))
        told = Usage(1, reply.prompt_tokens, reply.answer_tokens, reply.cost)
        self._usage = self._usage.plus(told)
        return reply

    def _unanswered(self, key: Key, asked: str, error: str, more: Mapping[str, object]) -> None:
        self._usage = self._usage.plus(Usage(1))
        self._asked.note(key, asked, error, more)

    def _read(self, reply: Reply, position: Position) -> int:
        said = bool(reply.text.strip())
        if reply.finish == CUT_OFF:
            raise Failure(GARBAGE, "its answer was cut off (finish_reason length)", reply.text)
        if reply.filtered:
            raise Failure(REFUSED, "a filter held its answer back (content_filter)", reply.text)
        if reply.refusal:
            raise Failure(REFUSED, f"it refused: {clean(reply.refusal, 200)}", reply.refusal)
        if reply.reasoning and not said:
            raise Failure(GARBAGE, "it said nothing beside its reasoning", reply.text)
        return read(position, reply.text, self._options.lenient)
