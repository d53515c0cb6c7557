"""UserSettings in a TOML file: what is wrong with it is told, and the rest holds."""

from pathlib import Path

import pytest

from lastpick.errors import LastpickError
from lastpick.terminal import settings
from lastpick.terminal.settings import CONTRAST, UserSettings


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("LASTPICK_HOME", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "lastpick"


def test_without_a_file_the_defaults_hold() -> None:
    assert settings.load() == (UserSettings(), [])


@pytest.mark.parametrize(
    "kept",
    [
        UserSettings(),
        UserSettings("Ann", "Bob", CONTRAST, show_legal=False, pace="quick"),
        UserSettings(name='Zoë "the ≤" \\ O\'Hara'),
    ],
    ids=str,
)
def test_what_is_kept_is_read_again(kept: UserSettings, folder: Path) -> None:
    settings.save(kept)
    assert settings.load() == (kept, [])
    assert (folder / "settings.toml").exists()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "colours = 'blue'",
            "colours is one of auto, light, dark, high contrast, none, not 'blue'",
        ),
        ("pace = 3", "pace is one of slow, normal, quick, not 3"),
        ("show_legal = 'no'", "show_legal is true or false, not 'no'"),
        ("friend = 3", "friend is a text, not 3"),
        (f"friend = '{'x' * 41}'", "friend: "),
        ("volume = 11", "there is no setting 'volume'; known are name, friend, colours"),
    ],
)
def test_one_wrong_line_leaves_the_others(line: str, told: str, folder: Path) -> None:
    folder.mkdir()
    (folder / "settings.toml").write_text(f'name = "Ann"\n{line}\n')
    found, troubles = settings.load()
    assert found == UserSettings(name="Ann")
    assert len(troubles) == 1
    assert told in troubles[0]


@pytest.mark.parametrize("data", [b"name = ", b"\xff\xfe", b"name = 'a'\nname = 'b'"])
def test_a_file_that_is_no_toml_is_told_and_left_alone(data: bytes, folder: Path) -> None:
    folder.mkdir()
    (folder / "settings.toml").write_bytes(data)
    found, troubles = settings.load()
    assert (found, len(troubles)) == (UserSettings(), 1)
    assert "the defaults hold" in troubles[0]
    assert (folder / "settings.toml").read_bytes() == data


def test_a_folder_that_cannot_be_made_is_told(folder: Path) -> None:
    folder.write_text("in the way")
    with pytest.raises(LastpickError, match="cannot write"):
        settings.save(UserSettings(name="Ann"))
