"""The menu, used as a person does: choose a game, an opponent, go; leave, and come back."""

from pathlib import Path

import pytest
from support.running import events, latest, run
from support.screens import Terminal, terminal

from lastpick.catalog import names, open_book
from lastpick.journal import Journal
from lastpick.terminal import settings

PICK = "Select a number: $"
HOME, CHOOSE, ARRANGE = "Choose: $", r"Choose \[1\]: $", "Enter plays, or choose: $"
GOES_ON = "Enter goes on: $"
KNOCKOUT, BIND, RUMBLE = (
    names().index(name) + 1 for name in ("number-knockout", "number-bind", "prime-rumble")
)
CHOICES = ", ".join(
    [*(str(number) for number, _ in enumerate(names(), 1)), "o", "l", "t", "p", "h", "s", "q"]
)
MORE = str(len(names()) + 1)


def start(screen: Terminal, game: int, opponent: object = "", first: object = None) -> None:
    """Choose in the menu until a game begins."""
    screen.expect(HOME)
    screen.enter(game, CHOOSE)
    screen.enter(opponent, ARRANGE)
    if first is not None:
        screen.enter(3, CHOOSE)
        screen.enter(first, ARRANGE)
    screen.enter("", PICK)


def leave(screen: Terminal) -> None:
    """Back to the menu, which waits until what was shown has been read, and away."""
    screen.enter("", HOME)
    screen.child.sendline("q")
    assert screen.end() == 0
    assert screen.fits


@pytest.mark.parametrize("columns", [40, 80])
def test_play_leave_and_go_on(columns: int) -> None:
    with terminal("--plain", columns=columns) as screen:
        start(screen, KNOCKOUT, 3)  # against greedy
        screen.enter(12, r"Player 1's Turn:[\s\S]*Select a number: $")
        screen.enter("quit", GOES_ON)
        screen.enter("", HOME)
        menu = " ".join(" ".join(screen.lines).split())
        assert menu.count("The game is saved.") == 1
        assert "c Continue: Number Knockout 1-20, You - Greedy bot, 2 picks" in menu
        screen.enter("c", CHOOSE)
        screen.enter("", PICK)
        picks = ", ".join(map(str, events()))
        assert f"Selected so far: {picks}" in screen.lines
        screen.enter("resign", "do so: $")
        screen.enter("yes", GOES_ON)
        assert "You lose." in screen.lines
        leave(screen)
    assert latest().match.winner == latest().match.people[1]
    assert [person.bot for person in latest().match.people] == [None, "greedy"]


@pytest.mark.parametrize("columns", [40, 80])
def test_every_game_is_on_it_and_everything_fits(columns: int) -> None:
    with terminal("--plain", columns=columns) as screen:
        screen.expect(HOME)
        entries = [line for line in screen.lines if line[:4].strip().isdigit()]
        books = [open_book(name) for name in names()]
        assert entries == [
            f" {number}  {book.title} ({book.game.numbers})" for number, book in enumerate(books, 1)
        ]
        assert f" {RUMBLE}  Prime Rumble (2-50)" in entries
        assert " c  Continue" not in "\n".join(screen.lines)
        screen.enter(RUMBLE, CHOOSE)
        screen.enter("r", GOES_ON)  # the rules first
        assert "Tips (advice, not rules)" in screen.lines
        screen.enter("", CHOOSE)
        screen.enter("", ARRANGE)
        screen.enter("b", CHOOSE)
        screen.enter("b", HOME)
        screen.enter("s", GOES_ON)
        assert "No finished games yet." in screen.lines
        screen.enter("", HOME)
        screen.enter("h", GOES_ON)
        assert "No game is over yet." in screen.lines
        leave(screen)


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_a_lesson_from_the_menu(columns: int) -> None:
    """Enter alone takes the first that is not done; a lesson that is left leads back."""
    with terminal("--plain", columns=columns) as screen:
        screen.expect(HOME)
        screen.enter("l", CHOOSE)
        screen.enter("b", HOME)
        screen.enter("l", CHOOSE)
        screen.enter("", GOES_ON)
        screen.enter("", "Your pick: ")
        screen.enter("quit", GOES_ON)
        assert "How the last pick wins" in screen.lines
        screen.enter("", HOME)
        screen.enter("l", CHOOSE)
        assert any("1 of 7" in line for line in screen.lines)
        screen.enter("b", HOME)
        leave(screen)


