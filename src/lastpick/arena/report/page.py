"""The report as one HTML page that needs nothing else: tables, and plots drawn in SVG.

Every plot's figures also stand in a table, and every cell of the heat map is a number, so
nothing is told by colour alone. Names come from users and are escaped wherever they stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from ..ratings import FIRST_SPREAD, PLAYER_SPREAD, Estimate
from .data import PlayerStanding, Report, Share
from .drawing import Mark, bars, intervals
from .text import heading

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


def page(found: Report) -> str:
    """The whole page."""
    title = "Tournament"
    sections = [
        _standings(found),
        f'<div class="pair">{_ratings(found)}{_kept(found)}</div>',
        _cross(found),
        _first(found),
        _failures(found),
        _decisions(found),
        _unsolved(found),
        _used(found),
        _agreed(found),
    ]
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}: {escape(heading(found))}</title>
<style>{_STYLE}</style>
</head>
<body>
<main>
<h1>{title}</h1>
<p class="soft">{escape(heading(found))}<br>{escape(", ".join(found.tournament.titles))}</p>
{"".join(sections)}
</main>
</body>
</html>
"""


def _section(title: str, *parts: str) -> str:
    return f"\n<section>\n<h2>{escape(title)}</h2>\n" + "\n".join(parts) + "\n</section>"


def _table(
    about: str, heads: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "", names: int = 2
) -> str:
    """A table that scrolls by itself where it is too wide; cells are HTML already.

    The first `names` columns are text, and of these the last heads its row.
    """

    def head(at: int, text: str) -> str:
        side = ' class="name"' if at == names - 1 else ' class="text"' if text in _TEXTS else ""
        return f'<th scope="col"{side}>{escape(text)}</th>'

    def cell(at: int, html: str) -> str:
        if at == names - 1:
            return f'<th scope="row" class="name">{html}</th>'
        return html if html.startswith("<td") else f"<td>{html}</td>"

    lines = [
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(about)}">',
        f'<table class="{kind}">' if kind else "<table>",
        "<thead><tr>" + "".join(head(*pair) for pair in enumerate(heads)) + "</tr></thead>",
        "<tbody>",
        *("<tr>" + "".join(cell(*pair) for pair in enumerate(row)) + "</tr>" for row in rows),
        "</tbody></table></div>",
    ]
    return "\n".join(lines)


def _standings(found: Report) -> str:
    heads = ("", "player", "rating", "95% interval", "won", "of", "first", "second", "forfeits",
             "kept wins")  # fmt: skip
    rows = [
        (
            str(s.rank),
            escape(s.label),
            _points(s.rating.value),
            _range(s.rating),
            f"{s.wins:,}",
            f"{s.games:,}",
            _share(*s.first),
            _share(*s.second),
            f'<td class="bad">{s.forfeits:,}</td>' if s.forfeits else "0",
            _percent(s.decisions),
        )
        for s in found.standings
    ]
    return _section(
        "Standings",
        _table("Standings", heads, rows),
        '<p class="note">First, second: the share of games won when moving first and second.</p>',
    )


def _ratings(found: Report) -> str:
    marks = [
        Mark(s.label, *s.rating, f"{_points(s.rating.value)} ({_range(s.rating)})")
        for s in found.standings
    ]
    return _section(
        "Ratings",
        intervals("Ratings with intervals of 95%", marks, "in rating points"),
        '<p class="note">A lead of 100 wins 64 of 100 games, one of 400 wins 10 of 11. The mean is'
        f" 0; the prior is {PLAYER_SPREAD:.0f} points either way.</p>",
    )


def _kept(found: Report) -> str:
    shares = [(s, s.decisions.kept) for s in found.standings]
    marks = [
        Mark(s.label, *kept, f"{_percent(s.decisions)} of {s.decisions.counts.mattered:,}")
        for s, kept in shares
        if kept
    ]
    if not marks:
        return _section("Kept wins", '<p class="soft">No decision was graded.</p>')
    return _section(
        "Kept wins",
        bars("Decisions that mattered and kept the win, with intervals of 95%", marks),
        '<p class="note">Of the decisions in won positions where not every pick wins, those that'
        " kept the win, graded exactly.</p>",
    )


def _cross(found: Report) -> str:
    heads = ["", "player", *(str(s.rank) for s in found.standings)]
    rows = []
    for i, s in enumerate(found.standings):
        cells = [_heat(found, i, j) for j in range(len(found.standings))]
        rows.append((str(s.rank), escape(s.label), *cells))
    return _section(
        "Wins of the row against the column",
        _table("Cross table", heads, rows, "heat"),
        '<p class="note">The stronger the colour, the larger the share of games won.</p>',
    )


