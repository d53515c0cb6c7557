"""Plain words: every statement true, none too long, over games of every family."""

import re
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from support.brute import game_of
from support.model import FOLLOWERS, OPENINGS, REMOVALS
from support.plain_checker import (
    Untrue,
    check_confirmation,
    check_hints,
    check_missed,
    check_plain,
    check_refutation,
    is_short,
)
from support.unsolved import UNKNOWN

from lastpick.catalog import load, names
from lastpick.coach.hint import STEPS, Look, in_words, look
from lastpick.coach.plain import advice, missed, plain, with_plain
from lastpick.coach.plain.walks import Walk
from lastpick.coach.plain.words import Called, by_seat, fits
from lastpick.coach.refutation import confirmation, of_last, refutation
from lastpick.game import Game, Position
from lastpick.oracle import Budget, solve

POOLS = {
    "divisor-duel": ("1-20", "1-12", "0-14"),
    "juniper-green": ("1-20", "1-40"),
    "non-consecutive": ("1-20", "1-60", "0-15"),
    "number-bind": ("1-16",),
    "number-knockout": ("1-30",),
    "prime-rumble": ("2-24", "1-16", "0-14", "2-20"),
}
FAMILIES = {
    "race": game_of(0, 30, follows="last < n <= last + 3", start_from=0),
    "race, last pick loses": game_of(
        0, 20, follows="last < n <= last + 3", start_from=0, last_pick="loses"
    ),
    "race, not by threes": game_of(
        0, 14, follows="last < n <= last + 3 and (n + last) % 3 != 0", start_from=0
    ),
    "walk": game_of(1, 40, opens="n % 2 == 0", follows="n > last and n <= 2 * last"),
    "chain, last pick loses": game_of(1, 14, follows="divisor or multiple", last_pick="loses"),
    "long chain, last pick loses": game_of(1, 40, follows="divisor or multiple", last_pick="loses"),
    "row, last pick loses": game_of(1, 13, removes="neighbour", last_pick="loses"),
    "sieve, last pick loses": game_of(2, 15, removes="multiple", last_pick="loses"),
    "only itself, last pick loses": game_of(2, 9, last_pick="loses"),
    "wide band": game_of(0, 30, removes="abs(m - n) <= 2"),
    "divisors gone": game_of(1, 16, removes="divisor"),
    "row, even openings": game_of(1, 15, opens="n % 2 == 0", removes="neighbour"),
    "odd count, few openings": game_of(2, 6, opens="n == 4", removes="m == 2 * n"),
    "mixed": game_of(1, 12, follows="gcd(n, last) == 1", removes="m == n + 1"),
    "one way back": game_of(1, 14, follows="n % last == 0 or last % n == 0 or n == last + 1"),
}
GAMES = {f"{name} {pool}": load(name, pool) for name, pools in POOLS.items() for pool in pools}


def drawn(game: Game, rng: Random, count: int) -> Iterator[Position]:
    """Positions that play at random leads to, the end among them."""
    for _ in range(count):
        picks = game.start().playout(rng).picks
        yield game.play(picks[: int(rng.random() * (len(picks) + 1))])


TOLD = "Pick 4: your opponent can only pick 1, and you end the game with 19."
YOU_MOVE, THEY_MOVE = Called("you", "your opponent"), Called("your opponent", "you")
NAMED = Called("Ann", "Player 2")


def check(position: Position, rng: Random) -> list[str]:
    """What is said of a position and of two of its picks, to any reader; Untrue if any of it is."""
    verdict = solve(position)
    told = []
    for called in (YOU_MOVE, rng.choice([THEY_MOVE, NAMED])):
        for text in (plain(position, verdict, called), advice(position, verdict, called=called)):
            check_plain(position, verdict, text, called=called)
            told.append(text)
    if verdict.winning:
        told.append(missed(position, verdict, NAMED))
        check_missed(position, told[-1], NAMED)
    for n in rng.sample(position.legal, min(2, len(position.legal))):
        right, after = n in verdict.winning, position.pick(n)
        checked = check_confirmation if right else check_refutation
        said = confirmation(position, n) if right else refutation(position, n)
        checked(position, n, said)
        called = rng.choice([YOU_MOVE, THEY_MOVE, NAMED])
        made = of_last(after, solve(after), called=called) or ""
        checked(position, n, made, called=called.turned)
        told += [said, made]
    return told


