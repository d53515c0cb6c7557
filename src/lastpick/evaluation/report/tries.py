"""What further tries changed, where a model had several for a decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from textwrap import wrap
from typing import Any, NamedTuple

from ..decision import Score
from ..scoring import Rate, figures_data, rate


class Tries(NamedTuple):
    """The decisions with all their tries; whatever else is reported is of the first ones."""

    most: int
    scores: tuple[Score, ...]  # of the last try of each decision
    lengths: tuple[int, ...]  # how many tries each took

    @property
    def whole(self) -> Rate:
        return rate(self.scores)

    @property
    def needed(self) -> dict[int, int]:
        """How many decisions came to a legal pick with the first, the second... try."""
        found = Counter(
            count for one, count in zip(self.scores, self.lengths, strict=True) if one.legal
        )
        return {tries: found[tries] for tries in range(1, self.most + 1)}

    @property
    def never(self) -> int:
        """How many did not come to one."""
        return sum(not one.legal for one in self.scores)


def tries_data(tries: Tries | None) -> dict[str, Any] | None:
    if tries is None:
        return None
    return {
        "most": tries.most,
        **figures_data(tries.whole),
        "needed": {str(count): of for count, of in tries.needed.items()},
        "never": tries.never,
    }


def tries_text(tries: Tries | None) -> Iterator[str]:
    if tries is None:
        return
    whole = tries.whole
    low, high = whole.interval
    yield (
        f"With up to {tries.most} tries: score {100 * whole.kept:.1f}"
        f" ({100 * low:.1f} to {100 * high:.1f}), skill {100 * whole.skill:.1f},"
        f" legal {whole.legal:.3f}."
    )
    needed = ", ".join(f"{count}: {of}" for count, of in tries.needed.items())
    yield from wrap(f"Legal with try {needed}; never: {tries.never}.", 80)
