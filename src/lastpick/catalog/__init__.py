"""The games: one TOML file each, the shipped ones and a user's own read by the same code."""

from .book import (
    Book,
    book_of,
    daily_games,
    file_text,
    is_shipped,
    load,
    names,
    open_book,
    read_book,
)
from .wording import ListStyle, Scene, Wording

__all__ = [
    "Book",
    "ListStyle",
    "Scene",
    "Wording",
    "book_of",
    "daily_games",
    "file_text",
    "is_shipped",
    "load",
    "names",
    "open_book",
    "read_book",
]
