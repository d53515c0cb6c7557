"""exec:COMMAND: programs that play well, and programs that go wrong in every way."""

from __future__ import annotations

import json
import os
import pickle
import select
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from support.running import TIMEOUT, environment, run

from lastpick.catalog import Book, names, open_book, read_book
from lastpick.errors import PlayerError
from lastpick.game import Outcome
from lastpick.players import child, engine, open_player
from lastpick.players.player import Failure, Options, Player

ROOT = Path(__file__).parents[2]
STARTERS = {
    "python": f"exec:{sys.executable} {ROOT}/examples/engines/simple.py",
    "javascript": f"exec:node {ROOT}/examples/engines/fewest.js",
}
PATIENT = Options(seconds=50)  # bounds a test that goes wrong; nothing waits for it otherwise
BRIEF = Options(seconds=0.2)
BOOK = open_book("divisor-duel")
START = BOOK.game.start()

Open = Callable[..., Player]


@pytest.fixture
def opened() -> Iterator[Open]:
    seats: list[Player] = []

    def open_(name: str, options: Options = PATIENT) -> Player:
        seats.append(open_player(name, options))
        seats[-1].begin(BOOK, 1)
        return seats[-1]

    yield open_
    for seat in seats:
        seat.close()


def bad(kind: str, file: object = "") -> str:
    return (
        f"exec:{sys.executable} {ROOT}/tests/support/bad_engine.py {kind} {shlex.quote(str(file))}"
    )


def failure(seat: Player) -> tuple[str, str]:
    """The kind of failure, and what is said of it after the player's name."""
    with pytest.raises(Failure) as caught:
        seat.choose(START, Random(1))
    text = str(caught.value)
    assert "\n" not in text
    assert text.startswith("exec:")
    return caught.value.kind, text.split(": ", 1)[1]


def played(one: Player, two: Player, book: Book, seed: int = 1) -> tuple[int, ...]:
    position, rng = book.game.start(), Random(seed)
    one.begin(book, 1)
    two.begin(book, 2)
    while position.choices:
        position = position.pick((one, two)[len(position.picks) % 2].choose(position, rng))
    for seat in (one, two):
        seat.end(position.outcome)
    return position.picks


# --- programs that play ---------------------------------------------------------------------------


@pytest.mark.parametrize("language", STARTERS)
def test_a_starter_plays_every_game(language: str, opened: Open) -> None:
    seat, other = opened(STARTERS[language]), open_player("random")
    for name in names():
        played(seat, other, open_book(name))
        played(other, seat, open_book(name))
    assert seat.usage() is None


def test_the_first_example_of_the_page_runs_when_pasted(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "engines.md").read_text()
    example = page.split("```sh\n")[1].split("```")[0]
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-c", example],
        cwd=tmp_path,
        env={**environment(), "PATH": path},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=True,
    )
    assert "Wins!" in done.stdout
    assert "No legal pick" not in done.stdout


def test_starters_are_short() -> None:
    for path in (ROOT / "examples" / "engines").iterdir():
        if path.is_file():
            assert len(path.read_text().splitlines()) < 50, path


def test_a_seed_repeats_the_games_of_a_program(opened: Open) -> None:
    one, two = opened(STARTERS["python"]), opened(STARTERS["python"])
    games = [played(one, two, BOOK, seed) for seed in range(8)]
    assert [played(two, one, BOOK, seed) for seed in range(8)] == games
    assert len(set(games)) > 2


def test_the_javascript_starter_leaves_the_fewest_answers(opened: Open) -> None:
    seat = opened(STARTERS["javascript"])
    for name, numbers, after, picks in (
        ("divisor-duel", "1-20", [1], {11, 13, 17, 19}),
        ("non-consecutive", "1-3", [], {2}),
        ("prime-rumble", "2-10", [], {2}),
    ):
        book = open_book(name, numbers)
        seat.begin(book, 1 + len(after) % 2)
        assert seat.choose(book.game.play(after), Random(1)) in picks


RECORDER = """
import json, sys
with open(sys.argv[1], "a") as file:
    for line in sys.stdin:
        file.write(line)
        file.flush()
        message = json.loads(line)
        if message["type"] == "hello":
            print(json.dumps({"type": "hello", "protocol": 1, "author": "me"}), flush=True)
        if message["type"] == "position":
            answer = {"type": "pick", "pick": message["legal"][-1], "why": "because"}
            print(json.dumps(answer), flush=True)
"""


