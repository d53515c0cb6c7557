"""On the full screen too, a saved game of somebody else's starts and writes nothing unasked."""

from pathlib import Path

import pytest
from support.full_screen import Driver, driven
from support.strangers import plant, program
from textual.widgets import Input

from lastpick.journal import Journal
from lastpick.terminal.full.dialogs import Question
from lastpick.terminal.full.game import GameScreen
from lastpick.terminal.full.saved_games import SavedGames


@pytest.fixture
def ran(tmp_path: Path) -> Path:
    """What is there once the stranger's program has run."""
    return tmp_path / "ran"


@pytest.fixture
def theirs(tmp_path: Path, ran: Path) -> str:
    return program(tmp_path, ran)


def told(app: Driver) -> str:
    """The words of a question."""
    assert isinstance(app.screen, Question)
    return app.part("text")


@pytest.mark.parametrize("keys", [("enter",), ("escape",)])
def test_a_program_is_shown_and_not_started(theirs: str, ran: Path, keys: tuple[str, ...]) -> None:
    name = plant(theirs)

    async def script(app: Driver) -> None:
        await app.press("enter")
        assert f"\n    {theirs}\n    in the folder " in told(app)
        await app.press(*keys)
        assert isinstance(app.screen, SavedGames)

    driven(script, SavedGames)
    assert not ran.exists()
    found = Journal().find(name)
    assert found
    assert found.free


def test_a_program_that_is_agreed_to_is_started_and_not_asked_for_again(
    theirs: str, ran: Path
) -> None:
    plant(theirs)

    async def script(app: Driver) -> None:
        await app.press("enter", "right", "enter")
        assert isinstance(app.screen, GameScreen)
        assert ran.exists()
        await app.press("escape", "enter")
        assert isinstance(app.screen, GameScreen)

    driven(script, SavedGames)


@pytest.mark.parametrize(("size", "scrolls"), [((80, 24), False), ((40, 16), True)])
def test_the_end_of_a_long_command_can_be_reached(
    theirs: str, size: tuple[int, int], scrolls: bool
) -> None:
    plant(f"{theirs} {'x' * 300} --tail")

    async def script(app: Driver) -> None:
        await app.press("enter")
        assert "--tail\n" in told(app)
        window = app.screen.query_one("#window")
        assert ("scroll" in app.key_bar()) == scrolls
        for _ in range(window.max_scroll_y):
            await app.press("down")
        assert window.scroll_y == window.max_scroll_y

    driven(script, SavedGames, size)


def test_what_nobody_can_be_asked_about_is_refused(theirs: str, ran: Path) -> None:
    plant(f"{theirs} {'x' * 2000}")

    async def script(app: Driver) -> None:
        await app.press("enter")
        assert isinstance(app.screen, SavedGames)

    driven(script, SavedGames)
    assert not ran.exists()


@pytest.mark.parametrize(
    ("keys", "written"), [(("enter",), False), (("right", "enter"), True), ((), False)]
)
def test_a_stored_record_is_asked_for(tmp_path: Path, keys: tuple[str, ...], written: bool) -> None:
    """Escape leads back to the list, where nothing is opened at all."""
    target = tmp_path / "record"
    plant(None, record=str(target))

    async def script(app: Driver) -> None:
        await app.press("enter")
        assert f"\n    {target}\n" in told(app)
        await app.press(*(keys or ("escape",)))
        assert isinstance(app.screen, GameScreen if keys else SavedGames)
        await app.press("escape")

    driven(script, SavedGames)
    assert target.exists() == written


def test_a_rematch_writes_no_record_either(tmp_path: Path) -> None:
    target = tmp_path / "record"
    plant(None, record=str(target), numbers="1-1", game="number-bind")

    async def script(app: Driver) -> None:
        await app.press("enter", "enter")
        await app.pick(1)
        await app.press("m")
        await app.pick(1)
        await app.press("escape")

    driven(script, SavedGames)
    assert not target.exists()
    assert {one.setup.record for one in Journal().saved()} == {str(target), None}  # type: ignore[union-attr]


def test_a_name_of_a_file_is_no_message_to_the_terminal() -> None:
    plant(None)
    folder = Path(Journal().folder)
    (folder / "\x1b]0;owned\x07.game").write_text("damage\n")

    async def script(app: Driver) -> None:
        (note,) = app.app._notifications
        assert r"/\x1b]0;owned\x07.game is damaged" in note.message

    driven(script, SavedGames)


def test_no_path_is_proposed_by_whoever_named_the_game() -> None:
    plant(None, game="/etc/own", toml='numbers = "1-20"')

    async def script(app: Driver) -> None:
        await app.press("enter", "s")
        assert app.screen.query_one(Input).value == "own.txt"

    driven(script, SavedGames)
