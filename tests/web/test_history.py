"""The checker of histories: what a real server told passes, and every doctored telling fails."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from history import Impossible, check, check_all, load

Event = dict[str, Any]
FOLDER = Path(__file__).parent / "histories"


def stored(name: str) -> list[Event]:
    """The history of one game, as it was recorded beside a real server."""
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text().splitlines()]


def wrong(events: list[Event]) -> list[str]:
    return list(check_all(load(map(json.dumps, events)).values()))


def answers(events: list[Event], kind: str = "ok", call: str = "pick") -> list[Event]:
    calls = {event["id"]: event["call"] for event in events if event["type"] == "invoke"}
    return [one for one in events if one["type"] == kind and calls[one["id"]] == call]


def invoked(events: list[Event], answer: Event) -> Event:
    return next(e for e in events if e["type"] == "invoke" and e["id"] == answer["id"])


def told(events: list[Event], stream: str | None = None) -> list[Event]:
    """The changes of a stream: of the last one, which begins at the beginning."""
    last = [e["id"] for e in events if e["type"] == "invoke" and e["call"] == "news"][-1]
    return [
        e for e in events
        if e["type"] == "told" and "kind" in e and e["id"] == (stream or last)
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["race", "cut", "kill"])
def test_a_real_history_is_possible(name: str) -> None:
    assert wrong(stored(name)) == []


def test_a_lost_pick() -> None:
    events = stored("kill")
    last = answers(events)[-1]["version"]
    for event in events:  # whoever looks in the end is told the game before it
        if event["at"] > answers(events)[-1]["at"] and event.get("version") == last:
            if "picks" in event:
                event["version"], event["picks"] = last - 1, event["picks"][:-1]
            else:
                event["type"] = "nothing"
    events = [event for event in events if event["type"] != "nothing"]
    assert "had been seen" in wrong(events)[0]


def test_a_doubled_pick() -> None:
    events = stored("kill")
    change = told(events)[-1]
    state = [e for e in events if e.get("id") == change["id"] and "picks" in e][-1]
    place = events.index(state)
    again = {**change, "version": change["version"] + 1}
    events.insert(place, again)
    state["version"] += 1
    state["picks"] = [*state["picks"], change["pick"]]
    assert "nobody asked for version" in wrong(events)[0]


def test_a_stale_look_after_an_acknowledged_pick() -> None:
    events = stored("race")
    look = answers(events, call="read")[-1]
    look["version"], look["picks"] = look["version"] - 1, look["picks"][:-1]
    assert "a read saw version" in wrong(events)[0]


def test_a_stale_look_during_the_pick_is_possible() -> None:
    events = stored("race")
    look, last = answers(events, call="read")[-1], answers(events)[-1]
    begun = invoked(events, look)
    begun["at"] = last["at"] - 1e-6  # before anybody was told of the last pick
    others = [e for e in events if e.get("version") == last["version"] and e is not look]
    assert min(e["at"] for e in others if e["type"] != "invoke") >= begun["at"]
    look["version"], look["picks"] = look["version"] - 1, look["picks"][:-1]
    assert wrong(events) == []


def test_two_winners_of_one_race() -> None:
    events = stored("race")
    loser = answers(events, "refused")[0]
    asked = invoked(events, loser)
    loser |= {"type": "ok", "status": 201, "version": asked["version"] + 1}
    loser["picks"] = [*loser["picks"][: asked["version"]], asked["pick"]]
    assert wrong(events)


def test_two_winners_who_wanted_the_same_number() -> None:
    events = stored("race")
    loser = answers(events, "refused")[0]
    asked = invoked(events, loser)
    asked["pick"] = loser["picks"][asked["version"]]
    loser |= {"type": "ok", "status": 201}
    assert "was acknowledged to two calls" in wrong(events)[0]


def test_a_reordered_stream() -> None:
    events = stored("cut")
    one, two = told(events)[:2]
    one["at"], two["at"] = two["at"], one["at"]
    assert "a stream told version" in wrong(events)[0]


def test_a_stream_with_a_gap() -> None:
    events = stored("cut")
    events.remove(told(events)[1])
    assert "a stream told version" in wrong(events)[0]


def test_a_stream_that_tells_one_twice() -> None:
    events = stored("cut")
    change = told(events)[1]
    events.insert(events.index(change), dict(change))
    assert "a stream told version" in wrong(events)[0]


def test_a_stream_that_skips_what_its_client_missed() -> None:
    events = stored("cut")
    streams = [e for e in events if e["type"] == "invoke" and e["call"] == "news"]
    resumed = next(e for e in streams if e.get("version") and told(events, e["id"]))
    events.remove(told(events, resumed["id"])[0])
    assert "a stream told version" in wrong(events)[0]


def test_the_answer_to_another_ones_key() -> None:
    events = stored("race")
    winner, loser = answers(events)[0], answers(events, "refused")[0]
    assert invoked(events, winner)["version"] == invoked(events, loser)["version"]
    loser |= {"type": "ok", "status": 201}
    assert wrong(events)


def test_the_same_key_answered_in_two_ways() -> None:
    events = stored("race")
    keys = [invoked(events, answer)["key"] for answer in answers(events)]
    again = next(a for a in answers(events) if keys.count(invoked(events, a)["key"]) == 2)
    again["version"] += 1
    assert wrong(events)


def asked_once(events: list[Event]) -> Event:
    """The answer to the last acknowledged pick that was asked for once."""
    keys = [event["key"] for event in events if event["type"] == "invoke" and "key" in event]
    return [a for a in answers(events) if keys.count(invoked(events, a)["key"]) == 1][-1]


def test_a_refused_pick_that_happened_all_the_same() -> None:
    events = stored("race")
    refused = asked_once(events)
    refused |= {"type": "refused", "status": 422}
    del refused["version"], refused["picks"]
    assert "nobody asked for version" in wrong(events)[0]


def test_a_lost_answer_leaves_both_possible() -> None:
    """Nobody knows whether it happened: seen or not seen, but not before it was asked for."""
    events = stored("race")
    lost = asked_once(events)
    lost["type"] = "unknown"
    del lost["version"], lost["picks"]
    assert wrong(events) == []
    lost["at"] = invoked(events, lost)["at"] = 1_000.0
    assert "was seen before it was asked for" in wrong(events)[0]


def test_a_refusal_as_late_of_a_call_that_was_not() -> None:
    events = stored("race")
    loser = answers(events, "refused")[0]
    loser["version"], loser["picks"] = invoked(events, loser)["version"], []
    assert "refused as late, and was not" in wrong(events)[0]


def test_one_line_names_the_game() -> None:
    events = stored("race")
    answers(events)[2]["picks"] = [1, 2, 3]
    with pytest.raises(Impossible, match=events[0]["game"]):
        check(load(map(json.dumps, events))[events[0]["game"]])


# --- random histories of a model, and every way to break them -----------------------------------


class Model:
    """A server that keeps its word, with clients beside each other; what happens when is random."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.events: list[Event] = [
            {"at": 0.0, "type": "made", "game": "g", "bots": [], "given": []}
        ]
        self.states: list[list[int]] = [[]]
        self.changes: list[tuple[float, Event]] = []
        self.now = 1.0
        self.ids = 0
        self.open: list[tuple[str, int]] = []  # streams, and what each has told
        for _ in range(40):
            self.now += self.rng.random()
            self.rng.choice((self.pick, self.pick, self.late, self.look, self.stream))()
        self.now += 10
        self.look()
        self.stream(after=0)
        self.events.sort(key=lambda event: float(event["at"]))

    @property
    def version(self) -> int:
        return len(self.states) - 1

    def call(self, **asked: Any) -> str:
        self.ids += 1
        at = self.now - self.rng.random()
        self.events.append({"at": at, "type": "invoke", "id": str(self.ids), "game": "g", **asked})
        return str(self.ids)

    def end(self, call: str, kind: str, version: int | None = None) -> None:
        at = self.now + 1e-3 + self.rng.random()
        said = {} if version is None else {"version": version, "picks": self.states[version]}
        self.events.append({"at": at, "type": kind, "id": call, **said})

    def pick(self) -> None:
        n, base = self.rng.randrange(100), self.version
        asked = {
            "call": "pick",
            "seat": 1 + base % 2,
            "key": f"k{self.ids}",
            "version": base,
            "pick": n,
        }
        call = self.call(**asked)
        lost = self.rng.random() < 0.2
        if not lost or self.rng.random() < 0.5:
            self.states.append([*self.states[base], n])
            change = {"version": base + 1, "seat": asked["seat"], "kind": "pick", "pick": n}
            self.changes.append((self.now, change))
            for stream, _ in self.open:
                self.events.append({"at": self.now + 1e-3, "type": "told", "id": stream, **change})
        happened = self.version > base
        self.end(call, "unknown" if lost else "ok", None if lost else base + 1)
        if happened and self.rng.random() < 0.3:  # once more by its key: the same answer
            self.now += 3
            self.end(self.call(**asked), "ok", base + 1)

    def late(self) -> None:
        if self.version:
            base = self.rng.randrange(self.version)
            call = self.call(call="pick", seat=1, key=f"l{self.ids}", version=base, pick=1000)
            self.end(call, "refused", self.version)

    def look(self) -> None:
        self.end(self.call(call="read"), "ok", self.version)

    def stream(self, after: int | None = None) -> None:
        if after is None and self.version and self.rng.random() < 0.5:
            after = self.rng.randrange(self.version)
        call = self.call(call="news", **({} if after is None else {"version": after}))
        at = self.now + 1e-6
        if after is not None:
            for _, change in self.changes[after:]:
                self.events.append({"at": at, "type": "told", "id": call, **change})
                at += 1e-6
        said = {"version": self.version, "picks": self.states[self.version]}
        self.events.append({"at": at, "type": "told", "id": call, **said})
        self.open.append((call, self.version))


