"""Games of every shipped game, kept as text: three kinds, each in the room that it tests.

make playthroughs               writes those that are missing
make playthroughs GAMES="a b"   writes those of these games anew; read the difference
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from lastpick.catalog import load, names, open_book
from support.playthrough import playthrough
from support.running import run

TESTS = Path(__file__).parents[1]
PLAYTHROUGHS = TESTS / "game" / "playthroughs"  # whole games, ply by ply
TRANSCRIPTS = TESTS / "terminal" / "transcripts"  # the game's own example as line mode tells it
OPENSPIEL = TESTS / "envs" / "playthroughs"  # as OpenSpiel writes them
_LARGEST = 20  # numbers of a new game in OpenSpiel's, which show a tensor at every pick


def transcript(name: str) -> str | None:
    """The example of a game's file, played; None if it is no whole game."""
    book = open_book(name)
    if book.game.play(book.example).outcome is None:
        return None
    with tempfile.TemporaryDirectory() as home:
        return run("play", name, stdin=book.example, env={"LASTPICK_HOME": home}).out


def openspiel_playthrough(name: str) -> str:
    """A game on the pool that it is stored with, or on its first numbers."""
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    import lastpick.envs.openspiel  # noqa: F401 - registers the game

    if not flags.FLAGS.is_parsed():
        flags.FLAGS(sys.argv[:1])
    stored = OPENSPIEL / f"{name}.txt"
    if stored.exists():
        game = stored.read_text().split("\n", 1)[0].removeprefix("game: ")
    else:
        numbers = load(name).numbers
        game = (
            f"python_lastpick(game={name},last={min(numbers.last, numbers.first + _LARGEST - 1)})"
        )
    text: str = generate_playthrough.playthrough(game, None, seed=1)
    return text


KINDS: dict[Path, Callable[[str], str | None]] = {
    PLAYTHROUGHS: playthrough,
    TRANSCRIPTS: transcript,
    OPENSPIEL: openspiel_playthrough,
}


def missing() -> list[Path]:
    """What a shipped game lacks. A game without a whole example needs no transcript."""
    told = [name for name in names() if open_book(name).game.play(open_book(name).example).outcome]
    wanted = {PLAYTHROUGHS: names(), TRANSCRIPTS: told, OPENSPIEL: names()}
    paths = (folder / f"{name}.txt" for folder, kept in wanted.items() for name in kept)
    return [path for path in paths if not path.exists()]


def write(path: Path) -> None:
    text = KINDS[path.parent](path.stem)
    if text is not None:
        path.write_text(text)
        print(path.relative_to(TESTS))


if __name__ == "__main__":
    chosen = [folder / f"{name}.txt" for name in sys.argv[1:] for folder in KINDS]
    for path in chosen or missing():
        write(path)
