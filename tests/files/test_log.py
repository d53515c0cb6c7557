"""The one log: durable, whole lines only, one holder or many, and no read without bounds."""

import os
import threading
from pathlib import Path

import pytest

import lastpick.files.log
from lastpick.errors import ArenaError, JournalError
from lastpick.files import Log, LogKind, is_free, read_lines

KIND = LogKind("the list", JournalError)


def new(folder: Path, header: str = "head") -> Log:
    return Log.create(str(folder / "log"), KIND, header)


def test_what_is_appended_can_be_read_and_was_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = []
    with new(tmp_path) as log:
        path = Path(log.path)
        monkeypatch.setattr(os, "fsync", lambda _: synced.append(path.read_bytes()))
        log.append(["one", "two"])
        log.append(["three"])
    assert synced == [b"head\none\ntwo\n", b"head\none\ntwo\nthree\n"]


@pytest.mark.parametrize("shared", [False, True])
def test_the_name_of_a_new_file_is_synced_too(
    shared: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.fstat(handle).st_ino))
    Log.open(str(tmp_path / "log"), KIND, shared).close()
    assert synced == [tmp_path.stat().st_ino]
    Log.open(str(tmp_path / "log"), KIND, shared).close()  # it is there: nothing to sync
    assert len(synced) == 1


def test_wherever_it_is_cut_whole_lines_remain(tmp_path: Path) -> None:
    data = b"head\nfirst\nsecond line\n\nlast\n"
    path = tmp_path / "log"
    for end in range(len(data) + 1):
        path.write_bytes(data[:end])
        whole = data[: data[:end].rfind(b"\n") + 1]
        assert b"".join(read_lines(str(path), KIND)) == whole
        with Log.open(str(path), KIND) as log:
            assert b"".join(log.lines()) == whole
            log.drop_torn()
            log.append(["more"])
        assert path.read_bytes() == whole + b"more\n"


def test_a_long_torn_line_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"head\n" + b"x" * 200_000)
    with Log.open(str(path), KIND) as log:
        log.drop_torn()
    assert path.read_bytes() == b"head\n"
    path.write_bytes(b"x" * 200_000)
    with Log.open(str(path), KIND) as log:
        log.drop_torn()
    assert path.read_bytes() == b""


def test_in_a_shared_log_the_next_writer_ends_a_torn_line(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"one\ntw")
    with Log.open(str(path), KIND, shared=True) as log:
        log.append(["three"])
    assert path.read_bytes() == b"one\ntw\nthree\n"


def test_one_holds_it_at_a_time(tmp_path: Path) -> None:
    log = new(tmp_path)
    assert not is_free(log.path)
    with pytest.raises(BlockingIOError):
        Log.open(log.path, KIND)
    log.close()
    assert is_free(log.path)
    Log.open(log.path, KIND).close()
    assert not is_free(str(tmp_path / "nothing"))


def test_many_share_it_and_no_line_is_mixed(tmp_path: Path) -> None:
    path = str(tmp_path / "log")

    def write(who: int) -> None:
        with Log.open(path, KIND, shared=True) as log:
            for _ in range(20):
                log.append([str(who) * 3000])

    writers = [threading.Thread(target=write, args=(who,)) for who in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    lines = Path(path).read_text().splitlines()
    assert sorted(lines) == sorted(str(who) * 3000 for who in range(4) for _ in range(20))


def test_without_locks_it_still_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lastpick.files.log, "fcntl", None)
    with new(tmp_path) as log:
        log.append(["one"])
        assert is_free(log.path)
    with Log.open(log.path, KIND, shared=True) as shared:
        shared.append(["two"])
    assert list(read_lines(log.path, KIND)) == [b"head\n", b"one\n", b"two\n"]


def test_no_line_is_read_without_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lastpick.files.log, "LONGEST_LINE", 100)
    path = tmp_path / "log"
    path.write_bytes(b"head\n" + b"x" * 98 + b"\n" + b"y" * 100 + b"\nmore\n")
    with Log.open(str(path), KIND) as log:
        for lines in (log.lines(), read_lines(str(path), KIND)):
            assert next(lines) == b"head\n"
            assert len(next(lines)) == 99
            with pytest.raises(JournalError, match=r"the list .*/log is damaged in line 3: longer"):
                next(lines)


def test_what_cannot_be_written_is_told_and_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with new(tmp_path) as log:

        def full(*_: object) -> int:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(os, "write", full)
            with pytest.raises(JournalError, match=r"cannot write the list .*/log: No space left"):
                log.append(["lost"])
        log.append(["kept"])
    assert Path(log.path).read_text() == "head\nkept\n"


def test_a_part_that_was_written_is_followed_by_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.write
    with new(tmp_path) as log:
        monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:3]))
        log.append(["a longer line"])
    assert Path(log.path).read_text() == "head\na longer line\n"


@pytest.mark.parametrize("where", ["/dev/null", "folder", "no/folder/log", "nul\0"])
def test_what_can_be_no_log_is_told_in_one_line(where: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(ArenaError) as told:
        Log.open(os.path.join(tmp_path, where), LogKind("the list", ArenaError))
    assert "\n" not in str(told.value)
    assert "list" in str(told.value) or "no ordinary file" in str(told.value)


def test_a_device_can_be_shared_and_remembers_nothing() -> None:
    with Log.open("/dev/null", KIND, shared=True) as log:
        assert not log.ordinary
        log.append(["gone"])
