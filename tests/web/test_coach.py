"""The oracle and the coach over the wire give what they give at the command line."""

import json
from typing import Any

import pytest
from support.visitor import Visitor

from lastpick.catalog import load, names, open_book
from lastpick.catalog.rules import relations
from lastpick.coach import hint as coach_hint
from lastpick.coach.daily import as_data as daily_data
from lastpick.coach.daily import daily, read_day
from lastpick.coach.puzzle_log import Result, share, signs
from lastpick.coach.puzzles import grade
from lastpick.coach.puzzles import hint as puzzle_hint
from lastpick.coach.refutation import refutation
from lastpick.oracle import as_data, solve
from lastpick.players import BOTS
from lastpick.record import card, parse

OWN = 'numbers = "1-12"\nfollows = "abs(n - last) <= 3"\nremoves = "neighbour"\n'


def posted(visitor: Visitor, path: str, **body: object) -> Any:
    answer = visitor.post(path, body)
    assert answer.status == 200, answer.body
    return answer.json


@pytest.mark.parametrize("game", names())
def test_a_verdict_is_the_oracles(guest: Visitor, game: str) -> None:
    numbers = "2-12"
    start = load(game, numbers).start()
    opening = 6 if 6 in start.legal else start.legal[0]
    position = start.pick(opening)
    told = posted(guest, "/api/verdict", game=game, numbers=numbers, picks=[opening])
    meant = as_data(position, solve(position))
    assert told["verdict"]["wins"] == meant["wins"]
    assert told["verdict"]["winning"] == meant["winning"]
    assert told["verdict"]["reason"]["text"] == meant["reason"]["text"]
    assert (told["turn"], told["legal"], told["picks"]) == (2, list(position.legal), [opening])


def test_the_verdict_of_a_game_is_that_of_its_position(visitor: Visitor) -> None:
    table = visitor.create(toml=OWN)
    table.play(6, 8)
    told = visitor.get(f"{table.path}/verdict").json
    assert told == posted(visitor, "/api/verdict", toml=OWN, picks=[6, 8])


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"game": "divisor-duel", "picks": [6, 14]}, "14 is neither"),
        ({"game": "divisor-duel", "picks": [99]}, "99"),
        ({"game": "chess"}, "chess"),
        ({"picks": []}, "give either"),
        ({"game": "divisor-duel", "picks": [1.5]}, "picks.0"),
        ({"game": "divisor-duel", "picks": [True]}, "picks.0"),
        ({"game": "divisor-duel", "picks": [1] * 1001}, "picks"),
    ],
)
def test_no_verdict_without_a_position(guest: Visitor, body: dict[str, Any], why: str) -> None:
    answer = guest.post("/api/verdict", body)
    assert answer.status == 422
    assert why in answer.error


def test_a_verdict_says_why_the_last_pick_wins_or_loses(guest: Visitor) -> None:
    body: dict[str, Any] = {"game": "divisor-duel", "picks": [4, 2, 16, 8]}
    reason = guest.post("/api/verdict", body).json["verdict"]["reason"]
    assert reason["plain"] == (
        "No pick wins: Player 1 can only pick 1, and Player 2 ends the game with 19."
    )
    assert reason["of_last"] == (
        "8 wins: Player 1 can only pick 1, and Player 2 ends the game with 19."
    )
    start = guest.post("/api/verdict", {"game": "divisor-duel", "picks": []}).json["verdict"]
    assert start["reason"]["of_last"] is None


def test_a_verdict_calls_the_players_as_it_is_asked_to(guest: Visitor) -> None:
    body: dict[str, Any] = {"game": "divisor-duel", "picks": [4, 2, 16, 8]}
    for called, loser, winner in (
        (["you", "your opponent"], "you can", "your opponent ends"),
        (["your opponent", "you"], "your opponent can", "you end"),
        (["Ann", "<loser can>"], "Ann can", "<loser can> ends"),
    ):
        reason = guest.post("/api/verdict", body | {"names": called}).json["verdict"]["reason"]
        assert (
            reason["plain"] == f"No pick wins: {loser} only pick 1, and {winner} the game with 19."
        )
    for wrong in (["Ann"], ["Ann", ""], ["Ann", "x" * 41], ["a", "b", "c"], "Ann"):
        assert guest.post("/api/verdict", body | {"names": wrong}).status == 422