def test_enter_alone_chooses_a_friend_and_plays() -> None:
    with terminal("--plain") as screen:
        start(screen, BIND)
        screen.enter(6, "Player 2, it's your turn.")
    assert [person.name for person in latest().match.people] == ["Player 1", "Player 2"]


@pytest.mark.parametrize(("choice", "starter"), [(1, "You"), (2, "random"), ("", "You")])
def test_who_starts(choice: object, starter: str) -> None:
    with terminal("--plain") as screen:
        start(screen, BIND, 2, choice)
    assert latest().match.seats()[0].name == starter


@pytest.mark.parametrize("opponent", [1, 2])
def test_a_coin_toss_from_the_menu(opponent: int) -> None:
    with terminal("--plain") as screen:
        start(screen, BIND, opponent, 3)
        (toss,) = [line for line in screen.lines if line.startswith("Coin toss: ")]
    assert toss.endswith((" You start.", " Random bot starts.", " Player 1, and starts."))


def test_all_that_is_agreed_and_names_are_kept() -> None:
    """In a pipe, with a pool that cannot be on the way."""
    form = ["1", "1-x", "1-12", "2", "3", "3", "2", "4", "5", "Ann", "6", "Bob"]
    done = run(stdin=[BIND, "1", *form, "", "quit", BIND, "", "b", "b", "q"])
    match = latest().match
    assert (str(match.game.numbers), match.best_of, match.first, match.swap) == ("1-12", 3, 1, True)
    assert [person.name for person in match.people] == ["Ann", "Bob"]
    assert sum("1-x" in line and line.endswith(".") for line in done.lines) == 1
    assert settings.load()[0].name == "Ann"
    again = done.lines[done.lines.index("The game is saved. To go on with it: lastpick resume") :]
    assert {" 5  Your name: Ann", " 6  Your friend's name: Bob"} <= set(again)
    assert (done.err, done.code) == ("", 0)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("num", f"'num' could be {BIND} or {KNOCKOUT}. Enter one of {CHOICES}."),
        (MORE, f"'{MORE}' is not in the menu. Enter one of {CHOICES}."),
        ("c", f"'c' is not in the menu. Enter one of {CHOICES}."),
        ("", f"Nothing was entered. Enter one of {CHOICES}."),
        ("x" * 90, f"'{'x' * 17}...' is not in the menu. Enter one of {CHOICES}."),
    ],
)
def test_what_is_not_in_the_menu_is_asked_again(entry: str, said: str) -> None:
    with terminal("--plain", columns=120) as screen:
        screen.expect(HOME)
        screen.enter(entry, HOME)
        assert screen.lines[-2] == said
        screen.child.sendline(" Q ")
        assert screen.end() == 0


def test_a_choice_can_be_named() -> None:
    run(stdin=["number bind", "greedy", "", "quit", "quit"])
    assert latest().match.game.name == "number-bind"
    assert latest().match.people[1].bot == "greedy"


def test_a_choice_can_be_named_as_the_command_line_names_it() -> None:
    run(stdin=["number-bind", "level:1", "", "quit", "quit"])
    assert latest().match.game.name == "number-bind"


