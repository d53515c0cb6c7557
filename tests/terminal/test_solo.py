"""Alone: the count, taking back, the end with the best possible, another try, personal bests."""

import io
import json
import random
import re
from pathlib import Path

import pytest
from support.running import (
    TIMEOUT,
    Done,
    events,
    latest,
    read,
    refused,
    run,
    started,
    tell,
)
from support.screens import terminal

from lastpick.catalog import load, open_book
from lastpick.coach.longest import Longest, best
from lastpick.journal import Journal, Saved
from lastpick.terminal.screen import Screen
from lastpick.terminal.solo import tries

END = "Enter undo to go back, again for another try, or quit: "
SMALL = ("--numbers", "1-6")
LONGEST = best(load("divisor-duel", "1-6")).picks


def alone(*entries: object, game: object = "divisor-duel", options: tuple[str, ...] = ()) -> Done:
    return run("solo", game, *options, stdin=entries)


def test_a_game_from_start_to_end() -> None:
    done = alone(6, 3, 1, 5, options=SMALL)
    assert (done.code, done.err) == (0, "")
    assert done.lines == [
        "Divisor Duel 1-6, alone: pick as many numbers as you can.",
        "",
        "0 picks so far.",
        "Valid: 1-6",
        "Pick 1: 6",
        "",
        "1 pick so far. Last: 6.",
        "Valid: 1-3",
        "Pick 2: 3",
        "",
        "2 picks so far. Last: 3.",
        "Valid: 1",
        "Pick 3: 1",
        "",
        "3 picks so far. Last: 1.",
        "Valid: 2, 4, 5",
        "Pick 4: 5",
        "",
        "Nothing is left to pick. 4 picks; the best possible is 6.",
        END,
    ]


def test_the_best_possible_is_said_warmly() -> None:
    done = alone(*LONGEST, options=SMALL)
    assert (
        "Nothing is left to pick. 6 picks: the best possible! Nobody can do better." in done.lines
    )


def test_undo_is_free_and_also_takes_back_the_end() -> None:
    done = alone("undo", 1, 5, "undo", "undo", "undo", *LONGEST, "undo", options=SMALL)
    assert done.lines.count("There is nothing to take back yet.") == 2
    assert "Nothing is left to pick. 2 picks; the best possible is 6." in done.lines
    assert (
        "Nothing is left to pick. 6 picks: the best possible! Nobody can do better." in done.lines
    )
    assert f"Taken back: {LONGEST[-1]}." in done.lines
    assert "5 picks so far." in done.out
    assert latest().match.play.most == 6


def test_what_is_wrong_is_said_and_asked_again() -> None:
    done = alone(6, 4, "x", "", "hint", "resign", "save it", "pool", "history", 3, "quit")
    said = "\n".join(done.lines)
    assert "4 is neither a divisor nor a multiple of 6. Valid: 1-3, 12, 18 (or type help)." in said
    assert "'x' is not a whole number." in said
    for word in ("hint", "resign", "save it"):
        assert f"'{word}' is not for here; help lists what is." in said
    assert "Picked so far: 6" in done.lines
    assert "Valid: 1, 2, 3, 12, 18" in done.lines
    assert done.lines[-1] == "The game is saved. To go on with it: lastpick resume"
    assert done.code == 0


def test_at_the_end_only_its_words_count() -> None:
    done = alone(1, 5, "7", "help", "quit", options=SMALL)
    assert "'7' is none of these." in done.lines
    assert "  undo     take back the last pick, as often as you like" in done.lines
    assert "  again    another try, from the start" in done.lines
    assert "Enter the number that you pick, or one of:" not in done.lines
    assert done.lines.count(END + "quit") == 1


def test_what_a_pick_removes_is_said() -> None:
    done = alone(2, "quit", game="prime-rumble", options=("--numbers", "2-9"))
    assert "Also gone: 4, 6, 8" in done.lines
    assert "1 pick so far. Last: 2." in done.lines


def test_another_try_is_a_game_of_its_own() -> None:
    done = alone(1, 5, "again", 6, 3, 1, 5, "again", 1, 3, options=SMALL)
    assert "Your personal best: 2." in done.lines
    assert "A new personal best; it was 2." in done.lines
    assert "Your personal best: 4." in done.lines
    matches = [saved.match for saved in Journal().saved() if isinstance(saved, Saved)]
    assert sorted(match.play.most for match in matches) == [0, 2, 4]
    bests = json.loads(run("solo", "--best", "--json").out)
    assert bests == [{"game": "divisor-duel", "numbers": "1-6", "best": 4, "games": 2}]
    told = ["Alone, the most picks:", "  Divisor Duel 1-6: 4 (of 2 games)"]
    assert run("solo", "--best").lines == run("stats").lines == told
    assert json.loads(run("stats", "--json").out) == []
    assert run("stats", "--player", "You").lines == ["No finished games by You yet."]
    assert run("solo", "--best", "prime-rumble").lines == ["No finished games of Prime Rumble yet."]


