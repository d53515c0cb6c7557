"""Behind a real nginx, as the operator's page sets it up: play, news, limits, refusals."""

import json
import re
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.nginx import FILES, NAME, Nginx, nginx
from support.serving import Server
from support.visitor import until
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from lastpick.cli import COMMANDS
from lastpick.web.http.route import WITH_TEXT
from lastpick.web.http.sse import PULSE

ARGS = ("--proxy", "127.0.0.1", "--origin", f"https://{NAME}")


class Proxied:
    """A server, and an nginx before it."""

    def __init__(self, server: Server, proxy: Nginx) -> None:
        self.server = server
        self.proxy = proxy
        self.client = proxy.client


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    folder = tmp_path_factory.mktemp("proxied")
    with (
        Server(folder / "server", *ARGS, "--streams", 2) as server,
        nginx(folder / "nginx", server.url) as proxy,
    ):
        yield Proxied(server, proxy)


def test_a_game_is_played_through_it(proxied: Proxied) -> None:
    with proxied.client() as visitor:
        assert visitor.get("/").status == 200
        table = visitor.friends()
        assert table.play_out()["outcome"]


def test_news_arrive_at_once(proxied: Proxied) -> None:
    """The stream stays open, so that nothing but the change itself can bring it here."""
    with proxied.client() as visitor:
        table = visitor.create()
        with visitor.news(table.id) as stream:
            stream.through("state")
            for version, pick in (("1", 6), ("2", 3)):
                table.play(pick)
                assert stream.through("change")[-1].id == version


def test_browsers_get_http_2(proxied: Proxied) -> None:
    trust = ssl.create_default_context(cafile=str(proxied.proxy.folder / "fullchain.pem"))
    trust.set_alpn_protocols(["h2", "http/1.1"])
    with (
        socket.create_connection(("127.0.0.1", proxied.proxy.port)) as plain,
        trust.wrap_socket(plain, server_hostname=NAME) as connection,
    ):
        assert connection.selected_alpn_protocol() == "h2"


def test_a_server_that_restarts_is_said_to_be_away_and_news_go_on(proxied: Proxied) -> None:
    with proxied.client() as visitor:
        table = visitor.create()
        with visitor.news(table.id) as stream:
            stream.through("state")
            table.play(6)
            last = stream.through("change")[-1].id
            proxied.server.stop()
            assert [frame.event for frame in stream if frame.event == "change"] == []
        away = visitor.get("/healthz")
        assert (away.status, away.headers["retry-after"]) == (503, "1")
        assert away.error == "the server does not answer; try again in a moment"
        proxied.server.start()
        until(lambda: visitor.get("/healthz").status, lambda status: status == 200)
        table.play(3)
        with visitor.news(table.id, last=last) as stream:
            assert [frame.id for frame in stream.through("change")] == ["2"]


# --- whose calls they are -------------------------------------------------------------------------


def test_limits_count_the_client_and_not_the_proxy(proxied: Proxied) -> None:
    """Two streams are the most for an address here."""
    with (
        proxied.client("127.0.0.2") as one,
        proxied.client("127.0.0.3") as other,
        proxied.client("::1") as by_ipv6,
    ):
        table = one.create()
        events = f"{table.path}/events"
        with one.news(table.id) as first, one.news(table.id) as second:
            first.through("state")
            second.through("state")
            for forged in (None, "127.0.0.9", "127.0.0.9, 127.0.0.1", "::1", "unknown", ""):
                names = () if forged is None else ("x-forwarded-for", "x-real-ip", "forwarded")
                headers = dict.fromkeys(names, f"{forged}")
                with one.http.stream("GET", events, headers=headers) as third:
                    assert third.status_code == 429, forged
            for visitor in (other, by_ipv6):
                with visitor.news(table.id) as stream:
                    assert stream.status == 200

    def ended() -> list[str]:
        """The streams, by address; each has made room for another one."""
        whole = proxied.server.log.read_text().rpartition("\n")[0]
        log = [json.loads(line) for line in whole.splitlines()]
        ours = [line for line in log if line.get("path") == events and line["status"] == 200]
        return sorted(line["address"] for line in ours)

    until(ended, lambda seen: seen == ["127.0.0.2", "127.0.0.2", "127.0.0.3", "::1"])


