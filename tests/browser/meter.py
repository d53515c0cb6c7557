"""What goes over the wire for a page: requests that reach the server, and their bytes."""

from __future__ import annotations

from typing import Any, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page


class Line(NamedTuple):
    """A line to the server: bytes a second, and milliseconds to and fro."""

    rate: float
    latency: float


SLOW = Line(1.6e6 / 8, 150)  # a phone where the network is poor


class Meter:
    """Counts, from now on, what one page asks the server for; what a cache has is not asked for."""

    def __init__(self, context: BrowserContext, page: Page, line: Line | None = None) -> None:
        self.bytes: dict[str, float] = {}  # as transferred, headers included
        self.headers: dict[str, float] = {}  # of these
        self.addresses: dict[str, str] = {}
        self._page = page
        self._session = context.new_cdp_session(page)
        self._session.on("Network.requestWillBeSent", self._asked)
        self._session.on("Network.requestServedFromCache", self._cached)
        self._session.on("Network.responseReceived", self._began)
        self._session.on("Network.dataReceived", self._came)
        self._session.on("Network.loadingFinished", self._ended)
        self._session.send("Network.enable")
        if line is not None:
            self._session.send(
                "Network.emulateNetworkConditions",
                {
                    "offline": False,
                    "latency": line.latency,
                    "downloadThroughput": line.rate,
                    "uploadThroughput": line.rate,
                },
            )

    @property
    def total(self) -> float:
        return sum(self.bytes.values())

    @property
    def content(self) -> float:
        """Without the headers, which a proxy that speaks HTTP/2 compresses to almost nothing."""
        return self.total - sum(self.headers.get(request, 0) for request in self.bytes)

    @property
    def paths(self) -> list[str]:
        """What was asked for, in this order."""
        return [urlsplit(address).path for address in self.addresses.values()]

    def settle(self) -> None:
        """Wait until each request has been answered, by the server or by a cache."""
        for _ in range(2_000):
            if all(request in self.headers for request in self.addresses):
                return
            self._page.evaluate("() => new Promise((done) => setTimeout(done))")
        raise AssertionError(f"not answered: {self.told()}")

    def told(self) -> list[tuple[float, str]]:
        """Each answer and its size, for whoever wants to know why it is so much."""
        return sorted(
            (self.bytes.get(request, 0), address) for request, address in self.addresses.items()
        )

    def _asked(self, event: dict[str, Any]) -> None:
        if not event["request"]["url"].startswith(("data:", "blob:")):
            self.addresses[event["requestId"]] = event["request"]["url"]

    def _cached(self, event: dict[str, Any]) -> None:
        self._forget(event["requestId"])

    def _began(self, event: dict[str, Any]) -> None:
        response = event["response"]
        if response.get("fromDiskCache") or response.get("fromPrefetchCache"):
            self._forget(event["requestId"])
        else:
            self.headers[event["requestId"]] = response["encodedDataLength"]
            self._add(event["requestId"], response["encodedDataLength"])

    def _came(self, event: dict[str, Any]) -> None:
        self._add(event["requestId"], event["encodedDataLength"])

    def _ended(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self.addresses:
            self.bytes[event["requestId"]] = event["encodedDataLength"]

    def _add(self, request: str, length: float) -> None:
        if request in self.addresses:
            self.bytes[request] = self.bytes.get(request, 0) + length

    def _forget(self, request: str) -> None:
        self.addresses.pop(request, None)
        self.bytes.pop(request, None)
