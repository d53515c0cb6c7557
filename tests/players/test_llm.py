"""llm:MODEL, against an endpoint that answers well, badly, slowly and not at all."""

from __future__ import annotations

import json
import socket
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from random import Random

import pytest
from support.chatting import Act, Say, Serve, good, whole
from support.model_seat import BOOK, KEY, entries, failure, pick, seat_at
from support.running import run

from lastpick.catalog import read_book
from lastpick.errors import JournalError, PlayerError
from lastpick.players import open_player
from lastpick.players.llm import endpoint as room
from lastpick.players.player import Failure, Options
from lastpick.players.usage import Usage

# --- what is sent, and good answers ---------------------------------------------------------------


def test_what_is_sent(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    endpoint = serve(good("I think.\n\nPICK 12\n"))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    seat = seat_at(endpoint, "llm:org/model:8b", temperature=0.7)
    assert pick(seat) == 12
    seat.close()
    (heard,) = endpoint.heard
    assert heard.path == "/v1/chat/completions"
    assert heard.headers["Authorization"] == f"Bearer {KEY}"
    assert set(heard.body) == {"model", "messages", "temperature"}
    assert (heard.body["model"], heard.body["temperature"]) == ("org/model:8b", 0.7)
    assert [message["role"] for message in heard.body["messages"]] == ["system", "user"]
    for part in (
        "The game: Divisor Duel\nAll numbers of the pool are there at the start.",
        "every whole number from 1 to 20. The first pick may be any of them. Every later pick"
        " must be left in the pool and be a divisor or multiple of the last pick. A picked number"
        " leaves the pool; nothing else does. The players take turns; whoever has no number to"
        " pick loses.",
        "You are player 2 of 2; player 1 picks first.\n"
        "Picks so far, in order: 6\nLast pick: 6\n"
        "Numbers left in the pool: 1, 2, 3, 4, 5, 7, 8,",
        "\nPICK 0\n",
    ):
        assert part in heard.prompt
    assert "you may pick now" not in heard.prompt


def test_legal_picks_are_listed_by_wish_only(serve: Serve) -> None:
    endpoint = serve(good("PICK 3"))
    seat = seat_at(endpoint, show_legal=True)
    assert pick(seat) == 3
    seat.close()
    assert "Numbers that you may pick now: 1, 2, 3, 12, 18\n" in endpoint.heard[0].prompt


def test_keys_come_from_the_environment_or_are_not_needed(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    endpoint = serve(good("PICK 3"))
    seats = [seat_at(endpoint)]
    monkeypatch.setenv("OPENAI_API_KEY", "theirs")
    seats.append(seat_at(endpoint))
    monkeypatch.setenv("LASTPICK_API_KEY", "ours")
    seats.append(seat_at(endpoint))
    for seat in seats:
        pick(seat)
        seat.close()
    sent = [heard.headers.get("Authorization") for heard in endpoint.heard]
    assert sent == [None, "Bearer theirs", "Bearer ours"]


def test_the_address_can_come_from_the_environment(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    endpoint = serve(good("PICK 3"))
    monkeypatch.setenv("OPENAI_BASE_URL", f"{endpoint.url}/?version=2")
    seat = open_player("llm:tiny")
    seat.begin(BOOK, 2)
    assert pick(seat) == 3
    seat.close()
    assert endpoint.heard[0].path == "/v1/chat/completions?version=2"


def test_tokens_and_cost(serve: Serve) -> None:
    endpoint = serve(
        good("PICK 3", tokens=(1000, 50)),
        good("no idea", tokens=(2000, 100)),
        whole({"choices": [{"message": {"content": "PICK 3"}}]}),
        whole({"choices": [{"message": {"content": "PICK 3"}}], "usage": {"prompt_tokens": "x"}}),
    )
    seat = seat_at(endpoint)
    assert seat.usage() == Usage()
    pick(seat)
    assert seat.usage() == Usage(1, 1000, 50)
    with pytest.raises(Failure):
        pick(seat)
    assert seat.usage() == Usage(2, 3000, 150)  # a wrong answer costs too
    pick(seat)
    pick(seat)
    assert seat.usage() == Usage(4, 3000, 150)
    seat.close()
    unpriced = seat_at(endpoint)
    pick(unpriced)
    assert unpriced.usage() == Usage(1, 0, 0, None)
    unpriced.close()


@pytest.mark.parametrize("count", [10**400, 10**9 + 1, -1, 1.5, True, "7", None])
def test_a_count_of_tokens_that_cannot_be_is_none(
    count: object, serve: Serve, tmp_path: Path
) -> None:
    usage = {"prompt_tokens": count, "completion_tokens": count}
    answer = {"choices": [{"message": {"content": "PICK 3"}}], "usage": usage}
    endpoint = serve(whole(answer))
    log = tmp_path / "log.jsonl"
    for _ in range(2):  # from the endpoint, and from the log
        seat = seat_at(endpoint, log=str(log))
        assert pick(seat) == 3
        assert seat.usage() == Usage(1)
        seat.close()
    assert len(endpoint.heard) == 1
    entry = json.loads(log.read_text())
    log.write_text(json.dumps({**entry, "prompt_tokens": 10**400}) + "\n")  # not written by us
    seat = seat_at(endpoint, log=str(log))
    assert pick(seat) == 3
    assert seat.usage() == Usage(1)
    seat.close()
    assert len(endpoint.heard) == 2


# --- wrong answers --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12",
        "PICK",
        "PICK twelve",
        "pick 12",
        "PICK  12",
        " PICK 12",
        "PICK: 12",
        "PICK 12.",
        "**PICK 12**",
        "PICK 012",
        "PICK 0",
        "PICK 1,2",
        "```\nPICK 12\n```",
        '```json\n{"pick": 12}\n```',
        "PICK -3",
        "PICK 3 or 12",
        "PICK 12\nGood luck!",
        "I PICK 12",
        "PICK \u0661\u0662",
        "PICK " + "1" * 5000,
        "PICK 12\x00",
        None,
    ],
)
def test_answers_are_read_strictly(serve: Serve, text: str | None) -> None:
    found = failure(seat_at(serve(good(text))))
    assert found.kind == "garbage"
    why = "expected a last line such as PICK 12, found "
    assert ("the 0 of the form only stands for" if text == "PICK 0" else why) in str(found)
    assert found.answer == (text or "")


COUNTDOWN = read_book(
    'numbers = "0-9"\nstart = 12\nlast_pick = "loses"\nfollows = "last - 3 <= n < last"', "down"
)


def test_a_model_may_pick_0_and_is_told_the_start(serve: Serve) -> None:
    """The example is then a number above the pool, and whoever repeats it has picked nothing."""
    endpoint = serve(good("PICK 9"), good("PICK 0"), good("PICK 10"))
    seat = seat_at(endpoint)
    seat.begin(COUNTDOWN, 1)
    assert seat.choose(COUNTDOWN.game.start(), Random(1)) == 9
    assert seat.choose(COUNTDOWN.game.play([9, 6, 3]), Random(1)) == 0
    with pytest.raises(Failure) as found:
        seat.choose(COUNTDOWN.game.play([9, 6, 4]), Random(1))
    assert found.value.kind == "garbage"
    first, second, _ = (heard.prompt for heard in endpoint.heard)
    assert "Last pick: 12, from which the game starts; you open it\n" in first
    assert "Picks so far, in order: none\n" in first
    assert "whoever has no number to pick wins: the last pick loses." in first
    assert first.endswith("with your number in place of 10:\nPICK 10\n")
    assert "Last pick: 3\n" in second


def test_an_illegal_pick(serve: Serve) -> None:
    found = failure(seat_at(serve(good("Let me see.\nPICK 14"))))
    assert found.kind == "illegal"
    text = "llm:tiny: an illegal pick: 14 is neither a divisor nor a multiple of 6"
    assert (str(found), found.answer) == (text, "Let me see.\nPICK 14")


def test_an_answer_that_the_model_did_not_finish(serve: Serve) -> None:
    endpoint = serve(good("1 or 12? I\nPICK 1", finish="length"))
    found = failure(seat_at(endpoint))
    assert found.kind == "garbage"
    assert "its answer was cut off" in str(found)
    assert len(endpoint.heard) == 1  # paid for, and not asked again


# --- endpoints that fail --------------------------------------------------------------------------


def test_too_many_requests_and_then_an_answer(
    serve: Serve, pauses: list[float], tmp_path: Path
) -> None:
    busy = whole({"error": {"message": "slow down"}}, 429, Retry_After="7")
    endpoint = serve(busy, whole({}, 503), good("PICK 12"))
    log = str(tmp_path / "log")
    seat = seat_at(endpoint, log=log)
    assert pick(seat) == 12
    assert seat.usage() == Usage(3, 100, 10)
    seat.close()
    assert pauses == [7, 2]  # what it asked for; then twice as long with every attempt
    assert endpoint.heard[0] == endpoint.heard[1]._replace(headers=endpoint.heard[0].headers)
    assert [heard.body for heard in endpoint.heard] == [endpoint.heard[0].body] * 3
    seat = seat_at(endpoint, log=log)
    assert (pick(seat), seat.usage()) == (12, Usage(3, 100, 10))  # from the log, all the calls
    seat.close()


def test_a_busy_endpoint_is_waited_for(serve: Serve, pauses: list[float]) -> None:
    """For some minutes, unless there are to be no attempts, or the account is empty."""
    endpoint = serve(whole({"error": {"message": "slow down"}}, 429))
    assert "slow down (asked 9 times)" in str(failure(seat_at(endpoint)))
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60]
    assert "slow down (asked 11 times)" in str(failure(seat_at(endpoint, retries=10)))
    assert str(failure(seat_at(endpoint, retries=0))).endswith("slow down")
    empty = serve(whole({"error": {"message": "pay", "code": "insufficient_quota"}}, 429))
    assert str(failure(seat_at(empty))).endswith("429 Too Many Requests: pay")
    assert (len(pauses), len(endpoint.heard), len(empty.heard)) == (18, 21, 1)


