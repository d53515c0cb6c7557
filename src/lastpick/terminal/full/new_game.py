"""Setting up a game: which, against whom, on which numbers, and who starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...catalog import Book, names, open_book
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


def first_chain() -> str | None:
    """The game to begin with alone: one in which a pick depends on the one before it."""
    return next((name for name in names() if not open_book(name).game.follows.trivial), None)


def games(own: str | None) -> Mapping[str, str]:
    """The games by their titles, and the one that was brought along."""
    found = {name: open_book(name).title for name in names()}
    return found if own is None or own in found else {own: open_book(own).title, **found}


class GameForm(FormScreen):
    """A form that asks for a game and for its numbers, which are another game's no more."""

    def __init__(self, game: str | None, **values: str) -> None:
        super().__init__({"game": game or first_game(), "numbers": "", **values})
        self._games = games(game)

    def game_field(self) -> Field:
        return Field("game", "Game", self._games, open_book(self.values["game"]).summary)

    def numbers_field(self) -> Field:
        pool = f"{open_book(self.values['game']).game.numbers}"
        return Field("numbers", "Numbers", None, f"The pool, such as {pool} or 1-50.", pool)

    def changed(self, key: str, /) -> None:
        if key == "game":
            self.values["numbers"] = ""

    def book(self) -> Book:
        """The game on its numbers; an error, if it cannot be played."""
        book = open_book(self.values["game"], self.values["numbers"] or None)
        check_playable(book)
        return book


class GameSetup(GameForm):
    """A game for two."""

    NAME = "A new game"

    def __init__(self, game: str | None = None) -> None:
        super().__init__(game, opponent="level:2", best_of="1", first="1", swap="no")

    def on_mount(self) -> None:
        kept = of(self).settings
        self.values |= {"name": kept.name, "friend": kept.friend}
        super().on_mount()

    def fields(self) -> Sequence[Field]:
        kind = self.values["opponent"]
        friend = kind == HUMAN
        opponents = {HUMAN: "a friend at this keyboard"}
        opponents |= {name: bot.title for name, bot in BOTS.items()}
        them = "your friend" if friend else BOTS[kind].title
        starts = {"1": "you", "2": them, "toss": "toss a coin"}
        about_bot = "Two people at one keyboard." if friend else BOTS[kind].summary.capitalize()
        fields = [
            self.game_field(),
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
            self.numbers_field(),
            Field("best_of", "Match", _BEST_OF, "In a match the starter alternates."),
            Field("first", "Who starts", starts, "Whoever starts is Player 1."),
            Field("swap", "Swap", _YES_NO, "Whether Player 2 may take over the first pick."),
        ]

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
        app = of(self)
        session = set_up(request, app.complain)
        kept = app.settings._replace(name=values["name"])
        app.settle(kept._replace(friend=values["friend"]) if friend else kept)
        app.switch_screen(GameScreen(session))


class SoloSetup(GameForm):
    """A game for one."""

    NAME = "Alone: as many picks as you can"

    def __init__(self, game: str | None = None) -> None:
        super().__init__(game or first_chain())

    def fields(self) -> Sequence[Field]:
        return [self.game_field(), self.numbers_field()]

    def go(self) -> None:
        from .solo import SoloScreen

        app = of(self)
        app.switch_screen(SoloScreen(set_up_solo(self.book(), app.complain)))


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
