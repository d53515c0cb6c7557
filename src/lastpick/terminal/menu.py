"""The menu in lines: what the program can do, each behind a choice, with a way back."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from ..catalog import names, open_book
from ..catalog.book import meant
from ..errors import JournalError, LastpickError
from ..journal import Journal, Saved
from ..players import BOTS
from ..record import check_name
from . import DONE, INTERRUPTED, settings
from .screen import Leave, Screen, plain
from .show_rules import show_rules
from .show_stats import show_stats
from .start import HUMAN, PlayRequest, check_playable, describe, play, resume

_MOST_LISTED = 20
_STARTS = {"1": "you", "2": "", "toss": "a coin decides"}
_QUIT = ("q", "quit", "exit")
Entry = tuple[str, Callable[[], int | None]]  # a choice and what comes of it: an exit code to leave


class _Back(Exception):
    """Somebody would rather be one question earlier."""


def menu(screen: Screen) -> int:
    """Show the menu until somebody leaves; the exit code."""
    code: int | None = None
    try:
        while code is None:
            try:
                code = _home(screen)
            except _Back:
                pass
            except LastpickError as error:
                screen.complain(str(error))
                _goes_on(screen)
    except (EOFError, Leave):
        code = DONE
    except KeyboardInterrupt:
        screen.say()
        code = INTERRUPTED
    return code


def _home(screen: Screen) -> int | None:
    """One choice and what comes of it; an exit code if that was the last."""
    screen.say("\nLastpick: whoever cannot pick loses.", "bold")
    screen.say()
    entries: dict[str, Entry] = {}
    for number, name in enumerate(names(), 1):
        book = open_book(name)
        about = f"{book.title} ({book.game.numbers})\n{book.summary}"
        entries[str(number)] = about, lambda name=name: _opponent(screen, name)  # type: ignore[misc]
    if saved := _unfinished(screen):
        more = f" (and {len(saved) - 1} more)" if len(saved) > 1 else ""
        entries["c"] = f"Continue: {describe(saved[0])}{more}", lambda: _continue(screen)
    entries |= {
        "o": ("Own game: play a game file of yours", lambda: _own_game(screen)),
        "l": ("Lessons: learn to win", lambda: _learn(screen)),
        "t": ("Today's puzzle", lambda: _daily(screen)),
        "p": ("Puzzles: find the one pick that wins", lambda: _puzzles(screen)),
        "h": ("Past games, to review", lambda: _past_games(screen)),
        "s": ("Statistics", lambda: _statistics(screen)),
        "q": ("Quit", lambda: DONE),
    }
    chosen = _choose(screen, {key: text for key, (text, _) in entries.items()}, back=False)
    screen.say()
    return entries[chosen][1]()


# --- games ----------------------------------------------------------------------------


def _opponent(screen: Screen, game: str) -> int | None:
    """Ask whom to play against, and play."""
    while True:
        screen.say("Against whom?", "bold")
        kinds = [HUMAN, *BOTS]
        choices = {"1": "A friend at this keyboard"}
        for number, bot in enumerate(BOTS.values(), 2):
            choices[str(number)] = f"{bot.name.capitalize()}, a bot: {bot.summary}"
        choices["a"] = "Nobody: alone, as many picks as you can"
        choices["r"] = "Read the rules first"
        chosen = _choose(screen, choices, "1")
        screen.say()
        if chosen == "r":
            show_rules(screen, open_book(game))
            _goes_on(screen)
        elif chosen == "a":
            from .solo import solo

            return _shown(screen, solo(game, None, screen))
        else:
            try:
                return _arrange(screen, game, kinds[int(chosen) - 1])
            except _Back:
                screen.say()


def _arrange(screen: Screen, game: str, kind: str) -> int | None:
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
        chosen = _choose(screen, choices, "play", prompt="Enter plays; or choose what to change: ")
        if chosen == "play":
            break
        asked = _changed(screen, asked, chosen, them)
        screen.say()
    _remember(screen, kept, asked)
    screen.say()
    return _shown(screen, play(asked, screen))


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
            return asked._replace(best_of=int(_choose(screen, games, str(asked.best_of))))
        if what == "3":
            starts = {"1": "You", "2": them.capitalize(), "3": "Toss a coin"}
            first = _choose(screen, starts, "1")
            return asked._replace(first="toss" if first == "3" else first)
        if what == "4":
            return asked._replace(swap=not asked.swap)
        if what == "5":
            return asked._replace(names=(_name(screen, "Your name"), two))
        return asked._replace(names=(one, _name(screen, "Your friend's name")))
    except _Back:
        return asked


def _numbers(screen: Screen, game: str, pools: str) -> str | None:
    """Another pool that the game can be played on; None for its own."""
    while True:
        entered = _enter(screen, f"Numbers, such as {pools} (Enter: the usual): ")
        try:
            check_playable(open_book(game, entered or None))
        except LastpickError as error:
            screen.say(f"{plain(str(error), 200)}.", "bad")
        else:
            return entered or None


def _name(screen: Screen, what: str) -> str | None:
    while True:
        entered = _enter(screen, f"{what} (Enter: none): ")
        try:
            return check_name(entered) if entered else None
        except LastpickError as error:
            screen.say(f"{error}.", "bad")


def _settings(screen: Screen) -> settings.Settings:
    """What was settled before; what is wrong with it is told."""
    kept, troubles = settings.load()
    for trouble in troubles:
        screen.complain(trouble)
    return kept


def _remember(screen: Screen, kept: settings.Settings, asked: PlayRequest) -> None:
    """Keep the names for the next time."""
    now = kept._replace(name=asked.names[0] or "")
    if asked.kinds[1] == HUMAN:
        now = now._replace(friend=asked.names[1] or "")
    if now != kept:
        try:
            settings.save(now)
        except LastpickError as error:
            screen.complain(str(error))


def _own_game(screen: Screen) -> int | None:
    while True:
        path = _enter(screen, "The path of a game file, or b to go back: ")
        if path:
            path = os.path.expanduser(path)
            try:
                check_playable(open_book(path))
            except LastpickError as error:
                screen.say(f"{plain(str(error), 200)}.", "bad")
            else:
                screen.say()
                return _opponent(screen, path)


# --- saved and past games -------------------------------------------------------------


def _unfinished(screen: Screen) -> list[Saved]:
    try:
        return Journal().unfinished()
    except JournalError as error:  # there is still a game to be played
        screen.complain(str(error))
        return []


def _continue(screen: Screen) -> int | None:
    """Go on with a saved game, or delete one."""
    while saved := _unfinished(screen):
        screen.say("Games to go on with, the latest first", "bold")
        listed = _listed(screen, saved, describe)
        chosen = _choose(screen, {**listed, "d": "Delete one of them"}, "1")
        screen.say()
        if chosen != "d":
            return _shown(screen, resume(saved[int(chosen) - 1].name, screen))
        screen.say("Delete which?", "bold")
        try:
            doomed = saved[int(_choose(screen, listed)) - 1]
        except _Back:
            continue
        sure = _enter(screen, "It cannot be brought back. Enter yes to delete it: ").lower()
        if sure in ("y", "yes"):
            Journal().delete(doomed)
            screen.say("It is deleted.\n")
        else:
            screen.say("It is kept.\n")
    return None


def _past_games(screen: Screen) -> int | None:
    """Choose a game that is over, and review it."""
    from ..record import records
    from .history import describe as told
    from .history import finished
    from .patience import Patience
    from .show_review import read_reviews, show_review

    over = finished(screen.complain)
    if not over:
        screen.say("No game is over yet.")
        return _shown(screen, DONE)
    screen.say("Games that are over, the latest first", "bold")
    saved = over[int(_choose(screen, _listed(screen, over, told), "1")) - 1]
    with Patience() as patience:
        found = read_reviews(records(saved.match, saved.setup.date), patience)
    for one in found:
        show_review(screen, one)
    return _shown(screen, INTERRUPTED if patience.interrupted else DONE)


def _listed(screen: Screen, saved: list[Saved], told: Callable[[Saved], str]) -> dict[str, str]:
    """The latest games as choices."""
    if len(saved) > _MOST_LISTED:
        screen.say(f"(the latest {_MOST_LISTED} of {len(saved)})", "dim")
    return {str(number): told(one) for number, one in enumerate(saved[:_MOST_LISTED], 1)}


def _statistics(screen: Screen) -> int | None:
    show_stats(screen)
    return _shown(screen, DONE)


# --- learning -------------------------------------------------------------------------


def _learn(screen: Screen) -> int | None:
    """Choose a lesson and take it."""
    from ..coach.lesson_progress import LessonProgress
    from .learn import Classroom, all_lessons, next_lesson, show_lessons

    lessons, progress = all_lessons(), LessonProgress()
    show_lessons(screen, lessons, progress)
    numbers = [str(number) for number in range(1, len(lessons) + 1)]
    default = str(lessons.index(next_lesson(lessons, progress)) + 1)
    chosen = _choose(screen, {}, default, also=numbers)
    screen.say()
    return _shown(screen, Classroom(lessons[int(chosen) - 1], progress, screen).sit())


def _daily(screen: Screen) -> int | None:
    from .patience import Patience
    from .show_puzzles import read_daily, sit_daily

    with Patience() as patience:
        found = read_daily(None, patience)
    return _shown(screen, patience.code(True) or sit_daily(found, screen))


def _puzzles(screen: Screen) -> int | None:
    """Choose a game, and solve five puzzles of it."""
    from .patience import Patience
    from .show_puzzles import read_puzzles, sit

    screen.say("Puzzles of which game?", "bold")
    books = [open_book(name) for name in names()]
    titles = {str(number): book.title for number, book in enumerate(books, 1)}
    book = books[int(_choose(screen, titles, "1")) - 1]
    screen.say()
    with Patience() as patience:
        puzzles, missing = read_puzzles(book.game, 5, None, None, patience)
    if missing:
        screen.complain(missing)
    return _shown(screen, patience.code(True) or (sit(book, puzzles, screen) if puzzles else DONE))


# --- asking ---------------------------------------------------------------------------


def _choose(
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
        entered = _enter(screen, prompt or f"Choose{usual}: ", back=back).lower() or default
        if entered in keys or (entered and entered == default):
            return entered
        if entered in _QUIT:
            raise Leave
        what = f"'{plain(entered, 20)}' is not in the menu" if entered else "Nothing was entered"
        if "\x1b" in entered:
            what = "An arrow or another special key does nothing here"
        shown = [*keys, "b"] if back else keys
        screen.say(f"{what}{meant(entered, shown)}. Enter one of {', '.join(shown)}.", "bad")


def _enter(screen: Screen, prompt: str, *, back: bool = True) -> str:
    entered = screen.ask(prompt).strip()
    if back and entered.lower() in ("b", "back"):
        raise _Back
    return entered


def _shown(screen: Screen, code: int) -> int | None:
    """Let a person read what was shown, before the menu shows itself; an exit code to leave."""
    if code:
        return code
    _goes_on(screen)
    return None


def _goes_on(screen: Screen) -> None:
    if screen.is_person:
        screen.ask("Enter goes on: ")
