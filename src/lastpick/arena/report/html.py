"""What the pages of reports are made of: one style sheet, sections, and tables.

A page needs nothing else: no script, no font, no picture from elsewhere. Names come from users
and are escaped wherever they stand; text that is HTML already is called so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

_TEXTS = ("the first of them",)  # columns of sentences
_STYLE = """
:root { color-scheme: light dark; --paper: #fbfaf7; --card: #fff; --ink: #1d2329; --soft: #59636e;
  --line: #d9d6ce; --main: #2f6a9f; --main-rgb: 47 106 159; --warn: #a3341f; --track: #e9e6de; }
@media (prefers-color-scheme: dark) { :root { --paper: #14181c; --card: #1c2127; --ink: #e8e6e1;
  --soft: #a2abb4; --line: #363d45; --main: #74aee0; --main-rgb: 88 152 208; --warn: #f0937c;
  --track: #2b3239; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.15rem; margin: 0 0 .6rem; }
p { margin: .3rem 0; max-width: 44rem; overflow-wrap: anywhere; }
.soft, caption, .note { color: var(--soft); }
section { background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
  padding: 1rem; margin-top: 1.2rem; }
.pair { display: grid; gap: 0 1.2rem; }
.pair > section { min-width: 0; }
@media (min-width: 52rem) { .pair { grid-template-columns: 1fr 1fr; } section { padding: 1.2rem; } }
.scroll { overflow-x: auto; margin: 0 -.4rem; }
.scroll:focus-visible { outline: 2px solid var(--main); }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem .5rem; text-align: right; white-space: nowrap;
  border-bottom: 1px solid var(--line); }
tr:last-child > * { border-bottom: 0; }
th { font-weight: 600; }
thead th { color: var(--soft); font-size: .85rem; vertical-align: bottom; }
th.name, td.name { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 7rem;
  max-width: 18rem; }
.text { text-align: left !important; white-space: normal; overflow-wrap: anywhere;
  min-width: 15rem; }
.note { font-size: .85rem; margin-top: .8rem; }
.bad { color: var(--warn); font-weight: 600; }
.heat :is(td, thead th):nth-child(n + 3) { text-align: center; min-width: 3.2rem; }
.heat td:nth-child(n + 3) { background: rgb(var(--main-rgb) / var(--share, 0)); }
.heat td.self { background: none; color: var(--soft); }
.plot { display: block; overflow: visible; }
.plot text { fill: var(--ink); font-size: 14px; paint-order: stroke; stroke: var(--card);
  stroke-width: 4px; }
.plot .told { text-anchor: end; fill: var(--soft); font-variant-numeric: tabular-nums; }
.plot .tick { fill: var(--soft); font-size: 12px; }
.plot .grid { stroke: var(--line); }
.plot .nought { stroke: var(--soft); }
.plot .interval { stroke: var(--main); stroke-width: 4; stroke-linecap: round; opacity: .55; }
.plot .dot { fill: var(--main); stroke: var(--card); stroke-width: 1.5; }
.plot .track { fill: var(--track); }
.plot .bar { fill: var(--main); opacity: .75; }
.plot .whisker { stroke: var(--ink); stroke-width: 2; }
dl { margin: 0; }
dt { color: var(--soft); overflow-wrap: anywhere; }
dd { margin: 0 0 .5rem; overflow-wrap: anywhere; }
@media (min-width: 40rem) { dl { display: grid; grid-template-columns: minmax(5rem, 14rem) 1fr;
  gap: .2rem 1rem; } dd { margin: 0; } }
@media print { body { background: #fff; } section { break-inside: avoid; } }
"""


def document(title: str, about: Sequence[str], sections: Iterable[str], style: str = "") -> str:
    """The whole page; its sections are HTML already. The first line of `about` also names it."""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{escape(title)}: {escape(about[0])}</title>
<style>{_STYLE}{style}</style>
</head>
<body>
<main>
<h1>{escape(title)}</h1>
<p class="soft">{"<br>".join(map(escape, about))}</p>
{"".join(sections)}
</main>
</body>
</html>
"""


def section(title: str, *parts: str) -> str:
    return f"\n<section>\n<h2>{escape(title)}</h2>\n" + "\n".join(parts) + "\n</section>"


def table(
    about: str, heads: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "", names: int = 2
) -> str:
    """A table that scrolls by itself where it is too wide; cells are HTML already.

    The first `names` columns are text, and of these the last heads its row; 0 if cells say so.
    """

    def head(at: int, text: str) -> str:
        side = ' class="name"' if at == names - 1 else ' class="text"' if text in _TEXTS else ""
        return f'<th scope="col"{side}>{escape(text)}</th>'

    def cell(at: int, html: str) -> str:
        if at == names - 1:
            return f'<th scope="row" class="name">{html}</th>'
        return html if html.startswith(("<td", "<th")) else f"<td>{html}</td>"

    lines = [
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(about)}">',
        f'<table class="{kind}">' if kind else "<table>",
        "<thead><tr>" + "".join(head(*pair) for pair in enumerate(heads)) + "</tr></thead>",
        "<tbody>",
        *("<tr>" + "".join(cell(*pair) for pair in enumerate(row)) + "</tr>" for row in rows),
        "</tbody></table></div>",
    ]
    return "\n".join(lines)
