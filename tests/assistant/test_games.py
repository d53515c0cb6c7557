"""Games of the journal as the tools go on with them, called in this process."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from support.running import latest

from lastpick.catalog import open_book
from lastpick.errors import BudgetError, JournalError, LastpickError
from lastpick.journal import Journal, MatchLog
from lastpick.mcp import games
from lastpick.mcp.thinking import thinking
from lastpick.terminal.start import take_up


def begun(game: str = "non-consecutive", opponent: str = games.NOBODY) -> str:
    return games.begin(games.GameWish(open_book(game), opponent)).name


def picks(name: str) -> tuple[int, ...]:
    found = Journal().find(name)
    assert found is not None
    return found.match.play.position.picks


def full(*_: object) -> None:
    raise JournalError("cannot write it: No space left on device")


def test_what_cannot_be_kept_is_not_begun(home: Path) -> None:
    home.write_text("no folder")
    with pytest.raises(JournalError, match=r"cannot save games in .*: Not a directory"):
        begun()


def test_a_pick_that_cannot_be_written_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    name = begun()
    games.pick(name, 5)

    with monkeypatch.context() as disk:
        disk.setattr(MatchLog, "append", full)
        with pytest.raises(JournalError, match="No space left on device"):
            games.pick(name, 9)
    assert picks(name) == (5,)
    assert games.pick(name, 9).match.play.position.picks == (5, 9)


def test_a_bot_that_cannot_be_written_down_leaves_the_game_to_look_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = begun("divisor-duel", "greedy")
    log = Journal().resume(latest())
    log.append([6])
    log.close()

    with monkeypatch.context() as disk:
        disk.setattr(MatchLog, "append", full)
        seen = games.look(games.find(name))
    assert "No space left on device" in seen.happened[0]
    assert seen.match.play.position.picks == (6,)
    assert len(games.look(games.find(name)).match.play.moves) == 2


def test_picks_at_the_same_time_are_made_one_after_the_other() -> None:
    """Or refused; none is lost, and no file is damaged, whoever comes first."""
    name = begun()
    numbers = Random(3).sample(range(1, 21), 20)

    def pick(n: int) -> int | None:
        try:
            games.pick(name, n)
        except LastpickError:
            return None
        return n

    with ThreadPoolExecutor(8) as threads:
        made = [n for n in threads.map(pick, numbers) if n is not None]
    assert made
    assert sorted(picks(name)) == sorted(made)


def test_a_game_is_read_again_once_it_is_ours() -> None:
    """What somebody added after it was found is not overlooked."""
    name = begun("divisor-duel")
    found = latest()
    games.pick(name, 6)
    session = take_up(found, pytest.fail)
    session.close()
    assert session.match.play.position.picks == (6,)


def test_the_oracle_is_asked_by_one_at_a_time() -> None:
    with thinking(60), ThreadPoolExecutor(1) as threads:
        asked = threads.submit(lambda: thinking(0.01).__enter__())
        with pytest.raises(BudgetError, match="another question is being worked out; ask again"):
            asked.result(60)
    with thinking(0.01) as budget:  # it is free again
        assert budget.left <= 0.01
