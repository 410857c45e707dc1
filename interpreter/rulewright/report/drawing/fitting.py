"""Text in a picture: how wide it is, and the largest size at which it fits a box.

The width of a letter is that of a common sans serif; a drawing leaves room for fonts that are a little wider. Nothing
is ever cut: what does not fit at the smallest size gets the lines that it needs, and the picture grows.

    >>> fitted("Pepper x2", 60, 20)
    Fitted(size=12, lines=('Pepper x2',))
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

NARROW, WIDE = frozenset("iljtfrI.,:;'|!()[]-1 "), frozenset("mwMW@%")
LEADING = 1.2
"""The height of a line, in sizes of its letters."""
LARGEST, SMALLEST = 12, 7


class Fitted(NamedTuple):
    """A text as it is set: the size of its letters, in units of the drawing, and its lines."""

    size: int
    lines: tuple[str, ...]

    @property
    def height(self) -> float:
        """The height of all lines."""
        return len(self.lines) * self.size * LEADING


def text_width(text: str, size: float) -> float:
    """Return how wide a line is, in the units of its size."""
    widths = (0.36 if c in NARROW else 0.96 if c in WIDE else 0.74 if c.isupper() else 0.62 for c in text)
    return size * sum(widths)


@lru_cache(maxsize=8192)
def fitted(text: str, width: float, height: float, largest: int = LARGEST, smallest: int = SMALLEST) -> Fitted:
    """Return a text at the largest size at which it fits; at the smallest it may be higher than the box."""
    for size in range(largest, smallest, -1):
        found = Fitted(size, tuple(_lines_of(text, width, size)))
        if found.height <= height and not _has_broken_word(text, found):
            return found
    return Fitted(smallest, tuple(_lines_of(text, width, smallest)))


def _has_broken_word(text: str, found: Fitted) -> bool:
    return " ".join(found.lines).split() != text.split()


def _lines_of(text: str, width: float, size: int) -> Iterator[str]:
    """Yield the lines of a text, broken between words; a word that is wider than a line is broken where it must be."""
    line = ""
    for word in text.split():
        wider = f"{line} {word}".strip()
        if text_width(wider, size) <= width:
            line = wider
            continue
        if line:
            yield line
        *parts, line = _parts_of(word, width, size)
        yield from parts
    if line:
        yield line


def _parts_of(word: str, width: float, size: int) -> Iterator[str]:
    part = ""
    for letter in word:
        if part and text_width(part + letter, size) > width:
            yield part
            part = ""
        part += letter
    yield part