def test_every_shipped_game_is_here() -> None:
    assert set(POOLS) == set(names())


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_of_shipped_games_is_true(name: str) -> None:
    rng = Random(name)
    for position in drawn(GAMES[name], rng, 60):
        check(position, rng)


@pytest.mark.parametrize("name", FAMILIES)
def test_what_is_said_of_other_families_is_true(name: str) -> None:
    rng = Random(name)
    for position in drawn(FAMILIES[name], rng, 40):
        check(position, rng)


@pytest.mark.parametrize("seed", range(8))
def test_what_is_said_of_any_game_is_true(seed: int) -> None:
    rng = Random(seed)
    for _ in range(40):
        first = rng.randrange(6)
        game = game_of(
            first,
            first + rng.randrange(13),
            rng.choice(list(OPENINGS)),
            rng.choice(list(FOLLOWERS)),
            rng.choice(list(REMOVALS)),
            start_from=rng.choice([None, None, rng.randrange(20)]),
            last_pick=rng.choice(["wins", "wins", "loses"]),
        )
        for position in drawn(game, rng, 4):
            assert "I tried" not in "".join(check(position, rng))  # there is a better reason


@pytest.mark.parametrize("name", [*GAMES, *FAMILIES])
def test_three_hints_are_true_and_new(name: str) -> None:
    game, rng = (GAMES | FAMILIES)[name], Random(name)
    for position in drawn(game, rng, 12):
        if position.legal and len(position.pool) <= 13:
            found = look(position)
            told = [in_words(position, found, step) for step in range(1, STEPS + 1)]
            check_hints(position, found.verdict, told)


@pytest.mark.parametrize("name", ["divisor-duel 1-20", "non-consecutive 1-20", "prime-rumble 2-20"])
def test_hints_where_nobody_knows_are_true_and_new(name: str) -> None:
    for position in drawn(GAMES[name], Random(name), 20):
        if position.legal:
            found = Look(UNKNOWN, best=None)
            told = [in_words(position, found, step) for step in range(1, STEPS + 1)]
            check_hints(position, UNKNOWN, told)


def test_the_checker_sees_what_is_untrue() -> None:
    """With any number of a text one larger, hardly any stays true."""
    seen = kept = 0
    rng = Random(0)
    for name in ("divisor-duel 1-20", "non-consecutive 1-20", "prime-rumble 2-20"):
        for position in drawn(GAMES[name], rng, 15):
            verdict = solve(position)
            text = plain(position, verdict)
            for found in re.finditer(r"\d+", text):
                seen += 1
                other = f"{text[: found.start()]}{int(found[0]) + 1}{text[found.end() :]}"
                try:
                    check_plain(position, verdict, other)
                except (Untrue, Exception):
                    continue
                kept += 1
    assert seen > 100
    assert kept < seen / 20


@pytest.mark.parametrize(
    "text",
    [
        "Pick 4: you can only pick 1, and your opponent ends the game with 19.",  # the other way
        "Pick 4: only 1 can be picked, and you end the game with 19.",  # who picks 1?
        "Pick 4: they can only pick 1, and you end the game with 19.",  # and who are they?
        "Pick 4: your opponent can only pick 1, and then end the game with 19.",
        "Pick 4: your opponent can only pick 1, and you ends the game with 19.",
        "Pick 4: the other player can only pick 1, and you end the game with 19.",
        "Ann wins with 4: Bob can only pick 1, and Ann ends the game with 19.",
    ],
)
def test_the_checker_wants_to_know_who_moves(text: str) -> None:
    position = load("divisor-duel").position([1, 4, 17, 19], 16)
    check_plain(position, solve(position), TOLD)
    with pytest.raises(Untrue):
        check_plain(position, solve(position), text)


