"""Engines that go wrong, one of each kind: python bad_engine.py KIND [FILE]."""

import json
import os
import subprocess
import sys
import time
from typing import Any, NoReturn


def say(**message: object) -> None:
    print(json.dumps(message), flush=True)


def hello(protocol: object = 1) -> None:
    sys.stdin.readline()
    say(type="hello", protocol=protocol)


def asked() -> dict[str, Any]:
    """The next position."""
    for line in sys.stdin:
        message: dict[str, Any] = json.loads(line)
        if message["type"] == "position":
            return message
        if message["type"] == "quit":
            sys.exit()
    sys.exit()


def forever() -> NoReturn:
    while True:
        time.sleep(3600)


def write(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def main(kind: str, file: str = "") -> None:
    if kind == "crash-at-start":
        sys.exit("no book found")
    if kind == "hang-at-start":
        forever()
    if kind == "flood-at-start":
        while True:
            write(b"x" * 65536)
    if kind == "old":
        hello(protocol=0)
        asked()
    if kind == "two-at-once":  # what it says to nobody comes with its hello
        sys.stdin.readline()
        write(b'{"type":"hello","protocol":1}\n{"type":"pick","pick":1}\n')
        asked()
        forever()
    if kind == "once":  # crashes in its first life, and plays on in the next
        again = os.path.exists(file)
        open(file, "w").close()
        hello()
        while True:
            legal = asked()["legal"]
            if not again:
                sys.exit(7)
            say(type="pick", pick=legal[0])
    if kind == "hang-again":  # before its hello, in its second life
        if os.path.exists(f"{file}-before"):
            with open(file, "w") as alive:
                print(os.getpid(), file=alive, flush=True)
                forever()
        open(f"{file}-before", "w").close()
    if kind == "hang":  # with a child; whoever reads the file sees when both have ended
        with open(file, "w") as alive:
            print(os.getpid(), file=alive, flush=True)
            subprocess.Popen(["sleep", "3600"], stdout=alive)
            hello()
            forever()
    hello()
    if kind == "deaf":  # reads nothing any more
        forever()
    position = asked()
    if kind == "crash":
        print(1 // (position["last"] or 0))
    if kind == "mute":
        os.close(1)
        forever()
    if kind == "half":
        write(b'{"type":"pick",')
        forever()
    if kind == "flood":
        while True:
            write(b"x" * 65536)
    if kind == "noise":  # a pick, and then more than anybody asked for
        say(type="pick", pick=position["legal"][0])
        while True:
            write(b"thinking...\n" * 5000)
    if kind == "illegal":
        say(type="pick", pick=position["pool"][-1] + 1)
    if kind == "loud":  # on its standard error, where it does no harm
        while True:
            sys.stderr.write("thinking...\n" * 100_000)
            say(type="pick", pick=position["legal"][0])
            position = asked()
    if kind == "says":  # what the file holds
        with open(file, "rb") as said:
            write(said.read() + b"\n")
    forever()


main(*sys.argv[1:])