def test_what_a_program_is_told(tmp_path: Path) -> None:
    own = 'numbers = "1-9"\nopens = "n % 2 == 0"\nfollows = "n > last"\nremoves = "neighbour"\n'
    script, heard = tmp_path / "engine.py", tmp_path / "heard"
    script.write_text(RECORDER)
    seat = open_player(f"exec:{sys.executable} {script} {heard}", PATIENT)
    seat.begin(BOOK, 2)
    assert seat.choose(BOOK.game.play([6]), Random(5)) == 18
    assert seat.choose(BOOK.game.play([6, 18, 9]), Random(6)) == 3
    seat.end(Outcome(1, "no legal pick"))
    seat.begin(read_book(own, "mine"), 1)
    assert seat.choose(read_book(own, "mine").game.start(), Random(7)) == 8
    seat.end(None)
    seat.close()
    messages = [json.loads(line) for line in heard.read_text().splitlines()]
    assert " ".join(message["type"] for message in messages) == (
        "hello new position position result new position result quit"
    )
    hello, new, first, second, result, other, opening, broken, _ = messages
    assert hello["protocol"] == 1
    assert hello["program"].startswith("lastpick ")
    assert new.pop("rules").startswith("All numbers of the pool are there at the start.")
    assert new == {
        "type": "new",
        "game": "divisor-duel",
        "title": "Divisor Duel",
        "you": 2,
        "pool": list(range(1, 21)),
        "opens": "any",
        "follows": "divisor or multiple",
        "removes": "itself",
        "seconds": 50,
    }
    assert first.pop("seed") == Random(5).getrandbits(53)
    assert first == {
        "type": "position",
        "picks": [6],
        "last": 6,
        "pool": [n for n in range(1, 21) if n != 6],
        "legal": [1, 2, 3, 12, 18],
    }
    assert (second["picks"], second["last"], second["legal"]) == ([6, 18, 9], 9, [1, 3])
    assert result == {"type": "result", "winner": 1, "reason": "no legal pick"}
    assert (other["opens"], other["follows"], other["removes"]) == (
        "n % 2 == 0", "n > last", "neighbour",
    )  # fmt: skip
    assert "n must meet the condition: n % 2 == 0." in other["rules"]
    assert (opening["last"], opening["picks"]) == (None, [])
    assert broken == {"type": "result", "winner": None, "reason": "broken off"}


def test_what_a_program_is_told_of_a_start_and_a_last_pick_that_loses(tmp_path: Path) -> None:
    own = 'numbers = "0-9"\nstart = 9\nlast_pick = "loses"\nfollows = "n < last"\n'
    script, heard = tmp_path / "engine.py", tmp_path / "heard"
    script.write_text(RECORDER.replace('["legal"][-1]', '["legal"][0]'))
    seat = open_player(f"exec:{sys.executable} {script} {heard}", PATIENT)
    seat.begin(read_book(own, "mine"), 1)
    assert seat.choose(read_book(own, "mine").game.start(), Random(7)) == 0
    seat.close()
    _, new, opening, _ = (json.loads(line) for line in heard.read_text().splitlines())
    assert (new["start"], new["last_pick"], new["pool"]) == (9, "loses", list(range(9)))
    assert (opening["last"], opening["picks"]) == (9, [])
    assert opening["pool"] == opening["legal"] == list(range(9))


def test_a_program_does_not_see_the_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: Open
) -> None:
    script, seen = tmp_path / "engine.sh", tmp_path / "seen"
    script.write_text(f"#!/bin/sh\nenv > '{seen}'\n")
    script.chmod(0o755)
    for name in ("OPENAI_API_KEY", "LASTPICK_API_KEY", "MINE"):
        monkeypatch.setenv(name, "hush")
    assert failure(opened(f"exec:{script}"))[0] == "crash"
    assert [line for line in seen.read_text().splitlines() if "hush" in line] == ["MINE=hush"]


def test_a_pool_that_fills_the_pipe_many_times(opened: Open) -> None:
    book = open_book("divisor-duel", "1-100000")
    seat = opened(STARTERS["python"])
    seat.begin(book, 1)
    assert seat.choose(book.game.start(), Random(1)) in book.game.numbers


# --- programs that go wrong -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "expected", "text"),
    [
        ("crash-at-start", "crash", "before its hello: it exited with code 1: no book found"),
        ("flood-at-start", "flood", "before its hello: a line of more than 64 kB"),
        ("old", "garbage", "it speaks protocol 0, not 1"),
        ("two-at-once", "flood", "it spoke when it was not asked"),
        (
            "crash",
            "crash",
            "asked for a pick: it exited with code 1: ZeroDivisionError: integer division or"
            " modulo by zero",
        ),
        ("mute", "crash", "asked for a pick: it closed its output"),
        ("flood", "flood", "asked for a pick: a line of more than 64 kB"),
        ("illegal", "illegal", "an illegal pick: 21 is not in the range 1-20"),
    ],
)
def test_a_program_that_goes_wrong(kind: str, expected: str, text: str, opened: Open) -> None:
    seat = opened(bad(kind))
    for _ in range(2):  # started anew, it fails anew
        assert failure(seat) == (expected, text)


