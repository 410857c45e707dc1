"""A grid of spaces with column letters and row numbers, and what marks single spaces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rulewright.players.table import ViewSection, ViewValue
from rulewright.report.layout import WIDTH, cells, fold, pad, shorten
from rulewright.report.ranges import Spot, spot
from rulewright.report.wording import word, words

EMPTY = ("", "none", "-", "0")
"""Values of empty entries, besides the words for it."""

HIDDEN = "hidden"
"""In a view: what the reader may not see."""

EDGE = "    "


class Mark(NamedTuple):
    """A thing that lies on a space: what is written there, and what else is known of it."""

    at: Spot
    sign: str
    thing: str
    more: str


def text_of(value: ViewValue) -> str:
    """Return a value as it is shown on the screen."""
    if isinstance(value, str | int):
        return word("hidden") if value == HIDDEN else str(value)
    return ", ".join(value)


def is_empty(text: str) -> bool:
    """Tell whether an entry is empty."""
    return text in EMPTY or any(text in words(name) for name in ("nothing", "nobody", "no"))


def marks(sections: Sequence[ViewSection]) -> list[Mark]:
    """Return the things that are on a space, by a fact whose value is that space."""
    found = []
    for owner, rows in sections:
        where = [place for _, value in rows if isinstance(value, str) and (place := spot(value))]
        if where and not spot(owner):
            more = ", ".join(text_of(v) for _, v in rows if not is_empty(text_of(v)) and not spot(text_of(v)))
            thing, _, number = owner.rpartition(" ")
            sign = f"#{number}" if number.isdigit() else owner
            found.append(Mark(where[0], sign, thing if number.isdigit() else owner, more))
    return found


def grid_lines(
    sections: Sequence[ViewSection],
    offered: Sequence[str],
    marked: Sequence[Mark],
    signs: Mapping[str, str],
) -> list[str]:
    """Return the spaces of a grid; a dot is an empty space that is seen or offered. `signs` say whose a space is."""
    at: dict[Spot, str] = {place: "." for name in offered if (place := spot(name))}
    for owner, rows in sections:
        where = spot(owner)
        if where:
            filled = [text_of(value) for _, value in rows if not is_empty(text_of(value))]
            at[where] = " ".join(filled) or "."
    for name, sign in signs.items():
        if place := spot(name):
            at[place] = " ".join([sign, *(each for each in [at.get(place, ".")] if each != ".")])
    for mark in marked:
        at[mark.at] = f"{mark.sign} {at.get(mark.at, '')}".strip()
    columns = sorted({column for column, _ in at})
    if len(at) < 2:
        return []
    widths = _widths(at, columns)
    lines = [EDGE + "".join(map(pad, columns, widths))]
    down = [row for _, row in at]
    for row in range(min(down), max(down) + 1):
        entries = [pad(shorten(at.get((c, row), ""), w - 1), w) for c, w in zip(columns, widths, strict=True)]
        lines.append(f"{row:>2}  " + "".join(entries))
    return [*(line.rstrip() for line in lines), *legend(marked)]


def legend(marked: Sequence[Mark]) -> list[str]:
    """Return what else is known of the things on spaces."""
    known = [f"{mark.sign} {mark.more}" for mark in marked if mark.more]
    return fold(f"{marked[0].thing}: {', '.join(known)}", EDGE, EDGE + "  ") if known else []


def _widths(at: Mapping[Spot, str], columns: Sequence[str]) -> list[int]:
    """Return how wide each column is, the widest cut down until the grid fits."""
    widths = [max(3, 1 + max(cells(text) for (c, _), text in at.items() if c == column)) for column in columns]
    while sum(widths) + len(EDGE) > WIDTH and max(widths) > 3:
        widths[widths.index(max(widths))] -= 1
    return widths
