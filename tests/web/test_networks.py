"""Which networks an address counts for."""

import pytest

from lastpick.web.networks import Caller, address_of, networks


@pytest.mark.parametrize(
    ("address", "names"),
    [
        ("192.0.2.7", ["192.0.2.7"]),
        ("::ffff:192.0.2.7", ["192.0.2.7"]),
        ("::FFFF:c000:207", ["192.0.2.7"]),
        (
            "2001:db8:1:203::7",
            ["2001:db8:1:203::/64", "2001:db8:1:200::/56", "2001:db8:1::/48"],
        ),
        (
            "2001:DB8:1:FFFF:ffff:ffff:ffff:ffff",
            ["2001:db8:1:ffff::/64", "2001:db8:1:ff00::/56", "2001:db8:1::/48"],
        ),
        ("fe80::1%eth0", ["fe80::/64", "fe80::/56", "fe80::/48"]),
        ("::1", ["::/64", "::/56", "::/48"]),
        ("", [""]),
        ("a name", ["a name"]),
        ("x" * 10_000, ["x" * 64]),
    ],
)
def test_an_ipv6_address_counts_for_three_networks(address: str, names: list[str]) -> None:
    counted = networks(address)
    assert [network.name for network in counted] == names
    assert [network.factor for network in counted] == [1, 4, 16][: len(names)]
    caller = Caller.connected(address, 4711)
    assert caller.names == (f"{address[:64]} 4711", *names)
    assert caller.in_seat("game", 2).names == ("game 2", *names)
    seated = caller.in_seat("game", 2).asker
    assert [one.name for one in seated] == ["game 2", *names]
    assert [one.factor for one in seated] == [1, 4, 8, 16][: 1 + len(names)]
    assert caller.asker[0].name == caller.name
    assert caller.asker[1] == (f"{names[0]} without a seat", 3)
    assert caller.asker[2:] == seated[1:]
    assert [address_of(one) for one in (caller.asker, seated)] == [names[0]] * 2
