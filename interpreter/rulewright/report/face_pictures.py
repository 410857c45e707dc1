"""The faces of pieces as drawings: a card of 63 by 88 mm with the sentences of its rule, or a small tile without."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import NamedTuple

from rulewright.rulebook.model import Face

UNITS = 2
"""Units of a drawing in a millimetre."""

CARD, TILE = (63, 88), (40, 40)
"""Width and height of a face, in millimetres."""


class FaceLine(NamedTuple):
    """A line of text: where it begins, how large it is, and whether it is a heading."""

    y: int
    text: str
    size: int
    heading: bool


class FacePicture(NamedTuple):
    """A drawn face: its size in millimetres, its lines, what stands at its foot, how many there are."""

    title: str
    width: int
    height: int
    lines: tuple[FaceLine, ...]
    foot: str
    number: int


def small(face: Face) -> FacePicture:
    """Return a face as a small picture, without the sentences of its rule."""
    return tile(face.title, face.facts, _foot_text(face), face.number)


def large(face: Face) -> FacePicture:
    """Return a face as a card, or as a tile where its rule says nothing."""
    if not face.text:
        return small(face)
    return card(face.title, face.facts, face.text, _foot_text(face), face.number)


def _foot_text(face: Face) -> str:
    return f"{face.kind}, assumed" if face.assumed else face.kind


def card(title: str, facts: Sequence[tuple[str, str]], text: Sequence[str], foot: str, number: int) -> FacePicture:
    """Return a face with everything that belongs to it."""
    said = [f"{name}: {value}" for name, value in facts]
    parts = [*_face_part([title], 16, 11, True), *_face_part(said, 25, 8), *_face_part(text, 29, 7)]
    return FacePicture(title, *CARD, tuple(_set_text(parts, CARD[1] * UNITS)), foot, number)


def tile(title: str, facts: Sequence[tuple[str, str]], foot: str, number: int) -> FacePicture:
    """Return a small face with what is printed on it."""
    said = [f"{name}: {value}" for name, value in facts]
    parts = [*_face_part([title], 16, 8, True), *_face_part(said, 20, 7)]
    return FacePicture(title, *TILE, tuple(_set_text(parts, TILE[1] * UNITS)), foot, number)


def _face_part(texts: Sequence[str], letters: int, size: int, heading: bool = False) -> Iterator[FaceLine]:
    """Yield the lines of some texts, each broken after a number of letters."""
    for text in texts:
        yield from (FaceLine(0, line, size, heading) for line in wrap(text, letters))


def _set_text(lines: Sequence[FaceLine], height: int) -> list[FaceLine]:
    """Return lines with their places from top to bottom; what finds no room is cut off, and a sign says so."""
    found: list[FaceLine] = []
    y, last = 4, lines[0].size if lines else 0
    for line in lines:
        y += line.size + 3 + (4 if line.size != last else 0)
        last = line.size
        if y > height - 14:
            kept, _, _ = found[-1].text.rpartition(" ")
            found[-1] = found[-1]._replace(text=f"{kept} …")
            break
        found.append(line._replace(y=y))
    return found
