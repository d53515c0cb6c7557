"""Played games: events, matches and their score, and the text format of a record."""

from .board import Preview, Tile, Tiles, board, card, gone, preview
from .endings import CONCEDE, ENDINGS, LEFT, RESIGN, TIMEOUT
from .match import YOU, Match, Person, check_name, doing
from .play import PASS, SWAP, UNDO, Event, Guess, Play
from .text import TITLE, Record, parse, records, result, write, write_played

__all__ = [
    "CONCEDE",
    "ENDINGS",
    "LEFT",
    "PASS",
    "RESIGN",
    "SWAP",
    "TIMEOUT",
    "TITLE",
    "UNDO",
    "YOU",
    "Event",
    "Guess",
    "Match",
    "Person",
    "Play",
    "Preview",
    "Record",
    "Tile",
    "Tiles",
    "board",
    "card",
    "check_name",
    "doing",
    "gone",
    "parse",
    "preview",
    "records",
    "result",
    "write",
    "write_played",
]
