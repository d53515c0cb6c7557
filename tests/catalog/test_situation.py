"""What is to be picked, and why nothing can be: sentences read back, and held against the rules."""

import re
from random import Random

import pytest
from support.brute import game_of
from support.model import FOLLOWERS, OPENINGS, REMOVALS, Condition

from lastpick.catalog import load, names
from lastpick.catalog.situation import stuck, task
from lastpick.game import Game, Position

KINDS: dict[str, str] = {  # what the words mean, as conditions of the model
    "multiple": "multiple",
    "divisor": "divisor",
    "divisor or multiple": "divisor or multiple",
    "n % last == 0 or last % n == 0": "divisor or multiple",
    "neighbour": "neighbour",
    "abs(n - last) <= 3": "abs(n - last) <= 3",
}
SAID = {
    r"(?:multiple|multiples) of (\d+)": "multiple",
    r"(?:divisor|divisors) of (\d+)": "divisor",
    r"(?:divisor or multiple|divisors and multiples) of (\d+)": "divisor or multiple",
    r"(?:number that differs|numbers that differ) from (\d+) by at most 1": "neighbour",
    r"(?:number that differs|numbers that differ) from (\d+) by at most 3": "abs(n - last) <= 3",
    r"(?:number that fits|numbers that fit) (\d+)": "",
}
QUALITIES = {"even": "n % 2 == 0", "prime": "prime(n)"}


