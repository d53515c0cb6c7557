"""Players that fail: each kind loses its games, is told by kind, and the tournament goes on."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from support.chatting import By, Endpoint, Heard, Say, good, whole
from support.running import TIMEOUT, command, environment, run
from support.tournaments import tournament

from lastpick import __version__
from lastpick.arena.batch import JOB, play_batch
from lastpick.arena.played import read_played
from lastpick.errors import WorkersError
from lastpick.players.player import Options
from lastpick.workers import PROCESSES, hire

SUPPORT = Path(__file__).parents[1] / "support"
KINDS = {  # what bad_engine.py is told, for each kind of failure
    "crash": "crash-at-start",
    "hang": "deaf",
    "garbage": "says",
    "flood": "flood",
    "illegal": "illegal",
}


def test_one_engine_of_each_bad_kind(tmp_path: Path) -> None:
    """With everybody else failing, whoever has to pick first loses, and random beats all."""
    said = tmp_path / "said"
    said.write_text("I would pick the six")
    bad = [
        ("--players", f"{kind}=exec:{sys.executable} {SUPPORT}/bad_engine.py {told} {said}")
        for kind, told in KINDS.items()
    ]
    with closing(Endpoint(whole({"error": {"message": "out of order"}}, 503))) as endpoint:
        done = run(
            *("arena", "divisor-duel", "--players", "random,endpoint=llm:some-model"),
            *(word for pair in bad for word in pair),
            *("--base-url", endpoint.url, "--retries", 0, "--pick-seconds", 3, "--rounds", 1),
            *("--processes", 3, "--output", tmp_path / "results.jsonl", "--json"),
        )
    assert done.code == 0, done.err
    data = done.json
    assert (data["played"], data["complete"]) == (42, True)
    table = {row["player"]: row for row in data["standings"]}
    assert data["standings"][0]["player"] == "random"
    assert (table["random"]["wins"], table["random"]["forfeits"]) == (12, {})
    for kind in (*KINDS, "endpoint"):
        row = table[kind]
        assert row["forfeits"] == {kind: 7}, kind
        assert (row["wins"], row["losses"]) == (5, 7)
        assert (row["first"]["wins"], row["second"]["wins"]) == (0, 5)
        assert "\n" not in row["failures"][kind]["text"]
    order = data["cross"]["players"]
    for player, wins in zip(order, data["cross"]["wins"], strict=True):
        for other, count in zip(order, wins, strict=True):
            if player == other:
                assert count is None
            else:
                assert count == (2 if player == "random" else 0 if other == "random" else 1)
    assert "503" in table["endpoint"]["failures"]["endpoint"]["text"]
    assert (tmp_path / "results-models.jsonl").exists()


def test_a_refused_question_loses_its_game_and_the_tournament_goes_on() -> None:
    def first_legal(heard: Heard) -> Say:
        found = re.search(r"^Numbers that you may pick now: (\d+)", heard.prompt, re.MULTILINE)
        assert found
        return good(f"PICK {found[1]}")

    with closing(Endpoint(whole({"error": "no"}, 400), By(first_legal))) as endpoint:
        options = Options(
            base_url=endpoint.url, show_legal=True, temperature=None, further='{"max_tokens": 5}'
        )
        of = tournament(["divisor-duel"], ["llm:toy", "random"], options=options)
        lines = play_batch(of.line, None, (1, 2, 3), 60.0, __version__)
    kinds = [failed and failed.kind for failed in (read_played(line, of).failed for line in lines)]
    assert kinds == ["refused", None, None]
    for heard in endpoint.heard:
        assert set(heard.body) == {"model", "messages", "max_tokens"}


def test_options_that_came_later_are_not_in_the_line_unless_given() -> None:
    of = tournament(["divisor-duel"], ["llm:toy", "random"])
    assert set(json.loads(of.line)["options"]) == {
        "seconds", "base_url", "temperature", "retries", "prices", "show_legal",
    }  # fmt: skip


def test_an_engine_that_fails_once_plays_its_next_game(tmp_path: Path) -> None:
    once = f"once=exec:{sys.executable} {SUPPORT}/bad_engine.py once {tmp_path / 'lived'}"
    of = tournament(["divisor-duel"], ["random", once], rounds=2, options=Options(seconds=60))
    lines = play_batch(of.line, None, (1, 2, 3, 4), 60.0, __version__)
    kinds = [failed and failed.kind for failed in (read_played(line, of).failed for line in lines)]
    assert kinds == ["crash", None, None, None]


@pytest.mark.parametrize(
    ("kind", "lives"),
    [
        pytest.param("hang", 2, id="with a child of its own"),  # tried once, and then it plays
        pytest.param("hang-again", 1, id="before its hello"),
    ],
)
def test_nobody_is_left_when_the_program_is_killed(tmp_path: Path, kind: str, lives: int) -> None:
    """An engine that hangs ends with a kill -9 of ours."""
    pipe = tmp_path / "alive"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    hang = f"hang=exec:{sys.executable} {SUPPORT}/bad_engine.py {kind} {pipe}"
    where = ("--pick-seconds", 600, "--output", tmp_path / "results.jsonl")
    child = subprocess.Popen(
        command(("arena", "divisor-duel", "--players", "random", "--players", hang, *where)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment(),
    )
    with child:
        seen = b""
        while seen.count(b"\n") < lives:
            assert child.poll() is None
            seen += _read(reader) or b""
        child.kill()
    _wait_for_the_end(reader)


def test_nobody_is_left_when_another_worker_dies(tmp_path: Path) -> None:
    """The pool ends all its workers then; an engine that hangs in one of them must end too."""
    pipe = tmp_path / "alive"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    hang = f"hang=exec:{sys.executable} {SUPPORT}/bad_engine.py hang {pipe}"
    of = tournament(["divisor-duel"], [hang, "random"], options=Options(seconds=600))

    def run_into_it() -> None:
        with hire(PROCESSES, 2, JOB) as workers:
            game = workers.executor.submit(play_batch, of.line, None, (1,), 60.0, __version__)
            while not _read(reader):
                assert not game.done(), game.result()
            idle = workers.executor.submit(os.getpid).result()  # the other one has its hands full
            os.kill(idle, signal.SIGKILL)
            game.result(TIMEOUT)

    with pytest.raises(WorkersError, match="a worker process died"):
        run_into_it()
    _wait_for_the_end(reader)


def _wait_for_the_end(reader: int) -> None:
    """Of everybody who could still write to a pipe."""
    told: bytes | None = None
    while told != b"":
        assert select.select([reader], [], [], TIMEOUT)[0], "the engine has outlived us"
        told = _read(reader)
    os.close(reader)


def _read(reader: int) -> bytes | None:
    """What is in a pipe: None if there is nothing yet, empty if nobody can write any more."""
    try:
        return os.read(reader, 100)
    except BlockingIOError:
        return None