@pytest.mark.parametrize(
    ("name", "numbers", "pool", "last", "text"),
    [
        (
            "divisor-duel", "1-20", [1, 4, 17, 19], 16,
            TOLD,
        ),
        (
            "divisor-duel", "1-20", range(1, 20), 20,
            "No pick wins: if you pick one of a pair, your opponent picks the other, now and later:"
            " 1 and 19, 2 and 10, 4 and 12, 5 and 15.",
        ),
        (
            "non-consecutive", "1-20", [1, 2, 3, *range(12, 21)], 5,
            "Pick 14: whatever your opponent picks, you can win. For example, if they pick 1, you"
            " pick 18; if 2, you pick 17.",
        ),
        (
            "non-consecutive", "1-21", [*range(1, 10), *range(13, 22)], 11,
            "No pick wins: 1-9 and 13-21 are left and alike: whatever you pick in one, your"
            " opponent copies in the other.",
        ),
        (
            "non-consecutive", "1-30", [*range(1, 6), *range(9, 15), 18, 19, 20], 7,
            "No pick wins: whatever you pick, your opponent can win. For example, if you pick 1,"
            " they pick 9; if 2, they pick 19.",
        ),
        (
            "non-consecutive", "1-30", [1, 2, 3, 8, 9, 10, 12, 13, 20, 21, 22, 30], 25,
            "Pick 2: then 8-10 and 20-22 are alike, and 12-13 and 30 take one pick each: whatever"
            " your opponent picks in one, you copy in another like it.",
        ),
        (
            "prime-rumble", "2-50", [2, 4, 5, 25, 29, 31, 37, 41, 43, 47], 3,
            "No pick wins: (2, 4) and (5, 25) are alike, and 29, 31, 37, 41, 43 and 47 take one"
            " pick each: whatever you pick in one, your opponent copies in another like it.",
        ),
        (
            "prime-rumble", "2-50", [2, 4, 8, 19, 23, 29, 31, 37, 41, 43, 47], 3,
            "Pick 2: then 8 picks remain, one for each number that is left: your opponent makes the"
            " first, and you make the last.",
        ),
        (
            "prime-rumble", "2-50", [2, 4, 43, 47], 3,
            "Pick 2: then two picks remain, one that takes 43 and one that takes 47: your opponent"
            " makes one, and you make the other.",
        ),
    ],
)  # fmt: skip
def test_examples(name: str, numbers: str, pool: list[int], last: int, text: str) -> None:
    position = load(name, numbers).position(pool, last)
    assert plain(position, solve(position)) == text


@pytest.mark.parametrize(
    ("game", "picks", "text"),
    [
        (
            FAMILIES["race"], [2, 3, 4, 5, 7],
            "Pick 10: whatever your opponent picks, you answer with 14, and later in the same way"
            " with 18, 22, 26 and 30.",
        ),
        (
            FAMILIES["race"], range(2, 27, 3),
            "No pick wins: whatever you pick, your opponent ends the game with 30.",
        ),
        (
            FAMILIES["race, not by threes"], [2, 5, 8],
            "Pick 9: if your opponent picks 10, you pick 13; if 11, you pick 14.",
        ),
        (FAMILIES["walk"], [], "Pick 40: nothing can follow it, so your opponent cannot pick."),
        (
            FAMILIES["race, last pick loses"], [3, 6, 9, 11],
            "No pick wins: whatever you pick, your opponent answers with 15.",
        ),
        (
            game_of(0, 20, follows="last < n <= last + 6", start_from=0, last_pick="loses"), [5],
            "No pick wins: whatever you pick, your opponent answers with 12.",
        ),
        (
            FAMILIES["race, last pick loses"], range(1, 17, 3),
            "Pick 19: your opponent can only pick 20, and that is the last pick, which loses.",
        ),
        (
            game_of(0, 8, follows="(n + last) % 3 != 0", last_pick="loses"), [2, 5, 0, 4],
            "No pick wins: if you pick 1, your opponent picks 3; if 3, they pick 8; if 6, they pick"
            " 8; if 7, they pick 1.",
        ),
        (
            load("prime-rumble", "2-10"), [5, 4, 7],
            "No pick wins: if you pick 2, your opponent picks 3; if 3, they pick 2; if 6, they pick"
            " 9; if 9, they pick 6.",
        ),
    ],
    ids=str,
)  # fmt: skip
def test_examples_of_play(game: Game, picks: Sequence[int], text: str) -> None:
    position = game.play(picks)
    assert advice(position, solve(position)) == text


@pytest.mark.parametrize(
    ("pool", "text"),
    [
        (
            [1, 2, 4, 5, 10, 11, 13, 14],
            "No pick wins: (1, 2, 4, 5) and (10, 11, 13, 14) are left and alike: whatever you pick"
            " in one, your opponent copies in the other.",
        ),
        (
            [1, 3, 10, 12],
            "No pick wins: two picks remain, one that takes (1, 3) and one that takes (10, 12): you"
            " make one, and your opponent makes the other.",
        ),
    ],
)
def test_groups_with_holes(pool: list[int], text: str) -> None:
    position = FAMILIES["wide band"].position(pool, 20)
    assert advice(position, solve(position)) == text


