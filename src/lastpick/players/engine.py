"""`exec:COMMAND`: a program as a player, one JSON object a line (docs/engines.md)."""

from __future__ import annotations

import json
import os
import shlex
from random import Random
from typing import Any

from .. import __version__
from ..catalog import Book
from ..catalog.rules import plain_rules, special
from ..errors import PlayerError
from ..game import Outcome, Position
from .child import Child
from .keys import without_keys
from .player import CRASH, FLOOD, GARBAGE, HANG, Failure, Options, clean, legal_pick
from .usage import Usage

PREFIX = "exec:"
PROTOCOL = 1
SECONDS = 10.0  # for a pick, if nothing else is said
START = 10.0  # for the hello of a program that has just been started, at least


class EnginePlayer:
    """A program that plays. It is started here, and anew in the game after a failure."""

    def __init__(self, name: str, options: Options) -> None:
        self.name = name
        self._shown = clean(without_keys(name), 60)
        self._words = _words(name)
        self._seconds = SECONDS if options.seconds is None else options.seconds
        self._game: dict[str, Any] = {}
        self._greeted = False  # whether its hello has been heard
        self._told = False  # whether it knows of this game
        try:
            self._child: Child | None = self._start()
        except (OSError, ValueError) as error:
            raise PlayerError(
                f"cannot start {self._shown!r}: {_why(error, self._words[0])}"
            ) from None

    def begin(self, book: Book, seat: int) -> None:
        game = book.game
        self._game = {
            "type": "new",
            "game": game.name,
            "title": book.title,
            "you": seat,
            "pool": list(game.start().pool),
            "opens": game.opens.text,
            "follows": game.follows.text,
            "removes": game.removes.text,
            **special(game),
            "rules": plain_rules(book),
            "seconds": self._seconds,
        }
        self._told = False

    def choose(self, position: Position, rng: Random) -> int:
        question = {
            "type": "position",
            "picks": position.picks,
            "last": position.last,
            "pool": position.pool,
            "legal": position.legal,
            "seed": rng.getrandbits(53),  # fits the numbers of every language
        }
        try:
            return self._ask(position, question)
        except Failure as failure:
            self._stop()
            text = f"{self._shown}: {clean(str(failure), 300)}"
            raise Failure(failure.kind, text, failure.answer) from None
        except BaseException:  # an answer to this question must not be taken for the next one's
            self._stop()
            raise

    def end(self, outcome: Outcome | None) -> None:
        if self._child and self._told:
            winner, reason = outcome or (None, "broken off")
            self._child.tell(_line({"type": "result", "winner": winner, "reason": reason}))
        self._told = False

    def usage(self) -> Usage | None:
        return None

    def close(self) -> None:
        if self._child:
            self._child.close(_line({"type": "quit"}))
            self._child = None

    def _ask(self, position: Position, question: dict[str, Any]) -> int:
        child = self._ready()
        if child.speaks():
            raise Failure(FLOOD, "it spoke when it was not asked")
        if not self._told:
            child.tell(_line(self._game))
            self._told = True
        child.tell(_line(question))
        try:
            line = child.answer(self._seconds)
        except Failure as failure:
            hint = " (does it flush its output?)" if failure.kind == HANG else ""
            raise Failure(failure.kind, f"asked for a pick: {failure}{hint}") from None
        return legal_pick(position, _read(line, "pick", "pick"), _shown(line))

    def _ready(self) -> Child:
        """The running program, started if need be, after its hello."""
        try:
            self._child = child = self._child or self._start()
        except (OSError, ValueError) as error:
            raise Failure(CRASH, f"cannot start: {_why(error, self._words[0])}") from None
        if not self._greeted:
            try:
                line = child.answer(max(START, self._seconds))
            except Failure as failure:
                raise Failure(failure.kind, f"before its hello: {failure}") from None
            if (version := _read(line, "hello", "protocol")) != PROTOCOL:
                text = f"it speaks protocol {version}, not {PROTOCOL}"
                raise Failure(GARBAGE, text, _shown(line))
            self._greeted = True
        return child

    def _start(self) -> Child:
        child = Child(self._words)
        self._greeted = self._told = False
        hello = {"type": "hello", "protocol": PROTOCOL, "program": f"lastpick {__version__}"}
        child.tell(_line(hello))
        return child

    def _stop(self) -> None:
        if self._child:
            self._child.close()
            self._child = None


def _words(name: str) -> list[str]:
    """The command of a player's name, split as a shell would; no shell is run."""
    if os.name != "posix":
        raise PlayerError("exec: players need Linux, macOS or another POSIX system")
    if not name.isprintable():
        raise PlayerError(f"the command {clean(name, 60)!r} holds control characters")
    try:
        words = shlex.split(name.removeprefix(PREFIX))
    except ValueError as error:
        raise PlayerError(f"cannot read the command {clean(name, 60)!r}: {error}") from None
    if not words:
        raise PlayerError("exec: needs a command, as in exec:./engine.py")
    return words


def _why(error: OSError | ValueError, program: str) -> str:
    if isinstance(error, FileNotFoundError):
        if os.path.dirname(program) and os.path.exists(program):
            return f"the interpreter that {clean(program, 200)} names was not found"
        return f"the program {clean(program, 200)!r} was not found"
    if isinstance(error, PermissionError):
        return f"{clean(program, 200)} is not executable (chmod +x makes it so)"
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode()


def _read(line: bytes, kind: str, key: str) -> int:
    """The number that an answer of that kind must hold under that key."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise Failure(GARBAGE, f"not JSON: {clean(_shown(line), 60)!r}", _shown(line)) from None
    if isinstance(message, dict) and message.get("type") == kind and type(message.get(key)) is int:
        return int(message[key])
    expected = json.dumps({"type": kind, key: 1})
    text = f"expected an answer such as {expected}, found {clean(_shown(line), 60)!r}"
    raise Failure(GARBAGE, text, _shown(line))


def _shown(line: bytes) -> str:
    return line[:1000].decode(errors="replace")
