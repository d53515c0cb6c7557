"""Who plays, who starts, on which numbers: the options of `lastpick play`."""

from pathlib import Path

import pytest
from support.running import GAMES, events, latest, run

from lastpick import load
from lastpick.players import BOTS, greedy_pick, random_pick, rng_for

# --- players --------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bots", [("random", "greedy"), ("greedy", "greedy")])
def test_two_bots_play_on_by_themselves(game: str, bots: tuple[str, str]) -> None:
    done = run("play", game, "--p1", bots[0], "--p2", bots[1])
    assert (done.err, done.code) == ("", 0)
    position = load(game).play([n for n in events() if isinstance(n, int)])
    assert position.outcome is not None
    assert f"Player {position.outcome.winner} win" in done.lines[-1].replace("W", "w")


def test_a_bots_picks_are_shown_as_if_they_were_typed() -> None:
    done = run("play", "number-bind", "--p1", "random", "--p2", "random", "--seed", "5")
    shown = [line.removeprefix("Select a number: ") for line in done.lines if "Select" in line]
    assert [int(n) for n in shown] == events()


def test_a_bot_picks_what_its_kind_picks() -> None:
    run("play", "prime-rumble", "--p1", "random", "--p2", "greedy", "--seed", "9")
    position = load("prime-rumble").start()
    for ply, n in enumerate(events()):
        choose = greedy_pick if ply % 2 else random_pick
        assert n == choose(position, rng_for(9, 1, ply))
        position = position.pick(n if isinstance(n, int) else 0)


def test_the_players_are_introduced() -> None:
    done = run("play", "number-bind", "--p1", "random", "--name1", "Robo", "--p2", "greedy")
    assert done.lines[:4] == [
        "Player 1: Robo (Random bot)",
        "Player 2: Greedy bot",
        "",
        "Welcome to Number Bind!",
    ]


def test_two_people_without_names_are_not_introduced() -> None:
    assert run("play", "number-bind").lines[0] == "Welcome to Number Bind!"


@pytest.mark.parametrize("option", ["--p1", "--p2"])
def test_an_unknown_player_is_refused(option: str) -> None:
    done = run("play", "number-bind", option, "genius")
    assert done.err == (
        f"lastpick: no player is called 'genius'; expected {', '.join(BOTS)},"
        " mcts:PLAYOUTS, search:DEPTH, careful:DEPTH, exec:COMMAND, llm:MODEL or human\n"
    )
    assert (done.out, done.code) == ("", 2)


# --- names ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("number-knockout", ["Ann's Turn:", "Ann selected 2.", "Bob's Turn:", "Bob selected 1."]),
        ("prime-rumble", ["Ann's Turn:", "Bob's Turn:", "No valid moves remaining. Bob wins!"]),
        ("non-consecutive", ["Ann's turn.", "Ann selected 2.", "Bob has no valid moves."]),
        ("divisor-duel", ["Ann's Turn:", "Bob's Turn:", "Ann has no valid moves. Bob Wins!"]),
        ("number-bind", ["Ann, it's your turn.", "Bob, it's your turn.", "Bob wins the game!"]),
    ],
)
def test_names_speak_in_the_voice_of_the_game(game: str, said: list[str]) -> None:
    done = run(
        "play", game, "--numbers", "1-2", "--name1", "Ann", "--name2", "Bob", stdin=[2, 1]
    )  # fmt: skip
    assert [line for line in said if line not in done.lines] == []
    assert done.lines[:2] == ["Player 1: Ann", "Player 2: Bob"]
    assert "Player" not in "".join(done.lines[2:])


