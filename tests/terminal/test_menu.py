"""The menu, used as a person does: choose a game, an opponent, go; leave, and come back."""

import pytest
from support.running import events, latest, run
from support.screens import Terminal, terminal

from lastpick.catalog import names, open_book

PICK = "Select a number: $"
KNOCKOUT, BIND, RUMBLE = (
    names().index(name) + 1 for name in ("number-knockout", "number-bind", "prime-rumble")
)
CHOICES = ", ".join([*(str(number) for number, _ in enumerate(names(), 1)), "s", "q"])
MORE = str(len(names()) + 1)


def start(screen: Terminal, *choices: object) -> None:
    """Choose in the menu until a game begins."""
    screen.expect("Choose: ")
    for choice in choices[:-1]:
        screen.enter(choice, r"Choose \[1\]: ")
    screen.enter(choices[-1], PICK)


@pytest.mark.parametrize("columns", [40, 80])
def test_play_leave_and_go_on(columns: int) -> None:
    with terminal(columns=columns) as screen:
        start(screen, KNOCKOUT, 3, 1)  # against greedy, the person first
        screen.enter(12, r"Player 1's Turn:[\s\S]*Select a number: $")
        screen.enter("quit", "Choose: ")
        assert "".join(screen.lines).count("The game is saved.") == 1
        menu = " ".join(" ".join(screen.lines).split())
        assert "r Go on: number-knockout 1-20, You - greedy, 2 picks" in menu
        screen.enter("r", PICK)
        picks = ", ".join(map(str, events()))
        assert f"Selected so far: {picks}" in screen.lines
        screen.enter("resign", "Choose: ")
        screen.child.sendline("q")
        assert screen.end() == 0
        assert screen.fits
    assert latest().match.winner == latest().match.people[1]
    assert [person.bot for person in latest().match.people] == [None, "greedy"]


@pytest.mark.parametrize("columns", [40, 80])
def test_every_game_is_on_it_and_everything_fits(columns: int) -> None:
    with terminal(columns=columns) as screen:
        screen.expect("Choose: ")
        entries = [line for line in screen.lines if line[:4].strip().isdigit()]
        books = [open_book(name) for name in names()]
        assert entries == [
            f" {number}  {book.title} ({book.game.numbers})" for number, book in enumerate(books, 1)
        ]
        assert f" {RUMBLE}  Prime Rumble (2-50)" in entries
        assert " r  Go on" not in "\n".join(screen.lines)
        screen.enter(RUMBLE, r"Choose \[1\]: ")
        screen.enter("r", r"Choose \[1\]: ")  # the rules first
        assert "Tips (advice, not rules)" in screen.lines
        screen.enter("b", "Choose: ")
        screen.enter("s", "Choose: ")
        assert "No finished games yet." in screen.lines
        screen.child.sendline("q")
        assert screen.end() == 0
        assert screen.fits


def test_enter_alone_chooses_a_friend() -> None:
    with terminal() as screen:
        start(screen, BIND, "")
        screen.enter(6, "Player 2, it's your turn.")
    assert [person.bot for person in latest().match.people] == [None, None]


@pytest.mark.parametrize(("choice", "starter"), [(1, "You"), (2, "random"), ("", "You")])
def test_who_starts(choice: object, starter: str) -> None:
    with terminal() as screen:
        start(screen, BIND, 2, choice)
    assert latest().match.seats()[0].name == starter


def test_a_coin_toss_from_the_menu() -> None:
    with terminal() as screen:
        start(screen, BIND, 2, 3)
        (toss,) = [line for line in screen.lines if line.startswith("Coin toss: ")]
    starter = latest().match.seats()[0].name
    assert toss.endswith(f". {starter} is Player 1.")


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (MORE, f"'{MORE}' is not in the menu. Enter one of {CHOICES}."),
        ("r", f"'r' is not in the menu. Enter one of {CHOICES}."),
        ("", f"Nothing was entered. Enter one of {CHOICES}."),
        ("\x1b[A", rf"'\x1b[a' is not in the menu. Enter one of {CHOICES}."),
        ("x" * 90, f"'{'x' * 17}...' is not in the menu. Enter one of {CHOICES}."),
    ],
)
def test_what_is_not_in_the_menu_is_asked_again(entry: str, said: str) -> None:
    with terminal() as screen:
        screen.expect("Choose: ")
        screen.enter(entry, "Choose: ")
        assert screen.lines[-2] == said
        screen.child.sendline(" Q ")
        assert screen.end() == 0


def test_the_menu_in_a_pipe() -> None:
    done = run(stdin=[BIND, "1", "6", "resign", "q"])
    assert "Player 2 resigns. Player 1 wins!" in done.lines
    assert done.lines[-1] == "Choose: q"
    assert (done.err, done.code) == ("", 0)


def test_the_menu_in_a_pipe_that_ends() -> None:
    assert run().code == 0
    assert run(stdin=[BIND, "1", "6"]).code == 1


def test_alone() -> None:
    with terminal() as screen:
        screen.expect("Choose: ")
        screen.enter(KNOCKOUT, r"Choose \[1\]: ")
        assert " a  Nobody: alone, as many picks as you can" in screen.lines
        screen.enter("a", "Pick 1: $")
        screen.enter(1, "Pick 2: $")
        screen.enter("quit", "Choose: ")
        assert " r  Go on: number-knockout 1-20, alone, 1 pick" in screen.lines
        screen.enter("r", "Pick 2: $")
        screen.enter(19, "or quit: $")
        screen.enter("quit", "Choose: ")
        screen.child.sendline("q")
        assert screen.end() == 0
