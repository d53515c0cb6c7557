"""Whom a call counts for: a seat or a connection, and the networks of its address.

A subscriber of IPv6 can have a /64, or 256 of them in a /56, or 65,536 in a /48. Whatever is
counted is counted for each of the three. An IPv4 address is one network.
"""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from math import inf, isqrt
from typing import NamedTuple

_LONGEST_ADDRESS = 64  # characters, so that no list of addresses is large

# Prefix lengths of IPv6, narrowest first, and their factors. One subscriber often has a whole /56
# or /48, while some providers put hundreds of subscribers into one: 4 and 16 times what a class of
# thirty needs is enough for those who play at once, and 256 and 65,536 times would be no limit.
_PREFIXES = ((64, 1), (56, 4), (48, 16))


class Network(NamedTuple):
    """A network; its budget is `factor` times that of one address."""

    name: str
    factor: int = 1


def networks(address: str) -> tuple[Network, ...]:
    """The networks of an address, narrowest first; the first is the visitor itself."""
    return _networks(address[:_LONGEST_ADDRESS])


Asker = tuple[Network, ...]  # a caller and its networks, narrowest first
_AT_ADDRESS = 4  # times as much thinking for all at an address as for one of them
_SEATLESS = 3  # of these, what connections without a seat have together


class Caller(NamedTuple):
    """Whom a call counts for: `names` are a seat or else a connection, then its networks.

    Only a seat whose token was shown is one. A connection is its client's port; behind a proxy,
    which does not tell that, everybody at an address without a seat is one caller.
    """

    names: tuple[str, ...] = ("",)  # the narrowest first
    networks: tuple[Network, ...] = ()
    seated: bool = False

    @classmethod
    def connected(cls, address: str, port: int = 0) -> Caller:
        found = networks(address)
        narrowest = f"{address[:_LONGEST_ADDRESS]} {port}"
        return cls((narrowest, *[network.name for network in found]), found)

    def in_seat(self, game: str, seat: int) -> Caller:
        """The same with a seat's token."""
        return Caller((f"{game} {seat}", *self.names[1:]), self.networks, True)

    @property
    def name(self) -> str:
        return self.names[0]

    @property
    def asker(self) -> Asker:
        """The same for questions: 1, and 4, 8 and 16 for its networks, which share one queue.

        A fourth of its address is for seats alone, since new connections cost nothing.
        """
        wider = [Network(name, _AT_ADDRESS * isqrt(factor)) for name, factor in self.networks]
        if wider and not self.seated:
            wider.insert(0, Network(f"{wider[0].name} without a seat", _SEATLESS))
        return (Network(self.name), *wider)


def excess(mine: float, used: float, most: float, cost: float) -> float:
    """By what is to be divided what is in use, before one of several may have `cost` more.

    They share `most`; one has `mine` of it in use, and all have `used`. Nobody gets more than twice
    what is left, or all that is left. So one alone gets two thirds; where n take what they get,
    1 / (2n + 1) is left, and whoever comes with little in use gets of that at once.
    """
    by_share = (2 * used + mine) / (2 * most - cost) if cost < 2 * most else inf
    in_all = used / (most - 1.25 * cost) if 1.25 * cost < most else inf
    return max(by_share, in_all)


def address_of(asker: Asker) -> str:
    return next((name for name, factor in asker if factor == _AT_ADDRESS), asker[0].name)


@lru_cache(maxsize=10_000)
def _networks(address: str) -> tuple[Network, ...]:
    try:
        ip = ip_address(address)
    except ValueError:  # what a proxy calls its client
        return (Network(address),)
    if isinstance(ip, IPv4Address):
        return (Network(str(ip)),)
    if ip.ipv4_mapped:
        return (Network(str(ip.ipv4_mapped)),)
    bits = int(ip)
    return tuple(
        Network(f"{IPv6Address(bits >> 128 - length << 128 - length)}/{length}", factor)
        for length, factor in _PREFIXES
    )
