"""Validating a record, or a game file."""

from pathlib import Path

import pytest
from support.running import refused, run

RECORD = """Lastpick record 1
Game: divisor-duel
Numbers: 1-4
Player 1: Ann
Player 2: Bob
Date: 2026-11-16
Result: Player 2 wins (no legal pick)

3 1 2 4
"""


def test_check_a_record(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(RECORD)
    done = run("check", path)
    assert done.lines == [
        "OK: divisor-duel on 1-4, Ann - Bob, 4 picks, Player 2 wins (no legal pick)"
    ]
    assert (done.err, done.code) == ("", 0)
    assert run("check", path, "--json").json == [
        {
            "kind": "record",
            "game": "divisor-duel",
            "numbers": "1-4",
            "players": ["Ann", "Bob"],
            "date": "2026-11-16",
            "picks": [3, 1, 2, 4],
            "result": "Player 2 wins (no legal pick)",
        }
    ]


@pytest.mark.parametrize("command", [["check"], ["check", "--json"], ["replay"]])
@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("3 1 2 4", "3 1 2 3", 9, "event 4: 3 was already picked"),
        ("3 1 2 4", "3 2", 9, "event 2: 2 is neither a divisor nor a multiple of 3"),
        ("3 1 2 4", "3 1 hop", 9, "'hop' is no event"),
        ("Player 2 wins", "Player 1 wins", 7, "the result is 'Player 2 wins (no legal pick)'"),
        ("Numbers: 1-4", "Numbers: 4", 3, "'4' is not a pool of numbers"),
        ("Date: 2026-11-16\n", "", 1, "the header Date is missing"),
        ("Lastpick record 1", "Dear diary", 1, "not a record"),
    ],
)
def test_a_broken_record(
    tmp_path: Path, command: list[str], old: str, new: str, line: int, reason: str
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(RECORD.replace(old, new))
    assert f"{path}: line {line}: {reason}" in refused(run(*command, path))


def test_check_a_game(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('numbers = "1-12"\nfollows = "abs(n - last) <= 3"\n')
    done = run("check", path)
    assert (done.out, done.err, done.code) == (
        "OK: the game own on 1-12 keeps its rules\n",
        "",
        0,
    )
    assert run("check", path, "--json").json == [{"kind": "game", "game": "own", "numbers": "1-12"}]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("numbers = 1-12", "not TOML"),
        ('follows = "n > last"', "key 'numbers' is missing"),
        ('numbers = "1-12"\nfollows = "n **"', "key 'follows'"),
        ('numbers = "1-12"\nfolows = "n > last"', "unknown key 'folows'"),
        ('numbers = "1-12"\nopens = "n > 99"', "no number of 1-12 may open the game"),
        ('numbers = "1-12"\nexample = [1, 1]', "key 'example': 1 was already picked"),
        ('numbers = "1-12"\n[wording]\nstart = "{hello}"', "key 'wording.start': unknown {hello}"),
    ],
)
def test_a_broken_game(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(text)
    line = refused(run("check", path))
    assert str(path) in line
    assert reason in line


@pytest.mark.parametrize("name", ["missing.txt", "missing.toml", ".", "bytes.txt", "bytes.toml"])
@pytest.mark.parametrize("command", ["check", "replay"])
def test_a_file_that_cannot_be_read(tmp_path: Path, command: str, name: str) -> None:
    for file in ("bytes.txt", "bytes.toml"):
        (tmp_path / file).write_bytes(b"\xff\xfe\x00")
    assert name in refused(run(command, name, cwd=tmp_path))
