"""Taking over the first pick at the prompt."""

from pathlib import Path

from support.running import Done, events, latest, run

from lastpick.record import parse

PROMPT = "Select number: "
OFFER = "(Or enter swap to take over 6.)"


def duel(*entries: object, options: tuple[str, ...] = ("--swap",)) -> Done:
    return run("play", "divisor-duel", *options, stdin=entries)


def after(done: Done, entered: str) -> list[str]:
    return done.lines[done.lines.index(PROMPT + entered) + 1 :]


def test_it_is_offered_at_the_second_players_first_turn_alone() -> None:
    done = duel(6, 3, 9, "quit")
    assert done.lines.count(OFFER) == 1
    assert done.lines.index(OFFER) < done.lines.index(PROMPT + "3")
    assert done.lines[0] == "Whoever goes second may swap: take over the first pick."


def test_who_takes_over_keeps_the_name_and_the_other_one_moves() -> None:
    done = duel(6, "swap", "history", 3, "history", "quit")
    assert after(done, "swap")[:3] == ["Player 2 takes over 6.", "", "Player 1's Turn:"]
    assert after(done, "history")[:3] == [
        "Selected so far: 6 (6 was taken over by Player 2)",
        "Player 2: 6",
        "Player 1: none",
    ]
    assert "Player 1: 3" in done.lines
    assert events() == [6, "swap", 3]


def test_help_tells_of_it_only_where_it_was_agreed() -> None:
    told = "  swap       take over the first pick"
    assert told in duel("help", "quit").lines
    done = duel(6, "help", "swap", "quit", options=())
    assert told not in done.lines
    assert "'swap' is not for here; help lists what is." in done.lines
    assert OFFER not in done.lines
    assert events() == [6]


def test_too_late_or_too_early_it_says_so() -> None:
    done = duel("swap", 6, "swap", "swap", 3, "swap", "quit")
    assert done.lines.count("Only the first pick can be taken over, and only at once.") == 3
    assert events() == [6, "swap", 3]


def test_it_can_be_taken_back() -> None:
    done = duel(6, "swap", "undo", 3, "quit")
    assert after(done, "undo")[0] == "Taken back: swap."
    assert after(done, "undo")[2] == "Player 2's Turn:"
    assert done.lines.count(OFFER) == 2
    assert events() == [6, "swap", "undo", 3]


def test_a_resumed_game_still_knows() -> None:
    duel(6, "swap", "quit")
    done = run("resume", stdin=["quit"])
    assert "Selected so far: 6 (6 was taken over by Player 2)" in done.lines
    assert "Player 1's Turn:" in done.lines
    assert [person.name for person in latest().match.seats()] == ["Player 2", "Player 1"]


def test_a_bot_that_takes_over_says_so() -> None:
    """Every opening of a game that the opener wins is one to take over, if it keeps the win."""
    done = duel(11, "quit", options=("--swap", "--p2", "perfect"))
    assert "(Perfect bot is Player 2.)" in done.lines
    assert after(done, "swap")[0] == "Player 2 takes over 11."
    assert events() == [11, "swap"]


def test_its_record_is_replayed_and_reviewed(tmp_path: Path) -> None:
    target = tmp_path / "game.txt"
    duel(11, "swap", 1, "resign", options=("--swap", "--record", str(target)))
    (record,) = parse(target.read_text())
    assert [person.name for person in record.players] == ["Player 2", "Player 1"]
    replayed = run("replay", target).lines
    assert replayed[1:4] == [
        "Player 2, with the first pick",
        "Player 1",
        "Result: Player 1 wins (resignation)",
    ]
    at = replayed.index("Player 2 takes over 11.")
    assert replayed[at + 2] == "Player 1's Turn:"
    assert "Player 2 resigns. Player 1 wins!" in replayed
    reviewed = run("review", target).out
    assert "Result: Player 1 wins, because Player 2 resigned" in reviewed