def test_a_program_that_does_not_answer_ends_with_all_that_it_started(
    tmp_path: Path, opened: Open
) -> None:
    fifo = tmp_path / "alive"
    os.mkfifo(fifo)
    alive = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    kind, text = failure(opened(bad("hang", fifo), BRIEF))
    assert kind == "hang"
    assert text == "asked for a pick: no answer in 0.2 seconds (does it flush its output?)"
    said = b""
    while select.select([alive], [], [], 30)[0] and (found := os.read(alive, 100)):
        said += found
    assert not os.read(alive, 100), "somebody still holds the pipe"
    os.close(alive)
    with pytest.raises(ProcessLookupError):  # not even a zombie is left
        os.kill(int(said), 0)


def test_a_program_that_says_half_a_line(opened: Open) -> None:
    kind, text = failure(opened(bad("half"), Options(seconds=2)))
    assert kind == "hang"
    assert text.startswith("asked for a pick: no answer in 2 seconds, but part of a line")


def test_a_program_that_says_no_hello(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "START", 0.1)
    assert failure(opened(bad("hang-at-start"), BRIEF)) == (
        "hang", "before its hello: no answer in 0.2 seconds",
    )  # fmt: skip


def test_a_program_that_does_not_read(opened: Open) -> None:
    book = open_book("divisor-duel", "1-100000")
    seat = opened(bad("deaf"), BRIEF)
    seat.begin(book, 1)
    with pytest.raises(Failure) as caught:
        seat.choose(book.game.start(), Random(1))
    assert caught.value.kind == "hang"


def test_output_after_a_pick_counts_when_the_program_is_next_asked(opened: Open) -> None:
    seat = opened(bad("noise"))
    assert seat.choose(START, Random(1)) == 1
    seat.end(None)
    seat.begin(BOOK, 1)
    with pytest.raises(Failure) as caught:
        seat.choose(START, Random(1))
    assert caught.value.kind in ("flood", "garbage")  # it may have been asked first


def test_a_loud_program_plays_on(opened: Open) -> None:
    seat = opened(bad("loud"))
    for _ in range(3):
        assert seat.choose(START, Random(1)) == 1


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (b"I pick 7", "not JSON: 'I pick 7'"),
        (b"\xff\xfe\x1b[2J", "not JSON: "),
        (b"", "not JSON: ''"),
        (b"[" * 60_000, "not JSON: '[[[["),
        (b'{"type":"pick","pick":' + b"9" * 5000 + b"}", "not JSON: "),
        (b"7", "found '7'"),
        (b"[]", "found '[]'"),
        (b'{"type":"pick"}', """found '{"type":"pick"}'"""),
        (b'{"pick":7}', """found '{"pick":7}'"""),
        (b'{"type":"hello","pick":7}', "found "),
        (b'{"type":"pick","pick":"7"}', "found "),
        (b'{"type":"pick","pick":7.0}', "found "),
        (b'{"type":"pick","pick":true}', "found "),
        (b'{"type":"pick","pick":null}', "found "),
    ],
    ids=str,
)
def test_an_answer_that_is_none(said: bytes, found: str, tmp_path: Path, opened: Open) -> None:
    answer = tmp_path / "answer"
    answer.write_bytes(said)
    seat = opened(bad("says", answer))
    with pytest.raises(Failure) as caught:
        seat.choose(START, Random(1))
    assert caught.value.kind == "garbage"
    assert found in str(caught.value)
    assert str(caught.value).isprintable()
    assert caught.value.answer == said[:1000].decode(errors="replace")


def test_a_failure_travels_between_processes() -> None:
    told = pickle.loads(pickle.dumps(Failure("illegal", "it picked 21", "PICK 21")))
    assert (told.kind, str(told), told.answer) == ("illegal", "it picked 21", "PICK 21")


def test_after_a_failure_the_program_is_started_anew(tmp_path: Path, opened: Open) -> None:
    seat = opened(bad("once", tmp_path / "lived"))
    assert failure(seat) == ("crash", "asked for a pick: it exited with code 7")
    seat.end(Outcome(2, "no legal pick"))
    assert len(played(seat, open_player("random"), BOOK)) > 1


