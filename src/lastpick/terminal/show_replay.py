"""Stepping through a record, in the voice of its game."""

from __future__ import annotations

from ..players import display_name
from ..record import PASS, SWAP, YOU, Play, Record, doing
from .screen import Screen, plain
from .voice import Voice, introduced

_KEYS = {"next": "", "n": "", "back": "b", "b": "b", "quit": "q", "q": "q", "exit": "q"}
_PROMPT = "[Enter] next, b back, q quit: "


def replay(record: Record, screen: Screen) -> bool:
    """Show a game step by step, or all at once in a pipe; False if somebody has left."""
    one, two = (
        f"Player {seat}" if person.name == YOU else display_name(person)
        for seat, person in enumerate(record.players, 1)
    )
    swapped = record.play().swapped
    play = record._replace(events=()).play()

    def labels() -> tuple[str, str]:
        """The players in their seats, which a swap has exchanged."""
        return (one, two) if play.swapped == swapped else (two, one)

    voice = Voice(record.book, screen, labels)
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
            voice.pool(play)
        elif shown == len(record.events):
            return True
        else:
            shown += 1


def _head(record: Record, screen: Screen) -> None:
    screen.say(f"\n{record.book.title} {record.game.numbers}, {record.date}", "bold")
    for seat, person in enumerate(record.players, 1):
        screen.say(introduced(seat, person))
    if record.match:
        screen.say("Match: game {}, best of {}".format(*record.match))
    screen.say(f"Result: {_result(record)}\n")


def _result(record: Record) -> str:
    """Who won, by name."""
    outcome = record.play().outcome
    if outcome is None:
        return "unfinished"
    return f"{doing(display_name(record.players[outcome.winner - 1]), 'wins')} ({outcome.reason})"


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
        entered = screen.ask(_PROMPT, list(_KEYS)).strip().lower()
        if entered in _KEYS or not entered:
            return _KEYS.get(entered, "")
        screen.say(f"'{plain(entered, 20)}' is no step. Press Enter, or enter b or q.", "bad")
