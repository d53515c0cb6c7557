"""Being told to end is heard, wherever the program stands."""

import signal
import time
from collections.abc import Iterator

import pytest
from support.running import TIMEOUT

from lastpick.cli.ending import HeedSignals


@pytest.fixture(autouse=True, params=[signal.SIGTERM, signal.SIGHUP])
def number(request: pytest.FixtureRequest) -> Iterator[int]:
    before = signal.signal(request.param, signal.SIG_DFL)
    yield request.param
    signal.signal(request.param, before)


def test_it_ends_with_the_code_of_the_signal(number: int) -> None:
    with pytest.raises(SystemExit) as told, HeedSignals():
        signal.raise_signal(number)
    assert told.value.code == 128 + number
    # A second one ends it on the spot; but a closed terminal sends several while the game is saved.
    again = signal.SIG_DFL if number == signal.SIGTERM else signal.SIG_IGN
    assert signal.getsignal(number) is again


def test_it_comes_again_where_a_library_swallows_it(number: int) -> None:
    def run() -> None:
        try:
            signal.raise_signal(number)
        except SystemExit:
            pass
        time.sleep(TIMEOUT)

    with pytest.raises(SystemExit) as told, HeedSignals():
        run()
    assert told.value.code == 128 + number


def test_it_stays_what_it_is_while_a_class_is_made(number: int) -> None:
    class Told:
        def __set_name__(self, owner: type, name: str) -> None:
            signal.raise_signal(number)

    with pytest.raises(SystemExit) as told, HeedSignals():
        type("Made", (), {"one": Told()})
    assert told.value.code == 128 + number
