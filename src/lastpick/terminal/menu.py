"""The menu: choose a game, an opponent, go."""

from __future__ import annotations

from ..catalog import names, open_book
from ..errors import JournalError, LastpickError
from ..journal import Journal, Saved
from ..players import BOTS
from . import DONE, INTERRUPTED
from .screen import Screen, plain
from .show_rules import show_rules
from .show_stats import show_stats
from .start import HUMAN, PlayRequest, describe, play, resume


def menu(screen: Screen) -> int:
    """Show the menu until somebody leaves; the exit code."""
    code: int | None = None
    try:
        while code is None:
            try:
                code = _round(screen)
            except LastpickError as error:
                screen.note(f"lastpick: {error}")
    except EOFError:
        code = DONE
    except KeyboardInterrupt:
        screen.say()
        code = INTERRUPTED
    return code


def _round(screen: Screen) -> int | None:
    """One choice and what comes of it; an exit code if that was the last."""
    screen.say("\nLastpick: whoever cannot pick loses.", "bold")
    screen.say()
    games = names()
    for number, name in enumerate(games, 1):
        book = open_book(name)
        screen.say(f" {number}  {book.title} ({book.game.numbers})")
        screen.say(f"    {book.summary}", "dim")
    unfinished = _unfinished(screen)
    choices = [str(number) for number in range(1, len(games) + 1)]
    if unfinished:
        screen.say(f" r  Go on: {describe(unfinished[0])}")
        choices.append("r")
    screen.say(" s  Statistics")
    screen.say(" q  Quit")
    chosen = _choose(screen, "Choose: ", [*choices, "s", "q"])
    if chosen == "q":
        return DONE
    if chosen == "s":
        screen.say()
        show_stats(screen)
        return None
    if chosen == "r":
        screen.say()
        return resume(None, screen) or None
    return _begin(screen, games[int(chosen) - 1]) or None


def _unfinished(screen: Screen) -> list[Saved]:
    try:
        return Journal().unfinished()
    except JournalError as error:  # there is still a game to be played
        screen.note(f"lastpick: {error}")
        return []


def _begin(screen: Screen, game: str) -> int:
    """Ask whom to play against, and play; the exit code."""
    screen.say("\nAgainst whom?", "bold")
    kinds = [HUMAN, *BOTS]
    screen.say(" 1  A friend at this keyboard")
    for number, player in enumerate(BOTS.values(), 2):
        screen.say(f" {number}  {player.name.capitalize()}, a bot: {player.summary}")
    screen.say(" a  Nobody: alone, as many picks as you can")
    screen.say(" r  Read the rules first")
    screen.say(" b  Back")
    numbers = [str(number) for number in range(1, len(kinds) + 1)]
    chosen = _choose(screen, "Choose [1]: ", [*numbers, "a", "r", "b"], "1")
    if chosen == "b":
        return DONE
    if chosen == "a":
        from .solo import solo

        return solo(game, None, screen)
    if chosen == "r":
        screen.say()
        show_rules(screen, open_book(game))
        return _begin(screen, game)
    kind = kinds[int(chosen) - 1]
    if kind == HUMAN:
        screen.say()
        return play(PlayRequest(game), screen)
    screen.say("\nWho starts?", "bold")
    screen.say(" 1  You")
    screen.say(f" 2  {kind.capitalize()}")
    screen.say(" 3  Toss a coin")
    first = _choose(screen, "Choose [1]: ", ["1", "2", "3"], "1")
    screen.say()
    request = PlayRequest(game, kinds=(HUMAN, kind), first="toss" if first == "3" else first)
    return play(request, screen)


def _choose(screen: Screen, prompt: str, choices: list[str], default: str = "") -> str:
    """One of the choices; asked again until it is."""
    while True:
        entered = screen.ask(prompt).strip().lower() or default
        if entered in choices:
            return entered
        what = f"'{plain(entered, 20)}' is not in the menu" if entered else "Nothing was entered"
        screen.say(f"{what}. Enter one of {', '.join(choices)}.", "bad")