def _forget_the_last(events: list[Event], _: random.Random) -> bool:
    """Whoever looks in the end sees one version less."""
    last, acknowledged = answers(events, call="read")[-1], answers(events)
    begun = invoked(events, last)["at"]
    if not any(a["version"] == last["version"] and a["at"] < begun for a in acknowledged):
        return False
    last["version"], last["picks"] = last["version"] - 1, last["picks"][:-1]
    return True


def _two_winners(events: list[Event], rng: random.Random) -> bool:
    losers = answers(events, "refused")
    won = {invoked(events, answer)["version"] for answer in answers(events)}
    losers = [one for one in losers if invoked(events, one)["version"] in won]
    if not losers:
        return False
    loser = rng.choice(losers)
    asked = invoked(events, loser)
    version = asked["version"]
    loser |= {"type": "ok", "version": version + 1}
    loser["picks"] = [*loser["picks"][:version], asked["pick"]]
    return True


def _swap_two(events: list[Event], rng: random.Random) -> bool:
    changes = told(events)
    if len(changes) < 2:
        return False
    one, two = rng.sample(changes, 2)
    one["at"], two["at"] = two["at"], one["at"]
    return True


def _drop_one(events: list[Event], rng: random.Random) -> bool:
    changes = told(events)
    if not changes:
        return False
    events.remove(rng.choice(changes))
    return True


