"""A game told in its rule book's voice, as it is played or as it was."""

from __future__ import annotations

from collections.abc import Callable

from ..catalog import Book, Scene
from ..game import Position
from ..journal import NUMBERED
from ..players import display_name, title
from ..record import CONCEDE, ENDINGS, Person, Play
from .screen import Screen


def introduced(seat: int, person: Person) -> str:
    """Who sits where, in one line."""
    label = f"Player {seat}"
    if person.name in NUMBERED and person.bot is None:
        return person.name + ", with the first pick" * (seat == 1 and person.name != label)
    name = display_name(person)
    plays = title(person.bot) if person.bot else name
    return f"{label}: {name}" + f" ({plays})" * (not name.startswith(plays))


class Voice:
    """Says what happens; `labels` tells what Player 1 and Player 2 are called."""

    def __init__(self, book: Book, screen: Screen, labels: Callable[[], tuple[str, str]]) -> None:
        self.wording = book.wording
        self.screen = screen
        self.labels = labels

    def say(self, key: str, play: Play) -> None:
        """A part of the conversation, with what matters most standing out."""
        if not self.wording.templates[key]:
            return
        scene = self._scene(play)
        lines = self.wording.say(key, scene).split("\n")
        for number, line in enumerate(lines, 1):
            if key in ("end", "end_won"):
                style = "good" if number == len(lines) else None
            else:
                style = "bold" if scene.player in line else None
            self.screen.say(line, style)

    def turn(self, play: Play) -> str:
        """Whose turn it is and what there is to pick; the prompt, which is not shown yet."""
        self.say(self.wording.turn(play.position), play)
        return self.wording.say(self.wording.prompt(play.position), self._scene(play))

    def picked(self, play: Play, before: Position) -> None:
        """What the pick was that has just been made, and what it removed."""
        now = self._scene(play)
        then = Scene(now.position, player=now.opponent, opponent=now.player, before=before)
        if said := self.wording.announce(then):
            self.screen.say(said)

    def pool(self, play: Play) -> None:
        """The numbers that are left, in a game whose turns do not show them."""
        position = play.position
        if self._shows_pool(self.wording.turn(position)):
            return
        key = "start" if position.opening else "picked"
        if self._shows_pool(key):  # what a pick removed is not told again: there is no `before`
            now = self._scene(play)
            scene = now if position.opening else Scene(position, now.opponent, now.player)
            self.screen.say(self.wording.say(key, scene))
        else:
            self.screen.say(f"Available: {self.wording.list('available', position.pool)}")

    def _shows_pool(self, key: str) -> bool:
        return "{available}" in self.wording.templates[key]

    def passed(self, play: Play) -> None:
        self.screen.say(f"{self._scene(play).opponent} forfeits the turn.", "bad")

    def swapped(self, play: Play) -> None:
        """Who took over the first pick has made it, so the other one is to move."""
        scene = self._scene(play)
        self.screen.say(f"{scene.opponent} takes over {play.position.last}.", "bold")

    def end(self, play: Play) -> None:
        """Who won, and why."""
        if play.ending:
            scene = self._scene(play)
            loser, winner = scene.player, scene.opponent
            if play.ending == CONCEDE:
                loser, winner = winner, loser
            self.screen.say(f"\n{loser} {ENDINGS[play.ending].happens}. {winner} wins!", "good")
        else:
            self.say(self.wording.turn(play.position), play)

    def _scene(self, play: Play) -> Scene:
        labels = self.labels()
        return Scene(play.position, labels[play.turn - 1], labels[2 - play.turn])
