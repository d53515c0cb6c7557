"""How fast an address and a seat may call: the application itself, with a clock moved by hand."""

import asyncio
import gc
import weakref
from collections.abc import Awaitable, Callable
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.responses import Response
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from lastpick.web.asking.pool import asker
from lastpick.web.errors import Busy
from lastpick.web.http import guard, limits
from lastpick.web.http.app import build
from lastpick.web.http.limits import Limits, Metered
from lastpick.web.http.reading import Call
from lastpick.web.http.route import A_GAME, A_PICK, Routes
from lastpick.web.http.settings import Settings
from lastpick.web.networks import address_of
from lastpick.web.store.files import LEAST

NEW = {"game": "divisor-duel", "seats": ["me", "me"]}


class Time:
    """A clock that stands still until it is moved."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now

    perf_counter = thread_time = monotonic


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    standing = Time()
    monkeypatch.setattr(guard, "time", standing)
    monkeypatch.setattr(limits, "time", standing)
    return standing


def with_app(
    folder: Path, rate: float, work: Callable[[httpx.AsyncClient], Awaitable[None]]
) -> None:
    """Call the application without a network."""

    async def main() -> None:
        app = build(Settings(database=str(folder / "games.sqlite"), rate=rate, quiet=True))
        transport = httpx.ASGITransport(app)
        async with (
            app.running(),
            httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
        ):
            await work(client)

    asyncio.run(main())


def test_an_address_that_calls_too_fast_is_told_to_wait(tmp_path: Path, clock: Time) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        async def look() -> httpx.Response:
            return await client.get("/api/games/none")

        assert [(await look()).status_code for _ in range(20)] == [404] * 20
        late = await look()
        assert late.status_code == 429
        assert late.json()["error"].startswith("too many requests")
        assert int(late.headers["retry-after"]) >= 1
        assert "content-security-policy" in late.headers
        clock.now += 1.0
        assert [(await look()).status_code for _ in range(6)] == [404] * 5 + [429]
        clock.now += 60.0
        made = [(await client.post("/api/games", json=NEW)).status_code for _ in range(5)]
        assert made == [201, 201, 201, 201, 429]  # what costs more counts more

    with_app(tmp_path, 5, work)


def test_a_seat_has_a_pace_of_its_own(tmp_path: Path, clock: Time) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        made = (await client.post("/api/games", json=NEW)).json()

        async def pick(seat: str) -> int:
            answer = await client.post(
                f"/api/games/{made['id']}/picks",
                json={"pick": 99, "version": 0, "key": "k"},
                headers={"authorization": f"Bearer {made['tokens'][seat]}"},
            )
            return answer.status_code

        assert [await pick("1") for _ in range(121)] == [422] * 120 + [429]
        assert await pick("2") == 403  # the other seat is not held up
        clock.now += 1.0
        assert [await pick("1") for _ in range(31)] == [422] * 30 + [429]

    with_app(tmp_path, 100_000, work)


def test_who_is_refused_hears_so_after_a_moment_and_a_seat_at_once(
    tmp_path: Path, clock: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "_REFUSED_AFTER", 3600.0)

    async def work(client: httpx.AsyncClient) -> None:
        made = (await client.post("/api/games", json=NEW)).json()
        path, seat = f"/api/games/{made['id']}", {"authorization": f"Bearer {made['tokens']['1']}"}
        found = [(await client.get(path, headers=seat)).status_code for _ in range(122)]
        assert found[-1] == 429  # a seat's own pace
        calls = [asyncio.ensure_future(client.get("/api/games/none")) for _ in range(100)]
        answered, waiting = await asyncio.wait(calls, timeout=1.0)
        assert {one.result().status_code for one in answered} == {404}
        assert waiting
        for one in waiting:
            one.cancel()

    with_app(tmp_path, 10, work)
    assert clock.now == 1000.0


def test_tokens_that_are_made_up_have_no_pace_of_their_own(tmp_path: Path, clock: Time) -> None:
    """Nor has one of another game."""

    async def work(client: httpx.AsyncClient) -> None:
        mine, other = [(await client.post("/api/games", json=NEW)).json() for _ in range(2)]

        async def look(token: str) -> int:
            headers = {"authorization": f"Bearer {token}"}
            answer = await client.get(f"/api/games/{mine['id']}", headers=headers)
            return answer.status_code

        made_up = [await look(f"made up {number}") for number in range(40)]
        assert made_up == [403] * 17 + [429] * 23  # beside the two games, 5 each
        assert await look(other["tokens"]["1"]) == 429
        assert await look(mine["tokens"]["1"]) == 200

    with_app(tmp_path, 10, work)
    assert clock.now == 1000.0


def test_nothing_stays_of_a_call_that_failed() -> None:
    """The collector looks at what has grown old once an hour."""

    class Sent:
        """What a call holds."""

    seen = []

    def fails_soon() -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        loop.call_soon(future.set_exception, Busy("no"))
        return future

    async def work() -> None:
        sent = Sent()
        seen.append(weakref.ref(sent))
        await fails_soon()

    async def main() -> None:
        with suppress(Busy):
            await Metered(work())

    gc.disable()
    try:
        asyncio.run(main())
        assert [sent() for sent in seen] == [None]
    finally:
        gc.enable()


def _own(k: int) -> dict[str, object]:
    return {"toml": f'numbers = "1-9"\nfollows = "n > last"\n# {k}', "seats": ["me", "me"]}


def test_new_game_files_are_bounded_for_a_day_and_known_ones_are_not(
    tmp_path: Path, clock: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "_FILES_A_DAY", 4.5 * LEAST)

    async def work(client: httpx.AsyncClient) -> None:
        async def make(new: object) -> int:
            return (await client.post("/api/games", json=new)).status_code

        assert [await make(_own(k)) for k in (1, 2, 1, 2, 3, 3)] == [201] * 6
        late = await client.post("/api/games", json=_own(4))
        assert late.status_code == 429
        assert late.json()["error"].startswith("your side has brought as many new game files as")
        assert 3600 < int(late.headers["retry-after"]) < 86400
        assert [await make(new) for new in (_own(3), NEW)] == [201, 201]
        clock.now += int(late.headers["retry-after"])
        assert [await make(_own(k)) for k in (4, 5)] == [201, 429]

    with_app(tmp_path, 100_000, work)


def test_what_an_address_has_stored_is_bounded_for_a_day(
    tmp_path: Path, clock: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = 20 * A_GAME
    monkeypatch.setattr(limits, "_KEPT_A_DAY", most)

    async def work(client: httpx.AsyncClient) -> None:
        async def make(**more: object) -> int:
            return (await client.post("/api/games", json={**NEW, **more})).status_code

        ready = (await client.post("/api/games", json=NEW)).json()
        one = A_GAME + 20 * A_PICK  # with all the picks that it can have
        stored = one
        while await make() == 201:
            stored += one
        assert most / 2 < stored < most * 3 / 4
        late = await client.post("/api/games", json=NEW)
        assert late.json()["error"].startswith("your side has stored very much within a day")
        assert (await client.get("/api/games/none")).status_code == 404
        assert await _play(client, ready) == [201] * 6, "a pick is never refused for it"
        clock.now += 10 * 86400
        assert await make(numbers="1-100") == 201
        assert await make(numbers="1-100", picks=[1]) == 429

    with_app(tmp_path, 100_000, work)


async def _play(client: httpx.AsyncClient, made: Any) -> list[int]:
    """The statuses of a whole game's picks: 6 3 1 2 4 12, or its end."""
    statuses = []
    for version, n in enumerate((6, 3, 1, 2, 4, 12)):
        answer = await client.post(
            f"/api/games/{made['id']}/picks",
            json={"pick": n, "version": version, "key": f"k{version}"},
            headers={"authorization": f"Bearer {made['tokens'][str(1 + version % 2)]}"},
        )
        statuses.append(answer.status_code)
    return statuses


