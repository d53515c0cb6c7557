"""The start page brings the catalog along, and a first visitor a game that is worth playing."""

from __future__ import annotations

import json
import re

import pytest
from support.visitor import Visitor

from lastpick.catalog import names, open_book
from lastpick.catalog.families import families
from lastpick.catalog.rules import example_lines
from lastpick.oracle import Budget, solve
from lastpick.players import BOTS, find_bot, rng_for
from lastpick.web.http import start_parts

GAMES = 60


def test_it_needs_no_call_for_the_games(guest: Visitor) -> None:
    text = guest.get("/").body.decode()
    found = re.search(r'<script type="application/json" id="catalog">(.*?)</script>', text)
    assert found
    told = json.loads(found[1])
    offered = {game["name"]: game for game in guest.get("/api/catalog").json["games"]}
    assert {game["name"] for game in told["games"]} == set(names())
    for game in told["games"]:
        assert game.pop("example") == example_lines(open_book(game["name"]))
        assert game == {key: offered[game["name"]][key] for key in game}
    lessons = guest.get("/api/lessons").json["lessons"]
    assert told["lessons"] == [lesson["steps"] for lesson in lessons]
    bots = re.findall(r'name="level" value="([^"]+)"', text)
    assert told["levels"] == {name: BOTS[name].summary for name in bots}
    assert start_parts.FIRST_BOT in bots
    cards = re.findall(r"<article.*?</article>", text, re.DOTALL)
    for card, family in zip(cards, families(), strict=True):
        assert f">{family.title}</h3>" in card
        assert family.books[0].summary in card
        assert all(book.title in card for book in family.books)
        assert card.count('type="radio"') == (len(family.books) if len(family.books) > 1 else 0)


def test_a_card_shows_the_position_of_its_book(guest: Visitor) -> None:
    text = guest.get("/").body.decode()
    offered = {game["name"]: game["card"] for game in guest.get("/api/catalog").json["games"]}
    for family in families():
        name = family.books[0].game.name
        shown = offered[name]
        card = text[text.index(f'<article class="card family" data-game="{name}"') :]
        card = card[: card.index("</article>")]
        tiles = re.findall(r'<span class="tile is-(\w+)( is-last)?".*?><span>(\d+)</span>', card)
        assert [int(n) for *_, n in tiles] == [*range(shown["first"], shown["last"] + 1)]
        of = {int(n): kind for kind, _, n in tiles}
        assert [n for n in of if of[n] == "legal"] == shown["legal"]
        assert {n for n in of if of[n] == "picked"} == {n for n in shown["picks"] if n in of}
        assert {n for n in of if of[n] in ("picked", "removed")} == {int(n) for n in shown["gone"]}
        assert [int(n) for _, last, n in tiles if last] == shown["picks"][-1:]


# --- the game of "Play now" -----------------------------------------------------------------------


def test_no_opening_wins_the_first_game() -> None:
    """Nor does one throw it away at once: what comes later decides."""
    book = start_parts.first_book()
    assert book.first
    start = book.game.start()
    verdict = solve(start, Budget(seconds=60))
    assert verdict.wins is False
    assert verdict.winning == ()
    others = [open_book(name) for name in names()]
    won = [other for other in others if solve(other.game.start(), Budget(seconds=60)).wins]
    assert book not in won, "the check sees games that the first pick wins"
    assert won


@pytest.mark.parametrize(("visitor", "least"), [("random", 0.4), ("level:3", 0.7)])
def test_a_first_visitor_has_a_fair_chance(visitor: str, least: float) -> None:
    """Somebody who picks anything wins often enough, somebody who thinks mostly; by seeds."""
    game = start_parts.first_book().game
    seats = (find_bot(visitor), find_bot(start_parts.FIRST_BOT))
    won, shortest = 0, 99
    for seed in range(GAMES):
        position, ply = game.start(), 0
        while position.outcome is None:
            pick = seats[ply % 2].choose(position, rng_for(seed, 1, ply), Budget(seconds=60))
            position, ply = position.pick(pick), ply + 1
        won += position.outcome.winner == 1
        shortest = min(shortest, ply)
    assert won / GAMES >= least
    assert shortest >= 6, "a game of three picks shows nobody what this is about"
