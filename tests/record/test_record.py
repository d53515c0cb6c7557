"""Records: what is written reads back, whatever was played."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.drawn import games

from lastpick.catalog import load, read_book
from lastpick.errors import RecordError
from lastpick.game import Game
from lastpick.record import (
    PASS,
    RESIGN,
    TITLE,
    UNDO,
    Guess,
    Match,
    Person,
    Play,
    Record,
    parse,
    records,
    result,
    write,
)
from lastpick.relations import FOLLOWS, REMOVES, Numbers, Relation

names = st.one_of(
    st.sampled_from(["Ann", "Bo b", "Player 2", "x" * 40, "Zo\u00eb", "#1: a", "undo", TITLE]),
    st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=40),
)
people = st.builds(Person, names, st.one_of(st.none(), names))
limits = st.one_of(st.none(), st.integers(1, 5), st.just(10**15 - 1))
places = st.one_of(
    st.none(),
    st.integers(0, 20).flatmap(
        lambda half: st.tuples(st.integers(1, 2 * half + 1), st.just(2 * half + 1))
    ),
    st.just((10**14, 10**15 - 1)),
)


@st.composite
def played(draw: st.DrawFn) -> Record:
    """A record of any game, with events of every kind."""
    game = draw(games()).game
    if game.name == "own":
        name = draw(st.one_of(names, st.just("prime-rumble")))
        game = Game(
            name,
            game.numbers,
            *game.rules[:3],
            start_from=game.start_from,
            last_pick=game.last_pick,
        )
    play = Play(game, draw(limits))
    for choice in draw(st.lists(st.integers(0, 1000), max_size=40)):
        if play.outcome:
            break
        legal = play.position.legal
        if choice % 10 == 0 and play.moves:
            play.add(UNDO)
        elif choice % 10 == 1 and play.strikes:
            play.add(PASS)
        elif choice % 20 == 2:
            play.add(RESIGN)
        else:
            play.add(legal[choice % len(legal)])
    two = draw(st.tuples(people, people).filter(lambda two: two[0].name != two[1].name))
    date = draw(st.dates()).isoformat()
    return Record(game, two, date, tuple(play.events), play.strikes, draw(places))


@given(played())
def test_a_record_reads_back_as_it_was_written(record: Record) -> None:
    text = write(record)
    (found,) = parse(text)
    assert found == record
    assert write(found) == text
    assert found.play().moves == record.play().moves
    assert found.play().outcome == record.play().outcome
    assert found.game.play(found.play().position.picks).legal == record.play().position.legal


@given(st.lists(played(), min_size=1, max_size=4))
def test_a_file_may_hold_several_games(several: list[Record]) -> None:
    text = write(*several)
    assert parse(text) == several
    assert write(*parse(text)) == text


@given(played())
def test_a_record_may_come_from_another_system(record: Record) -> None:
    text = write(record)
    for variant in (
        "\ufeff" + text,
        text.replace("\n", "\r\n"),
        "\ufeff" + text.replace("\n", "\r\n"),
        text.replace("\n", " \t\n"),
        "\n\n" + text + "\n\n",
        text.rstrip("\n"),
    ):
        assert parse(variant) == [record]


@given(played())
def test_lines_stay_short_and_events_in_order(record: Record) -> None:
    headers, _, body = write(record).partition("\n\n")
    assert all(len(line) <= 72 for line in body.splitlines())
    assert [str(event) for event in record.events] == body.split()
    assert headers.startswith("Lastpick record 1\nGame: ")


def test_a_line_is_filled_up_to_72_characters_and_no_further() -> None:
    events = (PASS, *range(1, 41))
    record = Record(Game("x", Numbers(1, 50)), (Person("A"), Person("B")), "2026-11-16", events, 1)
    assert write(record).splitlines()[-2:] == [
        "pass 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25",
        "26 27 28 29 30 31 32 33 34 35 36 37 38 39 40",
    ]
    longer = write(record._replace(events=(1, PASS, *events[10:])))
    assert max(map(len, longer.splitlines())) == 72


DUEL = """\
Lastpick record 1
Game: divisor-duel
Numbers: 1-20
Player 1: Ann
Player 2: greedy
Bot 2: greedy
Date: 2026-11-16
Result: Player 1 wins (no legal pick)

