"""How much a page moves by itself: its layout shifts, told by the browser."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from .person import Person

MOST = 0.05

# What follows an action of the person here within half a second may move: it was asked for. What a
# friend or the server does may not.
WATCH = """
new PerformanceObserver((list) => {
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  const name = (node) => (node?.nodeType === 3 ? node.parentElement : node)?.outerHTML ?? 'gone';
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput) continue;
    const moved = entry.sources.map(({ node, previousRect, currentRect }) =>
      `${place(previousRect)} -> ${place(currentRect)} ${name(node).slice(0, 90)}`);
    shifted(`${location.pathname} ${performance.timeOrigin}`, entry.value, moved);
  }
}).observe({ type: 'layout-shift', buffered: true });
"""


class Shifts:
    """Watches a person's page, from before it is loaded."""

    def __init__(self, ann: Person) -> None:
        self._page = ann.page
        self._sums: dict[str, float] = defaultdict(float)
        self._told: dict[str, list[str]] = defaultdict(list)
        ann.page.expose_function("shifted", self._heard)
        ann.page.add_init_script(WATCH)

    def _heard(self, document: str, value: float, moved: list[Any]) -> None:
        self._sums[document] += value
        self._told[document] += [f"{value:.3f}", *map(str, moved)]

    def too_many(self) -> list[str]:
        """What moved, if a page that was loaded moved too much."""
        self._page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
        )
        return [
            f"{document.split()[0]} moved by {total:.3f}: " + "\n    ".join(self._told[document])
            for document, total in self._sums.items()
            if total > MOST
        ]

    @property
    def worst(self) -> float:
        """The most that a page that was loaded has moved."""
        return max(self._sums.values(), default=0.0)
