"""Validating a record, a game file, or a verdict."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.running import refused, run

from lastpick.cli import main

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
        {
            "kind": "game",
            "game": "own",
            "title": "own",
            "numbers": "1-12",
            "tried": "1-12",
            "warnings": [],
        }
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


def solved(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    main(["solve", *words, "--json"])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def checked(capsys: pytest.CaptureFixture[str], tmp_path: Path, verdict: object) -> tuple[int, str]:
    """The exit code, and the one line that was said."""
    path = tmp_path / "verdict.json"
    path.write_text(json.dumps(verdict))
    code = main(["check", str(path)])
    said = capsys.readouterr()
    assert (said.out + said.err).count("\n") == 1
    assert bool(said.out) is (code == 0)
    return code, (said.out or said.err).strip().removeprefix(f"lastpick: {path}: ")


def test_check_a_verdict_in_a_pipe() -> None:
    verdict = run("solve", "divisor-duel", "--after", "6,3", "--json").out.encode()
    done = run("check", "-", stdin=verdict)
    assert (done.err, done.code) == ("", 0)
    assert done.out == (
        "OK: Divisor Duel on 1-20 after 2 picks, Player 1 wins with best play, 3 winning picks\n"
    )
    forged = json.dumps({**json.loads(verdict), "to_move": 2}).encode()
    assert refused(run("check", "-", stdin=forged)) == (
        "lastpick: standard input: after 2 picks the other player is to move\n"
    )


def test_verdicts_of_every_kind_hold(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    for text, kind in (
        ('removes = "m == n + 1"', "parts"),
        ('removes = "m == n + 1"\nlast_pick = "loses"', "misere"),
        ('follows = "n > last"\nstart = 3', "walk"),
        ('follows = "n > last or n == 1"\nremoves = "m == n + 2"', "search"),
        ('follows = "abs(n - last) <= 3 or n % last == 0"', "partners"),
    ):
        own.write_text(f'numbers = "1-8"\n{text}\n')
        verdict = solved(capsys, str(own))
        assert verdict["reason"]["kind"] == kind
        code, said = checked(capsys, tmp_path, verdict)
        assert (code, said.partition(",")[0]) == (0, "OK: own (rules of its own) on 1-8")
    for words, left in (
        (["--pool", "3,5,8-12", "--last", "6"], "7 numbers left after 6"),
        (["--pool", "2", "--remoteness"], "1 number left"),
    ):
        code, said = checked(capsys, tmp_path, solved(capsys, "juniper-green", *words))
        assert code == 0
        assert said.startswith(f"OK: Juniper Green on 1-100, with {left}, Player "), said
    row = solved(capsys, "non-consecutive", "--numbers", "1-70")
    found = checked(capsys, tmp_path, row)[1]
    assert found.endswith("1 wins with best play, 14 winning picks"), found
    unknown = {**row, "wins": None, "winning": [], "complete": False, "nimber": None}
    unknown["reason"] = {"kind": "unknown", "text": "Unknown."}
    said = checked(capsys, tmp_path, unknown)[1]
    assert said == "OK: Non-Consecutive on 1-70, and it says that the winner is unknown"


def test_one_line_says_what_of_a_verdict_does_not_hold(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    row, chain = solved(capsys, "non-consecutive"), solved(capsys, "divisor-duel")
    reason = row["reason"]
    form = "no verdict of lastpick solve --json: "
    for of, change, why in (
        (row, {"wins": True}, "who wins does not go with the winning picks"),
        (row, {"wins": 0}, f"{form}'wins' is not as it writes it"),
        (row, {"picks": [True]}, f"{form}'picks' is not as it writes it"),
        (row, {"picks": [5, 6], "to_move": 1}, "6 is gone: picking 5 removed it"),
        (row, {"game": "solitaire"}, "no game is called"),
        (row, {"numbers": "1-19"}, "the parts, their nimbers or the winning picks are not as"),
        (row, {"method": "walk"}, "the method is not that of the reason"),
        (row, {"complete": False}, "that no pick wins is not said of all picks"),
        (row, {"wins": True, "winning": [21]}, "the winning picks are not valid picks"),
        (row, {"reason": {**reason, "pick": 3}}, "the pick of the reason is no winning pick"),
        (row, {"reason": {**reason, "parts": 3}}, "the reason is not of the form that its kind"),
        (row, {"reason": {}}, "the reason is not of the form that its kind"),
        (row, {"pool": [9], "picks": [5], "to_move": 2}, "the pool and the last pick do not go"),
        (row, {"pool": [5, 9], "last": 5}, "5 cannot be both the last pick and left in the pool"),
        (row, {"pool": [2, 9], "last": 5, "picks": [2, 5]}, "the pool and the last pick do not go"),
        (chain, {"nimber": 3}, "there is no nimber in such a game"),
        (chain, {"winning": chain["winning"][1:]}, "the pick of the reason is no winning pick"),
        (chain, {"winning": chain["winning"][:3]}, "the pairs and the barrier do not prove"),
        (chain, {"relations": {"opens": "n >", "follows": "", "removes": ""}}, ""),
        (chain, {"relations": {"opens": "any"}}, f"{form}'follows' is missing"),
    ):
        code, said = checked(capsys, tmp_path, {**of, **change})
        assert code == 2
        assert said.startswith(why), said
    assert checked(capsys, tmp_path, [1])[1] == f"{form}'all of it' is not as it writes it"
    (tmp_path / "other").write_text("{")
    assert main(["check", str(tmp_path / "other")]) == 2
    assert capsys.readouterr().err.endswith("other: neither JSON nor a record\n")


def test_a_verdict_that_takes_too_long_to_check_is_neither_right_nor_wrong(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "verdict.json"
    path.write_text(json.dumps(solved(capsys, "prime-rumble")))
    assert main(["check", str(path), "--seconds", "0.01"]) == 1
    assert capsys.readouterr() == (
        "",
        f"lastpick: {path}: neither right nor wrong: there was no time to look at all positions\n",
    )
