"""Expressions written back as text: what is written is read as the same tree."""

import pytest

from lastpick.relations import FOLLOWS, OPENS, REMOVES, Relation, Role
from lastpick.relations.language import parse
from lastpick.relations.writing import text_of, tree_of


@pytest.mark.parametrize(
    ("role", "text"),
    [
        (FOLLOWS, "n - (last - 3) == 2 - n"),
        (FOLLOWS, "n - (last + 3) * 2 // (n % 3) < 5 - -last"),
        (FOLLOWS, "not (n > last and (n < 3 or last == 4)) or abs(n - last) != 2"),
        (FOLLOWS, "1 < n <= last and prime(n + 1) and gcd(n, last) * (n - 2) >= 0"),
        (FOLLOWS, "(n > 1 or last > 1) or n == 3 or (last == 3 or n == 4)"),
        (FOLLOWS, "(n > 1 and last > 1) and n != 3 and (last != 3 and n != 4)"),
        (REMOVES, "m // (n // 2) == 1 or (m - n) % 3 == 1 and not not m < n"),
    ],
)
def test_a_tree_as_text_reads_back_as_itself(role: Role, text: str) -> None:
    tree = parse(text, role.names)
    assert parse(text_of(tree, role), role.names) == tree


@pytest.mark.parametrize(
    ("role", "text", "written"),
    [
        (OPENS, "((n))%2==0", "n % 2 == 0"),
        (FOLLOWS, "(n - 1) - last > 0", "n - 1 - last > 0"),
        (FOLLOWS, "n - (1 - last) > 0", "n - (1 - last) > 0"),
        (FOLLOWS, "(n * 2) + last == (3)", "n * 2 + last == 3"),
        (FOLLOWS, "n + (last * 2) == (3 + n)", "n + last * 2 == 3 + n"),
        (FOLLOWS, "(n > 1) or (n < last) or (n == 3)", "n > 1 or n < last or n == 3"),
        (FOLLOWS, "(n > 1 and last > 1) or n == 3", "n > 1 and last > 1 or n == 3"),
        (FOLLOWS, "n > 1 and (last > 1 or n == 3)", "n > 1 and (last > 1 or n == 3)"),
        (FOLLOWS, "not (n == last)", "not n == last"),
        (REMOVES, "gcd((m), n + 1) > 1", "gcd(m, n + 1) > 1"),
    ],
)
def test_brackets_stand_only_where_they_are_needed(role: Role, text: str, written: str) -> None:
    assert text_of(parse(text, role.names), role) == written


@pytest.mark.parametrize(
    ("relation", "written"),
    [
        (Relation(FOLLOWS, "divisor or multiple"), "n % last == 0 or last % n == 0"),
        (Relation(REMOVES, "multiple"), "m % n == 0"),
        (Relation(REMOVES, "neighbour"), "abs(m - n) <= 1"),
        (Relation(OPENS, "n > 3"), "n > 3"),
    ],
)
def test_a_name_is_written_as_what_it_means(relation: Relation, written: str) -> None:
    assert text_of(tree_of(relation), relation.role) == written
    assert Relation(relation.role, written) == relation
