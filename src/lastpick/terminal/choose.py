"""Asking for one of several choices, or for a word, with a way back."""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import LastpickError
from .screen import Leave, Screen, plain

_SHORTEST_NAME = 3
_QUIT = ("q", "quit", "exit")


class Back(Exception):
    """Somebody would rather be one question earlier."""


def choose(
    screen: Screen,
    choices: Mapping[str, str],
    default: str = "",
    *,
    also: list[str] | None = None,
    back: bool = True,
    prompt: str = "",
) -> str:
    """Show choices and ask for one until it is; `also` are choices that are on the screen."""
    for key, text in {**choices, **({"b": "Back"} if back else {})}.items():
        title, _, about = text.partition("\n")
        screen.say(f"{key:>2}  {title}")
        if about:
            screen.say(f"    {about}", "dim")
    keys = [*(also or ()), *choices]
    usual = f" [{default}]" if default else ""
    while True:
        entered = enter(screen, prompt or f"Choose{usual}: ", back=back).lower() or default
        if entered in keys or (entered and entered == default):
            return entered
        if entered in _QUIT:
            raise Leave
        found = _by_name(entered, choices)
        if len(found) == 1:
            return found[0]
        what = f"'{plain(entered, 20)}' is not in the menu" if entered else "Nothing was entered"
        if "\x1b" in entered:
            what = "An arrow or another special key does nothing here"
        elif len(found) > 1:
            what = f"'{plain(entered, 20)}' could be {' or '.join(found)}"
        known = [*keys, "b"] if back else keys
        screen.say(f"{what}. Enter one of {', '.join(known)}.", "bad")


def _by_name(entered: str, choices: Mapping[str, str]) -> list[str]:
    """The keys of the choices that begin like this, with spaces or with hyphens."""
    if len(entered) < _SHORTEST_NAME:
        return []
    said = _spaced(entered)
    return [key for key, text in choices.items() if _spaced(text).startswith(said)]


def _spaced(text: str) -> str:
    return text.lower().replace("-", " ")


def enter(screen: Screen, prompt: str, *, back: bool = True) -> str:
    entered = screen.ask(prompt).strip()
    if back and entered.lower() in ("b", "back"):
        raise Back
    return entered


def sentence(error: LastpickError) -> str:
    """What was wrong with an entry, before it is asked for again."""
    text = plain(str(error), 200)
    return f"{text[0].upper()}{text[1:]}."


def shown(screen: Screen, code: int) -> int | None:
    """Let a person read what was shown, before the menu shows itself; an exit code to leave."""
    if code:
        return code
    goes_on(screen)
    return None


def goes_on(screen: Screen) -> None:
    if screen.is_person:
        screen.ask("Enter goes on: ")
