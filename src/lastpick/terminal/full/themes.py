"""The app's themes, and their colours: light, dark, high contrast, and none at all."""

from __future__ import annotations

from collections.abc import Mapping

from textual.theme import Theme

LIGHT, DARK, CONTRAST, NONE = (
    "lastpick-light",
    "lastpick-dark",
    "lastpick-contrast",
    "lastpick-none",
)

# Where a name ends in 1 or 2 it is that player's: `on` is ink on the player's colour, `ink` the
# colour as ink, `soft` a tint to stand behind ink, `ring` a calm edge. `g` are tints of groups.
COLOURS: Mapping[str, Mapping[str, str]] = {
    LIGHT: {
        "paper": "#f7f5ef", "surface": "#ffffff", "panel": "#f0ede4", "ink": "#191b25",
        "quiet": "#474b5a", "faint": "#646877", "edge": "#b9b4a4", "focus": "#191b25",
        "p1": "#b8430a", "on1": "#ffffff", "ink1": "#98370a", "soft1": "#fbdcc6",
        "p2": "#1d5bbf", "on2": "#ffffff", "ink2": "#184d9f", "soft2": "#cfe0fb",
        "ring1": "#e9a680", "ring2": "#8fb4ee",
        "good": "#13703f", "good-soft": "#c9ebd7", "bad": "#b0203a", "bad-soft": "#fad5da",
        "hint": "#6a3fc4", "hint-soft": "#e2d7fa",
        "g0": "#cfe8d8", "g1": "#f6dfb8", "g2": "#dcd6f7",
        "g3": "#f8d4d9", "g4": "#cbe6ee", "g5": "#e6e3b4",
    },
    DARK: {
        "paper": "#12141b", "surface": "#2a2e3d", "panel": "#1c1f2a", "ink": "#f3f1ea",
        "quiet": "#bfc1cc", "faint": "#8b8e9d", "edge": "#4d5266", "focus": "#f3f1ea",
        "p1": "#ff9c61", "on1": "#231005", "ink1": "#ffab78", "soft1": "#5a2f1a",
        "p2": "#7fb2ff", "on2": "#06142c", "ink2": "#96c0ff", "soft2": "#1f3a68",
        "ring1": "#8a4d28", "ring2": "#37599a",
        "good": "#62d69e", "good-soft": "#17472c", "bad": "#ff8f9e", "bad-soft": "#5a1f2a",
        "hint": "#bda2ff", "hint-soft": "#3b2d66",
        "g0": "#1d4230", "g1": "#4b3812", "g2": "#352b5e",
        "g3": "#52232c", "g4": "#173f4c", "g5": "#424112",
    },
    CONTRAST: {
        "paper": "#000000", "surface": "#333333", "panel": "#111111", "ink": "#ffffff",
        "quiet": "#e6e6e6", "faint": "#b8b8b8", "edge": "#8c8c8c", "focus": "#ffff00",
        "p1": "#ffb000", "on1": "#000000", "ink1": "#ffc040", "soft1": "#5c3d00",
        "p2": "#66ccff", "on2": "#000000", "ink2": "#8cd9ff", "soft2": "#00456b",
        "ring1": "#c48800", "ring2": "#3d8fc0",
        "good": "#5cff9d", "good-soft": "#005226", "bad": "#ff8a8a", "bad-soft": "#7a0000",
        "hint": "#e0b3ff", "hint-soft": "#4c0080",
        "g0": "#00471f", "g1": "#5c4400", "g2": "#33267a",
        "g3": "#6b0f22", "g4": "#00505c", "g5": "#4d4d00",
    },
}  # fmt: skip
GROUPS = 6  # tints


def themes() -> list[Theme]:
    """The themes of the app, to be registered there."""
    return [_theme(LIGHT, False), _theme(DARK, True), _theme(CONTRAST, True), _colourless()]


def _theme(name: str, dark: bool) -> Theme:
    of = COLOURS[name]
    return Theme(
        name, primary=of["p2"], secondary=of["hint"], accent=of["p1"], warning=of["p1"],
        error=of["bad"], success=of["good"], foreground=of["ink"], background=of["paper"],
        surface=of["surface"] if not dark else of["panel"], panel=of["panel"], dark=dark,
        variables={
            "player-1": of["p1"], "player-2": of["p2"],
            "player-1-ink": of["ink1"], "player-2-ink": of["ink2"],
            "quiet": of["quiet"], "faint": of["faint"], "edge": of["edge"],
        },
    )  # fmt: skip


def _colourless() -> Theme:
    plain = "ansi_default"
    return Theme(
        NONE, primary=plain, secondary=plain, accent=plain, warning=plain, error=plain,
        success=plain, foreground=plain, background=plain, surface=plain, panel=plain, boost=plain,
        ansi=True,
        variables={
            "player-1": plain, "player-2": plain, "player-1-ink": plain, "player-2-ink": plain,
            "quiet": plain, "faint": plain, "edge": plain,
            "ansi-background": plain, "ansi-foreground": plain, "border-blurred": plain,
            "scrollbar": plain, "scrollbar-hover": plain, "scrollbar-active": plain,
            "scrollbar-background": plain, "scrollbar-background-hover": plain,
            "scrollbar-background-active": plain, "scrollbar-corner-color": plain,
            "block-cursor-foreground": plain, "block-cursor-background": plain,
            "block-cursor-text-style": "reverse",
            "input-cursor-foreground": plain, "input-cursor-background": plain,
            "input-cursor-text-style": "reverse",
            "input-selection-foreground": plain, "input-selection-background": plain,
            "screen-selection-foreground": plain, "screen-selection-background": plain,
        },
    )  # fmt: skip