def numbers(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", text)]


def meant(said: str, position: Position, follows: str) -> Condition:
    """The condition that the words name; it must be that of the rules."""
    for pattern, name in SAID.items():
        if found := re.fullmatch(pattern, said):
            assert int(found[1]) == position.last
            assert name == KINDS.get(follows, "")
            return FOLLOWERS[name or follows]
    raise AssertionError(f"unread: {said}")


def check_task(position: Position, opens: str, follows: str) -> None:
    """The task names the conditions, and those make exactly what is legal."""
    text, allowed = task(position), set(position.pool)
    first, *more = text.removesuffix(".").split(". ")
    opening = position.opening and opens != "any"
    if found := re.fullmatch(r"Pick a number n that fits the last one, (\d+): (.*)", first):
        assert (int(found[1]), found[2]) == (position.last, follows)
        allowed = {n for n in allowed if FOLLOWERS[follows](n, int(found[1]))}
    elif found := re.fullmatch(r"Pick a number n with (.*)", first):
        assert (found[1], opening) == (opens, True)
        allowed = {n for n in allowed if OPENINGS[opens](n, 0)}
    elif found := re.fullmatch(r"Pick an? (even|prime) number", first):
        assert (QUALITIES[found[1]], opening) == (opens, True)
        allowed = {n for n in allowed if OPENINGS[opens](n, 0)}
    elif first in ("Pick any number", "Pick any number that is left"):
        assert (first == "Pick any number") == (position.bits == position.game.numbers.everything)
    else:
        condition = meant(first.removeprefix("Pick a "), position, follows)
        assert position.last is not None
        allowed = {n for n in allowed if condition(n, position.last)}
    for sentence in more:
        check_needed(sentence.removeprefix("The first pick must "), opens)
        allowed = {n for n in allowed if OPENINGS[opens](n, 0)}
    assert allowed == set(position.legal), text


def check_needed(said: str, opens: str) -> None:
    if found := re.fullmatch("be (even|prime)", said):
        assert QUALITIES[found[1]] == opens
    else:
        assert said == f"meet the condition {opens}"


def check_stuck(position: Position, opens: str, follows: str) -> None:
    text, game = stuck(position), position.game
    if game.misere:
        assert text.endswith(". Whoever cannot pick wins.")
        text = text.removesuffix(" Whoever cannot pick wins.")
    pool = set(range(game.numbers.first, game.numbers.last + 1))
    if text == "No number is left.":
        assert not position.pool
        return
    if found := re.fullmatch(
        r"No number that is left can be the first pick: it must (?:be a (.*) and )?"
        r"(be even|be prime|meet .*)\.",
        text,
    ):
        assert position.opening
        check_needed(found[2], opens)
        if found[1]:
            meant(found[1], position, follows)
        return
    found = re.fullmatch(
        rf"(?:There is no|The only|The|All \d+) (other )?(.*?) in {game.numbers}"
        r"(?: is (\d+), and it (.*)| are ([\d, and]*), and (both|all of them) (.*)| are gone)?\.",
        text,
    )
    assert found, f"unread: {text}"
    other, said, one, how, some, all_of, done = found.groups()
    condition = meant(said, position, follows)
    assert position.last is not None
    fitting = sorted(n for n in pool if condition(n, position.last))
    assert bool(other) == (position.last in fitting)
    fitting = [n for n in fitting if n != position.last]
    assert not set(fitting) & set(position.pool)
    if text.startswith("There is no"):
        assert not fitting
    elif one:
        assert fitting == [int(one)]
        check_how(position, int(one), how)
    elif some:
        assert fitting == numbers(some)
        assert all_of == ("both" if len(fitting) == 2 else "all of them")
        assert done == ("were picked" if set(fitting) <= set(position.picks) else "are gone")
    else:
        assert numbers(text)[0] == len(fitting) > 8


def check_how(position: Position, n: int, how: str) -> None:
    if how == "was already picked":
        assert n in position.picks
    elif found := re.fullmatch(r"is gone: picking (\d+) removed it", how):
        (at,) = (i for i, p in enumerate(position.picks) if p == int(found[1]))
        before = position.game.play(position.picks[:at])
        assert n in before.removal(int(found[1]))
    else:
        assert (how, n) == ("is gone: the game started from it", position.game.start_from)


@pytest.mark.parametrize("seed", range(12))
def test_what_is_said_of_any_game_is_true(seed: int) -> None:
    rng = Random(seed)
    told = 0
    for _ in range(60):
        first = rng.randrange(4)
        opens, follows = rng.choice(list(OPENINGS)), rng.choice(list(FOLLOWERS))
        game = game_of(
            first,
            first + rng.randrange(24),
            opens,
            follows,
            rng.choice(list(REMOVALS)),
            start_from=rng.choice([None, None, rng.randrange(20)]),
            last_pick=rng.choice(["wins", "loses"]),
        )
        position = game.start()
        while position.legal:
            check_task(position, opens, follows)
            position = position.pick(rng.choice(position.legal))
        assert task(position) == ""
        check_stuck(position, opens, follows)
        told += stuck(position) != "No number is left."
    assert told > 20


def words(game: Game, *picks: int) -> str:
    position = game.play(picks)
    return task(position) or stuck(position)


@pytest.mark.parametrize(
    ("name", "picks", "text"),
    [
        ("juniper-green", [], "Pick an even number."),
        ("divisor-duel", [], "Pick any number."),
        ("divisor-duel", [4], "Pick a divisor or multiple of 4."),
        ("prime-rumble", [4], "Pick any number that is left."),
        (
            "juniper-green", [100, 2, 1, 59],
            "The only other divisor or multiple of 59 in 1-100 is 1, and it was already picked.",
        ),
        (
            "divisor-duel", [6, 3, 9, 18, 2, 12, 4, 8, 16, 1, 5, 10, 20],
            "The other divisors and multiples of 20 in 1-20 are 1, 2, 4, 5 and 10,"
            " and all of them were picked.",
        ),
        ("non-consecutive", [2, 4, 6, 8, 10, 12, 14, 16, 18, 20], "No number is left."),
    ],
)  # fmt: skip
def test_examples(name: str, picks: list[int], text: str) -> None:
    assert words(load(name), *picks) == text


def test_every_game_says_what_to_pick() -> None:
    for name in names():
        assert task(load(name).start()).startswith("Pick ")


def test_where_nothing_fits_at_all() -> None:
    game = game_of(2, 20, follows="divisor or multiple")
    assert words(game, 11) == "There is no other divisor or multiple of 11 in 2-20."
    assert words(game_of(1, 9, opens="n > 9")) == (
        "No number that is left can be the first pick: it must meet the condition n > 9."
    )
    from_60 = game_of(1, 9, opens="n % 2 == 0", follows="multiple", start_from=60)
    assert words(from_60) == (
        "No number that is left can be the first pick: it must be a multiple of 60 and be even."
    )


def test_a_number_that_another_pick_took() -> None:
    game = game_of(1, 5, follows="n == last + 1", removes="m == n + 2")
    assert words(game, 1, 2) == (
        "The only number that fits 2 in 1-5 is 3, and it is gone: picking 1 removed it."
    )


def test_where_the_last_pick_loses_being_stuck_wins() -> None:
    game = game_of(1, 4, follows="divisor or multiple", last_pick="loses")
    assert words(game, 1, 2, 4) == (
        "The other divisors and multiples of 4 in 1-4 are 1 and 2, and both were picked."
        " Whoever cannot pick wins."
    )


def test_of_a_million_numbers_few_are_named() -> None:
    game = load("divisor-duel", "1-1000000")
    assert stuck(game.position([999_983], 3)) == (
        "All 333,333 other divisors and multiples of 3 in 1-1000000 are gone."
    )
    assert stuck(game.position([10], 999_983)) == (
        "The only other divisor or multiple of 999983 in 1-1000000 is 1, and it is gone."
    )
