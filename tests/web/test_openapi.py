"""The OpenAPI document: what clients were built against stays."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel
from support.visitor import Visitor

from lastpick.web.http.openapi import document
from lastpick.web.http.route import Routes

GAME = "/api/games/{game_id}"
# method, path, operation, parameters, component of the body, status, component or kind of answer
CALLS = [
    ("post", "/api/games", "create_game_api_games_post", [], "NewGame", 201, "Created"),
    ("post", f"{GAME}/join", "join_game_api_games__game_id__join_post", ["game_id"],
     "Join", 201, "Created"),
    ("get", GAME, "get_game_api_games__game_id__get", ["game_id"], None, 200, "FullState"),
    ("post", f"{GAME}/picks", "pick_api_games__game_id__picks_post", ["game_id"],
     "Pick", 201, "State"),
    ("post", f"{GAME}/resign", "resign_api_games__game_id__resign_post", ["game_id"],
     "Call", 201, "State"),
    ("post", f"{GAME}/takeback", "takeback_api_games__game_id__takeback_post", ["game_id"],
     "Takeback", 201, "State"),
    ("post", f"{GAME}/claim", "claim_api_games__game_id__claim_post", ["game_id"],
     "Call", 201, "State"),
    ("post", f"{GAME}/rematch", "rematch_api_games__game_id__rematch_post", ["game_id"],
     "Call", 201, "Rematch"),
    ("get", f"{GAME}/events", "events_api_games__game_id__events_get", ["game_id"],
     None, 200, "text/event-stream"),
    ("get", f"{GAME}/verdict", "game_verdict_api_games__game_id__verdict_get", ["game_id"],
     None, 200, "Judged"),
    ("get", f"{GAME}/hint", "hint_api_games__game_id__hint_get", ["game_id", "step"],
     None, 200, "Hint"),
    ("get", f"{GAME}/review", "game_review_api_games__game_id__review_get", ["game_id"],
     None, 200, "Review"),
    ("get", f"{GAME}/record", "record_api_games__game_id__record_get", ["game_id"],
     None, 200, "text/plain"),
    ("post", "/api/verdict", "verdict_api_verdict_post", [], "AskedPosition", 200, "Judged"),
    ("post", "/api/review", "review_api_review_post", [], "RecordText", 200, "Review"),
    ("get", "/api/catalog", "catalog_api_catalog_get", [], None, 200, "Catalog"),
    ("get", "/api/puzzles", "puzzle_api_puzzles_get", ["game", "numbers", "level", "seed"],
     None, 200, "Puzzle"),
    ("get", "/api/puzzles/daily", "daily_puzzle_api_puzzles_daily_get", ["date"],
     None, 200, "Puzzle"),
    ("get", "/api/puzzles/{puzzle_id}", "named_puzzle_api_puzzles__puzzle_id__get", ["puzzle_id"],
     None, 200, "Puzzle"),
    ("post", "/api/puzzles/answer", "answer_puzzle_api_puzzles_answer_post", [],
     "PuzzleAnswer", 200, "Answer"),
    ("post", "/api/puzzles/hint", "puzzle_hint_api_puzzles_hint_post", [],
     "PuzzleStep", 200, "Hint"),
    ("post", "/api/puzzles/daily/share", "share_daily_api_puzzles_daily_share_post", [],
     "DailyResult", 200, "Shared"),
    ("get", "/api/lessons", "list_lessons_api_lessons_get", [], None, 200, "LessonList"),
    ("get", "/api/lessons/{name}", "get_lesson_api_lessons__name__get", ["name"],
     None, 200, "Lesson"),
    ("post", "/api/lessons/answer", "answer_lesson_api_lessons_answer_post", [],
     "LessonPick", 200, "LessonAnswer"),
    ("post", "/api/lessons/hint", "hint_lesson_api_lessons_hint_post", [],
     "LessonHintCall", 200, "LessonHint"),
    ("post", "/api/lessons/show", "show_lesson_api_lessons_show_post", [],
     "LessonShow", 200, "LessonShown"),
    ("post", "/api/lessons/play", "play_lesson_api_lessons_play_post", [],
     "LessonMove", 200, "LessonMoved"),
    ("get", "/api/solo", "list_solo_api_solo_get", [], None, 200, "SoloGames"),
    ("post", "/api/solo", "solo_api_solo_post", [], "SoloMove", 200, "SoloBoard"),
    ("get", "/api/solo/{game}/best", "solo_best_api_solo__game__best_get", ["game", "numbers"],
     None, 200, "SoloBest"),
    ("post", "/api/solo/outlook", "solo_outlook_api_solo_outlook_post", [],
     "SoloPicks", 200, "SoloBest"),
    ("get", "/healthz", "_health_healthz_get", [], None, 200, "Health"),
]  # fmt: skip
PROBLEMS = {400, 401, 403, 404, 405, 410, 413, 414, 415, 422, 429, 431, 500, 503}


@pytest.fixture(scope="module")
def told(sqlite_server: Any) -> Any:
    with Visitor(sqlite_server.url) as visitor:
        return visitor.get("/openapi.json").json


def component(content: dict[str, Any]) -> str:
    ((kind, inside),) = content["content"].items()
    return str(inside["schema"]["$ref"].rpartition("/")[2] if inside else kind)


def test_every_call_is_told_as_it_always_was(told: Any) -> None:
    seen = [
        (
            method,
            path,
            call["operationId"],
            [parameter["name"] for parameter in call.get("parameters", [])],
            component(call["requestBody"]) if "requestBody" in call else None,
            *((int(code), component(answer)) for code, answer in call["responses"].items()
              if code < "300"),
        )
        for path, calls in told["paths"].items()
        for method, call in calls.items()
    ]  # fmt: skip
    for call in CALLS:  # a new one beside them changes nothing for clients of these
        assert (*call[:5], (call[5], call[6])) in seen


def test_every_refusal_is_told(told: Any) -> None:
    for path, calls in told["paths"].items():
        for call in calls.values():
            refusals = {int(code): component(answer) for code, answer in call["responses"].items()
                        if code >= "400"}  # fmt: skip
            stale = path.rpartition("/")[2] in ("picks", "resign", "takeback", "claim", "rematch")
            known = {503} if path == "/healthz" else PROBLEMS | ({409} if stale else set())
            assert known <= set(refusals) <= known | {409}
            assert refusals.pop(409, "StaleProblem") == "StaleProblem"
            assert set(refusals.values()) == {"Problem"}


def test_components_are_told_by_the_names_that_clients_know(told: Any) -> None:
    assert set(told["components"]["schemas"]) >= {
        "Answer", "AskedPosition", "Call", "Catalog", "CatalogGame", "CatalogPlayer", "ClockState",
        "ClockTerms", "Created", "FullState", "Health", "Hint", "Join", "Judged", "MatchScore",
        "NewGame", "Outcome", "Pick", "Problem", "Puzzle", "PuzzleAnswer", "RecordText",
        "Rematch", "Review", "ReviewedPlayer", "ReviewedStep", "Someone", "StaleProblem", "State",
        "Takeback", "Verdict",
    }  # fmt: skip


def test_parameters_and_bodies_are_told_with_their_bounds(told: Any) -> None:
    game_id, step = told["paths"][f"{GAME}/hint"]["get"]["parameters"]
    assert game_id == {
        "name": "game_id", "in": "path", "required": True,
        "schema": {"type": "string", "maxLength": 40, "pattern": "^[\\w-]+$", "title": "Game Id"},
    }  # fmt: skip
    assert step == {
        "name": "step", "in": "query", "required": False,
        "schema": {"type": "integer", "minimum": 1, "maximum": 3, "default": 1, "title": "Step"},
    }  # fmt: skip
    level = told["paths"]["/api/puzzles"]["get"]["parameters"][2]
    assert level["schema"] == {
        "anyOf": [{"type": "integer", "minimum": 1, "maximum": 5}, {"type": "null"}],
        "title": "Level",
    }
    new = told["components"]["schemas"]["NewGame"]
    assert new["additionalProperties"] is False
    assert new["required"] == ["seats"]
    assert new["properties"]["toml"]["anyOf"][0]["maxLength"] == 64 * 1024
    clock = new["properties"]["clock"]["anyOf"][0]
    assert clock == {"$ref": "#/components/schemas/ClockTerms"}
    outcome = told["components"]["schemas"]["State"]["properties"]["outcome"]["anyOf"][0]
    assert outcome == {"$ref": "#/components/schemas/Outcome"}


def test_two_models_with_one_title_are_a_mistake() -> None:
    class One(BaseModel, title="Same"):
        a: int

    class Two(BaseModel, title="Same"):
        b: int

    routes = Routes()
    for path, model in (("/one", One), ("/two", Two)):

        @routes.get(path, model)
        async def look() -> bytes:
            return b""

    with pytest.raises(ValueError, match="two models have one title"):
        document(routes.all)