6 3 9 18 2 12 4 8 16 1 5 10 20
"""


def test_the_text_of_a_whole_game() -> None:
    picks = (6, 3, 9, 18, 2, 12, 4, 8, 16, 1, 5, 10, 20)
    record = Record(
        load("divisor-duel"), (Person("Ann"), Person("greedy", "greedy")), "2026-11-16", picks
    )
    assert write(record) == DUEL
    assert parse(DUEL) == [record]


FULL = """\
Lastpick record 1
Game: prime-rumble
Numbers: 2-30
Player 1: Bob
Player 2: Ann
Bot 1: random
Strikes: 3
Match: game 2, best of 5
Date: 2026-02-28
Result: Player 2 wins (resignation)

2 pass undo 3 pass 5 resign
"""


def test_the_text_of_a_game_with_everything() -> None:
    record = Record(
        load("prime-rumble", "2-30"),
        (Person("Bob", "random"), Person("Ann")),
        "2026-02-28",
        (2, PASS, UNDO, 3, PASS, 5, RESIGN),
        3,
        (2, 5),
    )
    assert write(record) == FULL
    assert parse(FULL) == [record]


UNFINISHED = """\
Lastpick record 1
Game: far
Numbers: 1-9
Opens: any
Follows: abs(n - last) > 2
Removes: multiple
Player 1: Ann
Player 2: Bob
Date: 2026-11-16
Result: unfinished
"""


def test_a_game_of_ones_own_brings_its_relations() -> None:
    text = 'numbers = "1-9"\nfollows = "abs(n  -  last) > 2"\nremoves = "multiple"'
    game = read_book(text, "far").game
    record = Record(game, (Person("Ann"), Person("Bob")), "2026-11-16", ())
    assert write(record) == UNFINISHED
    (found,) = parse(UNFINISHED)
    assert found == record
    assert found.game.play([2]).legal == (5, 7, 9)
    assert parse(UNFINISHED.replace("Opens: any\n", "")) == [record]


MISERE = """\
Lastpick record 1
Game: down
Numbers: 0-9
Opens: any
Follows: n < last
Removes: itself
Start: 12
Last pick: loses
Player 1: Ann
Player 2: Bob
Date: 2026-11-16
Result: Player 2 wins (no legal pick)

