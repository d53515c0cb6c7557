"""The rules in words: each form, word for word, from a game's own text and from its relations."""

import pytest

from lastpick.catalog import Book, names, open_book, read_book
from lastpick.catalog.rules import (
    exact_rules,
    example_lines,
    own_rules,
    plain_rules,
    relations,
    special,
    summary_line,
)

BARE = read_book('numbers = "1-20"', "bare")
OWN = read_book(
    'numbers = "1-20"\nopens = "n % 2 == 0"\nfollows = "abs(n - last) <= 3"\n'
    'removes = "m == 21 - n"\nexample = [4, 6, 7, 8]',
    "own",
)
RUMBLE = open_book("prime-rumble")
DOWN = read_book(
    'numbers = "0-60"\nstart = 60\nlast_pick = "loses"\n'
    'follows = "n < last and last % (last - n) == 0"',
    "down",
)
ABOVE = read_book('numbers = "1-9"\nstart = 12\nopens = "prime(n)"\nfollows = "divisor"', "above")


def test_the_relations_as_they_are_written() -> None:
    assert relations(OWN.game) == {
        "opens": "n % 2 == 0", "follows": "abs(n - last) <= 3", "removes": "m == 21 - n",
    }  # fmt: skip
    assert relations(BARE.game) == {"opens": "any", "follows": "any", "removes": "itself"}


@pytest.mark.parametrize("name", names())
def test_a_game_that_tells_its_rules_is_told_in_its_own_words(name: str) -> None:
    book = open_book(name)
    if book.rules:
        assert own_rules(book) == book.rules
        assert plain_rules(book) == f"{book.rules}\nIn exact terms: {exact_rules(book.game)}"
    if book.summary:
        assert summary_line(book) == book.summary


@pytest.mark.parametrize(
    ("book", "text"),
    [
        (
            BARE,
            "Two players take turns picking from the numbers 1-20."
            " A number that is picked is gone. Whoever cannot pick loses.",
        ),
        (
            OWN,
            "Two players take turns picking from the numbers 1-20."
            " The first pick n must satisfy n % 2 == 0."
            " A later pick n must suit the pick before it, called last: abs(n - last) <= 3."
            " A number n that is picked is gone, and with it every number m such that:"
            " m == 21 - n. Whoever cannot pick loses.",
        ),
    ],
)
def test_rules_made_from_the_relations(book: Book, text: str) -> None:
    assert own_rules(book) == text
    assert plain_rules(book) == exact_rules(book.game)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("multiple", "multiple of {}"),
        ("divisor", "divisor of {}"),
        ("divisor or multiple", "divisor or multiple of {}"),
        ("neighbour", "number that differs from {} by at most 1"),
    ],
)
def test_a_relation_with_a_name_is_told_in_a_sentence(name: str, kind: str) -> None:
    chain = read_book(f'numbers = "1-9"\nstart = 60\nfollows = "{name}"', "own")
    assert (
        f" Each pick must be a {kind.format('the pick before it')} (at first 60). A"
        in own_rules(chain)
    )
    later = read_book(f'numbers = "1-9"\nfollows = "{name}"', "own")
    assert f" A later pick must be a {kind.format('the pick before it')}. A" in own_rules(later)
    sieve = read_book(f'numbers = "1-9"\nremoves = "{name}"', "own")
    gone = f" A number that is picked is gone, and with it every {kind.format('it')}. Whoever"
    assert gone in own_rules(sieve)


def test_a_game_without_a_summary_is_headed_by_what_its_file_says() -> None:
    said = "opens: n % 2 == 0 · follows: abs(n - last) <= 3 · removes: m == 21 - n"
    assert summary_line(OWN) == said
    assert summary_line(BARE) == ""
    always = read_book('numbers = "1-9"\nfollows = "1 == 1"\nremoves = "itself"', "own")
    assert summary_line(always) == "follows: 1 == 1"


POOL = "The pool at the start is every whole number from"
TURNS = "The players take turns; whoever has no number to pick loses."


def test_exact_rules_leave_nothing_open() -> None:
    assert exact_rules(BARE.game) == (
        f"{POOL} 1 to 20. The first pick may be any of them."
        " Every later pick may be any number that is left in the pool."
        f" A picked number leaves the pool; nothing else does. {TURNS}"
    )
    assert exact_rules(RUMBLE.game) == (
        f"{POOL} 2 to 50. The first pick may be any of them."
        " Every later pick may be any number that is left in the pool."
        f" A picked number leaves the pool together with every multiple of it. {TURNS}"
    )
    said = exact_rules(OWN.game)
    assert said.startswith(
        f"{POOL} 1 to 20. The first pick n must meet the condition: n % 2 == 0."
        " Every later pick must be left in the pool and be a number that differs from the last"
        " pick by at most 3. A picked number n leaves the pool together with every m that meets:"
        f" m == 21 - n. {TURNS} In these conditions % is the remainder of a division,"
    )
    free = read_book('numbers = "1-9"\nfollows = "gcd(n, last) == 1"', "own").game
    assert (
        " Every later pick n, where last is the pick just before it, must be left in the pool and"
        " meet the condition: gcd(n, last) == 1. "
    ) in exact_rules(free)


