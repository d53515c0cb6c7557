"""What every parser costs on hostile input of doubling size: time and peak memory per byte.

    python tools/input_costs.py            the table, as in docs/checking.md
    python tools/input_costs.py record     the rows whose parser or input is called like that

Each input is parsed in a process of its own. What a parser refuses counts too. A row has grown if a
byte of the largest input takes three times as much as one of the smallest.
"""

from __future__ import annotations

import gc
import io
import json
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "tests"))

from rig import Progress, Run

from lastpick.arena.entrants import read_players
from lastpick.arena.played import Decisions, Played, check_played, read_played
from lastpick.arena.tournament import Tournament
from lastpick.catalog import open_book, read_book
from lastpick.coach.lesson_file import read_lesson
from lastpick.coach.puzzle_id import read_puzzle_id
from lastpick.coach.puzzle_log import PuzzleLog
from lastpick.errors import LastpickError
from lastpick.evaluation import answers
from lastpick.evaluation.ask import from_data
from lastpick.files import toml
from lastpick.journal import Setup
from lastpick.online.calls import Calls
from lastpick.online.link import read_link
from lastpick.online.news import read_events
from lastpick.online.told import read_change, read_game, read_state
from lastpick.players.engine import _read as read_engine_line
from lastpick.players.llm import prompt, request
from lastpick.players.llm.reply import Trouble, read_reply
from lastpick.players.player import Options, clean
from lastpick.record import Person, parse
from lastpick.relations import Numbers
from lastpick.relations.language import parse as parse_condition
from lastpick.relations.lists import listed
from lastpick.terminal.check_verdict import check_verdict
from lastpick.terminal.entries import read_pick
from lastpick.terminal.patience import Patience

SIZES = tuple(1 << power for power in range(14, 21))  # 16 kB to 1 MB
SECONDS = 60  # of processor time, for one input
BYTES = 4 << 30  # of addresses
GROWN = 3.0  # times as much for a byte of the largest input
FEWEST = 0.05, 8e6  # seconds and bytes in all, below which nothing is compared


class Case(NamedTuple):
    """An input that can be had in any size, and what reads it."""

    parser: str
    what: str
    make: Callable[[int], Any]
    parse: Callable[[Any], object]

    @property
    def name(self) -> str:
        return f"{self.parser}: {self.what}"


class Cost(NamedTuple):
    """Of one input: whether it was refused, seconds, and bytes at the most."""

    size: int
    refused: bool
    seconds: float
    memory: float


# --- inputs ---------------------------------------------------------------------------------------