def _tell_another_pick(events: list[Event], rng: random.Random) -> bool:
    changes = told(events)
    if not changes:
        return False
    rng.choice(changes)["pick"] += 1000
    return True


def _answer_another_pick(events: list[Event], rng: random.Random) -> bool:
    acknowledged = answers(events)
    if not acknowledged:
        return False
    answer = rng.choice(acknowledged)
    answer["picks"] = [*answer["picks"][:-1], answer["picks"][-1] + 1000]
    return True


def _answer_another_version(events: list[Event], rng: random.Random) -> bool:
    acknowledged = answers(events)
    if not acknowledged:
        return False
    rng.choice(acknowledged)["version"] += rng.choice((-1, 1, 2))
    return True


def _nobody_asked(events: list[Event], rng: random.Random) -> bool:
    keys = {invoked(events, answer)["key"] for answer in answers(events)}
    if not keys:
        return False
    key = rng.choice(sorted(keys))
    gone = {e["id"] for e in events if e["type"] == "invoke" and e.get("key") == key}
    events[:] = [event for event in events if event.get("id") not in gone]
    return True


def _refused_all_the_same(events: list[Event], rng: random.Random) -> bool:
    acknowledged = answers(events)
    if not acknowledged:
        return False
    key = invoked(events, rng.choice(acknowledged))["key"]
    for event in events:
        if event["type"] in ("ok", "unknown") and invoked(events, event).get("key") == key:
            event["type"] = "refused"
            event.pop("version", None)
            event.pop("picks", None)
    return True


def _asked_too_late(events: list[Event], rng: random.Random) -> bool:
    acknowledged = answers(events)
    if not acknowledged:
        return False
    key = invoked(events, rng.choice(acknowledged))["key"]
    late = {e["id"] for e in events if e["type"] == "invoke" and e.get("key") == key}
    for event in events:
        if event.get("id") in late:
            event["at"] += 1000
    return True


BREAKS = (
    _forget_the_last, _two_winners, _swap_two, _drop_one, _tell_another_pick,
    _answer_another_pick, _answer_another_version, _nobody_asked, _refused_all_the_same,
    _asked_too_late,
)  # fmt: skip


def test_random_histories_of_an_honest_server_are_possible() -> None:
    for seed in range(150):
        assert wrong(Model(seed).events) == [], seed


@pytest.mark.parametrize("doctor", BREAKS)
def test_no_doctored_history_passes(doctor: Callable[[list[Event], random.Random], bool]) -> None:
    tried = 0
    for seed in range(40):
        events = Model(seed).events
        if doctor(events, random.Random(seed)):
            tried += 1
            assert wrong(events), seed
    assert tried >= 10
