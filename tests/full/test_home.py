"""Home, the forms, saved and past games, and the settings of the full screen."""

from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest
from support.full_screen import Driver, driven
from support.painted import COLOURFUL
from support.running import latest, run
from textual.widgets import Input, OptionList

from lastpick.catalog import names
from lastpick.coach.daily import daily, today
from lastpick.coach.lesson_file import open_lesson
from lastpick.coach.lesson_progress import SEEN, LessonProgress
from lastpick.coach.puzzle_log import PuzzleLog, asked_of
from lastpick.journal import Journal
from lastpick.record import Person
from lastpick.terminal import settings
from lastpick.terminal.full import themes
from lastpick.terminal.full.app import LastpickApp
from lastpick.terminal.full.demo import Demo, DemoBoard
from lastpick.terminal.full.dialogs import Entering, Question, Reading
from lastpick.terminal.full.game import GameScreen
from lastpick.terminal.full.home import Home
from lastpick.terminal.full.lessons import Lessons
from lastpick.terminal.full.new_game import GameSetup, SoloSetup
from lastpick.terminal.full.puzzle_screen import DailyScreen
from lastpick.terminal.full.puzzles import Puzzles
from lastpick.terminal.full.review import ReviewScreen
from lastpick.terminal.full.saved_games import PastGames, SavedGames
from lastpick.terminal.full.settings_screen import SettingsScreen
from lastpick.terminal.full.solo import SoloScreen
from lastpick.terminal.settings import UserSettings


async def choose(app: Driver, entry: str) -> None:
    """Choose an entry of home, or a row of a form."""
    rows = app.screen.query_one(OptionList)
    rows.highlighted = rows.get_option_index(entry)
    await app.press("enter")


LEADS_TO = {
    "play": GameSetup,
    "learn": Lessons,
    "daily": DailyScreen,
    "puzzles": Puzzles,
    "solo": SoloSetup,
    "history": PastGames,
    "stats": Reading,
    "own": Entering,
    "settings": SettingsScreen,
}


def test_home_leads_everywhere_and_back() -> None:
    async def script(app: Driver) -> None:
        rows = app.screen.query_one(OptionList)
        entries = {rows.get_option_at_index(at).id for at in range(rows.option_count)}
        assert entries == {*LEADS_TO, "quit"}  # nothing to go on with
        for entry, screen in LEADS_TO.items():
            await choose(app, entry)
            assert isinstance(app.screen, screen), entry
            await app.press("escape")
            assert isinstance(app.screen, Home), entry

    driven(script, Home)


def test_what_was_begun_comes_first_and_is_gone_on_with() -> None:
    """A saved game, a lesson, and today's puzzle for whoever has taken one of a day before."""
    lesson = open_lesson("partner")

    async def script(app: Driver) -> None:
        assert list(app.screen._actions)[:3] == ["play", "learn", "daily"]
        run("play", "divisor-duel", stdin=[6, "quit"])
        LessonProgress().add(lesson, lesson.steps[0], SEEN)
        found = daily(date(2026, 11, 16))
        log = PuzzleLog(print)
        log.add(asked_of(found.book, found.puzzle, found), {"gave_up": True})
        await choose(app, "stats")
        await app.press("escape")
        assert list(app.screen._actions)[:5] == ["continue", "lesson", "daily", "play", "learn"]
        rows = app.screen.query_one(OptionList)
        assert rows.highlighted == list(app.screen._actions).index("stats")
        assert f"{lesson.title}, 1 of {len(lesson.steps)}" in str(rows.get_option("lesson").prompt)
        await choose(app, "lesson")
        assert app.screen.lesson.name == "partner"
        for step in lesson.steps:
            LessonProgress().add(lesson, step, SEEN)
        found = daily(today())
        log.add(asked_of(found.book, found.puzzle, found), {"gave_up": True})
        log.close()
        await app.press("escape")
        assert list(app.screen._actions)[:3] == ["continue", "play", "learn"]

    driven(script, Home)


