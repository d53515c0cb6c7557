"""The oracle's speed: verdicts in the five games, large pools, and a cold start.

Figures of one run on this machine; where something is compared, the ratio is what counts.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
from collections.abc import Callable
from math import inf
from statistics import median
from time import perf_counter

import free_relations

import lastpick
from lastpick.kernels import running
from lastpick.oracle import Budget, solve
from lastpick.oracle.chain import grown
from lastpick.oracle.memory import Memory
from lastpick.oracle.solve import nimber_of

FIVE = ("number-knockout", "divisor-duel", "number-bind", "prime-rumble", "non-consecutive")


def timed(run: Callable[[], object]) -> float:
    began = perf_counter()
    run()
    return perf_counter() - began


def verdicts(count: int = 400) -> None:
    print("A verdict with all winning picks (median to be under 1 ms, 99th percentile under 10 ms)")
    rng = random.Random(0)
    for name in FIVE:
        game = lastpick.load(name)
        solve(game.start())
        times = []
        for _ in range(count):
            picks = game.start().playout(rng).picks
            position = game.play(picks[: rng.randrange(len(picks))])
            times.append(timed(lambda position=position: solve(position)))  # type: ignore[misc]
        times.sort()
        median, late = times[count // 2], times[count * 99 // 100]
        print(f"  {name:18} {1000 * median:7.3f} ms {1000 * late:7.3f} ms")


def cold() -> None:
    command = [os.path.join(os.path.dirname(sys.executable), "lastpick"), "solve", "prime-rumble"]
    quiet = {"check": True, "stdout": subprocess.DEVNULL}
    took = min(timed(lambda: subprocess.run(command, **quiet)) for _ in range(7))  # type: ignore[call-overload]
    print(f"First verdict from a cold process (to be under 0.3 s): {took:.3f} s")


def chains() -> None:
    import networkx

    graph = networkx.Graph()
    graph.add_edges_from((d, m) for d in range(1, 501) for m in range(2 * d, 1001, d))
    theirs = timed(lambda: networkx.max_weight_matching(graph, maxcardinality=True))
    ours = min(timed(lambda: fresh("divisor-duel", "1-1000")) for _ in range(5))
    print("Chain on 1-1,000, all openings (to be 20 times networkx's single matching)")
    print(
        f"  networkx {1000 * theirs:.1f} ms, ours {1000 * ours:.1f} ms: {theirs / ours:.0f} times"
    )
    for last, most in ((100_000, 3), (1_000_000, 4)):
        took = timed(lambda last=last: fresh("divisor-duel", f"1-{last}"))  # type: ignore[misc]
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2
        print(f"  1-{last:,}: {took:.2f} s (to be under {most} s), peak memory {peak:.2f} GB")


def growing(last: int, most: int) -> None:
    game = lastpick.load("divisor-duel", f"1-{last}")
    took = timed(lambda: list(grown(game, 1, Budget(inf))))
    print(f"Winning openings of every 1-n to {last:,} (to be under {most} s): {took:.1f} s")


def long_chains() -> None:
    took = timed(lambda: fresh("divisor-duel", "1-10000000"))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2
    print(f"Chain on 1-10,000,000 (to be under 360 s and 1 GB): {took:.0f} s, {peak:.2f} GB")
    growing(100_000, 300)


def fresh(name: str, numbers: str) -> None:
    """A verdict that reuses nothing."""
    solve(lastpick.load(name, numbers).start(), Budget(3600), memory=Memory())


def interpreted() -> None:
    code = (
        "import lastpick, time; from lastpick.oracle import solve;"
        "p = lastpick.load('divisor-duel', '1-20000').start();"
        "t = time.perf_counter(); solve(p); print(time.perf_counter() - t)"
    )

    def run(kernels: str) -> float:
        environment = {**os.environ, "LASTPICK_KERNELS": kernels}
        made = subprocess.run(
            [sys.executable, "-c", code], env=environment, check=True, capture_output=True
        )
        return float(made.stdout)

    compiled, slow = run(""), run("interpreted")
    print(
        f"Chain on 1-20,000: {running()} {compiled:.3f} s, interpreted {slow:.2f} s:"
        f" {slow / compiled:.0f} times slower (to be at most 100)"
    )


def others() -> None:
    band = timed(lambda: solve(lastpick.load("non-consecutive", "1-1000000").start()))
    print(f"Band on 1-1,000,000 (to be under 1 s): {band:.2f} s")
    for last, one, most in ((52, False, 5), (60, True, 10)):
        took = timed(lambda last=last, one=one: sieve(last, one))  # type: ignore[misc]
        what = "one winning pick" if one else "every winning pick"
        print(f"Sieve on 2-{last}, {what} (to be under {most} s): {took:.2f} s")


def sieve(last: int, one: bool) -> None:
    solve(lastpick.load("prime-rumble", f"2-{last}").start(), Budget(600), one, Memory())


def free(seed: int = 0) -> None:
    """What no theorem fits, in seconds of one core; `tools/free_relations.py SEED` takes others."""
    print("Free relations, all winning openings (to be: median 0.5 s, 28 numbers 5 s, 32 60 s)")
    readme = free_relations.made(30, follows="abs(n - last) <= 3 or n % last == 0")
    times = []
    for one in (free_relations.Free("README's", readme), *free_relations.thirty(seed)):
        verdict, took = free_relations.solved(one)
        times.append(took)
        print(free_relations.line(one, verdict, took))
    print(f"  median {median(times):.3f} s, longest {max(times):.1f} s")
    race = free_relations.made(1_000_000, follows="last < n <= last + 5")
    took = free_relations.solved(free_relations.Free("race", race))[1]
    print(f"Race on 1-1,000,000 by steps of up to five (to be under 2 s): {took:.2f} s")


def long_sieves() -> None:
    start = lastpick.load("prime-rumble", "2-60").start()
    found: list[int | None] = []
    took = timed(lambda: found.append(nimber_of(start, Budget(1800, 1 << 28), Memory())))
    print(f"Sieve on 2-60, nimber {found[0]} (to be within 180 s): {took:.0f} s")
    start = lastpick.load("prime-rumble", "2-64").start()
    took = timed(lambda: print(solve(start, Budget(3600, 1 << 28), memory=Memory()).winning))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2
    print(f"Sieve on 2-64, every winning pick (to be within 600 s): {took:.0f} s, {peak:.1f} GB")


if __name__ == "__main__":
    print(f"Kernels: {running()}")
    if "--long" in sys.argv:  # what takes minutes: `make bench-long`
        long_chains()  # first, for their peak memory
        long_sieves()
        sys.exit()
    verdicts()
    cold()
    chains()
    growing(10_000, 5)
    interpreted()
    others()
    free()
