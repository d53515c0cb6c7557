"""Keys in a command or an address are found, and left out of all that is kept or shown."""

import json
from pathlib import Path

import pytest
from support.running import run

from lastpick.arena.entrants import read_players
from lastpick.arena.tournament import Tournament, read_tournament
from lastpick.catalog import open_book
from lastpick.players.keys import address_without_keys, lacks_key, without_keys
from lastpick.players.player import Options

ENGINE = Path(__file__).parents[2] / "examples" / "engines" / "simple.py"


@pytest.mark.parametrize(
    ("command", "kept"),
    [
        ("prog --key abc x", "prog --key '***' x"),
        ("prog --api-key=abc", "prog '--api-key=***'"),
        ("prog --apiKey abc", "prog --apiKey '***'"),
        ("env API_KEY=abc prog", "env 'API_KEY=***' prog"),
        ("sh -c 'TOKEN=abc prog --x'", "sh -c 'TOKEN=***'"),
        ("sh -c 'prog --password abc'", "sh -c 'prog --password ***'"),
        ("curl -H 'Authorization: Bearer abc'", "curl -H 'Authorization: ***'"),
        ("prog https://me:abc@host/x", "prog 'https://***@host/x'"),
        ("prog 'https://host/x?key=abc'", "prog 'https://host/x?key=***'"),
        ("prog sk-abcdefgh12345678", "prog '***'"),
        ("prog AIzaSyA1234567890abcdefg", "prog '***'"),
        ("prog AKIAIOSFODNN7EXAMPLE", "prog '***'"),
        ("prog eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.a-b_c", "prog '***'"),
        ("prog --pass abc --jwt abc", "prog --pass '***' --jwt '***'"),
        ("prog -H 'Cookie: id=abc'", "prog -H 'Cookie: ***'"),
        ("prog --key '***'", "prog --key '***'"),
    ],
)
def test_keys_of_a_command(command: str, kept: str) -> None:
    assert without_keys(f"exec:{command}") == f"exec:{kept}"
    assert lacks_key(f"exec:{kept}")
    assert without_keys(f"exec:{kept}") == f"exec:{kept}"


@pytest.mark.parametrize(
    "name",
    [
        "exec:python3  engine.py --depth 3", "exec:go run ./...", "exec:prog --max-tokens 100",
        "exec:/home/hf_transformers_engines/sk-learn.py", "exec:prog --keyboard qwerty",
        "exec:prog --passes 3", "exec:prog --key-file /etc/x",
        "exec:'unclosed", "llm:donkey:7b", "mcts:100", "perfect",
    ],
)  # fmt: skip
def test_what_holds_no_key_stays_as_it_was_typed(name: str) -> None:
    assert without_keys(name) == name
    assert not lacks_key(name)


def test_keys_of_an_address() -> None:
    assert address_without_keys(None) is None
    assert address_without_keys("http://127.0.0.1:8080/v1") == "http://127.0.0.1:8080/v1"
    assert address_without_keys("https://h/v1?api-key=abc") == "https://h/v1?api-key=***"


def test_a_tournament_keeps_no_key_and_its_workers_have_it() -> None:
    options = Options(base_url="https://h/v1?key=geheim")
    players = read_players(["random", "exec:prog --key geheim"])
    found = Tournament([open_book("number-bind")], players, 1, 1, 1, options)
    assert "geheim" not in json.dumps(found.agreed())
    order = read_tournament(found.line)
    assert order.players[1].name == "exec:prog --key geheim"
    assert order.options.base_url == options.base_url
    assert order.agreed() == found.agreed()


@pytest.mark.parametrize("failing", [False, True])
def test_results_and_reports_hold_no_key(tmp_path: Path, failing: bool) -> None:
    """Of a program that plays, and of one that fails, which is told by its name."""
    program = "sh -c 'exit 1'" if failing else f"python3 {ENGINE}"
    player = f"exec:{program} --key geheim"
    players = ("--players", "random", "--players", player)
    games = ("arena", "number-bind", "--numbers", "1-4", *players, "--rounds", 1)
    told = run(*games, "--html", "page.html", "--csv", "table.csv", "--processes", 1, cwd=tmp_path)
    assert told.code == 0, told.err
    kept = [told.out, told.err, *(file.read_text() for file in tmp_path.iterdir())]
    assert len(kept) == 5
    assert not any("geheim" in text for text in kept)
    assert any("--key" in text for text in kept)


def test_an_evaluation_keeps_no_key(tmp_path: Path) -> None:
    player = f"exec:python3 {ENGINE} --key geheim"
    words = ("evaluate", player, "--each", 1, "--games", 0, "--output", "out.jsonl")
    told = run(*words, cwd=tmp_path)
    assert told.code == 0, told.err
    again = run(*words, cwd=tmp_path)
    assert "are there" in again.err  # it is gone on with
    kept = [told.out, told.err, again.out, (tmp_path / "out.jsonl").read_text()]
    assert not any("geheim" in text for text in kept)
    assert all("--key '***'" in text for text in (told.out, again.out))
