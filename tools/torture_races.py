"""Two tabs with the same seat's token race for the same turn: exactly one pick is accepted."""

from __future__ import annotations

import asyncio
import random

from playing import Game, Person, Wrong, logs, patience
from recorder import Asked, Recorder, verdict
from rig import Progress, Run
from wire import Answer, Client, Lost, Place, close_all, source

LANES = 6  # games in which there are races at the same time
TABS = 6  # connections of each, so that the two tabs meet different server processes


class Lane:
    """One game after another, every turn of it raced for."""

    def __init__(self, place: Place, number: int, seed: int, recorder: Recorder) -> None:
        self.person = Person(place, number, seed, recorder)
        self.recorder = recorder
        self.rng = random.Random(f"races {seed}/{number}")
        self.tabs = [Client(place, source(number)) for _ in range(TABS)]
        self.games: list[Game] = []
        self.stale = self.same = 0

    async def race(self, game: Game) -> None:
        """One turn: different keys, or the same call from both."""
        tabs = self.rng.sample(self.tabs, 2)
        keys = [f"{self.rng.getrandbits(60):x}" for _ in tabs]
        picks = self.rng.choices(game.state["legal"], k=2)
        if same := self.rng.random() < 0.25:
            keys[1], picks[1] = keys[0], picks[0]
        calls = [
            (game.asked(n, key), game.call(n, key)) for n, key in zip(picks, keys, strict=True)
        ]
        async with patience("the answers to a race"):
            answers = await asyncio.gather(
                *(self._send(tab, *call) for tab, call in zip(tabs, calls, strict=True))
            )
        accepted = [i for i, answer in enumerate(answers) if answer.status == 201]
        told = f"{list(zip(picks, keys, strict=True))} was answered with {answers}"
        if not accepted or (len(accepted) == 2) != same:
            raise Wrong(f"game {game.id}: a race for {told}")
        winner = accepted[0]
        game.take(answers[winner], picks[winner], keys[winner])
        if same:
            self.same += 1
            if answers[0] != answers[1]:
                raise Wrong(f"game {game.id}: the same call {told}")
            return
        self.stale += 1
        loser = answers[1 - winner]
        if loser.status != 409 or loser.json()["state"]["picks"] != game.state["picks"]:
            raise Wrong(f"game {game.id}: the loser of {told}")

    async def _send(self, tab: Client, asked: Asked, content: bytes) -> Answer:
        """Send; again if the server has closed the idle connection, which the key makes safe."""
        while True:
            try:
                answer = await self.recorder.send(tab, asked, content)
            except Lost:
                tab.close()
                continue
            if answer.status != 429:
                return answer
            await asyncio.sleep(0.05)

    async def play(self, wanted: list[int], progress: Progress) -> None:
        while wanted[0] > 0:
            game = await self.person.new_game()
            self.games.append(game)
            while game.state["legal"] and wanted[0] > 0:
                wanted[0] -= 1
                await self.race(game)
                progress(progress.count - wanted[0])


async def races(run: Run, count: int) -> str:
    with run.server() as server:
        place = Place.of(server.url)
        recorder = Recorder(run.folder / "history.jsonl")
        lanes = [Lane(place, number, run.seed, recorder) for number in range(LANES)]
        wanted, progress = [count], Progress(f"races, {run.name}", count)
        try:
            await asyncio.gather(*(lane.play(wanted, progress) for lane in lanes))
        finally:
            await close_all(lane.person for lane in lanes)
            await close_all(tab for lane in lanes for tab in lane.tabs)
        found = await logs(server.database)
        games = [game for lane in lanes for game in lane.games]
        for game in games:
            game.check(found.pop(game.id, []))
        if found:
            raise Wrong(f"there are events of {len(found)} games that nobody was told of")
        checked = await verdict(recorder, place)
        stale, same = (sum(getattr(lane, name) for lane in lanes) for name in ("stale", "same"))
        return (
            f"{count} races in {len(games)} games: exactly one accepted each time"
            f" ({stale} losers were told stale, {same} had the same key and the same answer);"
            f" {checked}"
        )
