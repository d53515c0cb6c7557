"""Was everything that clients saw possible? A checker that knows only calls and answers.

    python tools/history.py FILE ...

A history holds what each client asked for and what it was answered, with the times of both (see
`recorder`, which writes one). The model is a game as an append-only log: a call that names the
version it answers adds the next entries, if nobody was first, and at most once for each key. The
checker reads nothing of the server, its store or the rules; it decides for each game whether one
order of events explains all that was told, and real time too:

- a version has one entry, whoever tells of it, and every entry was asked for before it was seen;
- an acknowledged call has its entry, at the version that it was acknowledged with, and the same
  answer each time it comes again by its key; a refused one has none; nobody knows of a lost one;
- the picks of every state are what the entries up to its version make;
- a look begun after something was seen or acknowledged shows it, and so does the refusal of a
  call that came too late, and a stream of news that is opened then;
- a stream tells each entry once, in order, without a gap.
"""

from __future__ import annotations

import json
import sys
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

READ, NEWS, PICK = "read", "news", "pick"
OK, REFUSED, UNKNOWN = "ok", "refused", "unknown"
# What each call can have added, beside a pick; the server itself ends a game on time.
KINDS = {
    "takeback": {"undo", "ask", "decline"}, "resign": {"resign"}, "claim": {"timeout", "left"},
    "rematch": {"rematch"},
}  # fmt: skip
_BY_ITSELF = {"timeout"}
_TALK = "what changes no pick"  # inferred from two states


class Said(NamedTuple):
    """A state that somebody was told."""

    version: int
    picks: tuple[int, ...]


class Entry(NamedTuple):
    """What is known of an entry; a seat of None: not who it was."""

    seat: int | None
    kind: str
    pick: int | None


@dataclass
class Call:
    """One attempt: asked once, and answered or not."""

    id: str
    game: str
    call: str
    began: float
    seat: int | None = None
    key: str | None = None
    version: int | None = None  # of the state that it answers; of a stream: after which it goes on
    pick: int | None = None
    ended: float = inf
    outcome: str = UNKNOWN
    status: int | None = None
    said: Said | None = None
    told: list[tuple[float, int, Entry | Said]] = field(default_factory=list)  # of a stream

    def __str__(self) -> str:
        what = self.call if self.pick is None else f"{self.call} {self.pick}"
        return f"{what} of key {self.key}" if self.key else what


@dataclass
class GameHistory:
    """All that was asked and told of one game."""

    id: str
    bots: tuple[int, ...] = ()
    given: tuple[int, ...] = ()  # picks that it began with
    calls: list[Call] = field(default_factory=list)


def load(lines: Iterable[str]) -> dict[str, GameHistory]:
    """Histories by game; lines of several clients in any order of theirs."""
    games: dict[str, GameHistory] = {}
    calls: dict[str, Call] = {}
    for event in sorted(map(json.loads, lines), key=lambda event: float(event["at"])):
        kind, at = event["type"], event["at"]
        if kind == "made":
            games[event["game"]] = GameHistory(
                event["game"], tuple(event["bots"]), tuple(event["given"])
            )
        elif kind == "invoke":
            asked = {name: event.get(name) for name in ("seat", "key", "version", "pick")}
            call = Call(event["id"], event["game"], event["call"], at, **asked)
            calls[call.id] = call
            games.setdefault(call.game, GameHistory(call.game)).calls.append(call)
        elif kind == "told":
            calls[event["id"]].told.append((at, event["version"], _told(event)))
        else:
            call = calls[event["id"]]
            call.ended, call.outcome, call.status = at, kind, event.get("status")
            if "picks" in event:
                call.said = Said(event["version"], tuple(event["picks"]))
    return games


def _told(event: dict[str, Any]) -> Entry | Said:
    if "picks" in event:
        return Said(event["version"], tuple(event["picks"]))
    return Entry(event["seat"], event["kind"], event.get("pick"))


class Impossible(Exception):
    """No order of events explains what was told."""


def check(game: GameHistory) -> None:
    """Raises Impossible, with one line that says why."""
    try:
        Checker(game).check()
    except Impossible as error:
        raise Impossible(f"game {game.id}: {error}") from None


