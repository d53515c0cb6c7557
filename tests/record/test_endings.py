"""Why a game ended: one list of endings, and every form of words for each of them."""

import pytest

from lastpick.catalog import load
from lastpick.coach.review import in_words, review
from lastpick.game import NO_LEGAL_PICK
from lastpick.record import CONCEDE, ENDINGS, LEFT, RESIGN, TIMEOUT, Person, Play, Record, result
from lastpick.record.endings import WHY_LOST

WORDS = {
    RESIGN: ("resignation", "resigns", "resigned", "resigned"),
    CONCEDE: ("resignation", "resigns", "resigned", "resigned"),
    TIMEOUT: ("out of time", "is out of time", "ran out of time", "ran out of time"),
    LEFT: ("left the game", "has left", "left", "left the game"),
}


def test_every_ending_has_its_words() -> None:
    assert {event: tuple(ending) for event, ending in ENDINGS.items()} == WORDS


@pytest.mark.parametrize("event", WORDS)
def test_records_and_reviews_take_them_from_there(event: str) -> None:
    game = load("divisor-duel")
    play = Play(game)
    play.add(6)
    play.add(event)
    reason, _, happened, _ = WORDS[event]
    winner = 2 if event == CONCEDE else 1
    assert result(play) == f"Player {winner} wins ({reason})"
    record = Record(game, (Person("Ann"), Person("Ben")), "2026-11-16", (6, event), None, None)
    last = review(record).steps[-1]
    assert in_words(last).startswith(happened)


def test_there_are_words_for_every_reason_why_a_game_is_lost() -> None:
    assert WHY_LOST == {
        NO_LEGAL_PICK: "has no legal pick left",
        "resignation": "resigned",
        "out of time": "ran out of time",
        "left the game": "left the game",
    }