def test_one_name_alone() -> None:
    done = run("play", "number-bind", "--name2", "Zo\u00eb", stdin=[6])
    assert "Player 1, it's your turn." in done.lines
    assert "Zo\u00eb, it's your turn." in done.lines


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\tb", "\x1b[2J", "a\nb"])
def test_a_name_must_fit_on_a_line(name: str) -> None:
    done = run("play", "number-bind", "--name1", name)
    assert (done.out, done.code, done.err.count("\n")) == ("", 2, 1)
    assert "is no name; expected 1 to 40 printable characters" in done.err
    assert "\x1b" not in done.err


def test_two_players_need_two_names() -> None:
    done = run("play", "number-bind", "--name1", "Ann", "--name2", " Ann ")
    assert done.err == "lastpick: both players are called Ann; give two names\n"
    assert done.code == 2


# --- who starts -----------------------------------------------------------------------


@pytest.mark.parametrize(("first", "seats"), [("1", ["Ann", "Bob"]), ("2", ["Bob", "Ann"])])
def test_first(first: str, seats: list[str]) -> None:
    names = ("--name1", "Ann", "--name2", "Bob")
    done = run("play", "number-bind", *names, "--first", first, stdin=[6])
    assert done.lines[:2] == [f"Player 1: {seats[0]}", f"Player 2: {seats[1]}"]
    turns = [line for line in done.lines if line.endswith("it's your turn.")]
    assert turns == [f"{name}, it's your turn." for name in seats]
    assert [person.name for person in latest().match.seats()] == seats


def test_a_bot_can_start() -> None:
    run("play", "number-bind", "--p2", "greedy", "--first", "2")
    assert len(events()) == 1


def test_a_coin_toss_is_shown_and_falls_both_ways() -> None:
    names = ("--name1", "Ann", "--name2", "Bob")
    tosses = set()
    for seed in range(8):
        done = run("play", "number-bind", *names, "--first", "toss", "--seed", seed)
        again = run("play", "number-bind", *names, "--first", "toss", "--seed", seed)
        assert again.out == done.out
        starter = latest().match.seats()[0].name
        assert done.lines[1] == f"Player 1: {starter}"
        tosses.add((done.lines[0], starter))
    assert tosses == {
        ("Coin toss: heads. Ann starts.", "Ann"),
        ("Coin toss: tails. Bob starts.", "Bob"),
    }


def test_a_coin_between_two_without_names_says_who_is_who() -> None:
    done = run("play", "number-bind", "--first", "toss", "--seed", 1)
    assert done.lines[0].endswith(". Whoever called it is Player 1, and starts.")
    assert [person.name for person in latest().match.seats()] == ["Player 1", "Player 2"]


def test_first_knows_three_words() -> None:
    done = run("play", "number-bind", "--first", "3")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "--first" in done.err


# --- chance ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_repeats_a_game(game: str) -> None:
    bots = ("--p1", "random", "--p2", "random", "--best-of", "3")
    told = [run("play", game, *bots, "--seed", seed).out for seed in (1, 1, 2)]
    assert told[0] == told[1]
    assert told[0] != told[2]


@pytest.mark.parametrize("seed", ["-1", "x", "1.5", "", "9" * 30])
def test_a_seed_is_a_whole_number(seed: str) -> None:
    done = run("play", "number-bind", "--seed", seed)
    assert (done.out, done.code, done.err.count("\n")) == ("", 2, 1)


# --- numbers --------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_million_numbers(game: str) -> None:
    done = run("play", game, "--numbers", "1-1000000", "--p2", "random", stdin=[500000, "quit"])
    assert done.code == 0
    first, second, *_ = events()
    assert first == 500000
    assert isinstance(second, int)
    assert "1000000" in done.out


def test_greedy_on_a_million_numbers() -> None:
    run("play", "juniper-green", "--numbers", "1-1000000", "--p1", "greedy")
    assert len(events()) == 1


@pytest.mark.parametrize(
    "numbers", ["1-10000001", "-1-20", "20-1", "1", "abc", "", "1-\u0663", "-5"]
)
def test_numbers_that_are_no_pool(numbers: str) -> None:
    done = run("play", "number-bind", f"--numbers={numbers}")
    assert (done.out, done.code, done.err.count("\n")) == ("", 2, 1)
    assert "pool" in done.err


# --- a game of one's own --------------------------------------------------------------


def test_a_game_file_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "steps.toml").write_text('numbers = "1-9"\nfollows = "abs(n - last) <= 3"\n')
    for name in ("steps.toml", "./steps.toml", str(tmp_path / "steps.toml")):
        done = run("play", name, stdin=[5, 9, 8, 1, 9], cwd=tmp_path)
        assert "9 is not within 3 of 5. Valid: 2-4, 6-8 (or type help)." in done.lines
        assert events() == [5, 8, 9]


def test_an_unknown_game_is_refused_with_a_hint() -> None:
    done = run("play", "prime-rumbel")
    assert (done.out, done.code, done.err.count("\n")) == ("", 2, 1)
    assert "did you mean prime-rumble?" in done.err


def test_a_games_name_in_other_letters() -> None:
    assert run("play", "Prime Rumble").lines[0] == "--- Prime Rumble Game Start ---"


# --- input that ends ------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_input_that_ends_saves_the_game_and_says_so(game: str) -> None:
    done = run("play", game, stdin=[6])
    assert done.code == 1
    assert done.lines[-2:] == [
        "The input ended before the game did.",
        "The game is saved. To go on with it: lastpick resume",
    ]
    assert run("resume").lines[1] == "Selected so far: 6"
