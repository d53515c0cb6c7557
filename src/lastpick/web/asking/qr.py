"""A text as a QR code, for the camera of another device.

Drawn beside the oracle's questions and not in the server: it takes tens of milliseconds.
"""

from __future__ import annotations

from io import BytesIO


def qr(text: str) -> str:
    """The picture as SVG: black on white, with the empty border that readers need."""
    import segno

    picture = BytesIO()
    segno.make(text, micro=False, error="m").save(
        picture, kind="svg", xmldecl=False, nl=False, border=4, dark="#000", light="#fff",
        omitsize=True, svgclass=None, lineclass=None,
    )  # fmt: skip
    return picture.getvalue().decode()
