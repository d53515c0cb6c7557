"""A class sheet: puzzles on paper, with the answers on a page of their own.

One HTML page that needs nothing else, laid out for A4.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ..catalog import Book
from ..catalog.rules import rule_line
from .puzzles import Puzzle

_STYLE = """
@page { size: A4; margin: 18mm 16mm; }
* { box-sizing: border-box; }
body { font: 11pt/1.45 Georgia, "Times New Roman", serif; color: #000; background: #fff;
  max-width: 178mm; margin: 0 auto; padding: 4mm; }
h1 { font-size: 20pt; margin: 0 0 2mm; }
h2 { font-size: 15pt; margin: 0 0 4mm; }
header { border-bottom: 1.5pt solid #000; margin-bottom: 6mm; padding-bottom: 3mm; }
.name { display: flex; gap: 8mm; margin-top: 6mm; }
.name span { flex: 1; border-bottom: 0.6pt solid #000; }
.name span:last-child { flex: 0 0 45mm; }
ol { margin: 0; padding: 0; list-style: none; }
.puzzle { break-inside: avoid; border: 0.6pt solid #777; border-radius: 2mm;
  padding: 3mm 4mm; margin-bottom: 5mm; }
.puzzle h3 { font-size: 12pt; margin: 0 0 1mm; display: flex; justify-content: space-between; }
.level { font-weight: normal; letter-spacing: 1pt; }
dl { display: grid; grid-template-columns: 34mm 1fr; margin: 0; row-gap: 1mm; }
dt { color: #333; }
dd { margin: 0; overflow-wrap: anywhere; }
.room { display: flex; align-items: flex-end; gap: 4mm; margin-top: 3mm; min-height: 13mm; }
.room i { flex: 0 0 26mm; border-bottom: 0.6pt solid #000; }
.room i:last-child { flex: 1; }
.answers { break-before: page; }
.answers li { break-inside: avoid; margin-bottom: 2.5mm; }
@media screen { .answers { margin-top: 20mm; border-top: 1pt dashed #777; padding-top: 8mm; } }
"""


def sheet(book: Book, puzzles: Sequence[Puzzle]) -> str:
    """The page, ready to be printed."""
    title = escape(f"{book.title}: find the winning pick")
    rule = f"Numbers {book.game.numbers}. {rule_line(book)}"
    shown = "\n".join(_puzzle(book, n, puzzle) for n, puzzle in enumerate(puzzles, 1))
    solved = "\n".join(_answer(n, puzzle) for n, puzzle in enumerate(puzzles, 1))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{_STYLE}</style>
</head>
<body>
<header>
<h1>{title}</h1>
<p>{escape(rule)}</p>
<p>In each position it is your turn. Exactly one pick wins, whatever the other player does
afterwards. Which one, and why?</p>
<p class="name">Name <span></span> Date <span></span></p>
</header>
<ol>
{shown}
</ol>
<section class="answers">
<h2>Answers</h2>
<ol>
{solved}
</ol>
</section>
</body>
</html>
"""


def _puzzle(book: Book, number: int, puzzle: Puzzle) -> str:
    rows = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in facts(book, puzzle)
    )
    stars = "*" * puzzle.level
    return (
        f'<li class="puzzle"><h3>Puzzle {number}'
        f'<span class="level" title="level {puzzle.level}">{stars}</span></h3>'
        f"<dl>{rows}</dl>"
        '<div class="room">My pick <i></i> because <i></i></div></li>'
    )


def facts(book: Book, puzzle: Puzzle) -> list[tuple[str, str]]:
    """What a position shows: the numbers left, the last pick, and what may be picked."""
    position, wording = puzzle.position, book.wording
    found = [("Numbers left", wording.list("available", position.pool))]
    if position.last is not None:
        found.append(("Starts from" if position.opening else "Last pick", str(position.last)))
    if position.choices != position.bits:
        found.append(("You may pick", wording.list("choices", position.legal)))
    return found


def _answer(number: int, puzzle: Puzzle) -> str:
    return f"<li><b>{number}.</b> {escape(puzzle.plain)}</li>"
