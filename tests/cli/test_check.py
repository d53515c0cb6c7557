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
        "OK: Divisor Duel on 1-4, Ann - Bob, 4 picks, Player 2 wins (no legal pick)"
    ]
    assert (done.err, done.code) == ("", 0)
    assert run("check", path, "--json").json == [
        {
            "kind": "record",
            "game": "divisor-duel",
            "title": "Divisor Duel",
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
        "OK: own on 1-12 keeps its rules\n",
        "",
        0,
    )
    assert run("check", path, "--json").json == [
        {"kind": "game", "game": "own", "title": "own", "numbers": "1-12", "warnings": []}
    ]


ONE_PICK = "the game is over after one pick, whatever it is: nothing can be picked after it"
BY_ZERO = "key '{}' divides by 0 where {}; here x // 0 is 0, and x % 0 is x"


@pytest.mark.parametrize(
    ("text", "warned"),
    [
        ('numbers = "1-9"\nremoves = "m > 0"', [ONE_PICK]),
        ('numbers = "1-9"\nfollows = "n > 9"', [ONE_PICK]),
        ('numbers = "5-5"', [ONE_PICK]),
        ('numbers = "1-9"\nremoves = "m > 1 and n > 1"', []),
        (
            'numbers = "1-9"\nfollows = "n % (last - 5) == 0"',
            [BY_ZERO.format("follows", "n is 1 and last is 5")],
        ),
        (
            'numbers = "1-9"\nremoves = "m // (n - 2) == 1"',
            [BY_ZERO.format("removes", "m is 1 and n is 2")],
        ),
        ('numbers = "1-9"\nopens = "9 % (n - 4) == 0"', [BY_ZERO.format("opens", "n is 4")]),
        (
            'numbers = "1-9"\nstart = 20\nfollows = "n % (last - 20) == 0 or n != last"',
            [BY_ZERO.format("follows", "n is 1 and last is 20")],
        ),
        # never asked: a number after itself, what stands behind a condition that fails, and
        # 0 in a relation with a name, which has a meaning of its own there
        ('numbers = "1-9"\nfollows = "12 % (n - last) == 0"', []),
        ('numbers = "1-9"\nfollows = "last != 5 and n % (last - 5) == 0"', []),
        ('numbers = "0-9"\nfollows = "divisor or multiple"', []),
        (
            'numbers = "0-9"\nfollows = "n % last == 0"',
            [BY_ZERO.format("follows", "n is 1 and last is 0")],
        ),
    ],
)
def test_check_warns_of_what_is_hardly_meant(tmp_path: Path, text: str, warned: list[str]) -> None:
    path = tmp_path / "own.toml"
    path.write_text(f'title = "My Own"\n{text}\n')
    done = run("check", path)
    assert (done.err, done.code) == ("", 0)
    assert done.lines[0].startswith("OK: My Own on ")
    assert done.lines[1:] == [f"Warning: {text}" for text in warned]
    (found,) = run("check", path, "--json").json
    assert (found["title"], found["warnings"]) == ("My Own", warned)


def test_the_example_games_need_no_warning() -> None:
    files = sorted((Path(__file__).parents[2] / "examples" / "games").glob("*.toml"))
    assert len(files) > 5
    for file in files:
        (found,) = run("check", file, "--json").json
        assert found["warnings"] == []


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
