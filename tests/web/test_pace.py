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
from lastpick.web.http.error_answers import nothing_here
from lastpick.web.http.limits import Buckets, Limits, Metered
from lastpick.web.http.reading import Call, reads, seat_token
from lastpick.web.http.route import A_GAME, Route, Routes
from lastpick.web.http.settings import Settings
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
        clock.now += 3.0
        made = [(await client.post("/api/games", json=NEW)).status_code for _ in range(4)]
        assert made == [201, 201, 201, 429]  # what costs more counts more

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


def test_little_is_remembered_of_a_token_however_long_it_is() -> None:
    found = Limits(rate=500, streams=10, dearest=1)
    route = Route("", (), nothing_here, reads(nothing_here, ""))
    for number in range(10):
        said = b"Bearer " + b"%d" % number * 15_000
        scope = {"headers": [(b"authorization", said)]}
        assert len(seat_token(Call(scope, route, {}), found)) == 15_000
    known = found.seats._levels
    assert len(known) == 10
    assert all(len(str(token)) == 64 for token in known)


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
    monkeypatch.setattr(limits, "_FILES_A_DAY", 3 * LEAST)

    async def work(client: httpx.AsyncClient) -> None:
        async def make(new: object) -> int:
            return (await client.post("/api/games", json=new)).status_code

        assert [await make(_own(k)) for k in (1, 2, 1, 2, 3, 3)] == [201] * 6
        late = await client.post("/api/games", json=_own(4))
        assert late.status_code == 429
        assert late.json()["error"].startswith("your side has brought as many new game files as")
        assert late.headers["retry-after"] == str(86400 // 3)
        assert [await make(new) for new in (_own(3), NEW)] == [201, 201]
        clock.now += 86400 / 3
        assert [await make(_own(k)) for k in (4, 5)] == [201, 429]

    with_app(tmp_path, 100_000, work)


def test_what_an_address_has_stored_is_bounded_for_a_day(
    tmp_path: Path, clock: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "_KEPT_A_DAY", 20 * A_GAME)

    async def work(client: httpx.AsyncClient) -> None:
        async def make(**more: object) -> int:
            return (await client.post("/api/games", json={**NEW, **more})).status_code

        assert await make(numbers="1-100", seats=["random", "random"]) == 201  # 100 picks to come
        assert [await make() for _ in range(7)] == [201] * 6 + [429]
        assert await make(picks=[1]) == 429
        named = [await client.post("/api/games/none/name", json={}) for _ in range(3)]
        assert [answer.status_code for answer in named] == [401, 401, 429]
        late = named[-1]
        assert late.json()["error"].startswith("your side has stored very much within a day")
        assert (await client.get("/api/games/none")).status_code == 404
        clock.now += 86400
        assert [await make() for _ in range(21)] == [201] * 20 + [429]

    with_app(tmp_path, 100_000, work)


def test_a_rematch_from_a_position_stores_its_picks_too(
    tmp_path: Path, clock: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "_KEPT_A_DAY", 4 * A_GAME)  # the game, its end, a rematch

    async def rematches(client: httpx.AsyncClient, picks: list[int]) -> int:
        new = {"game": "non-consecutive", "seats": ["me", "me"], "picks": picks}
        made = (await client.post("/api/games", json=new)).json()
        token = {"authorization": f"Bearer {made['tokens']['1']}"}
        for version, call in enumerate(("resign", "rematch")):
            path, body = f"/api/games/{made['id']}/{call}", {"version": version, "key": call}
            answer = await client.post(path, json=body, headers=token)
        return answer.status_code

    async def work(client: httpx.AsyncClient) -> None:
        assert await rematches(client, [1, 3, 5]) == 201
        clock.now += 86400
        assert await rematches(client, [1, 3, 5, 7, 9, 11, 13, 15]) == 429  # twice 8

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
        guarded = guard.Guard(Routes(), slow, Buckets(10.0), settings, nullcontext)
        transport = httpx.ASGITransport(guarded)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            assert (await client.get("/api/catalog")).status_code == 200
            assert (await client.get("/api/catalog")).status_code == 429
            clock.now += 4.0  # one burst is owed at most, and that has been worked off
            assert (await client.get("/api/catalog")).status_code == 429
            clock.now += 0.2
            assert (await client.get("/api/catalog")).status_code == 200

    asyncio.run(work())


@pytest.mark.parametrize("proxied", [False, True])
def test_an_ipv6_network_has_one_pace_and_one_place_in_line(clock: Time, proxied: bool) -> None:
    askers = []

    async def note(_: Call) -> Response:
        askers.append([network.name for network in asker.get()])
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
        assert statuses == [200] * 20 + [429] * 10
        assert await call("2001:db8:1:3::1") == 200
        assert await call("192.0.2.1") == 200
        assert await call("::ffff:192.0.2.1") == 200

    pace = Buckets(5.0)
    asyncio.run(work())
    wider = ["2001:db8:1::/56", "2001:db8:1::/48"]
    assert askers[:20] == [["2001:db8:1:2::/64", *wider]] * 20
    assert askers[20:] == [["2001:db8:1:3::/64", *wider]] + [["192.0.2.1"]] * 2
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