def repeat(piece: str, before: str = "", after: str = "") -> Callable[[int], str]:
    """A piece again and again."""

    def make(size: int) -> str:
        return before + piece * max(1, (size - len(before) - len(after)) // len(piece)) + after

    return make


def counted(piece: Callable[[int], str], before: str = "", after: str = "") -> Callable[[int], str]:
    """Pieces that differ by their number."""

    def make(size: int) -> str:
        pieces, length, number = [before], len(before) + len(after), 1
        while length < size:
            pieces.append(piece(number))
            length += len(pieces[-1])
            number += 1
        return "".join(pieces) + after

    return make


def in_bytes(make: Callable[[int], str]) -> Callable[[int], bytes]:
    return lambda size: make(size).encode()


_RECORD = (
    "Lastpick record 1\nGame: own\nNumbers: {}\nOpens: any\nFollows: {}\nRemoves: itself\n"
    "Player 1: Ann\nPlayer 2: Bob\nDate: 2026-11-16\nResult: unfinished\n\n"
)
_POOL = "1-100000"
_EACH = _RECORD.format("1-9", "any") + "1\n\n"
_SAVED = Setup(
    "own", 'numbers = "{}"\n', "{}", (Person("Ann"), Person("Bob")), (True, True),
    0, 999_999_999, 9, 1, "2026-11-16", None,
).to_json()  # fmt: skip


def undone(size: int) -> str:
    """Half of it picks, then undos."""
    most = size // 13
    picks = " ".join(map(str, range(1, most + 1)))
    return _RECORD.format(_POOL, "any") + f"{picks}\n" + "undo\n" * most


def swinging(size: int) -> str:
    """Picks to the middle, then nine taken back and made again, without end."""
    most = size // 16
    picks = list(range(1, most + 1))
    text = _RECORD.format(_POOL, "any") + " ".join(map(str, picks)) + "\n"
    swing = "undo " * 9 + " ".join(map(str, picks[-9:])) + "\n"
    return text + swing * ((size - len(text)) // len(swing))


def saved(line: str) -> Callable[[int], list[str]]:
    """The lines of a saved match on a pool of nine."""
    header = _SAVED.replace("{}", "1-9")
    return lambda size: [header, *[line] * (size // (len(line) + 1))]


def replay(lines: list[str]) -> object:
    match = Setup.from_json(lines[0]).match()
    for line in lines[1:]:
        match.add(int(line) if line.isdigit() else line)
    return match.winner


# --- parsers --------------------------------------------------------------------------------------


def game(text: str) -> object:
    return read_book(text, "own", where="own.toml")


def lesson(text: str) -> object:
    return read_lesson(text, "own", "own.toml")


def verdict(text: str) -> object:
    with Patience(5) as patience:
        return check_verdict(text, "verdict", patience)


_CALLS = Calls("http://127.0.0.1:1")
_BOOK = open_book("divisor-duel")
_LARGE = read_book('numbers = "1-200000"', "own")
_TOURNAMENT = Tournament([_LARGE], read_players(["random", "greedy"]), 1, 1, 1, Options())


def events(data: bytes) -> object:
    return len([*read_events(io.BytesIO(data), _CALLS)])


def state(data: bytes) -> object:
    return _CALLS.shaped(lambda told: (read_state(told), read_game(told)), _CALLS.read(data))


def change(data: bytes) -> object:
    return _CALLS.shaped(read_change, _CALLS.read(data))


def puzzle_log(text: str) -> object:
    log = PuzzleLog(lambda _: None, "/nowhere/puzzles.jsonl")
    for line in text.splitlines():
        log._read(line.encode())
    return log.summary()


def given(data: bytes) -> object:
    return sum(1 for _ in answers.read(io.BytesIO(data), "answers"))


def answer(text: str) -> object:
    return from_data(json.loads(text))


def arena_game(text: str) -> object:
    check_played(found := read_played(text, _TOURNAMENT), _TOURNAMENT)
    return found


def engine_line(line: bytes) -> object:
    return read_engine_line(line, "pick", "pick")


def pick(text: str) -> object:
    return read_pick(text, _BOOK.game.start())


def web_body(data: bytes) -> object:
    from lastpick.web.http.calls.making import NewGame
    from lastpick.web.http.reading import Call, _body, _content

    call = Call({"headers": [(b"content-type", b"application/json")]}, None, {})  # type: ignore[arg-type]
    call.body = data
    return _body(NewGame, _content(call))


def web_query(text: str) -> object:
    from starlette.datastructures import QueryParams

    return QueryParams(text.encode()).get("picks")


def web_head(data: bytes) -> object:
    """Headers as the server's connections read them, which end one that sends too much."""
    from httptools import HttpRequestParser

    class Seen:
        def __init__(self) -> None:
            self.headers: list[tuple[bytes, bytes]] = []

        def on_header(self, name: bytes, value: bytes) -> None:
            self.headers.append((name, value))

    HttpRequestParser(seen := Seen()).feed_data(data)
    return dict(reversed(seen.headers))


def assistant(text: str) -> object:
    from lastpick.mcp.books import book_for

    return book_for(text)


def assistant_picks(text: str) -> object:
    from pydantic import TypeAdapter

    from lastpick.mcp.tools import Picks

    return TypeAdapter(Picks).validate_json(text)


_NAMES = repeat("a", '{"error": "', '"}')
_OPEN, _LISTS = repeat("["), repeat("[],", "[", "0]")
_OBJECTS, _KEYS = repeat("{},", "[", "0]"), counted(lambda n: f'"{n}":{n},', "{", '"":0}')
_DIGITS = repeat("9", '{"version": ', "}")
_JSON = {
    "open lists": _OPEN, "empty lists": _LISTS, "empty objects": _OBJECTS, "keys": _KEYS,
    "digits": _DIGITS, "one text": _NAMES, "escapes": repeat("\\u00e9", '{"a": "', '"}'),
}  # fmt: skip
_PIECE = '{"choices":[{"delta":{"content":"","reasoning":"' + "a" * 50 + '"}}]}'
_ASKED = {"game": "divisor-duel", "numbers": "1-9", "picks": [], "level": 1}


def tries(size: int) -> str:
    """A puzzle tried and tried again."""
    from lastpick.coach.puzzle_log import _name

    name = _name(_ASKED)
    begun = json.dumps({"puzzle": name, "asked": _ASKED, "day": "2026-11-16"})
    once = json.dumps({"puzzle": name, "try": 1, "right": False})
    return f"{begun}\n" + f"{once}\n" * (size // len(once))


def cases() -> Iterator[Case]:
    """Every input of every parser."""
    dots = {
        "a key of parts": repeat("a.", after="a = 1"),
        "a table of parts": repeat("a.", "[", "a]"),
        "keys": counted(lambda n: f"k{n} = {n}\n"),
        "tables": counted(lambda n: f"[t{n}]\n"),
        "tables in one another": counted(lambda n: f"[a{'.b' * (n % 7)}.c{n}]\n"),
        "lists of tables": repeat("[[a.b]]\n"),
        "open lists": repeat("[", "a = "),
        "lists": repeat("[],", "a = [", "]"),
        "inline tables": repeat("{b = 1},", "a = [", "]"),
        "quotes": repeat('"', "a = "),
        "a text": repeat("a", 'summary = "', '"'),
        "a long text": repeat('\\"\n', 'summary = """', '"""'),
        "comments": repeat("#\n"),
        "digits": repeat("9", "a = "),
        "dates": repeat("1979-05-27T07:32:00Z, ", "a = [", "]"),
        "braces": repeat("{", 'turn = "', '"'),
        "placeholders": repeat("{last}", 'turn = "', '"'),
        "example": repeat("1,", 'numbers = "1-9"\nexample = [', "]"),
        "tips": repeat('"a",', 'numbers = "1-9"\ntips = [', "]"),
        "a condition": repeat("n + ", 'numbers = "1-9"\nfollows = "', '1 == 2"'),
    }
    for what, make in dots.items():
        yield Case("game file", what, make, game)
        yield Case("lesson", what, make, lesson)
        yield Case("chat assistant's game", what, make, assistant)
    yield Case("lesson", "steps", repeat('[[step]]\ntext = "a"\n', 'title = "a"\n'), lesson)
    yield Case("lesson", "marks", repeat("\"\"\" ''' "), lesson)
    yield Case("settings", "keys", dots["keys"], lambda text: toml.parse(text, "settings file"))
    names = {"n": "candidate", "last": "given"}
    for what, make in {
        "sums": repeat("n + ", after="1 == 2"), "brackets": repeat("("), "nots": repeat("not "),
        "comparisons": repeat("n < ", after="n"), "ors": repeat("n == 1 or ", after="n == 1"),
        "digits": repeat("9"), "spaces": repeat(" ", after="?"), "a name": repeat("a"),
    }.items():  # fmt: skip
        yield Case("condition", what, make, lambda text: parse_condition(text, names))
    for what, make in {
        "digits": repeat("9"), "spaces": repeat(" ", "1", "-"), "dashes": repeat("-"),
    }.items():  # fmt: skip
        yield Case("pool", what, make, Numbers.parse)
    position = _BOOK.game.on("1-1000")
    for what, make in {
        "commas": repeat(","), "numbers": repeat("7,"), "ranges": repeat("1-9,"),
        "a word": repeat("7"),
    }.items():  # fmt: skip
        yield Case("list of numbers", what, make, lambda text: position.position(listed(text)))
    for what, make in {
        "picks": counted(lambda n: f"{n} ", _RECORD.format("1-200000", "any")),
        "undos": undone,
        "nine taken back and made again": swinging,
        "games": repeat(_EACH),
        "empty lines": repeat("\n", _EACH),
        "a header": repeat("a", "Lastpick record 1\nGame: "),
        "headers": counted(lambda n: f"Game {n}: a\n", "Lastpick record 1\n"),
        "digits": repeat("9", _EACH),
        "beginnings": repeat("Lastpick record 1\n"),
    }.items():
        yield Case("record", what, make, parse)
    for what, line in {"games": "resign", "passes": "pass"}.items():
        yield Case("saved game", what, saved(line), replay)
    for what, make in _JSON.items():
        yield Case("verdict", what, make, verdict)
        yield Case("saved game's first line", what, make, Setup.from_json)
        yield Case("results", what, make, answer)
        yield Case("arena's results", what, make, arena_game)
        yield Case("answers", what, in_bytes(make), given)
        yield Case("model's answer", what, in_bytes(make), read_reply)
        yield Case("model's settings", what, make, request.fields)
        yield Case("engine's line", what, in_bytes(make), engine_line)
        yield Case("server's state", what, in_bytes(make), state)
        yield Case("server's event", what, in_bytes(make), change)
        yield Case("body of a call", what, in_bytes(make), web_body)
        yield Case("chat assistant's picks", what, make, assistant_picks)
    held = json.dumps({"game": "divisor-duel", "numbers": "1-9", "picks": []})[:-2]
    yield Case("verdict", "picks", repeat("1,", held, "1]}"), verdict)
    yield Case("results", "tries", repeat('{"failure":"a"},', '{"later": [', "{}]}"), answer)
    nothing = Decisions()
    line = Played(1, (), 1, None, (nothing, nothing), (None, None)).line(_TOURNAMENT)
    before, after = line.split("]", 1)
    picks = counted("{}, ".format, before, f"200000]{after}")
    yield Case("arena's results", "picks", picks, arena_game)
    yield Case("answers", "lines", in_bytes(repeat('{"id": "a"}\n')), given)
    stream = {
        "pieces": repeat(f"data: {_PIECE}\n\n", after="data: [DONE]\n"),
        "contents": repeat('data: {"choices":[{"delta":{"content":"a"}}]}\n'),
        "empty lines": repeat("\n", "data:{}\n"),
    }
    for what, make in stream.items():
        yield Case("model's stream", what, in_bytes(make), read_reply)
    for what, make in {
        "picks": repeat("PICK 1 "), "markup": repeat("*", after="1"), "fences": repeat("```\n"),
        "spaces": repeat(" \n", after="a"), "brackets": repeat("\\boxed{"), "quotes": repeat("`"),
    }.items():  # fmt: skip
        yield Case("model's pick", what, make, lambda text: prompt.read_lenient(text))
        yield Case("model's pick, strictly", what, make, lambda text: prompt.read_pick(text))
    for what, make in {
        "fields": counted(lambda n: f"f{n}: {n}\n"),
        "lines of data": repeat("data: a\n"),
        "one line": repeat("a", "data: "),
        "empty lines": repeat("\n"),
        "comments": repeat(": a\n"),
        "events": repeat('event: change\ndata: {"kind": "ask"}\nid: 1\n\n'),
    }.items():
        yield Case("server's events", what, in_bytes(make), events)
    for what, make in {
        "digits": repeat("9"), "numbers": repeat("1 "), "spaces": repeat(" ", after="1"),
        "a word": repeat("a"), "marks": repeat("\u2212"),
    }.items():  # fmt: skip
        yield Case("entry at the prompt", what, make, pick)
    for what, make in {
        "a path": repeat("a", "http://a/game/"), "slashes": repeat("/", "http:"),
        "a host": repeat("a.", "http://"), "an invitation": repeat("a", "http://a/game/a#invite="),
    }.items():  # fmt: skip
        yield Case("link", what, make, read_link)
    for what, make in {
        "picks": repeat("-1", "divisor-duel_1-9_1"), "dashes": repeat("-"), "a name": repeat("a"),
    }.items():  # fmt: skip
        yield Case("puzzle's name", what, make, read_puzzle_id)
    yield Case("log of puzzles", "tries", tries, puzzle_log)
    yield Case("log of puzzles", "lists", repeat("[]\n"), puzzle_log)
    for what, make in {
        "fields": counted(lambda n: f"f{n}={n}&"), "signs": repeat("&"), "escapes": repeat("%41"),
    }.items():  # fmt: skip
        yield Case("query", what, make, web_query)
    for what, make in {
        "headers": counted(lambda n: f"a{n}: a\r\n", "GET / HTTP/1.1\r\n", "\r\n"),
        "Last-Event-ID": repeat("9", "GET / HTTP/1.1\r\nLast-Event-ID: ", "\r\n\r\n"),
        "an address": repeat("a", "GET /", " HTTP/1.1\r\n\r\n"),
    }.items():
        yield Case("head of a request", what, in_bytes(make), web_head)
    for what, make in {"spaces": repeat(" a"), "controls": repeat("\x1b[")}.items():
        yield Case("text of a stranger", what, make, lambda text: clean(text, 60))


# --- measuring ------------------------------------------------------------------------------------


def measure(case: Case, size: int) -> Cost:
    """What an input costs, in a process of its own; one that the system ends costs the bounds."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        with suppress(BaseException):
            os.close(reader)
            resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
            try:
                found: tuple[object, ...] = _costs(case, size)
            except MemoryError:
                raise
            except Exception as error:
                found = (repr(error)[:500],)
            os.write(writer, json.dumps(found).encode())
        os._exit(0)
    os.close(writer)
    with open(reader, "rb") as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    if not told:
        return Cost(size, False, SECONDS, BYTES)
    costs: list[Any] = json.loads(told)
    if len(costs) == 1:
        raise AssertionError(f"{case.name}, {size:,} bytes: {costs[0]}")
    return Cost(*costs)


def tried(case: Case, data: Any) -> bool:
    """Whether an input is refused; anything else that goes wrong is raised."""
    try:
        case.parse(data)
    except (LastpickError, Trouble, ValueError, TypeError, LookupError, RecursionError):
        return True
    except Exception as error:
        if type(error).__module__.startswith(("lastpick", "httptools", "pydantic")):
            return True
        raise
    return False


def _costs(case: Case, size: int) -> Cost:
    with suppress(Exception):  # what is imported or cached once
        case.parse(case.make(64))
    data = case.make(size)
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
    before = _peak()
    began = time.process_time()
    refused = tried(case, data)
    return Cost(size, refused, time.process_time() - began, _peak() - before)


def _peak() -> int:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return 1024 * int(line.split()[1])
    raise OSError("the system does not tell the memory of a process")


def grown(costs: list[Cost]) -> bool:
    """Whether a byte of the largest costs much more than one of the smallest."""
    least, most = costs[0], costs[-1]
    factor = GROWN * most.size / least.size
    return any(
        there > enough and there > factor * max(here, enough / 10)
        for here, there, enough in (
            (least.seconds, most.seconds, FEWEST[0]),
            (least.memory, most.memory, FEWEST[1]),
        )
    )


def row(case: Case, costs: list[Cost]) -> str:
    """Nanoseconds and bytes of memory for each byte of the input."""
    shown = {cost.size: f"{1e9 * cost.seconds / cost.size:,.0f}" for cost in costs}
    times = " | ".join(shown.get(size, "-") for size in SIZES[::3])
    memory = f"{max(0.0, costs[-1].memory) / costs[-1].size:,.1f}"
    end = "refused" if costs[-1].refused else "read"
    grew = " **grows**" if grown(costs) else ""
    return f"| {case.parser} | {case.what} | {times} | {memory} | {end}{grew} |"


def table(
    asked: str = "", done: Callable[[int], object] = lambda _: None
) -> tuple[list[str], list[str]]:
    """The rows, and what has grown."""
    rows, wrong = [], []
    for number, case in enumerate(cases(), 1):
        if asked in case.name:
            costs: list[Cost] = []
            for size in SIZES:
                costs.append(measure(case, size))
                if costs[-1].seconds > SECONDS / 6:
                    break
            rows.append(row(case, costs))
            if grown(costs):
                wrong.append(case.name)
        done(number)
    return rows, wrong


async def inputs(_: Run, __: int) -> str:
    """All of it, as a part of the torture."""
    from playing import Wrong

    rows, wrong = table("", Progress("inputs", len(list(cases()))))
    if wrong:
        raise Wrong(f"what grows faster than its size: {', '.join(wrong)}")
    most = SIZES[-1] >> 20
    return f"{len(rows)} hostile inputs up to {most} MB: nothing grows faster than its size"


def main() -> None:
    rows, wrong = table(" ".join(sys.argv[1:]))
    sizes = SIZES[::3]
    heads = " | ".join(f"ns a byte, {size >> 10:,} kB" for size in sizes)
    print(f"| read by | input | {heads} | memory, bytes a byte | |")
    print("| --- " * (len(sizes) + 4) + "|")
    print("\n".join(rows))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
