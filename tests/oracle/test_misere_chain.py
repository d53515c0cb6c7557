"""Misère chains: where the theorem is used, it says what brute force says."""

from random import Random

import pytest

from lastpick.game import Game, Position
from lastpick.oracle import Budget, Verdict, misere_chain, verify
from lastpick.oracle.memory import Memory
from lastpick.relations import FOLLOWS, OPENS, Numbers, Relation

MEMORY = Memory()


def misere(last: int, first: int = 1, start: int | None = None, opens: str | None = None) -> Game:
    relations = Relation(OPENS, opens), Relation(FOLLOWS, "divisor or multiple")
    return Game("own", Numbers(first, last), *relations, start_from=start, last_pick="loses")


class Search:
    """Every position by its definition: whoever cannot pick has won."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._wins: dict[tuple[int, int], bool] = {}

    def winning(self, position: Position) -> tuple[int, ...]:
        return tuple(n for n in position.legal if not self._wins_after(position.bits, n))

    def _wins_after(self, bits: int, n: int) -> bool:
        keep, after = self._game.move(n)
        left = bits & keep
        key = (left, n)
        if key not in self._wins:
            legal = self._game.numbers.decode(left & after)
            self._wins[key] = not legal or any(not self._wins_after(left, m) for m in legal)
        return self._wins[key]


def solved(position: Position) -> Verdict:
    return misere_chain.solve(position, Budget(), MEMORY)


def check(position: Position, search: Search) -> bool:
    if not misere_chain.applies(position):
        return False
    found, expected = solved(position), search.winning(position)
    assert (found.winning, found.wins) == (expected, bool(expected))
    return True


@pytest.mark.parametrize("last", range(1, 14))
def test_every_position_that_play_leads_to(last: int) -> None:
    game = misere(last)
    search, seen, todo = Search(game), set(), [game.start()]
    applied = 0
    while todo:
        position = todo.pop()
        if (position.bits, position.last) not in seen:
            seen.add((position.bits, position.last))
            applied += check(position, search)
            todo += [position.pick(n) for n in position.legal]
    assert applied >= (50 if last >= 11 else 0)
    assert misere_chain.applies(game.start()) is (last >= 11)


@pytest.mark.parametrize("last", [10, 12, 14, 15])
def test_pools_that_play_may_not_lead_to(last: int) -> None:
    rng, game = Random(last), misere(last)
    search, applied = Search(game), 0
    for _ in range(600):
        share = rng.choice((0.95, 0.8, 0.6))
        pool = [n for n in range(1, last + 1) if rng.random() < share]
        gone = [n for n in range(1, last + 1) if n not in pool]
        applied += check(game.position(pool, rng.choice([None, *gone])), search)
    assert applied > 5


@pytest.mark.parametrize("last", [14, 17])
def test_games_that_start_from_a_number(last: int) -> None:
    for start in range(1, 3 * last):
        game = misere(last, start=start, opens=None if start % 2 else "n % 3 != 0")
        check(game.start(), Search(game))


@pytest.mark.parametrize("last", range(11, 20))
def test_openings(last: int) -> None:
    game = misere(last)
    assert check(game.start(), Search(game))


def test_where_it_is_not_known_it_does_not_apply() -> None:
    known = {11, 14, 22, 23, *range(26, 39), *range(46, 51), *range(62, 69), *range(74, 120)}
    for last in range(1, 120):
        start = misere(last).start()
        assert misere_chain.applies(start) is (last >= 11)
        if last >= 4:  # after 2 and 4 the pairs are as they were, but for 2
            assert misere_chain.applies(start.pick(4)) >= (last in known)
    after = misere(20).play((14, 2, 10))
    assert not misere_chain.applies(after), "5 and 20 win if the last pick wins, here 5 alone"
    assert Search(misere(20)).winning(after) == (5,)
    for game in (misere(100, first=0), misere(100, first=2)):
        assert not misere_chain.applies(game.start())
    assert not misere_chain.applies(misere(100).play((6, 1))), "1 is gone"
    normal = Game("own", Numbers(1, 100), None, Relation(FOLLOWS, "divisor or multiple"))
    assert not misere_chain.applies(normal.start())


@pytest.mark.parametrize(("last", "picks"), [(12, ()), (30, (6, 3)), (100, ()), (100, (6, 3, 9))])
def test_certificates(last: int, picks: tuple[int, ...]) -> None:
    position = misere(last).play(picks)
    found = solved(position)
    assert verify(position, found)
    reason = found.reason
    fewer, more = found.winning[1:], (*found.winning, position.legal[0])
    wrong = [
        found._replace(winning=fewer, reason={**reason, "pick": fewer[0] if fewer else None}),
        found._replace(winning=tuple(sorted({*more, 1}))),
        found._replace(reason={**reason, "kind": "pairing"}),
        found._replace(reason={**reason, "pairs": reason["pairs"][1:]}),
        found._replace(reason={**reason, "barrier": reason["barrier"][1:]}),
        found._replace(wins=not found.wins),
    ]
    assert not any(verify(position, verdict) for verdict in wrong)


def test_the_same_words_prove_nothing_elsewhere() -> None:
    """The certificate of a normal game is none of a misère one, and the other way round."""
    for last, picks in ((9, ()), (20, (14, 2, 10)), (100, (6, 1)), (40, (37,))):
        position = misere(last).play(picks)
        if not misere_chain.applies(position):
            assert not verify(position, solved(position))
    normal = Game("own", Numbers(1, 30), None, Relation(FOLLOWS, "divisor or multiple"))
    assert not verify(normal.start(), solved(misere(30).start()))


def test_what_it_says() -> None:
    assert solved(misere(100).play((6,))).text.startswith("Every valid pick but 1 has a partner")
    said = solved(misere(100).start()).text
    assert said.startswith("Pick 4, then answer every number but 1 with its partner:")
    assert said.endswith(
        "Whoever picks 1 loses: answer it with 94 or 86 or 82, one that is left with its half."
    )
    assert "1 & " not in said.replace("11 & ", "")
    assert " ... Whoever" in said
    assert "all was searched" in solved(misere(12).start()).text