def _heat(found: Report, row: int, column: int) -> str:
    wins, losses = found.cross[row][column], found.cross[column][row]
    if wins is None or losses is None:
        return '<td class="self">\u2013</td>'
    share = wins / (wins + losses) if wins + losses else 0.0
    against = escape(found.standings[column].label)
    return (
        f'<td style="--share:{0.5 * share:.3f}"'
        f' title="{wins:,} of {wins + losses:,} against {against}">{wins:,}</td>'
    )


def _first(found: Report) -> str:
    marks = [
        Mark(seat.title, *seat.worth, f"{_points(seat.worth.value)} ({_range(seat.worth)})")
        for seat in found.seats
    ]
    rows = [
        (escape(seat.title), f"{seat.won:,}", f"{seat.games:,}", _share(seat.won, seat.games))
        for seat in found.seats
    ]
    return _section(
        "Moving first",
        intervals("What moving first is worth in each game", marks, "in rating points"),
        _table("Moving first", ("game", "won", "of", "share"), rows, names=1),
        f'<p class="note">The prior is {FIRST_SPREAD:.0f} points either way.</p>',
    )


def _failures(found: Report) -> str:
    rows = [
        (
            escape(s.label),
            escape(kind),
            f"{count:,}",
            f'<td class="text">Game {s.examples[kind][0]:,}: {escape(s.examples[kind][1])}</td>',
        )
        for s in found.standings
        for kind, count in s.failures.items()
    ]
    if not rows:
        return ""
    return _section(
        "Forfeits",
        _table("Forfeits", ("player", "kind", "games", "the first of them"), rows, names=1),
        '<p class="note">Whoever gives no legal pick loses that game at once.</p>',
    )


def _decisions(found: Report) -> str:
    heads = ("", "player", *found.tournament.titles, "lost points", "per decision", "unknown")
    rows = [
        (
            str(s.rank),
            escape(s.label),
            *(_percent(share) for share in s.by_game),
            f"{s.decisions.lost:,}",
            _per_decision(s),
            f"{s.decisions.counts.unknown:,}",
        )
        for s in found.standings
    ]
    return _section("Kept wins by game", _table("Kept wins by game", heads, rows))


def _unsolved(found: Report) -> str:
    rows = [(escape(s.label), f"{s.unsolved:,}") for s in found.standings if s.unsolved]
    if not rows:
        return ""
    return _section(
        "Picks without a solution",
        _table("Picks without a solution", ("player", "picks"), rows, names=1),
        '<p class="note">Picks in positions that the player could not solve, as it says itself.'
        " It then played as well as it could.</p>",
    )


def _used(found: Report) -> str:
    rows = [
        (
            escape(s.label),
            *(f"{count:,}" for count in s.usage[:3]),
            "\u2013" if s.usage.cost is None else f"{s.usage.cost:.4f}",
        )
        for s in found.standings
        if s.usage
    ]
    if not rows:
        return ""
    heads = ("player", "calls", "tokens in", "tokens out", "cost")
    return _section("Used", _table("Used", heads, rows, names=1))


def _agreed(found: Report) -> str:
    tournament = found.tournament
    players = "".join(
        f"<dt>{escape(player.label)}</dt><dd>{escape(player.name)}</dd>"
        for player in tournament.players
        if player.label != player.name
    )
    return _section(
        "What was agreed",
        "<dl>",
        f"<dt>games</dt><dd>{escape(', '.join(tournament.titles))}</dd>",
        f"<dt>rounds</dt><dd>{tournament.rounds:,}</dd>",
        f"<dt>seed</dt><dd>{tournament.seed}</dd>{players}{_asked(found)}",
        "</dl>",
    )


def _asked(found: Report) -> str:
    """How models were asked, if any took part."""
    options = found.tournament.options
    if not any(standing.usage for standing in found.standings):
        return ""
    warmth = "none" if options.temperature is None else f"{options.temperature:g}"
    further = (
        f"<dt>further fields</dt><dd>{escape(options.further)}</dd>" if options.further else ""
    )
    return (
        f"<dt>temperature</dt><dd>{warmth}</dd>{further}<dt>retries</dt><dd>{options.retries}</dd>"
    )


def _points(value: float) -> str:
    shown = f"{value:+.0f}".replace("-", "\u2212")
    return "0" if shown[1:] == "0" else shown


def _range(estimate: Estimate) -> str:
    return f"{_points(estimate.low)} to {_points(estimate.high)}"


def _percent(share: Share) -> str:
    return f"{share.kept.value:.1%}" if share.kept else "\u2013"


def _per_decision(standing: PlayerStanding) -> str:
    lost = standing.decisions.lost_per_decision
    return "\u2013" if lost is None else f"{lost:.3f}"


def _share(won: int, games: int) -> str:
    return f"{won / games:.0%}" if games else "\u2013"
