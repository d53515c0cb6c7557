"""The shipped table: opened when needed, and worked around where it is damaged."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from lastpick.catalog import load
from lastpick.game import Position
from lastpick.oracle import parts, sieve_table, solve, verify
from lastpick.oracle.memory import SHARED
from lastpick.oracle.nimbers import Nimbers

HEADER = len(sieve_table._MAGIC) + sieve_table._HEADER.size


@pytest.fixture
def put(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[bytes | None], str]]:
    """Have another file read in place of the table, and start afresh; then restore."""

    def forget() -> None:
        parts._table.cache_clear()
        parts._looked_up.cache_clear()
        SHARED._nimbers.cache_clear()
        parts.trouble.clear()

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
    assert len(shipped) <= 12 * 10**6
    assert sieve_table.read().value(3) >= 0
    assert solve(load("prime-rumble").start()).method == "table"
    assert parts.trouble == []


def test_random_entries_obey_the_mex_rule() -> None:
    """What `lastpick table build` proves of every entry."""
    keeps, near = sieve_table.sieve(2, 50)
    judge = Nimbers(keeps, near, (), sieve_table.read(), sieve_table.sieve_groups(50), 1 << 49)
    plain, rng = Nimbers(keeps, near, sieve_table.sieve_groups(50)), Random(2)
    for _ in range(2000):
        left = (1 << 49) - 1
        for _ in range(rng.randrange(1, 14)):
            if left:
                left &= keeps[rng.choice([i for i in range(49) if left >> i & 1])]
        reached = {judge.value(left & keeps[i]) for i in range(49) if left >> i & 1}
        value = judge.value(left)
        assert value not in reached
        assert set(range(value)) <= reached
        if left.bit_count() <= 25:
            assert value == plain.value(left)


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
    "the number of entries": lambda data: damage(data, len(sieve_table._MAGIC)),
    "the seed": lambda data: damage(data, len(sieve_table._MAGIC) + 8),
    "the length": lambda data: damage(data, len(sieve_table._MAGIC) + 18),
    "the segments": lambda data: damage(data, len(sieve_table._MAGIC) + 24),
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
    assert len(parts.trouble) == 1, "reported once"
    assert path in parts.trouble[0]
    say = {"missing": "cannot read the table", "empty": "is no table", "a bit": "is damaged"}
    assert say.get(kind, "") in parts.trouble[0]


def test_a_sound_copy_is_taken(shipped: bytes, put: Callable[[bytes | None], str]) -> None:
    """So it is the damage that was noticed above."""
    put(shipped)
    assert solve(load("prime-rumble").start()).nimber == 17
    assert parts.trouble == []


def test_nothing_is_read_for_other_games(put: Callable[[bytes | None], str]) -> None:
    put(None)
    for name, pool in (("divisor-duel", "1-20"), ("non-consecutive", "1-20"),
                       ("prime-rumble", "3-20")):  # fmt: skip
        solve(load(name, pool).start())
    assert parts.trouble == []


def test_interchangeable_primes() -> None:
    """Primes p with the same 50 // p, as places in the pool, each with its multiples."""
    groups = [
        [[place + 2 for place in bundle] for bundle in g] for g in sieve_table.sieve_groups(50)
    ]
    assert [[29], [31], [37], [41], [43], [47]] in groups
    assert [[17, 34], [19, 38], [23, 46]] in groups
    assert all(len(group) > 1 for group in groups)
