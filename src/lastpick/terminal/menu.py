"""The menu in lines: what the program can do, each behind a choice, with a way back."""

from __future__ import annotations

import os
from collections.abc import Callable

from ..catalog import names, open_book
from ..errors import JournalError, LastpickError
from ..journal import LEFT_OUT, Journal, Saved
from ..players import BOTS
from . import DONE, INTERRUPTED
from .arrange import arrange
from .choose import Back, choose, enter, goes_on, sentence, shown
from .screen import Leave, Screen
from .show_rules import show_rules
from .show_stats import show_stats
from .start import HUMAN, ResumeRequest, check_playable, describe, resume

_MOST_LISTED = 20
Entry = tuple[str, Callable[[], int | None]]  # a choice and what comes of it: an exit code to leave


def menu(screen: Screen) -> int:
    """Show the menu until somebody leaves; the exit code."""
    code: int | None = None
    try:
        while code is None:
            try:
                code = _home(screen)
            except Back:
                pass
            except LastpickError as error:
                screen.complain(str(error))
                goes_on(screen)
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
    chosen = choose(screen, {key: text for key, (text, _) in entries.items()}, back=False)
    if chosen != "q":
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
        chosen = choose(screen, choices, "1")
        screen.say()
        if chosen == "r":
            show_rules(screen, open_book(game))
            goes_on(screen)
        elif chosen == "a":
            from .solo import solo

            return shown(screen, solo(game, None, screen))
        else:
            try:
                return arrange(screen, game, kinds[int(chosen) - 1])
            except Back:
                screen.say()


def _own_game(screen: Screen) -> int | None:
    while True:
        path = enter(screen, "The path of a game file, or b to go back: ")
        if path:
            path = os.path.expanduser(path)
            try:
                check_playable(open_book(path))
            except LastpickError as error:
                screen.say(sentence(error), "bad")
            else:
                screen.say()
                return _opponent(screen, path)


# --- saved and past games -------------------------------------------------------------


def _unfinished(
    screen: Screen, damaged: Callable[[JournalError], object] = lambda error: None
) -> list[Saved]:
    try:
        return Journal().unfinished(damaged=damaged)
    except JournalError as error:  # there is still a game to be played
        screen.complain(str(error))
        return []


def _continue(screen: Screen) -> int | None:
    """Go on with a saved game, or delete one."""
    told: set[str] = set()  # what is wrong with files, each said once

    def tell(error: JournalError) -> None:
        if str(error) not in told:
            told.add(str(error))
            screen.complain(f"{error}; {LEFT_OUT}")

    while saved := _unfinished(screen, tell):
        screen.say("Games to go on with, the latest first", "bold")
        listed = _listed(screen, saved, describe)
        chosen = choose(screen, {**listed, "d": "Delete one of them"}, "1")
        screen.say()
        if chosen != "d":
            return shown(screen, resume(ResumeRequest(saved[int(chosen) - 1].name), screen))
        screen.say("Delete which?", "bold")
        try:
            doomed = saved[int(choose(screen, listed)) - 1]
        except Back:
            continue
        sure = enter(screen, "It cannot be brought back. Enter yes to delete it: ").lower()
        if sure in ("y", "yes"):
            Journal().delete(doomed)
            screen.say("It is deleted.\n")
        else:
            screen.say("It is kept.\n")
    return None


def _past_games(screen: Screen) -> int | None:
    """Choose a game that is over, and review it."""
    from .history import describe as told
    from .history import finished, games_over
    from .patience import Patience
    from .show_review import read_reviews, show_review

    over = finished(screen.complain)
    if not over:
        screen.say("No game is over yet.")
        return shown(screen, DONE)
    screen.say("Games that are over, the latest first", "bold")
    saved = over[int(choose(screen, _listed(screen, over, told), "1")) - 1]
    with Patience() as patience:
        found = read_reviews(games_over(saved), patience)
    for one in found:
        show_review(screen, one)
    return shown(screen, INTERRUPTED if patience.interrupted else DONE)


def _listed(screen: Screen, saved: list[Saved], told: Callable[[Saved], str]) -> dict[str, str]:
    """The latest games as choices."""
    if len(saved) > _MOST_LISTED:
        screen.say(f"(the latest {_MOST_LISTED} of {len(saved)})", "dim")
    return {str(number): told(one) for number, one in enumerate(saved[:_MOST_LISTED], 1)}


def _statistics(screen: Screen) -> int | None:
    show_stats(screen)
    return shown(screen, DONE)


# --- learning -------------------------------------------------------------------------


def _learn(screen: Screen) -> int | None:
    """Choose a lesson and take it."""
    from ..coach.lesson_progress import LessonProgress
    from .learn import Classroom, all_lessons, next_lesson, show_lessons

    lessons, progress = all_lessons(), LessonProgress.opened(screen.complain)
    show_lessons(screen, lessons, progress)
    numbers = [str(number) for number in range(1, len(lessons) + 1)]
    default = str(lessons.index(next_lesson(lessons, progress)) + 1)
    chosen = choose(screen, {}, default, also=numbers)
    screen.say()
    return shown(screen, Classroom(lessons[int(chosen) - 1], progress, screen).sit())


def _daily(screen: Screen) -> int | None:
    from .patience import Patience
    from .show_puzzles import read_daily, sit_daily

    with Patience() as patience:
        found = read_daily(None, patience)
    return shown(screen, patience.code(True) or sit_daily(found, screen))


def _puzzles(screen: Screen) -> int | None:
    """Choose a game, and solve five puzzles of it."""
    from .patience import Patience
    from .show_puzzles import read_puzzles, sit

    screen.say("Puzzles of which game?", "bold")
    books = [open_book(name) for name in names()]
    titles = {str(number): book.title for number, book in enumerate(books, 1)}
    book = books[int(choose(screen, titles, "1")) - 1]
    screen.say()
    with Patience() as patience:
        puzzles, missing = read_puzzles(book.game, 5, None, None, patience)
    if missing:
        screen.complain(missing)
    return shown(screen, patience.code(True) or (sit(book, puzzles, screen) if puzzles else DONE))