@pytest.mark.parametrize(
    "game",
    [
        *(FAMILIES[name] for name in FAMILIES if name.startswith(("race", "walk"))),
        game_of(0, 14, follows="last < n <= last + 3 and (n + last) % 3 != 0", last_pick="loses"),
    ],
    ids=str,
)
def test_walks_that_are_worked_out_again(game: Game) -> None:
    """Where a certificate has too many values to list, they are found once more."""
    for position in drawn(game, Random("walks"), 20):
        known = Walk(position, None)
        for n in position.legal:
            after = position.pick(n)
            assert known.replies(n) == list(solve(after).winning)
            assert known.ends(n) is (not after.legal)


def test_the_easiest_pick_is_advised() -> None:
    """One that ends the game now or next, or the middle of a row; another one may be proved."""
    start = load("divisor-duel").start()
    assert plain(start, solve(start)).startswith("Pick 2: if your opponent picks one of a pair")
    assert advice(start, solve(start)) == TOLD.replace("4", "11")
    won = load("divisor-duel").play([18, 9, 3, 12, 1])
    assert plain(won, solve(won)).startswith("Pick 4: if your opponent picks")
    assert (
        advice(won, solve(won)) == "Pick 11: nothing can follow it, so your opponent cannot pick."
    )
    row = load("non-consecutive", "1-21").start()
    assert plain(row, solve(row)).startswith(
        "Pick 6: whatever your opponent picks, you can win. For example, if they "
    )
    assert advice(row, solve(row)) == (
        "Pick 11: then 1-9 and 13-21 are left and alike: whatever your opponent picks in one, you"
        " copy in the other."
    )


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("divisor-duel", "1-3000"),
        ("divisor-duel", "1-30000"),
        ("non-consecutive", "1-3000"),
        ("prime-rumble", "2-50"),
    ],
)
def test_large_pools_are_told_in_three_lines_too(name: str, numbers: str) -> None:
    game = load(name, numbers)
    for position in drawn(game, Random(0), 3):
        is_short(plain(position, solve(position)))
    text = plain(game.start(), solve(game.start()))
    is_short(text)
    assert text.startswith(("Pick ", "No pick wins: "))


def test_what_is_unknown_is_said_to_be() -> None:
    position = load("divisor-duel").start()
    assert plain(position, UNKNOWN) == "I could not work this out: there is too much to try."
    late, unseen = Budget(seconds=-1), load("divisor-duel", "1-23").start()
    assert confirmation(unseen, 6, late) == "I could not work out whether 6 wins."


def test_why_a_pick_wins_is_said_of_that_pick() -> None:
    """Of what it leaves too: not that no pick wins, which is true of the other player's."""
    after = load("divisor-duel").play([4, 2, 16, 8])
    verdict = solve(after)
    assert plain(after, verdict) == (
        "No pick wins: you can only pick 1, and your opponent ends the game with 19."
    )
    assert of_last(after, verdict) == (
        "8 wins: your opponent can only pick 1, and you end the game with 19."
    )
    assert of_last(after, UNKNOWN) == "I could not work out whether 8 wins."
    start = game_of(0, 30, follows="last < n <= last + 3", start_from=0).start()
    assert of_last(start, solve(start)) is None


def test_the_middle_of_a_row_of_more_numbers_than_are_looked_at() -> None:
    won = load("non-consecutive", "1-101").start()
    assert advice(won, solve(won)).startswith("Pick 51: then 1-49 and 53-101 are left and alike:")


def test_a_pick_that_leaves_a_mirror_image_is_advised() -> None:
    pool = [*range(1, 6), 9, *range(13, 18)]
    position = load("non-consecutive", "1-30").position(pool, 25)
    assert advice(position, solve(position)).startswith("Pick 9: then 1-5 and 13-17 are left and")


def test_three_lines_of_eighty_columns_fit() -> None:
    line = "a" * 80
    assert fits(f"{line} {line} {line}")
    assert not fits(f"{line} {line} {line} a")


def test_an_exact_refutation_names_whose_reason_it_is() -> None:
    position = load("divisor-duel", "1-10").play([2])
    verdict = solve(position.pick(4))
    assert refutation(position, 4, exact=True).endswith(f". Their reason: {verdict.text}")


def test_data_has_both_registers() -> None:
    position = load("divisor-duel").play([1])
    verdict = solve(position)
    reason = with_plain(position, verdict)["reason"]
    assert reason["text"] == verdict.text
    assert reason["plain"] == plain(position, verdict, by_seat(2))
    assert reason["pairs"]