class Checker:
    """One game: what is known of its log, gathered from everybody, and held against each."""

    def __init__(self, game: GameHistory) -> None:
        self.game = game
        self.writes = [call for call in game.calls if call.call not in (READ, NEWS)]
        self.entries: dict[int, Entry] = {}
        self.owners: dict[int, tuple[int | None, str | None]] = {}  # seat and key
        self.states: dict[int, tuple[int, ...]] = {0: game.given}
        self.observed: list[tuple[float, int]] = []  # when somebody knew of so many versions

    def check(self) -> None:
        self._gather()
        self.observed.sort()
        self._times = [at for at, _ in self.observed]
        self._most: list[int] = []
        for _, version in self.observed:
            self._most.append(max(version, self._most[-1] if self._most else 0))
        self._replay()
        self._all_asked_for()
        for call in self.game.calls:
            self._fresh(call)
        for call in self.game.calls:
            if call.call == NEWS:
                self._in_order(call)

    # --- what is known ------------------------------------------------------------------------

    def _gather(self) -> None:
        answers: dict[tuple[int | None, str | None], Said] = {}
        for call in self.game.calls:
            for at, version, told in call.told:
                self.observed.append((at, version))
                if isinstance(told, Said):
                    self._state(told)
                else:
                    self._entry(version, told)
            if call.said:
                self.observed.append((call.ended, call.said.version))
                self._state(call.said)
            if call.outcome == OK and call.call not in (READ, NEWS):
                self._acknowledged(call)
                who = (call.seat, call.key)
                if call.said and answers.setdefault(who, call.said) != call.said:
                    raise Impossible(f"the {call} was answered in two ways")

    def _state(self, said: Said) -> None:
        if self.states.setdefault(said.version, said.picks) != said.picks:
            raise Impossible(f"version {said.version} was told with different picks")

    def _entry(self, version: int, entry: Entry) -> None:
        if self.entries.setdefault(version, entry) != entry:
            raise Impossible(f"version {version} is both {self.entries[version]} and {entry}")

    def _acknowledged(self, call: Call) -> None:
        if call.said is None or call.version is None:
            raise Impossible(f"the {call} was acknowledged without a state")
        added = range(call.version + 1, call.said.version + 1)
        if not 1 <= len(added) <= (1 if call.call != "takeback" else 2):
            raise Impossible(
                f"the {call} at version {call.version} was acknowledged with {call.said.version}"
            )
        if call.call == PICK:
            self._entry(added[0], Entry(call.seat, PICK, call.pick))
        for version in added:
            who = (call.seat, call.key)
            if self.owners.setdefault(version, who) != who:
                raise Impossible(f"version {version} was acknowledged to two calls")

    def _replay(self) -> None:
        """The picks of each state are what the entries make; what is not known is inferred."""
        last = max((version for _, version in self.observed), default=0)
        for version in range(1, last + 1):
            before, after = self.states.get(version - 1), self.states.get(version)
            if before is None:
                continue
            entry = self.entries.get(version)
            if entry is None and after is not None:
                entry = _between(before, after)
                if entry is None:
                    raise Impossible(f"no entry leads from {before} to {after}")
                self.entries[version] = entry
            if entry is not None:
                made = _with(before, entry)
                if self.states.setdefault(version, made) != made:
                    raise Impossible(
                        f"version {version} adds {entry} to {before}, and was told as {after}"
                    )
        self.last = last

    # --- who asked ------------------------------------------------------------------------------

    def _all_asked_for(self) -> None:
        asked: dict[int, list[Call]] = defaultdict(list)
        for call in self.writes:
            if call.outcome != REFUSED and call.version is not None:
                asked[call.version + 1].append(call)
                if call.call == "takeback":
                    asked[call.version + 2].append(call)
        for version in range(1, self.last + 1):
            entry = self.entries.get(version)
            if entry is not None and self._by_itself(entry):
                continue
            fitting = [call for call in asked[version] if self._fits(call, version, entry)]
            if version in self.owners:
                who = self.owners[version]
                fitting = [call for call in fitting if (call.seat, call.key) == who]
            if not fitting and not (entry is None and self.game.bots):
                raise Impossible(f"nobody asked for version {version}, {entry or 'never told'}")
            seen = self._times[bisect_left(self._most, version)]
            if fitting and seen < min(call.began for call in fitting):
                raise Impossible(f"version {version} was seen before it was asked for")

    def _by_itself(self, entry: Entry) -> bool:
        return entry.kind in _BY_ITSELF or (
            bool(self.game.bots) and entry.seat in (None, *self.game.bots)
        )

    def _fits(self, call: Call, version: int, entry: Entry | None) -> bool:
        if entry is None:
            return True
        if call.version == version - 2 and (
            (before := self.entries.get(version - 1)) is None or before.kind != "undo"
        ):
            return False  # only a takeback that took one back adds another
        if entry.seat not in (None, call.seat):
            return False
        if call.call == PICK:
            return entry.kind == PICK and entry.pick == call.pick
        return entry.kind == _TALK or entry.kind in KINDS[call.call]

    # --- real time ------------------------------------------------------------------------------

    def _known(self, at: float) -> int:
        """The version that somebody had seen before that."""
        place = bisect_left(self._times, at)
        return self._most[place - 1] if place else 0

    def _fresh(self, call: Call) -> None:
        """What is told as the state of now is no older than what was known when it was asked."""
        said = call.said
        if call.call == NEWS:
            said = next((told for _, _, told in call.told if isinstance(told, Said)), None)
        elif call.call != READ and call.outcome == OK:
            return
        elif call.outcome == REFUSED and said and said.version == call.version:
            raise Impossible(f"the {call} was refused as late, and was not")
        if said and said.version < (known := self._known(call.began)):
            raise Impossible(f"a {call} saw version {said.version} when {known} had been seen")

    def _in_order(self, stream: Call) -> None:
        at = stream.version
        for _, version, told in stream.told:
            step = 0 if isinstance(told, Said) else 1
            if at is not None and version != at + step:
                raise Impossible(f"a stream told version {version} after {at}")
            at = version


def _between(before: tuple[int, ...], after: tuple[int, ...]) -> Entry | None:
    """The one entry that leads from some picks to others."""
    if after[:-1] == before:
        return Entry(None, PICK, after[-1])
    if after == before[:-1]:
        return Entry(None, "undo", None)
    return Entry(None, _TALK, None) if after == before else None


def _with(picks: tuple[int, ...], entry: Entry) -> tuple[int, ...]:
    if entry.pick is not None:
        return (*picks, entry.pick)
    return picks[:-1] if entry.kind == "undo" else picks


def check_all(games: Iterable[GameHistory]) -> Iterator[str]:
    """One line for each game of which something impossible was told."""
    for game in games:
        try:
            check(game)
        except Impossible as error:
            yield str(error)


def lines_of(files: Iterable[Path]) -> Iterator[str]:
    for file in files:
        with file.open() as lines:
            yield from lines


def main() -> None:
    files = [Path(name) for name in sys.argv[1:]]
    if not files:
        sys.exit(__doc__)
    games = load(lines_of(files))
    wrong = list(check_all(games.values()))
    calls = sum(len(game.calls) for game in games.values())
    print(
        "\n".join(wrong[:20]) or f"{calls:,} calls in {len(games):,} games: all of it is possible"
    )
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
