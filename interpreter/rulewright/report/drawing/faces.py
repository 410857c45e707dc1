"""The face of a piece as a drawing: a band in its colour with its name, and below what is printed on it.

One drawing serves the table, the rulebook and the sheets to cut out; on these its unit is smaller, so that a card holds
more of the same letters. A face is as high as its text needs: nothing is cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rulewright.report.drawing.fitting import LEADING, Fitted, fitted

if TYPE_CHECKING:
    from rulewright.report.drawing.styles import Style

WIDTH, EDGE, CORNER = 84, 5, 6
"""Width of a face, distance of a text from its edge, radius of a corner."""
HEIGHTS = {"card": 118, "tile": 84, "token": 84, "hexagon": 84}
"""The least height of a face by its shape."""
ICON, STRIPE = 22, 18
BOLD = 1.2
"""How much wider letters in bold type are."""
MOST_LETTERS = 60
"""A piece without a shape that says more than this is a card."""
Form = tuple[str, int, int]
"""A shape, with the width and the least height of the drawing."""


class TextLine(NamedTuple):
    """A line of text in a drawing: where it begins or has its middle, how large it is, in which colour."""

    x: float
    y: float
    size: int
    text: str
    style: str = ""


class Stripe(NamedTuple):
    """One of the things that are printed in a row: where it is, its colours, and the letters that tell it."""

    x: float
    width: float
    colour: str
    ink: str
    letters: str


class Face(NamedTuple):
    """A drawn piece: its size, the height of its band, its colours, its sign and where that is, its lines."""

    title: str
    shape: str
    width: int
    height: int
    band: float
    colour: str
    ink: str
    icon: str
    letters: str
    sign: tuple[float, float, float]
    """The middle of the icon or letters, and their size."""
    lines: tuple[TextLine, ...]
    stripes: tuple[Stripe, ...] = ()
    """Side by side below the band, each as high as `STRIPE`."""


def face(title: str, said: Sequence[str], style: Style, scale: int = 1) -> Face:
    """Return the face of a piece with its name and what is printed on it, one line or more for each.

    With `scale` there is as many times more room, in width and height, for letters of the same size.
    """
    shape = style.shape or ("card" if sum(map(len, said)) > MOST_LETTERS else "tile")
    width, height = WIDTH * scale, HEIGHTS[shape] * scale
    return (
        _full_face(title, said, style, (shape, width, height))
        if said
        else _plain_face(title, style, (shape, width, height))
    )


def _full_face(title: str, said: Sequence[str], style: Style, form: Form) -> Face:
    """Return a face with a band at its top, with the sign and the name."""
    shape, width, least = form
    indent = ICON + 2 if style.icon or style.letters else 0
    heading = fitted(title, (width - 2 * EDGE - indent) / BOLD, 28, 13, 6)
    band = max(heading.height, ICON if indent else 0) + 2 * EDGE
    top = band + EDGE + (STRIPE if style.row else 0)
    body = _body_lines(said, width - 2 * EDGE, least - top - EDGE)
    lines = [*_set_lines(heading, EDGE + indent, EDGE, "heading"), *_stacked(body, top)]
    height = max(least, int(max((line.y for line in lines), default=0)) + EDGE)
    sign = (EDGE + ICON / 2, band / 2, ICON)
    return Face(
        title, shape, width, height, band, style.colour, style.ink, style.icon, style.letters, sign, tuple(lines),
        tuple(_stripes(style.row, width - 2)),
    )  # fmt: skip


def _stripes(row: Sequence[Style], width: float) -> Iterator[Stripe]:
    each = width / max(1, len(row))
    for at, one in enumerate(row):
        yield Stripe(round(1 + at * each, 1), round(each, 1), one.colour, one.ink, one.letters)


def _plain_face(title: str, style: Style, form: Form) -> Face:
    """Return a face that says nothing but its name, below a large sign."""
    shape, width, least = form
    size = width * 0.4 if style.icon or style.letters else 0
    heading = fitted(title, (width - 2 * EDGE) / BOLD, least - 2 * EDGE - size, 14, 6)
    height = max(least, int(heading.height + size) + 2 * EDGE)
    top = (height - heading.height - size) / 2
    lines = tuple(_set_lines(heading, width / 2, top + size, "heading middle"))
    sign = (width / 2, top + size / 2 - 2, size - 4)
    return Face(
        title, shape, width, height, height - 1, style.colour, style.ink, style.icon, style.letters, sign, lines
    )


def _body_lines(said: Sequence[str], width: float, height: float) -> list[Fitted]:
    """Return texts at the largest common size at which all of them fit a height."""
    for size in range(11, 7, -1):
        found = [fitted(text, width, 999, size, size) for text in said]
        if sum(one.height + 2 for one in found) <= height:
            break
    return found


def _stacked(texts: Sequence[Fitted], top: float) -> Iterator[TextLine]:
    for text in texts:
        yield from _set_lines(text, EDGE, top)
        top += text.height + 2


def _set_lines(text: Fitted, x: float, top: float, style: str = "") -> Iterator[TextLine]:
    for at, line in enumerate(text.lines):
        yield TextLine(x, round(top + (at * LEADING + 0.92) * text.size, 1), text.size, line, style)


class Token(NamedTuple):
    """A marker of a player or of a thing: its sign and colours, and letters beside or on it."""

    sign: str
    colour: str
    ink: str
    letters: str
    label: str
    icon: str = ""
