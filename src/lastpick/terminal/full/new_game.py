"""Setting up a game: which, against whom, on which numbers, and who starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...catalog import names, open_book
from ...errors import LastpickError
from ...players import BOTS
from ..start import HUMAN, PlayRequest, check_playable, set_up, set_up_solo
from .app import LastpickApp, of
from .dialogs import Entering
from .form import Field, FormScreen

_YES_NO = {"no": "no", "yes": "yes"}
_BEST_OF = {str(n): f"best of {n}" if n > 1 else "one game" for n in (1, 3, 5, 7, 9)}


def first_game() -> str:
    """The game to begin with: one that its file marks for a first visit."""
    return next(name for name in names() if open_book(name).first)


def games(own: str | None) -> Mapping[str, str]:
    """The games by their titles, and the one that was brought along."""
    found = {name: open_book(name).title for name in names()}
    return found if own is None or own in found else {own: open_book(own).title, **found}


class GameSetup(FormScreen):
    """A game for two."""

    NAME = "A new game"

    def __init__(self, game: str | None = None) -> None:
        super().__init__(
            {
                "game": game or first_game(),
                "opponent": "level:2",
                "numbers": "",
                "best_of": "1",
                "first": "1",
                "swap": "no",
            }
        )
        self._games = games(game)

    def on_mount(self) -> None:
        kept = of(self).settings
        self.values |= {"name": kept.name, "friend": kept.friend}
        super().on_mount()

    def fields(self) -> Sequence[Field]:
        book = open_book(self.values["game"])
        kind = self.values["opponent"]
        friend = kind == HUMAN
        opponents = {HUMAN: "a friend at this keyboard"}
        opponents |= {name: bot.title for name, bot in BOTS.items()}
        them = "your friend" if friend else BOTS[kind].title
        starts = {"1": "you", "2": them, "toss": "toss a coin"}
        about_bot = "Two people at one keyboard." if friend else BOTS[kind].summary.capitalize()
        fields = [
            Field("game", "Game", self._games, f"{book.summary}"),
            Field("opponent", "Against", opponents, about_bot.rstrip(".") + "."),
            Field(
                "name", "Your name", None, "What you are called.", "Player 1" if friend else "You"
            ),
        ]
        if friend:
            about = "What your friend is called."
            fields.append(Field("friend", "Their name", None, about, "Player 2"))
        return [
            *fields,
            Field(
                "numbers",
                "Numbers",
                None,
                f"The pool, such as {book.game.numbers} or 1-50.",
                f"{book.game.numbers}",
            ),
            Field("best_of", "Match", _BEST_OF, "In a match the starter alternates."),
            Field("first", "Who starts", starts, "Whoever starts is Player 1."),
            Field("swap", "Swap", _YES_NO, "Whether Player 2 may take over the first pick."),
        ]

    def changed(self, key: str, /) -> None:
        if key == "game":
            self.values["numbers"] = ""

    def go(self) -> None:
        from .game import GameScreen

        values = self.values
        friend = values["opponent"] == HUMAN
        request = PlayRequest(
            game=values["game"],
            numbers=values["numbers"] or None,
            kinds=(HUMAN, values["opponent"]),
            names=(values["name"] or None, (values["friend"] or None) if friend else None),
            first=values["first"],
            best_of=int(values["best_of"]),
            swap=values["swap"] == "yes",
        )
        app: Any = self.app
        session = set_up(request, app.complain)
        kept = app.settings._replace(name=values["name"])
        app.settle(kept._replace(friend=values["friend"]) if friend else kept)
        app.switch_screen(GameScreen(session))


class SoloSetup(FormScreen):
    """A game for one."""

    NAME = "Alone: as many picks as you can"

    def __init__(self, game: str | None = None) -> None:
        super().__init__({"game": game or first_game(), "numbers": ""})
        self._games = games(game)

    def fields(self) -> Sequence[Field]:
        book = open_book(self.values["game"])
        pool = f"{book.game.numbers}"
        return [
            Field("game", "Game", self._games, book.summary),
            Field("numbers", "Numbers", None, f"The pool, such as {pool} or 1-50.", pool),
        ]

    def changed(self, key: str, /) -> None:
        if key == "game":
            self.values["numbers"] = ""

    def go(self) -> None:
        from .solo import SoloScreen

        book = open_book(self.values["game"], self.values["numbers"] or None)
        check_playable(book)
        app: Any = self.app
        app.switch_screen(SoloScreen(set_up_solo(book, app.complain)))


def own_game(app: LastpickApp) -> None:
    """Ask for a game file, and set up a game by it."""

    def named(path: str | None) -> None:
        if path is None:
            return
        from os.path import expanduser

        try:
            check_playable(open_book(expanduser(path)))
        except LastpickError as error:
            app.complain(str(error))
            app.push_screen(Entering(asked, path), named)
        else:
            app.push_screen(GameSetup(expanduser(path)))

    asked = "The path of a game file (.toml):"
    app.push_screen(Entering(asked), named)
