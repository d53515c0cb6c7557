"""Why a game ended: one list of endings, and every form of words for each of them."""

from pathlib import Path

import pytest

import lastpick
from lastpick.catalog import load
from lastpick.coach.review import in_words, review
from lastpick.game import NO_LEGAL_PICK
from lastpick.record import CONCEDE, ENDINGS, LEFT, RESIGN, TIMEOUT, Person, Play, Record, result

WORDS = {
    RESIGN: ("resignation", "resigns", "resigned"),
    CONCEDE: ("resignation", "resigns", "resigned"),
    TIMEOUT: ("out of time", "is out of time", "ran out of time"),
    LEFT: ("left the game", "has left", "left"),
}


def test_every_ending_has_its_words() -> None:
    assert {event: tuple(ending) for event, ending in ENDINGS.items()} == WORDS


@pytest.mark.parametrize("event", WORDS)
def test_records_and_reviews_take_them_from_there(event: str) -> None:
    game = load("divisor-duel")
    play = Play(game)
    play.add(6)
    play.add(event)
    reason, _, happened = WORDS[event]
    winner = 2 if event == CONCEDE else 1
    assert result(play) == f"Player {winner} wins ({reason})"
    record = Record(game, (Person("Ann"), Person("Ben")), "2026-11-16", (6, event), None, None)
    last = review(record).steps[-1]
    assert in_words(last).startswith(happened)


def test_the_page_has_a_sentence_for_every_reason() -> None:
    page = Path(lastpick.__file__).parent / "web" / "page"
    scripts = "\n".join(path.read_text() for path in page.rglob("*.js"))
    for reason in {NO_LEGAL_PICK, *(ending.reason for ending in ENDINGS.values())}:
        assert f"{reason}': `" in scripts or f"{reason}: `" in scripts, reason
