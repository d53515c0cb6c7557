"""Pictures of half a dozen screens, as the terminal would paint them.

To make them anew after a change that is meant: pytest tests/full/test_pictures.py --snapshot-update
"""

from collections.abc import Callable

import pytest
from support.stored_screens import a_home, idle, scenes
from textual.pilot import Pilot

from lastpick.terminal.full.app import LastpickApp
from lastpick.terminal.settings import DARK, LIGHT

PICTURES = {
    "home": DARK,
    "board-divisor-duel": DARK,
    "board-juniper-green": LIGHT,
    "board-prime-rumble": DARK,
    "end": LIGHT,
    "review": DARK,
    "lesson": LIGHT,
}


@pytest.mark.parametrize("name", PICTURES)
def test_picture(name: str, snap_compare: Callable[..., bool]) -> None:
    scene = scenes()[name]

    async def act(pilot: Pilot[int]) -> None:
        await idle(pilot)
        if scene.script:
            await scene.script(pilot)

    with a_home(colours=PICTURES[name]):
        assert snap_compare(LastpickApp(scene.first), run_before=act, terminal_size=(100, 30))