7 3 0
"""


def test_a_start_and_a_last_pick_that_loses_have_headers() -> None:
    text = 'numbers = "0-9"\nfollows = "n < last"\nstart = 12\nlast_pick = "loses"'
    game = read_book(text, "down").game
    record = Record(game, (Person("Ann"), Person("Bob")), "2026-11-16", (7, 3, 0))
    assert write(record) == MISERE
    assert parse(MISERE) == [record]
    normal = MISERE.replace("Last pick: loses", "Last pick: wins").replace(
        "Player 2 wins", "Player 1 wins"
    )
    (found,) = parse(normal)
    assert not found.game.misere
    assert "Last pick" not in write(found)


def test_relations_keep_their_spelling_and_their_meaning() -> None:
    spelled = Game("mine", Numbers(1, 9), None, Relation(FOLLOWS, "last % n == 0"))
    record = Record(spelled, (Person("Ann"), Person("Bob")), "2026-11-16", (6, 3))
    assert "Follows: last % n == 0\nRemoves: itself\n" in write(record)
    assert parse(write(record).replace("last % n == 0", "divisor")) == [record]


def test_a_shipped_name_with_other_rules_brings_them_along() -> None:
    game = Game("divisor-duel", Numbers(1, 9), None, None, Relation(REMOVES, "m > n"))
    record = Record(game, (Person("Ann"), Person("Bob")), "2026-11-16", (5,))
    assert "Removes: m > n" in write(record)
    assert parse(write(record)) == [record]


def test_picks_without_a_solution_are_counted() -> None:
    """Those that stand; a record without any looks as it always did."""
    match = Match(load("divisor-duel"), (Person("Ann"), Person("Bob", "perfect")))
    for event in (6, Guess(3), 9, Guess(18), UNDO, Guess(1)):
        match.add(event)
    (record,) = records(match, "2026-11-16")
    assert record.unsolved == (0, 2)
    text = write(record)
    assert "Bot 2: perfect\nUnsolved 2: 2 picks\nDate: 2026-11-16\n" in text
    assert text.endswith("\n6 3 9 18 undo 1\n")
    (found,) = parse(text)
    assert found == record
    assert write(found) == text
    assert "Unsolved 2: 1 pick\n" in write(record._replace(unsolved=(0, 1)))
    assert parse(write(record._replace(unsolved=(0, 1))))[0].unsolved == (0, 1)
    plain = write(record._replace(unsolved=(0, 0)))
    assert text.replace("Unsolved 2: 2 picks\n", "") == plain
    assert parse(plain)[0].unsolved == (0, 0)


def test_a_game_from_a_position_says_how_many_picks_were_given() -> None:
    people = Person("Ann"), Person("Bob", "perfect")
    events = (6, 3, 9, UNDO, 12, RESIGN)
    record = Record(load("divisor-duel"), people, "2026-11-16", events, given=2)
    text = write(record)
    assert "Bot 2: perfect\nGiven: 2 picks\nDate: 2026-11-16\n" in text
    assert parse(text) == [record]
    assert write(*parse(text)) == text
    assert "Given" not in write(record._replace(given=0))
    for wrong, said in (
        ("6 3 undo 3 9 12 resign", "line 11: there is nothing to take back"),
        ("6", "line 7: not so many picks stand at the beginning"),
    ):
        head = text[: text.index("\n\n") + 2].replace(result(record.play()), "unfinished")
        with pytest.raises(RecordError, match=said):
            parse(head + wrong)


@pytest.mark.parametrize(
    ("given", "picks", "unsolved"),
    [(2, (6, 3, 9), (1, 0)), (1, (6, 3, 9), (1, 1)), (1, (6, 3), (0, 1)), (3, (6, 3, 9), (0, 0))],
)
def test_given_picks_are_nobodys_guesses(
    given: int, picks: tuple[int, ...], unsolved: tuple[int, int]
) -> None:
    people = Person("Ann", "perfect"), Person("Bob", "perfect")
    most = Record(load("divisor-duel"), people, "2026-11-16", picks, None, None, unsolved)
    assert parse(write(most._replace(given=given)))
    for more in ((unsolved[0] + 1, unsolved[1]), (unsolved[0], unsolved[1] + 1)):
        with pytest.raises(RecordError, match="has not made so many picks"):
            parse(write(most._replace(given=given, unsolved=more)))


def test_a_match_becomes_one_record_for_each_game() -> None:
    match = Match(load("non-consecutive", "1-3"), (Person("Ann"), Person("Bob")), 1, 3)
    for event in (2, 2, 1, RESIGN):
        match.add(event)
    assert records(match, "2026-11-16") == [
        Record(match.game, (Person("Bob"), Person("Ann")), "2026-11-16", (2,), None, (1, 3)),
        Record(match.game, (Person("Ann"), Person("Bob")), "2026-11-16", (2,), None, (2, 3)),
        Record(match.game, (Person("Bob"), Person("Ann")), "2026-11-16", (1, RESIGN), None, (3, 3)),
    ]


def test_a_single_game_is_no_match() -> None:
    match = Match(load("non-consecutive"), (Person("Ann"), Person("Bob")), strikes=2)
    (record,) = records(match, "2026-11-16")
    assert (record.match, record.strikes) == (None, 2)


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ((), "unfinished"),
        ((1, 11), "Player 2 wins (no legal pick)"),
        ((1, RESIGN), "Player 1 wins (resignation)"),
        ((1, PASS, 20), "unfinished"),
        ((1, PASS, 11), "Player 1 wins (no legal pick)"),
    ],
)
def test_results_in_words(events: tuple[int | str, ...], said: str) -> None:
    play = Play(load("divisor-duel"), 3)
    for event in events:
        play.add(event)
    assert result(play) == said
