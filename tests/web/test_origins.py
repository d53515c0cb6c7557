"""Under which names the server is called, and by whose pages: no other site uses a browser here."""

import ipaddress
import socket
from typing import Any

import pytest

from lastpick.web.errors import Forbidden, Unreadable
from lastpick.web.http import hosts
from lastpick.web.http.hosts import OwnHosts, reachable
from lastpick.web.http.origins import Origins
from lastpick.web.http.reading import Call

EVERYWHERE = "0.0.0.0"
REACHED = "192.0.2.7"  # this side of the connections here


class Asked:
    """A request by its headers, as far as its origin depends on them."""

    def __new__(cls, *hosts: str, scheme: str = "http", **more: str) -> Any:
        headers = [(b"host", host.encode("latin-1")) for host in hosts]
        headers += [(k.replace("_", "-").encode(), v.encode("latin-1")) for k, v in more.items()]
        scope = {"headers": headers, "scheme": scheme, "server": (REACHED, 8000)}
        return Call(scope, None, {})  # type: ignore[arg-type]


def allowed(call: Call, *origins: str, listening: str = EVERYWHERE) -> bool:
    try:
        Origins(listening, origins).check(call)
    except Forbidden:
        return False
    return True


@pytest.fixture(autouse=True)
def _named_pc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "PC.example.org")


# --- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("port", ["", ":8000", ":80"])
@pytest.mark.parametrize(
    ("host", "at_loopback"),
    [
        ("localhost", True),
        ("LocalHost.", True),
        ("127.0.0.1", True),
        ("127.1.2.3", True),
        ("[::1]", True),
        ("[0:0::1]", True),
        ("[::ffff:127.0.0.1]", True),
        (REACHED, True),  # an address: nobody else can have it lead here
        ("[::ffff:192.0.2.7]", True),
        ("pc", False),
        ("PC.local", False),
        ("pc.example.org", False),
        ("pc.example.org.local", False),
    ],
)
def test_a_name_of_this_machine(host: str, at_loopback: bool, port: str) -> None:
    """At loopback not the machine's name: others on the network can have that lead anywhere."""
    for origin in ({}, {"origin": f"http://{host}{port}"}):
        call = Asked(host + port, **origin)
        assert allowed(call)
        for loopback in ("127.0.0.1", "localhost", "::1"):
            assert allowed(call, listening=loopback) is at_loopback


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example.",
        "pc.evil.example",
        "evil.local",
        "example.org",
        "local",
        ".local",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "192.0.2.7.evil.example",
        "192.0.2.200",  # of no interface here
        "[2001:db8::9]",
        "0.0.0.0",
        "224.0.0.1",
        "[::]",
        "2130706433",
        "127.1",
        "localhost@evil.example",
        "evil.example@localhost",
        "localhost:8000:8000",
        "localhost:x",
        "localhost..",
        "localhost,evil.example",
        "http://localhost",
        "localhost/evil",
        "[::1",
        "::1",
        "[::1%25eth0]",
        "[]",
        "m\xfcller.example",
        "xn--pc-.example",
        "local host",
        "",
        ":8000",
        'x"><b>',
    ],
)
def test_any_other_name_is_refused(host: str) -> None:
    for listening in (EVERYWHERE, "::", "127.0.0.1", "192.0.2.7", "nas"):
        for origin in ({}, {"origin": f"http://{host}"}):
            call = Asked(host, **origin)
            assert not allowed(call, "https://play.example.org", listening=listening)


def test_the_refusal_says_what_to_do() -> None:
    with pytest.raises(Forbidden, match="--origin"):
        Origins(EVERYWHERE, ()).check(Asked("evil.example"))


@pytest.mark.parametrize("hosts", [(), ("localhost", "evil.example"), ("localhost", "localhost")])
def test_a_request_names_one_host(hosts: tuple[str, ...]) -> None:
    """Of two, readers differ on which counts."""
    with pytest.raises(Unreadable, match="once"):
        Origins(EVERYWHERE, ()).check(Asked(*hosts))


def test_a_server_is_also_called_as_its_owner_says() -> None:
    named = ("https://Play.Example.org:8443", "http://[2001:db8::9]:80")
    for host in ("play.example.org", "play.example.org:8443", "[2001:db8::9]", "pc:1"):
        assert allowed(Asked(host), *named)
    assert allowed(Asked("nas:8000"), listening="nas")
    assert not allowed(Asked("evil.example"), *named)


