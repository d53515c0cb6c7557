"""kill -9 at random moments: what was shown is on disk, and the game goes on from there.

A game is played once without harm. Then it is played again and again: a random number of
the bytes that the first one showed is read, and the program is killed at once, wherever it
is. It is resumed, and killed again, before it may finish. Nothing waits for a clock.
"""

import random
import re
from typing import NamedTuple

import pytest
from support.running import TIMEOUT, latest, read, run, started, tell
from support.screens import Terminal, terminal

from lastpick.record import Event

ROUNDS = 5
PROMPT = re.compile(rb"(?:Select|Enter) [a-z ]+: $")

SCENES: dict[str, tuple[str, ...]] = {
    "two people": ("number-knockout",),
    "a bot": ("prime-rumble", "--p2", "greedy"),
    "a bot that starts": ("divisor-duel", "--numbers", "1-60", "--p1", "random"),
    "undone": ("non-consecutive",),
    "undone against a bot": ("prime-rumble", "--numbers", "2-30", "--p2", "random"),
    "a match": ("number-bind", "--numbers", "1-6", "--best-of", "5", "--p2", "random"),
}


class Story(NamedTuple):
    """A whole game: what was entered, and what had been shown and stored at each prompt."""

    entries: list[str]
    shown: list[int]
    stored: list[list[Event]]
    end: str


def stored() -> list[Event]:
    """Every event of the latest match."""
    return [event for play in latest().match.plays for event in play.events]


def tell_a_story(options: tuple[str, ...], chance: random.Random, undo: bool) -> Story:
    """Play to the end, picking at random and sometimes taking back."""
    story = Story([], [], [], "")
    output = b""
    with started("play", *options) as child:
        while some := read(child):
            output += some
            if PROMPT.search(output):
                assert stored() not in story.stored, "what is shown is not stored yet"
                story.shown.append(len(output))
                story.stored.append(stored())
                play = latest().match.begin()
                take_back = undo and len(play.moves) > 1 and chance.random() < 0.3
                entry = "undo" if take_back else str(chance.choice(play.position.legal))
                story.entries.append(entry)
                tell(child, entry)
        assert child.wait(TIMEOUT) == 0
    story.stored.append(stored())
    return story._replace(end=output.decode().splitlines()[-1])


def entered(story: Story) -> int:
    """How many of the entries are in the journal by now."""
    events = stored()
    assert story.stored[-1][: len(events)] == events
    whole = max(i for i, had in enumerate(story.stored) if len(had) <= len(events))
    return whole + (len(events) > len(story.stored[whole]))


def kill_while_playing(options: tuple[str, ...], story: Story, chance: random.Random) -> None:
    """Read so many bytes, kill, and compare all that was shown with what is stored."""
    moment = chance.randint(1, story.shown[-1])
    needed = next(i for i, mark in enumerate(story.shown) if mark >= moment)
    with started("play", *options) as child:
        tell(child, *story.entries[: needed + chance.randint(0, 1)])
        output = b""
        while len(output) < moment:
            output += read(child, moment - len(output))
        child.kill()
        while some := read(child):
            output += some
    prompts = sum(mark <= len(output) for mark in story.shown)
    if prompts:
        known = story.stored[prompts - 1]
        assert stored()[: len(known)] == known


def kill_while_resuming(story: Story, chance: random.Random) -> None:
    before = stored()
    with started("resume") as child:
        tell(child, *story.entries[entered(story) :][: chance.randint(0, 3)])
        assert child.stdin is not None
        child.stdin.close()
        for _ in range(chance.randint(1, 4)):
            read(child, chance.randint(1, 300))
        child.kill()
    assert stored()[: len(before)] == before


@pytest.mark.parametrize("scene", SCENES)
def test_kill(scene: str) -> None:
    chance = random.Random(scene)
    options = (*SCENES[scene], "--seed", "5")
    story = tell_a_story(options, chance, undo="undone" in scene)
    cut_short = 0
    for _ in range(ROUNDS):
        kill_while_playing(options, story, chance)
        while not latest().match.winner and chance.random() < 0.5:
            kill_while_resuming(story, chance)
        if not latest().match.winner:
            cut_short += 1
            done = run("resume", stdin=story.entries[entered(story) :])
            assert done.code == 0
            assert done.lines[-1] == story.end
        assert stored() == story.stored[-1]
    assert cut_short


# --- other ways to go -----------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_kill_on_a_terminal(seed: int) -> None:
    """There every line is shown at once, and so are a bot's picks."""
    chance = random.Random(seed)
    with terminal("play", "number-knockout", "--p2", "random", "--seed", seed) as screen:
        screen.expect("Select a number: ")
        screen.child.sendline("12")
        screen.child.read(chance.randint(1, 250))
        screen.close()
    shown = [int(n) for n in re.findall(r"selected (\d+)\.", screen.raw)]
    assert stored()[: len(shown)] == shown
    told = ", ".join(map(str, stored())) or "none"
    assert f"Selected so far: {told}" in run("resume", stdin=["history"]).lines


def leave(screen: Terminal) -> None:
    screen.expect("Select a number: ")
    screen.enter(6, "Opponent's Last Number: 6")
    screen.expect("Select a number: ")


def test_a_closed_terminal_loses_nothing() -> None:
    with terminal("play", "number-knockout") as screen:
        leave(screen)
        screen.hang_up()
    assert stored() == [6]
    assert run("resume").lines[1] == "Selected so far: 6"


def test_ctrl_c_leaves_cleanly() -> None:
    with terminal("play", "number-knockout") as screen:
        leave(screen)
        assert screen.end(screen.child.sendintr) == 130
        assert screen.lines[-1] == "The game is saved. To go on with it: lastpick resume"
    assert stored() == [6]


def test_ctrl_d_leaves_cleanly() -> None:
    with terminal("play", "number-knockout") as screen:
        leave(screen)
        screen.child.sendeof()
        assert screen.end() == 1
        assert screen.lines[-2:] == [
            "The input ended before the game did.",
            "The game is saved. To go on with it: lastpick resume",
        ]
    assert stored() == [6]


@pytest.mark.parametrize(("key", "code"), [("sendintr", 130), ("sendeof", 0)])
def test_leaving_the_menu(key: str, code: int) -> None:
    with terminal("--plain") as screen:
        screen.expect("Choose: ")
        assert screen.end(getattr(screen.child, key)) == code
        assert "Traceback" not in screen.raw
