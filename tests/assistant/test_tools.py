"""Every tool of `lastpick mcp`, called by the protocol's own client over real pipes.

The folder is not called `mcp`: that is the name of the protocol's package.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from support.assistant import Assistant, assisted
from support.running import GAMES, latest

from lastpick.catalog import load, open_book
from lastpick.coach.daily import daily, today
from lastpick.coach.puzzle_log import PuzzleLog
from lastpick.coach.review import review
from lastpick.errors import IllegalPick
from lastpick.game import Position
from lastpick.journal import Journal, Saved, Setup, standings
from lastpick.oracle import solve
from lastpick.players import BOTS
from lastpick.record import Person, records
from lastpick.terminal.history import finished
from lastpick.terminal.screen import Screen
from lastpick.terminal.start import PlayRequest, ResumeRequest, resume, set_up

OWN = 'title = "Odd Ones"\nnumbers = "1-12"\nopens = "n % 2 == 1"\nremoves = "neighbour"\n'
DUEL = {"game": "divisor-duel"}
HARD = 'numbers = "1-90"\nfollows = "(2 * n + last) % 5 != 0"\nremoves = "abs(m - n) == 3"\n'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Assistant]:
    folder = tmp_path_factory.mktemp("assistant")
    with assisted(folder, folder / "home") as assistant:
        yield assistant
        assert assistant.errors == ""


@pytest.fixture
def assistant(server: Assistant, monkeypatch: pytest.MonkeyPatch) -> Assistant:
    """The server, whose games this process sees too."""
    monkeypatch.setenv("LASTPICK_HOME", str(server.home))
    return server


def saved(name: str) -> Saved:
    found = Journal().find(name)
    assert found is not None
    return found


def at_terminal(name: str, *entries: object) -> str:
    """What `lastpick resume NAME` shows when this is typed."""
    target = io.StringIO()
    typed = "".join(f"{entry}\n" for entry in entries)
    resume(ResumeRequest(name), Screen(io.StringIO(typed), target))
    return target.getvalue()


def test_each_tool_says_what_it_takes_and_answers(assistant: Assistant) -> None:
    tools = assistant.tools()
    assert list(tools) == [
        "list_games", "rules", "new_game", "pick", "position", "take_back", "resign", "hint",
        "verdict", "review", "puzzle",
    ]  # fmt: skip
    for tool in tools.values():
        assert len(tool.description) > 50
        assert "  " not in tool.description
        assert tool.output_schema["type"] == "object"
        for name, schema in tool.input_schema["properties"].items():
            assert schema.get("description"), f"{tool.name} does not say what {name} is"
    assert tools["verdict"].annotations.read_only_hint
    assert not tools["pick"].annotations.read_only_hint
    assert tools["pick"].input_schema["required"] == ["id", "number"]


def test_games_and_rules(assistant: Assistant) -> None:
    begun = assistant.get("new_game", game="number-bind")["id"]
    told = assistant.call("list_games")
    assert [game["name"] for game in told.data["games"]] == list(GAMES)
    assert told.data["opponents"][: len(BOTS) + 1] == ["nobody", *BOTS]
    assert begun in [game["id"] for game in told.data["unfinished"]]
    assert begun in told.text
    told = assistant.call("rules", game="Prime Rumble", numbers="2-30")
    assert told.data["removes"] == "multiple"
    assert told.data["numbers"] == "2-30"
    assert told.data["rules"] in told.text
    assert assistant.get("rules", game=OWN)["title"] == "Odd Ones"


def test_a_whole_game_against_a_bot(assistant: Assistant) -> None:
    state = assistant.get(
        "new_game", game="divisor-duel", opponent="perfect", first="opponent", name="Ann", seed=4
    )
    name = state["id"]
    assert state["players"] == ["perfect", "Ann"]
    assert state["bots"] == ["perfect", None]
    assert state["happened"] == [f"perfect picks {state['picks'][0]}."]
    while not state["over"]:
        assert state["to_move"] == "Ann"
        picks = state["picks"]
        state = assistant.get("pick", id=name, number=state["legal"][-1])
        assert state["picks"][: len(picks)] == picks
        assert state["happened"][0] == f"Ann picks {state['picks'][len(picks)]}."
    assert state["winner"] == "perfect"
    assert state["to_move"] is None
    assert state["legal"] == []
    assert "perfect wins, as whoever cannot pick loses." in state["reason"]
    # The same seed makes the same bot at a terminal, and the game is one of the user's.
    assert saved(name).match.play.position.picks == tuple(state["picks"])
    assert name in [one.name for one in finished(lambda _: None)]
    (tally,) = [one for one in standings([saved(name).match]) if one.player == "Ann"]
    assert (tally.opponent, tally.lost) == ("perfect", 1)
    assert "the game is over: perfect wins" in assistant.refused("pick", id=name, number=1)
    assert "the game is over" in assistant.refused("hint", id=name)
    # And it can be reviewed: the same grades as the coach's.
    graded = assistant.call("review", id=name)
    (record,) = records(saved(name).match, saved(name).setup.date)
    expected = review(record)
    (game,) = graded.data["games"]
    assert [step["grade"] for step in game["steps"]] == [step.grade for step in expected.steps]
    assert game["players"][1]["name"] == "Ann"
    assert "Who was winning:" in graded.text
    assert assistant.get("review")["id"] == latest_over()


def latest_over() -> str:
    return next(iter(finished(lambda _: None))).name


def expect(state: dict[str, Any], position: Position) -> None:
    """The state that the tool tells is that of the rules."""
    assert state["picks"] == list(position.picks)
    assert state["legal"] == list(position.legal)
    assert state["left"] == list(position.pool)
    assert (state["legal_count"], state["left_count"]) == (len(position.legal), len(position.pool))
    assert state["last"] == position.last
    outcome = position.outcome
    assert state["over"] == (outcome is not None)
    assert state["to_move"] == (None if outcome else f"Player {position.turn}")
    assert state["winner"] == (f"Player {outcome.winner}" if outcome else None)


@pytest.mark.parametrize(
    "game", ["juniper-green", "prime-rumble", OWN], ids=["chain", "sum", "own"]
)
def test_random_picks_give_the_states_of_the_rules(assistant: Assistant, game: str) -> None:
    """Legal or not: what is refused changes nothing, and is refused in the words of the rules."""
    rng = Random(17)
    numbers = {"juniper-green": "1-30", "prime-rumble": "2-25"}.get(game)
    state = assistant.get("new_game", game=game, numbers=numbers)
    name = state["id"]
    position = saved(name).setup.book().game.start()
    while True:
        expect(state, position)
        if not position.choices:
            break
        pool = position.game.numbers
        n = rng.choice([*position.legal, rng.randint(pool.first - 2, pool.last + 2)])
        if n in position.legal:
            position = position.pick(n)
            state = assistant.get("pick", id=name, number=n)
        else:
            with pytest.raises(IllegalPick) as refusal:
                position.pick(n)
            said = assistant.refused("pick", id=name, number=n)
            assert said.startswith(f"{refusal.value}; valid: ")
        assert saved(name).match.play.position == position
    assert assistant.get("position", id=name) == {**state, "happened": []}


def test_a_board_is_drawn_and_large_pools_are_cut_short(assistant: Assistant) -> None:
    name = assistant.get("new_game", game="divisor-duel")["id"]
    text = assistant.call("pick", id=name, number=12).text
    assert "```\n  [1]  [2]  [3]  [4]   5   [6]   7    8    9   10\n" in text
    assert "\n  11  (12)  13 " in text
    assert "Player 2 is to pick. Pick a divisor or multiple of 12. Valid: 1-4, 6." in text
    told = assistant.call("new_game", game="divisor-duel", numbers="1-5000")
    assert len(told.data["legal"]) == 1_000
    assert told.data["legal_count"] == 5_000
    assert len(told.text) < 500


def test_who_begins(assistant: Assistant) -> None:
    two = {**DUEL, "name": "Ann", "opponent_name": "Bob"}
    assert assistant.get("new_game", **two)["to_move"] == "Ann"
    assert assistant.get("new_game", **two, first="opponent")["players"] == ["Bob", "Ann"]
    tosses = [assistant.get("new_game", **two, first="toss", seed=seed) for seed in range(6)]
    assert {toss["to_move"] for toss in tosses} == {"Ann", "Bob"}
    for toss in tosses:
        assert toss["happened"][0].startswith("Coin toss: ")
        assert toss["happened"][0].endswith(f"{toss['to_move']} starts.")
    again = assistant.get("new_game", **two, first="toss", seed=3)
    assert again["to_move"] == tosses[3]["to_move"]


def test_taking_back_and_giving_up(assistant: Assistant) -> None:
    name = assistant.get("new_game", game="divisor-duel", opponent="random")["id"]
    assert "nothing of yours" in assistant.refused("take_back", id=name)
    assert len(assistant.get("pick", id=name, number=6)["picks"]) == 2
    state = assistant.get("take_back", id=name)
    assert state["picks"] == []
    state = assistant.get("resign", id=name)
    assert state["happened"] == ["You resign."]
    assert (state["over"], state["winner"]) == (True, "random")
    assert state["reason"] == "random wins: You resigned."
    assert saved(name).match.play.outcome is not None


def test_the_terminal_goes_on_with_a_game_from_here(assistant: Assistant) -> None:
    name = assistant.get("new_game", game="divisor-duel", name="Ann", opponent_name="Bob")["id"]
    assistant.get("pick", id=name, number=6)
    shown = at_terminal(name, 3, "quit")
    assert "Selected so far: 6" in shown
    state = assistant.get("position", id=name)
    assert (state["picks"], state["to_move"]) == ([6, 3], "Ann")
    assert assistant.get("pick", id=name, number=9)["picks"] == [6, 3, 9]


def test_a_game_from_the_terminal_is_gone_on_with_here(assistant: Assistant) -> None:
    session = set_up(PlayRequest("prime-rumble", kinds=("human", "greedy")), pytest.fail)
    session.begin()
    name = latest().name
    state = assistant.get("position", id=name)
    assert state["in_use"]
    assert assistant.refused("pick", id=name, number=2) == (
        f"{name} is being played in another window"
    )
    session.commit(5)  # and it is closed before the bot answers, as by a kill
    session.close()
    state = assistant.get("position")
    assert state["id"] == name
    assert not state["in_use"]
    assert state["picks"][0] == 5
    assert len(state["picks"]) == 2
    assert state["happened"][0].startswith(f"greedy picks {state['picks'][1]}")
    assert saved(name).match.play.position.picks == tuple(state["picks"])


def test_a_pick_before_the_bots_turn_is_over_is_none(assistant: Assistant) -> None:
    """The bot had not answered when the game was left: whoever picks has not seen its answer."""
    session = set_up(PlayRequest("divisor-duel", kinds=("human", "perfect")), pytest.fail)
    session.begin()
    session.commit(6)
    session.close()
    name = latest().name
    refusal = assistant.refused("pick", id=name, number=1)
    assert refusal.startswith("it was not your turn yet: perfect picks ")
    assert len(saved(name).match.play.moves) == 2


def test_a_match_goes_on_game_by_game(assistant: Assistant) -> None:
    setup = Setup(
        game="divisor-duel", toml=None, numbers="1-4", people=(Person("Ann"), Person("Bob")),
        named=(True, True), first=0, best_of=3, strikes=None, seed=1, date="2026-01-01",
        record=None,
    )  # fmt: skip
    log = Journal().begin(setup)
    log.append([3, 1, 2])
    log.close()
    state = assistant.get("pick", id=log.name, number=4)  # nothing is left: Bob has won
    assert state["happened"][1:] == ["Bob wins this game. Score: Ann 0, Bob 1."]
    assert state["score"] == [0, 1]
    assert state["players"] == ["Bob", "Ann"]  # the starter alternates
    assert state["picks"] == []
    assert "Game 2, best of 3: Ann 0, Bob 1." in assistant.call("position", id=log.name).text


def test_hints_and_verdicts(assistant: Assistant) -> None:
    name = assistant.get("new_game", game="divisor-duel")["id"]
    assistant.get("pick", id=name, number=1)
    found = solve(load("divisor-duel").start().pick(1))
    told = assistant.call("verdict", id=name)
    assert told.data["winning"] == list(found.winning)
    assert (told.data["wins"], told.data["complete"]) == (found.wins, True)
    assert told.data["to_move"] == 2
    assert told.data["proof"] in told.text
    assert told.data["reason"] in told.text
    hints = [assistant.get("hint", id=name, step=step) for step in (1, 2, 3)]
    assert len({hint["hint"] for hint in hints}) == 3
    assert [hint["more"] for hint in hints] == [True, True, False]
    assert any(f"Pick {n}:" in hints[2]["hint"] for n in found.winning)
    free = assistant.get("verdict", game="prime-rumble", numbers="2-20", picks=[3, 2])
    expected = solve(load("prime-rumble", "2-20").play([3, 2]))
    assert free["winning"] == list(expected.winning)
    assert free["nimber"] == expected.nimber


def test_what_takes_too_long_is_unknown_and_says_so(assistant: Assistant) -> None:
    told = assistant.call("verdict", game=HARD, seconds=1)
    assert told.data["wins"] is None
    assert "Unknown: there was no time" in told.text
    assert "I could not work this out" in assistant.get("hint", game=HARD, seconds=1)["hint"]
    name = assistant.get("new_game", game=HARD)["id"]
    for _ in range(3):
        number = assistant.get("position", id=name)["legal"][0]
        assistant.get("pick", id=name, number=number)
    (game,) = assistant.get("review", id=name, seconds=1)["games"]
    assert game["not_graded"] == 3


def test_puzzles(assistant: Assistant) -> None:
    told = assistant.call("puzzle", game="divisor-duel", numbers="1-12", level=1)
    puzzle = told.data
    assert puzzle["answer"] is None
    assert puzzle["level"] == 1
    position = load("divisor-duel", "1-12").play(puzzle["picks"])
    (answer,) = solve(position).winning
    wrong = next(n for n in position.legal if n != answer)
    before = PuzzleLog(pytest.fail).summary()
    told = assistant.call("puzzle", id=puzzle["id"], pick=wrong)
    assert (told.data["right"], told.data["tries"]) == (False, [wrong])
    assert told.text.startswith(f"No. {wrong} loses")
    assert "You have tried" in assistant.call("puzzle", id=puzzle["id"], pick=wrong).text
    assert assistant.get("puzzle", id=puzzle["id"], hint=True)["hints"] == 1
    assert "is not in the range" in assistant.refused("puzzle", id=puzzle["id"], pick=99)
    told = assistant.call("puzzle", id=puzzle["id"], pick=answer)
    assert (told.data["right"], told.data["solved"], told.data["answer"]) == (True, True, answer)
    assert told.text.startswith(f"Right! {answer} wins")
    after = PuzzleLog(pytest.fail).summary()  # as `lastpick stats` counts it
    assert (after.tried, after.solved) == (before.tried + 1, before.solved + 1)
    assert "does not count" in assistant.call("puzzle", id=puzzle["id"]).text


def test_the_puzzle_of_the_day_and_one_of_an_own_game(assistant: Assistant) -> None:
    asked = assistant.get("puzzle", id="daily-2026-01-05")
    found = daily(today().replace(2026, 1, 5))
    assert asked["picks"] == list(found.puzzle.position.picks)
    told = assistant.call("puzzle", id=asked["id"], give_up=True)
    assert told.data["answer"] == found.puzzle.answer
    assert "Lastpick daily 2026-01-05" in told.text
    own = assistant.get("puzzle", game=OWN, numbers="1-14")
    (answer,) = solve(load_own("1-14").play(own["picks"])).winning
    assert assistant.get("puzzle", game=OWN, id=own["id"], pick=answer)["solved"]


def load_own(numbers: str) -> Any:
    from lastpick.catalog import read_book

    return read_book(OWN, "own-game", numbers).game


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("pik", {}, "no tool is called 'pik'; did you mean pick?"),
        ("pick", {"id": "x"}, "number is missing"),
        ("pick", {"id": "x", "numbr": 3}, "pick takes no argument 'numbr'; did you mean number?"),
        ("pick", {"id": "x", "number": "six"}, "number: expected a valid integer, found 'six'"),
        ("pick", {"id": "x", "number": True}, "number: expected a valid integer, found True"),
        ("verdict", {"game": "divisor-duel", "picks": [3, True]},
         "picks.1: expected a valid integer, found True"),
        ("pick", {"id": "x", "number": 3}, "no game has the id 'x'; list_games names those"),
        ("pick", {"id": "../x", "number": 3}, "no game has the id '../x'"),
        ("rules", {"game": "divisor-dual"}, "no game is called 'divisor-dual'; did you mean"
         " divisor-duel?"),
        ("rules", {"game": "./mygame.toml"}, "no game is called './mygame.toml'; the games are"),
        ("rules", {"game": "/etc/passwd"}, "no game is called '/etc/passwd'"),
        ("rules", {"game": "numbers ="}, "your game: not TOML: "),
        ("rules", {"game": 'numbers = "1-9"\nremovs = "multiple"'}, "your game: unknown key"),
        ("rules", {"game": 'numbers = "1-9"\n' + "#" * 65_536}, "your game: larger than 64 kB"),
        ("new_game", {**DUEL, "numbers": "9-1"}, "9-1"),
        ("new_game", {**DUEL, "opponent": "gredy"}, "no opponent is called 'gredy'"),
        ("new_game", {**DUEL, "opponent": "exec:id"}, "programs and models are"),
        ("new_game", {**DUEL, "opponent": "llm:x"}, "programs and models are"),
        ("new_game", {**DUEL, "opponent": "mcts:x"}, "as in mcts:1000; found 'x'"),
        ("new_game", {**DUEL, "first": "me"}, "first: expected 'player', 'opponent' or"
         " 'toss', found 'me'"),
        ("new_game", {**DUEL, "name": "A\nB"}, "is no name"),
        ("new_game", {"game": 'numbers = "1-9"\nopens = "n > 20"'}, "no number of 1-9 may open"),
        ("position", {"id": "nothing"}, "no game has the id 'nothing'"),
        ("hint", {"step": 4}, "step: expected less than or equal to 3, found 4"),
        ("hint", {"picks": [3]}, "numbers and picks say more about a game; which game?"),
        ("hint", {"id": "x", "game": "divisor-duel"}, "an id and a game both name a position"),
        ("verdict", {**DUEL, "picks": [6, 7]}, "7 is neither a divisor nor"),
        ("verdict", {"seconds": 1e9}, "seconds: expected less than or equal to 60, found"),
        ("puzzle", {"pick": 3}, "of which puzzle?"),
        ("puzzle", {"id": "a", "hint": True, "give_up": True}, "one at a time"),
        ("puzzle", {"id": "nothing"}, "no puzzle is called that"),
        ("puzzle", {"id": "daily-x"}, "x is no date"),
        ("puzzle", {"id": "own-game_1-9_x", "game": OWN}, "no puzzle has the id"),
        ("puzzle", {"id": "own-game_1-9_3"}, "a puzzle of your own game needs its text too"),
        ("puzzle", {"level": 3}, "which game?"),
        ("puzzle", {"game": "divisor-duel", "numbers": "1-3"}, "no puzzle found on 1-3"),
    ],
)  # fmt: skip
def test_refusals_are_one_line(
    assistant: Assistant, tool: str, arguments: dict[str, object], said: str
) -> None:
    assert said in assistant.refused(tool, **arguments)


def test_games_that_cannot_be_gone_on_with_here(assistant: Assistant) -> None:
    """What the user has seated at a terminal is not started by an assistant."""
    book = open_book("divisor-duel")
    setup = Setup(
        game="divisor-duel", toml=None, numbers=str(book.game.numbers),
        people=(Person("Ann"), Person("engine", "exec:touch /nowhere/x")), named=(True, False),
        first=1, best_of=1, strikes=None, seed=1, date="2026-01-01", record=None,
    )  # fmt: skip
    log = Journal().begin(setup)
    log.close()
    assert assistant.get("position", id=log.name)["picks"] == []
    assert assistant.refused("pick", id=log.name, number=3) == (
        f"{log.name} has a program or a model at its table;"
        f" at a terminal, lastpick resume {log.name} goes on with it"
    )
    alone = Journal().begin(setup._replace(solo=True, people=(Person("You"), Person("You"))))
    alone.close()
    assert "is played alone" in assistant.refused("position", id=alone.name)


def test_a_damaged_game_hides_no_other(assistant: Assistant) -> None:
    good = assistant.get("new_game", game="number-bind")["id"]
    bad = Journal().begin(saved(good).setup)
    bad.append([99])
    bad.close()
    assert "is damaged in line 2" in assistant.refused("position", id=bad.name)
    told = assistant.call("list_games")
    assert good in [game["id"] for game in told.data["unfinished"]]
    assert "is left out until it is mended" in told.text
    assert assistant.get("position")["id"] == good