def test_an_example_in_sentences() -> None:
    assert example_lines(RUMBLE) == [
        "Player 1 picks 2. With it go 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, ..., 48, 50.",
        "Player 2 picks 3. With it go 9, 15, 21, 27, 33, 39, 45.",
        "Player 1 picks 5. With it go 25, 35.",
        "Player 2 picks 7. With it goes 49.",
        "It goes on 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47.",
        "Player 2 has no valid pick left: player 1 wins.",
    ]
    assert example_lines(OWN)[:2] == [
        "Player 1 may pick 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, and picks 4. With it goes 17.",
        "Player 2 may pick 1, 2, 3, 5, 6, 7, and picks 6. With it goes 15.",
    ]
    assert len(example_lines(OWN)) == 4, "the game is not over, so nobody has won"
    assert example_lines(BARE) == []


def test_a_short_example_does_not_go_on() -> None:
    book = read_book('numbers = "1-3"\nexample = [1, 2, 3]', "own")
    assert example_lines(book)[2:] == [
        "Player 1 picks 3.",
        "Player 2 has no valid pick left: player 1 wins.",
    ]


@pytest.mark.parametrize("pool", ["3-30", "1-10"])
def test_an_example_that_does_not_fit_the_pool_is_not_told(pool: str) -> None:
    """Its numbers lie below the pool, or above it."""
    assert example_lines(open_book("divisor-duel", pool)) == []


def test_a_start_and_a_last_pick_that_loses_are_told() -> None:
    assert own_rules(DOWN) == (
        "Two players take turns picking from the numbers 0-60."
        " The game starts from 60, as if 60 had just been picked; 60 itself is gone."
        " Each pick n must suit the pick before it, called last (at first 60):"
        " n < last and last % (last - n) == 0. A number that is picked is gone."
        " As for 0: every number divides it, and it divides only itself (x % 0 is x, and x // 0"
        " is 0). Whoever cannot pick wins. So try not to make the last pick."
    )
    said = "follows: n < last and last % (last - n) == 0 · start: 60 · last pick: loses"
    assert summary_line(DOWN) == said
    assert special(DOWN.game) == {"start": 60, "last_pick": "loses"}
    assert special(OWN.game) == {}


def test_exact_rules_of_a_start_and_a_last_pick_that_loses() -> None:
    assert exact_rules(DOWN.game).startswith(
        f"{POOL} 0 to 60 but 60. The game starts from 60: it counts as the pick before the first"
        " one. Every pick n, the first one too, where last is the pick just before it, must be left"
        " in the pool and meet the condition: n < last and last % (last - n) == 0. A picked number"
        " leaves the pool; nothing else does. The players take turns; whoever has no number to pick"
        " wins: the last pick loses. In these conditions"
    )
    assert exact_rules(ABOVE.game).startswith(
        f"{POOL} 1 to 9. The game starts from 12: it counts as the pick before the first one."
        " The first pick n must meet the condition: prime(n)."
        " Every pick, the first one too, must be left in the pool and be a divisor of the last"
        " pick."
    )
    free = read_book('numbers = "1-9"\nstart = 12', "own").game
    assert "before the first one. The first pick may be any of them. Every later" in exact_rules(
        free
    )


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ('numbers = "0-9"\nfollows = "multiple"', True),
        ('numbers = "1-9"\nstart = 0\nfollows = "divisor"', True),
        ('numbers = "0-9"\nopens = "n % 2 == 0"', True),
        ('numbers = "0-9"\nfollows = "n > last"', False),
        ('numbers = "1-9"\nstart = 3\nfollows = "multiple"', False),
    ],
)
def test_what_division_by_0_means_is_told_where_it_happens(rules: str, told: bool) -> None:
    book = read_book(rules, "own")
    assert ("As for 0" in exact_rules(book.game)) is told
    assert ("As for 0" in own_rules(book)) is told


def test_an_example_from_a_start_to_a_misere_end() -> None:
    book = read_book(
        'numbers = "0-6"\nstart = 6\nlast_pick = "loses"\nexample = [4, 2, 0]\n'
        'follows = "n < last and last - n <= 2"',
        "own",
    )
    assert example_lines(book) == [
        "Player 1 may pick 4, 5, and picks 4.",
        "Player 2 may pick 2, 3, and picks 2.",
        "Player 1 may pick 0, 1, and picks 0.",
        "Player 2 has no valid pick left: player 2 wins.",
    ]
