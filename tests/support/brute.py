"""Who wins, by trying everything: what the coach is compared with. It does not use the oracle."""

from functools import cache

from lastpick.game import Game, Position


@cache
def _loses(game: Game, bits: int, choices: int) -> bool:
    for n in game.numbers.decode(choices):
        keep, after = game.move(n)
        if _loses(game, bits & keep, bits & keep & after):
            return False
    return True


def loses(position: Position) -> bool:
    """Whether whoever is to move has no winning pick."""
    return _loses(position.game, position.bits, position.choices)


def winning(position: Position) -> list[int]:
    return [n for n in position.legal if loses(position.pick(n))]


def positions(game: Game) -> list[Position]:
    """Every position of a small game that can be reached, each once."""
    found = {}
    ahead = [game.start()]
    while ahead:
        position = ahead.pop()
        key = (position.bits, position.choices)
        if key not in found:
            found[key] = position
            ahead += [position.pick(n) for n in position.legal]
    return list(found.values())
