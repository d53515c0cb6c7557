"""What hypothesis draws: games with their model, and sequences of picks."""

from typing import NamedTuple

from hypothesis import strategies as st

from lastpick.catalog import load
from lastpick.game import Game
from lastpick.relations import FOLLOWS, OPENS, REMOVES, Numbers, Relation
from support.model import FOLLOWERS, OPENINGS, REMOVALS, SHIPPED, Rules


class Pair(NamedTuple):
    """A game, and the same game as a model."""

    game: Game
    rules: Rules


@st.composite
def own_games(draw: st.DrawFn, largest: int = 40) -> Pair:
    """A game of one's own: any pool, any three relations, any start, any end."""
    first = draw(st.integers(0, largest))
    last = draw(st.integers(first, largest))
    opens = draw(st.sampled_from(list(OPENINGS)))
    follows = draw(st.sampled_from(list(FOLLOWERS)))
    removes = draw(st.sampled_from(list(REMOVALS)))
    start_from = draw(st.none() | st.integers(0, largest + 10))
    last_pick = draw(st.sampled_from(["wins", "loses"]))
    game = Game(
        "own",
        Numbers(first, last),
        Relation(OPENS, opens),
        Relation(FOLLOWS, follows),
        Relation(REMOVES, removes),
        start_from=start_from,
        last_pick=last_pick,
    )
    conditions = OPENINGS[opens], FOLLOWERS[follows], REMOVALS[removes]
    return Pair(game, Rules(first, last, *conditions, start_from, last_pick))


@st.composite
def shipped_games(draw: st.DrawFn, largest: int = 60) -> Pair:
    """A shipped game, on its own pool or on another one."""
    name = draw(st.sampled_from(list(SHIPPED)))
    rules = SHIPPED[name]
    if draw(st.booleans()):
        return Pair(load(name), rules)
    first = draw(st.integers(0, largest))
    last = draw(st.integers(first, largest))
    return Pair(load(name, f"{first}-{last}"), rules._replace(first=first, last=last))


def games() -> st.SearchStrategy[Pair]:
    return st.one_of(own_games(), shipped_games())


def choices(most: int = 30) -> st.SearchStrategy[list[int]]:
    """Numbers by which picks are chosen from the legal ones."""
    return st.lists(st.integers(0, 1000), max_size=most)


def picks_of(game: Game, chosen: list[int]) -> tuple[int, ...]:
    """Legal picks, until they or the choices run out."""
    position = game.start()
    for choice in chosen:
        if not position.legal:
            break
        position = position.pick(position.legal[choice % len(position.legal)])
    return position.picks
