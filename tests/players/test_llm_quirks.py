"""llm:MODEL, against endpoints that speak the protocol each in their own way."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from hashlib import sha256
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.chatting import Say, Serve, good, whole
from support.model_seat import BOOK, KEY, POSITION, entries, failure, pick, seat_at
from support.running import refused, run

from lastpick.errors import PlayerError
from lastpick.players import open_player
from lastpick.players.llm.prompt import prompt
from lastpick.players.llm.request import further
from lastpick.players.player import Failure, Options
from lastpick.players.usage import Usage


def answer(message: dict[str, Any], finish: str | None = "stop", **more: object) -> Say:
    return whole({"choices": [{"message": message, "finish_reason": finish}], **more})


# --- what is sent ---------------------------------------------------------------------------------


def test_a_message_of_the_system_and_one_of_the_user(serve: Serve) -> None:
    endpoint = serve(good("PICK 12"))
    for no_system in (False, True):
        seat = seat_at(endpoint, no_system=no_system)
        pick(seat)
        seat.close()
    asked = prompt(BOOK, POSITION)
    apart, joined = (heard.body["messages"] for heard in endpoint.heard)
    assert apart == [
        {"role": "system", "content": asked.system},
        {"role": "user", "content": asked.user},
    ]
    assert joined == [{"role": "user", "content": f"{asked.system}\n\n{asked.user}"}]


def test_no_temperature_and_further_fields(serve: Serve) -> None:
    endpoint = serve(good("PICK 12"))
    fields = further(['reasoning={"effort": "low"}', "max_tokens=200", 'stop=["\\u00e9"]'])
    seat = seat_at(endpoint, temperature=None, further=fields)
    assert pick(seat) == 12
    seat.close()
    (heard,) = endpoint.heard
    assert set(heard.body) == {"model", "messages", "reasoning", "max_tokens", "stop"}
    assert heard.body["reasoning"] == {"effort": "low"}
    assert heard.body["max_tokens"] == 200
    assert heard.body["stop"] == ["\u00e9"]


WRONG = [
    ("max_tokens", "takes a field and its value, as in max_tokens=2000, not 'max_tokens'"),
    ("=5", "takes a field and its value"),
    (
        "effort=low",
        "'low' is not JSON; a text needs quotes of its own, as in --set 'effort=\"low\"",
    ),
    ("effort=", "'' is not JSON"),
    ("x=NaN", "'NaN' is not JSON"),
    ("x=1e999", "'1e999' is not JSON"),
    ("x=" + "[" * 100_000, "is not JSON"),
    ('model="other"', "model cannot be set: the player's name says it, as in llm:MODEL"),
    ("messages=[]", "messages cannot be set"),
    ("stream=true", "stream cannot be set"),
    ("n=2", "n cannot be set"),
    ("temperature=1", "temperature cannot be set: use --temperature"),
]


@pytest.mark.parametrize(("setting", "why"), WRONG, ids=[setting[:20] for setting, _ in WRONG])
def test_a_field_that_cannot_be_set(setting: str, why: str) -> None:
    with pytest.raises(PlayerError) as caught:
        further(["top_p=0.5", setting])
    assert why in str(caught.value)
    assert str(caught.value).isprintable()


def test_a_field_is_given_once_and_in_any_order() -> None:
    with pytest.raises(PlayerError, match="--set gives a twice"):
        further(["a=1", "b=2", "a=1"])
    assert further(["a=1", 'b={"d":1,"c":2}']) == further(['b={"c": 2, "d": 1}', "a=1"])


@pytest.mark.parametrize("text", ["nonsense", "[]", '{"n": 2}'])
def test_options_that_hold_no_fields(text: str) -> None:
    with pytest.raises(PlayerError, match=r"are a JSON object|n cannot be set"):
        open_player("llm:tiny", Options(further=text))


def test_the_options_of_the_command(serve: Serve) -> None:
    endpoint = serve(good("PICK 7"), good("PICK 11"))
    words = ("play", "divisor-duel", "--p1", "llm:tiny", "--base-url", endpoint.url)
    sent = ("--temperature", "none", "--set", "top_p=0.5", "--set", 'user="me=you"', "--no-system")
    assert run(*words, *sent, stdin=[1]).code == 0
    for heard in endpoint.heard:
        assert set(heard.body) == {"model", "messages", "top_p", "user"}
        assert (heard.body["user"], len(heard.body["messages"])) == ("me=you", 1)
    assert "--set gives top_p twice" in refused(run(*words, "--set", "top_p=1", "--set", "top_p=2"))
    assert "a number or none, found 'None'" in refused(run(*words, "--temperature", "None"))


# --- answers in other forms -----------------------------------------------------------------------

THINKING = {"type": "thinking", "thinking": [{"type": "text", "text": "12?\nPICK 3"}]}


@pytest.mark.parametrize(
    ("message", "text", "reasoning"),
    [
        ({"content": [{"type": "text", "text": "PICK 12"}]}, "PICK 12", None),
        (
            {"content": [{"type": "text", "text": "So:\nPI"}, {"type": "text", "text": "CK 12"}]},
            "So:\nPICK 12",
            None,
        ),
        (
            {"content": [THINKING, {"type": "output_text", "text": "PICK 12"}]},
            "PICK 12",
            "12?\nPICK 3",
        ),
        (
            {
                "content": [
                    {"type": "text", "text": "PICK 12"},
                    {"type": "reasoning", "text": "why"},
                ]
            },
            "PICK 12",
            "why",
        ),
        (
            {"content": [{"type": "text", "text": "PICK 12"}, {"type": "image", "image": {}}]},
            "PICK 12",
            None,
        ),
        ({"content": "PICK 12", "reasoning_content": "PICK 3"}, "PICK 12", "PICK 3"),
        ({"content": "PICK 12", "reasoning": "PICK 3", "refusal": None}, "PICK 12", "PICK 3"),
        ({"content": "PICK 12", "reasoning": {"tokens": 7}}, "PICK 12", None),
        ({"content": "<think>\nPICK 3\n</think>\n\nPICK 12"}, None, None),
        ({"content": "PICK 12", "refusal": ""}, "PICK 12", None),
    ],
)
def test_answers_in_parts_or_with_reasoning(
    serve: Serve, tmp_path: Path, message: dict[str, Any], text: str | None, reasoning: str | None
) -> None:
    log = tmp_path / "log"
    endpoint = serve(answer(message))
    for _ in range(2):  # from the endpoint, and from the log
        seat = seat_at(endpoint, log=str(log))
        assert pick(seat) == 12
        seat.close()
    assert len(endpoint.heard) == 1
    (entry,) = entries(log)
    assert entry["text"] == (text or message["content"])
    assert entry.get("reasoning") == reasoning


@pytest.mark.parametrize(
    "message",
    [
        {"content": None, "reasoning_content": "Hm.\nPICK 12"},
        {"content": "", "reasoning": "Hm.\nPICK 12"},
        {"reasoning": "Hm.\nPICK 12"},
        {"content": [THINKING]},
        {"content": "\n", "reasoning_content": "PICK 12"},
    ],
)
def test_reasoning_alone_says_nothing(serve: Serve, message: dict[str, Any]) -> None:
    found = failure(seat_at(serve(answer(message))))
    assert found.kind == "garbage"
    assert "it said nothing beside its reasoning" in str(found)


@pytest.mark.parametrize(
    "content",
    [
        [{"type": "text"}],
        [{"type": "text", "text": 12}],
        [{"text": "PICK 12"}],
        [{"type": [], "text": "PICK 12"}],
        [None],
        {"type": "text", "text": ["PICK 12"]},
    ],
)
def test_parts_that_are_none(serve: Serve, content: object) -> None:
    found = failure(seat_at(serve(answer({"content": content}))))
    assert found.kind == "refused"
    assert "an answer whose content is not a text" in str(found)


def test_the_other_names_of_tokens(serve: Serve) -> None:
    usage = {"input_tokens": 1000, "output_tokens": 50}
    seat = seat_at(serve(answer({"content": "PICK 3"}, usage=usage)))
    pick(seat)
    assert seat.usage() == Usage(1, 1000, 50, None)
    seat.close()


def test_a_key_in_the_reasoning_is_not_logged(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    log = tmp_path / "log"
    seat = seat_at(serve(answer({"content": "PICK 3", "reasoning": KEY})), log=str(log))
    pick(seat)
    seat.close()
    assert (entries(log)[0]["reasoning"], KEY in log.read_text()) == ("***", False)


# --- streams that nobody asked for ----------------------------------------------------------------


def events(*deltas: object, end: str = "data: [DONE]\n\n", newline: str = "\n\n") -> bytes:
    lines = [f"data: {json.dumps(delta)}{newline}" for delta in deltas]
    return ("".join(lines) + end).encode()


def delta(finish: str | None = None, **pieces: object) -> dict[str, object]:
    return {"choices": [{"index": 0, "delta": pieces, "finish_reason": finish}]}


STREAM = {"Content_Type": "text/event-stream; charset=utf-8"}
PIECES: tuple[dict[str, object], ...] = (
    delta(role="assistant", content="", reasoning_content="Hm"),
    delta(content="I th"),
    delta(content=None, reasoning_content="m."),
    delta(content="ink.\nPICK"),
    delta(content=[{"type": "text", "text": " 12"}]),
    delta(finish="stop"),
    {**delta(), "usage": {"prompt_tokens": 30, "completion_tokens": 4}},
    {"choices": [], "usage": None},
)


@pytest.mark.parametrize(
    "body",
    [
        events(*PIECES),
        events(*PIECES, newline="\r\n\r\n"),
        events(*PIECES, end=""),  # it has finished, and only does not say that it is over
        b": keep-alive\n\nevent: message\n" + events(*PIECES),
        events(*PIECES).replace(b"data: ", b"data:"),
        events(*PIECES, end="data: [DONE]\n\nnonsense"),
    ],
    ids=["plain", "carriage returns", "no end", "comments", "no spaces", "more"],
)
@pytest.mark.parametrize("headers", [STREAM, {}])
def test_a_stream_is_joined(
    serve: Serve, tmp_path: Path, body: bytes, headers: dict[str, str]
) -> None:
    log = tmp_path / "log"
    seat = seat_at(serve(Say(200, body, headers)), log=str(log))
    assert pick(seat) == 12
    assert seat.usage() == Usage(1, 30, 4, None)
    seat.close()
    (entry,) = entries(log)
    assert (entry["text"], entry["reasoning"]) == ("I think.\nPICK 12", "Hmm.")
    assert entry["finish"] == "stop"


def test_a_stream_that_is_over_is_not_waited_for(serve: Serve) -> None:
    def stay(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.end_headers()
        handler.wfile.write(events(*PIECES))
        endpoint.done.wait(50)

    endpoint = serve(stay)
    seat = seat_at(endpoint, seconds=20.0)
    assert pick(seat) == 12
    seat.close()


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (events(*PIECES[:4], end=""), "an answer that was cut off (asked 2 times)"),
        (events(*PIECES)[:250], "an answer that is not JSON (asked 2 times)"),
        (events({"error": {"message": "overloaded"}}), "message.content: overloaded"),
        (events(), "an answer without choices[0].message.content"),
        (events({"choices": [], "usage": None}), "an answer without choices[0].message.content"),
        (events(7), "a stream of events that are no pieces of an answer"),
        (events(delta(content=7)), "an answer whose content is not a text"),
    ],
    ids=["cut off", "cut short", "error", "nothing", "no choices", "number", "no text"],
)
def test_a_stream_that_is_no_answer(
    serve: Serve, pauses: list[float], body: bytes, why: str
) -> None:
    found = failure(seat_at(serve(Say(200, body, STREAM)), retries=1))
    assert why in str(found)
    assert len(pauses) == ("asked 2 times" in why)
    assert found.kind == ("endpoint" if pauses or "overloaded" in why else "refused")


def test_a_stream_that_the_model_did_not_finish(serve: Serve) -> None:
    body = events(delta(content="PICK 12"), delta(finish="length"))
    found = failure(seat_at(serve(Say(200, body, STREAM))))
    assert (found.kind, "its answer was cut off" in str(found)) == ("garbage", True)


# --- refusals -------------------------------------------------------------------------------------

FILTER = {"error": {"message": "flagged", "code": "content_filter"}}


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (whole({"error": {"message": "too long"}}, 400), "400 Bad Request: too long"),
        (whole(FILTER, 400), "400 Bad Request: flagged"),
        (whole(FILTER, 403), "403 Forbidden: flagged"),
        (whole(FILTER), "an answer without choices[0].message.content: flagged"),
        (answer({"content": "PICK 12"}, "content_filter"), "a filter held its answer back"),
        (answer({"content": None}, "content_filter"), "a filter held its answer back"),
        (answer({"role": "assistant"}, "content_filter"), "a filter held its answer back"),
        (answer({"content": "PICK 12"}, "content_filter: SAFETY"), "a filter held its answer"),
        (answer({"content": None, "refusal": "I will\nnot."}), "it refused: I will not."),
        (answer({"refusal": "No."}), "it refused: No."),
        (answer({"content": "PICK 12", "refusal": "No."}), "it refused: No."),  # as Inspect has it
    ],
)
def test_one_question_is_refused(
    serve: Serve, pauses: list[float], tmp_path: Path, said: Say, why: str
) -> None:
    endpoint = serve(said, good("PICK 12"))
    seat = seat_at(endpoint, log=str(tmp_path / "log"))
    with pytest.raises(Failure) as found:
        pick(seat)
    assert found.value.kind == "refused"
    assert why in str(found.value)
    assert str(found.value).isprintable()
    assert pick(seat) == 12
    seat.close()
    assert (len(endpoint.heard), pauses) == (2, [])


@pytest.mark.parametrize(
    ("status", "words", "options", "hint"),
    [
        (400, "System role not supported", {}, "--no-system may help"),
        (500, "Conversation roles must alternate user/assistant", {}, "--no-system may help"),
        (400, "Developer instruction is not enabled", {}, "--no-system may help"),
        (400, "System role not supported", {"no_system": True}, None),
        (400, "unknown field in the system", {}, None),
        (400, "'temperature' does not support 0", {}, "--temperature none may help"),
        (400, "'temperature' does not support 0", {"temperature": None}, None),
    ],
)
def test_what_may_help(
    serve: Serve, status: int, words: str, options: dict[str, Any], hint: str | None
) -> None:
    endpoint = serve(whole({"error": {"message": words}}, status))
    said = str(failure(seat_at(endpoint, retries=0, **options)))
    assert said.endswith(f"{words}; {hint}" if hint else words)


# --- how long to wait -----------------------------------------------------------------------------


@pytest.mark.parametrize("status", [429, 503])
def test_how_long_an_endpoint_asks_to_wait(serve: Serve, pauses: list[float], status: int) -> None:
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=50), usegmt=True)
    endpoint = serve(
        whole({}, status, Retry_After="7"),
        whole({}, status, Retry_After="7", retry_after_ms="1500"),
        whole({}, status, Retry_After="7", retry_after_ms="soon"),
        whole({}, status, Retry_After=soon),
        good("PICK 12"),
    )
    seat = seat_at(endpoint, retries=4)
    assert pick(seat) == 12
    seat.close()
    assert pauses[:3] == [7, 1.5, 7]
    assert 0 < pauses[3] <= 50


def test_milliseconds_that_are_too_many(serve: Serve, pauses: list[float]) -> None:
    endpoint = serve(whole({"error": "quota"}, 429, retry_after_ms="700000"))
    found = failure(seat_at(endpoint))
    assert "429 Too Many Requests: quota (asks to wait 700 seconds)" in str(found)
    assert (found.kind, pauses) == ("endpoint", [])


# --- the log --------------------------------------------------------------------------------------


def test_another_setting_is_another_question(serve: Serve, tmp_path: Path) -> None:
    log = tmp_path / "log"
    ways: list[dict[str, Any]] = [
        {},
        {"temperature": None},
        {"further": further(["max_tokens=5"])},
        {"further": further(["max_tokens=6"])},
        {"no_system": True},
    ]
    answers = [1, 2, 3, 12, 18]
    endpoint = serve(*(good(f"PICK {n}") for n in answers))
    for _ in range(2):
        for way, n in zip(ways, answers, strict=True):
            seat = seat_at(endpoint, log=str(log), **way)
            assert pick(seat) == n
            seat.close()
    assert len(endpoint.heard) == len(ways)
    logged = entries(log)
    assert [entry["temperature"] for entry in logged] == [0, None, 0, 0, 0]
    assert [entry.get("set") for entry in logged] == [
        None, None, {"max_tokens": 5}, {"max_tokens": 6}, None,
    ]  # fmt: skip
    assert {entry["prompt"] for entry in logged} == {prompt(BOOK, POSITION).whole}


def test_a_log_from_before_there_were_two_messages_still_answers(
    serve: Serve, tmp_path: Path
) -> None:
    """One message of the user then held the same words; `--no-system` sends it today."""
    text = prompt(BOOK, POSITION).whole
    log = tmp_path / "log"
    entry = {
        "time": "2026-01-01T00:00:00+00:00", "model": "tiny", "temperature": 0.0,
        "hash": sha256(text.encode()).hexdigest(), "chance": Random(1).getrandbits(53),
        "occurrence": 1, "prompt": text, "endpoint": "x", "text": "PICK 3", "finish": "stop",
        "prompt_tokens": 10, "answer_tokens": 2,
    }  # fmt: skip
    log.write_text(json.dumps(entry) + "\n")
    endpoint = serve(good("PICK 12"))
    seat = seat_at(endpoint, log=str(log), no_system=True)
    assert (pick(seat), seat.usage()) == (3, Usage(1, 10, 2, None))
    seat.close()
    assert endpoint.heard == []
