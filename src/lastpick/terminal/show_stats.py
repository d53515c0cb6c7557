"""Wins and losses over time, and puzzles."""

from __future__ import annotations

import os
from collections.abc import Mapping
from itertools import groupby

from ..catalog import names, open_book
from ..errors import JournalError, meant
from ..game import Game
from ..journal import LEFT_OUT, Journal, PersonalBest, Saved, Standing, personal_bests, standings
from ..players import title
from .progress import Progress
from .screen import Screen, plain

_MOST_NAMED = 5  # players or games, where there is nothing of the one asked for


def read_standings(
    screen: Screen, player: str | None = None, game: str | None = None
) -> list[Standing]:
    """Every tally, or those of a player or a game; damaged files are reported."""
    kept = read_saved(screen)
    found = _Found(kept, player, game)
    if not found.tallies and (player, game) != (None, None):
        screen.note(f"lastpick: {found.nothing()}")
    return found.tallies


def read_saved(screen: Screen) -> list[Saved]:
    """Every match on disk, the latest first; damaged files are reported."""
    kept = []
    with Progress() as progress:
        for saved in Journal().saved(progress.games):
            if isinstance(saved, JournalError):
                progress.wipe()
                screen.note(f"lastpick: {saved}; {LEFT_OUT}")
            else:
                kept.append(saved)
    return kept


def read_bests(screen: Screen, game: Game | None = None) -> list[PersonalBest]:
    """What was reached alone: in every game, or in this one."""
    return bests_of(read_saved(screen), game)


def bests_of(kept: list[Saved], game: Game | None = None) -> list[PersonalBest]:
    """What was reached alone in these matches."""
    bests = personal_bests(saved.match for saved in kept)
    return sorted(best for of, best in bests.items() if game in (None, of))


class _Found:
    """What is known about a player or a game, or about all of them."""

    def __init__(self, kept: list[Saved], player: str | None, game: str | None) -> None:
        matches = [saved.match for saved in kept]
        self.titles = titles_of(kept)
        self.player = player
        self.game = None if game is None else self._name(game)
        self._all = standings(matches)
        self._bests = sorted(personal_bests(matches).values())
        self.tallies = [
            tally
            for tally in self._all
            if player in (None, tally.player, title(tally.player))
            and self.game in (None, tally.game)
        ]
        self.bests = [
            best for best in self._bests if player is None and self.game in (None, best.game)
        ]

    def _name(self, asked: str) -> str:
        """A game's name, where its title or its file was given."""
        if asked.endswith(".toml"):
            return os.path.splitext(os.path.basename(asked))[0]
        told = {title.lower(): name for name, title in self.titles.items()}
        return told.get(asked.lower(), asked)

    def _title(self, name: str) -> str:
        if name in self.titles or name not in names():
            return self.titles.get(name, name)
        return open_book(name).title

    def nothing(self) -> str:
        """That there is nothing, and what there is instead."""
        played = [*(tally.game for tally in self._all), *(best.game for best in self._bests)]
        games = list(dict.fromkeys(played))
        players = list(dict.fromkeys(tally.player for tally in self._all))
        by = "" if self.player is None else f" by {plain(self.player)}"
        of = "" if self.game is None else f" of {plain(self._title(self.game))}"
        text = f"No finished games{of}{by} yet"
        if self.player is not None and self.player not in players:
            return text + (meant(self.player, players) or _there_are(players, "by"))
        if self.game is not None and self.game not in games:
            shown = [self.titles[name] for name in games]
            return text + (meant(self.game, games) or _there_are(shown, "of"))
        return f"{text}."


def _there_are(names: list[str], word: str) -> str:
    more = f" and {len(names) - _MOST_NAMED} more" * (len(names) > _MOST_NAMED)
    return f"; there are some {word} {', '.join(names[:_MOST_NAMED])}{more}." if names else "."


def titles_of(kept: list[Saved]) -> dict[str, str]:
    """What each game that was played is called; a later file may call it otherwise."""
    found: dict[str, str] = {}
    for saved in kept:
        if saved.setup.game not in found:
            found[saved.setup.game] = saved.setup.book().title
    return found


def show_stats(screen: Screen, player: str | None = None, game: str | None = None) -> None:
    found = _Found(read_saved(screen), player, game)
    if not found.tallies and not found.bests:
        screen.say(found.nothing())
    for name, own in groupby(found.tallies, key=lambda tally: tally.player):
        of_player = list(own)
        screen.say(f"{title(name)}: {_score(of_player)}", "bold")
        for of, of_game in groupby(of_player, key=lambda tally: tally.game):
            screen.say(f"  {found.titles[of]}")
            for tally in of_game:
                screen.say(f"    against {title(tally.opponent)}: {_score([tally])}")
    if found.bests:
        show_bests(screen, found.bests, found.titles)
    if player is None and game is None:
        _show_puzzles(screen)


def _show_puzzles(screen: Screen) -> None:
    from ..coach.puzzle_log import PuzzleLog

    found = PuzzleLog(lambda text: screen.note(f"lastpick: {text}")).summary()
    if found.tried:
        told = f"{found.solved} of {found.tried} solved, {found.at_once} on the first try"
        screen.say(f"Puzzles: {told}", "bold")
    if found.best:
        screen.say(f"  daily puzzles in a row: {found.streak}, at best {found.best}")


def show_bests(screen: Screen, bests: list[PersonalBest], titles: Mapping[str, str]) -> None:
    """The most picks of each game played alone."""
    screen.say("Alone, the most picks:", "bold")
    for best in bests:
        screen.say(f"  {titles[best.game]} {best.numbers}: {best.best} (of {_games(best.games)})")


def _games(count: int) -> str:
    return f"{count} game{'s' * (count != 1)}"


def _score(found: list[Standing]) -> str:
    won, lost = sum(t.won for t in found), sum(t.lost for t in found)
    return f"{won} won, {lost} lost"
