"""Wins and losses over time, and puzzles."""

from __future__ import annotations

from itertools import groupby

from ..errors import JournalError
from ..journal import Journal, Standing, standings
from .screen import Screen


def read_standings(
    screen: Screen, player: str | None = None, game: str | None = None
) -> list[Standing]:
    """Every tally, or those of a player or a game; damaged files are reported."""
    matches = []
    for saved in Journal().saved():
        if isinstance(saved, JournalError):
            screen.note(f"lastpick: {saved}; it is left out")
        else:
            matches.append(saved.match)
    return [
        tally
        for tally in standings(matches)
        if player in (None, tally.player) and game in (None, tally.game)
    ]


def show_stats(screen: Screen, player: str | None = None, game: str | None = None) -> None:
    found = read_standings(screen, player, game)
    if not found:
        screen.say("No finished games yet.")
    for name, own in groupby(found, key=lambda tally: tally.player):
        of_player = list(own)
        screen.say(f"{name}: {_score(of_player)}", "bold")
        for title, of_game in groupby(of_player, key=lambda tally: tally.game):
            screen.say(f"  {title}")
            for tally in of_game:
                screen.say(f"    against {tally.opponent}: {_score([tally])}")
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


def _score(found: list[Standing]) -> str:
    won, lost = sum(t.won for t in found), sum(t.lost for t in found)
    return f"{won} won, {lost} lost"
