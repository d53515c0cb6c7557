"""The settings, changed at once and kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...errors import LastpickError
from ...record import check_name
from .. import settings as settings_file
from .app import of
from .form import Field, FormScreen

_YES_NO = {"yes": "yes", "no": "no"}


class SettingsScreen(FormScreen):
    """What holds for all games."""

    NAME = "Settings"
    GO_LABEL = "Back"
    GO_FIRST = False

    def __init__(self) -> None:
        super().__init__({})

    def on_mount(self) -> None:
        kept = of(self).settings
        self.values = {
            "name": kept.name,
            "colours": kept.colours,
            "show_legal": "yes" if kept.show_legal else "no",
            "pace": kept.pace,
            "motion": "yes" if kept.motion else "no",
        }
        super().on_mount()

    def fields(self) -> Sequence[Field]:
        colours = {name: name for name in settings_file.COLOURS}
        paces = {name: name for name in settings_file.PACES}
        return [
            Field("name", "Your name", None, "What you are called in games.", "You"),
            Field("colours", "Colours", colours, "None tells everything by signs alone."),
            Field(
                "show_legal",
                "Show legal",
                _YES_NO,
                "Whether the board shows which picks are legal; finding them is part of the game.",
            ),
            Field("pace", "Bots' pace", paces, "How long a bot waits before it picks."),
            Field("motion", "Motion", _YES_NO, "Whether a game plays itself on the first screen."),
        ]

    def changed(self, _: str, /) -> None:
        app: Any = self.app
        values = self.values
        try:
            if values["name"]:
                check_name(values["name"])
        except LastpickError as error:
            values["name"] = app.settings.name
            app.complain(str(error))
        app.settle(
            app.settings._replace(
                name=values["name"],
                colours=values["colours"],
                show_legal=values["show_legal"] == "yes",
                pace=values["pace"],
                motion=values["motion"] == "yes",
            )
        )

    def go(self) -> None:
        self.dismiss()