def test_picks_that_a_game_begins_with_count_as_their_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four hundred are 2 kB of text, and so many fewer can still come."""
    most = 1000 * A_PICK  # of which one caller has two thirds
    monkeypatch.setattr(limits, "_KEPT_A_DAY", most)
    new = {**NEW, "game": "non-consecutive", "numbers": "1-1000"}

    async def work(client: httpx.AsyncClient) -> None:
        many = list(range(1, 801, 2))
        assert (await client.post("/api/games", json=new)).status_code == 429
        assert (await client.post("/api/games", json={**new, "picks": many})).status_code == 201

    with_app(tmp_path, 100_000, work)


@pytest.mark.parametrize(("room", "status"), [(3.0, 201), (2.0, 429)])
def test_a_rematch_counts_as_a_game_with_all_its_picks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: float, status: int
) -> None:
    picks = [1, 3, 5]
    game = A_GAME + len(str(picks)) + 17 * A_PICK
    monkeypatch.setattr(limits, "_KEPT_A_DAY", room * game)

    async def work(client: httpx.AsyncClient) -> None:
        new = {"game": "non-consecutive", "numbers": "1-20", "seats": ["me", "me"], "picks": picks}
        made = (await client.post("/api/games", json=new)).json()
        token = {"authorization": f"Bearer {made['tokens']['1']}"}
        for version, call in enumerate(("resign", "rematch")):
            path, body = f"/api/games/{made['id']}/{call}", {"version": version, "key": call}
            answer = await client.post(path, json=body, headers=token)
        assert answer.status_code == status

    with_app(tmp_path, 100_000, work)


def test_no_rate_is_no_limit(tmp_path: Path, clock: Time) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        answers = {(await client.get("/api/games/none")).status_code for _ in range(300)}
        assert answers == {404}

    with_app(tmp_path, 0, work)
    assert clock.now == 1000.0


def test_a_call_counts_as_what_it_took(clock: Time) -> None:
    async def slow(_: Call) -> Response:
        clock.now += 0.05  # of the processor's time
        await asyncio.sleep(0)
        clock.now += 0.05
        return Response()

    async def work() -> None:
        settings = Settings(quiet=True)
        guarded = guard.Guard(Routes(), slow, Limits(10.0, 1, 1), settings, nullcontext)
        transport = httpx.ASGITransport(guarded)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            assert (await client.get("/api/catalog")).status_code == 200
            assert (await client.get("/api/catalog")).status_code == 429
            clock.now += 5.0  # 100 are in use, of 26 that one may have: 4 seconds times log(3.8)
            assert (await client.get("/api/catalog")).status_code == 429
            clock.now += 0.5
            assert (await client.get("/api/catalog")).status_code == 200

    asyncio.run(work())


@pytest.mark.parametrize("proxied", [False, True])
def test_an_ipv6_network_has_one_pace_and_one_place_in_line(clock: Time, proxied: bool) -> None:
    askers = []

    async def note(_: Call) -> Response:
        askers.append(address_of(asker.get()))
        return Response()

    async def call(address: str) -> int:
        settings, headers, client = Settings(quiet=True), {}, (address, 1)
        app: Any = guard.Guard(Routes(), note, pace, settings, nullcontext)
        if proxied:
            app = ProxyHeadersMiddleware(app, "127.0.0.1")
            headers, client = {"x-forwarded-for": address}, ("127.0.0.1", 1)
        transport = httpx.ASGITransport(app, client=client)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as one:
            return (await one.get("/api/catalog", headers=headers)).status_code

    async def work() -> None:
        statuses = [await call(f"2001:db8:1:2::{number:x}") for number in range(1, 31)]
        assert statuses == sorted(statuses)
        assert statuses.count(200) == 19  # all that there is; one alone had two thirds
        assert await call("2001:db8:1:3::1") == 200
        assert await call("192.0.2.1") == 200
        assert await call("::ffff:192.0.2.1") == 200

    pace = Limits(5.0, 1, 1)
    asyncio.run(work())
    assert askers[-3:] == ["2001:db8:1:3::/64"] + ["192.0.2.1"] * 2
    assert set(askers[:-3]) == {"2001:db8:1:2::/64"}
    assert clock.now == 1000.0


def test_what_is_metered_can_fail_and_be_cancelled() -> None:
    async def fail() -> None:
        await asyncio.sleep(0)
        raise ValueError("as it may")

    async def wait() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)

    async def run(work: Awaitable[None]) -> None:
        await Metered(work)

    async def main() -> None:
        with pytest.raises(ValueError, match="as it may"):
            await run(fail())
        waiting = asyncio.create_task(run(wait()))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    ended: list[bool] = []
    asyncio.run(main())
    assert ended
