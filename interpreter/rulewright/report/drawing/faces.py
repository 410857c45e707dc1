"""The face of a piece as a drawing: a band in its colour with its name, and below what is printed on it.

One drawing serves the table, recorded games, the rulebook and the sheets to cut out. Its unit is a third of a
millimetre of a printed card. A face is as high as its text needs: nothing is cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulewright.report.drawing.fitting import LEADING, Fitted, fitted, text_width
from rulewright.report.drawing.styles import Style

WIDTH, EDGE, CORNER = 84, 5, 6
"""Width of a face, distance of a text from its edge, radius of a corner."""
HEIGHTS = {"card": 118, "tile": 84, "token": 84, "hexagon": 84}
"""The least height of a face by its shape."""
ICON = 22
BOLD = 1.1
"""How much wider letters in bold type are."""


class TextLine(NamedTuple):
    """A line of text in a drawing: where it begins or has its middle, how large it is, in which colour."""

    x: float
    y: float
    size: int
    text: str
    style: str = ""


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
    sign: tuple[float, float, int]
    """The middle of the icon or letters, and their size."""
    lines: tuple[TextLine, ...]


def face(title: str, said: Sequence[str], style: Style, shape: str = "") -> Face:
    """Return the face of a piece with its name and what is printed on it, one line or more for each."""
    shape = shape or style.shape or ("card" if len(said) > 2 else "tile")  # noqa: PLR2004 - more finds no room
    return _full_face(title, said, style, shape) if said else _plain_face(title, style, shape)


def _full_face(title: str, said: Sequence[str], style: Style, shape: str) -> Face:
    """Return a face with a band at its top, with the sign and the name."""
    indent = ICON + 2 if style.icon or style.letters else 0
    heading = fitted(title, (WIDTH - 2 * EDGE - indent) / BOLD, 28, 13, 6)
    band = max(heading.height, ICON if indent else 0) + 2 * EDGE
    body = _body_lines(said, HEIGHTS[shape] - band - 2 * EDGE)
    lines = [*_set_lines(heading, EDGE + indent, EDGE, "heading"), *_stacked(body, band + EDGE)]
    height = max(HEIGHTS[shape], int(max((line.y for line in lines), default=0)) + EDGE)
    sign = (EDGE + ICON / 2, band / 2, ICON)
    return Face(
        title, shape, WIDTH, height, band, style.colour, style.ink, style.icon, style.letters, sign, tuple(lines)
    )


def _plain_face(title: str, style: Style, shape: str) -> Face:
    """Return a face that says nothing but its name, below a large sign."""
    size = 34 if style.icon or style.letters else 0
    heading = fitted(title, (WIDTH - 2 * EDGE) / BOLD, HEIGHTS[shape] - 2 * EDGE - size, 14, 6)
    height = max(HEIGHTS[shape], int(heading.height) + size + 2 * EDGE)
    top = (height - heading.height - size) / 2
    lines = tuple(_set_lines(heading, WIDTH / 2, top + size, "heading middle"))
    sign = (WIDTH / 2, top + size / 2 - 2, size - 4)
    return Face(
        title, shape, WIDTH, height, height - 1, style.colour, style.ink, style.icon, style.letters, sign, lines
    )


def _body_lines(said: Sequence[str], height: float) -> list[Fitted]:
    """Return texts at the largest common size at which all of them fit a height."""
    for size in range(11, 7, -1):
        found = [fitted(text, WIDTH - 2 * EDGE, 999, size, size) for text in said]
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


def token_width(letters: str) -> float:
    """Return how wide a marker is with its letters, in units of a drawing."""
    return 20 + (text_width(letters, 10) + 3 if letters else 0)
