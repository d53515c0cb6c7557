"""Which names in a Host header are this machine's own.

A page whose name's owner points that name at this machine (DNS rebinding) reads whatever answers
under the name, so only names are answered that nobody else can point here. An address cannot be
pointed anywhere; those of this machine are accepted, so that whoever opens one needs no option.
"""

from __future__ import annotations

import re
import socket
import struct
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address

_EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - as asked for
_PORT = 9  # nothing is sent there

_HOST = re.compile(r"(?a:([\w-]+(?:\.[\w-]+)*)\.?|\[([\da-f:.]+)\])(?::\d{1,5})?")


class OwnHosts:
    """The names and addresses by which a server that listens at `listening` is called."""

    def __init__(self, listening: str, others: Iterable[str] = ()) -> None:
        address = _address(listening)
        named = {listening.lower()} if address is None else set()
        self._names = {"localhost", *named, *map(_name, others)}
        self._local = address.is_loopback if address else listening == "localhost"

    def knows(self, host: str, reached: str) -> bool:
        """Whether a Host header is acceptable; `reached` is this side of the connection.

        The machine's own name counts where it listens to others: on their network others resolve
        it, and one of them could have it lead anywhere.
        """
        name = _name(host)
        if name in self._names or (name and name == reached):
            return True
        address = _address(name)
        if address is not None:
            return address.is_loopback or address == _address(reached) or _is_here(address)
        return bool(name) and not self._local and name.removesuffix(".local") in _own_names()


def _name(host: str) -> str:
    """A host in lower case without port, brackets and final dot; "" if it is not well formed."""
    found = _HOST.fullmatch(host.lower())
    return (found[1] or found[2]) if found else ""


def _own_names() -> tuple[str, str]:
    name = socket.gethostname().lower()
    return name.removesuffix(".local"), name.partition(".")[0]


def _address(name: str) -> IPv4Address | IPv6Address | None:
    """An address without its scope; IPv4 also where IPv6 carries it."""
    with suppress(ValueError):
        address = ip_address(name.partition("%")[0])
        return getattr(address, "ipv4_mapped", None) or address
    return None


def _is_here(address: IPv4Address | IPv6Address) -> bool:
    """True if an interface has this address: only then a socket can be bound to it.

    That needs no list of interfaces, is never out of date, and waits for nobody.
    """
    if address.is_multicast or address.is_unspecified:
        return False
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((str(address), 0))
    except OSError:
        return False
    return True


def reachable(listening: str) -> str:
    """The address to give to others: listening everywhere is not a place to go to.

    The one by which this machine reaches the world; on a network of its own, that of an interface.
    """
    if listening not in _EVERYWHERE:
        return listening
    by_ipv6 = _local_end(socket.AF_INET6, "2001:db8::1") if listening == "::" else ""
    return by_ipv6 or _local_end(socket.AF_INET, "192.0.2.1") or _of_interface()


def _of_interface() -> str:
    for index, _ in socket.if_nameindex():
        if found := _local_end(socket.AF_INET, "224.0.0.251", index):
            return found
    return socket.gethostname()


def _local_end(family: int, other: str, interface: int = 0) -> str:
    """Where a datagram to this address would be sent from; "" if it could not be."""
    with socket.socket(family, socket.SOCK_DGRAM) as probe, suppress(OSError):
        if interface:
            choice = struct.pack("8xi", interface)
            probe.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, choice)
        probe.connect((other, _PORT))
        found = str(probe.getsockname()[0])
        no_use = found in _EVERYWHERE or "%" in found  # browsers open no address with a scope
        return "" if no_use else found
    return ""
