"""Games from strangers that are made to stall the server delay nobody else."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from support.serving import Server
from support.visitor import Visitor, until

DEEP = "n" + " + (n" * 3000 + ")" * 3000 + " > 0"
NASTY = {
    "slow to read": "numbers = " + "[" * 20_000,
    "deep tables": "[" + "a." * 20_000 + "b]\n",
    "deep relation": f'numbers = "1-1000"\nfollows = "{DEEP}"\n',
    "long relation": 'numbers = "1-1000"\nfollows = "{}"\n'.format(
        " and ".join(["gcd(n, last) == 1"] * 3000)
    ),
    "long integer": "numbers = " + "9" * 60_000,
    "huge pool": 'numbers = "1-1000000000000000"\n',
    "removes all": 'numbers = "1-1000"\nremoves = "n > 0"\n',
    "many keys": "".join(f'k{k} = "x"\n' for k in range(5000)),
    "long title": 'numbers = "1-9"\ntitle = "{}"\n'.format("x" * 60_000),
    "power": 'numbers = "1-1000"\nfollows = "n ** last ** last > 0"\n',
    "product": 'numbers = "1-1000"\nfollows = "{} > 0"\n'.format(" * ".join(["n"] * 5000)),
    "zero division": 'numbers = "1-10"\nfollows = "n % (n - last) == 0"\n',
}
QUESTIONS = 30  # seconds each, one after the other: no game of eight picks lasts as long


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("nasty"), "--rate", 0) as server:
        yield server
        assert "Traceback" not in server.log.read_text()


@pytest.mark.parametrize("kind", NASTY)
def test_a_nasty_file_is_refused_or_played(calm: Server, kind: str) -> None:
    with Visitor(calm.url) as visitor:
        for path, more in (("/api/games", {"seats": ["me", "me"]}), ("/api/verdict", {})):
            answer = visitor.post(path, {"toml": NASTY[kind], **more})
            assert answer.status in (200, 201, 413, 422, 429), answer.body[:300]
            assert len(answer.body) < 1_000_000
            if answer.status >= 400:
                assert len(answer.error) < 1000
    assert "Traceback" not in calm.log.read_text()


def test_a_hard_question_delays_no_other_game(tmp_path: Path) -> None:
    """While the oracle works on strangers' games, another game is played to its end."""
    hard = 'numbers = "1-900"\nfollows = "gcd(n, last) == 1 and (n + last) % 7 != 0"\n'
    with (
        Server(tmp_path) as server,
        Visitor(server.url) as stranger,
        Visitor(server.url) as visitor,
        ThreadPoolExecutor(QUESTIONS) as pool,
    ):
        table = visitor.create("me", "random", numbers="1-30")
        asked = [
            pool.submit(stranger.post, "/api/verdict", {"toml": f"# {k}\n{hard}"})
            for k in range(QUESTIONS)
        ]
        until(lambda: children(server), bool)
        state = table.state
        while state["legal"] and len(state["picks"]) < 8:
            answer = table.pick(1, state["legal"][0], state["version"])
            assert answer.status == 201
            state = table.until(lambda state: state["turn"] == 1 or state["outcome"])
        assert not all(question.done() for question in asked)  # and nobody waits for them
        server.kill()
        assert all(question.exception() or question.result() for question in asked)


def children(server: Server) -> list[str]:
    """The processes that work for the server."""
    pid = server.process.pid
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def test_a_large_game_of_ones_own_is_played(calm: Server) -> None:
    toml = 'numbers = "1-300"\nfollows = "gcd(n, last) == 1"\n'
    with Visitor(calm.url) as visitor:
        table = visitor.create(toml=toml)
        assert len(table.created["state"]["legal"]) == 300
        assert table.play(293, 300)["picks"] == [293, 300]