def test_an_endpoint_that_stays_broken(serve: Serve, pauses: list[float]) -> None:
    endpoint = serve(whole({"error": "out of order"}, 500))
    found = failure(seat_at(endpoint, retries=3))
    assert found.kind == "endpoint"
    assert str(found) == (
        f"llm:tiny: {endpoint.url}: 500 Internal Server Error: out of order (asked 4 times)"
    )
    assert pauses == [1, 2, 4]
    assert len(endpoint.heard) == 4


def test_a_retry_after_a_date(serve: Serve, pauses: list[float]) -> None:
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=50), usegmt=True)
    past = format_datetime(datetime.now(UTC) - timedelta(days=1), usegmt=True)
    none = ("gibberish", "nan", "1 Jan 99999700000 +9:99")
    answers = [whole({}, 429, Retry_After=after) for after in (soon, past, *none)]
    seat = seat_at(serve(*answers, good("PICK 12")), retries=5)
    assert pick(seat) == 12
    seat.close()
    assert 0 < pauses[0] <= 50
    assert pauses[1:] == [0, 4, 8, 16]


def test_a_retry_after_that_is_too_long_is_not_waited_for(
    serve: Serve, pauses: list[float]
) -> None:
    endpoint = serve(whole({"error": {"message": "quota"}}, 429, Retry_After="86400"))
    found = failure(seat_at(endpoint))
    assert found.kind == "endpoint"
    assert "429 Too Many Requests: quota (asks to wait 86400 seconds)" in str(found)
    assert pauses == []
    assert len(endpoint.heard) == 1


