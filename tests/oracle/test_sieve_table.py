"""The shipped table: opened when needed, and worked around where it is damaged."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from lastpick.catalog import load
from lastpick.game import Position
from lastpick.oracle import sieve_table, solve, verify
from lastpick.oracle.memory import SHARED
from lastpick.oracle.nimbers import Nimbers
from lastpick.oracle.sieve import common_form, divisibility, inside

HEADER = len(sieve_table.MAGIC) + sieve_table.HEADER.size


@pytest.fixture
def put(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[bytes | None], str]]:
    """Have another file read in place of the table, and start afresh; then restore."""

    def forget() -> None:
        sieve_table.shipped.cache_clear()
        SHARED.sieves._made.clear()
        sieve_table.trouble.clear()

    def put(data: bytes | None) -> str:
        path = tmp_path / "other.table"
        if data is not None:
            path.write_bytes(data)
        monkeypatch.setattr(sieve_table, "read", lambda: read(str(path)))
        forget()
        return str(path)

    read = sieve_table.read
    yield put
    forget()


@pytest.fixture(scope="module")
def shipped() -> bytes:
    return Path(sieve_table.PATH).read_bytes()


def positions() -> list[Position]:
    """Such as a search can answer too."""
    late = load("prime-rumble").play([2, 3, 25])
    return [load("prime-rumble", "2-30").start(), load("prime-rumble", "2-9").start(), late]


def test_it_is_small_and_sound(shipped: bytes) -> None:
    assert len(shipped) <= 2 * 10**6
    assert sieve_table.read().value(3) >= 0
    assert solve(load("prime-rumble").start()).method == "table"
    assert sieve_table.trouble == []


def test_random_entries_obey_the_mex_rule() -> None:
    """What `lastpick table build` proves of every entry."""
    form = common_form()
    keeps, near = divisibility(form.numbers)
    judge = Nimbers(keeps, near, form, sieve_table.read(), inside(form))
    plain, rng = Nimbers(keeps, near), Random(2)
    start = form.placed((1 << 49) - 1, 2)
    for _ in range(2000):
        left = start
        for _ in range(rng.randrange(1, 14)):
            if left:
                left &= keeps[rng.choice([i for i in range(64) if left >> i & 1])]
        reached = set(judge.options(left))
        value = judge.value(left)
        assert value not in reached
        assert set(range(value)) <= reached
        if left.bit_count() <= 22:
            assert value == plain.value(left)
    assert judge.count == 0, "every part was in the table"


def damage(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


DAMAGES: dict[str, Callable[[bytes], bytes | None]] = {
    "missing": lambda data: None,
    "empty": lambda data: b"",
    "another file": lambda data: b"x" * 10_000,
    "a cut header": lambda data: data[: HEADER - 1],
    "nothing but a header": lambda data: data[:HEADER],
    "cut short": lambda data: data[:-1],
    "too long": lambda data: data + b"\0",
    "the first bit": lambda data: damage(data, 0),
    "the number of entries": lambda data: damage(data, len(sieve_table.MAGIC)),
    "the seed": lambda data: damage(data, len(sieve_table.MAGIC) + 8),
    "the length": lambda data: damage(data, len(sieve_table.MAGIC) + 18),
    "the segments": lambda data: damage(data, len(sieve_table.MAGIC) + 24),
    "the checksum": lambda data: damage(data, HEADER - 1),
    "a bit": lambda data: damage(data, len(data) // 2),
    "the last bit": lambda data: damage(data, len(data) - 1),
}


@pytest.mark.parametrize("kind", DAMAGES)
def test_damage_is_reported_and_worked_around(
    kind: str, shipped: bytes, put: Callable[[bytes | None], str]
) -> None:
    expected = [solve(position) for position in positions()]
    assert {verdict.method for verdict in expected} == {"table"}
    path = put(DAMAGES[kind](shipped))
    found = [solve(position) for position in positions()]
    assert [v[:3] for v in found] == [v[:3] for v in expected]
    assert found[1].nimber == expected[1].nimber
    assert {verdict.method for verdict in found} == {"parts"}
    assert verify(positions()[1], found[1])
    assert len(sieve_table.trouble) == 1, "reported once"
    assert path in sieve_table.trouble[0]
    say = {"missing": "cannot read the table", "empty": "is no table", "a bit": "is damaged"}
    assert say.get(kind, "") in sieve_table.trouble[0]


def test_a_sound_copy_is_taken(shipped: bytes, put: Callable[[bytes | None], str]) -> None:
    """So it is the damage that was noticed above."""
    put(shipped)
    assert solve(load("prime-rumble").start()).nimber == 17
    assert sieve_table.trouble == []


def test_nothing_is_read_for_other_games(put: Callable[[bytes | None], str]) -> None:
    put(None)
    for name, pool in (("divisor-duel", "1-20"), ("non-consecutive", "1-20")):
        solve(load(name, pool).start())
    assert sieve_table.trouble == []
