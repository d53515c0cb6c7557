"""Makes suites: the same seed gives the same suite, byte for byte, on any machine.

For each of its games, on the game's own pool and on a larger one, it takes positions in which the
choice matters (`finding`). Suites of version 1 have so many of each depth of play, those of
version 2 of each band of remoteness. Each position enters the suite three times: as it is,
relabelled and restated. So the versions are equally hard, and what a player loses by the disguise
is the disguise's doing. A private suite holds no position of the frozen ones.

The oracle solves each version by itself; the winning picks must be the same numbers in disguise.

Strata are filled in an order in which a larger suite begins with the smaller one, item by item.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..catalog import load, read_book
from ..errors import ArenaError, LastpickError
from ..game import Game
from ..relations import Numbers
from .disguise import PLAIN, RELABELLED, RESTATED, Disguised, Wardrobe
from .finding import Found, Key, RandomGames, ahead, by_band, by_depth, left, rest, solved
from .suite import BANDS, DEPTHS, PUBLIC, STANDARD, Gap, Item, Rules, Suite, Tell, frozen
from .suite_text import from_text, to_text

# The suites of a version are made of these games, in this order: one of each set of rules that
# was shipped when the version was made. A suite with other families is one of another version.
FAMILIES = ("divisor-duel", "juniper-green", "non-consecutive", "prime-rumble")
SIZES = ("shipped", "larger")
LEAST = 5  # positions that a stratum of own games has, or it stays empty

_MOST_TRIES = 20_000
_OWN_TRIES = 4_000  # of own games, whose strata need not have any positions
_LARGEST_FREE = 64  # numbers of a larger pool where anything may follow
_LARGEST_POOL = 1_000


class MakeUp(NamedTuple):
    """What the suites of a version are like."""

    version: int
    levels: tuple[str, ...]
    each: int  # positions of each stratum
    total: int | None  # positions of all strata together, if there are so many of each that
    empty: dict[tuple[str, str, str], str]  # strata of the families, and why they have none


_RUNS = "such positions exist: three numbers in a row are left"
_POWERS = "such positions exist: powers of one prime are left"
MAKE_UPS = {
    "standard-1": MakeUp(version=1, levels=DEPTHS, each=8, total=None, empty={}),
    "standard-2": MakeUp(
        version=2,
        levels=BANDS,
        each=20,
        total=1000,
        empty={
            ("non-consecutive", "shipped", "1"): f"proven: only 16 {_RUNS}",
            ("non-consecutive", "shipped", "9"): "proven: only 12 such positions exist",
            ("non-consecutive", "shipped", "11+"): "proven: no game has more than 10 picks",
            ("non-consecutive", "larger", "1"): f"proven: at most 38 {_RUNS}",
            ("prime-rumble", "shipped", "1"): f"proven: only 8 {_POWERS}",
            ("prime-rumble", "larger", "1"): f"proven: only 9 {_POWERS}",
        },
    ),
}
_MISERE = "proven: where the last pick loses, a win takes an even number of picks"


class OpenStratum:
    """One game, size and level while it is filled."""

    def __init__(
        self, game: Game, size: str, level: str, source: RandomGames, text: str | None
    ) -> None:
        self.game = game
        self.size = size
        self.level = level
        self.source = source
        self.text = text  # of an own game's file
        self.found = 0

    @property
    def number(self) -> int:
        """What the next position is dressed by; bands begin with different disguises."""
        return self.found + (BANDS.index(self.level) if self.level in BANDS else 0)

    def gap(self, why: str) -> Gap:
        return Gap(self.game.name, self.size, self.level, self.found, why)


def generate(
    name: str,
    seed: int | str = PUBLIC,
    rules: Sequence[Rules] = (),
    each: int | None = None,
    tell: Tell | None = None,
) -> Suite:
    """A suite of a make-up and a seed, of the families or of own games.

    It has at least the usual number of positions, and `each` of each stratum if that is more.
    `tell` hears how many of the positions are found.
    """
    made = _Making(name, str(seed), tuple(rules))
    made.fill(each, tell)
    suite = from_text(made.text())
    if made.make_up.version > 1:
        return suite
    far = {item.position: ahead(item.start()) for item in suite.items if item.disguise == PLAIN}
    return suite._replace(  # texts of version 1 do not say it
        items=tuple(item._replace(remoteness=far[item.position]) for item in suite.items)
    )


def text(name: str = STANDARD, seed: int | str = PUBLIC) -> str:
    """A suite of the families as it is stored."""
    made = _Making(name, str(seed), ())
    made.fill()
    return made.text()


class _Making:
    """A suite while it is made."""

    def __init__(self, name: str, seed: str, rules: tuple[Rules, ...]) -> None:
        self.name = name
        self.seed = seed
        self.rules = rules
        self.make_up = MAKE_UPS[name]
        self.items: list[Item] = []
        self.gaps: list[Gap] = []
        self.positions = 0
        self.wardrobes: dict[tuple[str, str], Wardrobe] = {}
        self.most_tries = _OWN_TRIES if rules else _MOST_TRIES
        self.strata = self._own() if rules else list(self._of_families())

    def text(self) -> str:
        suite = Suite(
            self.name,
            self.make_up.version,
            self.seed,
            "",
            tuple(self.items),
            rules=self.rules,
            gaps=tuple(self.gaps),
        )
        return to_text(suite)

    # --- which strata there are -------------------------------------------------------------

    def _of_families(self) -> Iterator[OpenStratum]:
        for game in families():
            seen: set[Key] = set()
            for size in SIZES:
                yield from self._strata(resized(game, size), size, seen, None)

    def _own(self) -> list[OpenStratum]:
        """The strata of own games: those that have positions."""
        found: list[OpenStratum] = []
        for name, text in self.rules:
            game = read_book(text, name).game
            before = len(found)
            why = self._own_game(game, text, found)
            if len(found) == before:
                raise LastpickError(f"no suite can be made of {name}: {why}")
        return found

    def _own_game(self, game: Game, text: str, found: list[OpenStratum]) -> str:
        why, seen = "", set[Key]()
        for size in SIZES:
            try:
                sized = resized(game, size)
                if sized.numbers.size > _LARGEST_POOL:
                    raise LastpickError(
                        f"{sized.numbers.size:,} numbers are too many;"
                        f" suites are made on up to {_LARGEST_POOL:,}"
                    )
                if size != SIZES[0] and sized == game:
                    raise LastpickError("no larger pool is solved soon enough")
            except LastpickError as error:
                why = why or str(error)
                levels = self.make_up.levels
                self.gaps += [Gap(game.name, size, level, 0, str(error)) for level in levels]
                continue
            for stratum in self._strata(sized, size, seen, text):
                tries = self.most_tries
                if stratum.source.has(stratum.level, LEAST, tries):
                    found.append(stratum)
                    continue
                reason = f"not found: {LEAST} such positions in {stratum.source.tried:,} tries"
                why = "the oracle finds too few positions in which the choice matters"
                self.gaps.append(stratum.gap(reason))
        return why

    def _strata(
        self, game: Game, size: str, seen: set[Key], text: str | None
    ) -> Iterator[OpenStratum]:
        place = f"{self.make_up.version}/{self.seed}/{game.name}/{size}"
        self.wardrobes[game.name, size] = Wardrobe(
            game, f"{place}/disguises" if self.make_up.version > 1 else None
        )
        if self.make_up.version == 1:
            seen = set()  # each pool by itself
        seen |= taken(self.name, self.seed, game, size)
        shared = by_band(game, place, seen)
        for level in self.make_up.levels:
            why = self.make_up.empty.get((game.name, size, level)) if text is None else None
            if level == BANDS[0] and game.misere:
                why = _MISERE
            if why:
                self.gaps.append(Gap(game.name, size, level, 0, why))
                continue
            source = shared
            if self.make_up.levels is DEPTHS:
                source = by_depth(game, level, f"{place}/{level}", seen)
            yield OpenStratum(game, size, level, source, text)

    # --- filling them -----------------------------------------------------------------------

    def fill(self, each: int | None = None, tell: Tell | None = None) -> None:
        """Take positions of all strata, until there are enough."""
        make_up, count = self.make_up, len(self.strata)
        total = None if self.rules else make_up.total
        usual = -(-total // count) if total else make_up.each
        if each and each > usual:
            usual, total = each, None
            self.most_tries = max(self.most_tries, 200 * each)
        wanted = total or usual * count
        for stratum in self._order(usual if total is None else wanted):
            if not self._add(stratum):
                continue
            if tell:
                tell(self.positions, wanted)
            if self.positions == wanted:
                break

    def _order(self, rounds: int) -> Iterator[OpenStratum]:
        """Which stratum gives the next position: each one in turn.

        In version 1 each gives the usual number first, one stratum after another.
        """
        begun = 0
        if self.make_up.total is None:
            begun = self.make_up.each
            for stratum in list(self.strata):
                yield from [stratum] * begun
        for _ in range(begun, rounds):
            if not self.strata:
                return
            yield from list(self.strata)

    def _add(self, stratum: OpenStratum) -> bool:
        """Add a position of a stratum in all its versions."""
        if stratum not in self.strata:
            return False
        while True:
            found = stratum.source.take(stratum.level, self.most_tries)
            if found is None:
                self._exhausted(stratum)
                return False
            versions = list(self._versions(stratum, found))
            if all(map(confirmed, versions[1:])):
                break
        stratum.found += 1
        self.positions += 1
        for version in versions:
            self.items.append(version._replace(number=len(self.items) + 1, position=self.positions))
        return True

    def _exhausted(self, stratum: OpenStratum) -> None:
        if self.make_up.total is None and not self.rules and stratum.found < self.make_up.each:
            raise ArenaError(
                f"only {stratum.found} of {self.make_up.each} positions found for"
                f" {stratum.game.name} on {stratum.game.numbers}, {stratum.level};"
                " try another --suite-seed"
            )
        self.strata.remove(stratum)
        self.gaps.append(stratum.gap(f"not found: more in {stratum.source.tried:,} tries"))

    def _versions(self, stratum: OpenStratum, found: Found) -> Iterator[Item]:
        game, position = stratum.game, found.position
        plain = Item(
            number=0,
            position=0,
            game=game.name,
            size=stratum.size,
            depth=stratum.level if self.make_up.levels is DEPTHS else None,
            disguise=PLAIN,
            name=game.name,
            toml=stratum.text,
            numbers=str(game.numbers),
            picks=position.picks,
            legal=position.choices.bit_count(),
            winning=found.winning,
            remoteness=found.remoteness,
        )
        yield plain
        wardrobe = self.wardrobes[game.name, stratum.size]
        for kind in (RELABELLED, RESTATED):
            yield disguised(plain, kind, wardrobe.dress(kind, stratum.number, found.rng))


def families() -> list[Game]:
    """The games of the shipped suites."""
    return [load(name) for name in FAMILIES]


def taken(name: str, seed: str, game: Game, size: str) -> set[Key]:
    """What the frozen suites ask already about these rules: those that came before."""
    names = list(MAKE_UPS)
    earlier = names[: names.index(name) + (seed != PUBLIC)]
    key, sizes = (left, (size,)) if name == names[0] else (rest, SIZES)
    same = {family.name for family in families() if family.same_rules(game)}
    return {
        key(item.start())
        for other in earlier
        for item in frozen(other).items
        if item.disguise == PLAIN and item.game in same and item.size in sizes
    }


def resized(game: Game, size: str) -> Game:
    """The game on its own pool, or on one of twice as many numbers.

    Where anything may follow, a larger pool holds no more numbers than the oracle takes in.
    """
    first, count = game.numbers.first, game.numbers.size
    if size == SIZES[0]:
        return game
    count = 2 * count if not game.follows.trivial else max(count, min(2 * count, _LARGEST_FREE))
    return game.on(Numbers(first, first + count - 1))


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


def confirmed(item: Item) -> bool:
    """Have the oracle solve an item as it stands; its answer must be the stored one.

    False where it has none.
    """
    position = item.start()
    verdict = solved(position)
    if not verdict.complete:
        return False
    if (position.choices.bit_count(), verdict.winning) != (item.legal, item.winning):
        raise ArenaError(
            f"{item.name} after {item.picks}: expected the winning picks {item.winning},"
            f" found {verdict.winning}"
        )
    return True