def test_a_game_plays_itself_to_its_end_and_then_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only while it is seen, and not at all where nothing is to move by itself."""
    seen = []

    async def script(app: Driver) -> None:
        home = app.screen
        demo = home.query_one(Demo)
        for _ in range(60):
            position = demo.query_one(DemoBoard).tiles.position
            seen.append(position.picks)
            said = str(demo.query_one("#caption").content)
            assert ("cannot pick" in said) == (not position.choices)
            demo.step()
        assert demo.moves
        await choose(app, "stats")
        assert not demo.moves
        await app.press("escape")
        assert demo.moves
        await choose(app, "settings")
        app.screen.set("motion", "no")
        await app.press("escape")
        assert app.screen is home
        assert not demo.moves

    monkeypatch.setattr("lastpick.terminal.full.demo._PACE", 3600)
    driven(script, Home)
    assert len({picks for picks in seen if picks}) > 8
    assert () in seen  # the next game, from its start
    assert all(len(b) in (0, len(a), len(a) + 1) for a, b in pairwise(seen))


@pytest.mark.parametrize("animations", ["full", "none"])
def test_the_game_at_home_goes_on_by_itself_where_it_is_seen(
    animations: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(app: Driver) -> None:
        demo = app.screen.query_one(Demo)
        assert demo.moves == (animations == "full")
        if demo.moves:
            before = demo.at
            await app.until(lambda: demo.at != before)
        app.app.app_focus = False
        before = demo.at
        demo._tick()
        assert demo.at == before

    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", animations)
    monkeypatch.setattr("lastpick.terminal.full.demo._PACE", 0.01)
    driven(script, Home)


def test_the_chosen_game_is_shown_explained_and_played() -> None:
    run("play", "prime-rumble", stdin=[5, "quit"])

    async def script(app: Driver) -> None:
        shown = {}
        for _ in names():
            book = app.screen.book
            game = app.screen.query_one(DemoBoard).tiles.position.game
            assert game.same_rules(book.game)
            assert book.summary in app.part("rule")
            shown[book.game.name] = str(app.screen.query_one(OptionList).get_option("play").prompt)
            assert book.title in shown[book.game.name]
            await app.press("right")
        assert next(iter(shown)) == "prime-rumble"  # which was played last
        at = names().index("prime-rumble")
        assert list(shown) == [*names()[at:], *names()[:at]]  # an arrow leads where it points
        await app.press("left")
        before = list(shown)[-1]
        await choose(app, "play")
        assert app.screen.values["game"] == before

    driven(script, Home)


def test_enter_and_enter_play_against_a_bot() -> None:
    async def script(app: Driver) -> None:
        await choose(app, "play")
        await app.press("enter")
        assert isinstance(app.screen, GameScreen)
        assert latest().match.people == (Person("You"), Person("level:2", "level:2"))

    driven(script, Home)


def test_a_form_sets_up_what_it_says_and_remembers_the_names() -> None:
    async def script(app: Driver) -> None:
        await choose(app, "play")
        form = app.screen
        values = {"game": "prime-rumble", "opponent": "human", "numbers": "2-30", "best_of": "3"}
        values |= {"name": "Ann", "friend": "Bob", "first": "2", "swap": "yes"}
        for key, value in values.items():
            form.set(key, value)
        await choose(app, "go")
        setup = latest().setup
        assert (setup.game, setup.numbers, setup.best_of) == ("prime-rumble", "2-30", 3)
        assert (setup.people, setup.first) == ((Person("Ann"), Person("Bob")), 1)
        assert setup.swap
        assert settings.load()[0] == UserSettings(
            name="Ann", friend="Bob", pace=app.app.settings.pace
        )

    driven(script, Home)


def test_a_form_is_changed_by_keys_and_says_what_is_wrong() -> None:
    async def script(app: Driver) -> None:
        form = app.screen
        rows = form.query_one(OptionList)
        rows.highlighted = rows.get_option_index("best_of")
        await app.press("right")
        assert form.values["best_of"] == "3"
        await app.press("left", "left")
        assert form.values["best_of"] == "9"
        rows.highlighted = rows.get_option_index("numbers")
        await app.press("enter", *"9-1", "enter")
        await choose(app, "go")
        assert app.screen is form
        assert "9-1" in str(form.query_one("#about").content)

    driven(script, GameSetup)


@pytest.mark.parametrize("row", ["game", "opponent"])
def test_many_answers_are_shown_as_a_list(row: str) -> None:
    async def script(app: Driver) -> None:
        form = app.screen
        await choose(app, row)
        await app.press("home", "down", "enter")
        assert app.screen is form
        answers = next(field.answers for field in form.fields() if field.key == row)
        assert form.values[row] == list(answers)[1]

    driven(script, GameSetup)


def test_any_saved_game_can_be_taken_up_or_deleted() -> None:
    run("play", "divisor-duel", stdin=[6, "quit"])
    run("solo", "number-bind", stdin=[7, "quit"])
    run("play", "prime-rumble", stdin=[5, "quit"])

    async def script(app: Driver) -> None:
        await choose(app, "continue")
        await app.press("down", "enter")
        assert isinstance(app.screen, SoloScreen)
        await app.press("escape", "end", "enter")
        assert isinstance(app.screen, GameScreen)
        assert app.screen.session.play.position.picks == (6,)
        await app.press("escape")
        assert isinstance(app.screen, SavedGames)
        await app.press("d")
        assert isinstance(app.screen, Question)
        await app.press("enter")  # the first answer keeps it
        assert len(Journal().unfinished()) == 3
        await app.press("d", "right", "enter")
        assert len(Journal().unfinished()) == 2

    driven(script, Home)


def test_no_empty_list_is_left_behind() -> None:
    """After the last game of it was played to its end, or deleted, Escape and Enter lead home."""
    for keys in ((*"2", "enter", "escape"), ("escape", "d", "right", "enter")):
        run("play", "number-bind", "--numbers", "1-2", stdin=[1, "quit"])

        async def script(app: Driver, keys: tuple[str, ...] = keys) -> None:
            await choose(app, "continue")
            await app.press("enter")
            assert isinstance(app.screen, GameScreen)
            await app.press(*keys)
            assert isinstance(app.screen, Home)
            assert "continue" not in app.screen._actions

        driven(script, Home)


def test_past_games_are_reviewed(tmp_path: Path) -> None:
    """By the title of the game, of one's own too, and with the names of the game."""
    file = tmp_path / "mine.toml"
    file.write_text('title = "Of my own"\nnumbers = "1-2"\nrules = "Pick one."\n')
    run("play", file, "--p2", "level:2", stdin=[1, 2])

    async def script(app: Driver) -> None:
        await choose(app, "history")
        assert "Of my own 1-2, You - Casual bot" in str(
            app.screen.query_one(OptionList).options[0].prompt
        )
        await app.press("enter")
        assert isinstance(app.screen, ReviewScreen)
        assert "Of my own 1-2" in app.part("title")
        assert app.screen.labels == ("You", "Casual bot")
        await app.press("r")
        assert app.part("text") == "Pick one."

    driven(script, Home)


