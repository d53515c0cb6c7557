"""The commands that report: as text, as JSON, and how they leave."""

import json
from importlib import import_module
from pathlib import Path

import pytest
from support.running import GAMES, refused, run

from lastpick import __version__
from lastpick.catalog import names
from lastpick.cli import COMMANDS, parser_of
from lastpick.kernels import running

# --- games and rules ------------------------------------------------------------------


def test_games() -> None:
    done = run("games")
    assert done.code == 0
    assert [line for line in done.lines if line in GAMES] == list(GAMES)
    assert "  Prime Rumble, 2-50. Each number you pick takes all its multiples" in done.out


def test_games_as_json() -> None:
    found = {entry["game"]: entry for entry in run("games", "--json").json}
    assert list(found) == names()
    rumble, green = found["prime-rumble"], found["juniper-green"]
    assert rumble["title"] == "Prime Rumble"
    assert (rumble["numbers"], rumble["removes"]) == ("2-50", "multiple")
    assert (green["opens"], green["follows"]) == ("n % 2 == 0", "divisor or multiple")


@pytest.mark.parametrize("game", GAMES)
def test_rules_tell_the_pool_an_example_and_tips(game: str) -> None:
    done = run("rules", game)
    assert done.code == 0
    told = run("rules", game, "--json").json
    assert f"Numbers: {told['numbers']}" in done.lines
    assert told["rules"] in done.lines
    assert "An example" in done.lines
    assert f"Player 1 picks {told['example'][0]}." in done.out.replace(
        "and picks", "Player 1 picks"
    )
    assert any("has no valid pick left: player" in line for line in done.lines)
    assert done.lines[-len(told["tips"]) :] == [f"- {tip}" for tip in told["tips"]]
    assert len(told["tips"]) >= 3


def test_rules_on_other_numbers() -> None:
    done = run("rules", "juniper-green", "--numbers", "1-40")
    assert "Numbers: 1-40" in done.lines
    assert "An example" not in done.lines  # the one that the file has does not fit
    assert run("rules", "juniper-green", "--numbers", "1-40", "--json").json["numbers"] == "1-40"


