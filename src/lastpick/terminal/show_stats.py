"""Wins and losses over time, and puzzles."""

from __future__ import annotations

from itertools import groupby

from ..errors import JournalError
from ..game import Game
from ..journal import Journal, PersonalBest, Standing, personal_bests, standings
from ..record import Match
from .screen import Screen


def read_standings(
    screen: Screen, player: str | None = None, game: str | None = None
) -> list[Standing]:
    """Every tally, or those of a player or a game; damaged files are reported."""
    return _tallies(read_matches(screen), player, game)


def read_matches(screen: Screen) -> list[Match]:
    """Every match on disk, the latest first; damaged files are reported."""
    matches = []
    for saved in Journal().saved():
        if isinstance(saved, JournalError):
            screen.note(f"lastpick: {saved}; it is left out")
        else:
            matches.append(saved.match)
    return matches


def read_bests(screen: Screen, game: Game | None = None) -> list[PersonalBest]:
    """What was reached alone: in every game, or in this one."""
    bests = personal_bests(read_matches(screen))
    return sorted(best for of, best in bests.items() if game in (None, of))


def _tallies(matches: list[Match], player: str | None, game: str | None) -> list[Standing]:
    return [
        tally
        for tally in standings(matches)
        if player in (None, tally.player) and game in (None, tally.game)
    ]


def show_stats(screen: Screen, player: str | None = None, game: str | None = None) -> None:
    matches = read_matches(screen)
    found = _tallies(matches, player, game)
    bests = [] if player else sorted(personal_bests(matches).values())
    bests = [best for best in bests if game in (None, best.game)]
    if not found and not bests:
        screen.say("No finished games yet.")
    for name, own in groupby(found, key=lambda tally: tally.player):
        of_player = list(own)
        screen.say(f"{name}: {_score(of_player)}", "bold")
        for title, of_game in groupby(of_player, key=lambda tally: tally.game):
            screen.say(f"  {title}")
            for tally in of_game:
                screen.say(f"    against {tally.opponent}: {_score([tally])}")
    if bests:
        show_bests(screen, bests)
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


def show_bests(screen: Screen, bests: list[PersonalBest]) -> None:
    """The most picks of each game played alone."""
    screen.say("Alone, the most picks:", "bold")
    for best in bests:
        screen.say(f"  {best.game} {best.numbers}: {best.best} (of {_games(best.games)})")


def _games(count: int) -> str:
    return f"{count} game{'s' * (count != 1)}"


def _score(found: list[Standing]) -> str:
    won, lost = sum(t.won for t in found), sum(t.lost for t in found)
    return f"{won} won, {lost} lost"
