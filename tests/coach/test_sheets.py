"""Class sheets: puzzles from easy to hard, and one to pick alone; whole pages, answers apart."""

import re
from html.parser import HTMLParser

import pytest
from support.brute import game_of

from lastpick.catalog import book_of, names, open_book, read_book
from lastpick.catalog.rules import example_lines
from lastpick.coach.longest import Longest, best
from lastpick.coach.puzzles import LEVELS, Puzzle, find_puzzles
from lastpick.coach.solo_sheet import pools, solo_sheet
from lastpick.coach.worksheet import sheet

STAR = "\u2605"


class Reader(HTMLParser):
    """Which elements are open, and the text in each kind of place."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


def halves(page: str) -> tuple[str, str]:
    """The tasks of a page, and its answers, as text; it is whole, and needs nothing else."""
    reader = read(page)
    assert not [attrs for _, attrs in reader.seen if {"src", "href"} & set(attrs)]
    assert "size: A4" in reader.text
    assert ".answers { break-before: page; }" in reader.text
    tasks = [tag for tag, attrs in reader.seen if attrs.get("class") == "task"]
    answers = [tag for tag, attrs in reader.seen if attrs.get("class") == "answer"]
    assert len(tasks) == len(answers)
    asked, _, solved = reader.text.partition("Answers\n")
    return asked, solved


# --- puzzles ----------------------------------------------------------------------------------


def test_puzzles_go_from_easy_to_hard_with_their_stars_explained() -> None:
    book = open_book("non-consecutive")
    puzzles = find_puzzles(book.game, 8, seed=3)
    assert [p.points for p in puzzles] != sorted(p.points for p in puzzles)
    ordered = sorted(puzzles, key=lambda puzzle: puzzle.points)
    page = sheet(book, puzzles)
    asked, solved = halves(page)
    explained = f"how hard the winning pick is to see, from {STAR} (easy) to {STAR * 5} (hard)."
    assert explained in asked
    assert "The puzzles go from easy to hard." in asked
    shown = re.findall(rf"Puzzle (\d+)({STAR}+)", asked)
    assert shown == [(str(n), STAR * puzzle.level) for n, puzzle in enumerate(ordered, 1)]
    assert {puzzle.level for puzzle in ordered} <= {*LEVELS}
    for number, puzzle in enumerate(ordered, 1):
        drawn = "".join(
            f"<s>{n}</s>" if n in puzzle.position.gone else f"<span>{n}</span>"
            for n in range(1, 21)
        )
        assert f'<div class="board">{drawn}</div>' in page
        assert puzzle.plain not in asked
        assert f"{number}. {puzzle.plain}" in solved


def test_a_sheet_of_one_puzzle_has_no_order() -> None:
    book = open_book("divisor-duel")
    asked, _ = halves(sheet(book, find_puzzles(book.game, 1, seed=3)))
    assert "from easy to hard" not in asked


def test_a_sheet_escapes_what_a_game_says() -> None:
    book = open_book("divisor-duel")._replace(title="<b>&", rules="5 < 6 & so on.")
    for page in (
        sheet(book, find_puzzles(book.game, 1)),
        solo_sheet(book, [(book.game, Longest((1,), 1))]),
    ):
        read(page)
        assert "&lt;b&gt;&amp;" in page
        assert "<b>&" not in page
    assert "5 &lt; 6 &amp; so on." in sheet(book, find_puzzles(book.game, 1))


def test_a_sheet_where_a_game_has_a_start_and_the_last_pick_loses() -> None:
    game = game_of(0, 9, follows="last - 3 <= n < last", start_from=12, last_pick="loses")
    opening = Puzzle(game.start(), answer=9, reason="", points=1)
    asked, _ = halves(sheet(book_of(game), [opening]))
    assert "The game starts from 12, as if 12 had just been picked." in asked
    assert "Whoever cannot pick wins." in asked
    assert f"Puzzle 1starts from: 12{STAR}0123456789My pick" in asked
    inside = game_of(1, 9, follows="last - 3 <= n < last", start_from=9)
    opening = Puzzle(inside.start(), answer=8, reason="", points=1)
    assert "<span>8</span><b>9</b></div>" in sheet(book_of(inside), [opening])


def test_whoever_sees_only_the_sheet_can_play() -> None:
    book = open_book("divisor-duel")
    puzzles = find_puzzles(book.game, 3, seed=3)
    page = sheet(book, puzzles)
    asked, _ = halves(page)
    assert book.rules in asked
    assert " ".join(example_lines(book)) in asked
    assert "crossed out are gone. The one in the thick frame was picked last." in asked
    assert "You may pick" not in asked  # to find them is a part of the puzzle
    helped, _ = halves(sheet(book, puzzles, choices=True))
    for puzzle in puzzles:
        position = puzzle.position
        assert f"last pick: {position.last}" in asked
        assert f"<b>{position.last}</b>" in page.partition("<ol")[2]
        assert f"You may pick{book.wording.list('choices', position.legal)}" in helped
    free = open_book("non-consecutive")
    asked, _ = halves(sheet(free, find_puzzles(free.game, 3, seed=3), choices=True))
    assert not re.search("last pick|picked last|You may pick|<b>", asked)


def test_a_pool_without_room_for_a_board_is_listed_whole() -> None:
    book = open_book("divisor-duel", "1-300")
    (puzzle,) = find_puzzles(book.game, 1, seed=1)
    page = sheet(book, [puzzle])
    assert 'class="board"' not in page
    (text,) = re.findall("Numbers left</dt><dd>(.*?)</dd>", page)
    left: set[int] = set()
    for entry in text.split(", "):
        first, _, last = entry.partition("-")
        left.update(range(int(first), int(last or first) + 1))
    assert left == set(puzzle.position.pool)


# --- alone ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", names())
def test_a_sheet_to_pick_alone(name: str) -> None:
    book = open_book(name)
    games = [game for game in pools(book) if game.numbers.size <= 50]
    assert len(games) >= 2
    sizes = [game.numbers.size for game in pools(book)]
    assert sizes == sorted(set(sizes))
    assert sizes[-1] <= 100
    tasks = [(game, best(game)) for game in games]
    asked, solved = halves(solo_sheet(book, tasks))
    for number, (game, longest) in enumerate(tasks, 1):
        assert f"{number}. Numbers {game.numbers}" in asked
        assert "".join(map(str, game.start().pool)) in asked
        way = ", ".join(map(str, longest.picks))
        assert way not in asked
        picks = f"{longest.length} picks; nobody can make more"
        assert f"The best is {picks}. One way: {way}." in solved
        assert game.play(longest.picks).outcome, "to its end"


def test_there_is_room_for_the_longest() -> None:
    book = open_book("divisor-duel")
    for picks, lines in [(1, 2), (14, 2), (15, 3), (77, 7)]:
        page = solo_sheet(book, [(book.game, Longest(tuple(range(picks)), picks))])
        assert page.count('<div class="line">') == lines


def test_what_is_not_proved_is_not_called_the_best() -> None:
    book = open_book("divisor-duel")
    _, solved = halves(solo_sheet(book, [(book.game, Longest((4, 8), 5))]))
    known = "The best known is 2 picks; nobody can make more than 5. One way: 4, 8."
    assert known in solved


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('follows = "n > last"', "Begin with any of them. Every later pick n, where last is"),
        ('opens = "n == 4"', "The first pick n must satisfy n == 4. Every later pick may be any"),
        ('start = 3\nfollows = "n > last"', "The game starts from 3. Every pick n, the first one"),
        ('removes = "multiple"', "leaves the pool together with every multiple of it."),
    ],
)
def test_the_rules_for_one(text: str, said: str) -> None:
    book = read_book(f'numbers = "1-9"\n{text}\n', "mine")
    assert [str(game.numbers) for game in pools(book)] == ["1-4", "1-9"]
    asked, _ = halves(solo_sheet(book, [(book.game, Longest((4,), 1))]))
    assert said in asked
    assert "turns" not in asked
