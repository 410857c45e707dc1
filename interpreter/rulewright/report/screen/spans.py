"""Lines of styled spans, and breaking them where a screen ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rulewright.report.layout import cells, tame

TITLE, DIM, CHANGED, OFFERED, ASKED, HEADING = "title", "dim", "changed", "offered", "asked", "heading"
"""Styles. Further ones are `seat-0` and so on for players, and for what is printed on pieces `kind-0` and so on and
`look-#b3202a` or `look-red`, which is stronger where it is a colour."""

MARK_OFFERED, MARK_CHANGED, MARK_TICKED = ">", "*", "✓"
"""What says the same as a style where there are no colours."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text. `style` are names of styles, parted by blanks; `about` is what it shows, see `Table`."""

    text: str
    style: str = ""
    about: str = ""


Line = tuple[Span, ...]
"""Spans side by side."""

BLANK: Line = ()


def seat_style(seat: int | None) -> str:
    """Return the style of a player, empty for none."""
    return "" if seat is None else f"seat-{seat}"


def styled(*names: str) -> str:
    """Join the names of styles."""
    return " ".join(filter(None, names))


def text_of(line: Line) -> str:
    """Return a line without its styles."""
    return "".join(span.text for span in line)


def width_of(line: Line) -> int:
    """Return how many columns a line takes up."""
    return sum(cells(span.text) for span in line)


def padded(line: Line, width: int, right: bool = False) -> Line:
    """Fill a line with blanks, on the left if it is to stand on the right."""
    blank = (Span(" " * max(0, width - width_of(line))),)
    return (*blank, *line) if right else (*line, *blank)


def marked(text: str, changed: bool) -> str:
    """Return a text with the sign of a change."""
    return text + MARK_CHANGED if changed else text


def flow(chunks: Iterable[Line], width: int, first: Line = BLANK, indent: str = "", gap: str = "  ") -> list[Line]:
    """Put chunks side by side behind `first`, as many as fit; a chunk that is too long is broken at its blanks."""
    lines: list[Line] = []
    now, begun = first, False
    for chunk in chunks:
        parted = (Span(gap if begun else " "),) if now and width_of(now) > cells(indent) else BLANK
        if width_of(now) + width_of(parted) + width_of(chunk) <= width:
            now, begun = (*now, *parted, *chunk), True
            continue
        if begun:
            lines.append(now)
            now = (Span(indent),)
        *full, now = _broken_line(now, chunk, width, indent)
        lines += full
        begun = True
    return [*lines, now] if now else lines


def _broken_line(now: Line, chunk: Line, width: int, indent: str) -> list[Line]:
    """Put the words of a chunk behind a line; what does not fit goes on in further lines."""
    lines: list[Line] = []
    fresh = width_of(now) <= cells(indent)
    for word in words(chunk):
        blank = BLANK if fresh else (Span(" ", word[0].style, word[0].about),)
        if width_of(now) + width_of(blank) + width_of(word) > width and not fresh:
            lines.append(now)
            now, blank = (Span(indent),), BLANK
        now, fresh = (*now, *blank, *word), False
    return [*lines, now]


def words(line: Line) -> Iterator[Line]:
    """Yield the words of a line; a word can consist of several spans."""
    word: list[Span] = []
    for span in line:
        for at, part in enumerate(span.text.split(" ")):
            if at and word:
                yield tuple(word)
                word = []
            if part:
                word.append(replace(span, text=part))
    if word:
        yield tuple(word)


def folded(text: str, width: int, style: str = "", about: str = "") -> list[Line]:
    """Break a text into lines, keeping the blanks at its beginning."""
    text = tame(text.rstrip())
    indent = text[: len(text) - len(text.lstrip())]
    if cells(text) <= width:
        return [(Span(text, style, about),)] if text else [BLANK]
    indent = indent[: width // 2]
    return flow([(Span(text.strip(), style, about),)], max(1, width), (Span(indent),), indent + "  ", " ")