def test_a_name_that_no_host_can_have(pauses: list[float]) -> None:
    seat = open_player("llm:tiny", Options(base_url="http://..:80/v1"))
    seat.begin(BOOK, 1)
    found = failure(seat)
    assert pauses == []
    assert str(found).endswith("http://..:80/v1: cannot connect: no host can have that name")


def test_a_refusal_without_a_word(serve: Serve) -> None:
    found = failure(seat_at(serve(Say(204, b""))))
    assert str(found).endswith("/v1: 204 No Content")


@pytest.mark.parametrize("status", [301, 302, 307, 400, 401, 403, 404, 413, 422, 451])
def test_what_asking_again_does_not_mend(
    serve: Serve, pauses: list[float], monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    elsewhere = serve(good("PICK 12"))
    refusal = whole(
        {"error": {"message": f"no:\n{KEY}\x1b[2J"}}, status, Location=f"{elsewhere.url}/x"
    )
    endpoint = serve(refusal)
    found = failure(seat_at(endpoint))
    assert found.kind == ("refused" if status in (400, 413, 422, 451) else "endpoint")
    assert f": {status} " in str(found)
    assert ": no: *** [2J" in str(found)
    assert ("OPENAI_API_KEY set and right?" in str(found)) == (status in (401, 403))
    assert (f"; it leads to {elsewhere.url}/x, and nothing is" in str(found)) == (status < 400)
    assert (len(endpoint.heard), len(elsewhere.heard), pauses) == (1, 0, [])


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        None,
        7,
        {"choices": []},
        {"choices": None},
        {"choices": [7]},
        {"choices": [{"text": "PICK 12"}]},
        {"choices": [{"message": {}}]},
        {"choices": [{"message": {"content": ["PICK 12"]}}]},
        {"choices": [{"message": {"content": 12}}]},
        {"error": {"message": "no such model"}},
    ],
    ids=str,
)
def test_an_answer_of_another_shape(serve: Serve, pauses: list[float], body: object) -> None:
    endpoint = serve(whole(body))
    found = failure(seat_at(endpoint))
    assert found.kind == ("endpoint" if "error" in str(body) else "refused")
    assert "an answer w" in str(found)  # without, whose
    assert ("no such model" in str(found)) == ("error" in str(body))
    assert (len(endpoint.heard), pauses) == (1, [])


