"""Train a small agent by self-play, and let the oracle say how much it has learned.

    pip install 'lastpick[rl]'
    python examples/train_agent.py non-consecutive --minutes 2

Plain NumPy: a network of two hidden layers guesses, for every number, who wins after it is
picked. It plays thousands of games against itself at once; what a pick is worth is what the
best answer is worth to the opponent, negated (Q-learning for two players). The oracle takes
no part in the training. It sets the exam: positions where some legal picks keep the win and
some throw it away, on which the agent is marked before and after.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from itertools import pairwise
from math import sqrt
from random import Random
from time import monotonic
from typing import Any, NamedTuple

# Products this small gain nothing from threads, and so the same seed gives the same agent.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

import lastpick
from lastpick.envs import VectorGames
from lastpick.envs.observation import View
from lastpick.envs.options import DEFAULT_GAME
from lastpick.game import Game, Position
from lastpick.players import Bot, find_bot
from lastpick.players.game_loop import play_on

Array = NDArray[np.float32]
GAMES, HIDDEN, RATE = 512, 256, 1e-3
EXPLORE = 0.25  # how often a pick is random while learning
RIVALS = ("random", "greedy", "level:2", "level:4", "perfect")


class Network:
    """Rows of a position in, a worth from -1 to 1 for each number out. Trained by Adam."""

    def __init__(self, inputs: int, outputs: int, rng: np.random.Generator) -> None:
        sizes = (inputs, HIDDEN, HIDDEN, outputs)
        self.layers: list[Array] = []
        for fan_in, fan_out in pairwise(sizes):
            spread = sqrt(2 / fan_in)
            self.layers.append((rng.standard_normal((fan_in, fan_out)) * spread).astype("f4"))
            self.layers.append(np.zeros(fan_out, "f4"))
        self.layers[-2] *= 0.1
        self._mean = [np.zeros_like(layer) for layer in self.layers]
        self._square = [np.zeros_like(layer) for layer in self.layers]
        self._updates = 0

    def forward(self, seen: Array) -> tuple[Array, list[Array]]:
        w1, b1, w2, b2, w3, b3 = self.layers
        first = np.maximum(seen @ w1 + b1, 0)
        second = np.maximum(first @ w2 + b2, 0)
        return np.tanh(second @ w3 + b3), [seen, first, second]

    def learn(self, seen: Array, picks: NDArray[np.intp], worth: Array, rate: float) -> float:
        """One step towards the worth of the picks that were made; the mean squared error."""
        guessed, (seen, first, second) = self.forward(seen)
        rows = np.arange(len(picks))
        wrong = guessed[rows, picks] - worth
        slope = np.zeros_like(guessed)
        slope[rows, picks] = wrong * (1 - guessed[rows, picks] ** 2) * (2 / len(picks))
        _, _, w2, _, w3, _ = self.layers
        back2 = (slope @ w3.T) * (second > 0)
        back1 = (back2 @ w2.T) * (first > 0)
        self._adam(
            [seen.T @ back1, back1.sum(0), first.T @ back2, back2.sum(0),
             second.T @ slope, slope.sum(0)], rate,
        )  # fmt: skip
        return float(np.square(wrong).mean())

    def _adam(self, slopes: list[NDArray[Any]], rate: float) -> None:
        self._updates += 1
        rate *= sqrt(1 - 0.999**self._updates) / (1 - 0.9**self._updates)
        parts = zip(self.layers, slopes, self._mean, self._square, strict=True)
        for layer, slope, mean, square in parts:
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            layer -= rate * mean / (np.sqrt(square) + 1e-8)

    def best(self, seen: Array, legal: NDArray[np.bool_]) -> tuple[NDArray[np.intp], Array]:
        """For each position the legal pick that is worth most, and what it is worth."""
        worth = np.where(legal, self.forward(seen)[0], -2)
        picks = worth.argmax(axis=1)
        return picks, worth[np.arange(len(picks)), picks].astype("f4")


def train(game: Game, steps: int, minutes: float, seed: int) -> tuple[Network, int]:
    """Play against oneself, and learn from every pick; how many picks there were."""
    games = VectorGames(game, GAMES, seed=seed)
    network = Network(3 * games.size, games.size, np.random.default_rng(seed))
    chance, end, made = np.random.default_rng(seed + 1), monotonic() + 60 * minutes, 0
    seen, legal = games.observe().reshape(GAMES, -1).astype("f4"), games.legal()
    while made < steps and monotonic() < end:
        picks, _ = network.best(seen, legal)
        picks = np.where(chance.random(GAMES) < EXPLORE, games.sample(), picks)
        step = games.step(picks)
        then, legal = games.observe().reshape(GAMES, -1).astype("f4"), games.legal()
        _, answer = network.best(then, legal)
        worth = np.where(step.done, step.reward, -answer).astype("f4")
        error = network.learn(seen, picks, worth, RATE * max(0.05, 1 - made / steps))
        seen, made = then, made + GAMES
        if sys.stderr.isatty() and made % (200 * GAMES) == 0:
            print(f"\r{made:,} picks, error {error:.3f} ", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return network, made


# --- the exam ---------------------------------------------------------------------------


class Question(NamedTuple):
    """A won position in which not every legal pick keeps the win."""

    position: Position
    winning: tuple[int, ...]


def exam(game: Game, size: int, seed: int) -> list[Question]:
    """Questions from random play. No position comes twice."""
    rng, found = Random(seed), dict[tuple[int, int | None], Question]()
    for _ in range(50 * size):
        position = game.start()
        while legal := position.legal:
            verdict = lastpick.oracle.solve(position)
            if verdict.wins and len(verdict.winning) < len(legal):
                found[position.bits, position.last] = Question(position, tuple(verdict.winning))
            position = position.pick(rng.choice(legal))
        if len(found) >= size:
            break
    return list(found.values())[:size]


def pick(network: Network, view: View, position: Position) -> int:
    rows = view.rows(position)
    seen = rows.reshape(1, -1).astype("f4")
    picks, _ = network.best(seen, rows[1:2].astype(bool))
    return view.first + int(picks[0])


def keeps(network: Network, game: Game, questions: list[Question]) -> float:
    """The share of decisions that kept the win."""
    view = View(game)
    right = sum(pick(network, view, q.position) in q.winning for q in questions)
    return right / len(questions)


def wins(network: Network, game: Game, rival: str, games: int, seed: int) -> float:
    """The share of games won against a bot, half of them begun by each."""
    bot = find_bot(rival)
    won = sum(
        winner(network, game, bot, 1 + number % 2, Random(f"{seed}/{number}")) == 1 + number % 2
        for number in range(games)
    )
    return won / games


def winner(network: Network, game: Game, bot: Bot, seat: int, rng: Random) -> int | None:
    """Who wins a game of the agent, in that seat, against a bot."""
    view = View(game)

    def ours(position: Position, _: int) -> Position:
        return position.pick(pick(network, view, position))

    def theirs(position: Position, _: int) -> Position:
        return position.pick(bot.choose(position, rng))

    outcome = play_on(game.start(), (ours, theirs) if seat == 1 else (theirs, ours)).outcome
    return outcome and outcome.winner


def report(options: argparse.Namespace) -> None:
    """Examine, train, examine again, and play the bots."""
    game = lastpick.load(options.game, options.numbers)
    network, _ = train(game, 0, 0, options.seed)
    questions = exam(game, options.questions, seed=options.seed + 1)
    if not questions:
        raise lastpick.LastpickError(f"{game.name} {game.numbers} has no decisions that matter")
    chance = sum(len(q.winning) / len(q.position.legal) for q in questions) / len(questions)
    print(f"{game.name} {game.numbers}, {len(questions)} decisions that matter")
    print(f"  picking at random keeps the win in {chance:.1%}")
    print(f"  untrained, the agent in {keeps(network, game, questions):.1%}")
    began = monotonic()
    network, made = train(game, options.steps, options.minutes, options.seed)
    print(f"  after {made:,} picks in", end=" ", flush=True)
    print(f"{keeps(network, game, questions):.1%}", flush=True)
    print(f"(learned in {monotonic() - began:.0f} s)", file=sys.stderr)
    for rival in RIVALS:
        share = wins(network, game, rival, options.games, options.seed)
        print(f"  wins {share:.0%} of {options.games} games against {rival}", flush=True)


def at_least(least: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if int(text) < least:
            raise argparse.ArgumentTypeError(f"{text} is below {least}")
        return int(text)

    return number


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a small agent by self-play.")
    parser.add_argument("game", nargs="?", default=DEFAULT_GAME)
    parser.add_argument("--numbers", help="another pool, as in 1-30")
    parser.add_argument("--steps", type=int, default=4_000_000, help="picks to learn from")
    parser.add_argument("--minutes", type=float, default=10, help="stop learning after this time")
    parser.add_argument("--seed", type=at_least(0), default=0)
    parser.add_argument("--questions", type=at_least(1), default=1000, help="of the exam")
    parser.add_argument("--games", type=at_least(1), default=200, help="against each bot")
    try:
        report(parser.parse_args())
    except lastpick.LastpickError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
