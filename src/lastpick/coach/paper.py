"""Sheets of paper: an HTML page that needs nothing else, laid out for A4.

The answers are on a page of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

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
.task { break-inside: avoid; border: 0.6pt solid #777; border-radius: 2mm;
  padding: 3mm 4mm; margin-bottom: 4mm; }
.task h3 { font-size: 12pt; margin: 0 0 1mm; display: flex; justify-content: space-between; }
.level { font-weight: normal; letter-spacing: 1pt; }
dl { display: grid; grid-template-columns: 34mm 1fr; margin: 0; row-gap: 1mm; }
dt { color: #333; }
dd { margin: 0; overflow-wrap: anywhere; }
.room { display: flex; align-items: flex-end; gap: 4mm; margin-top: 3mm; min-height: 11mm; }
.room i { flex: 0 0 26mm; border-bottom: 0.6pt solid #000; }
.room i:last-child { flex: 1; }
.board { display: grid; grid-template-columns: repeat(20, 1fr); gap: 0.8mm; margin: 2mm 0; }
.board span { border: 0.4pt solid #999; border-radius: 1mm; text-align: center;
  font-size: 9.5pt; line-height: 6mm; }
.line { border-bottom: 0.6pt dotted #555; height: 9mm; }
.answers { break-before: page; }
.answers li { break-inside: avoid; margin-bottom: 2.5mm; }
@media print { body { padding: 0; } }
@media screen { .answers { margin-top: 20mm; border-top: 1pt dashed #777; padding-top: 8mm; } }
"""


def page(title: str, intro: Iterable[str], tasks: Iterable[str], answers: Iterable[str]) -> str:
    """The page, ready to be printed. The tasks and the answers are HTML already."""
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
<ol>
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
