"""The words that can be entered at a prompt in place of a number, in every mode alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ..errors import meant
from .screen import Screen, plain

_ALSO = {
    "?": "help", "h": "help", "commands": "help",
    "q": "quit", ":q": "quit", "exit": "quit", "bye": "quit", "leave": "quit",
    "u": "undo", "back": "undo", "moves": "history", "board": "pool",
}  # fmt: skip
_KNOWN = {
    "again", "answer", "help", "hint", "history", "pool", "quit", "resign", "rules", "save", "show",
    "skip", "swap", "undo",
}  # fmt: skip
_KEY = "\x1b"  # what a terminal sends for an arrow key begins with it


class PromptWord(NamedTuple):
    """What a word is for, and what it does; None if whoever asks sees to that.

    Where the word takes another after it, as in `save FILE`, that is handed over.
    """

    what: str
    do: Callable[..., object] | None = None


class EntryLine:
    """Asks for an entry, and does what is entered in place of one."""

    def __init__(self, screen: Screen, entry: str, commands: Mapping[str, PromptWord]) -> None:
        self.screen = screen
        self.entry = entry  # what to enter, if it is no command
        self.commands = {**commands, "help": PromptWord("", self.help)}
        self._words = [name for name in self.commands if " " not in name]

    def ask(self, prompt: str) -> str | None:
        """What was entered, a command by its name; None if it has been dealt with."""
        entry = self.screen.ask(prompt, self._words).strip(" \t")
        name = self._name(entry)
        if name in self._words:
            return self._do(name)
        said, _, rest = entry.partition(" ")
        for taking in self.commands:
            if rest and taking.startswith(f"{said.lower()} "):
                return self._do(taking, rest.strip())
        if slip := self._slip(entry):
            self.screen.say(slip, "bad")
            return None
        return entry

    def _name(self, entry: str) -> str:
        said = entry.lower()
        return said if said in self._words else _ALSO.get(said, said)

    def _do(self, name: str, *rest: str) -> str | None:
        do = self.commands[name].do
        if do is None:
            return name
        do(*rest)
        return None

    def _slip(self, entry: str) -> str | None:
        """What to say of something that was probably meant to be a command."""
        if _KEY in entry:
            return "An arrow or another special key does nothing here (or type help)."
        said = self._name(entry.partition(" ")[0])
        if said in self._words:
            return f"Enter {said} alone."
        if said in _KNOWN:
            return f"'{plain(entry, 30)}' is not for here; help lists what is."
        near = meant(said, self._words) if said.isalpha() else ""
        return f"'{plain(entry, 30)}' is no command{near}" if near else None

    def help(self) -> None:
        self.screen.say(f"{self.entry}, or one of:")
        wide = max(map(len, self.commands)) + 2
        for name, command in self.commands.items():
            if command.what:
                self.screen.say(f"  {name:{wide}}{command.what}")