def test_hints_come_in_three_steps_to_the_player_to_move(visitor: Visitor) -> None:
    table = visitor.friends()
    table.play(6)
    position = load("divisor-duel").play([6])
    found = coach_hint.look(position)
    for step in (1, 2, 3):
        told = visitor.get(f"{table.path}/hint?step={step}", table.tokens["2"]).json
        assert told["text"] == coach_hint.in_words(position, found, step)
        assert told["step"] == step
        assert (told["area"] is not None) is (step > 1)
        assert told["kind"] == ("trap" if step > 1 else None)
        assert told["pick"] == (found.best if step == 3 else None)
    assert visitor.get(f"{table.path}/hint", table.tokens["2"]).json["step"] == 1
    assert visitor.get(f"{table.path}/hint", table.tokens["1"]).status == 403
    assert visitor.get(f"{table.path}/hint").status == 401
    for wrong in ("0", "4", "x", "1.5", ""):
        assert visitor.get(f"{table.path}/hint?step={wrong}", table.tokens["2"]).status == 422
    table.act("resign", 1)
    assert visitor.get(f"{table.path}/hint", table.tokens["2"]).status == 422


def test_a_finished_game_is_reviewed_and_its_record_too(visitor: Visitor) -> None:
    table = visitor.friends(numbers="1-12", names=["Ann", None])
    table.play(6)
    early = visitor.get(f"{table.path}/review")
    assert (early.status, early.error) == (422, "the game is not over yet")
    state = table.play_out()
    reviewed = visitor.get(f"{table.path}/review").json
    assert reviewed["picks"] == state["picks"]
    assert [step["event"] for step in reviewed["steps"]] == state["picks"]
    assert all(step["event"] in step["choices"] for step in reviewed["steps"])
    assert [n for step in reviewed["steps"] for n in step["removed"]] == state["picks"]
    assert [player["name"] for player in reviewed["players"]] == ["Ann", "Player 2"]
    assert reviewed["stuck"] == state["stuck"] != ""
    assert all("between winning and losing" in player["said"] for player in reviewed["players"])
    text = visitor.get(f"{table.path}/record")
    assert text.headers["content-type"].startswith("text/plain")
    assert posted(visitor, "/api/review", record=text.body.decode()) == reviewed
    (read,) = parse(text.body.decode())
    assert list(read.play().position.picks) == state["picks"]


def test_a_game_of_ones_own_is_reviewed_with_its_file(visitor: Visitor) -> None:
    table = visitor.create(toml=OWN)
    table.play(6)
    table.act("resign", 1)  # who waits concedes
    reviewed = visitor.get(f"{table.path}/review").json
    assert reviewed["result"] == "Player 2 wins (resignation)"
    told = posted(visitor, "/api/verdict", toml=reviewed["toml"], picks=[6])
    assert told["legal"] == [3, 4, 8, 9]
    assert told["numbers"] == "1-12"


@pytest.mark.parametrize("text", ["", "x", "Lastpick record 1\n", "Lastpick record 2\n", "\ud800"])
def test_what_is_no_record_is_not_reviewed(guest: Visitor, text: str) -> None:
    answer = guest.post("/api/review", {"record": text})
    assert answer.status == 422
    assert answer.error


# --- puzzles --------------------------------------------------------------------------------------


def check_puzzle(guest: Visitor, puzzle: Any) -> None:
    position = load(puzzle["game"], puzzle["numbers"]).play(puzzle["picks"])
    found = grade(position)
    assert found
    assert puzzle["legal"] == list(position.legal)
    assert (puzzle["turn"], puzzle["last"]) == (position.turn, position.last)
    assert puzzle["level"] == found.level
    asked = {key: puzzle[key] for key in ("game", "numbers", "picks")}
    right = posted(guest, "/api/puzzles/answer", **asked, pick=found.answer)
    assert (right["right"], right["answer"]) == (True, found.answer)
    wrong = next(n for n in position.legal if n != found.answer)
    refuted = posted(guest, "/api/puzzles/answer", **asked, pick=wrong)
    assert (refuted["right"], refuted["answer"]) == (False, None)
    assert refuted["text"] == refutation(position, wrong)
    assert right["text"] == found.plain


