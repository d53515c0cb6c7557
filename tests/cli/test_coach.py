"""review, puzzle and balance as a user runs them."""

import html
import re
from pathlib import Path

import pytest
from support.running import refused, run
from support.screens import terminal

GAME = """Lastpick record 1
Game: divisor-duel
Numbers: 1-20
Player 1: Ann
Player 2: Bob
Date: 2026-11-16
Result: Player 1 wins (no legal pick)

6 3 9 18 2 12 4 8 16 1 5 10 20
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(GAME)
    return path


def without_matplotlib(folder: Path) -> dict[str, str]:
    (folder / "matplotlib.py").write_text("raise ImportError\n")
    return {"PYTHONPATH": str(folder)}


def test_review(record: Path) -> None:
    done = run("review", record)
    assert (done.err, done.code) == ("", 0)
    assert done.out.isascii()
    result = done.lines.index("Result: Ann wins, because Bob cannot pick")
    assert done.lines[result + 1 : result + 3] == [
        "The other divisors and multiples of 20 in 1-20 are 1, 2, 4, 5 and 10,"
        " and all of them were picked.",
        "",
    ]
    assert " 12. Bob picked 10: threw it away" in done.lines
    assert (
        "     The winning pick was 15. Bob would have won with 15:"
        " nothing can follow it, so Ann cannot pick." in done.lines
    )
    assert done.lines[-7:] == [
        "    0         10",
        "Ann ###########.##",
        "Bob ...........#..",
        "",
        "Turning point: Bob picked 10 (move 12).",
        "Ann had to choose between winning and losing 6 times, and chose wrong once.",
        "Bob had to choose between winning and losing once, and chose wrong.",
    ]
    exact = run("review", record, "--exact").lines
    assert "     The winning pick was 15. Pick 15: nothing answers it." in exact


@pytest.mark.parametrize(
    ("events", "recorded", "told"),
    [
        ("6 3 resign", "Player 2 wins (resignation)", "Bob wins, because Ann resigned"),
        ("6 3 concede", "Player 1 wins (resignation)", "Ann wins, because Bob resigned"),
        ("6 3 9 timeout", "Player 1 wins (out of time)", "Ann wins, because Bob ran out of time"),
        ("6 3 left", "Player 2 wins (left the game)", "Bob wins, because Ann left the game"),
        ("6 3", "unfinished", "unfinished"),
    ],
)
def test_review_tells_who_gave_up(record: Path, events: str, recorded: str, told: str) -> None:
    """The winner is not named beside what the loser did."""
    head = GAME.partition("Result: ")[0]
    record.write_text(f"{head}Result: {recorded}\n\n{events}\n")
    assert f"Result: {told}" in run("review", record).lines


def test_one_wrong_decision_is_one(record: Path) -> None:
    head = GAME.partition("Result: ")[0].replace("divisor-duel", "prime-rumble")
    head = head.replace("1-20", "2-12")
    record.write_text(f"{head}Result: unfinished\n\n12 10 3\n")
    assert "Ann had to choose between winning and losing twice, and chose wrong once." in (
        run("review", record).lines
    )


def test_review_of_several_games(record: Path) -> None:
    record.write_text(GAME + "\n" + GAME.replace("Ann", "Cleo"))
    assert run("review", record).out.count("Turning point:") == 2
    found = run("review", record, "--json").json
    assert [game["players"][0]["name"] for game in found] == ["Ann", "Cleo"]
    assert [game["turning_point"] for game in found] == [12, 12]


def test_the_picture_of_a_long_game_stays_narrow(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    run("play", "non-consecutive", "--numbers", "1-100", "--p1", "random", "--p2", "random",
        "--seed", "1", "--record", path)  # fmt: skip
    lines = run("review", path).lines
    rows = [line for line in lines if re.fullmatch(r"Player [12] [#.?]+", line)]
    assert len(rows) == 4
    assert max(map(len, rows)) <= 40


@pytest.mark.parametrize(("kind", "starts"), [("png", b"\x89PNG\r\n\x1a\n"), ("svg", b"<?xml")])
def test_plots(record: Path, tmp_path: Path, kind: str, starts: bytes) -> None:
    for command in (("review", record), ("balance", "divisor-duel")):
        path = tmp_path / f"{command[0]}.{kind}"
        done = run(*command, "--plot", path)
        assert (done.err, done.code) == ("", 0)
        assert path.read_bytes().startswith(starts)
        if kind == "svg":
            assert path.read_bytes().rstrip().endswith(b"</svg>")


@pytest.mark.parametrize("name", ["a.txt", "a", "missing/a.png"])
def test_a_plot_that_cannot_be_written(record: Path, tmp_path: Path, name: str) -> None:
    assert name in refused(run("review", record, "--plot", tmp_path / name))
    assert name in refused(run("balance", "divisor-duel", "--plot", tmp_path / name))
    assert not (tmp_path / name).exists()


def test_without_matplotlib_a_line_names_the_extra(record: Path, tmp_path: Path) -> None:
    env = without_matplotlib(tmp_path)
    for command in (("review", record), ("balance", "divisor-duel")):
        done = run(*command, "--plot", tmp_path / "a.png", env=env)
        assert (done.out, done.code) == ("", 1)
        assert done.err == (
            "lastpick: pictures need matplotlib; it comes with: pip install 'lastpick[plot]'\n"
        )
        assert run(*command, env=env).code == 0


def test_review_of_what_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(GAME[:60])
    assert "game.txt" in refused(run("review", path))
    assert "cannot read" in refused(run("review", tmp_path / "none.txt"))


def test_balance() -> None:
    done = run("balance", "divisor-duel")
    assert (done.err, done.code) == ("", 0)
    assert done.out.isascii()
    assert "1-20 Player 1 18/20  90% #########." in done.lines
    assert "Divisor Duel on 1-20 is decided by the first pick: 18 of 20 openings" in done.out
    assert done.lines[-1] == "What helps most: play on 1-16: 9 of 16 openings win (56%)."
    table = [line for line in done.lines if "Player" in line and "/" in line]
    assert len(table) == 20
    assert max(map(len, table)) <= 40


def test_balance_as_json() -> None:
    found = run("balance", "divisor-duel", "--numbers", "1-50", "--json").json
    assert found["sizes"][9] == {
        "numbers": "1-10", "winner": 2, "openings": 10, "winning": 0, "share": 0.0,
    }  # fmt: skip
    assert found["sizes"][-1]["winning"] == 43
    assert found["best"] == found["changes"][0]


def puzzles(*more: object) -> list[dict[str, object]]:
    found: list[dict[str, object]] = run(
        "puzzle", "divisor-duel", "--seed", 1, "--count", 3, *more, "--json"
    ).json
    return found


def test_levels_and_seeds() -> None:
    assert {puzzle["level"] for puzzle in puzzles("--level", 2)} == {2}
    assert puzzles() == puzzles()
    assert "--level" in refused(run("puzzle", "divisor-duel", "--level", 6))


def test_too_few_puzzles() -> None:
    done = run("puzzle", "divisor-duel", "--numbers", "1-3", "--count", 2)
    assert (done.out, done.code) == ("", 1)
    assert done.err.startswith("lastpick: 0 of 2 puzzles found on 1-3 in")
    assert done.err.count("\n") == 1


def test_a_sheet(tmp_path: Path) -> None:
    path = tmp_path / "sheet.html"
    done = run("puzzle", "divisor-duel", "--seed", 1, "--count", 3, "--sheet", path)
    assert (done.out, done.err, done.code) == (f"The sheet is in {path}\n", "", 0)
    page = path.read_text()
    assert page.startswith("<!DOCTYPE html>")
    for puzzle in puzzles():
        assert html.escape(str(puzzle["plain"])) in page
    assert "sheet.txt" in refused(run("puzzle", "divisor-duel", "--sheet", tmp_path / "sheet.txt"))
    assert "--sheet FILE" in refused(run("puzzle", "divisor-duel", "--choices"))
    assert "no folder" in refused(run("puzzle", "divisor-duel", "--sheet", tmp_path / "a/b.html"))


def test_a_sheet_of_a_day(tmp_path: Path) -> None:
    path = tmp_path / "sheet.html"
    done = run("puzzle", "--daily", "2026-11-18", "--sheet", path)
    assert (done.out, done.err, done.code) == (f"The sheet is in {path}\n", "", 0)
    assert "Juniper Green: find the winning pick" in path.read_text()
    assert "expected a name" in refused(run("puzzle", "--daily", "--sheet", tmp_path / "a.txt"))


def test_a_puzzle_by_its_id() -> None:
    (puzzle,) = run("puzzle", "divisor-duel_1-20_14-2-8", "--json").json
    assert (puzzle["picks"], puzzle["answer"]) == ([14, 2, 8], 16)
    told = refused(run("puzzle", "divisor-duel_1-20_14-2-8", "--level", 1))
    assert "a puzzle's id says it all; leave out --level" in told
    assert "5 is neither" in refused(run("puzzle", "divisor-duel_1-20_14-5"))


def test_a_sheet_to_pick_alone(tmp_path: Path) -> None:
    path = tmp_path / "sheet.html"
    done = run("solo", "non-consecutive", "--sheet", path)
    assert (done.out, done.err, done.code) == (f"The sheet is in {path}\n", "", 0)
    page = path.read_text()
    assert page.count('class="task"') == 5
    assert "The best is 10 picks; nobody can make more." in page
    run("solo", "non-consecutive", "--numbers", "1-9", "--sheet", path)
    assert path.read_text().count('class="task"') == 1
    assert "which game" in refused(run("solo", "--sheet", path))
    assert "--best" in refused(run("solo", "divisor-duel", "--best", "--sheet", path))
    assert "a.txt" in refused(run("solo", "divisor-duel", "--sheet", tmp_path / "a.txt"))


# --- when the time is up ----------------------------------------------------------------------

HARD = 'numbers = "1-200"\nfollows = "(n * 7 + last * 11 + n * last) % 13 < 5"\n'


@pytest.fixture
def hard(tmp_path: Path) -> Path:
    """A game that nobody sees through at its start."""
    path = tmp_path / "hard.toml"
    path.write_text(HARD)
    return path


def test_review_in_no_time_says_how_many_are_not_graded(hard: Path, tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    run("play", hard, "--p1", "random", "--p2", "random", "--seed", "1", "--record", path)
    done = run("review", path, "--seconds", "0.3")
    assert (done.err, done.code) == ("", 1)
    graded = [line for line in done.lines if re.match(r" *\d+\. Random bot [12] picked", line)]
    undone = [line for line in graded if line.endswith(": not graded")]
    said = f"Not graded, because the time was up: {len(undone)} of {len(graded)} moves."
    assert said in done.lines
    assert "Whether there was a turning point is unknown." in done.lines or any(
        line.startswith("Turning point") for line in done.lines
    )
    found = run("review", path, "--seconds", "0.3", "--json")
    assert found.code == 1
    (game,) = found.json
    grades = [step["grade"] for step in game["steps"]]
    assert grades.count("not graded") == game["not_graded"] > 0
    assert grades[0] == "not graded"


def test_puzzles_in_no_time(hard: Path, tmp_path: Path) -> None:
    done = run("puzzle", hard, "--seconds", "0.3", "--json", "--count", "100", "--seed", "1")
    assert (len(done.json) < 100, done.code) == (True, 1)
    assert f"lastpick: {len(done.json)} of 100 puzzles found" in done.err
    assert done.err.endswith("there was no time for more\n")
    sheet = tmp_path / "sheet.html"
    run("puzzle", hard, "--seconds", "0.01", "--count", "100", "--sheet", sheet)
    assert not sheet.exists()  # a sheet without a puzzle


def test_balance_in_no_time(hard: Path) -> None:
    done = run("balance", hard, "--seconds", "0.01")
    assert (done.err, done.code) == ("", 1)
    assert any(line.startswith("Left out, because the time was up: ") for line in done.lines)
    assert "200: who wins is unknown" in done.out
    found = run("balance", hard, "--seconds", "0.01", "--json")
    assert "1-200" in found.json["left_out"]
    assert found.code == 1


@pytest.mark.parametrize("command", ["review", "puzzle", "balance", "perft", "solve"])
@pytest.mark.parametrize(("seconds", "said"), [("soon", "number"), ("0", "0.01"), ("nan", "0.01")])
def test_seconds_are_a_number(command: str, seconds: str, said: str) -> None:
    refusal = refused(run(command, "divisor-duel", "--seconds", seconds))
    assert "--seconds" in refusal
    assert said in refusal


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("balance", "Left out, because the time was up"),
        ("perft", "complete games so far"),
        ("review", "Not graded, because the time was up"),
        ("puzzle", "there was no time for more"),
    ],
)
def test_an_interrupt_shows_what_is_known(
    command: str, shown: str, hard: Path, tmp_path: Path
) -> None:
    record = tmp_path / "long.txt"
    run("play", hard, "--p1", "random", "--p2", "random", "--seed", "1", "--record", record)
    slow = {"LASTPICK_KERNELS": "interpreted"}  # long enough for progress to be shown
    with terminal(command, record if command == "review" else hard, env=slow) as screen:
        screen.expect(r"positions")
        screen.child.sendintr()
        assert screen.end() == 130
        assert shown in " ".join(" ".join(screen.lines).split())
        assert "Traceback" not in screen.raw


def test_puzzles_say_where_whoever_cannot_pick_wins() -> None:
    row = Path(__file__).parents[2] / "examples" / "games" / "lonely-row.toml"
    head = run("puzzle", row, "--count", 1, "--seed", 3, stdin=["quit"]).lines[0]
    told = "Lonely Row 1-15, where whoever cannot pick wins: one pick wins. Enter it"
    assert head.startswith(told)