def test_left_and_resumed() -> None:
    done = alone(6, 3)
    assert done.code == 1
    assert "The input ended before the game did." in done.lines
    (listed,) = json.loads(run("resume", "--json").out)
    assert (listed["players"], listed["picks"]) == (["You"], [6, 3])
    assert run("resume", "--list").out.endswith("  Divisor Duel 1-20, alone, 2 picks\n")
    done = run("resume", stdin=[9, "undo", "quit"])
    assert "Picked so far: 6, 3" in done.lines
    assert events() == [6, 3, 9, "undo"]
    done = run("resume", stdin=[1, 19, "again", 5])
    assert "Nothing is left to pick. 4 picks; the best possible is 17." in done.lines
    assert events() == [5]


def test_games_of_ones_own_and_of_every_family(tmp_path: Path) -> None:
    path = tmp_path / "steps.toml"
    path.write_text(
        'numbers = "0-9"\nstart = 0\nfollows = "abs(n - last) <= 2"\nremoves = "m == n + 3"\n'
        'last_pick = "loses"\n'
    )
    game = load(path)
    picks = best(game).picks
    done = alone(*picks, game=path)
    assert f"Nothing is left to pick. {len(picks)} picks: the best possible! Nobody can" in done.out
    path.unlink()
    assert run("solo", "--best").lines[-1] == f"  steps 0-9: {len(picks)} (of 1 game)"


@pytest.mark.parametrize(
    ("known", "at_most", "said"),
    [
        (4, 5, "2 picks; the best known is 4, and more than 5 cannot be."),
        (2, 5, "2 picks: nothing better is known! At most 5 could be."),
        (1, 5, "2 picks: nothing better is known! At most 5 could be."),
        (1, 2, "2 picks: the best possible! Nobody can do better."),
    ],
)
def test_a_best_that_is_not_proved_is_not_called_one(known: int, at_most: int, said: str) -> None:
    target = io.StringIO()
    best_known = Longest(tuple(range(1, known + 1)), at_most)
    screen = Screen(io.StringIO("1\n5\n"), target)
    assert tries(open_book("divisor-duel", "1-6"), screen, best_known) == 0
    assert f"Nothing is left to pick. {said}" in target.getvalue()


def test_nothing_to_pick_at_all(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    path.write_text('numbers = "1-9"\nopens = "n > 9"\n')
    done = alone(game=path)
    assert "Nothing is left to pick. 0 picks: the best possible! Nobody can do better." in done.out


def test_wrong_usage_is_told() -> None:
    assert "which game?" in refused(run("solo"))
    assert "--best" in refused(run("solo", "divisor-duel", "--json"))
    assert "did you mean divisor-duel" in refused(run("solo", "divisor-dual"))


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_on_a_terminal_it_fits(columns: int) -> None:
    with terminal("solo", "divisor-duel", "--numbers", "1-60", columns=columns) as screen:
        screen.expect("Pick 1: $")
        screen.enter(1, "Pick 2: $")
        screen.enter(59, "or quit: $")
        screen.enter("undo", "Pick 2: $")
        screen.child.sendline("quit")
        assert screen.end() == 0
        assert screen.fits


@pytest.mark.parametrize("seed", range(4))
def test_kill(seed: int) -> None:
    """Whatever was counted on the screen is on disk after a kill, and the game goes on from it."""
    chance = random.Random(seed)
    shown = b""
    with started("solo", "divisor-duel") as child:
        tell(child, 6, 3, "undo", 12, 4, 8)
        while len(shown) < chance.randint(100, 400) and (some := read(child, 50)):
            shown += some
        child.kill()
        while some := read(child):
            shown += some
        child.wait(TIMEOUT)
    counted = max((int(n) for n in re.findall(rb"Pick (\d+): ", shown)), default=1)
    stored = latest().match.play
    assert len(stored.events) >= counted - 1
    assert stored.events == [6, 3, "undo", 12, 4, 8][: len(stored.events)]
    picks = ", ".join(map(str, stored.position.picks)) or "none"
    assert f"Picked so far: {picks}" in run("resume", stdin=["history", "quit"]).lines
