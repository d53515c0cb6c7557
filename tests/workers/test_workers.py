"""Workers of every kind do the same work; what it is, they do not know."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from threading import Event, Thread, get_ident
from typing import Any

import pytest
from support.running import TIMEOUT, environment

from lastpick.errors import WorkersError
from lastpick.workers import HERE, PROCESSES, THREADS, Job, Workers, hire
from lastpick.workers.cluster import cluster
from lastpick.workers.threads import Threads

JOB = Job("count", "sums", "nothing that was counted is lost")


def square(n: int) -> int:
    return n * n


def fail(n: int) -> int:
    raise RuntimeError(f"no {n}\nand more")


def parts(count: int) -> Callable[[], int | None]:
    left = iter(range(count))
    return lambda: next(left, None)


@pytest.mark.parametrize("where", [HERE, THREADS, PROCESSES])
def test_every_part_is_done_once(where: str) -> None:
    with hire(where, 2, JOB) as workers:
        found = [done for done in workers.do(square, parts(30)) if done]
        assert list(workers.do(square, lambda: None)) == []
    assert sorted(found) == [(n, n * n) for n in range(30)]


class Later(Executor):
    """Does nothing until it is told to, in any order."""

    def __init__(self) -> None:
        self.begun: list[tuple[Future[Any], Any]] = []

    def submit(self, work: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.begun.append((future, work(*args)))
        return future

    def finish(self, *places: int) -> None:
        for place in places:
            future, found = self.begun[place]
            future.set_result(found)


def test_parts_come_back_in_the_order_in_which_they_were_handed_out() -> None:
    later = Later()
    found = Workers(later, 2, JOB, ahead=2).do(square, parts(6))
    assert next(found) is None  # nothing is done yet
    assert len(later.begun) == 4  # two for each worker, and no more
    later.finish(2, 0, 3)
    assert [next(found) for _ in range(3)] == [(0, 0), (2, 4), (3, 9)]
    assert len(later.begun) == 4
    assert next(found) is None
    assert len(later.begun) == 6
    later.finish(5, 4, 1)
    assert list(found) == [(1, 1), (4, 16), (5, 25)]


def test_a_part_that_comes_up_on_the_way_is_done_too() -> None:
    left = [3]
    with hire(HERE, 1, JOB) as workers:
        found = []
        for done in workers.do(square, lambda: left.pop() if left else None):
            assert done
            found.append(done[1])
            if len(found) < 3:
                left.append(done[1])
    assert found == [9, 81, 6561]


def test_what_is_done_here_comes_at_once() -> None:
    """Before the next part is begun, so that an interruption loses nothing."""
    begun: list[int] = []

    def work(n: int) -> int:
        begun.append(n)
        return get_ident()

    with hire(HERE, 4, JOB) as workers:
        for done in workers.do(work, parts(3)):
            assert done == (begun[-1], get_ident())


@pytest.mark.parametrize("where", [HERE, THREADS, PROCESSES])
def test_whatever_a_worker_runs_into_is_one_line(where: str) -> None:
    with pytest.raises(WorkersError) as caught, hire(where, 1, JOB) as workers:
        list(workers.do(fail, parts(1)))
    assert str(caught.value) == "a worker could not count: RuntimeError: no 0"


def test_a_process_that_dies_is_told() -> None:
    def run_into_it() -> None:
        with hire(PROCESSES, 2, JOB) as workers:
            os.kill(workers.executor.submit(os.getpid).result(), signal.SIGKILL)
            list(workers.do(square, parts(1000)))

    with pytest.raises(WorkersError) as caught:
        run_into_it()
    assert str(caught.value) == (
        "a worker process died; nothing that was counted is lost, and the same command goes on"
    )


def test_threads_are_left_while_they_take_their_last_work() -> None:
    """Many times, with threads that take turns as often as they can; else it hangs."""
    every = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(500):
            pool = Threads(4)
            for n in range(20):
                pool.submit(square, n)
            leaving = Thread(target=pool.leave, daemon=True)
            leaving.start()
            leaving.join(TIMEOUT)
            assert not leaving.is_alive()
    finally:
        sys.setswitchinterval(every)


def test_work_that_was_called_off_is_not_begun() -> None:
    pool, begin = Threads(1), Event()
    pool.submit(begin.wait, TIMEOUT)
    called_off, last = pool.submit(square, 2), pool.submit(square, 3)
    assert called_off.cancel()
    begin.set()
    assert last.result(TIMEOUT) == 9
    pool.leave()


def test_threads_hear_that_they_have_to_end() -> None:
    leaving = Event()

    def wait(_: int) -> None:
        assert leaving.wait(TIMEOUT)

    def break_off() -> None:
        with hire(THREADS, 2, JOB._replace(leave=leaving.set)) as workers:
            next(workers.do(wait, parts(2)))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()
    assert leaving.is_set()


PARENT = """
from lastpick.workers import PROCESSES, Job, hire
from leaving import leave, stay

if __name__ == "__main__":
    with hire(PROCESSES, 1, Job("stay", "stays", "nothing", leave)) as workers:
        left = [1]
        list(workers.do(stay, lambda: left.pop() if left else None))
"""
LEAVING = """
import os, signal
from threading import Event

HERE = os.path.dirname(__file__)

def leave():
    with open(os.path.join(HERE, "left"), "a") as file:
        file.write("x")

def stay(_):
    if os.path.exists(os.path.join(HERE, "killed")):
        os.kill(os.getppid(), signal.SIGKILL)
        Event().wait()
"""


@pytest.mark.parametrize("killed", [False, True])
def test_a_process_leaves_once_when_its_work_or_its_parent_ends(
    tmp_path: Path, killed: bool
) -> None:
    (tmp_path / "parent.py").write_text(PARENT)
    (tmp_path / "leaving.py").write_text(LEAVING)
    if killed:
        (tmp_path / "killed").touch()
    reader, writer = os.pipe()  # the writing end is closed when nobody of theirs lives any more
    child = subprocess.Popen(
        [sys.executable, tmp_path / "parent.py"],
        env=environment(),
        stdout=writer,
    )
    os.close(writer)
    with child:
        assert child.wait(TIMEOUT) == (-signal.SIGKILL if killed else 0)
    assert os.read(reader, 1) == b""
    os.close(reader)
    assert (tmp_path / "left").read_text() == "x"


@pytest.mark.parametrize("address", ["nonsense", "foo://host:1", "tcp://host:port"])
def test_an_address_that_cannot_be_is_refused_before_a_client_is_made(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    made: list[str] = []
    monkeypatch.setattr(distributed, "Client", lambda where, **_: made.append(where))
    with pytest.raises(WorkersError, match="there is no Dask scheduler at"), cluster(address, JOB):
        pass
    assert made == []
