"""How well ink is seen on its ground: WCAG's contrast, also where a terminal has 256 colours."""

from __future__ import annotations

from rich.color import Color, ColorSystem


def luminance(colour: Color) -> float:
    """As WCAG defines it."""

    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = map(linear, colour.get_truecolor())
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def narrowed(ink: Color, ground: Color) -> tuple[Color, Color]:
    """What a terminal with 256 colours shows."""
    return ink.downgrade(ColorSystem.EIGHT_BIT), ground.downgrade(ColorSystem.EIGHT_BIT)


def of_words(style: str) -> tuple[Color, Color]:
    """Ink and ground of a style in words."""
    ink, _, ground = style.split()[:3]
    return Color.parse(ink), Color.parse(ground)
