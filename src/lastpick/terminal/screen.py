"""Talking to a person or a pipe: wrapped and coloured on a terminal, plain elsewhere."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TextIO

NARROWEST = 40
_STYLES = {"bold": "1", "good": "1;32", "bad": "31", "dim": "2"}
_LONGEST_ECHO = 60
_KEY = re.compile(r" *(?:- |\S+(?: [A-Z]+)?  +)(?=\S)")  # as in ` 1  Divisor Duel`, `- A tip`


def plain(text: str, longest: int = _LONGEST_ECHO) -> str:
    """What somebody typed, safe to show: one line, no control characters, not endless."""
    shown = _printable(text)
    return shown if len(shown) <= longest else shown[: longest - 3] + "..."


def _printable(line: str) -> str:
    """A line without anything that a terminal would obey, such as escapes in a file's name."""
    if line.isprintable():
        return line
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)


def wrap(line: str, width: int) -> Iterator[str]:
    """A line in pieces that fit, all indented like it; broken after a space or a comma.

    What follows the key of a choice, the name of a command or a dash stays beneath itself.
    """
    indent = " " * _hanging(line, width)
    while len(line) > width:
        cut = max(line.rfind(" ", 0, width + 1), line.rfind(",", 0, width) + 1)
        if cut <= len(indent):
            cut = width
        yield line[:cut].rstrip()
        line = indent + line[cut:].lstrip()
    yield line


def _hanging(line: str, width: int) -> int:
    """Where the pieces after the first begin."""
    indent = len(line) - len(line.lstrip())
    key = _KEY.match(line)
    hanging = key.end() if key and key.end() <= width // 2 else indent
    return min(hanging, width // 2)


class Leave(Exception):
    """Somebody leaves in the middle of a game, or of other questions."""


class Screen:
    """Where a command shows its data, and where it asks."""

    def __init__(self, source: TextIO | None = None, target: TextIO | None = None) -> None:
        self.source = source or sys.stdin
        self.target = target or sys.stdout
        self.is_terminal = self.target.isatty()
        self.is_person = self.source.isatty()
        self._colour = (
            self.is_terminal
            and not os.environ.get("NO_COLOR")
            and os.environ.get("TERM", "dumb") != "dumb"
        )
        self._empty = True  # nothing shown yet

    @property
    def width(self) -> int | None:
        """The terminal's width; None in a pipe, where nothing is wrapped."""
        if not self.is_terminal:
            return None
        try:
            columns = os.get_terminal_size(self.target.fileno()).columns
        except OSError:
            columns = 0
        return max(NARROWEST, columns or 80)

    def say(self, text: str = "", style: str | None = None) -> None:
        """Show a text; an empty line is left out where nothing stands before it."""
        if self._empty:
            text = text.lstrip("\n")
            if not text:
                return
        for line in self.fitted(text):
            self.target.write(self.styled(line, style) + "\n")
        self._empty = False

    def fitted(self, text: str) -> list[str]:
        """The lines of a text, none wider than the terminal."""
        width = self.width
        lines = [_printable(line) for line in text.expandtabs().split("\n")]
        return [part for line in lines for part in wrap(line, width)] if width else lines

    def styled(self, text: str, style: str | None) -> str:
        if not self._colour or style is None or not text:
            return text
        return f"\033[{_STYLES[style]}m{text}\033[0m"

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """What is entered after the prompt; EOFError where there is no more.

        A person may edit it, and complete one of the words with Tab, if the terminal can. What
        comes from a pipe is written after the prompt, as if it had been typed.
        """
        *lines, prompt = self.fitted(prompt)
        for line in lines:
            self.say(line)
        self._empty = False
        with self._shown_again(prompt):
            line = self._entered(prompt, words)
        if not line:
            self.target.write("\n")
            raise EOFError
        line = line.removesuffix("\n").removesuffix("\r")
        if not self.is_person:
            self.target.write(plain(line) + "\n")
        return line

    def agrees(self, prompt: str) -> bool:
        """Whether somebody enters yes."""
        return self.ask(prompt).strip().lower() in ("y", "yes")

    @contextmanager
    def _shown_again(self, prompt: str) -> Iterator[None]:
        """After Ctrl-Z and fg, show the prompt again, and what was typed of an answer."""
        stops = hasattr(signal, "SIGTSTP") and signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL
        if not self.is_person or not stops:
            yield
            return
        import termios

        from .editing import typed

        def stop(number: int, _: object) -> None:
            with suppress(OSError, termios.error):  # a terminal that was closed
                modes = termios.tcgetattr(self.source)  # which the shell may not give back
                signal.signal(number, signal.SIG_DFL)
                signal.raise_signal(number)  # here we stand until fg
                signal.signal(number, stop)
                termios.tcsetattr(self.source, termios.TCSANOW, modes)
                shown = prompt + typed(self.source, self.target)
                os.write(self.target.fileno(), shown.encode())  # it may have stopped in a flush

        signal.signal(signal.SIGTSTP, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGTSTP, signal.SIG_DFL)

    def _entered(self, prompt: str, words: Sequence[str]) -> str:
        """A line with its end; nothing where there is no more."""
        if self.is_person:
            from .editing import edited, edits

            if edits(self.source, self.target):
                try:
                    return edited(prompt, words) + "\n"
                except EOFError:
                    return ""
        self.target.write(prompt)  # input() would hang on a NUL, and prompt on stderr
        self.target.flush()
        try:
            return self.source.readline()
        except OSError:  # a terminal that was closed
            return ""

    def complain(self, text: str) -> None:
        """What went wrong, in one line."""
        self.note(f"lastpick: {text}")

    def note(self, text: str) -> None:
        """A message that is no data: what went wrong, or how to go on."""
        self.target.flush()
        Screen(self.source, sys.stderr).say(text)


def prepare_streams() -> None:
    """Let no character that a stream cannot carry end a game."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="replace")