@pytest.mark.parametrize(
    ("forwarded", "client"),
    [
        (["192.0.2.7"], "192.0.2.7"),
        (["203.0.113.9, 192.0.2.7"], "192.0.2.7"),
        (["203.0.113.9", "192.0.2.7"], "192.0.2.7"),
        (["192.0.2.7, 127.0.0.1"], "192.0.2.7"),
        (["203.0.113.9, 2001:db8::7"], "2001:db8::7"),
        (["[2001:db8::7]:4711"], "2001:db8::7"),
        (["192.0.2.7:4711"], "192.0.2.7"),
        ([], "127.0.0.1"),
    ],
)
def test_of_several_addresses_the_last_that_is_no_proxy_counts(
    forwarded: list[str], client: str
) -> None:
    """A proxy that adds to the header, where ours replaces it: what a client said comes first."""
    assert whose("127.0.0.1", forwarded) == client


def test_only_the_proxy_is_believed() -> None:
    assert whose("192.0.2.1", ["192.0.2.7"]) == "192.0.2.1"
    assert whose("::1", ["192.0.2.7"]) == "::1"
    assert whose("::1", ["192.0.2.7"], proxies="127.0.0.1/32,::1/128") == "192.0.2.7"


@pytest.mark.parametrize("where", ["nginx", "*", "10.0.0.5/8", "127.0.0.1,", ""])
def test_a_proxy_is_named_by_its_address(where: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A name would never be found among addresses, and a star would believe anybody."""
    with pytest.raises(SystemExit) as left:
        COMMANDS["serve"].parser("serve").parse_words(["--proxy", where])
    assert left.value.code == 2
    line = capsys.readouterr().err
    assert line.count("\n") == 1
    assert "expected an address or a network, as in 127.0.0.1 or 10.0.0.0/8" in line


def whose(peer: str, forwarded: list[str], proxies: str = "127.0.0.1/32") -> str:
    """The address that a call counts for, by the part of uvicorn that `--proxy` sets going."""
    scope = {
        "type": "http",
        "client": (peer, 1),
        "headers": [(b"x-forwarded-for", value.encode()) for value in forwarded],
    }

    async def app(*_: object) -> None:
        pass

    try:
        ProxyHeadersMiddleware(app, proxies)(scope, app, app).send(None)  # type: ignore[arg-type]
    except StopIteration:
        pass
    return str(scope["client"][0])


# --- what is refused ------------------------------------------------------------------------------


def test_what_is_too_large_is_refused_in_one_line(proxied: Proxied) -> None:
    with proxied.client() as visitor:
        body = visitor.call("POST", "/api/games", content=b"x" * (WITH_TEXT + 1))
        assert (body.status, body.error) == (413, "the body is larger than 160 kB")
        own = visitor.call("POST", "/api/games/x/picks", content=b"x" * 5_000)
        assert (own.status, own.error) == (413, "the body is larger than 4 kB")
        headers = visitor.call("GET", "/healthz", headers={"x-much": "x" * 17_000})
        assert (headers.status, headers.error) == (431, "the headers are larger than 16 kB")
        address = visitor.get("/" + "x" * 17_000)
        assert (address.status, address.error) == (414, "the address is too long")


def test_a_server_that_does_not_answer_is_not_waited_for(tmp_path: Path) -> None:
    short = {"proxy_read_timeout 60s": "proxy_read_timeout 100ms"}
    with socket.create_server(("127.0.0.1", 0)) as silent:
        where = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with nginx(tmp_path / "nginx", where, short) as proxy, proxy.client() as visitor:
            answer = visitor.get("/healthz")
    assert answer.status == 503
    assert answer.error == "the server does not answer; try again in a moment"


def test_connections_of_one_address_are_limited(tmp_path: Path, proxied: Proxied) -> None:
    few = {"connections 4000": "connections 1"}
    with (
        nginx(tmp_path / "nginx", proxied.server.url, few) as proxy,
        proxy.client("127.0.0.2") as one,
        proxy.client("127.0.0.3") as other,
    ):
        table = other.create()
        with one.news(table.id) as stream:
            stream.through("state")
            refused = one.get("/healthz")
            assert refused.status == 429
            assert refused.error == "too many connections from your side; close some"
            assert other.get("/healthz").status == 200


# --- what the file says ---------------------------------------------------------------------------


def directive(name: str, place: str = "") -> str:
    text = (FILES / "nginx.conf").read_text()
    text = text[text.index(place) :]
    found = re.search(rf"^\s*{name}\s+(.+?);", text, re.MULTILINE)
    assert found, name
    return found[1]


def test_streams_last_and_nothing_is_held_back() -> None:
    unit = {"s": 1, "m": 60}
    stream = directive("proxy_read_timeout", "/events$")
    assert int(stream[:-1]) * unit[stream[-1]] >= 4 * PULSE
    assert int(stream[:-1]) * unit[stream[-1]] > 60, "which is nginx's own"
    assert directive("proxy_buffering", "/events$") == "off"
    assert directive("client_max_body_size") == f"{WITH_TEXT // 1024}k"
