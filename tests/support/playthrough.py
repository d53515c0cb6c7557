"""Playthroughs: whole games, ply by ply, as text that a person can check.

Those of the shipped games are stored (`stored_games`) and compared by test_playthroughs.py.
"""

from collections.abc import Iterator, Sequence

from lastpick import players
from lastpick.catalog import open_book
from lastpick.game import Game

GAMES = [("random", 1), ("random", 2), ("greedy", 1), ("greedy", 2)]


def listed(numbers: Sequence[int]) -> str:
    """Numbers in a row, three or more in sequence as in 3-7."""
    parts: list[list[int]] = []
    for n in numbers:
        if parts and parts[-1][-1] == n - 1:
            parts[-1].append(n)
        else:
            parts.append([n])
    shown = [f"{p[0]}-{p[-1]}" if len(p) > 2 else " ".join(map(str, p)) for p in parts]
    return " ".join(shown) or "nothing"


def game_lines(game: Game, player: str, seed: int) -> Iterator[str]:
    """One game of a kind of player against itself."""
    choose = players.find_bot(player).choose
    position = game.start()
    while not position.outcome:
        ply = len(position.picks) + 1
        n = choose(position, players.rng_for(seed, 1, ply))
        after = position.pick(n)
        removed = [m for m in position.pool if m not in after.pool]
        free = position.legal == position.pool
        yield f"ply {ply}: player {position.turn}"
        yield f"  pool     {listed(position.pool)}"
        yield f"  legal    {'anything' if free else listed(position.legal)}"
        yield f"  picks    {n}"
        yield f"  removed  {listed(removed)}"
        position = after
    yield f"end: player {position.turn}"
    yield f"  pool     {listed(position.pool)}"
    yield f"  legal    {listed(position.legal)}"
    yield f"  result   player {position.outcome.winner} wins, {position.outcome.reason}"


def playthrough(name: str) -> str:
    """All stored games of one game."""
    book = open_book(name)
    lines = [f"{book.title}, the numbers {book.game.numbers}"]
    for player, seed in GAMES:
        lines += ["", f"--- {player} against {player}, seed {seed} ---"]
        lines += game_lines(book.game, player, seed)
    return "\n".join(lines) + "\n"
