"""The comparison of two rulesets by games, as one page: every difference is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulewright.comparison.statistics.each import Toggled
from rulewright.comparison.statistics.effects import Effect
from rulewright.comparison.statistics.outcome import POINTS, Key
from rulewright.report.compare_text import A_PLAYER
from rulewright.report.compare_words import HEADINGS, NOTE, between, grouped, only_in, power, shown, signed
from rulewright.report.pages import page

WIDTH, HEIGHT = 240, 20
"""Of a drawing, in its own units."""


class Drawn(NamedTuple):
    """A difference drawn from left to right: the ends of its range and its mean, with no difference in the middle."""

    label: str
    low: str
    mean: str
    high: str


class TableRow(NamedTuple):
    """A number under both rulesets: A, B, B - A, the 95% interval of the difference."""

    name: str
    sentence: str
    cells: tuple[str, str, str, str]
    drawn: Drawn | None
    clear: bool


class Table(NamedTuple):
    """A group of numbers."""

    heading: str
    rows: list[TableRow]


def compare_html(
    head: Sequence[str], effects: dict[Key, Effect], each: Sequence[tuple[Toggled, dict[Key, Effect]]]
) -> str:
    """Return the page; `head` are the lines that say who played, and what A and B are."""
    sentences = [*power(effects[A_PLAYER]), NOTE] if A_PLAYER in effects else []
    tables = list(_tables(effects, each))
    title = "Two rulesets compared"
    return page("compare", title, head=head, tables=tables, sentences=sentences, width=WIDTH, height=HEIGHT)


def _tables(effects: dict[Key, Effect], each: Sequence[tuple[Toggled, dict[Key, Effect]]]) -> Iterator[Table]:
    alone = [(f"{one.number} {one.name}", one.sentence, found[A_PLAYER]) for one, found in each if A_PLAYER in found]
    if each:
        yield _table("One difference at a time, in points a player", alone, POINTS)
    for group, rows in grouped(effects).items():
        yield _table(HEADINGS[group], [(name, "", one) for name, one in rows], group)


def _table(heading: str, rows: Sequence[tuple[str, str, Effect]], group: str) -> Table:
    scale = max((abs(end) for _, _, one in rows if one.a and one.b for end in one.within), default=0.0)
    return Table(heading, [_row(*row, group, scale) for row in rows])


def _row(name: str, sentence: str, one: Effect, group: str, scale: float) -> TableRow:
    a, b = shown(one.a, group), shown(one.b, group)
    if only_in(one):
        return TableRow(name, sentence, (a, b, "", f"only in {only_in(one)}"), None, False)
    cells = a, b, signed(one.difference, group), between(one.within, group)
    return TableRow(name, sentence, cells, _drawn(one, scale), one.clear)


def _drawn(one: Effect, scale: float) -> Drawn:
    """Return a difference drawn on a scale that goes from minus to plus `scale`."""
    ends = (one.within[0], one.difference, one.within[1])
    low, mean, high = (WIDTH / 2 + (end / scale if scale else 0.0) * (WIDTH / 2 - 6) for end in ends)
    return Drawn(f"{one.difference:.3g}", f"{low:.1f}", f"{mean:.1f}", f"{high:.1f}")
