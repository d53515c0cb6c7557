"""What a person sees: nothing wider than the terminal, colour only where it belongs."""

import re

import pytest
from support.running import GAMES, events, latest, run
from support.screens import COLOUR, Terminal, terminal

from lastpick import load

PROMPT = r"(?:[Ss]elect|Enter|Pick) (?:[a-z]+ )*(?:number|select|pool): $"
TYPED = re.compile(r"(?:Select|Enter|Pick) [a-z ]+: ([0-9]+)$")
NO_COLOUR = [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"NO_COLOR": "1", "TERM": "dumb"}]


def play_to_the_end(screen: Terminal) -> None:
    """As Player 1 against a bot, always with the smallest valid number."""
    while screen.expect(PROMPT, r"[Ww]ins(?: the game)?!") == 0:
        screen.child.sendline(str(latest().match.play.position.legal[0]))
    assert screen.end() == 0


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_greedy(game: str, columns: int) -> None:
    with terminal("play", game, "--p2", "greedy", "--seed", "1", columns=columns) as screen:
        play_to_the_end(screen)
        assert screen.fits
        assert max(map(len, screen.lines)) <= columns
        picks = [n for n in events() if isinstance(n, int)]
        outcome = load(game).play(picks).outcome
        assert outcome is not None
        assert f"Player {outcome.winner} win" in " ".join(screen.lines[-3:]).replace("W", "w")
        shown = [TYPED.match(line) for line in screen.lines]
        assert [int(found[1]) for found in shown if found] == picks


@pytest.mark.parametrize("columns", [40, 80])
def test_every_command_fits(columns: int) -> None:
    run("play", "number-knockout", "--name1", "A rather long name for a player", stdin=[6])
    commands = [
        ["games"],
        ["stats"],
        ["resume", "--list"],
        ["perft", "number-bind", "--numbers", "1-8"],
        ["--help"],
        ["play", "--help"],
        ["resume", "--help"],
        ["play", "prime-rumbel"],
        ["play", "number-bind", "--first", "3"],
        ["nonsense"],
        ["check", "a-file-that-does-not-exist-anywhere"],
        *(["rules", game] for game in GAMES),
    ]
    for command in commands:
        with terminal(*command, columns=columns) as screen:
            screen.end()
            assert screen.lines, command
            assert screen.fits, command


@pytest.mark.parametrize("columns", [40, 57, 80])
def test_words_at_the_prompt_fit(columns: int) -> None:
    words = ["help", "rules", "pool", "history", "save", "x" * 20, "21", "99999999999999999", "0"]
    with terminal("play", "juniper-green", columns=columns) as screen:
        screen.expect(PROMPT)
        for word in [50, *words, "undo"]:
            screen.enter(word, PROMPT)
        screen.child.sendline("quit")
        assert screen.end() == 0
        assert screen.fits
        assert max(map(len, screen.lines)) <= columns


def test_a_terminal_narrower_than_forty_columns_still_plays() -> None:
    with terminal("play", "number-bind", columns=20) as screen:
        screen.expect(PROMPT)
        screen.enter(6, PROMPT)
    assert events() == [6]


@pytest.mark.parametrize("typed", ["\0", "\x1b[A", "\a", "6\0", "\u0663", "\ufffd"])
def test_keys_that_are_no_number(typed: str) -> None:
    """Where lines are not edited they are refused as in a pipe, and not sent back."""
    with terminal("play", "number-bind", env={"TERM": "dumb"}) as screen:
        screen.expect(PROMPT)
        screen.enter(typed, "is not a whole number|special key|in plain digits")
        assert "\x1b" not in screen.raw
        screen.expect(PROMPT)
        screen.enter(6, PROMPT)
    assert events() == [6]


def test_the_prompt_is_data() -> None:
    """It is shown where messages are thrown away."""
    with terminal("play", "number-bind", shell="exec 2>/dev/null") as screen:
        screen.expect(PROMPT)


# --- colour ---------------------------------------------------------------------------


def looks(env: dict[str, str]) -> str:
    """All that a game, a refusal and its end write to a terminal."""
    with terminal("play", "number-bind", "--numbers", "1-2", env=env) as screen:
        screen.expect(PROMPT)
        screen.enter("x", PROMPT)
        screen.enter(1, PROMPT)
        screen.child.sendline("2")
        assert screen.end() == 0
        return screen.raw


def test_colour_on_a_terminal() -> None:
    raw = looks({"TERM": "xterm-256color"})
    assert "\x1b[31m'x' is not a whole number." in raw
    assert "\x1b[1;32mPlayer 2 wins the game!\x1b[0m" in raw
    assert raw.count("\x1b[0m") == len(COLOUR.findall(raw)) / 2
    assert "\x1b" not in COLOUR.sub("", raw)


def test_an_empty_no_color_does_not_count() -> None:
    assert "\x1b[31m" in looks({"NO_COLOR": ""})


@pytest.mark.parametrize("env", NO_COLOUR)
def test_no_colour_where_it_is_not_wanted(env: dict[str, str]) -> None:
    assert "\x1b" not in looks(env)
    with terminal("games", env=env) as screen:
        assert screen.end() == 0
        assert "\x1b" not in screen.raw


@pytest.mark.parametrize("args", [("games",), ("rules", "prime-rumble"), ("stats",), ()])
def test_no_colour_in_a_pipe(args: tuple[str, ...]) -> None:
    assert "\x1b" not in run(*args, env={"TERM": "xterm-256color"}).out


def test_nothing_is_wrapped_in_a_pipe() -> None:
    done = run("play", "prime-rumble", env={"COLUMNS": "40"})
    assert ", ".join(map(str, range(2, 51))) in done.lines


# --- no Unicode -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "env", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}]
)
@pytest.mark.parametrize(
    "args", [("games",), (), ("--help",), *(("rules", g) for g in GAMES), ("play", "prime-rumble")]
)
def test_our_own_words_are_ascii(args: tuple[str, ...], env: dict[str, str]) -> None:
    assert run(*args, env=env, stdin=["x"]).out.isascii()


def test_a_name_that_cannot_be_shown_ends_no_game() -> None:
    env = {"PYTHONIOENCODING": "ascii"}
    options = ("--numbers", "1-2", "--name1", "Zo\u00eb", "--name2", "\u738b")
    done = run("play", "number-bind", *options, stdin=[1, "\u0663", 2], env=env)
    assert done.out.isascii()
    assert done.lines[-1] == "? wins the game!"
    assert done.code == 0
    assert run("stats", env=env).lines[0] == "Zo?: 0 won, 1 lost"
    assert run("stats", env={"LC_ALL": "C"}).code == 0