def cut_chunks(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    handler.wfile.write(b"40\r\n{")


def hang_up(handler: BaseHTTPRequestHandler) -> None:
    handler.connection.shutdown(socket.SHUT_RDWR)


def not_http(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"SSH-2.0-OpenSSH\r\n\r\n")


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (Say(200, b'{"choices": [', announced=4000), "an answer that was cut off"),
        (cut_chunks, "an answer that was cut off"),
        (Say(200, b'{"choices": ['), "an answer that is not JSON"),
        (Say(200, b"\xff\xfe"), "an answer that is not JSON"),
        (Say(200, b"[" * 100_000), "an answer that is not JSON"),
        (Say(200, b""), "an answer that is not JSON"),
        (hang_up, "an answer that is not HTTP (RemoteDisconnected)"),
        (not_http, "an answer that is not HTTP (BadStatusLine)"),
    ],
)
def test_an_answer_that_breaks_off_is_asked_for_again(
    serve: Serve, pauses: list[float], answer: Say | Act, text: str
) -> None:
    seat = seat_at(serve(answer, good("PICK 12")))
    assert pick(seat) == 12
    seat.close()
    found = failure(seat_at(serve(answer), retries=1))
    assert found.kind == "endpoint"
    assert f": {text} (asked 2 times)" in str(found)
    assert pauses == [1, 1]