def test_two_players_of_one_name_are_asked_again() -> None:
    """What was agreed so far stays, and only names that can be played with are kept."""
    form = ["2", "3", "5", "Ann", "6", "Ann", "", "6", "Bob", "", "quit", "q"]
    done = run(stdin=[BIND, "1", *form])
    assert "Both players are called Ann; give two names." in done.lines
    assert [person.name for person in latest().match.people] == ["Ann", "Bob"]
    assert latest().match.best_of == 3
    assert (settings.load()[0].friend, done.err, done.code) == ("Bob", "", 0)


def test_what_goes_on_over_several_lines_stays_beneath_itself() -> None:
    with terminal("--plain", columns=40) as screen:
        screen.expect(HOME)
        screen.enter(KNOCKOUT, CHOOSE)
        at = screen.lines.index(" 2  Random, a bot: picks anything that")
        assert screen.lines[at + 1] == "    is valid"


def test_the_menu_in_a_pipe() -> None:
    done = run(stdin=[BIND, "1", "", "6", "resign", "q"])
    assert "Player 2 resigns. Player 1 wins!" in done.lines
    assert done.lines[-1] == "Choose: q"
    assert (done.err, done.code) == ("", 0)


def test_the_menu_in_a_pipe_that_ends() -> None:
    assert run().code == 0
    assert run(stdin=[BIND]).code == 0
    assert run(stdin=[BIND, "1", "", "6"]).code == 1


def test_alone() -> None:
    with terminal("--plain") as screen:
        screen.expect(HOME)
        screen.enter(KNOCKOUT, CHOOSE)
        assert " a  Nobody: alone, as many picks as you can" in screen.lines
        screen.enter("a", "Pick 1: $")
        screen.enter(1, "Pick 2: $")
        screen.enter("quit", GOES_ON)
        screen.enter("", HOME)
        assert " c  Continue: Number Knockout 1-20, alone, 1 pick" in screen.lines
        screen.enter("c", CHOOSE)
        screen.enter(1, "Pick 2: $")
        screen.enter(19, "or quit: $")
        screen.enter("quit", GOES_ON)
        leave(screen)


def test_one_of_several_saved_games_is_gone_on_with_and_one_is_deleted() -> None:
    run("play", "number-bind", stdin=[6, "quit"])
    run("play", "prime-rumble", stdin=[4, "quit"])
    done = run(stdin=["c", "d", "1", "no", "d", "b", "d", "1", "yes", "1", "3", "quit", "q"])
    assert " c  Continue: Prime Rumble 2-50, Player 1 - Player 2, 1 pick (and 1 more)" in done.lines
    assert [line for line in done.lines if line in ("It is kept.", "It is deleted.")] == [
        "It is kept.",
        "It is deleted.",
    ]
    (left,) = Journal().unfinished()
    assert (left.match.game.name, left.match.play.events) == ("number-bind", [6, 3])


def test_a_past_game_is_reviewed() -> None:
    run("play", "number-bind", "--numbers", "1-4", stdin=[2, 4, 1, 3])
    done = run(stdin=["h", "1", "q"])
    assert " 1  Number Bind 1-4, Player 1 - Player 2: Player 2 wins" in done.lines
    assert "Who was winning:" in done.lines
    assert done.code == 0


def test_puzzles_and_todays_puzzle() -> None:
    done = run(stdin=["p", BIND, "answer", "quit", "t", "answer", "q"])
    assert "Puzzle 1 of 5, level " in done.out
    assert "Puzzle of " in done.out
    assert (done.err, done.code) == ("", 0)


def test_a_game_file_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "steps.toml").write_text(
        'title = "Steps"\nnumbers = "1-9"\nremoves = "neighbour"\n'
    )
    home = {"HOME": str(tmp_path)}
    done = run(stdin=["o", "~/none.toml", "~/steps.toml", "", "", "5", "quit", "q"], env=home)
    assert sum("none.toml" in line and "Choose" not in line for line in done.lines) == 2
    assert latest().match.game.name == "steps"
    assert events() == [5]
    assert run(stdin=["o", "b", "q"], env=home).code == 0