def test_addresses_that_come_later_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """As of an interface that went up after the server began."""
    own = OwnHosts(EVERYWHERE)
    asked: list[str] = []

    class Probe(socket.socket):
        def bind(self, address: Any) -> None:
            asked.append(address[0])
            if len(asked) == 1:
                raise OSError

    monkeypatch.setattr(socket, "socket", Probe)
    assert not own.knows("198.51.100.1:8000", "127.0.0.1")
    assert own.knows("198.51.100.1:8000", "127.0.0.1")
    assert asked == ["198.51.100.1"] * 2


def test_an_address_of_an_interface_is_known_without_a_connection_to_it() -> None:
    """A proxy of this machine passes on the name by which it was called."""
    for version in (EVERYWHERE, "::"):
        shown = reachable(version)
        if shown != socket.gethostname():
            host = f"[{shown}]" if ":" in shown else shown
            assert OwnHosts("127.0.0.1").knows(host, "127.0.0.1")


# --- pages of other sites -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "origin", "fine"),
    [
        ("pc:8000", None, True),
        ("pc:8000", "http://pc:8000", True),
        ("PC:8000", "http://pC:8000", True),
        ("pc.:8000", "http://pc.:8000", True),
        ("[::1]:8000", "http://[::1]:8000", True),
        ("pc:8000", "http://pc", False),
        ("pc:8000", "http://pc:8001", False),
        ("pc", "http://pc.evil", False),
        ("pc", "http://evil/pc", False),
        ("pc", "http://user@evil", False),
        ("pc", "http://evil@pc", False),
        ("pc", "pc", False),
        ("pc", "null", False),
        ("pc", "http://[", False),
        ("pc", "\u00e9", False),
    ],
)
def test_only_the_servers_own_pages_may_call(host: str, origin: str | None, fine: bool) -> None:
    assert allowed(Asked(host, **({} if origin is None else {"origin": origin}))) is fine


def test_pages_under_a_name_that_the_owner_gave_may_call() -> None:
    named = ("https://Play.Example.org", "play.example.net")
    for host in (REACHED, "play.example.org"):
        assert allowed(Asked(host, origin="https://play.example.org"), *named)
        assert not allowed(Asked(host, origin="null"), *named)
        assert not allowed(Asked(host, origin="https://other.example.org"), *named)


def test_a_cross_site_fetch_is_refused_and_a_link_is_not() -> None:
    assert not allowed(Asked("pc", sec_fetch_site="cross-site", sec_fetch_mode="no-cors"))
    assert allowed(Asked("pc", sec_fetch_site="cross-site", sec_fetch_mode="navigate"))
    assert allowed(Asked("pc", sec_fetch_site="same-origin", sec_fetch_mode="cors"))


# --- what others are told -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("named", "host", "origin"),
    [
        ((), "localhost:8000", "http://localhost:8000"),
        ((), "[::1]:8000", "http://[::1]:8000"),
        (("https://play.example.org",), "127.0.0.1:8000", "https://play.example.org"),
        (("https://play.example.org",), "play.example.org", "https://play.example.org"),
        (("https://a.org", "https://b.org"), "b.org", "https://b.org"),
        (("https://a.org", "https://b.org"), "pc", "https://a.org"),
    ],
)
def test_addresses_begin_with_the_name_that_the_owner_gave(
    named: tuple[str, ...], host: str, origin: str
) -> None:
    assert Origins(EVERYWHERE, named).outside(Asked(host)) == origin


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "203.0.113.7"])
def test_an_address_of_its_own_is_shown_as_it_is(host: str) -> None:
    assert reachable(host) == host


@pytest.mark.parametrize("route", [True, False])
@pytest.mark.parametrize("host", [EVERYWHERE, "::"])
def test_a_server_that_listens_everywhere_shows_where_others_find_it(
    host: str, route: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a network that leads nowhere else, too."""
    local_end = hosts._local_end
    if not route:
        monkeypatch.setattr(hosts, "_local_end", lambda *way: local_end(*way) if way[2:] else "")
    shown = reachable(host)
    if shown != socket.gethostname():
        address = ipaddress.ip_address(shown)
        assert not address.is_unspecified
        assert not address.is_loopback
    assert route or local_end(socket.AF_INET, "192.0.2.1") in ("", shown)