def test_an_answer_without_end(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "LARGEST_BODY", 1024 * 1024)

    def pour(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        while not endpoint.done.is_set():
            handler.wfile.write(b" " * 65536)

    endpoint = serve(pour)
    found = failure(seat_at(endpoint))
    assert found.kind == "flood"
    assert "an answer of more than 1 MB" in str(found)


def test_an_answer_that_takes_too_long(serve: Serve, pauses: list[float]) -> None:
    def wait(_: BaseHTTPRequestHandler) -> None:
        endpoint.done.wait(50)

    endpoint = serve(wait)
    seat = seat_at(endpoint, seconds=1.0)
    found = failure(seat)
    assert found.kind == "hang"
    assert "no answer in 1 second" in str(found)
    assert seat.usage() == Usage(1)
    endpoint.close()  # it has heard all that was said to it
    assert (len(endpoint.heard), pauses) == (1, [])  # asked again it would only be paid twice


@pytest.mark.parametrize("part", ["headers", "body"])
def test_an_answer_that_drips(serve: Serve, part: str) -> None:
    """Each byte comes in time, and all of them would not."""

    def drip(handler: BaseHTTPRequestHandler) -> None:
        body = good("PICK 12").body
        head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        if part == "body":
            handler.wfile.write(head)
        for byte in body if part == "body" else head + body:
            handler.wfile.write(bytes([byte]))
            if endpoint.done.wait(0.02):
                return

    endpoint = serve(drip)
    assert failure(seat_at(endpoint, seconds=0.5)).kind == "hang"


def test_nobody_there(pauses: list[float]) -> None:
    with socket.socket() as taken:  # bound, and nobody listens
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        seat = open_player("llm:tiny", Options(base_url=url))
        seat.begin(BOOK, 1)
        found = failure(seat)
    assert found.kind == "endpoint"
    text = f"llm:tiny: {url}: cannot connect: Connection refused (asked 3 times)"
    assert str(found) == text
    assert pauses == [1, 2]


@pytest.mark.parametrize(
    "url",
    ["127.0.0.1:8080", "ftp://x/v1", "http://", "http://x:99999/", "http://a b/", "http://[x", "/"],
)
def test_an_address_that_is_none(url: str) -> None:
    with pytest.raises(PlayerError, match="is no address of an endpoint; expected one such as"):
        open_player("llm:tiny", Options(base_url=url))


def test_a_key_is_not_put_in_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PlayerError) as caught:
        open_player("llm:tiny", Options(base_url=f"http://me:{KEY}@127.0.0.1/v1"))
    assert KEY not in str(caught.value)
    monkeypatch.setenv("OPENAI_API_KEY", f"{KEY}\r\nX-Evil: 1")
    with pytest.raises(PlayerError) as caught:
        open_player("llm:tiny")
    assert KEY not in str(caught.value)
    with pytest.raises(PlayerError, match="needs the name of a model"):
        open_player("llm:")


# --- the log --------------------------------------------------------------------------------------


