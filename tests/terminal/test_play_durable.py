"""First on disk, then on the screen: nobody sees what a crash could take back."""

import io

import pytest
from support.running import events

from lastpick.journal import MatchLog
from lastpick.record import Event
from lastpick.terminal.screen import Screen
from lastpick.terminal.start import PlayRequest, play

PEOPLE = ("human", "human")
BOTS = ("random", "greedy")


def said(event: Event) -> str:
    """What Number Knockout's table says once something has happened."""
    return {"undo": "Taken back", "resign": " resigns."}.get(str(event), f" selected {event}.")


@pytest.mark.parametrize(
    ("kinds", "entries"),
    [(PEOPLE, [6, 3, 9, 18, "undo", "resign"]), (BOTS, []), (("random", "human"), ["resign"])],
    ids=["people", "bots", "both"],
)
def test_what_happens_is_stored_before_it_is_shown(
    monkeypatch: pytest.MonkeyPatch, kinds: tuple[str, str], entries: list[Event]
) -> None:
    target = io.StringIO()
    stored: list[Event] = []
    append = MatchLog.append

    def watched(log: MatchLog, happened: list[Event]) -> None:
        for event in happened:
            assert said(event) not in target.getvalue()
        append(log, happened)
        stored.extend(happened)

    monkeypatch.setattr(MatchLog, "append", watched)
    source = io.StringIO("".join(f"{entry}\n" for entry in entries))
    assert play(PlayRequest("number-knockout", kinds=kinds, seed=2), Screen(source, target)) == 0
    assert stored == events()
    assert all(said(event) in target.getvalue() for event in stored)


def test_every_pick_is_stored_before_the_next_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    entries: list[Event] = [6, 3, 9, "undo", 18, 2, "resign"]
    stored: list[list[Event]] = []

    def ask(*_: object) -> str:
        stored.append(list(events()))
        return str(entries[len(stored) - 1])

    monkeypatch.setattr(Screen, "ask", ask)
    assert play(PlayRequest("number-bind"), Screen(io.StringIO(), io.StringIO())) == 0
    assert stored == [entries[:count] for count in range(len(entries))]
    assert events() == entries
