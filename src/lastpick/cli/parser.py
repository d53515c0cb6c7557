"""How words become arguments: the parser of every command, its help and its complaints."""

from __future__ import annotations

import argparse
import os
import sys

from .. import __version__
from ..errors import meant
from ..terminal import WRONG

TYPE_CHECKING = False  # as in typing, without the time that importing it takes
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

_ON_DISK = {"FILE", "FOLDER", "RECORD", "RESULT"}  # what a metavar says that its values are


def complain(text: str) -> None:
    """One line on standard error, wrapped if that is a terminal."""
    from ..terminal.screen import Screen

    Screen(target=sys.stderr).say(text)


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong, and where to find help."""

    def __init__(self, prog: str, description: str) -> None:
        self.arguments: list[argparse.Action] = []  # in order, for completion and the man page
        super().__init__(
            prog, description=description, formatter_class=Formatter, allow_abbrev=False
        )

    def add_argument(self, *names: Any, **more: Any) -> argparse.Action:
        if _ON_DISK.intersection(str(more.get("metavar")).split("|")):
            more.setdefault("type", name_on_disk)
        action = super().add_argument(*names, **more)
        self.arguments.append(action)
        return action

    def add_whole(
        self,
        name: str,
        metavar: str,
        help: str,  # noqa: A002 - as argparse calls it
        *,
        least: int,
        most: int = 10**15,
        odd: bool = False,
        **more: Any,
    ) -> None:
        """An option that takes a whole number."""
        read = whole(least, most, odd)
        self.add_argument(name, type=read, metavar=metavar, help=help, **more)

    def parse_words(self, words: list[str]) -> argparse.Namespace:
        """What the words say; an option that is unknown is named before anything else is."""
        known = [name for action in self.arguments for name in action.option_strings]
        for word in words:
            name = word.partition("=")[0]
            if word == "--":
                break
            if word.startswith("--") and " " not in name and name not in known:
                self.error(f"unknown option {name[:40]}{meant(name, known)}")
        return self.parse_args(words)

    def error(self, message: str) -> NoReturn:
        complain(f"{self.prog}: {message} (try {self.prog} --help)")
        self.exit(WRONG)


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal, without the import that argparse asks the width with."""

    def __init__(self, prog: str) -> None:
        try:
            columns = int(os.environ.get("COLUMNS", 0)) or os.get_terminal_size().columns
        except (OSError, ValueError):
            columns = 80
        super().__init__(prog, width=max(38, columns - 2))

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        """The usage; narrow terminals leave out the word `usage:`, so that each option fits."""
        super().add_usage(usage, actions, groups, prefix if self._width >= 60 else "")

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        from ..terminal.screen import wrap

        return "\n".join(
            f"{indent}{part}" for line in text.split("\n") for part in wrap(line, width)
        )


class Version(argparse.Action):
    """Prints the version, without the imports that argparse formats it with."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from ..kernels import running

        print(f"lastpick {__version__} ({running()} kernels)")
        parser.exit()


def name_on_disk(text: str) -> str:
    """A type for arguments: a file or a folder. A shell's variable that is not set names none."""
    if not text:
        raise argparse.ArgumentTypeError("expected a name, found ''")
    return text


def whole(least: int, most: int, odd: bool) -> Callable[[str], int]:
    """A type for arguments: a whole number from `least` to `most`."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or len(text) > 16:
            raise argparse.ArgumentTypeError(
                f"expected a whole number from {least} on, found {text[:20]!r}"
            )
        if int(text) < least:
            raise argparse.ArgumentTypeError(f"expected {least} or more, found {text}")
        if int(text) > most:
            raise argparse.ArgumentTypeError(f"expected {most} or less, found {text}")
        if odd and int(text) % 2 == 0:
            raise argparse.ArgumentTypeError(f"expected an odd number, found {text}")
        return int(text)

    return read


def number(least: float, most: float, instead: str = "") -> Callable[[str], float]:
    """A type for arguments: a number from `least` to `most`; `instead` tells what else may be."""

    def read(text: str) -> float:
        try:
            found = float(text)
        except ValueError:
            raise argparse.ArgumentTypeError(
                f"expected a number{instead}, found {text[:20]!r}"
            ) from None
        if not least <= found <= most:
            raise argparse.ArgumentTypeError(f"expected {least:g} to {most:g}, found {text[:20]}")
        return found

    return read
