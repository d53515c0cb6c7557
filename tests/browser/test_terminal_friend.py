"""Somebody in a browser against somebody at a terminal, by the link of the page."""

from __future__ import annotations

from support.screens import terminal
from support.visitor import Visitor

from .person import Person

PICKS = (12, 6, 3, 9, 1, 11)  # a game on 1-12, the last of which ends it


def test_a_browser_and_a_terminal_play_to_the_end(ann: Person, api: Visitor) -> None:
    table = api.create("me", "friend", names=["Ann", None], numbers="1-12")
    ann.sit(table, 1)
    with terminal("join", ann.invite_link, "--name", "Ben", columns=150) as ben:
        ben.expect("Waiting for Ann")
        for n, following in zip(PICKS[::2], PICKS[1::2], strict=True):
            ann.pick(n)
            ben.expect(f"number: {n}\r\n")
            ben.expect("Select number: ")
            ben.child.sendline(str(following))
            ann.sees_pick(following)
            ann.shows(api.state(table.id))
        ben.expect("You win.")
        ann.ends("You lost", "You have no legal pick left.")
        ben.expect("Enter rematch, review or quit: ")
        ben.child.sendline("quit")
        assert ben.end() == 0
    assert table.state["picks"] == list(PICKS)
