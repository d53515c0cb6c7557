"""The networks that a visitor counts for: an IPv4 address, or three networks of IPv6.

A subscriber of IPv6 can have a /64, or 256 of them in a /56, or 65,536 in a /48. Whatever is
counted is counted for each of the three.
"""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
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


def visitor(address: str) -> str:
    """The name of an address's narrowest network."""
    return networks(address)[0].name


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
