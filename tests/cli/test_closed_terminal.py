"""A terminal that is closed ends the program in every mode, also where no signal tells of it.

The children's session has no controlling terminal, so the system sends nobody a SIGHUP; under
`make`, which is told and passes nothing on, it is the same.
"""

import os
import signal
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest
from support.running import TIMEOUT, command, environment, latest

from lastpick.record import parse


class Mode(NamedTuple):
    words: tuple[str, ...]
    ready: bytes  # what it shows before its terminal is closed
    entered: bytes = b""
    then: bytes = b""
    heard: signal.Handlers = signal.SIG_DFL  # SIG_IGN is nohup
    codes: tuple[int, ...] = (1, 128 + signal.SIGHUP)  # 1: it first heard that the input has ended


PICK = b"6\r"
DUEL = ("play", "divisor-duel", "--record", "record.txt")
MODES = {
    "lines": Mode(DUEL, b"Select any number: ", PICK, b"Select number: ", signal.SIG_IGN),
    "app": Mode((*DUEL, "--full"), b"Player 1's turn", PICK, b"Player 2's turn"),
    "menu": Mode(("--plain",), b"Choose: ", b"s\r", b"Enter"),
    "perft": Mode(("perft", "prime-rumble", "--numbers", "2-100"), b"\n"),
    "serve": Mode(("serve", "--port", "0"), b"http://", codes=(0,)),
}


@pytest.mark.parametrize("mode", MODES.values(), ids=MODES)
def test_a_closed_terminal_ends_it(mode: Mode, tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    with subprocess.Popen(
        command(mode.words),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment({"COLUMNS": "100", "LINES": "40"}),
        cwd=tmp_path,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, mode.heard),
    ) as child:
        try:
            os.close(theirs)
            read_until(ours, mode.ready)
            os.write(ours, mode.entered)
            read_until(ours, mode.then)
            os.close(ours)
            code = child.wait(TIMEOUT)
        finally:
            child.kill()
    assert code in mode.codes
    if mode.entered == PICK:
        assert latest().match.play.events == [6]
        assert parse((tmp_path / "record.txt").read_text())[0].events == (6,)


def read_until(terminal: int, text: bytes) -> None:
    shown = b""
    while text not in shown:
        shown += os.read(terminal, 65536)
