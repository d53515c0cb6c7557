"""Sheets of paper: an HTML page that needs nothing else, laid out for A4.

The answers are on a page of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from ..relations import Numbers

LARGEST_BOARD = 100  # numbers, for which there is room on paper
_STYLE = """
@page { size: A4; margin: 14mm; }
* { box-sizing: border-box; }
body { font: 10pt/1.35 Georgia, "Times New Roman", serif; color: #000; background: #fff;
  max-width: 182mm; margin: 0 auto; padding: 4mm; }
h1 { font-size: 18pt; margin: 0 0 2mm; }
p { margin: 0 0 1.5mm; }
h2 { font-size: 15pt; margin: 0 0 4mm; }
header { border-bottom: 1.5pt solid #000; margin-bottom: 4mm; padding-bottom: 2mm; }
.name { display: flex; gap: 8mm; margin-top: 4mm; }
.name span { flex: 1; border-bottom: 0.6pt solid #000; }
.name span:last-child { flex: 0 0 45mm; }
ol { margin: 0; padding: 0; list-style: none; }
.columns { display: grid; grid-template-columns: 1fr 1fr; column-gap: 3mm; }
.task { break-inside: avoid; border: 0.6pt solid #777; border-radius: 2mm;
  padding: 2mm 3.5mm; margin-bottom: 3mm; }
.task h3 { font-size: 11pt; margin: 0 0 1mm; display: flex; gap: 4mm; }
.level { font-weight: normal; letter-spacing: 1pt; margin-left: auto; }
dl { display: grid; grid-template-columns: auto 1fr; margin: 1mm 0 0; gap: 1mm 3mm; }
dt { color: #333; }
dd { margin: 0; overflow-wrap: anywhere; }
.room { display: flex; align-items: flex-end; gap: 3mm; min-height: 8mm; }
.room i { flex: 0 0 24mm; border-bottom: 0.6pt solid #000; }
.room i:last-child { flex: 1; }
.board { display: grid; grid-template-columns: repeat(20, 1fr); gap: 0.6mm; margin: 1.5mm 0; }
.columns .board { grid-template-columns: repeat(10, 1fr); }
.board > * { border: 0.4pt solid #999; border-radius: 1mm; text-align: center;
  font-size: 9.5pt; line-height: 5mm; }
.board s { border-color: transparent; color: #888; }
.board b { border: 1.6pt solid #000; line-height: 4.2mm; }
.line { border-bottom: 0.6pt dotted #555; height: 8.5mm; }
.last { font-weight: normal; }
.answers { break-before: page; }
.answers li { break-inside: avoid; margin-bottom: 2.5mm; }
@media print { body { padding: 0; } }
@media screen { .answers { margin-top: 20mm; border-top: 1pt dashed #777; padding-top: 8mm; } }
"""


def board(numbers: Numbers, gone: Iterable[int] = (), last: int | None = None) -> str:
    """The numbers, to be crossed out: those that are gone are, and the last one is framed."""
    crossed = set(gone)
    return (
        '<div class="board">'
        + "".join(
            f"<b>{n}</b>" if n == last else f"<s>{n}</s>" if n in crossed else f"<span>{n}</span>"
            for n in range(numbers.first, numbers.last + 1)
        )
        + "</div>"
    )


def page(
    title: str,
    intro: Iterable[str],
    tasks: Iterable[str],
    answers: Iterable[str],
    columns: int = 1,
) -> str:
    """The page, ready to be printed, with tasks in one or two columns, which are HTML already."""
    told = "\n".join(f"<p>{escape(text)}</p>" for text in intro)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{_STYLE}</style>
</head>
<body>
<header>
<h1>{escape(title)}</h1>
{told}
<p class="name">Name <span></span> Date <span></span></p>
</header>
<ol{' class="columns"' if columns == 2 else ""}>
{_items(tasks, "task")}
</ol>
<section class="answers">
<h2>Answers</h2>
<ol>
{_items(answers, "answer")}
</ol>
</section>
</body>
</html>
"""


def _items(items: Iterable[str], kind: str) -> str:
    return "\n".join(f'<li class="{kind}">{item}</li>' for item in items)