def test_a_program_that_vanishes_loses_and_no_more(tmp_path: Path, opened: Open) -> None:
    script = tmp_path / "engine.sh"
    script.write_text("#!/bin/sh\nexit 3\n")
    script.chmod(0o755)
    seat = opened(f"exec:{script}")
    assert failure(seat) == ("crash", "before its hello: it exited with code 3")
    script.unlink()
    assert failure(seat) == ("crash", f"cannot start: the program '{script}' was not found")


def test_closing_ends_a_program_that_does_not_want_to(tmp_path: Path) -> None:
    """It ignores quit, the end of its input and every signal that can be ignored."""
    script, fifo = tmp_path / "engine.sh", tmp_path / "alive"
    os.mkfifo(fifo)
    alive = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    script.write_text(
        f"#!/bin/sh\ntrap '' TERM HUP INT\nexec 3>'{fifo}'\n"
        """echo '{"type":"hello","protocol":1}'; read a; read b; read c\n"""
        """echo '{"type":"pick","pick":6}'; while :; do sleep 100; done\n"""
    )
    script.chmod(0o755)
    seat = open_player(f"exec:{script}", PATIENT)
    seat.begin(BOOK, 1)
    assert seat.choose(START, Random(1)) == 6
    seat.close()
    seat.close()  # does nothing more
    assert select.select([alive], [], [], 30)[0]
    assert not os.read(alive, 1)
    os.close(alive)


def test_a_program_that_nobody_closed_ends_with_the_last_reference(tmp_path: Path) -> None:
    fifo = tmp_path / "alive"
    os.mkfifo(fifo)
    alive = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    running = child.Child(["sh", "-c", f"exec 3>'{fifo}'; echo here; exec sleep 1000"])
    assert running.answer(50) == b"here"
    del running
    assert select.select([alive], [], [], 30)[0]
    assert not os.read(alive, 1)
    os.close(alive)


# --- programs that cannot be started --------------------------------------------------------------


def test_a_command_that_cannot_be_started(tmp_path: Path) -> None:
    text, plain, lost = tmp_path / "text", tmp_path / "plain", tmp_path / "lost"
    text.write_text("hello")
    for path, content in ((plain, "hello"), (lost, "#!/no/such/shell\n")):
        path.write_text(content)
        path.chmod(0o755)
    for command, expected in {
        "": "exec: needs a command, as in exec:./engine.py",
        "no-such-program --fast": "the program 'no-such-program' was not found",
        "./no/such/program": "the program './no/such/program' was not found",
        str(text): f"{text} is not executable (chmod +x makes it so)",
        str(tmp_path): f"{tmp_path} is not executable",
        str(plain): "Exec format error",
        str(lost): f"the interpreter that {lost} names was not found",
        "'unclosed": "No closing quotation",
        "a\0b": "holds control characters",
    }.items():
        with pytest.raises(PlayerError) as caught:
            open_player(f"exec:{command}")
        assert expected in str(caught.value)
        assert not isinstance(caught.value, Failure)
        assert "\n" not in str(caught.value)


def test_an_unknown_player_is_told_what_there_is() -> None:
    for name in ("genius", "exec", "llm", "human:1", ""):
        with pytest.raises(PlayerError, match=r"careful:DEPTH, exec:COMMAND, llm:MODEL$"):
            open_player(name)
    assert open_player("level:3").name == "level:3"


# --- at the table ---------------------------------------------------------------------------------


def test_a_program_at_the_table(tmp_path: Path) -> None:
    record = tmp_path / "record"
    seats = ["--p1", STARTERS["javascript"], "--p2", STARTERS["python"]]
    done = run("play", "divisor-duel", *seats, "--seed", 1, "--record", record)
    assert done.code == 0
    assert "Player 1 Wins!" in done.out
    assert run("check", record).code == 0


def test_a_program_that_fails_at_the_table_resigns() -> None:
    done = run("play", "divisor-duel", "--p1", bad("crash"), "--name1", "Bot", "--name2", "Me")
    assert done.code == 0
    assert done.lines[-4].startswith("No legal pick from exec:")
    assert done.lines[-4].endswith("modulo by zero")
    assert done.lines[-2:] == ["Bot resigns. Me wins!", "You win."]


def test_a_program_that_cannot_be_started_sits_at_no_table(home: Path) -> None:
    done = run("play", "divisor-duel", "--p2", "exec:no-such-program")
    assert (done.out, done.code) == ("", 2)
    assert done.err == (
        "lastpick: cannot start 'exec:no-such-program': the program 'no-such-program' was not"
        " found\n"
    )
    assert not list(home.rglob("*.game"))
