"""The report as one HTML page that needs nothing else: tables, and plots drawn in SVG.

Every plot's figures also stand in a table, and every cell of the heat map is a number, so
nothing is told by colour alone. Names come from users and are escaped wherever they stand.
"""

from __future__ import annotations

from html import escape

from ..ratings import FIRST_SPREAD, PLAYER_SPREAD, Estimate
from .data import REPEATS, PlayerStanding, Report, Share
from .drawing import Mark, bars, intervals
from .html import document, section, table
from .text import heading


def page(found: Report) -> str:
    """The whole page."""
    sections = [
        _standings(found),
        f'<div class="pair">{_ratings(found)}{_kept(found)}</div>',
        _cross(found),
        _different(found),
        _first(found),
        _failures(found),
        _decisions(found),
        _unsolved(found),
        _used(found),
        _agreed(found),
    ]
    about = (heading(found), ", ".join(found.tournament.titles))
    return document("Tournament", about, sections)


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
    return section(
        "Standings",
        table("Standings", heads, rows),
        '<p class="note">First, second: the share of games won when moving first and second.</p>',
    )


def _ratings(found: Report) -> str:
    marks = [
        Mark(s.label, *s.rating, f"{_points(s.rating.value)} ({_range(s.rating)})")
        for s in found.standings
    ]
    return section(
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
        return section("Kept wins", '<p class="soft">No decision was graded.</p>')
    return section(
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
    return section(
        "Wins of the row against the column",
        table("Cross table", heads, rows, "heat"),
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


def _different(found: Report) -> str:
    if not found.repeated:
        return ""
    heads = ["", "player", *(str(s.rank) for s in found.standings)]
    rows = [
        (str(s.rank), escape(s.label), *("\u2013" if n is None else f"{n:,}" for n in different))
        for s, different in zip(found.standings, found.different, strict=True)
    ]
    return section(
        "Different games between the row and the column",
        table("Different games", heads, rows),
        *(f'<p class="bad">{escape(text)}.</p>' for text in found.warnings),
        f'<p class="note">{REPEATS}</p>',
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
    return section(
        "Moving first",
        intervals("What moving first is worth in each game", marks, "in rating points"),
        table("Moving first", ("game", "won", "of", "share"), rows, names=1),
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
    return section(
        "Forfeits",
        table("Forfeits", ("player", "kind", "games", "the first of them"), rows, names=1),
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
    return section("Kept wins by game", table("Kept wins by game", heads, rows))


def _unsolved(found: Report) -> str:
    rows = [(escape(s.label), f"{s.unsolved:,}") for s in found.standings if s.unsolved]
    if not rows:
        return ""
    return section(
        "Picks without a solution",
        table("Picks without a solution", ("player", "picks"), rows, names=1),
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
    return section("Used", table("Used", heads, rows, names=1))


def _agreed(found: Report) -> str:
    tournament = found.tournament
    players = "".join(
        f"<dt>{escape(player.label)}</dt><dd>{escape(player.kept.name)}</dd>"
        for player in tournament.players
        if player.label != player.kept.name
    )
    return section(
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