def test_a_puzzle_has_one_answer_and_a_seed_repeats_it(guest: Visitor) -> None:
    path = "/api/puzzles?game=divisor-duel&level=2&seed=7"
    puzzle = guest.get(path).json
    assert (puzzle["game"], puzzle["level"]) == ("divisor-duel", 2)
    assert puzzle["clue"]
    check_puzzle(guest, puzzle)
    assert guest.get(path).json == puzzle


@pytest.mark.parametrize("level", range(1, 6))
def test_a_puzzle_of_any_game_has_the_level_that_was_asked_for(guest: Visitor, level: int) -> None:
    for seed in range(8):
        found = guest.get(f"/api/puzzles?level={level}&seed={seed}").json
        assert found["level"] == level
        assert guest.get(f"/api/puzzles?level={level}&seed={seed}").json == found


def test_rare_levels_are_found_too(guest: Visitor) -> None:
    for seed in range(4):  # one try in some two thousand
        found = guest.get(f"/api/puzzles?game=divisor-duel&level=5&seed={seed}").json
        assert found["level"] == 5


def test_the_puzzle_of_a_day_is_the_same_for_everybody(guest: Visitor) -> None:
    path = "/api/puzzles/daily?date=2026-11-16"
    puzzle = guest.get(path).json
    assert puzzle["date"] == "2026-11-16"
    check_puzzle(guest, puzzle)
    in_terminal = daily_data(daily(read_day("2026-11-16")))
    same = ("date", "schedule", "game", "numbers", "picks", "legal", "level", "last")
    assert {key: puzzle[key] for key in same} == {key: in_terminal[key] for key in same}
    assert "answer" not in puzzle
    assert guest.get(path).json == puzzle
    assert guest.get("/api/puzzles/daily").json["date"]
    for date in ("2026-02-30", "20261116", "2026-W47-1", "x", "", "2026-11-16T"):
        answer = guest.get(f"/api/puzzles/daily?date={date}")
        assert answer.status == 422
        assert answer.error


@pytest.mark.parametrize(
    "path",
    ["game=chess", "level=0", "level=9", "seed=-1", "seed=x", "numbers=1-500", "numbers=5-1"],
)
def test_a_puzzle_that_cannot_be_is_refused(guest: Visitor, path: str) -> None:
    asked = path if "game" in path else f"game=divisor-duel&{path}"
    answer = guest.get(f"/api/puzzles?{asked}")
    assert answer.status == 422
    assert answer.error


@pytest.mark.parametrize("seed", range(4))
def test_a_puzzle_is_found_again_by_its_id(guest: Visitor, seed: int) -> None:
    puzzle = guest.get(f"/api/puzzles?seed={seed}").json
    assert guest.get(f"/api/puzzles/{puzzle['id']}").json == puzzle


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nonsense", "no puzzle is called that; they are called as in GAME_1-20_6-3-9"),
        ("divisor-dul_1-20_6", "no game is called 'divisor-dul'; did you mean divisor-duel?"),
        ("divisor-duel_1-20_6-5", "5 is neither a divisor nor a multiple of 6"),
        ("divisor-duel_1-20", "this position is no puzzle: it has not exactly one winning pick"),
        ("divisor-duel_1-900_6", "puzzles are made on pools of up to 200 numbers, not on 1-900"),
        ("..%2f..%2fetc_1-20_6", "no puzzle is called that"),
    ],
)
def test_what_is_no_puzzles_id_is_refused(guest: Visitor, name: str, why: str) -> None:
    answer = guest.get(f"/api/puzzles/{name}")
    assert answer.status in (404, 422)
    assert why in answer.error or answer.status == 404


def test_a_puzzle_is_given_up_and_hinted_at_as_in_the_terminal(guest: Visitor) -> None:
    puzzle = guest.get("/api/puzzles?game=divisor-duel&seed=7").json
    asked = {key: puzzle[key] for key in ("game", "numbers", "picks")}
    found = grade(load(puzzle["game"], puzzle["numbers"]).play(puzzle["picks"]))
    assert found
    given_up = posted(guest, "/api/puzzles/answer", **asked, pick=None)
    assert given_up == {"legal": True, "right": False, "text": found.plain, "answer": found.answer}
    for step in (1, 2, 3):
        told = posted(guest, "/api/puzzles/hint", **asked, step=step)
        assert told["text"] == puzzle_hint(found, step)
        assert told["pick"] == (found.answer if step == 3 else None)
    assert guest.post("/api/puzzles/hint", {**asked, "step": 4}).status == 422