def test_rules_of_a_game_that_tells_none(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(
        'numbers = "1-30"\nopens = "n > 9"\nfollows = "gcd(n, last) == 1"\nremoves = "m == 2 * n"\n'
    )
    assert run("rules", file).lines == [
        "own",
        "",
        "Two players take turns picking from the numbers 1-30. The first pick n must satisfy"
        " n > 9. A later pick n must suit the pick before it, called last: gcd(n, last) == 1."
        " A number n that is picked is gone, and with it every number m such that: m == 2 * n."
        " Whoever cannot pick loses.",
        "",
        "Numbers: 1-30",
        "Opens: n > 9",
        "Follows: gcd(n, last) == 1",
        "Removes: m == 2 * n",
    ]
    assert run("rules", file, "--json").json["example"] == []


@pytest.mark.parametrize("command", ["rules", "play", "perft"])
@pytest.mark.parametrize("game", ["chess", "", "x" * 5000, "missing.toml", "./", "a\x1bb"])
def test_a_game_that_is_not_there(command: str, game: str) -> None:
    line = refused(run(command, game))
    assert len(line) < 400
    assert "\x1b" not in line


# --- resume --list, --version, usage --------------------------------------------------


def test_resume_list() -> None:
    assert (
        run("resume", "--list").out
        == "There is no unfinished game, unless one is open in another window.\n"
    )
    assert run("resume", "--list", "--json").json == []
    run("play", "number-bind", "--p2", "greedy", "--seed", "1", stdin=[6])
    (entry,) = run("resume", "--list", "--json").json
    assert entry["players"] == ["You", "greedy"]
    assert (entry["game"], entry["numbers"], len(entry["picks"])) == ("number-bind", "1-20", 2)
    about = "Number Bind 1-20, You - Greedy bot, 2 picks"
    assert run("resume", "--list").out == f"{entry['name']}  {about}\n"


def test_version() -> None:
    done = run("--version")
    assert done.out == f"lastpick {__version__} ({running()} kernels)\n"
    assert (done.err, done.code) == ("", 0)


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help(command: str) -> None:
    done = run(*command.split(), "--help")
    assert (done.err, done.code) == ("", 0)
    assert done.lines[0].startswith(f"usage: lastpick {command}".rstrip())
    assert run("help", *command.split()) == done


@pytest.mark.parametrize("name", COMMANDS)
def test_what_a_command_may_be_told_and_what_it_does_stand_in_its_file(name: str) -> None:
    file = import_module(f"lastpick.cli.{COMMANDS[name].file}")
    assert getattr(file, f"add_{name}").__module__ == file.__name__
    assert COMMANDS[name].run(name) is getattr(file, f"run_{name}")
    assert COMMANDS[name].run(name).__module__ == file.__name__


NEARLY_RIGHT = [
    (["slove", "number-bind"], "no command is called 'slove'; did you mean solve?"),
    (["help", "pley"], "no command is called 'pley'; did you mean play?"),
    (["--versoin"], "unknown option --versoin; did you mean --version?"),
    (["play", "number-bind", "--nubmers", "1-9"], "--nubmers; did you mean --numbers?"),
    (["play", "number-bind", "--nubmers=1-9"], "--nubmers; did you mean --numbers?"),
    (["sequence", "number-bind", "--form", "1", "--to", "9"], "did you mean --from?"),
    (["play", "numberbind"], "did you mean number-bind?"),
    (["play", "number-bind", "--p2", "gredy"], "or human; did you mean greedy?"),
    (["play", "number-bind", "--p2", "hunam"], "did you mean human?"),
    (["play", "number-bind", "--p2", "level3"], "did you mean level:3?"),
    (["play", "number-bind", "--p2", "mtcs:50"], "did you mean mcts?"),
    (["arena", "number-bind", "--players", "random,perfekt"], "did you mean perfect?"),
    (["evaluate", "randon"], "did you mean random?"),
    (["learn", "patner"], "did you mean partner?"),
]


@pytest.mark.parametrize(("args", "said"), NEARLY_RIGHT, ids=lambda value: " ".join(value)[:30])
def test_what_is_nearly_right_is_answered_with_what_was_meant(args: list[str], said: str) -> None:
    assert said in refused(run(*args))


def test_what_is_far_off_is_answered_with_all_there_is() -> None:
    assert f"the commands are {', '.join(COMMANDS)}" in refused(run("xyzzy"))
    assert "did you mean" not in refused(run("play", "number-bind", "--xyzzy"))


NEARLY_WRITTEN = [
    ('nubmers = "1-9"', "did you mean numbers?"),
    ('numbers = "1-9"\nfollows = "multipel"', "did you mean multiple?"),
    ('numbers = "1-9"\nfollows = "divisor or multple"', "did you mean divisor or multiple?"),
    ('numbers = "1-9"\nfollows = "n > lst"', "did you mean last?"),
    ('numbers = "1-9"\nopens = "pirme(n)"', "did you mean prime?"),
    ('numbers = "1-9"\nopens = "digitsum(n) == 3"', "did you mean digit_sum?"),
    ('numbers = "1-9"\nlast_pick = "lose"', "did you mean loses?"),
    ('numbers = "1-9"\n[wording]\nstart = "{plyer}"', "did you mean player?"),
    ('numbers = "1-9"\n[wording]\nstrat = "x"', "did you mean start?"),
]


@pytest.mark.parametrize(("text", "said"), NEARLY_WRITTEN)
def test_what_is_nearly_right_in_a_game_file(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(f"{text}\n")
    assert said in refused(run("check", file))


@pytest.mark.parametrize("name", COMMANDS)
def test_an_empty_name_of_a_file_is_none(name: str) -> None:
    """It is what a shell's variable that is not set leaves: a report would go nowhere."""
    parser = parser_of(name)
    files = [a for a in parser.arguments if "FILE" in str(a.metavar) and a.option_strings]
    for option in (action.option_strings[-1] for action in files):
        said = refused(run(name, f"{option}="))
        assert said.startswith(f"lastpick {name}: argument {option}: expected a name, found ''")


@pytest.mark.parametrize(
    "args",
    [
        ["nonsense"],
        ["--nonsense"],
        ["play"],
        ["play", "number-bind", "--nonsense"],
        ["play", "number-bind", "extra"],
        ["play", "number-bind", "--numb", "1-5"],
        ["rules"],
        ["check"],
        ["replay", "a", "b"],
        ["games", "--list"],
        ["stats", "--player"],
        ["play", "number-bind", "--best-of"],
    ],
)
def test_wrong_usage(args: list[str]) -> None:
    assert "--help" in refused(run(*args))


@pytest.mark.parametrize(
    "args",
    [
        ["games"],
        *(["rules", game] for game in GAMES),
        ["stats"],
        ["resume", "--list"],
        ["perft", "number-bind", "--numbers", "1-6"],
    ],
)
def test_what_reports_also_reports_as_json(args: list[str]) -> None:
    done = run(*args, "--json")
    assert (done.err, done.code) == ("", 0)
    json.loads(done.out)
    assert done.out.count("\n") == 1
