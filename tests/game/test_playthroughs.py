"""Stored playthroughs: the same games come out, to the letter.

To write them anew after a change that is meant: make playthroughs GAMES="NAME NAME"
"""

import re
from pathlib import Path

import pytest
from support.model import SHIPPED, Table
from support.playthrough import GAMES, playthrough

FOLDER = Path(__file__).parent / "playthroughs"
STORED = sorted(FOLDER.iterdir())


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_the_stored_games_come_out_again(path: Path) -> None:
    assert playthrough(path.stem).splitlines() == path.read_text().splitlines()


@pytest.mark.parametrize("name", SHIPPED)
def test_the_stored_games_keep_the_rules(name: str) -> None:
    """The text alone, checked against the model of plain sets."""
    stored = (FOLDER / f"{name}.txt").read_text()
    _, *games = stored.split("\n--- ")
    assert len(games) == len(GAMES)
    for text in games:
        table = Table(SHIPPED[name])
        plies = [tuple(map(int, found)) for found in re.findall(r"ply (\d+): player (\d)", text)]
        picks = [int(n) for n in re.findall(r"  picks    (\d+)", text)]
        assert plies == [(ply, 2 - ply % 2) for ply in range(1, len(picks) + 1)]
        for n in picks:
            assert n in table.legal()
            table.pick(n)
        assert not table.legal()
        winner = 2 - len(picks) % 2
        assert text.endswith(f"  result   player {winner} wins, no legal pick\n")
