"""Logs with a header: gone on with by the same agreement only, and left alone otherwise."""

import json
from pathlib import Path
from typing import Any

import pytest

from lastpick.errors import ArenaError
from lastpick.files import Agreed, LogKind, open_agreed

WHAT = Agreed(LogKind("the results file", ArenaError), about="match", entry="game")
HEADER = {"a match": 1, "players": ["Ann", "Ben"], "seed": 7}
FIRST = json.dumps(HEADER).encode() + b"\n"


def opened(path: Path, header: dict[str, Any] | None = None) -> list[bytes]:
    """What is taken over when a log is opened; one line is added."""
    taken: list[bytes] = []

    def take(line: bytes) -> None:
        taken.append(line)
        if json.loads(line)["n"] < 0:
            raise ValueError("below nought")

    with open_agreed(str(path), WHAT, header or HEADER, take) as log:
        log.append(['{"n": 1}'])
    return taken


def test_a_log_is_begun_and_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "log"
    assert opened(path) == []
    assert opened(path) == [b'{"n": 1}\n']
    assert path.read_bytes() == FIRST + b'{"n": 1}\n' * 2


def test_wherever_it_is_cut_it_is_gone_on_with(tmp_path: Path) -> None:
    path, line = tmp_path / "log", b'{"n": 1}\n'
    data = FIRST + line * 2
    for end in range(len(data) + 1):
        path.write_bytes(data[:end])
        kept = max(0, end - len(FIRST)) // len(line)
        assert opened(path) == [line] * kept
        assert path.read_bytes() == FIRST + line * (kept + 1)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"notes\n", "exists and is no results file of a match; name another with --output"),
        (b"notes", "exists and is no results file of a match"),
        (b"[1]\n", "exists and is no results file of a match"),
        (b"[" * 9999 + b"\n", "exists and is no results file of a match"),
        (FIRST[:9] + b"!", "exists and is no results file of a match"),
        (FIRST.replace(b": 1", b": 2"), "was written by another version of Lastpick"),
        (FIRST.replace(b"7", b"8"), r"holds another match \(seed: 8 there, 7 here\)"),
        (FIRST + b"{}\n", r"the results file .* is damaged in line 2: 'n' is missing; name"),
        (FIRST + b"[]\n", "is damaged in line 2: it is no game; name another"),
        (FIRST + b"{\n", "is damaged in line 2: it is no JSON"),
        (FIRST + b'{"n": 1}\n{"n": -1}\n', "is damaged in line 3: below nought"),
    ],
)
def test_a_log_of_something_else_is_left_alone(data: bytes, told: str, tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(data)
    with pytest.raises(ArenaError, match=told):
        opened(path)
    assert path.read_bytes() == data


def test_a_long_value_is_cut_short_in_the_error(tmp_path: Path) -> None:
    opened(tmp_path / "log", HEADER | {"players": ["x" * 100]})
    with pytest.raises(ArenaError, match=r'\(players: \["x{55}\.\.\. there, \["Ann", "Ben"\] here'):
        opened(tmp_path / "log")


def test_a_log_in_use_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with (
        open_agreed(str(path), WHAT, HEADER, print),
        pytest.raises(ArenaError, match="is in use by another match that runs now"),
    ):
        opened(path)
