"""What is agreed before a game: the pool, the match, who starts, a swap, names."""

from __future__ import annotations

from ..catalog import open_book
from ..errors import LastpickError
from ..record import check_name
from . import settings
from .choose import Back, choose, enter, sentence, shown
from .screen import Screen
from .start import HUMAN, PlayRequest, check_playable, set_up, sit_down

_STARTS = {"1": "you", "2": "", "toss": "a coin decides"}


def arrange(screen: Screen, game: str, kind: str) -> int | None:
    """What else is to be agreed; Enter alone plays."""
    kept = _settings(screen)
    friend = kind == HUMAN
    asked = PlayRequest(
        game, kinds=(HUMAN, kind), names=(kept.name or None, (friend and kept.friend) or None)
    )
    title = open_book(game).title
    them = "a friend" if friend else kind
    while True:
        numbers = open_book(game, asked.numbers).game.numbers
        one, two = asked.names
        match = f"best of {asked.best_of}" if asked.best_of > 1 else "one game"
        starts = _STARTS[asked.first] or them
        choices = {
            "1": f"Numbers: {numbers}",
            "2": f"Match: {match}",
            "3": f"Who starts: {starts}",
            "4": f"Swap, taking over the first pick: {'allowed' if asked.swap else 'no'}",
            "5": f"Your name: {one or 'none'}",
        }
        if friend:
            choices["6"] = f"Your friend's name: {two or 'none'}"
        screen.say(f"{title} against {them}", "bold")
        chosen = choose(screen, choices, "play", prompt="Enter plays, or choose: ")
        if chosen == "play":
            try:
                session = set_up(asked, screen.complain)
                break
            except LastpickError as error:  # two players of one name, for one
                screen.say(sentence(error), "bad")
        else:
            asked = _changed(screen, asked, chosen, them)
        screen.say()
    _remember(screen, kept, asked)
    screen.say()
    return shown(screen, sit_down(session, screen))


def _changed(screen: Screen, asked: PlayRequest, what: str, them: str) -> PlayRequest:
    """The request with one thing changed, or as it was."""
    one, two = asked.names
    try:
        if what == "1":
            book = open_book(asked.game)
            pools = ", ".join(book.pools) or str(book.game.numbers)
            return asked._replace(numbers=_numbers(screen, asked.game, pools))
        if what == "2":
            games = {"1": "One game", **{str(n): f"Best of {n}" for n in (3, 5, 7, 9)}}
            return asked._replace(best_of=int(choose(screen, games, str(asked.best_of))))
        if what == "3":
            starts = {"1": "You", "2": them.capitalize(), "3": "Toss a coin"}
            first = choose(screen, starts, "1")
            return asked._replace(first="toss" if first == "3" else first)
        if what == "4":
            return asked._replace(swap=not asked.swap)
        if what == "5":
            return asked._replace(names=(_name(screen, "Your name"), two))
        return asked._replace(names=(one, _name(screen, "Your friend's name")))
    except Back:
        return asked


def _numbers(screen: Screen, game: str, pools: str) -> str | None:
    """Another pool that the game can be played on; None for its own."""
    while True:
        entered = enter(screen, f"Numbers, such as {pools} (Enter: the usual): ")
        try:
            check_playable(open_book(game, entered or None))
        except LastpickError as error:
            screen.say(sentence(error), "bad")
        else:
            return entered or None


def _name(screen: Screen, what: str) -> str | None:
    while True:
        entered = enter(screen, f"{what} (Enter: none): ", back=False)
        try:
            return check_name(entered) if entered else None
        except LastpickError as error:
            screen.say(sentence(error), "bad")


def _settings(screen: Screen) -> settings.UserSettings:
    """What was settled before; what is wrong with it is told."""
    kept, troubles = settings.load()
    for trouble in troubles:
        screen.complain(trouble)
    return kept


def _remember(screen: Screen, kept: settings.UserSettings, asked: PlayRequest) -> None:
    """Keep the names for the next time."""
    now = kept._replace(name=asked.names[0] or "")
    if asked.kinds[1] == HUMAN:
        now = now._replace(friend=asked.names[1] or "")
    if now != kept:
        try:
            settings.save(now)
        except LastpickError as error:
            screen.complain(str(error))
