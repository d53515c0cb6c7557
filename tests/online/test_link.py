"""Links and addresses: what they say, and what is wrong with them."""

import pytest

from lastpick.errors import LastpickError
from lastpick.online.link import GameLink, read_link, read_server

SECRET = "s3cret-Part_of_it"


@pytest.mark.parametrize(
    ("text", "link"),
    [
        (
            "http://127.0.0.1:8000/game/ab-_1#invite=x-_9",
            ("http://127.0.0.1:8000", "ab-_1", "x-_9"),
        ),
        (" https://Play.Example.org/game/a/ \n", ("https://play.example.org", "a", None)),
        ("https://play.example.org:443/game/a", ("https://play.example.org", "a", None)),
        ("http://[::1]:8000/game/a#invite=b", ("http://[::1]:8000", "a", "b")),
    ],
)
def test_a_link_is_read(text: str, link: tuple[str, str, str | None]) -> None:
    assert read_link(text) == link


def test_a_link_is_written_as_it_was_read() -> None:
    text = f"http://127.0.0.1:8000/game/a#invite={SECRET}"
    assert read_link(text).whole == text
    assert read_link(text).page == "http://127.0.0.1:8000/game/a"
    assert GameLink("http://x", "a").whole == "http://x/game/a"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is no link of a game; expected one such as"),
        ("hello", "is no link of a game; expected"),
        ("127.0.0.1:8000/game/a", "did you mean http://127.0.0.1:8000/game/a?"),
        ("ftp://host/game/a", "is no link of a game"),
        ("http:///game/a", "is no link of a game"),
        ("http://host:99999/game/a", "is no link of a game"),
        ("http://host/puzzles", "is no link of a game"),
        ("http://host/game/a/b", "is no link of a game"),
        ("http://host/game/" + "a" * 41, "is no link of a game"),
        ("http://host/game/a?x=1", "is no link of a game"),
        ("http://ho\x1bst/game/a", "is no link of a game"),
        ("http://me:word@host/game/a", "holds no name and no password"),
        ("http://host/game/a#other", "is no invitation; copy the whole link"),
        ("http://host/game/a#invite=", "is no invitation"),
        ("http://host/game/a#invite=x/y", "is no invitation"),
    ],
)
def test_what_is_wrong_with_a_link_is_told(text: str, why: str) -> None:
    with pytest.raises(LastpickError) as refused:
        read_link(text)
    assert why in str(refused.value)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("before", ["nonsense", "http://host/elsewhere", "host:1/game/a"])
def test_no_error_repeats_an_invitation(before: str) -> None:
    with pytest.raises(LastpickError) as refused:
        read_link(f"{before}#invite={SECRET}")
    assert SECRET not in str(refused.value)


def test_addresses_of_servers() -> None:
    assert read_server("http://127.0.0.1:8000/") == "http://127.0.0.1:8000"
    with pytest.raises(LastpickError, match=r"did you mean http://localhost:8000\?"):
        read_server("localhost:8000")
    with pytest.raises(LastpickError, match=r"did you mean http://host\?"):
        read_server("http://host/game/a")
