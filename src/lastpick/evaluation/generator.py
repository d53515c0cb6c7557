"""Makes suites: the same seed gives the same suite, byte for byte, on any machine.

For each of its families of games, on the game's own pool and on a larger one,
and at each depth of play, it plays games out at random and stops them on the way, until it has
enough different positions in which the choice matters: the player to move wins, and at most half
of the legal picks keep the win. Each position enters the suite three times: as it is, relabelled
and restated. So the versions are equally hard, and what a player loses by the disguise is the
disguise's doing. A private suite holds no position of the frozen one.

The oracle solves each version by itself; the winning picks must be the same numbers in disguise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from random import Random

from ..catalog import load, read_book
from ..errors import ArenaError
from ..game import Game, Position
from ..oracle import Budget, method, solve
from ..oracle.judge import judge
from ..oracle.parts import split
from ..relations import Numbers
from .disguise import Disguised, relabel, restate
from .suite import PUBLIC, Item, Suite, from_text, standard, to_text

# The suites of a version are made of these games, in this order: one of each set of rules that
# was shipped when the version was made. A suite with other families is one of another version.
VERSION = 1
FAMILIES = ("divisor-duel", "juniper-green", "non-consecutive", "prime-rumble")
SIZES = ("shipped", "larger")
DEPTHS = ("early", "middle", "late")
PLAIN, RELABELLED, RESTATED = "plain", "relabelled", "restated"
DISGUISES = (PLAIN, RELABELLED, RESTATED)
EACH = 8  # positions for each game, size and depth

_MOST_TRIES = 20_000
_LARGEST_FREE = 64  # numbers of a larger pool where anything may follow
_LARGEST_PART = 20  # numbers that hang together, where the oracle has to try them all
_POSITIONS = 1 << 18  # that the oracle may look at for one version

Tell = Callable[[int, int], object]


def generate(seed: int | str = PUBLIC, tell: Tell | None = None) -> Suite:
    """The suite of a seed. `tell` hears how many of the positions are found."""
    return from_text(text(seed, tell))


def text(seed: int | str = PUBLIC, tell: Tell | None = None) -> str:
    """The same as it is stored."""
    items: list[Item] = []
    cells = [(game, size) for game in families() for size in SIZES]
    total = len(cells) * len(DEPTHS) * EACH
    found = 0
    taken = () if seed == PUBLIC else standard().items
    for game, size in cells:
        sized = resized(game, size)
        seen = {
            _key(item.start())
            for item in taken
            if (item.game, item.size, item.disguise) == (game.name, size, PLAIN)
        }
        for depth in DEPTHS:
            place = f"{VERSION}/{seed}/{game.name}/{size}/{depth}"
            for versions in _cell(sized, size, depth, place, seen):
                found += 1
                for version in versions:
                    items.append(version._replace(number=len(items) + 1, position=found))
                if tell:
                    tell(found, total)
    return to_text(VERSION, str(seed), items)


def families() -> list[Game]:
    """The games of this version's suites."""
    return [load(name) for name in FAMILIES]


def resized(game: Game, size: str) -> Game:
    """The game on its own pool, or on one of twice as many numbers.

    Where anything may follow, a larger pool holds no more numbers than the oracle takes in.
    """
    first, count = game.numbers.first, game.numbers.size
    if size == SIZES[0]:
        return game
    count = 2 * count if not game.follows.trivial else max(count, min(2 * count, _LARGEST_FREE))
    return game.on(Numbers(first, first + count - 1))


def _cell(
    game: Game, size: str, depth: str, place: str, seen: set[tuple[int, int]]
) -> Iterator[list[Item]]:
    """The items of one game, size and depth, each position's versions together."""
    found = 0
    for tried in range(_MOST_TRIES):
        rng = Random(f"{place}/{tried}")
        position = stopped(game, DEPTHS.index(depth), rng)
        if position is None or not _bounded(position):
            continue
        key = _key(position)
        winning = matters(position)
        if key in seen or not winning:
            continue
        seen.add(key)
        plain = Item(
            number=0,
            position=0,
            game=game.name,
            size=size,
            depth=depth,
            disguise=PLAIN,
            name=game.name,
            toml=None,
            numbers=str(game.numbers),
            picks=position.picks,
            legal=position.choices.bit_count(),
            winning=winning,
        )
        moved = relabel(game, bool(found % 2), rng)
        retold = restate(game, rng)
        versions = [plain, disguised(plain, RELABELLED, moved), disguised(plain, RESTATED, retold)]
        for version in versions[1:]:
            check(version)
        yield versions
        found += 1
        if found == EACH:
            return
    raise ArenaError(
        f"only {found} of {EACH} positions found for {game.name} on {game.numbers}, {depth};"
        " try another --suite-seed"
    )


def _key(position: Position) -> tuple[int, int]:
    """All that the rest of the game depends on."""
    return position.bits, position.choices


def stopped(game: Game, third: int, rng: Random) -> Position | None:
    """A game played at random, stopped in the first, second or last third of its picks."""
    picks = game.start().playout(rng).picks
    low, high = (-(-len(picks) * part // len(DEPTHS)) for part in (third, third + 1))
    made = low + int(rng.random() * (high - low))
    return game.play(picks[:made]) if low < high else None


def matters(position: Position) -> tuple[int, ...]:
    """The winning picks, where the choice matters; else none."""
    verdict, legal = solve(position, Budget(inf, _POSITIONS)), position.choices.bit_count()
    few = 2 * len(verdict.winning) <= legal
    return tuple(verdict.winning) if judge(verdict, legal, None).mattered and few else ()


def _bounded(position: Position) -> bool:
    """Whether the oracle is quick even where it does not recognise the relations."""
    game = position.game
    if method(game) != "parts" or game.removes.band is not None:
        return True
    return all(len(part) <= _LARGEST_PART for part in split(game, position.bits))


def disguised(item: Item, kind: str, change: Disguised) -> Item:
    """An item in a disguise."""
    new = change.relabelling.new
    return item._replace(
        disguise=kind,
        name=change.name,
        toml=change.toml,
        numbers=str(read_book(change.toml, change.name).game.numbers),
        picks=tuple(map(new, item.picks)),
        winning=tuple(sorted(map(new, item.winning))),
    )


def check(item: Item) -> None:
    """Have the oracle solve an item as it stands; its answer must be the stored one."""
    position = item.start()
    verdict = solve(position, Budget(inf, _POSITIONS))
    found = (position.choices.bit_count(), verdict.winning, verdict.complete)
    if found != (item.legal, item.winning, True):
        raise ArenaError(
            f"{item.name} after {item.picks}: expected the winning picks {item.winning},"
            f" found {verdict.winning}"
        )