def test_a_game_file_of_ones_own_is_played(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('title = "Mine"\nnumbers = "1-9"\nfollows = "abs(n - last) <= 3"\n')

    async def script(app: Driver) -> None:
        await choose(app, "own")
        app.screen.query_one(Input).value = str(tmp_path / "none.toml")
        await app.press("enter")
        assert isinstance(app.screen, Entering)  # asked again, with what was entered
        app.screen.query_one(Input).value = str(file)
        await app.press("enter")
        assert isinstance(app.screen, GameSetup)
        await app.press("enter")
        assert isinstance(app.screen, GameScreen)
        assert app.screen.book.title == "Mine"

    driven(script, Home)


def test_settings_hold_at_once_and_are_kept() -> None:
    async def script(app: Driver) -> None:
        await choose(app, "settings")
        form = app.screen
        for key, value in {"colours": "light", "show_legal": "no", "pace": "slow"}.items():
            form.set(key, value)
        assert app.app.theme == themes.LIGHT
        assert settings.load()[0] == UserSettings(colours="light", show_legal=False, pace="slow")
        form.set("name", "x" * 41)
        assert settings.load()[0].name == ""

    driven(script, Home)


@pytest.mark.parametrize(
    ("environment", "colours", "theme"),
    [
        ({}, "auto", themes.DARK),
        ({"COLORFGBG": "0;15"}, "auto", themes.LIGHT),
        ({"COLORFGBG": "15;0"}, "auto", themes.DARK),
        ({"COLORFGBG": "0;15"}, "dark", themes.DARK),
        ({}, "high contrast", themes.CONTRAST),
        ({"NO_COLOR": "1"}, "light", themes.NONE),
        ({}, "none", themes.NONE),
        ({"TERM": "xterm", "COLORTERM": ""}, "dark", themes.NONE),  # it has 16 colours
        ({"TERM": "xterm-256color", "COLORTERM": ""}, "dark", themes.DARK),
    ],
)
def test_colours_are_those_that_were_settled(
    environment: dict[str, str], colours: str, theme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLORFGBG", raising=False)
    for name, value in {**COLOURFUL, **environment}.items():
        monkeypatch.setenv(name, value)
    settings.save(UserSettings(colours=colours))
    assert LastpickApp().theme == theme


def test_a_wrong_settings_file_is_told_and_stops_nobody() -> None:
    settings.save(UserSettings())
    Path(settings.path()).write_text("pace = 3\n")

    async def script(app: Driver) -> None:
        assert isinstance(app.screen, Home)
        assert ["pace" in note.message for note in app.app._notifications] == [True]

    driven(script, Home)
