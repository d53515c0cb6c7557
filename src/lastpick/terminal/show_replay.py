"""Stepping through a record, in the voice of its game."""

from __future__ import annotations

from ..catalog import book_of
from ..record import PASS, SWAP, Play, Record, result
from .screen import Screen, plain
from .voice import Voice

_PROMPT = "[Enter] next, b back, q quit: "


def replay(record: Record, screen: Screen) -> bool:
    """Show a game step by step, or all at once in a pipe; False if somebody has left."""
    one, two = (person.name for person in record.players)
    swapped = record.play().swapped
    play = record._replace(events=()).play()

    def labels() -> tuple[str, str]:
        """The players in their seats, which a swap has exchanged."""
        return (one, two) if play.swapped == swapped else (two, one)

    voice = Voice(book_of(record.game), screen, labels)
    _head(record, screen)
    voice.say("start", play)
    shown = 0
    while True:
        if shown < len(record.events):
            _step(play, voice, record)
        elif play.outcome:
            voice.end(play)
        else:
            screen.say("\nThe record ends here; the game is unfinished.")
        key = _key(screen)
        if key == "q":
            return False
        if key == "b":
            shown = max(0, shown - 1)
            play = record._replace(events=record.events[:shown]).play()
        elif shown == len(record.events):
            return True
        else:
            shown += 1


def _head(record: Record, screen: Screen) -> None:
    screen.say(f"\n{book_of(record.game).title} {record.game.numbers}, {record.date}", "bold")
    for seat, person in enumerate(record.players, 1):
        bot = f", the {person.bot} bot" if person.bot else ""
        screen.say(f"Player {seat}: {person.name}{bot}")
    if record.match:
        screen.say("Match: game {}, best of {}".format(*record.match))
    screen.say(f"Result: {result(record.play())}\n")


def _step(play: Play, voice: Voice, record: Record) -> None:
    """Let the next event happen and show it."""
    event = record.events[len(play.events)]
    prompt = voice.turn(play)
    before = play.position
    play.add(event)
    voice.screen.say(f"{prompt}{event}")
    if isinstance(event, int):
        voice.picked(play, before)
    elif event == PASS:
        voice.passed(play)
    elif event == SWAP:
        voice.swapped(play)


def _key(screen: Screen) -> str:
    """What to do next: "" to go on, which is all that happens in a pipe."""
    if not (screen.is_person and screen.is_terminal):
        return ""
    while True:
        entered = screen.ask(_PROMPT).strip().lower()
        if entered in ("", "b", "q"):
            return entered
        screen.say(f"'{plain(entered, 20)}' is no step. Press Enter, or enter b or q.", "bad")
