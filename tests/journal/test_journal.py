"""Matches on disk: every event durable, torn and damaged files survived, one player at a time."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import lastpick.files.log
from lastpick.errors import JournalError
from lastpick.journal import Journal, MatchLog, Saved, Setup
from lastpick.record import Event, Person

SETUP = Setup(
    game="divisor-duel",
    toml=None,
    numbers="1-20",
    people=(Person("Ann"), Person("greedy", "greedy")),
    named=(True, False),
    first=1,
    best_of=3,
    strikes=None,
    seed=7,
    date="2026-11-16",
    record=None,
)


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(str(tmp_path / "kept" / "games"))


@pytest.fixture
def log(journal: Journal) -> Iterator[MatchLog]:
    opened = journal.begin(SETUP)
    yield opened
    opened.close()


def only(journal: Journal) -> Saved:
    (found,) = journal.saved()
    assert isinstance(found, Saved)
    return found


def put(journal: Journal, name: str, data: bytes) -> Path:
    path = Path(journal.folder) / f"{name}.game"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


HEADER = SETUP.to_json().encode() + b"\n"


def test_nothing_is_there_before_the_first_match(journal: Journal) -> None:
    assert list(journal.saved()) == []
    assert journal.unfinished() == []


def test_a_match_comes_back_as_it_was_agreed(journal: Journal, log: MatchLog) -> None:
    log.append([6, 3])
    found = only(journal)
    assert found.setup == SETUP
    assert found.match.people == SETUP.people
    assert (found.match.first, found.match.best_of) == (1, 3)
    assert found.match.play.events == [6, 3]


def test_an_event_can_be_read_as_soon_as_it_is_appended(journal: Journal, log: MatchLog) -> None:
    events: list[Event] = [6, 3, "undo", 12, "resign"]
    for count, event in enumerate(events, 1):
        log.append([event])
        assert only(journal).match.play.events == events[:count]


def test_an_event_is_synced_before_append_returns(
    log: MatchLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = []

    def fsync(_: int) -> None:
        synced.append(Path(log.path).read_bytes().removeprefix(HEADER))

    monkeypatch.setattr(os, "fsync", fsync)
    log.append([6])
    log.append(["undo", "undo"])
    assert synced == [b"6\n", b"6\nundo\nundo\n"]


def test_a_new_file_is_synced_and_so_is_its_folder(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.fstat(handle).st_ino))
    log = journal.begin(SETUP)
    log.close()
    assert synced == [os.stat(log.path).st_ino, os.stat(journal.folder).st_ino]


def test_an_event_that_cannot_be_written_is_an_error(
    log: MatchLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fsync(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(JournalError, match=r"cannot write .*\.game: No space left on device"):
        log.append([6])


# --- cut short, or damaged ------------------------------------------------------------


def test_wherever_a_crash_cuts_the_file_whole_lines_remain(journal: Journal) -> None:
    events = ["12", "4", "undo", "6", "18"]
    data = HEADER + "".join(f"{event}\n" for event in events).encode()
    for end in range(len(HEADER), len(data) + 1):
        path = put(journal, "torn", data[:end])
        whole = data[len(HEADER) : end].count(b"\n")
        found = only(journal)
        assert [str(event) for event in found.match.play.events] == events[:whole]
        journal.resume(found).close()
        kept = "".join(f"{event}\n" for event in events[:whole])
        assert path.read_bytes() == HEADER + kept.encode()


def test_a_resumed_match_goes_on_after_what_was_cut_short(journal: Journal) -> None:
    put(journal, "torn", HEADER + b"12\n4\n1")
    log = journal.resume(only(journal))
    log.append([2])
    log.close()
    assert only(journal).match.play.events == [12, 4, 2]


@pytest.mark.parametrize("end", [0, 1, 40, len(HEADER) - 1])
def test_a_match_that_never_got_to_disk_is_not_there(journal: Journal, end: int) -> None:
    put(journal, "torn", HEADER[:end])
    assert list(journal.saved()) == []


@pytest.mark.parametrize(
    ("data", "line", "reason"),
    [
        (b"garbage\n", 1, ""),
        (b"{}\n", 1, ""),
        (b"[]\n", 1, "it is no saved game"),
        (b"[" * 100_000 + b"\n", 1, "it is no game"),
        (b'{"a":' * 100_000 + b"\n", 1, "it is no game"),
        (HEADER.replace(b'"first": 1', b'"first": 2'), 1, "it is not between two players"),
        (HEADER.replace(b'"greedy", "greedy"', b'"greedy", 7'), 1, "it is not between two players"),
        (HEADER.replace(b'"seed": 7', b'"seed": [7]'), 1, "'seed' is list"),
        (HEADER.replace(b'"seed": 7', b'"seed": 7, "more": 1'), 1, "'more' is unknown"),
        (HEADER.replace(b'"date": "2026-11-16"', b'"date": null'), 1, "'date' is NoneType"),
        (b'{"lastpick": 2}\n', 1, "it was saved by another version of Lastpick"),
        (HEADER.replace(b"divisor-duel", b"no-such-game"), 1, "no game is called 'no-such-game'"),
        (HEADER.replace(b"1-20", b"20-1"), 1, "the pool 20-1 is empty"),
        (HEADER.replace(b'"best_of": 3', b'"best_of": 2'), 1, "an odd number of games, not 2"),
        (HEADER + b"6\n5\n", 3, "5 is neither a divisor nor a multiple of 6"),
        (HEADER + b"6\n6\n", 3, "6 was already picked"),
        (HEADER + b"21\n", 2, "21 is not in the range 1-20"),
        (HEADER + b"jump\n", 2, "'jump' is no event"),
        (HEADER + b"undo\n", 2, "there is nothing to take back"),
        (HEADER + b"\n6\n", 2, ""),
        (HEADER + b"6\n\xff\n", 3, ""),
        (HEADER + "6\n\u00b2\n".encode(), 3, ""),
    ],
)
def test_a_damaged_file_is_named_and_the_others_are_still_there(
    journal: Journal, data: bytes, line: int, reason: str
) -> None:
    put(journal, "good", HEADER + b"6\n")
    path = put(journal, "damaged", data)
    found = {isinstance(entry, Saved): entry for entry in journal.saved()}
    assert str(found[False]).startswith(f"the saved game {path} is damaged in line {line}: ")
    assert reason in str(found[False])
    assert [saved.name for saved in journal.unfinished()] == ["good"]


def test_a_folder_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    journal = Journal(str(tmp_path / "file" / "games"))
    with pytest.raises(JournalError, match=r"cannot read .*/file/games: Not a directory"):
        list(journal.saved())
    with pytest.raises(JournalError, match=r"cannot save games in .*/file/games: "):
        journal.begin(SETUP)


# --- which matches, and whose turn at the file ----------------------------------------


def test_the_latest_match_comes_first(journal: Journal) -> None:
    for name, age in (("middle", 20), ("newest", 30), ("oldest", 10)):
        os.utime(put(journal, name, HEADER), (age, age))
    put(journal, "notes", b"").rename(Path(journal.folder) / "notes.txt")
    assert [saved.name for saved in journal.unfinished()] == ["newest", "middle", "oldest"]


def test_a_match_that_is_over_is_not_unfinished(journal: Journal) -> None:
    """Greedy starts the first game, Ann the second; greedy resigns both."""
    put(journal, "match", HEADER + b"resign\n6\n")
    assert [saved.match.score for saved in journal.unfinished()] == [(1, 0)]
    put(journal, "match", HEADER + b"resign\n6\nresign\n")
    assert only(journal).match.winner == Person("Ann")
    assert journal.unfinished() == []


def test_a_match_that_is_being_played_is_not_offered(journal: Journal, log: MatchLog) -> None:
    log.append([6])
    assert journal.unfinished() == []
    with pytest.raises(JournalError, match="is being played in another window"):
        journal.resume(only(journal))
    log.close()
    assert [saved.match.play.events for saved in journal.unfinished()] == [[6]]
    resumed = journal.resume(only(journal))
    assert journal.unfinished() == []
    resumed.close()


@pytest.mark.parametrize("locks", [True, False])
def test_a_match_that_is_deleted_is_gone(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, locks: bool
) -> None:
    if not locks:
        monkeypatch.setattr(lastpick.files.log, "fcntl", None)
    gone, kept = (put(journal, name, HEADER + b"6\n") for name in ("gone", "kept"))
    (saved,) = [one for one in journal.unfinished() if one.path == str(gone)]
    journal.delete(saved)
    assert only(journal).path == str(kept)
    for again in (journal.delete, journal.resume):  # and none comes back half empty
        with pytest.raises(JournalError, match="gone has been deleted"):
            again(saved)
    assert not gone.exists()


def test_a_match_that_is_being_played_is_not_deleted(journal: Journal, log: MatchLog) -> None:
    with pytest.raises(JournalError, match="is being played in another window"):
        journal.delete(only(journal))
    assert only(journal).path == log.path


def test_a_match_that_cannot_be_deleted_is_an_error(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(journal, "kept", HEADER)

    def refuse(_: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "unlink", refuse)
    with pytest.raises(JournalError, match=r"cannot delete .*kept\.game: Permission denied"):
        journal.delete(only(journal))
    assert only(journal).free


def test_without_locks_matches_can_still_be_played(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lastpick.files.log, "fcntl", None)
    log = journal.begin(SETUP)
    log.append([6])
    log.close()
    assert [saved.match.play.events for saved in journal.unfinished()] == [[6]]


def test_a_game_of_ones_own_travels_in_the_file(journal: Journal) -> None:
    toml = 'numbers = "1-9"\nfollows = "abs(n - last) <= 3"\n'
    journal.begin(SETUP._replace(game="steps", toml=toml, numbers="2-7")).close()
    found = only(journal)
    assert found.match.game.play([2, 5]).legal == (3, 4, 6, 7)
    assert found.setup.book().title == "steps"


@pytest.mark.parametrize(
    ("first", "names"), [(0, ["Player 1", "Player 2"]), (1, ["Player 2", "Player 1"])]
)
def test_two_without_names_in_an_older_file_are_numbered(
    journal: Journal, first: int, names: list[str]
) -> None:
    letters = (Person("A"), Person("B"))
    old = SETUP._replace(people=letters, named=(False, False), first=first)
    put(journal, "old", old.to_json().encode() + b"\n6\n")
    assert [person.name for person in only(journal).match.people] == names
    put(journal, "old", old._replace(named=(True, True)).to_json().encode() + b"\n6\n")
    assert only(journal).match.people == letters


def test_a_match_is_found_by_its_name_as_it_stands_by_now(journal: Journal, log: MatchLog) -> None:
    log.append([6])
    found = journal.find(log.name)
    assert found is not None
    assert (found.name, found.match.play.events) == (log.name, [6])
    for name in ("", "nothing", f"../games/{log.name}", f"{log.name}\0", log.name[:-1]):
        assert journal.find(name) is None
    put(journal, "bad", HEADER + b"99\n")
    with pytest.raises(JournalError, match=r"bad\.game is damaged in line 2"):
        journal.find("bad")