def test_a_result_to_share_is_told_as_in_the_terminal(guest: Visitor) -> None:
    body = {"date": "2026-11-16", "tries": 3, "hints": 1, "solved": True, "streak": 4}
    told = posted(guest, "/api/puzzles/daily/share", **body)["text"]
    result = Result((0, 0, 0), 1, solved=True)
    one = daily(read_day("2026-11-16"))
    assert told == f"{share(one, result, 4)}\n{signs(result)}"
    assert guest.post("/api/puzzles/daily/share", {**body, "date": "soon"}).status == 422
    assert guest.post("/api/puzzles/daily/share", {**body, "tries": [3]}).status == 422


def test_the_catalog_tells_the_day_and_the_game_of_its_puzzle(guest: Visitor) -> None:
    told = guest.get("/api/catalog").json["daily"]
    puzzle = guest.get(f"/api/puzzles/daily?date={told['date']}").json
    assert {key: puzzle[key] for key in told} == told
    assert told["date"] <= puzzle["today"]


def test_an_answer_to_what_is_no_puzzle_is_refused(guest: Visitor) -> None:
    body: dict[str, Any] = {"game": "divisor-duel", "numbers": "1-20", "picks": [], "pick": 99}
    outside = posted(guest, "/api/puzzles/answer", **body)
    assert outside["legal"] is outside["right"] is False
    assert "99" in outside["text"]
    many = guest.post("/api/puzzles/answer", {**body, "numbers": "1-3", "pick": 2})
    assert many.status == 422
    assert "this position is no puzzle" in many.error


# --- the rest -------------------------------------------------------------------------------------


def test_the_catalog_is_the_shipped_games_and_bots(guest: Visitor) -> None:
    told = guest.get("/api/catalog").json
    assert [game["name"] for game in told["games"]] == list(names())
    assert [bot["name"] for bot in told["players"]] == list(BOTS)
    assert [bot["title"] for bot in told["players"]] == [bot.title for bot in BOTS.values()]
    for game in told["games"]:
        book = open_book(game["name"])
        assert game["numbers"] == str(book.game.numbers)
        assert game["relations"] == relations(book.game)
        words = (book.title, book.summary, book.rules, list(book.tips))
        assert tuple(game[key] for key in ("title", "summary", "rules", "tips")) == words
        assert game["example"] == list(book.example)
        assert game["pools"] == (list(book.pools) or [game["numbers"]])
        assert game["first"] == book.first
        assert game["card"] == json.loads(json.dumps(card(book)))


def test_the_server_says_that_it_is_well(visitor: Visitor) -> None:
    answer = visitor.get("/healthz")
    assert (answer.status, answer.json) == (200, {"status": "ok"})


def test_every_call_of_the_contract_is_described(guest: Visitor) -> None:
    described = guest.get("/openapi.json").json["paths"]
    calls = ("join", "picks", "resign", "takeback", "claim", "rematch")
    looks = ("events", "verdict", "hint", "review", "record")
    for path, method in [
        ("/api/games", "post"),
        ("/api/games/{game_id}", "get"),
        *((f"/api/games/{{game_id}}/{call}", "post") for call in calls),
        *((f"/api/games/{{game_id}}/{look}", "get") for look in looks),
        ("/api/verdict", "post"),
        ("/api/review", "post"),
        ("/api/catalog", "get"),
        ("/api/puzzles", "get"),
        ("/api/puzzles/daily", "get"),
        ("/api/puzzles/{puzzle_id}", "get"),
        ("/api/puzzles/answer", "post"),
        ("/api/puzzles/hint", "post"),
        ("/api/puzzles/daily/share", "post"),
        ("/healthz", "get"),
    ]:
        assert list(described[path]) == [method]


def test_a_bot_is_as_good_over_the_wire(guest: Visitor) -> None:
    """Against a lost opening, perfect wins whatever is picked."""
    table = guest.create("me", "perfect", numbers="1-10")
    state = table.state
    while not state["outcome"]:
        answer = table.pick(1, state["legal"][0], state["version"])
        assert answer.status == 201
        state = table.until(lambda state: state["turn"] == 1 or state["outcome"])
    assert state["outcome"]["winner"] == 2