def test_every_prompt_and_answer_is_logged(
    serve: Serve, tmp_path: Path, pauses: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    log = tmp_path / "log"
    endpoint = serve(whole({"error": KEY}, 500), good(f"My key is {KEY}.\nPICK 12"), good("?"))
    seat = seat_at(endpoint, log=str(log), temperature=0.5)
    pick(seat)
    assert failure(seat).kind == "garbage"
    failed, right, wrong = entries(log)
    assert KEY not in log.read_text()
    assert failed["error"] == "500 Internal Server Error: ***"
    assert right["text"] == "My key is ***.\nPICK 12"
    assert wrong["text"] == "?"
    assert (right["prompt_tokens"], right["answer_tokens"], right["finish"]) == (100, 10, "stop")
    assert (right["occurrence"], wrong["occurrence"]) == (1, 2)
    for entry in (failed, right, wrong):
        assert entry["prompt"] == endpoint.heard[0].prompt
        assert (entry["model"], entry["temperature"]) == ("tiny", 0.5)
        assert entry["endpoint"] == endpoint.url
    assert pauses == [1]


def test_without_a_file_the_log_is_in_the_users_folder(serve: Serve, home: Path) -> None:
    seat = seat_at(serve(good("PICK 12")))
    assert not home.exists()
    pick(seat)
    pick(seat)
    seat.close()
    (log,) = (home / "llm").iterdir()
    assert [entry["text"] for entry in entries(log)] == ["PICK 12"] * 2


def test_what_was_answered_is_not_asked_again(serve: Serve, tmp_path: Path) -> None:
    log = str(tmp_path / "log")
    answers = [good(f"PICK {n}", tokens=(n, 1)) for n in (1, 2, 3, 12)]
    endpoint = serve(*answers, good("nonsense"), good("PICK 18"))
    seat = seat_at(endpoint, log=log)
    assert [pick(seat, seed) for seed in (1, 2, 2, 3)] == [1, 2, 3, 12]
    with pytest.raises(Failure):
        pick(seat, 4)
    used = seat.usage()
    seat.close()
    asked = len(endpoint.heard)
    again = seat_at(endpoint, log=log)  # in another order
    assert [pick(again, seed) for seed in (3, 2, 1, 2)] == [12, 2, 1, 3]
    with pytest.raises(Failure) as caught:
        pick(again, 4)
    assert caught.value.answer == "nonsense"
    assert again.usage() == used
    assert len(endpoint.heard) == asked
    assert pick(again, 5) == 18  # new, and so is everything below
    again.close()
    for changes in ({"temperature": 1.0}, {"show_legal": True}, {"name": "llm:other"}):
        other = seat_at(endpoint, log=log, **changes)
        assert pick(other, 1) == 18
        other.close()
    assert len(endpoint.heard) == asked + 4


def test_no_answer_is_asked_for_again_when_resumed(serve: Serve, tmp_path: Path) -> None:
    log = str(tmp_path / "log")
    endpoint = serve(whole({}, 404), good("PICK 12"))
    assert failure(seat_at(endpoint, log=log)).kind == "endpoint"
    seat = seat_at(endpoint, log=log)
    assert pick(seat) == 12
    seat.close()


def test_a_log_that_was_cut_short_goes_on(serve: Serve, tmp_path: Path) -> None:
    log = tmp_path / "log"
    endpoint = serve(good("PICK 1"), good("PICK 2"), good("PICK 3"))
    seat = seat_at(endpoint, log=str(log))
    pick(seat, 1)
    pick(seat, 2)
    seat.close()
    log.write_bytes(b'\xff\n[]\n{"model": "tiny"}\n7\n' + log.read_bytes()[:-9])
    seat = seat_at(endpoint, log=str(log))
    assert [pick(seat, 1), pick(seat, 2)] == [1, 3]
    seat.close()
    seat = seat_at(endpoint, log=str(log))
    assert [pick(seat, 1), pick(seat, 2)] == [1, 3]
    seat.close()
    assert len(endpoint.heard) == 3


def test_two_at_one_log(serve: Serve, tmp_path: Path) -> None:
    log = tmp_path / "log"
    endpoint = serve(good("PICK 12"))
    seats = [seat_at(endpoint, log=str(log)) for _ in range(2)]
    for seed in range(4):
        pick(seats[seed % 2], seed)
    for seat in seats:
        seat.close()
    assert len(entries(log)) == 4


def test_a_log_that_cannot_be_kept(serve: Serve, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "no" / "folder"):
        with pytest.raises(JournalError, match=r"cannot open the log of prompts"):
            seat_at(serve(good("PICK 12")), log=str(path))
    full = seat_at(serve(good("PICK 12")), log="/dev/full")
    with pytest.raises(JournalError, match="No space left on device"):
        pick(full)
    full.close()


# --- at the table ---------------------------------------------------------------------------------


def test_a_model_at_the_table(serve: Serve, tmp_path: Path) -> None:
    endpoint = serve(good("PICK 7"), good("PICK 11"))
    log = tmp_path / "log"
    done = run(
        "play", "divisor-duel", "--p1", "llm:tiny", "--base-url", endpoint.url, "--log", log,
        "--temperature", "0.3", "--show-legal", stdin=[1],
    )  # fmt: skip
    assert done.code == 0
    assert done.lines[-2:] == ["Player 2 has no valid moves. Player 1 Wins!", "You lose."]
    assert [heard.body["temperature"] for heard in endpoint.heard] == [0.3, 0.3]
    assert "you may pick now" in endpoint.heard[0].prompt
    assert len(entries(log)) == 2


def test_a_model_that_fails_at_the_table_resigns(serve: Serve) -> None:
    endpoint = serve(good("PICK 700"))
    done = run("play", "divisor-duel", "--p1", "llm:tiny", "--base-url", endpoint.url)
    assert done.code == 0
    assert done.lines[-4:] == [
        "No legal pick from llm:tiny: an illegal pick: 700 is not in the range 1-20",
        "",
        "Player 1 resigns. Player 2 wins!",
        "You win.",
    ]
