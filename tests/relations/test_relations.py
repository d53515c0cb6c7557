"""Relations as bitsets: each row is what asking number by number gives."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.expressions import by_python, conditions
from support.model import FOLLOWERS, NAMED, OPENINGS, REMOVALS, Condition

from lastpick.relations import FOLLOWS, OPENS, REMOVES, ROLES, Numbers, Relation

POOLS = [
    (0, 0),
    (0, 1),
    (0, 30),
    (1, 1),
    (1, 2),
    (1, 20),
    (2, 50),
    (7, 40),
    (40, 47),
    (95, 130),
    (200, 420),
]


def expected(condition: Condition, numbers: Numbers, given_number: int) -> list[int]:
    pool = range(numbers.first, numbers.last + 1)
    return [c for c in pool if condition(c, given_number)]


@pytest.mark.parametrize(("first", "last"), POOLS)
@pytest.mark.parametrize(
    ("role", "text"),
    [*(("follows", text) for text in FOLLOWERS), *(("removes", text) for text in REMOVALS)],
)
def test_rows(role: str, text: str, first: int, last: int) -> None:
    condition = FOLLOWERS[text] if role == "follows" else REMOVALS[text]
    relation, numbers = Relation(ROLES[role], text), Numbers(first, last)
    for g in {*range(60), *range(max(0, first - 5), first + 5), *range(last, last + 6), 10**6}:
        row = relation.row(numbers, g)
        assert list(numbers.decode(row)) == expected(condition, numbers, g)
        assert row <= numbers.everything
        asked = [c for c in range(first, last + 1) if relation.holds(c, g)]
        assert asked == expected(condition, numbers, g)


@pytest.mark.parametrize(("first", "last"), POOLS)
@pytest.mark.parametrize("text", OPENINGS)
def test_openings(text: str, first: int, last: int) -> None:
    relation, numbers = Relation(OPENS, text), Numbers(first, last)
    row = relation.row(numbers, 0)
    assert list(numbers.decode(row)) == expected(OPENINGS[text], numbers, 0)


@settings(max_examples=200)
@given(conditions(), st.integers(0, 40), st.integers(0, 30), st.integers(0, 80))
def test_any_expression_has_the_row_that_python_gives(
    text: str, first: int, more: int, last: int
) -> None:
    relation, numbers = Relation(FOLLOWS, text), Numbers(first, first + more)
    found = numbers.decode(relation.row(numbers, last))
    assert found == tuple(n for n in range(first, first + more + 1) if by_python(text, n, last))


@pytest.mark.parametrize("width", [0, 1, 2, 5, 1000, 10**18])
@pytest.mark.parametrize("shape", ["abs(m - n) <= {}", "abs(n - m) <= {}", "{} >= abs(n-m)"])
def test_bands(width: int, shape: str) -> None:
    relation = Relation(REMOVES, shape.format(width))
    for first, last in POOLS:
        numbers = Numbers(first, last)
        for g in (0, 1, first, (first + last) // 2, last, last + 3):
            near = tuple(m for m in range(first, last + 1) if -width <= m - g <= width)
            assert numbers.decode(relation.row(numbers, g)) == near
    relation.check(Numbers(1, 1_000_000))  # recognised, so no pool is too large
    assert relation == Relation(REMOVES, f"abs(m - n) <= {width}")
    assert relation.denial(9, 3) == (
        "9 is not next to 3" if width == 1 else f"9 is not within {width} of 3"
    )


SPELLINGS = {
    "any": ["1 == 1"],
    "multiple": ["n % last == 0", "0 == n % last", "(n) % (last) == 0"],
    "divisor": ["last % n == 0", "0 == last % n"],
    "divisor or multiple": [
        "n % last == 0 or last % n == 0",
        "last % n == 0 or n % last == 0",
        "0 == n % last or last % n == 0",
        "((0 == last % n) or (0 == n % last))",
    ],
    "neighbour": ["abs(n - last) <= 1", "abs(last - n) <= 1", "1 >= abs(n - last)"],
}


@pytest.mark.parametrize(
    ("name", "text"), [(name, text) for name, texts in SPELLINGS.items() for text in texts]
)
def test_an_expression_is_recognised_however_it_is_written(name: str, text: str) -> None:
    named, spelled = Relation(FOLLOWS, name), Relation(FOLLOWS, text)
    assert spelled == named
    assert hash(spelled) == hash(named)
    assert spelled.denial(4, 9) == named.denial(4, 9)
    assert spelled.trivial == named.trivial == (name == "any")
    spelled.check(Numbers(1, 1_000_000))
    numbers = Numbers(0, 90)
    for last in range(100):
        assert numbers.decode(spelled.row(numbers, last)) == tuple(
            n for n in range(91) if NAMED[name](n, last)
        )


@pytest.mark.parametrize(
    "text",
    [
        "n % last != 0",
        "last % n == 1",
        "n % last == 0 and last % n == 0",
        "abs(n + last) <= 1",
        "abs(n - last) < 1",
        "abs(n - last) == 1",
        "gcd(n, last) <= 1",
        "abs(n - last) >= 1",
        "1 <= abs(n - last)",
        "abs(n - 1) <= last",
        "abs(n - 3) <= 1",
        "1 == 2",
    ],
)
def test_what_only_looks_alike_is_something_else(text: str) -> None:
    relation = Relation(FOLLOWS, text)
    assert all(relation != Relation(FOLLOWS, name) for name in SPELLINGS)
    assert not relation.trivial
    numbers = Numbers(0, 12)
    for last in range(15):
        found = numbers.decode(relation.row(numbers, last))
        assert found == tuple(n for n in range(13) if by_python(text, n, last))


@st.composite
def twins(draw: st.DrawFn, depth: int = 2) -> tuple[str, str]:
    """Two texts of a number that differ in the order of operands only."""
    if depth == 0 or draw(st.booleans()):
        simple = draw(st.sampled_from(["n", "last", "2", "5"]))
        return simple, simple
    (a, a2), (b, b2) = draw(twins(depth - 1)), draw(twins(depth - 1))
    op = draw(st.sampled_from(["+", "*", "-", "//", "%", "gcd", "abs"]))
    if op == "gcd":
        return f"gcd({a}, {b})", f"gcd({b2}, {a2})"
    if op == "abs":
        return f"abs({a} - ({b}))", f"abs({b2} - ({a2}))"
    if op in "+*":
        return f"({a} {op} {b})", f"({b2} {op} {a2})"
    return f"({a} {op} {b})", f"({a2} {op} {b2})"


@given(twins(), twins(), st.sampled_from(["==", "!=", "<", "<=", ">", ">="]))
def test_the_order_of_operands_makes_no_difference(
    left: tuple[str, str], right: tuple[str, str], op: str
) -> None:
    turned = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(op, op)
    one = Relation(FOLLOWS, f"{left[0]} {op} {right[0]} or n == 1")
    other = Relation(FOLLOWS, f"1 == n or {right[1]} {turned} {left[1]}")
    assert one == other
    assert hash(one) == hash(other)


def test_equal_relations_hold_for_the_same_numbers() -> None:
    """Every small comparison there is: those that count as equal have the same truth table."""
    parts = ["n", "last", "n - last", "last - n", "abs(n - last)", "abs(last - n)"]
    parts += ["n % last", "last % n", "n + last", "last + n", "n // last", "gcd(n, last)", "0", "1"]
    tables: dict[Relation, set[str]] = {}
    for op in ("==", "!=", "<", "<=", ">", ">="):
        for text in (f"{a} {op} {b}" for a in parts for b in parts):
            table = "".join("01"[by_python(text, n, last)] for n in range(7) for last in range(7))
            tables.setdefault(Relation(FOLLOWS, text), set()).add(table)
    assert len(tables) < 6 * len(parts) ** 2  # some are equal
    assert all(len(found) == 1 for found in tables.values())


def test_a_relation_is_its_role_and_its_meaning() -> None:
    relation = Relation(FOLLOWS, "  n %\n2 ==   0 ")
    assert relation.text == "n % 2 == 0"
    assert repr(relation) == "Relation(follows: n % 2 == 0)"
    assert relation != Relation(OPENS, "n % 2 == 0")
    assert len({hash(relation), hash(Relation(OPENS, "n % 2 == 0")), hash(Relation(FOLLOWS))}) == 3
    assert relation != "n % 2 == 0"
    assert pickle.loads(pickle.dumps(relation)) == relation
    assert Relation(OPENS).trivial
    assert Relation(FOLLOWS).trivial
    assert Relation(REMOVES).trivial
    assert Relation(REMOVES, "0 == 1") == Relation(REMOVES)
    assert not Relation(REMOVES, "1 == 1").trivial
