"""Processes as the system sees them: families, memory, processor time and connections."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

_HERTZ = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


def family(pid: int) -> list[int]:
    """A process and all that come from it."""
    return [pid, *(one for child in children(pid) for one in family(child))]


def children(pid: int) -> list[int]:
    try:
        return [int(child) for child in _read(pid, f"task/{pid}/children").split()]
    except OSError:
        return []


def workers(pid: int) -> list[int]:
    """The server processes that a supervisor has started."""
    return [child for child in children(pid) if "web.http.worker " in command(child)]


def command(pid: int) -> str:
    try:
        return _read(pid, "cmdline").replace("\0", " ")
    except OSError:
        return ""


def alive(pid: int) -> bool:
    try:
        return _read(pid, "stat").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def memory(pids: list[int]) -> float:
    """Resident megabytes."""
    return sum(int(_read(pid, "statm").split()[1]) for pid in pids) * _PAGE / 1e6


def stolen() -> float:
    """Seconds since the start in which a core had work, and the host ran another machine."""
    with open("/proc/stat") as file:
        return int(file.readline().split()[8]) / _HERTZ


def pin(pids: list[int], cores: list[int]) -> None:
    """Let processes, with their threads and whatever they start, run on some cores only."""
    for pid in pids:
        for thread in Path(f"/proc/{pid}/task").iterdir():
            os.sched_setaffinity(int(thread.name), cores)


def peak(pids: list[int]) -> float:
    """The most resident megabytes that each has had, together."""
    kilobytes = 0
    for pid in pids:
        found = [line for line in _read(pid, "status").splitlines() if line.startswith("VmHWM")]
        kilobytes += int(found[0].split()[1])
    return kilobytes / 1e3


def open_files(pids: list[int]) -> int:
    """Files, sockets and pipes that are open."""
    found = 0
    for pid in pids:
        try:
            found += len(os.listdir(f"/proc/{pid}/fd"))
        except OSError:  # it has ended
            pass
    return found


def processor(pids: list[int]) -> float:
    """Seconds of processor time so far, with that of children that have ended."""
    ticks = 0
    for pid in pids:
        with suppress(OSError):  # it ends just now: its parent knows the time it took
            fields = _read(pid, "stat").rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))
    return ticks / _HERTZ


def in_sockets() -> float:
    """Megabytes that the system holds in all its TCP sockets, of closed ones too."""
    words = Path("/proc/net/sockstat").read_text().partition("TCP:")[2].split()
    return int(words[words.index("mem") + 1]) * _PAGE / 1e6


def established(port: int) -> set[tuple[str, int]]:
    """Who is connected to a port of this machine, as the server's side of it sees it."""
    found = set()
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        local, remote, state = line.split()[1:4]
        if state == "01" and int(local.partition(":")[2], 16) == port:
            address, _, number = remote.partition(":")
            octets = (str(octet) for octet in reversed(bytes.fromhex(address)))
            found.add((".".join(octets), int(number, 16)))
    return found


def _read(pid: int, name: str) -> str:
    return Path(f"/proc/{pid}/{name}").read_text()
