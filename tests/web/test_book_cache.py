"""Somebody's own game is read once for all who play it; one that is stored is never refused."""

import asyncio

import pytest
from support.desk import Desk, rest
from support.loops import in_loop

from lastpick.errors import BudgetError
from lastpick.web.asking import fair_queue
from lastpick.web.asking.book_cache import BookCache
from lastpick.web.asking.pool import asker
from lastpick.web.asking.questions import Source
from lastpick.web.errors import Busy, StoreError
from lastpick.web.game.terms import OWN_GAME
from lastpick.web.networks import networks

OWN = 'numbers = "1-9"\nfollows = "n > last"\n'
NEW = Source("", OWN, None)
STORED = Source(OWN_GAME, OWN, "1-9")


@in_loop
async def test_a_file_is_read_once() -> None:
    desk = Desk(true=True)
    books = BookCache(desk.pool())
    found = await asyncio.gather(*(books.stored_book(STORED) for _ in range(20)))
    assert len(desk.served) == 1
    assert all(book is found[0] for book in found)


@in_loop
async def test_a_new_game_and_the_stored_one_share_a_book() -> None:
    desk = Desk(true=True)
    books = BookCache(desk.pool())
    made = await books.book(NEW)
    assert await books.stored_book(STORED) is made
    assert await books.book(NEW) is made
    assert len(desk.served) == 1


@in_loop
async def test_a_stored_game_is_opened_when_nobody_may_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a line that is full nor time that was used keeps anybody from a stored game."""
    monkeypatch.setattr(fair_queue, "MOST_WAITING", 2)
    monkeypatch.setattr(fair_queue, "MOST_OF_ONE", 2)
    desk = Desk({"one": 100.0}, true=True)
    books = BookCache(desk.pool(most_seconds=30.0))
    asker.set(networks("one"))
    await books.book(NEW)
    with pytest.raises(Busy, match="have taken much of the server's time"):
        await books.book(Source("", f"{OWN}# more\n", None))
    desk.gate.clear()
    files = [f"{OWN}# {k}\n" for k in range(5)]
    opened = [asyncio.create_task(books.stored_book(Source(OWN_GAME, f, "1-9"))) for f in files]
    await rest()
    desk.gate.set()
    assert len(await asyncio.gather(*opened)) == len(files)


@in_loop
async def test_a_stored_game_that_took_too_long_may_be_asked_for_again() -> None:
    class Slow:
        async def ask(self, *_: object, **__: object) -> object:
            raise BudgetError("that took too long to work out")

    books = BookCache(Slow())  # type: ignore[arg-type]
    with pytest.raises(StoreError, match="could not be read in time"):
        await books.stored_book(STORED)
    with pytest.raises(BudgetError):
        await books.book(NEW)
